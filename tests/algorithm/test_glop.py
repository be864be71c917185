"""LP1's solver in a run: the LP that readings choose, its epochs and times, and its failures."""

from __future__ import annotations

import tempfile
import time
from functools import partial
from pathlib import Path
from unittest.mock import Mock

import numpy as np
import pytest

from reference import glop as solver
from reference import lp1_sparse_rows
from reference.glop import GLOP_PARAMETERS
from reference.mdp import Tables
from reference.readings import choose
from reference.running.solver import FORMS, Glop
from reference.support.errors import MALFORMED, SolverError
from tests.algorithm.instances import PAPER_A, PAPER_LAYERS, lp1_data

SMALLEST: tuple[Tables, Tables, Tables] = (
    (np.ones((1, 1, 1)),), (np.ones((1, 1)),), (np.ones((1, 1)),),
)  # fmt: skip


def glop(**choices: str) -> Glop:
    named = {key.replace("_", "-") if key != "x_L" else key: c for key, c in choices.items()}
    return Glop((1, 1), 1, choose(named))


@pytest.fixture
def saved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder that LPs are saved in for a bug report."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    return tmp_path


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("parameters", GLOP_PARAMETERS)
def test_lp1_as_printed_is_unbounded_at_x_L(saved: Path, form: str, parameters: str) -> None:
    """R-2: with the columns q(x_L,.,.), which are in no constraint, there is no optimum."""
    assert glop(lp_form=form, glop=parameters)(*SMALLEST)[1] == 1
    with pytest.raises(SolverError) as failed:
        glop(lp_form=form, glop=parameters, x_L="printed")(*SMALLEST)
    assert failed.value.status in ("INFEASIBLE", "ABNORMAL", "UNBOUNDED")
    assert failed.value.exit_status == MALFORMED
    assert [str(file) for file in saved.iterdir()] == [failed.value.lp_file]
    assert failed.value.lp_file is not None
    mps = Path(failed.value.lp_file).read_text("ascii")
    assert "OBJSENSE\n  MAX" in mps
    assert mps.rstrip().endswith("ENDATA")
    # q, dev, and q(x_L, a, x') for the two states x': the last two are in no row.
    columns = mps[mps.index("COLUMNS") : mps.index("RHS\n")]
    assert [line.split() for line in columns.splitlines() if "V2" in line or "V3" in line] == [
        ["V2", "COST", "1"],
        ["V3", "COST", "1"],
    ]
    assert failed.value.lp_file in str(failed.value)
    assert f"status {failed.value.status}, expected OPTIMAL, in epoch 2" in str(failed.value)


@pytest.mark.parametrize("place", [None, "run.jsonl", "nowhere/run.jsonl"])
def test_the_lp_of_a_failure_is_a_new_file_of_its_own(saved: Path, place: str | None) -> None:
    """Beside the trace; in the temporary directory without one, or if the disk refuses it."""
    out = None if place is None else saved / place
    names: set[str] = set()
    for _ in range(2):
        failing = Glop((1, 1), 1, choose({"x_L": "printed"}), out)
        failing.epoch += len(names)
        with pytest.raises(SolverError) as failed:
            failing(*SMALLEST)
        names.add(str(failed.value.lp_file))
        assert f"in epoch {1 + len(names)}" in str(failed.value)
    assert names == {str(file) for file in saved.iterdir()}
    if place == "run.jsonl":
        assert names == {f"{out}.epoch-2.mps", f"{out}.epoch-3.mps"}
    else:
        assert len(names) == 2
        assert all(Path(name).name.startswith("ucrl-lp-") for name in names)


def test_no_time_left_is_an_error_with_its_status(
    saved: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = lp1_data(np.random.default_rng(0), PAPER_LAYERS, PAPER_A, (150, 200))
    monkeypatch.setattr(solver, "maximise", partial(solver.maximise, time_limit=0.0))
    with pytest.raises(SolverError) as failed:
        Glop(data.layers, data.A, choose())(data.P_bar, data.eps, data.r_hat)
    assert failed.value.status == "NOT_SOLVED"
    assert "Constraints      : 4511" in Path(str(failed.value.lp_file)).read_text("ascii")


def test_recorded_answers_are_not_solved_again_and_times_are_those_of_the_last_epoch() -> None:
    recorded = (np.full((1, 1, 1), 1.0),), 1.0
    solve = Glop((1, 1), 1, choose(), recorded={3: recorded})
    assert (solve.build_seconds, solve.solve_seconds) == (0.0, 0.0)
    started = time.perf_counter()
    assert solve(*SMALLEST)[1] == 1.0
    whole = time.perf_counter() - started
    assert solve.build_seconds > 0 and solve.solve_seconds > 0
    assert solve.build_seconds + solve.solve_seconds <= whole
    assert solve(*SMALLEST)[0] is recorded[0]  # and it solves LP1
    assert (solve.build_seconds, solve.solve_seconds) == (0.0, 0.0)
    assert solve(*SMALLEST)[1] == 1.0


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("parameters", GLOP_PARAMETERS)
def test_the_readings_reach_the_solver(
    monkeypatch: pytest.MonkeyPatch, form: str, parameters: str
) -> None:
    """R-5, R-7: rows and parameters are those of the reading."""
    build, maximise = Mock(wraps=lp1_sparse_rows.glop_model), Mock(wraps=solver.maximise)
    monkeypatch.setattr(lp1_sparse_rows, "glop_model", build)
    monkeypatch.setattr(solver, "maximise", maximise)
    glop(lp_form=form, glop=parameters)(*SMALLEST)
    assert len(build.call_args.args[1].lower) == {"printed": 4, "reduced": 3}[form]
    assert maximise.call_args.args[1] == GLOP_PARAMETERS[parameters]
