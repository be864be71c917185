"""LP1's sparse rows, which a run uses, are those of the page, and its vertex to the last bit."""

from __future__ import annotations

import signal
import threading
from typing import Any

import numpy as np
import pytest

from reference import glop, lp1, lp1_sparse_rows
from reference.lp1 import printed_lp1, solve_lp1
from reference.support.errors import Interrupted, SolverError
from tests.algorithm.instances import PAPER_A, PAPER_LAYERS, LP1Data, lp1_data, random_lp1

SMALL = 980  # with the 20 of the paper's size: 1000
OF_THE_PAPERS_SIZE = 20


def of_the_papers_size(seed: int) -> LP1Data:
    """Pairs never visited, few visits, many, or between."""
    sizes = [(150, 200), (0, 1, 3), (200, 10**6), (0, 50, 10**6)]
    random = np.random.default_rng([seed, 1])
    return lp1_data(random, PAPER_LAYERS, PAPER_A, sizes[seed % len(sizes)])


def both(d: LP1Data) -> tuple[Any, Any]:
    """LP1 of the page, and of the sparse rows, for GLOP."""
    page: Any = printed_lp1(d.layers, d.A, d.P_bar, d.eps, d.r_hat)
    rows = lp1_sparse_rows.lp1_rows(d.layers, d.A, d.P_bar, d.eps)
    goal = lp1_sparse_rows.objective(d.layers, d.r_hat)
    return page.helper, lp1_sparse_rows.glop_model(goal, rows)


def lp_of(model: Any) -> list[Any]:
    """Objective and bounds of every variable in order, then every row: a set of terms."""
    columns = [
        (
            model.var_lower_bound(k),
            model.var_upper_bound(k),
            model.var_objective_coefficient(k),
            model.var_is_integral(k),
        )
        for k in range(model.num_variables())
    ]
    rows = []
    for k in range(model.num_constraints()):
        of = model.constraint_var_indices(k), model.constraint_coefficients(k)
        terms = sorted(zip(*of, strict=True))
        assert len({column for column, _ in terms}) == len(terms)  # none is there twice
        bounds = model.constraint_lower_bound(k), model.constraint_upper_bound(k)
        rows.append((bounds, [(column, v) for column, v in terms if v]))
    return [model.maximize(), model.objective_offset(), columns, rows]


def agree(d: LP1Data) -> None:
    page, rows = both(d)
    assert lp_of(page) == lp_of(rows)
    q, value = glop.maximise(page)
    again, same = glop.maximise(rows)
    assert q.tobytes() == again.tobytes()
    assert value == same


@pytest.mark.parametrize("tens", range(0, SMALL // 10, 4))
def test_small_lps_are_the_same_with_the_same_vertex(tens: int) -> None:
    for seed in range(10 * tens, 10 * tens + 10):
        agree(random_lp1(seed))


@pytest.mark.parametrize("tens", [k for k in range(SMALL // 10) if k % 4])
def test_the_other_small_lps_are_the_same(tens: int) -> None:
    for seed in range(10 * tens, 10 * tens + 10):
        agree(random_lp1(seed))


@pytest.mark.parametrize("seed", range(2))
def test_lps_of_the_papers_size_are_the_same_with_the_same_vertex(seed: int) -> None:
    agree(of_the_papers_size(seed))


@pytest.mark.parametrize("seed", range(2, OF_THE_PAPERS_SIZE))
def test_more_lps_of_the_papers_size_are_the_same(seed: int) -> None:
    agree(of_the_papers_size(seed))


def test_some_lps_have_degenerate_vertices() -> None:
    """Where several vertices are optimal, equal bits say more than equal values."""
    several = 0
    for seed in range(60):
        d = random_lp1(seed)
        forward, _ = solve_lp1(d.layers, d.A, d.P_bar, d.eps, d.r_hat)
        page, _ = both(d)
        other, _ = glop.maximise(page, glop.GLOP_PARAMETERS["dual-simplex"])
        tables = zip(forward, glop.tables(d.layers, d.A, other), strict=True)
        several += any(abs(u - v).max() > 1e-6 for u, v in tables)
    assert several >= 10


@pytest.mark.parametrize("change", ["objective", "radius", "order"])
def test_a_row_or_a_goal_that_differs_is_noticed(
    monkeypatch: pytest.MonkeyPatch, change: str
) -> None:
    radius, objective = lp1_sparse_rows.radius, lp1_sparse_rows.objective
    stack = lp1_sparse_rows.stack
    faults: dict[str, tuple[str, Any]] = {
        "objective": ("objective", lambda *given: np.nextafter(objective(*given), 2)),
        "radius": (
            "radius",
            lambda layers, A, eps: radius(layers, A, tuple(np.nextafter(e, 2) for e in eps)),
        ),
        "order": ("stack", lambda families: stack(families[::-1])),
    }
    monkeypatch.setattr(lp1_sparse_rows, *faults[change])
    with pytest.raises(AssertionError):
        agree(random_lp1(10))


def test_the_page_says_what_the_solver_says() -> None:
    """A pair never visited whose radius is below 1 is unusable: nothing is left."""
    P_bar, eps, r_hat = (np.zeros((1, 1, 1)),), (np.full((1, 1), 0.5),), (np.ones((1, 1)),)
    with pytest.raises(SolverError) as failed:
        solve_lp1((1, 1), 1, P_bar, eps, r_hat)
    assert failed.value.status == "INFEASIBLE"


def test_the_page_ends_at_ctrl_c(monkeypatch: pytest.MonkeyPatch) -> None:
    """The signal reaches GLOP while it solves LP1 of the page, which would take longer."""
    layers, A = (1, 20, 20, 20, 20, 1), 5
    d = lp1_data(np.random.default_rng(0), layers, A, (150, 200))
    maximise = glop.maximise

    def with_signal(model: Any) -> Any:
        threading.Timer(0.1, signal.raise_signal, [signal.SIGINT]).start()
        return maximise(model)

    monkeypatch.setattr(lp1, "maximise", with_signal)
    before = signal.signal(signal.SIGINT, lambda *_: None)  # so that only GLOP's end is seen
    try:
        with pytest.raises(Interrupted):
            solve_lp1(d.layers, d.A, d.P_bar, d.eps, d.r_hat)
    finally:
        signal.signal(signal.SIGINT, before)
