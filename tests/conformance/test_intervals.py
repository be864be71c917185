"""Traces with radii=bernstein (R-37): accepted as they are, refused where a width is another."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import reference
from proofs_check.conformance.replay import Conformance
from reference import confidence
from reference.environments import make, random_layered
from reference.mdp import Array, Tables
from reference.support.errors import USAGE
from reference.trace.raw_lines import lines
from tests.called import Command
from tests.planted.planted_runs import keep, outcome_of, verdict

Records = list[dict[str, Any]]
FIXED = {"radii": "bernstein", "reward-law": "deterministic"}
FORMULAS: dict[str, Callable[..., Any]] = {
    "no 2 under the root": lambda p, l, n: np.sqrt(rarer(p) * l / n) + 2 * l / n,
    "no linear term": lambda p, l, n: np.sqrt(2 * rarer(p) * l / n) + 1e-9,
    "P_bar in place of the rarer side": lambda p, l, n: np.sqrt(2 * p * l / n) + 2 * l / n,
    "variance": lambda p, l, n: np.sqrt(2 * p * (1 - p) * l / n) + 2 * l / n,
    "l is Lam": lambda p, l, n: right(p, l - np.log(6), n),
    "twice the width": lambda p, l, n: 2 * right(p, l, n),
    "N + 1": lambda p, l, n: right(p, l, n + 1),
}


def rarer(p: Array) -> Array:
    """min{p, 1 - p}."""
    minimum: Array = np.minimum(p, 1 - p)
    return minimum


def right(p: Array, l: Array, n: Array) -> Array:
    """The width of R-37."""
    widths: Array = np.sqrt(2 * rarer(p) * l / n) + 2 * l / n
    return widths


def faulty(formula: Callable[..., Any]) -> Callable[..., Tables]:
    """`interval_width` with another formula; without visits nothing is excluded, as before."""

    def width(N_i: Tables, P_bar_i: Tables, layers: tuple[int, ...], Lam: float) -> Tables:
        tables = []
        for N, P_bar, X_next in zip(N_i, P_bar_i, layers[1:], strict=True):
            l, n = Lam + np.log(2 * X_next), np.maximum(1, N)[:, :, None]
            tables.append(np.where(N[:, :, None] > 0, formula(P_bar, l, n), 2.0))
        return tuple(tables)

    return width


def written(path: Path, choices: dict[str, str], T: int = 2500) -> Records:
    """A run on layers 1, 3, 3, 1: long enough for widths below 1."""
    mdp = random_layered((1, 3, 3, 1), 2, seed=3)
    reference.run(mdp, T, delta=0.9, seed=5, choices=choices, out=path, detailed=True)
    return [json.loads(line) for line in path.read_text().splitlines()]


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Records:
    return written(tmp_path_factory.mktemp("intervals") / "run.jsonl", FIXED)


@pytest.mark.parametrize("tables", [("q_hat", "pi", "width"), ("q_hat", "pi"), ("q_hat",), ("pi",)])
def test_a_run_conforms_whatever_it_records(run: Records, tables: tuple[str, ...]) -> None:
    outcome = outcome_of(keep(run, tables))
    assert outcome.verdict == "conforms", outcome.first
    assert outcome.instances["width"] == (
        outcome.epochs * (3 * 2 + 9 * 2 + 3 * 2) if "width" in tables else 0
    )
    assert not outcome.instances["eps"]


def test_every_other_choice_beside_it_conforms(tmp_path: Path) -> None:
    for k, more in enumerate(
        (
            {"log": "log2"},
            {"log": "log10"},
            {"completion": "greedy"},
            {"completion": "previous", "trigger": "printed"},
            {"lp-form": "reduced"},
            {"last-trigger": "solve"},
        )
    ):
        records = written(tmp_path / f"{k}.jsonl", {"radii": "bernstein", **more}, 60)
        assert verdict(records) == "conforms", more


@pytest.mark.parametrize("fault", FORMULAS)
def test_another_width_is_refused(
    fault: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By the rule `width` where it is recorded, else by the certificate of q_hat_i."""
    reward_radius = confidence.RADII["bernstein"][1]
    monkeypatch.setitem(confidence.RADII, "bernstein", (faulty(FORMULAS[fault]), reward_radius))
    records = written(tmp_path / "run.jsonl", FIXED)
    assert verdict(records) == "width"
    kept = [{k: v for k, v in r.items() if k not in ("V", "value")} for r in records]
    assert verdict(keep(kept, ("q_hat", "pi"))) in ("q_hat-optimal", "q_hat-radius")


def test_the_wrapper_of_the_faults_is_faithful(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    reward_radius = confidence.RADII["bernstein"][1]
    monkeypatch.setitem(confidence.RADII, "bernstein", (faulty(right), reward_radius))
    records = written(tmp_path / "run.jsonl", FIXED)
    kept = ("q_hat", "pi", "N", "N3", "r_bar", "b", "r_hat")
    assert verdict(keep(records, kept)) == "conforms"


@pytest.mark.parametrize("own", ["printed", "union", "bernstein", "bernstein-1"])
@pytest.mark.parametrize("told", ["printed", "union", "bernstein", "bernstein-1"])
def test_a_run_of_one_choice_under_the_name_of_another(own: str, told: str, tmp_path: Path) -> None:
    records = written(tmp_path / "run.jsonl", {**FIXED, "radii": own})
    records[0]["readings"]["radii"] = told
    records[0]["readings"].pop("R-37", None)
    bare = [{k: v for k, v in r.items() if k not in ("V", "value")} for r in records]
    expected = {"conforms"} if own == told else {"q_hat-optimal", "q_hat-radius"}
    assert verdict(keep(bare, ("q_hat", "pi"))) in expected


def changed(run: Records, change: Callable[[dict[str, Any]], None]) -> Records:
    """The run with its last epoch changed."""
    records: Records = json.loads(json.dumps(run))
    change([r for r in records if r["record"] == "epoch"][-1])
    return records


def first(records: Records) -> tuple[str, tuple[int, ...]]:
    outcome: Conformance = outcome_of(records)
    assert outcome.certain is not None
    return outcome.certain.rule, outcome.certain.where


def test_one_entry_is_named(run: Records) -> None:
    def wider(epoch: dict[str, Any]) -> None:
        epoch["width"][1][2][1][0] += 1e-6

    assert first(changed(run, wider)) == ("width", (1, 2, 1, 0))

    def out_of_its_interval(epoch: dict[str, Any]) -> None:
        """All of x_0's mass goes to one state, and leaves it with the action 0."""
        q = epoch["q_hat"]
        a = max((0, 1), key=lambda a: sum(q[0][0][a]))
        q[0][0][a] = [0.0, 1.0, 0.0]
        for x, of_x in enumerate(q[1]):
            for row in of_x:
                row[:] = [0.0] * 3
            if x == 1:
                of_x[0][:] = [sum(map(sum, of_y)) for of_y in q[2]]

    rule, where = first(changed(keep(run, ("q_hat", "pi")), out_of_its_interval))
    assert (rule, where[:2], len(where)) == ("q_hat-radius", (0, 0), 4)


def test_each_width_has_its_place(run: Records, tmp_path: Path) -> None:
    """eps is not recorded with intervals, and a width with nothing else."""

    def with_eps(epoch: dict[str, Any]) -> None:
        epoch["eps"] = epoch["b"]

    assert verdict(changed(run, with_eps)) == "malformed: eps"
    printed = written(tmp_path / "run.jsonl", {}, 40)
    wide = [r for r in run if r["record"] == "epoch"][-1]["width"]
    assert verdict(changed(printed, lambda epoch: epoch.update(width=wide))) == "malformed: width"


def test_the_commands(tmp_path: Path, ucrl_lp: Command, proofs_check: Command) -> None:
    """Played, resumed, checked by both tiers; no certificate of the printed LP1."""
    out, again = tmp_path / "run.jsonl", tmp_path / "again.jsonl"
    words = ["run", "--env", "tight:m=3,L=4,T=3000", "--T", "3000", "--quiet"]
    words += ["--reading", "radii=bernstein", "--reading", "reward-law=deterministic"]
    assert ucrl_lp(*words, "--out", out).status == 0
    assert ucrl_lp(*words, "--out", again, "--episodes", 700).status == 0
    assert ucrl_lp("run", "--resume", again, "--quiet").status == 0
    assert out.read_bytes() == again.read_bytes()
    with out.open("rb") as raw:
        assert b'"width"' in b"".join(line for _, line in lines(raw, "run"))
    assert "conforms" in proofs_check("trace", out).out
    write = ("certificate", "write", "--out", tmp_path / "c.vipr", "--trace", out, "--epoch", 3)
    refused = proofs_check(*write)
    assert refused.status == USAGE and "is for the L1 balls of eq. (12)" in refused.err


def test_optimism_on_the_family(tmp_path: Path) -> None:
    """P is within the intervals of every epoch, and LP1's value is above V*."""
    mdp = make("tight", horizon=4, m=3, T=3000).mdp.to_float()
    outcome = reference.run(mdp, 3000, choices=FIXED)
    for i in range(2, len(outcome.epochs) + 1):
        epoch = outcome.epoch(i)
        for P, P_bar, width in zip(mdp.P, epoch.P_bar, epoch.eps, strict=True):
            assert (abs(P - P_bar) <= width).all()
        assert epoch.value >= outcome.optimal_value
