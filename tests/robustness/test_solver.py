"""What the LP solver can do wrong: end badly, run out of time, or say OPTIMAL of what is not.

Every fault stops the run with its epoch and with the LP saved; the trace so far can be resumed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from proofs_check.conformance.batch import check_trace
from reference import lp1
from reference.__main__ import main
from reference.confidence import empirical_transition
from reference.experiments.trials import parse, run_trial
from reference.mdp import Tables
from reference.running.driver import run
from reference.running.lp1_check import defects
from reference.running.resume import resume_run
from reference.support.errors import SolverError
from reference.trace.reader import read
from reference.trace.records import EpochRecord, Header
from tests.algorithm.instances import random_lp1

GLOP: Any = vars(lp1)["glop"]
RUN = ["--env", "tiny", "--T", "60", "--seed", "2", "--quiet"]
WHEN = 4  # the epoch whose LP goes wrong


class Faulty:
    """GLOP, whose `after`-th answer is spoilt: its status, its values, or both. After ABNORMAL it
    is asked once more (R-5): `times` says whether that is spoilt, too."""

    def __init__(
        self,
        after: int,
        status: str = "",
        values: Callable[[Any], Any] = lambda v: v,
        times: int = 2,
    ) -> None:
        self.left, self.said, self.values = after, status, values
        self.times = times if status == "ABNORMAL" else 1

    @property
    def now(self) -> bool:
        return -self.times < self.left <= 0

    def solver(self, name: str) -> Any:
        real = GLOP.ModelSolverHelper
        fault = self

        class Spoilt(real):  # type: ignore[misc, valid-type]  # its base is Any
            def solve(self, model: Any) -> None:
                fault.left -= 1
                super().solve(model)

            def status(self) -> Any:
                if fault.now and fault.said:
                    return getattr(GLOP.SolveStatus, fault.said)
                return super().status()

            def variable_values(self) -> Any:
                found = np.array(super().variable_values())
                return fault.values(found) if fault.now else found

        return Spoilt(name)


def spoil(monkeypatch: pytest.MonkeyPatch, *arguments: Any, **options: Any) -> None:
    faulty = Faulty(*arguments, **options)

    class Module:
        ModelSolverHelper = staticmethod(faulty.solver)
        ModelBuilderHelper = GLOP.ModelBuilderHelper
        SolveStatus = GLOP.SolveStatus

    monkeypatch.setattr(lp1, "glop", Module)


@pytest.fixture
def whole(tmp_path: Path) -> Path:
    """The undisturbed run."""
    path = tmp_path / "whole.jsonl"
    assert main(["run", *RUN, "--out", str(path)]) == 0
    return path


def stopped(whole: Path, capsys: pytest.CaptureFixture[str], told: str) -> None:
    """The run stops in epoch WHEN with the LP beside the trace; undisturbed, it goes on."""
    out = whole.with_name("run.jsonl")
    assert main(["run", *RUN, "--out", str(out), "--force"]) == 3
    said = capsys.readouterr().err
    saved = out.with_name(f"run.jsonl.epoch-{WHEN}.mps")
    assert f"in epoch {WHEN}; the LP is saved in {saved}" in said and told in said
    assert "Traceback" not in said
    # It is the LP of that epoch, exactly.
    again = out.with_name("again.mps")
    lp_of_epoch(whole).write_to_mps_file(str(again))
    assert saved.read_bytes() == again.read_bytes()


def lp_of_epoch(trace: Path) -> Any:
    """LP1 of epoch WHEN, from the counts that the trace records."""
    header, *records = read(trace)
    assert isinstance(header, Header)
    (epoch,) = (r for r in records if isinstance(r, EpochRecord) and r.i == WHEN)
    known = {
        name: tuple(
            np.array([[float(v) for v in row] for row in table]) for table in epoch.tables[name]
        )
        for name in ("N", "eps", "r_hat")
    }
    N3 = tuple(np.array(table) for table in epoch.tables["N3"])
    rows = lp1.printed_lp1(
        header.layers, header.A, empirical_transition(known["N"], N3), known["eps"]
    )
    return lp1.glop_model(lp1.objective(header.layers, known["r_hat"]), rows)


def healed(whole: Path) -> None:
    out = whole.with_name("run.jsonl")
    resume_run(out)
    assert out.read_bytes() == whole.read_bytes()


@pytest.mark.parametrize(
    "status", ["ABNORMAL", "FEASIBLE", "INFEASIBLE", "UNBOUNDED", "NOT_SOLVED", "MODEL_INVALID"]
)
def test_a_bad_end_stops_the_run(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    whole: Path,
    status: str,
) -> None:
    """An imprecise GLOP answers ABNORMAL, one out of time FEASIBLE or NOT_SOLVED."""
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    with monkeypatch.context() as injected:
        spoil(injected, WHEN - 1, status)
        stopped(whole, capsys, f"solver status {status}, expected OPTIMAL, in epoch")
    healed(whole)


def test_a_second_start_heals_what_is_abnormal(
    monkeypatch: pytest.MonkeyPatch, whole: Path
) -> None:
    """GLOP once ends with ABNORMAL; asked again with scaling it finds an optimum."""
    out = whole.with_name("run.jsonl")
    with monkeypatch.context() as injected:
        spoil(injected, WHEN - 1, "ABNORMAL", times=1)
        assert main(["run", *RUN, "--out", str(out)]) == 0
    assert check_trace(out).verdict == "conforms"


def test_no_time_stops_the_run(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], whole: Path
) -> None:
    """A real time-out, not a status that is made up."""
    maximise, left = lp1.maximise, [WHEN - 1]

    def hurried(model: Any, parameters: str, time_limit: None) -> Any:
        left[0] -= 1
        return maximise(model, parameters, time_limit if left[0] else 0.0)

    with monkeypatch.context() as injected:
        injected.setattr(lp1, "maximise", hurried)
        stopped(whole, capsys, "solver status NOT_SOLVED, expected OPTIMAL, in epoch")
    healed(whole)


def perturbed(v: Any) -> Any:
    v[0] += 1e-4
    return v


def scaled(v: Any) -> Any:
    return v * (1 + 1e-6)


def negative(v: Any) -> Any:
    k = int(np.argmin(v))
    v[k] -= 1e-3
    return v


def swapped(v: Any) -> Any:
    return v[::-1].copy()


def nothing(v: Any) -> Any:
    return 0 * v


def not_numbers(v: Any) -> Any:
    v[0] = np.nan
    return v


@pytest.mark.parametrize(
    "wrong", [perturbed, scaled, negative, swapped, nothing, not_numbers], ids=lambda f: f.__name__
)
def test_a_wrong_solution_is_noticed(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    whole: Path,
    wrong: Callable[[Any], Any],
) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    with monkeypatch.context() as injected:
        spoil(injected, WHEN - 1, values=wrong)
        stopped(whole, capsys, "solver status OPTIMAL, but its solution misses ")
    healed(whole)


def test_other_readings_save_what_the_solver_had(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """There LP1 is another LP than the printed one."""
    from reference.environments import make

    spoil(monkeypatch, 1, "ABNORMAL")
    choices, out = {"lp-form": "reduced"}, tmp_path / "run.jsonl"
    with pytest.raises(SolverError) as failed:
        run(make("tiny").mdp, 30, choices=choices, out=out)
    assert failed.value.lp_file == f"{out}.epoch-2.mps"
    assert "ENDATA" in Path(failed.value.lp_file).read_text()
    spoil(monkeypatch, 1, "ABNORMAL")
    with pytest.raises(SolverError, match="in epoch 2") as failed:  # no trace to save it beside
        run_trial(parse("tiny~ucrl-lp~T=30~delta=0.1~bernoulli~seed=2"))
    assert failed.value.lp_file is not None
    Path(failed.value.lp_file).unlink()


# The check itself


def optimal(seed: int) -> tuple[Tables, Tables, Tables, Tables]:
    d = random_lp1(seed)
    return d.P_bar, d.eps, d.r_hat, lp1.solve_lp1(d.layers, d.A, d.P_bar, d.eps, d.r_hat)[0]


@pytest.mark.parametrize("seed", range(0, 60, 7))
def test_the_check_accepts_optima_and_nothing_near_them(seed: int) -> None:
    P_bar, eps, r_hat, q = optimal(seed)
    assert defects(P_bar, eps, r_hat, q) == ""
    for h in range(len(q)):
        for by in (1e-6, -1e-6):
            other = tuple(q_k.copy() for q_k in q)
            other[h].flat[int(np.argmax(q[h]))] += by
            assert "normalisation of eq. (4)" in defects(P_bar, eps, r_hat, other)


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
