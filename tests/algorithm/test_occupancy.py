"""Sec. III: Def. 1, Prop. 1-3, V(pi) = <q, r>, optimal policies and eq. (9), in rationals."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reference.environments.hypothesis_strategies import counts, layered_mdps, policies
from reference.mdp import Array, LayeredMDP, Tables
from reference.occupancy import (
    Violation,
    induced_policy,
    induced_transition,
    inner,
    occupancy_measure,
    optimal_policy,
    value,
    violation_of_Q,
    violation_of_Q_P,
)
from reference.readings import EMPTY
from reference.regret import regret_by_occupancy, total_regret

ZERO, ONE, HALF = Fraction(0), Fraction(1), Fraction(1, 2)
property_of = settings(max_examples=50)


Case = tuple[LayeredMDP, Tables]


def with_policy(mdps: st.SearchStrategy[LayeredMDP]) -> st.SearchStrategy[Case]:
    return mdps.flatmap(lambda mdp: st.tuples(st.just(mdp), policies(mdp)))


@st.composite
def mdp_and_member_of_Q(draw: st.DrawFn) -> Case:
    """A point of Q made without the code under test: relative frequencies of episodes."""
    mdp = draw(layered_mdps(exact=True))
    seen = draw(counts(mdp, max_T=30).filter(lambda c: c.T > 0))
    return mdp, tuple(exactly(N3, seen.T) for N3 in seen.N3)


def exactly(table: Any, denominator: int = 1) -> Array:
    """Whole numbers (or doubles) over a denominator, as Fractions."""
    raw = np.array(table, dtype=object)
    exact = np.empty(raw.shape, dtype=object)
    exact.ravel()[:] = [Fraction(v) / denominator for v in raw.ravel().tolist()]
    return exact


def equal(tables: Tables, other: Tables) -> bool:
    return all((a == b).all() for a, b in zip(tables, other, strict=True))


def paths(mdp: LayeredMDP, pi: Tables) -> Iterator[tuple[Fraction, tuple[tuple[int, ...], ...]]]:
    """Every trajectory ((h, x, a, x1), ...) with its probability: Def. 1 word for word."""
    spaces = [
        product(range(mdp.A), range(mdp.layers[h + 1])) for h in range(mdp.L)
    ]  # an action and a next state per step
    for steps in product(*spaces):
        x, probability, path = 0, ONE, []
        for h, (a, x1) in enumerate(steps):
            probability *= pi[h][x, a] * mdp.P[h][x, a, x1]
            path.append((h, x, a, x1))
            x = x1
        yield probability, tuple(path)


small = layered_mdps(exact=True, max_L=3, max_width=2, max_A=2)


@property_of
@given(with_policy(small))
def test_definition_1_and_equation_1_over_all_trajectories(case: Case) -> None:
    mdp, pi = case
    q = occupancy_measure(mdp.P, pi)
    expected = [np.full(q_h.shape, ZERO, dtype=object) for q_h in q]
    V = ZERO
    for probability, path in paths(mdp, pi):
        for h, x, a, x1 in path:
            expected[h][x, a, x1] += probability
            V += probability * mdp.r[h][x, a]
    assert equal(q, tuple(expected))
    assert value(mdp, pi) == V == inner(q, mdp.r)
    assert violation_of_Q_P(q, mdp.P) is None


@pytest.mark.parametrize(("mass", "completed"), [(0.0, True), (3e-9, True), (1e-7, True),
                                                 (2e-7, False), (0.5, False)])  # fmt: skip
def test_a_mass_that_lp1_cannot_tell_from_0_has_the_completion(
    mass: float, completed: bool
) -> None:
    """A run of the paper's size had a state with 3e-9, where the oracle wants the completion."""
    q = (np.array([[[1 - mass, mass], [0, 0]]]), np.array([[[1 - mass], [0]], [[mass], [0]]]))
    half = tuple(np.full(q_h.shape[:2], 0.5) for q_h in q)
    pi = induced_policy(q, half, EMPTY)
    assert pi[0].tolist() == [[1, 0]] and pi[1][0].tolist() == [1, 0]
    assert pi[1][1].tolist() == ([0.5, 0.5] if completed else [1, 0])
    eq_6 = induced_policy(q, half)
    assert eq_6[1][1].tolist() == ([1, 0] if mass else [0.5, 0.5])


@property_of
@given(with_policy(layered_mdps(exact=True)))
def test_prop_2_gives_P_and_pi_back_where_q_is_positive(case: Case) -> None:
    mdp, pi = case
    q = occupancy_measure(mdp.P, pi)
    assert violation_of_Q_P(q, mdp.P) is None
    junk = tuple(exactly(np.full(q_h.shape, 7)) for q_h in q)
    P_q = induced_transition(q, junk)
    pi_q = induced_policy(q, tuple(junk_h[:, :, 0] for junk_h in junk))
    for h in range(mdp.L):
        seen = q[h].sum(axis=2) > 0
        assert (P_q[h][seen] == mdp.P[h][seen]).all()
        assert (P_q[h][~seen] == 7).all()
        occupied = q[h].sum(axis=(1, 2)) > 0
        assert (pi_q[h][occupied] == pi[h][occupied]).all()
        assert (pi_q[h][~occupied] == 7).all()


@property_of
@given(mdp_and_member_of_Q())
def test_prop_1_and_2_every_q_in_Q_is_the_measure_of_what_it_induces(case: Case) -> None:
    mdp, q = case
    assert violation_of_Q(q) is None
    uniform = tuple(exactly(np.ones(q_h.shape)) / q_h.shape[2] for q_h in q)
    P_q = induced_transition(q, uniform)
    pi_q = induced_policy(q, tuple(exactly(np.ones(p.shape[:2])) / mdp.A for p in q))
    for table in (*P_q, *pi_q):
        assert (table >= 0).all()
        assert (table.sum(axis=-1) == 1).all()
    assert equal(occupancy_measure(P_q, pi_q), q)
    # The completion does not matter: any other gives q again.
    other = tuple(exactly(np.arange(p.shape[2]) == 0) + p * 0 for p in q)
    assert equal(occupancy_measure(induced_transition(q, other), pi_q), q)


@property_of
@given(mdp_and_member_of_Q(), st.booleans())
def test_prop_3_q_is_in_Q_P_exactly_when_P_and_its_policy_give_it_back(
    case: Case, of_its_own: bool
) -> None:
    mdp, q = case
    pi_q = induced_policy(q, tuple(exactly(np.ones(p.shape[:2])) / mdp.A for p in q))
    # Against the MDP's own P both answers occur; against P^q only "in Q^P" can.
    P = induced_transition(q, mdp.P) if of_its_own else mdp.P
    in_Q_P = violation_of_Q_P(q, P) is None
    assert in_Q_P == equal(occupancy_measure(P, pi_q), q)
    assert in_Q_P or not of_its_own


# Layers 1, 2, 2, 1, two actions, uniform: every entry of q is positive, so each planted violation
# leaves every other clause of eq. (4) and (7) as it was, except where it says so.
UNIFORM = LayeredMDP(
    (1, 2, 2, 1),
    2,
    tuple(exactly(np.ones((x, 2, x1)), x1) for x, x1 in ((1, 2), (2, 2), (2, 1))),
    tuple(exactly(np.ones((x, 2))) for x in (1, 2, 2)),
)
Q_UNIFORM = occupancy_measure(UNIFORM.P, tuple(exactly(np.ones((x, 2)), 2) for x in (1, 2, 2)))
TINY = Fraction(1, 10**40)


def changed(*changes: tuple[int, tuple[int, int, int], Fraction]) -> Tables:
    q = [q_h.copy() for q_h in Q_UNIFORM]
    for h, place, amount in changes:
        q[h][place] += amount
    return tuple(q)


# A negative entry, its state's outflow kept by the other action.
NEGATIVE = changed((2, (1, 0, 0), -HALF), (2, (1, 1, 0), HALF))
# Action 0 sends more to state 0, action 1 less: inflow as before, transitions not.
CROSSED = changed(
    (0, (0, 0, 0), TINY), (0, (0, 0, 1), -TINY), (0, (0, 1, 0), -TINY), (0, (0, 1, 1), TINY)
)


@pytest.mark.parametrize(
    ("q", "constraint", "where", "difference"),
    [
        (changed((0, (0, 0, 0), TINY)), "normalisation", (0,), TINY),
        (changed((1, (0, 0, 0), -TINY)), "normalisation", (1,), -TINY),
        (changed((2, (1, 1, 0), TINY)), "normalisation", (2,), TINY),
        # From one target to the other: layers still sum to 1.
        (changed((0, (0, 0, 0), TINY), (0, (0, 0, 1), -TINY)), "flow", (1, 0), TINY),
        (changed((1, (0, 0, 0), TINY), (1, (0, 0, 1), -TINY)), "flow", (2, 0), TINY),
        # From one source to the other.
        (changed((2, (0, 0, 0), TINY), (2, (1, 0, 0), -TINY)), "flow", (2, 0), -TINY),
        (NEGATIVE, "nonnegative", (2, 1, 0, 0), -HALF / 2),
        (CROSSED, "transition", (0, 0, 0, 0), TINY),
    ],
)
def test_every_clause_is_named_when_it_alone_is_broken_and_a_tolerance_may_be_met(
    q: Tables, constraint: str, where: tuple[int, ...], difference: Fraction
) -> None:
    def of_Q_P(q: Tables, tolerance: Fraction = ZERO) -> Violation | None:
        return violation_of_Q_P(q, UNIFORM.P, tolerance)

    if constraint == "transition":
        assert violation_of_Q(q) is None
    for violations in (of_Q_P,) if constraint == "transition" else (of_Q_P, violation_of_Q):
        violation = violations(q)
        assert violation is not None
        assert (violation.constraint, violation.where) == (constraint, where)
        assert violation.left - violation.right == difference
        assert str(violation).startswith(f"{constraint} at {where}: ")
        assert violations(q, abs(difference)) is None
        assert violations(q, abs(difference) / 2) is not None


def test_nan_never_passes() -> None:
    q = tuple(q_h.astype(float) for q_h in Q_UNIFORM)
    q[2][0, 0, 0] = np.nan
    assert str(violation_of_Q(q, tolerance=1.0)).startswith("normalisation at (2,)")


def deterministic_policies(mdp: LayeredMDP) -> Iterator[Tables]:
    for actions in product(range(mdp.A), repeat=sum(mdp.layers[:-1])):
        chosen = iter(actions)
        yield tuple(
            exactly([[a == a_x for a in range(mdp.A)] for a_x in
                     (next(chosen) for _ in range(X_h))])
            for X_h in mdp.layers[:-1]
        )  # fmt: skip


@property_of
@given(small)
def test_the_optimal_policy_beats_every_deterministic_one(mdp: LayeredMDP) -> None:
    best = optimal_policy(mdp)
    values = [value(mdp, pi) for pi in deterministic_policies(mdp)]
    assert best.value == max(values) == value(mdp, best.pi) == best.V[0][0]
    assert all((p >= 0).all() and (p.sum(axis=1) == 1).all() for p in best.pi)
    # Eq. (9): q* = q^{P,pi*} attains the maximum of <q, r> over Q^P.
    assert violation_of_Q_P(best.q, mdp.P) is None
    assert inner(best.q, mdp.r) == best.value
    assert [V_h.shape for V_h in best.V] == [(X_h,) for X_h in mdp.layers]


def test_ties_go_to_the_smallest_action() -> None:
    mdp = LayeredMDP((1, 1), 3, (exactly([[[1]] * 3]),), (exactly([[1, 2, 2]], 2),))
    assert optimal_policy(mdp).pi[0].tolist() == [[0, 1, 0]]
    assert optimal_policy(mdp.to_float()).pi[0].tolist() == [[0.0, 1.0, 0.0]]


@property_of
@given(st.data())
def test_equation_9_regret_by_values_and_by_occupancy_measures(data: st.DataObject) -> None:
    mdp = data.draw(small)
    lengths = data.draw(st.lists(st.integers(0, 5), max_size=3))
    played = [(data.draw(policies(mdp)), n) for n in lengths]
    T = sum(episodes for _, episodes in played)
    q_star = optimal_policy(mdp).q
    Reg = T * optimal_policy(mdp).value - sum(n * value(mdp, pi) for pi, n in played)  # eq. (2)
    by_q = sum(
        n * inner(tuple(a - b for a, b in zip(q_star, occupancy_measure(mdp.P, pi), strict=True)),
                  mdp.r)
        for pi, n in played
    )  # fmt: skip
    assert total_regret(mdp, played) == Reg == by_q == regret_by_occupancy(mdp, played)
    assert Reg >= 0
