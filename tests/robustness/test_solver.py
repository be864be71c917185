"""What the LP solver can do wrong: end badly, run out of time, or say OPTIMAL of what is not.

Every fault stops the run with its epoch and with the LP saved; the trace so far can be resumed."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from proofs_check.conformance.batch import check_trace
from reference import glop, lp1, lp1_sparse_rows, readings
from reference.confidence import empirical_transition
from reference.environments import make
from reference.figure1.trials import parse, run_trial
from reference.mdp import Tables
from reference.running.driver import run
from reference.running.lp1_check import defects
from reference.running.resume import resume_run
from reference.running.solver import RETRIES, Glop
from reference.support.errors import SolverError
from reference.trace.reader import read
from reference.trace.records import EpochRecord, Header
from tests.algorithm.instances import random_lp1
from tests.called import Command
from tests.paths import ROOT

GLOP: Any = vars(glop)["model_builder_helper"]
HELPER = GLOP.ModelSolverHelper
SOLVE, VALUES = HELPER.solve, HELPER.variable_values
RUN = ["run", "--env", "tiny", "--T", "60", "--seed", "2", "--quiet"]
STARTS = 1 + len(RETRIES)
WHEN = 4  # the epoch whose LP goes wrong: the third


def spoil(
    monkeypatch: pytest.MonkeyPatch,
    name: str,
    method: Any,
    *,
    epoch: int = WHEN,
    times: int = STARTS,
) -> None:
    """In an epoch GLOP has another method. After any status but OPTIMAL it is asked again (R-5)."""
    maximise, epochs = glop.maximise, count(2)

    def spoilt(model: Any, parameters: str) -> Any:
        with pytest.MonkeyPatch.context() as during:
            if epoch <= next(epochs) < epoch + times:
                during.setattr(HELPER, name, method)
            return maximise(model, parameters)

    monkeypatch.setattr(glop, "maximise", spoilt)


def ends_with(status: str) -> Any:
    return lambda solver: getattr(GLOP.SolveStatus, status)


def out_of_time(solver: Any, model: Any) -> None:
    """A real time-out, not a status that is made up."""
    solver.set_time_limit_in_seconds(0.0)
    SOLVE(solver, model)


def added(v: Any, k: int, by: float) -> Any:
    v[k] += by
    return v


WRONG: dict[str, Callable[[Any], Any]] = {
    "perturbed": lambda v: added(v, 0, 1e-4),
    "scaled": lambda v: v * (1 + 1e-6),
    "negative": lambda v: added(v, int(np.argmin(v)), -1e-3),
    "swapped": lambda v: v[::-1].copy(),
    "nothing": lambda v: 0 * v,
    "not numbers": lambda v: added(v, 0, np.nan),
}
BAD = ("ABNORMAL", "FEASIBLE", "INFEASIBLE", "UNBOUNDED", "NOT_SOLVED", "MODEL_INVALID")
STATUS = "solver status {}, expected OPTIMAL, in epoch"
# An imprecise GLOP answers ABNORMAL, one out of time FEASIBLE or NOT_SOLVED.
FAULTS: dict[str, tuple[str, Any, str]] = {  # method, by what it is replaced, what is said
    **{s: ("status", ends_with(s), STATUS.format(s)) for s in BAD},
    "out of time": ("solve", out_of_time, STATUS.format("NOT_SOLVED")),
    **{
        name: (
            "variable_values",
            lambda solver, change=change: change(np.array(VALUES(solver))),
            "solver status OPTIMAL, but its solution misses ",
        )
        for name, change in WRONG.items()
    },
}


@pytest.fixture
def whole(tmp_path: Path, ucrl_lp: Command) -> Path:
    """The undisturbed run."""
    path = tmp_path / "whole.jsonl"
    assert ucrl_lp(*RUN, "--out", path).status == 0
    return path


@pytest.mark.parametrize("fault", FAULTS)
def test_the_run_stops_and_heals(fault: str, whole: Path, ucrl_lp: Command) -> None:
    """In epoch WHEN, with its LP saved beside the trace; undisturbed, it goes on."""
    name, method, told = FAULTS[fault]
    out = whole.with_name("run.jsonl")
    with pytest.MonkeyPatch.context() as injected:
        spoil(injected, name, method)
        done = ucrl_lp(*RUN, "--out", out)
    assert done.status == 3 and "Traceback" not in done.err
    saved, again = out.with_name(f"run.jsonl.epoch-{WHEN}.mps"), out.with_name("again.mps")
    assert f"in epoch {WHEN}; the LP is saved in {saved}" in done.err and told in done.err
    lp_of_epoch(whole).write_to_mps_file(str(again))
    assert saved.read_bytes() == again.read_bytes()
    resume_run(out)
    assert out.read_bytes() == whole.read_bytes()


def lp_of_epoch(trace: Path) -> Any:
    """LP1 of epoch WHEN, from the counts that the trace records."""
    header, *records = read(trace)
    assert isinstance(header, Header)
    (epoch,) = (r for r in records if isinstance(r, EpochRecord) and r.i == WHEN)
    N, N3, eps, r_hat = (
        tuple(np.array(table, dtype=float) for table in epoch.tables[name])
        for name in ("N", "N3", "eps", "r_hat")
    )
    rows = lp1_sparse_rows.lp1_rows(header.layers, header.A, empirical_transition(N, N3), eps)
    return lp1_sparse_rows.glop_model(lp1_sparse_rows.objective(header.layers, r_hat), rows)


@pytest.mark.parametrize("status", BAD)
@pytest.mark.parametrize("times", range(1, STARTS))
def test_another_start_heals(
    status: str, times: int, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, ucrl_lp: Command
) -> None:
    """GLOP ends badly once, twice, three times; asked again with other parameters it finds an
    optimum, whatever it said."""
    spoil(monkeypatch, "status", ends_with(status), times=times)
    assert ucrl_lp(*RUN, "--out", tmp_path / "run.jsonl").status == 0
    assert check_trace(tmp_path / "run.jsonl").verdict == "conforms"


def test_what_no_start_heals_names_them(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, ucrl_lp: Command
) -> None:
    spoil(monkeypatch, "status", ends_with("UNBOUNDED"))
    said = ucrl_lp(*RUN, "--out", tmp_path / "run.jsonl").err
    assert all(
        f"{parameters or 'default parameters'} (UNBOUNDED)" in said for parameters in RETRIES
    )


def test_an_lp_of_intervals_that_glop_calls_unbounded() -> None:
    """Epoch 72 of tight-chain:k=3,L=6,T=10000000000 with intervals, as it was saved: GLOP without
    scaling says UNBOUNDED of an LP whose variables sum to L."""
    model = GLOP.ModelBuilderHelper()
    assert model.import_from_mps_file(str(ROOT / "tests" / "data" / "interval_lp_unbounded.mps"))
    with pytest.raises(SolverError, match="UNBOUNDED"):
        glop.maximise(model)
    solver = Glop((1, 3, 3, 3, 3, 3, 1), 2, readings.to_play({"radii": "bernstein"}))
    assert solver._maximise(model)[1] == pytest.approx(0.00652774683956, abs=1e-12)


def test_other_readings_save_what_the_solver_had(tmp_path: Path) -> None:
    """There LP1 is another LP than the printed one; a trial has no trace to save it beside."""
    out = tmp_path / "run.jsonl"
    trial = parse("tiny~ucrl-lp~T=30~delta=0.1~bernoulli~seed=2")
    for fails, beside in (
        (lambda: run(make("tiny").mdp, 30, choices={"lp-form": "reduced"}, out=out), out),
        (lambda: run_trial(trial), None),
    ):
        with pytest.MonkeyPatch.context() as injected:
            spoil(injected, "status", ends_with("ABNORMAL"), epoch=2)
            with pytest.raises(SolverError, match="in epoch 2") as failed:
                fails()
        saved = failed.value.lp_file or ""
        assert beside is None or saved == f"{beside}.epoch-2.mps"
        assert "ENDATA" in Path(saved).read_text()
        Path(saved).unlink()


# The check itself


@pytest.mark.parametrize("seed", range(0, 60, 7))
def test_the_check_accepts_optima_and_nothing_near_them(seed: int) -> None:
    d = random_lp1(seed)
    given = d.P_bar, d.eps, d.r_hat
    q, _ = lp1.solve_lp1(d.layers, d.A, *given)
    assert defects(*given, q) == ""
    for h in range(len(q)):
        for by in (1e-6, -1e-6):
            other = tuple(q_k.copy() for q_k in q)
            other[h].flat[int(np.argmax(q[h]))] += by
            assert "normalisation of eq. (4)" in defects(*given, other)


def test_each_condition_is_checked_alone() -> None:
    """Faults that leave everything else in order."""
    P_bar = (np.array([[[0.5, 0.5], [0.5, 0.5]]]), np.array([[[1.0]], [[1.0]]]))
    eps = (np.full((1, 2), 0.2), np.zeros((2, 1)))
    r_hat = (np.array([[0.0, 0.5]]), np.zeros((2, 1)))
    good = (np.array([[[0.0, 0.0], [0.5, 0.5]]]), np.array([[[0.5]], [[0.5]]]))

    def missed(q: Tables) -> str:
        return defects(P_bar, eps, r_hat, q)

    assert missed(good) == ""
    worse = (good[0][:, ::-1].copy(), good[1])  # the other action, feasible
    assert missed(worse) == "the optimum by 0.5"
    leaking = (good[0], np.array([[[0.4]], [[0.6]]]))
    assert missed(leaking) == "flow of eq. (4) by 0.1"
    outside = (np.array([[[0.0, 0.0], [0.75, 0.25]]]), np.array([[[0.75]], [[0.25]]]))
    assert missed(outside) == "the radius of eq. (13) by 0.3"
    below = (np.array([[[0.0, 0.0], [0.5, 0.5]]]), np.array([[[0.5]], [[0.5]]]))
    below[0][0, 0] = [-1e-3, 1e-3]
    assert "q >= 0 by 0.001" in missed(below)
