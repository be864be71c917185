"""A program that plays pi_1 for ever is never called conforming: its trace breaks the rule on LP1's
optimum, or LP1 decided nothing, and the verdict is "vacuous"."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from proofs_check.conformance.replay import Replay, Tier
from proofs_check.fast.check import Tiers
from proofs_check.kit.cases import Case
from proofs_check.kit.verdict import judge, run_cases
from reference.environments import random_layered
from reference.support.errors import FALSE, OK, UNDECIDED
from tests.called import Command
from tests.jsonl import jsonl
from tests.paths import ROOT
from tests.planted.faulty_producer import Setting, produce
from tests.planted.planted_runs import LONG, PI, keep, read_back, run

FAULT = "never learns"
NARROW = Setting(layers=(1, 1, 1), T=40)
TIERS = pytest.mark.parametrize("tier", [Replay, Tiers])


def plays_pi_1(case: Case) -> Iterator[dict[str, Any]]:
    """Alg. 1 without l. 16 and 17: it counts, and begins epochs, and never asks LP1."""
    layers, A = case.mdp.layers, case.mdp.A
    pi = [[[1 / A] * A for _ in range(X_h)] for X_h in layers[:-1]]
    N = [np.zeros((X_h, A), int) for X_h in layers[:-1]]
    n = [N_h.copy() for N_h in N]
    rng, i = np.random.default_rng(case.seed), 1
    yield case.header("pi_1 for ever")
    yield {"record": "epoch", "i": 1, "t": 1, "pi": pi}
    for t in range(1, case.episodes + 1):
        x, path = 0, []
        for h, n_h in enumerate(n):
            a = int(rng.integers(A))
            path.append((x, a, int(rng.random() < case.mdp.r[h][x][a])))
            n_h[x, a] += 1
            x = int(rng.choice(layers[h + 1], p=np.array(case.mdp.P[h][x][a], float)))
        states, actions, rewards = (list(of) for of in zip(*path, strict=True))
        yield {"record": "episode", "t": t, "x": states, "a": actions, "r": rewards}
        due = any((n_h >= np.maximum(1, N_h)).any() for n_h, N_h in zip(n, N, strict=True))
        if due and t < case.T:
            N, n, i = [a + b for a, b in zip(N, n, strict=True)], [0 * N_h for N_h in N], i + 1
            yield {"record": "epoch", "i": i, "t": t + 1, "pi": pi}
    yield {"record": "end", "episodes": case.episodes, "epochs": i}


def case_of(layers: tuple[int, ...], A: int, T: int) -> Case:
    return Case(random_layered(layers=layers, A=A, seed=3), T, 0.1, 3, T)


@TIERS
def test_where_lp1_decides_nothing_the_trace_is_vacuous(
    tier: Tier, tmp_path: Path, proofs_check: Command
) -> None:
    """With two actions alike, radii are above 1 for 40 episodes, and every policy is optimal."""
    file = tmp_path / "run.jsonl"
    file.write_bytes(jsonl(keep(produce(NARROW, FAULT), PI)))
    outcome = tier("trace").check(file.open("rb"))
    assert (outcome.verdict, outcome.exit_status, outcome.first) == ("vacuous", UNDECIDED, None)
    assert outcome.holds and outcome.epochs > 3
    assert "pi_1 is optimal in every epoch" in outcome.untested
    done = proofs_check("trace", file, *(["--plain"] if tier is Replay else []))
    assert done.status == UNDECIDED
    assert "never learns would conform" in " ".join(done.out.split())


@TIERS
def test_where_lp1_decides_it_does_not_conform(tier: Tier) -> None:
    for fault, verdict in ((FAULT, "does not conform"), ("", "conforms")):
        outcome = tier("trace").run(read_back(keep(run(LONG, fault), PI)))
        assert outcome.verdict == verdict
        assert fault == "" or (outcome.first is not None and outcome.first.rule == "pi-optimal")


@TIERS
def test_one_epoch_or_one_action_shows_nothing(tier: Tier) -> None:
    for layers, A, T, why in (((1, 2, 1), 2, 1, "no epoch after"), ((1, 2, 1), 1, 300, "pi_1 is")):
        failure, outcome = judge(plays_pi_1, case_of(layers, A, T), tier=tier)
        assert failure is None and outcome.verdict == "vacuous" and why in outcome.untested


@TIERS
@pytest.mark.parametrize("seed", range(8))
def test_both_tiers_know_the_same_epoch(tier: type[Replay | Tiers], seed: int) -> None:
    """The first epoch in which pi_1 is excluded is the first that its own run fails in."""
    setting = Setting(seed=seed, T=150)
    replay = tier("trace")
    assert replay.run(read_back(keep(produce(setting), PI))).first is None
    plain = Replay("trace")
    plain.run(read_back(keep(produce(setting), PI)))
    assert replay.checker.excluded == plain.checker.excluded
    first = plain.checker.excluded
    records = keep(produce(setting), PI)
    epoch = next((r for r in records if r["record"] == "epoch" and r["i"] == first), None)
    if epoch is not None:
        epoch["pi"] = records[1]["pi"]
        divergence = tier("trace").run(read_back(records)).first
        assert divergence is not None and (divergence.rule, divergence.epoch) == (
            "pi-optimal",
            first,
        )


def test_the_kit_refuses_it_or_says_that_it_decided_nothing() -> None:
    outcome = run_cases(plays_pi_1, runs=12, shrink=False)
    assert outcome.failure is not None and outcome.failure.rule == "pi-optimal"
    assert not outcome.vacuous


PROGRAM = """
import json, sys
from pathlib import Path
from proofs_check.kit.cases import Case
from reference.environments import parse_mdp
from tests.conformance.test_never_learns import plays_pi_1
mdp, T, delta, episodes, seed, out = sys.argv[1:]
case = Case(parse_mdp(Path(mdp).read_text()), int(T), float(delta), int(seed), int(episodes))
lines = [json.dumps(record) + "\\n" for record in plays_pi_1(case)]
Path(out).write_text("".join(lines))
"""


def test_the_kits_status(
    tmp_path: Path, proofs_check: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPATH", str(ROOT))  # the program imports this file
    monkeypatch.setattr("proofs_check.kit.shrink.smallest", lambda case, *_, **__: case)
    program = tmp_path / "never.py"
    program.write_text(PROGRAM, encoding="utf-8")
    words = f"{sys.executable} {program} {{mdp}} {{T}} {{delta}} {{episodes}} {{seed}} {{out}}"
    done = proofs_check("kit", "--against", words, "--runs", 1, "--json")
    data = json.loads(done.out)
    assert (done.status, data["lost"]) == (UNDECIDED, None)
    assert "never learns would pass" in data["vacuous"]
    told = proofs_check("kit", "--against", words, "--runs", 1)
    assert told.status == UNDECIDED and told.out.startswith("vacuous: 1 case,")
    assert OK != proofs_check("kit", "--against", words, "--runs", 12).status == FALSE
