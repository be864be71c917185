"""Traces with radii=recorded (R-37): what an epoch records of eps, widths and b is taken as it is,
everything else is checked, and the verdict is never plainly "conforms"."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import reference
from proofs_check.conformance.replay import GIVEN
from proofs_check.kit.cases import Case
from proofs_check.kit.verdict import run_cases
from reference import confidence
from reference.environments import random_layered
from reference.support.errors import FALSE, OK, UNDECIDED, USAGE, NotCovered, PreconditionError
from tests.called import Command
from tests.planted.planted_runs import keep, outcome_of, verdict

Records = list[dict[str, Any]]
CHOICES = {"radii": "recorded", "reward-law": "deterministic"}
BARE = ("q_hat", "pi")


def times_half(tables: Any) -> Any:
    return tuple(table / 2 for table in tables)


SETS: dict[str, Any] = {
    "the box of UOB-REPS": confidence.RADII["recorded"],
    "half the ball, half of b": (
        lambda N, P_bar, layers, Lam: times_half(confidence.transition_radius(N, layers, Lam)),
        lambda N, Lam: tuple(b / 2 for b in confidence.reward_radius(N, Lam)),
    ),
    "a ball of radius 2 everywhere": (
        lambda N, P_bar, layers, Lam: tuple(np.full(n.shape, 2.0) for n in N),
        lambda N, Lam: tuple(b / 5 for b in confidence.reward_radius(N, Lam)),
    ),
}  # fmt: skip


def written(path: Path, T: int = 2500, choices: dict[str, str] = CHOICES) -> Records:
    """A run on layers 1, 3, 3, 1: long enough for widths below 1."""
    mdp = random_layered((1, 3, 3, 1), 2, seed=3)
    reference.run(mdp, T, delta=0.9, seed=5, choices=choices, out=path, detailed=True)
    return [json.loads(line) for line in path.read_text().splitlines()]


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Records:
    return written(tmp_path_factory.mktemp("recorded") / "run.jsonl")


@pytest.mark.parametrize("name", SETS)
def test_sets_of_ones_own_conform_given_what_was_recorded(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(confidence.RADII, "recorded", SETS[name])
    records = written(tmp_path / "run.jsonl")
    outcome = outcome_of(records)
    assert (outcome.verdict, outcome.exit_status) == (GIVEN, UNDECIDED), outcome.first
    assert outcome.instances["b"] and outcome.instances["r_hat"] and outcome.instances["V"]
    records[0]["readings"].update(radii="printed")
    records[0]["readings"].pop("R-37", None)
    expected = "malformed: width" if "box" in name else "eps"
    assert verdict(records) == expected
    bare = [{k: v for k, v in r.items() if k not in ("V", "value")} for r in records]
    assert verdict(keep(bare, BARE)) in ("q_hat-radius", "q_hat-optimal")


def last(run: Records, change: Callable[[dict[str, Any]], None]) -> str:
    """The verdict on the run with its last epoch changed."""
    records: Records = json.loads(json.dumps(run))
    change([r for r in records if r["record"] == "epoch"][-1])
    return verdict(records)


def times(table: Any, factor: float) -> Any:
    return [times(v, factor) for v in table] if isinstance(table, list) else table * factor


FAULTS: dict[str, tuple[Callable[[dict[str, Any]], None], set[str]]] = {
    "a negative width": (lambda e: e["width"][1][2][1].__setitem__(0, -1e-9), {"width"}),
    "a negative b": (lambda e: e["b"][1][2].__setitem__(0, -1e-3), {"b"}),
    "an r_hat without this b": (lambda e: e.update(b=times(e["b"], 0.5)), {"r_hat"}),
    "widths that q_hat leaves": (
        lambda e: (e.pop("V"), e.update(width=times(e["width"], 0.5)))[0], {"q_hat-radius"}),
    "widths in which q_hat is no optimum": (
        lambda e: (e.pop("V"), e.pop("value"), e.update(width=times(e["width"], 2)))[0],
        {"q_hat-optimal"}),
    "counts of one visit more": (lambda e: e["N"][0][0].__setitem__(0, e["N"][0][0][0] + 1), {"N"}),
    "means of their own": (lambda e: e.update(r_bar=times(e["r_bar"], 0.9)), {"r_bar"}),
    "no width: the ball as printed": (
        lambda e: (e.pop("width"), e.pop("V"), e.pop("value"))[0], {"q_hat-radius"}),
    "another policy": (
        lambda e: e.update(pi=[[row[::-1] for row in rows] for rows in e["pi"]]), {"pi-induced"}),
}  # fmt: skip


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_beside_it_is_found(run: Records, name: str) -> None:
    change, rules = FAULTS[name]
    assert last(run, change) in rules


def test_what_never_learns_is_vacuous(tmp_path: Path) -> None:
    """It plays pi_1 for ever and records radii that explain it."""
    records = written(tmp_path / "run.jsonl", 400)
    first = next(r for r in records if r["record"] == "epoch")
    kept = []
    for record in records:
        if record["record"] == "epoch":
            wide = times(record["width"], 0.0)
            ones = [[[2.0] * len(row) for row in rows] for rows in first["b"]]
            record = {k: record[k] for k in ("record", "i", "t")} | {"pi": first["pi"]}
            record |= {
                "b": ones,
                "width": [[[[1.0 for _ in y] for y in a] for a in x] for x in wide],
            }
        kept.append(record)
    outcome = outcome_of(kept)
    assert (outcome.verdict, outcome.total) == ("vacuous", 0), outcome.first


def test_the_kit_asks_for_it(tmp_path: Path) -> None:
    def play(case: Case) -> Records:
        out = tmp_path / f"{case.seed}-{case.T}-{case.episodes}.jsonl"
        how: dict[str, Any] = {"delta": float(case.delta), "seed": case.seed, "force": True}
        reference.run(
            case.mdp, case.T, episodes=case.episodes, choices={"radii": "recorded"}, out=out, **how
        )
        return [json.loads(line) for line in out.read_text().splitlines()]

    outcome = run_cases(play, runs=9, options={"radii": "recorded"})
    assert outcome.failure is None and outcome.believed == "radii=recorded", outcome.report()
    assert "radii=recorded may explain any play" in " ".join(outcome.report().split())
    outcome = run_cases(play, runs=3)
    assert outcome.failure is not None and outcome.failure.rule == "case"
    assert "--option radii=recorded" in outcome.failure.text


def test_the_commands(tmp_path: Path, ucrl_lp: Command, proofs_check: Command) -> None:
    out, again = tmp_path / "run.jsonl", tmp_path / "again.jsonl"
    words = ["run", "--env", "tiny", "--T", "1000", "--delta", "0.9", "--quiet"]
    words += ["--reading", "radii=recorded"]
    assert ucrl_lp(*words, "--out", out).status == OK
    assert ucrl_lp(*words, "--out", again, "--episodes", 300).status == OK
    assert ucrl_lp("run", "--resume", again, "--quiet").status == OK
    assert out.read_bytes() == again.read_bytes()
    for more in ((), ("--plain",)):
        done = proofs_check("trace", out, "--quiet", *more)
        assert done.status == UNDECIDED and done.out.startswith(f"verdict    {GIVEN}")
        assert "unchecked  radii=recorded: it may explain any play" in done.out
        assert proofs_check("trace", out, "--accept", "recorded", "--quiet", *more).status == OK
    assert json.loads(proofs_check("trace", out, "--json", "--quiet").out)["believed"]
    write = ("certificate", "write", "--out", tmp_path / "c.vipr", "--trace", out, "--epoch", 3)
    refused = proofs_check(*write)
    assert refused.status == USAGE and "has no certificate" in refused.err
    against = f"{sys.executable} -m reference run --mdp {{mdp}} --T {{T}} --delta {{delta}} --seed "
    against += "{seed} --episodes {episodes} --reading radii=recorded --out {out} --quiet"
    asked = ("kit", "--runs", "4", "--option", "radii=recorded", "--quiet", "--against", against)
    done = proofs_check(*asked)
    assert done.status == UNDECIDED and "given what was recorded" in done.out, done.out
    assert proofs_check(*asked, "--accept", "recorded").status in (OK, UNDECIDED)
    assert proofs_check(*asked[:3], "--quiet", "--against", against).status == FALSE


def test_rows_of_epochs_have_none() -> None:
    from proofs_check.epochs.check import RowsChecker
    from reference.by_epochs.planners import _ucrl_lp

    class Head:
        layers, A, T, delta, choices = (1, 2, 1), 2, 100, 0.1, {"radii": "recorded", "log": "ln"}

    with pytest.raises(PreconditionError, match="a row of an epoch has no widths"):
        _ucrl_lp(Head(), None)  # type: ignore[arg-type]
    checker = RowsChecker.__new__(RowsChecker)
    checker.head, checker.layers, checker.A, checker.file = Head(), (1, 2, 1), 2, "rows"  # type: ignore[assignment]
    with pytest.raises(NotCovered):
        _ = checker.radii
