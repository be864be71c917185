"""Traces of the family, rewritten and changed: the same verdict for the same meaning, and semantic
oracles in plain doubles for whatever conforms."""

from __future__ import annotations

import gzip
import json
import os
import random
import threading
from collections.abc import Iterator
from itertools import pairwise
from math import exp, log, sqrt
from pathlib import Path
from typing import Any

import pytest

from proofs_check.commands.any_trace import check_any_trace
from proofs_check.conformance.replay import Conformance
from reference.support.errors import MalformedInput
from tests.fuzz.mutate import mutate
from tests.fuzz.tiers import reordered, same_number, somewhere, spaced
from tests.guests.family.runs import MDP, trace

TIMES = 60 if os.environ.get("UCRL_LP_LONG") == "1" else 1
ALGORITHMS = ("fpop", "o-reps", "uc-o-reps")
EPISODES = 8


@pytest.fixture(scope="module")
def pool(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """A short run of each algorithm."""
    folder = tmp_path_factory.mktemp("family")
    return {name: trace(folder, name, T=EPISODES, seed=3).read_bytes() for name in ALGORITHMS}


def verdict(data: bytes, folder: Path, kind: str = "file") -> Conformance | None:
    """The command's check of a file, a gzip file or a pipe; None if it is malformed."""
    path = folder / "trace"
    path.unlink(missing_ok=True)
    thread = None
    if kind == "pipe":
        os.mkfifo(path)
        thread = threading.Thread(target=path.write_bytes, args=(data,))
        thread.start()
    else:
        path.write_bytes(gzip.compress(data) if kind == "gz" else data)
    try:
        return check_any_trace(path, "trace", everything=True)
    except MalformedInput:
        return None
    finally:
        if thread is not None:
            thread.join()


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_other_writings_have_the_same_verdict(
    algorithm: str, pool: dict[str, bytes], tmp_path: Path
) -> None:
    rng, data = random.Random(algorithm), pool[algorithm]
    changes = [
        *(same_number(style, lambda: True) for style in ("point", "minus", "exponent", "zeros")),
        spaced((b", ", b": ")), reordered(rng),
    ]  # fmt: skip
    for change in TIMES * changes:
        lines = somewhere(change, data.removesuffix(b"\n").split(b"\n"), rng)
        outcome = verdict(b"\n".join(lines) + b"\n", tmp_path, rng.choice(["file", "gz", "pipe"]))
        assert outcome is not None and outcome.verdict == "conforms", outcome and outcome.first


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_what_conforms_is_right_in_doubles(
    algorithm: str, pool: dict[str, bytes], tmp_path: Path
) -> None:
    rng, data = random.Random(algorithm), pool[algorithm]
    seen = 0
    for k in range(TIMES * 25):
        changed = data if k == 0 else mutate(data, rng, [data])
        if changed[:2] == b"\x1f\x8b":
            continue
        outcome = verdict(changed, tmp_path)
        if outcome is None or outcome.verdict != "conforms":
            continue
        seen += 1
        records = [json.loads(line) for line in changed.splitlines()]
        wrong = list(fpop(records) if algorithm == "fpop" else steps(records, outcome))
        assert wrong == [], wrong
    assert seen >= 1


def test_the_oracle_sees_a_worse_policy(pool: dict[str, bytes]) -> None:
    records = [json.loads(line) for line in pool["fpop"].splitlines()]
    assert not list(fpop(records))
    for record in records:
        if record["record"] == "step":
            record["pi"][0][0].reverse()
    assert any("gap" in wrong for wrong in fpop(records))


def fpop(records: list[Any]) -> Iterator[str]:
    """The gap of every policy in units of a reward, and the distribution of Y."""
    layers, A, T = MDP.layers, MDP.A, records[0]["T"]
    eta, delta = number(records[0]["options"]["eta"]), number(records[0]["delta"])
    Lam = log(T * sum(layers) * A / delta)
    N3: Any = [[[[0] * X1 for _ in range(A)] for _ in range(X)] for X, X1 in pairwise(layers)]
    now: Any = json.loads(json.dumps(N3))
    R: Any = None
    Y: Any = None
    most = log(1e9 * T * sum(layers) * A) / eta
    for record in records[1:]:
        if record["record"] == "epoch":
            now = json.loads(json.dumps(N3))
        elif record["record"] == "step":
            Y = record.get("Y", Y)
            R = R or [[[0.0] * A for _ in row] for row in Y]
            if max(flat(Y)) > most:
                yield "Y is beyond its distribution"
            V, W = [0.0], [0.0]  # of the best policy, and of the recorded one
            for h in reversed(range(len(layers) - 1)):
                Q = [[[R[h][x][a] + Y[h][x][a] + inner(now[h][x][a], Lam, U) for a in range(A)]
                      for x in range(layers[h])] for U in (V, W)]  # fmt: skip
                V = [max(row) for row in Q[0]]
                W = [sum(number(p) * v for p, v in zip(pi, row, strict=True))
                     for pi, row in zip(record["pi"][h], Q[1], strict=True)]  # fmt: skip
            if V[0] - W[0] > 1e-5:
                yield f"a gap of {V[0] - W[0]}"
        elif record["record"] == "episode":
            path = [*record["x"], 0]
            for h, (x, a) in enumerate(zip(record["x"], record["a"], strict=True)):
                N3[h][x][a][path[h + 1]] += 1
            R = [
                [
                    [u + number(v) for u, v in zip(*rows, strict=True)]
                    for rows in zip(*of_h, strict=True)
                ]
                for of_h in zip(R, record["r_t"], strict=True)
            ]


def number(v: Any) -> float:
    if isinstance(v, str):
        p, _, q = v.partition("/")
        return int(p) / int(q or 1)
    return float(v)


def inner(visits: list[int], Lam: float, V: list[float]) -> float:
    """max <p, V> over the ball of radius eps."""
    n = sum(visits)
    order = sorted(range(len(V)), key=lambda y: V[y])
    if not n:
        return V[order[-1]]
    p = [k / n for k in visits]
    move = min(sqrt(2 * len(V) * Lam / n) / 2, 1 - p[order[-1]])
    p[order[-1]] += move
    for y in order[:-1]:
        taken = min(p[y], move)
        p[y], move = p[y] - taken, move - taken
    return sum(u * v for u, v in zip(p, V, strict=True))


def steps(records: list[Any], outcome: Conformance) -> Iterator[str]:
    """Distances add up: what q moved, and how far all steps may be from their optima."""
    logs = [r["log_q"] for r in records if r["record"] == "step"]
    moved = sum(
        abs(exp(max(u, -700)) - exp(max(v, -700)))
        for before, after in pairwise(logs)
        for u, v in zip(flat(before), flat(after), strict=True)
    )
    if abs(moved - float(outcome.moved)) > 1e-9:
        yield f"moved {moved}, not {float(outcome.moved)}"
    if not 0 <= outcome.slack <= len(logs) * number(records[0]["radius"]) < moved:
        yield f"a slack of {float(outcome.slack)}"


def flat(table: Any) -> Iterator[float]:
    if isinstance(table, list):
        for inside in table:
            yield from flat(inside)
    else:
        yield float(table)
