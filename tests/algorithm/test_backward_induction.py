"""The optimistic values of LP1: the L1-ball inner maximum and the backward induction."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import numpy as np
import pytest
from scipy.optimize import linprog

from reference.backward_induction import greedy_policy, inner_maximum, optimistic_values
from reference.mdp import Array

Inner = Callable[[Array, Array, Array], Array]


def by_linprog(P_bar: Array, eps: float, V: Array) -> float:
    """max p.V, p in the simplex, ||p - P_bar||_1 <= eps, as a linear programme in (p, d)."""
    n = len(V)
    I, zero = np.eye(n), np.zeros((1, n))
    optimum = linprog(
        np.concatenate([-V, np.zeros(n)]),
        A_ub=np.block([[I, -I], [-I, -I], [zero, np.ones((1, n))]]),
        b_ub=np.concatenate([P_bar, -P_bar, [eps]]),
        A_eq=np.concatenate([np.ones((1, n)), zero], axis=1),
        b_eq=[1.0],
    )
    return float(-optimum.fun) if optimum.status == 0 else -np.inf


@cache
def instance(seed: int) -> tuple[Array, Array, Array, Array]:
    """P_bar, eps and V, often with ties, rows of zeros and radii at the limits; the maxima."""
    rng = np.random.default_rng(seed)
    n = int(rng.integers(1, 7))
    P_bar = rng.dirichlet(np.ones(n), size=(2, 2)) * (rng.random((2, 2, 1)) > 0.1)
    V = rng.integers(0, 4, size=n) / 3 if seed % 2 else rng.random(n)
    eps = rng.choice([0.0, 0.01, 0.3, 0.99, 1.0, 1.5, 2.0, 7.0], size=(2, 2))
    expected = [[by_linprog(P_bar[x, a], eps[x, a], V) for a in range(2)] for x in range(2)]
    for table in (P_bar, eps, V):
        table.setflags(write=False)
    return P_bar, eps, V, np.array(expected)


def wrong(inner: Inner) -> int:
    """How many instances have a row with another maximum."""
    cases = map(instance, range(60))
    with np.errstate(invalid="ignore"):
        pairs = [(inner(P_bar, eps, V), expected) for P_bar, eps, V, expected in cases]
    return sum(not np.allclose(*both, rtol=0, atol=1e-9) for both in pairs)


def test_the_inner_maximum_of_every_row_is_the_linear_programmes() -> None:
    assert wrong(inner_maximum) == 0


def moves_all_of_eps(P_bar: Array, eps: Array, V: Array) -> Array:
    """The mass moved is eps instead of eps/2."""
    return inner_maximum(P_bar, np.where(P_bar.sum(axis=-1) > 0, 2 * eps, eps), V)


def takes_from_the_best(P_bar: Array, eps: Array, V: Array) -> Array:
    """Pessimistic: the inner minimum."""
    return -inner_maximum(P_bar, eps, -V)


def forgets_the_unvisited(P_bar: Array, eps: Array, V: Array) -> Array:
    """A row of zeros moved like any other."""
    value: Array = inner_maximum(P_bar, eps, V)
    moved = np.minimum(eps / 2, 1.0) * V.max()
    return np.where(P_bar.sum(axis=-1) == 0, moved, value)


def does_not_stop_at_1(P_bar: Array, eps: Array, V: Array) -> Array:
    """eps/2 is added to the best successor whatever it has."""
    order = np.argsort(-V)
    value: Array = P_bar @ V + eps / 2 * (V[order[0]] - V[order[-1]])
    return value


@pytest.mark.parametrize(
    "fault", [moves_all_of_eps, takes_from_the_best, forgets_the_unvisited, does_not_stop_at_1]
)
def test_a_faulty_inner_maximum_is_noticed(fault: Inner) -> None:
    assert wrong(fault) >= 2


def test_a_state_that_no_transition_may_leave_is_never_entered() -> None:
    """R-10: with radii below 1 at unvisited pairs a state can be a dead end, value -inf."""
    P_bar = (np.array([[[0.5, 0.5], [1.0, 0.0]]]), np.array([[[1.0]], [[0.0]]]).repeat(2, axis=1))
    eps = (np.array([[1.0, 0.0]]), np.full((2, 2), 0.5))
    r_hat = (np.zeros((1, 2)), np.full((2, 2), 0.75))
    values = optimistic_values(P_bar, eps, r_hat)
    assert values.V[1].tolist() == [0.75, -np.inf]
    # a=0 may move its half away from the dead end (eps/2 = 1/2); a=1 never goes there.
    assert values.Q[0].tolist() == [[0.75, 0.75]]
    stuck = optimistic_values(P_bar, (np.array([[0.9, 0.0]]), eps[1]), r_hat)
    assert stuck.Q[0].tolist() == [[-np.inf, 0.75]]


def test_the_greedy_policy_takes_the_first_of_the_best() -> None:
    pi = greedy_policy((np.array([[1.0, 2.0, 2.0], [3.0, 0.0, 3.0]]), np.array([[-np.inf, -1.0]])))
    assert pi[0].tolist() == [[0, 1, 0], [1, 0, 0]]
    assert pi[1].tolist() == [[0, 1]]
