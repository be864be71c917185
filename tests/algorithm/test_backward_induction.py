"""The optimistic values of LP1: the L1-ball inner maximum and the backward induction."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given, settings
from scipy.optimize import linprog

from reference.backward_induction import greedy_policy, inner_maximum, optimistic_values
from reference.environments.hypothesis_strategies import layered_mdps
from reference.mdp import Array, LayeredMDP
from reference.occupancy import optimal_policy

Inner = Callable[[Array, Array, Array], Array]


def by_linprog(P_bar: Array, eps: float, V: Array) -> float:
    """max p.V, p in the simplex, ||p - P_bar||_1 <= eps, as a linear programme in (p, d)."""
    n = len(V)
    I, zero = np.eye(n), np.zeros((1, n))
    found = linprog(
        np.concatenate([-V, np.zeros(n)]),
        A_ub=np.block([[I, -I], [-I, -I], [zero, np.ones((1, n))]]),
        b_ub=np.concatenate([P_bar, -P_bar, [eps]]),
        A_eq=np.concatenate([np.ones((1, n)), zero], axis=1),
        b_eq=[1.0],
    )
    return float(-found.fun) if found.status == 0 else -np.inf


def one(inner: Inner, P_bar: list[float], eps: float, V: list[float]) -> float:
    return float(inner(np.array([P_bar]), np.array([eps]), np.array(V))[0])


# P_bar, eps, V, max p.V by hand: eps/2 of mass goes to the best successor, from the worst ones.
BY_HAND = [
    ([0.5, 0.5], 0.0, [1.0, 0.0], 0.5),
    ([0.5, 0.5], 0.4, [1.0, 0.0], 0.7),
    ([0.5, 0.5], 0.4, [0.0, 1.0], 0.7),
    ([0.5, 0.5], 1.0, [1.0, 0.0], 1.0),
    ([0.5, 0.5], 2.5, [1.0, 0.0], 1.0),
    ([0.0, 1.0], 0.5, [3.0, 1.0], 1.5),  # the best one was never seen
    ([1.0, 0.0], 0.5, [3.0, 1.0], 3.0),  # nothing to move
    ([0.2, 0.3, 0.5], 0.4, [0.0, 1.0, 2.0], 1.3 + 0.4),  # .2 from the worst, all it has
    ([0.2, 0.3, 0.5], 0.8, [0.0, 1.0, 2.0], 1.3 + 0.4 + 0.2),  # and .2 from the second
    ([0.2, 0.3, 0.5], 0.4, [1.0, 1.0, 1.0], 1.0),
    ([1.0], 0.3, [0.7], 0.7),  # X_{h+1} = 1
    ([0.0, 0.0], 2.0, [0.25, 0.75], 0.75),  # never visited: the whole simplex
    ([0.0, 0.0], 1.0, [0.25, 0.75], 0.75),  # ||p - 0||_1 = 1
    ([0.0, 0.0], 0.99, [0.25, 0.75], -np.inf),  # no p at all
    ([0.0], 5.0, [0.5], 0.5),
]


def wrong_cases(inner: Inner) -> int:
    with np.errstate(invalid="ignore"):
        found = [one(inner, P_bar, eps, V) for P_bar, eps, V, _ in BY_HAND]
    expected = [value for *_, value in BY_HAND]
    return int((~np.isclose(found, expected, rtol=0, atol=1e-15)).sum())


def test_the_inner_maximum_by_hand() -> None:
    assert wrong_cases(inner_maximum) == 0


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
def test_the_cases_by_hand_notice(fault: Inner) -> None:
    assert wrong_cases(fault) >= 2


@pytest.mark.parametrize("seed", range(60))
def test_the_inner_maximum_of_every_row_is_the_linear_programmes(seed: int) -> None:
    rng = np.random.default_rng(seed)
    n = int(rng.integers(1, 7))
    P_bar = rng.dirichlet(np.ones(n), size=(2, 2)) * (rng.random((2, 2, 1)) > 0.1)
    V = rng.integers(0, 4, size=n) / 3 if seed % 2 else rng.random(n)
    eps = rng.choice([0.0, 0.01, 0.3, 0.99, 1.0, 1.5, 2.0, 7.0], size=(2, 2))
    before = P_bar.tobytes(), eps.tobytes(), V.tobytes()
    found = inner_maximum(P_bar, eps, V)
    expected = [[by_linprog(P_bar[x, a], eps[x, a], V) for a in range(2)] for x in range(2)]
    assert found == pytest.approx(np.array(expected), abs=1e-9)
    assert (P_bar.tobytes(), eps.tobytes(), V.tobytes()) == before


@settings(max_examples=60)
@given(layered_mdps(exact=False))
def test_without_radii_it_is_the_optimal_value(mdp: LayeredMDP) -> None:
    """Certainty equivalence: P_bar = P, eps = 0, r_hat = r."""
    zero = tuple(np.zeros(r.shape) for r in mdp.r)
    found = optimistic_values(mdp.P, zero, mdp.r)
    best = optimal_policy(mdp)
    for V, V_star in zip(found.V, best.V, strict=True):
        assert np.allclose(V, V_star, rtol=0, atol=1e-9)
    assert [V.shape for V in found.V] == [(X_h,) for X_h in mdp.layers]
    assert [Q.shape for Q in found.Q] == [(X_h, mdp.A) for X_h in mdp.layers[:-1]]


def test_two_layers_by_hand() -> None:
    # Layer 1: V = (0.9, 0.4). x_0: a=0 keeps (0.5, 0.5) with eps 0.4: 0.7*0.9 + 0.3*0.4 = 0.75;
    # a=1 was never tried: reward 1 and the best successor.
    P_bar = (np.array([[[0.5, 0.5], [0.0, 0.0]]]), np.ones((2, 2, 1)))
    eps = (np.array([[0.4, 5.0]]), np.zeros((2, 2)))
    r_hat = (np.array([[0.25, 1.0]]), np.array([[0.9, 0.3], [0.4, 0.1]]))
    found = optimistic_values(P_bar, eps, r_hat)
    assert found.V[2].tolist() == [0.0]
    assert found.V[1].tolist() == [0.9, 0.4]
    assert found.Q[1].tolist() == r_hat[1].tolist()
    assert np.allclose(found.Q[0], [[1.0, 1.9]], rtol=0, atol=1e-15)
    assert found.V[0].tolist() == [1.9]


def test_a_state_that_no_transition_may_leave_is_never_entered() -> None:
    """R-10: with radii below 1 at unvisited pairs a state can be a dead end, value -inf."""
    P_bar = (np.array([[[0.5, 0.5], [1.0, 0.0]]]), np.array([[[1.0]], [[0.0]]]).repeat(2, axis=1))
    eps = (np.array([[1.0, 0.0]]), np.full((2, 2), 0.5))
    r_hat = (np.zeros((1, 2)), np.full((2, 2), 0.75))
    found = optimistic_values(P_bar, eps, r_hat)
    assert found.V[1].tolist() == [0.75, -np.inf]
    # a=0 may move its half away from the dead end (eps/2 = 1/2); a=1 never goes there.
    assert found.Q[0].tolist() == [[0.75, 0.75]]
    stuck = optimistic_values(P_bar, (np.array([[0.9, 0.0]]), eps[1]), r_hat)
    assert stuck.Q[0].tolist() == [[-np.inf, 0.75]]


def test_the_greedy_policy_takes_the_first_of_the_best() -> None:
    pi = greedy_policy((np.array([[1.0, 2.0, 2.0], [3.0, 0.0, 3.0]]), np.array([[-np.inf, -1.0]])))
    assert pi[0].tolist() == [[0, 1, 0], [1, 0, 0]]
    assert pi[1].tolist() == [[0, 1]]
