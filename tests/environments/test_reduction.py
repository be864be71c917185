"""Remark 1, exactly: values of policies and the optimal value survive the reduction to layers."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reference.environments.hypothesis_strategies import rows
from reference.environments.reduction import Reduction, to_layered
from reference.mdp import Array, Tables
from reference.occupancy import value
from tests.environments.tables import best
from tests.refused import refused

F = Fraction

property_of = settings(max_examples=80)


def original_value(P: Array, r: Array, H: int, start: Any, policy: Array | None) -> Fraction:
    """V of a time-dependent policy (None: the best) in the original, without layers.

    Independent of the reduction: a recursion over (step, state) on the original tables.
    """
    S, A = r.shape[-2:]
    P, r = np.broadcast_to(P, (H, S, A, S)), np.broadcast_to(r, (H, S, A))
    later = [F(0)] * S
    for h in reversed(range(H)):
        Q = [[r[h, s, a] + F(P[h, s, a] @ later) for a in range(A)] for s in range(S)]
        later = [max(Q_s) if policy is None else policy[h, s] @ Q_s for s, Q_s in enumerate(Q)]
    expectation: Fraction = later[start] if isinstance(start, int) else np.array(start) @ later
    return expectation


def lift(reduction: Reduction, policy: Array) -> Tables:
    """pi[h] (X_h, A) of an original policy (H, S, A): it plays in a copy of s what the original
    plays in s; in the dummy x_0, where nothing is decided, it is uniform."""
    A, first = reduction.mdp.A, int(reduction.states[0] == (None,))
    dummy = [np.array([[F(1, A)] * A], dtype=object)] * first
    copies = [
        policy[h, [s for s in layer if s is not None]]
        for h, layer in enumerate(reduction.states[first:-1])
    ]
    return (*dummy, *copies)


def exact_rows(draw: st.DrawFn, *shape: int) -> Array:
    table = np.empty(shape, dtype=object)
    for index in np.ndindex(*shape[:-1]):
        table[index] = draw(rows(shape[-1], exact=True))
    return table


@st.composite
def problems(draw: st.DrawFn) -> tuple[Array, Array, int, Any, Array]:
    """P, r, H, start and a time-dependent policy, all rational; P and r may vary with time."""
    S, A, H = draw(st.integers(1, 4)), draw(st.integers(1, 3)), draw(st.integers(1, 4))
    P = exact_rows(draw, *([H] if draw(st.booleans()) else []), S, A, S)
    shape = (*([H] if draw(st.booleans()) else []), S, A)
    r = np.empty(shape, dtype=object)
    r.ravel()[:] = [F(draw(st.integers(0, 12)), 12) for _ in range(r.size)]
    fixed = draw(st.booleans())
    start = draw(st.integers(0, S - 1)) if fixed else draw(rows(S, exact=True))
    return P, r, H, start, exact_rows(draw, H, S, A)


@property_of
@given(problems())
def test_values_are_preserved_as_rationals_and_only_reachable_copies_are_kept(
    problem: tuple[Array, Array, int, Any, Array],
) -> None:
    P, r, H, start, policy = problem
    reduction = to_layered(P, r, H, start)
    mdp = reduction.mdp
    assert mdp.exact
    assert mdp.L - (not isinstance(start, int)) == H
    assert value(mdp, lift(reduction, policy)) == original_value(P, r, H, start, policy)
    assert best(mdp) == original_value(P, r, H, start, None)
    assert all((P_h != 0).any(axis=(0, 1)).all() for P_h in mdp.P)
    assert all(len(set(layer)) == len(layer) for layer in reduction.states)


def everywhere(S: int, A: int) -> tuple[Array, Array]:
    """A stationary MDP in which every state reaches every state."""
    rng = np.random.default_rng(0)
    P = np.empty((S, A, S), dtype=object)
    for index in np.ndindex(S, A):
        weights = rng.integers(1, 9, size=S)
        P[index] = [F(int(w), int(weights.sum())) for w in weights]
    r = np.full((S, A), F(1, 2), dtype=object)
    return P, r


@pytest.mark.parametrize(("S", "L"), [(1, 1), (3, 1), (3, 2), (4, 6), (7, 3)])
def test_number_of_states(S: int, L: int) -> None:
    """X = (L-1)S + 2 from a fixed start, LS + 2 from a random one, where all is reachable."""
    P, r = everywhere(S, 2)
    fixed = to_layered(P, r, L, 0).mdp
    assert (fixed.L, fixed.X) == (L, (L - 1) * S + 2)
    random = to_layered(P, r, L, [F(1, S)] * S).mdp
    assert (random.L, random.X) == (L + 1, L * S + 2)


def test_two_states_by_hand() -> None:
    """Start in 0; action 0 stays, action 1 moves to 1 with 1/3. Reward 1 in state 1, else 0."""
    P = [[[1, 0], [F(2, 3), F(1, 3)]], [[0, 1], [0, 1]]]
    r = [[0, 0], [1, 1]]
    reduction = to_layered(P, r, 3, 0)
    assert reduction.mdp.layers == (1, 2, 2, 1)
    assert reduction.states == ((0,), (0, 1), (0, 1), (None,))
    # 1/3 pays twice, 2/9 once.
    assert best(reduction.mdp) == F(8, 9)
    late = to_layered(P, r, 3, [0, 1])
    assert late.states == ((None,), (1,), (1,), (1,), (None,))
    assert late.mdp.r[0].tolist() == [[0, 0]]
    assert best(late.mdp) == 3
    stay, move = [[[1, 0]], [[0, 1]]], [[[0, 1]], [[0, 1]]]
    varying = to_layered([stay, move, stay], [[0], [1]], 3, 0)  # it moves in the second step
    assert varying.states == ((0,), (0,), (1,), (None,))
    assert best(varying.mdp) == 1


def test_floats_stay_floats_and_ghosts_are_not_reached() -> None:
    P = np.array([[[0.5, 0.5, 0.0]], [[0.25, 0.75, 0.0]], [[0.0, 0.0, 1.0]]])
    reduction = to_layered(P, np.full((3, 1), 0.5), 4, 0)
    assert not reduction.mdp.exact
    assert reduction.mdp.layers == (1, 2, 2, 2, 1)


def test_a_wrong_reduction_is_caught() -> None:
    """Planted: a reduction that forgets that r varies with time has another value."""
    P, _ = everywhere(2, 1)
    r = np.array([[[F(0)], [F(0)]], [[F(1)], [F(0)]]], dtype=object)
    forgetful: Reduction = to_layered(P, r[0], 2, 0)
    assert best(forgetful.mdp) != original_value(P, r, 2, 0, None)
    assert best(to_layered(P, r, 2, 0).mdp) == original_value(P, r, 2, 0, None)


half = [[[F(1, 2), F(1, 2)]], [[F(1), F(0)]]]
zero = [[F(0)], [F(0)]]


@pytest.mark.parametrize(
    ("P", "r", "H", "start", "field", "rule"),
    [
        (half, zero, 0, 0, "horizon", "at least 1"),
        (half, zero, 2.0, 0, "horizon", "whole number"),
        (half, zero, True, 0, "horizon", "whole number"),
        ([[F(1)]], zero, 2, 0, "P", "shape"),
        ([[[F(1)] * 3]] * 2, zero, 2, 0, "P", "shape"),
        ([half] * 3, zero, 2, 0, "P", "one table per step"),
        (half, [[F(0)] * 2] * 2, 2, 0, "r", "shape"),
        (half, [[F(0)], [F(3, 2)]], 2, 0, "r[1][0]", r"[0, 1]"),
        ([half[0], [[F(1), F(1, 9)]]], zero, 2, 0, "P[1][0]", "sum to 1 exactly"),
        ([half[0], [[F(2), F(-1)]]], zero, 2, 0, "P[1][0][0]", "[0, 1]"),
        ([[[0.5, 0.5]], [[1.0, 1e-8]]], zero, 2, 0, "P[1][0]", "within 1e-09"),
        ([[[0.5, 0.5]], [[1.0, float("nan")]]], zero, 2, 0, "P[1][0][1]", "[0, 1]"),
        (half, zero, 2, 2, "start", "0..1"),
        (half, zero, 2, -1, "start", "0..1"),
        (half, zero, 2, [F(1)], "start", "shape"),
        (half, zero, 2, [F(1), F(1, 2)], "start", "sum to 1"),
        (half, zero, 2, None, "start", "number"),
    ],
)
def test_bad_input(P: Any, r: Any, H: Any, start: Any, field: str, rule: str) -> None:
    """Also in rows of which no copy would be kept."""
    refused(lambda: to_layered(P, r, H, start), field, rule)
