"""Sec. IV-A: what holds for all counts. Eq. (10)-(17) in figures: test_on_vectors.py."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reference import confidence
from reference.environments.hypothesis_strategies import counts, layered_mdps
from reference.mdp import LayeredMDP


@given(T=st.integers(1, 10**12), delta=st.floats(1e-250, 1, exclude_max=True))
def test_the_logarithm_is_the_quotients_where_a_double_holds_it(T: int, delta: float) -> None:
    """To the last bit: what was computed before is computed still."""
    for base, log in confidence.LOG.items():
        assert confidence.log_term(T, 52, 5, delta, base) == log(T * 52 * 5 / delta)


def test_the_logarithm_of_a_horizon_beyond_the_doubles() -> None:
    terms = [confidence.log_term(10**400, 7, 2, 0.1, base) for base in confidence.LOG]
    expected = (400 + math.log10(140)) * np.log([10, 10, 10]) / np.log([math.e, 2, 10])
    assert terms == pytest.approx(expected, rel=1e-14)


def test_the_confidence_set_names_the_first_row_outside() -> None:
    P = (np.array([[[0.5, 0.5]]]), np.array([[[1.0], [1.0]], [[1.0], [1.0]]]))
    P_bar = (np.array([[[0.75, 0.25]]]), P[1])
    zero = (np.zeros((1, 1)), np.zeros((2, 2)))
    # ||(.5, .5) - (.75, .25)||_1 = .5: on the boundary it is inside, eq. (12) has "<=".
    assert confidence.in_confidence_set(P, P_bar, (zero[0] + 0.5, zero[1])) is None
    assert confidence.in_confidence_set(P, P_bar, (zero[0] + 0.499, zero[1])) == (0, 0, 0)
    moved = (P_bar[0], np.array([[[1.0], [1.0]], [[1.0], [0.5]]]))
    assert confidence.in_confidence_set(P, moved, (zero[0] + 0.5, zero[1])) == (1, 1, 1)
    unknown = (P[0], np.array([[[1.0], [1.0]], [[np.nan], [1.0]]]))
    assert confidence.in_confidence_set(P, unknown, zero) == (1, 1, 0)


@settings(max_examples=60)
@given(st.data(), layered_mdps(exact=False), st.floats(0.001, 0.999))
def test_what_holds_for_all_counts(data: st.DataObject, mdp: LayeredMDP, delta: float) -> None:
    seen = data.draw(counts(mdp))
    Lam = confidence.log_term(max(1, seen.T), mdp.X, mdp.A, delta)
    P_bar = confidence.empirical_transition(seen.N, seen.N3)
    eps = confidence.transition_radius(seen.N, mdp.layers, Lam)
    b = confidence.reward_radius(seen.N, Lam)
    r_bar = confidence.mean_reward(seen.reward_sum, seen.N)
    r_hat, r_check = confidence.reward_ucb(r_bar, b), confidence.reward_lcb(r_bar, b)
    completed = confidence.visited_or_uniform(P_bar, seen.N)
    for h in range(mdp.L):
        visited = seen.N[h] > 0
        # A visited row is a distribution, an unvisited one is zero: outside Delta(X_{h+1}).
        assert np.allclose(P_bar[h].sum(axis=2), visited, atol=1e-15)
        assert np.allclose(completed[h].sum(axis=2), 1, atol=1e-15)
        assert (completed[h][visited] == P_bar[h][visited]).all()
        assert (completed[h][~visited] == 1 / mdp.layers[h + 1]).all()
        assert np.allclose(eps[h], np.sqrt(mdp.layers[h + 1]) * b[h], rtol=1e-14)
        assert (r_check[h] >= 0).all() and (r_check[h] <= r_bar[h]).all()
        assert (r_bar[h] <= r_hat[h]).all() and (r_hat[h] <= 1).all()
        assert (r_hat[h][~visited] == 1).all()  # b >= sqrt(2 ln 2) > 1
        assert (eps[h][~visited] >= 1).all()  # so the row of zeros allows the whole simplex
    # completed like this the empirical transitions are in their own confidence set, and so
    # is the truth wherever nothing was seen.
    assert confidence.in_confidence_set(completed, P_bar, eps) is None
    truth = tuple(
        np.where(N_h[:, :, None] > 0, P_bar_h, P_h)
        for N_h, P_bar_h, P_h in zip(seen.N, P_bar, mdp.P, strict=True)
    )
    assert confidence.in_confidence_set(truth, P_bar, eps) is None
