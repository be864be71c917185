"""Sec. IV-B: LP1 as printed and reduced. Its rows, its value, its solution."""

from __future__ import annotations

import tracemalloc
from collections import Counter
from functools import cache
from itertools import pairwise, product
from typing import Any

import numpy as np
import pytest
from scipy import sparse

from reference import glop, lp1_sparse_rows
from reference.backward_induction import optimistic_values
from reference.glop import GLOP_PARAMETERS
from reference.lp1 import solve_lp1
from reference.lp1_sparse_rows import Rows, lp1_rows
from reference.mdp import Tables
from reference.occupancy import inner
from reference.readings import BY_KEY
from reference.running.solver import FORMS, reduced_lp1, without_ghosts
from reference.support.errors import SolverError
from tests.algorithm.instances import (
    PAPER_A,
    PAPER_LAYERS,
    LP1Data,
    infeasibility,
    lp1_data,
    random_lp1,
)
from tests.planted.faulty_lp import dense, printed_rows

INSTANCES = 312
WAYS = list(product(FORMS, GLOP_PARAMETERS))


Solution = tuple[Tables, float]


def solved(data: LP1Data, form: str = "printed", parameters: str = "unscaled") -> Solution:
    """q and the value, in a form of LP1 and with parameters of GLOP."""
    rows = FORMS[form](data.layers, data.A, data.P_bar, data.eps)
    model = lp1_sparse_rows.glop_model(lp1_sparse_rows.objective(data.layers, data.r_hat), rows)
    values, value = glop.maximise(model, GLOP_PARAMETERS[parameters])
    return glop.tables(data.layers, data.A, values), value


@cache
def by_default(seed: int) -> Solution:
    """The default readings' solution of the instance `seed`."""
    d = random_lp1(seed)
    return solve_lp1(d.layers, d.A, d.P_bar, d.eps, d.r_hat)


def matrix_of(rows: Rows) -> Any:
    """The rows on q, then dev."""
    return sparse.hstack([rows.on_q, rows.on_dev]).toarray()


def optimum(data: LP1Data) -> float:
    return float(optimistic_values(data.P_bar, data.eps, data.r_hat).V[0][0])


def test_the_instances_cover_the_cases_that_are_special() -> None:
    special: Counter[str] = Counter()
    for d in map(random_lp1, range(INSTANCES)):
        special["unvisited"] += any((N == 0).any() for N in d.N)
        special["saturated"] += any((e >= 2).any() for e in d.eps)
        special["narrow"] += any((e < 0.02).any() for e in d.eps)
        special["one state"] += any(X_h == 1 for X_h in d.layers[1:-1])
        special["one action"] += d.A == 1
        special["one step"] += len(d.layers) == 2
        special["informative"] += optimum(d) < len(d.layers) - 1 - 1e-6
    assert len(special) == 7 and min(special.values()) >= 40, special


@pytest.mark.parametrize(("form", "parameters"), WAYS)
def test_the_value_is_the_optimistic_value_and_q_hat_is_feasible(
    form: str, parameters: str
) -> None:
    """Lemma 1: LP1's optimum is backward induction's, on every instance, in every other way on each
    third."""
    default = (form, parameters) == (BY_KEY["lp-form"].default, BY_KEY["glop"].default)
    for seed in range(0, INSTANCES, 1 if default else 3):
        data = random_lp1(seed)
        q, value = by_default(seed) if default else solved(data, form, parameters)
        assert value == pytest.approx(optimum(data), abs=1e-9), seed
        assert inner(q, data.r_hat) == pytest.approx(value, abs=1e-9), seed
        assert infeasibility(data, q) <= 1e-9, seed
        kept = without_ghosts(q)
        assert all(((q_h == 0) | (q_h >= 1e-9)).all() for q_h in kept), seed
        assert infeasibility(data, kept) <= 2e-8, seed


@pytest.mark.parametrize("seed", range(24))
def test_the_rows_are_the_printed_ones_in_the_printed_order(seed: int) -> None:
    data = random_lp1(seed)
    rows = lp1_rows(data.layers, data.A, data.P_bar, data.eps)
    _, _, entries, lower, upper = zip(
        *printed_rows(data.layers, data.A, data.P_bar, data.eps), strict=True
    )
    matrix = dense(entries, 2 * sum(P.size for P in data.P_bar))
    assert matrix_of(rows).shape == matrix.shape
    assert (matrix_of(rows) == matrix).all()
    assert (rows.lower == lower).all()
    assert (rows.upper == upper).all()


def test_the_reduced_rows_are_a_choice_of_the_printed_ones() -> None:
    """R-7: without the second family and the normalisation after h = 0, at half of the radius; a
    pair never visited with eps >= 1, and no other, is uniform with radius 2 (1 after halving)."""
    layers, A = (1, 10, 2, 1), 2
    rng = np.random.default_rng(3)
    P_bar = [rng.dirichlet(np.ones(Y), (X_h, A)) for X_h, Y in pairwise(layers)]
    eps = [rng.uniform(0.2, 3.0, (X_h, A)) for X_h, _ in pairwise(layers)]
    for h, x, a, radius in ((0, 0, 1, 1.5), (1, 3, 0, 1.0), (1, 4, 1, 0.875), (2, 1, 0, 4.0)):
        P_bar[h][x, a], eps[h][x, a] = 0.0, radius
    rows = reduced_lp1(layers, A, tuple(P_bar), tuple(eps))
    for h, x, a in ((0, 0, 1), (1, 3, 0), (2, 1, 0)):
        P_bar[h][x, a], eps[h][x, a] = 1.0 / layers[h + 1], 2.0
    printed = lp1_rows(layers, A, tuple(P_bar), tuple(e / 2 for e in eps))
    L, flows, triples = 3, 12, A * (10 + 20 + 2)
    kept = [0, *range(L, L + flows + triples), *range(L + flows + 2 * triples, len(printed.lower))]
    assert (matrix_of(rows) == matrix_of(printed)[kept]).all()
    assert (rows.lower == printed.lower[kept]).all()
    assert (rows.upper == printed.upper[kept]).all()


@pytest.mark.parametrize("radius", [0.875, 1.0, 1.5, 2.5])
def test_a_pair_never_visited_is_free_or_unusable_in_both_forms(radius: float) -> None:
    """The best of ten successors is worth 1, and only the unvisited action may lead there."""
    P_bar = (np.zeros((1, 2, 10)), np.ones((10, 2, 1)))
    P_bar[0][0, 0, 0] = 1.0
    eps = (np.array([[0.0, radius]]), np.zeros((10, 2)))
    r_hat = (np.zeros((1, 2)), np.zeros((10, 2)))
    r_hat[1][0], r_hat[1][9] = 0.5, 1.0
    both = LP1Data((1, 10, 1), 2, P_bar, eps, r_hat, ())
    only = [tuple(table[:, 1:] for table in tables) for tables in (P_bar, eps, r_hat)]
    alone = LP1Data((1, 10, 1), 1, only[0], only[1], only[2], ())
    for form in FORMS:
        _, value = solved(both, form)
        assert value == pytest.approx(1.0 if radius >= 1 else 0.5, abs=1e-9), form
        if radius < 1:  # without a visited action nothing is left, which takes log10
            with pytest.raises(SolverError, match="status INFEASIBLE"):
                solved(alone, form)
        else:
            assert solved(alone, form)[1] == pytest.approx(1.0, abs=1e-9), form


def test_the_papers_size() -> None:
    data = lp1_data(np.random.default_rng(0), PAPER_LAYERS, PAPER_A, (150, 200))
    rows = lp1_rows(data.layers, data.A, data.P_bar, data.eps)
    # 6 normalisations, 50 flows, 2 * 2100 deviations, 255 radii; 2 * 2100 variables.
    assert matrix_of(rows).shape == (6 + 50 + 2 * 2100 + 255, 4200) == (4511, 4200)
    reduced = reduced_lp1(data.layers, data.A, data.P_bar, data.eps)
    assert matrix_of(reduced).shape == (1 + 50 + 2100 + 255, 4200)
    q, value = solved(data)
    assert value == pytest.approx(optimum(data), abs=1e-9)
    assert infeasibility(data, q) <= 1e-9


def test_the_vertex_is_the_same_every_time_and_depends_on_nothing_solved_before() -> None:
    """Cold start (R-5): solving other LPs in between changes no bit of q_hat."""
    data = random_lp1(10)
    first, value = solved(data)
    for seed in range(11, 20):
        solved(random_lp1(seed))
    again, same = solved(data)
    assert [q.tobytes() for q in again] == [q.tobytes() for q in first]
    assert same == value


def test_ghost_masses_and_negative_values_are_set_to_0() -> None:
    """R-6: a mass of 1e-17 would be a divisor in eq. (5)."""
    q: Tables = (
        np.array([[[0.5, 1e-17], [0.5, -1e-16]]]),
        np.array([[[0.25], [0.75]], [[9e-10], [1e-9]]]),
    )
    kept = without_ghosts(q)
    assert kept[0].tolist() == [[[0.5, 0.0], [0.5, 0.0]]]
    total = 0.25 + 0.75 + 1e-9
    assert kept[1].tolist() == [[[0.25 / total], [0.75 / total]], [[0.0], [1e-9 / total]]]
    assert q[0][0, 0, 1] == 1e-17  # nothing changed in place


def test_glop_leaves_ghost_masses_on_some_instance() -> None:
    """Why R-6 exists; if this fails, GLOP has changed and the reading's text must say so."""
    tiny = [
        float(q_h[(q_h > 0) & (q_h < 1e-9)].max())
        for seed in range(INSTANCES)
        for q_h in by_default(seed)[0]
        if ((q_h > 0) & (q_h < 1e-9)).any()
    ]
    assert tiny
    assert max(tiny) < 1e-11  # a gap of two decades to the threshold


def test_rows_of_pairs_never_visited_take_no_memory() -> None:
    """As wide as Taxi: sum_y q(x,a,y) repeated for every x' would have 175 million entries."""
    layers, A = (1, 300, 312, 1), 6
    P_bar_i = tuple(np.zeros((X_h, A, X_next)) for X_h, X_next in pairwise(layers))
    P_bar_i[1][7, 2, :2] = 0.25, 0.75
    before = A * layers[1] + (7 * A + 2) * layers[2]
    tracemalloc.start()
    rows = lp1_sparse_rows.deviation(layers, A, P_bar_i)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    below = rows[before : before + 2, before : before + layers[2]].toarray()
    expected = np.eye(2, layers[2]) - np.array([[0.25], [0.75]])
    assert np.array_equal(below, expected) and rows[:before].nnz == before
    assert rows.nnz == rows.shape[1] + 2 * (layers[2] - 1)
    assert peak < 200e6
