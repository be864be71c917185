"""The proved judge under every reading that it covers: what it accepts and refuses, its bound."""

from __future__ import annotations

import json
import math
import subprocess
import sys
from fractions import Fraction
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

import reference
from reference.environments import random_layered
from reference.readings import choose
from reference.support.errors import FALSE, OK, UNDECIDED
from tests.called import Command
from tests.fuzz.agreement import built, disagreement, of_judge, of_python, records
from tests.jsonl import jsonl

Records = list[dict[str, Any]]
World = tuple[tuple[int, ...], int, int]  # layers, seed, T
SHORT: World = ((1, 3, 2, 1), 4, 60)
LONG: World = ((1, 3, 2, 1), 4, 1500)
ARMS: World = ((1, 1), 1, 40)
WIDE: World = ((1, 2, 1), 1, 2000)
ACCEPTED = [
    ("trigger=max1", SHORT),
    ("trigger=printed", SHORT),
    ("trigger=printed-without-x_L", ARMS),
    ("log=log2", LONG),
    ("log=log10", LONG),
    ("radii=union", WIDE),
    ("radii=union-half", LONG),
    ("completion=first", SHORT),
    ("completion=previous", SHORT),
    ("last-trigger=solve", SHORT),
    ("trigger=printed last-trigger=solve", SHORT),
    ("trigger=printed-without-x_L log=log2 radii=union completion=previous", SHORT),
]
REFUSED = [
    ("trigger=max1", "trigger=printed", SHORT, "pi", "epoch-missing"),
    ("trigger=printed", "trigger=max1", SHORT, "pi", "epoch-early"),
    ("trigger=printed-without-x_L", "trigger=max1", SHORT, "pi", "epoch-early"),
    ("trigger=max1", "trigger=printed-without-x_L", SHORT, "pi", "epoch-missing"),
    ("trigger=printed-without-x_L", "trigger=printed", ARMS, "pi", "epoch-missing"),
    ("trigger=printed", "trigger=printed-without-x_L", ARMS, "pi", "epoch-early"),
    ("log=log2", "log=ln", LONG, "pi", "pi-optimal"),
    ("log=ln", "log=log2", WIDE, "pi", "pi-optimal"),
    ("log=log10", "log=ln", LONG, "pi", "pi-optimal"),
    ("log=ln", "log=log10", LONG, "pi", "pi-optimal"),
    ("radii=union", "radii=printed", WIDE, "pi", "pi-optimal"),
    ("radii=printed", "radii=union", WIDE, "pi", "pi-optimal"),
    ("radii=union-half", "radii=union", LONG, "pi", "pi-optimal"),
    ("radii=union", "radii=union-half", LONG, "pi", "pi-optimal"),
    ("completion=uniform", "completion=first", SHORT, "q_hat", "played"),
    ("completion=uniform", "completion=previous", SHORT, "q_hat", "played"),
    ("completion=previous", "completion=first", SHORT, "q_hat", "played"),
    ("trigger=printed last-trigger=solve", "trigger=printed", SHORT, "pi", "last-trigger"),
    ("trigger=printed", "trigger=printed last-trigger=solve", SHORT, "pi", "last-trigger"),
]


def chosen(readings: str) -> dict[str, str]:
    """KEY=CHOICE, with spaces between them, as a mapping."""
    return {key: choice for key, _, choice in (word.partition("=") for word in readings.split())}


@cache
def written(readings: str, world: World) -> bytes:
    """A run of the reference under these readings."""
    layers, seed, T = world
    sparse = "sparse" if len(layers) == 4 else "dirichlet"
    mdp = random_layered(layers, 2, seed=seed, transitions=sparse)
    with TemporaryDirectory() as folder:
        out = Path(folder) / "run.jsonl"
        reference.run(mdp, T, delta=0.9, seed=seed, choices=chosen(readings), out=out)
        return out.read_bytes()


def only(data: bytes, key: str) -> Records:
    """The trace whose epochs record `key` and no other table."""
    kept = ("record", "i", "t", key)
    whole = records(data)
    return [{k: r[k] for k in kept} if r["record"] == "epoch" else r for r in whole]


def declared(trace: Records, readings: str) -> bytes:
    """The trace with these readings in its header, in place of its own."""
    return jsonl([trace[0] | {"readings": chosen(readings)}, *trace[1:]])


@built
@pytest.mark.parametrize("readings, world", ACCEPTED)
@pytest.mark.parametrize("key", ["pi", "q_hat"])
def test_a_run_of_each_reading_is_accepted(readings: str, world: World, key: str) -> None:
    data = jsonl(only(written(readings, world), key))
    status, verdict = of_judge(data)
    assert (status, verdict["verdict"], of_python(data)[0]) == (OK, "accepted", OK)
    full = choose(chosen(readings))
    keys = ["trigger", "log", "radii", "completion", "last-trigger", "x_L"]
    assert verdict["readings"] == {key: full[key] for key in keys}


@built
@pytest.mark.parametrize("own, other, world, key, rule", REFUSED)
def test_a_run_of_one_reading_under_the_name_of_another_is_refused(
    own: str, other: str, world: World, key: str, rule: str
) -> None:
    """By the rule that the reading is about, and by that of `trace` at the same line."""
    trace = only(written(own, world), key)
    assert of_judge(declared(trace, own))[0] == OK
    data = declared(trace, other)
    status, verdict = of_judge(data)
    assert (status, verdict["rule"]) == (FALSE, rule)
    assert disagreement(data, (status, verdict)) is None
    _, outcome = of_python(data)
    assert outcome is not None and outcome.certain is not None
    assert (outcome.certain.rule, outcome.certain.line) == (rule, verdict["line"])


@built
@pytest.mark.parametrize("completion", ["uniform", "first", "previous"])
def test_a_completion_is_played_and_nothing_else(completion: str) -> None:
    """q_hat alone: another action where q_hat_i(x) = 0 is refused, unless the completion, as
    `uniform` does, or the policy before it, as that of epoch 1 does, takes both."""
    trace = only(written(f"completion={completion}", SHORT), "q_hat")
    statuses = set()
    for k, record in enumerate(trace):
        if record["record"] != "episode":
            continue
        q = max((r for r in trace[:k] if r["record"] == "epoch"), key=lambda r: int(r["i"]))
        empty = [h for h, x in enumerate(record["x"]) if not any(map(any, q["q_hat"][h][x]))]
        if empty:
            a = [1 - n if h == empty[0] else n for h, n in enumerate(record["a"])]
            changed = [*trace[:k], record | {"a": a}]
            n = sum(r["record"] == "episode" for r in changed)
            data = jsonl([*changed, {"record": "end", "episodes": n, "epochs": q["i"]}])
            status, verdict = of_judge(data)
            assert of_python(data)[0] == status
            statuses.add((status, verdict.get("rule"), verdict.get("line", k + 1) == k + 1))
    same, other = (OK, None, True), (FALSE, "played", True)
    assert statuses == {"uniform": {same}, "first": {other}, "previous": {same, other}}[completion]


@built
@pytest.mark.parametrize(
    "readings, constant, base, learner",
    [
        ("trigger=max1", "3", "ln", "judged_learner"),
        ("trigger=printed-without-x_L", "3", "ln", "judged_learner"),
        ("trigger=printed", "2 sqrt 2", "ln", "judged_learner_printed"),
        ("log=log2", "3", "log2", "judged_learner"),
        ("trigger=printed log=log2", "2 sqrt 2", "log2", "judged_learner_printed"),
        ("completion=previous last-trigger=solve", "3", "ln", "judged_learner"),
    ],
)
def test_the_bound_is_that_of_its_theorem(
    readings: str, constant: str, base: str, learner: str
) -> None:
    trace = only(written(readings, SHORT), "pi")
    _, verdict = of_judge(jsonl(trace))
    T, A, layers = trace[0]["T"], trace[0]["A"], trace[0]["layers"]
    L, X, delta = len(layers) - 1, sum(layers), trace[0]["delta"]
    Lam = {"ln": math.log, "log2": math.log2}[base](T * X * A / delta)
    factor = {"3": 3.0, "2 sqrt 2": 2 * math.sqrt(2)}[constant]
    bound = factor * L * X * math.sqrt(T * A * Lam)
    assert bound < Fraction(verdict["bound"]) < bound + 0.01
    assert (verdict["constant"], verdict["learner"]) == (constant, learner)
    assert "no_bound" not in verdict


@built
@pytest.mark.parametrize(
    "readings, why",
    [
        ("log=log10", "below ln(TXA/delta)"),
        ("radii=union", "these radii"),
        ("radii=union-half trigger=printed", "these radii"),
        ("log=log10 radii=union", "below ln(TXA/delta)"),
    ],
)
def test_where_no_theorem_bounds_the_regret_the_verdict_says_so(
    readings: str, why: str, tmp_path: Path, proofs_check: Command
) -> None:
    run = tmp_path / "run.jsonl"
    run.write_bytes(written(readings, SHORT))
    status, out, _ = proofs_check("judge", "--json", run)
    verdict = json.loads(out)
    assert (status, verdict["verdict"], verdict["bound"]) == (OK, "accepted", None)
    assert why in verdict["no_bound"] and not verdict["informative"]
    assert not {"constant", "learner"} & set(verdict)
    out = proofs_check("judge", run).out
    assert "bound      none: no theorem" in out and "judged_learner" not in out
    assert f"readings   trigger={choose(chosen(readings))['trigger']}, log=" in out


@built
def test_epochs_are_told_without_a_bound_where_there_is_none() -> None:
    words = [sys.executable, "-m", "proofs_check", "judge", "-"]
    for readings, told in (("log=log10", False), ("log=log2", True)):
        done = subprocess.run(
            words, input=written(readings, SHORT), capture_output=True, check=True
        )
        epochs = [x for x in done.stdout.decode().splitlines() if x.startswith("epoch ")]
        assert len(epochs) > 1
        assert {"regret at most" in line for line in epochs} == {told}


@built
@pytest.mark.parametrize("completion", ["greedy", "any"])
def test_a_completion_that_the_trace_does_not_determine_is_not_covered(completion: str) -> None:
    """With q_hat alone; where pi is recorded, the completion does not matter."""
    data = written("completion=greedy", SHORT)
    trace = only(data, "q_hat")
    status, verdict = of_judge(declared(trace, f"completion={completion}"))
    assert (status, verdict["verdict"]) == (UNDECIDED, "not covered")
    assert verdict["reading"] == f"completion={completion} with q_hat alone"
    assert of_judge(declared(only(data, "pi"), f"completion={completion}"))[0] == OK


@built
def test_log10_of_less_than_the_root_of_10_is_not_covered() -> None:
    """TXA/delta < sqrt 10: eps_1 < 1, and no transition function is within it."""
    pi = {"record": "epoch", "i": 1, "t": 1, "pi": [[[1]]]}
    episode = {"record": "episode", "t": 1, "x": [0], "a": [0], "r": [1]}
    end = {"record": "end", "episodes": 1, "epochs": 1}
    head = {"record": "header", "format": "ucrl-lp-trace", "version": 1, "algorithm": "UCRL-LP"}
    head |= {"layers": [1, 1], "A": 1, "T": 1, "readings": {"log": "log10"}}
    for delta, status in (("9/10", UNDECIDED), ("64/100", UNDECIDED), ("63/100", OK)):
        code, verdict = of_judge(jsonl([head | {"delta": delta}, pi, episode, end]))
        assert code == status
        assert "below 1/2" in verdict.get("reading", "below 1/2")
