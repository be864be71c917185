"""Distances of measures by distances of transitions (App. I), rows of LP1, hitting times."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TypeVar

from proofs_check.arithmetic import ONE, ZERO, Enclosure, Q, Real
from proofs_check.letters.nested import NestedEpoch, NestedRun
from proofs_check.letters.occupancy import (
    Triples,
    distances,
    inner,
    occupancy_measure,
    pair_mass,
)
from proofs_check.lp1.printed_rows import PrintedLP1

Number = TypeVar("Number", Q, Enclosure, Real)


def branches(L: int, p: Q, p_i: Q) -> tuple[Triples, Triples, list[Q]]:
    """Return q, q_hat and the sums of q xi over each layer, on layers 1, 2, ..., 2, 1 with A = 1.

    From x_0, P and P_i go to the upper of two branches with probability p and p_i; the branches
    meet only in x_L."""
    stay = [[[ONE, ZERO]], [[ZERO, ONE]]]
    end = [[[ONE]], [[ONE]]]
    P, P_i = ([[[[k, 1 - k]]], *[stay] * (L - 2), end] for k in (p, p_i))
    pi = [[[ONE]], *[[[ONE]] * 2] * (L - 1)]
    q = occupancy_measure(P, pi)
    of_layers = zip(pair_mass(q), distances(P_i, P), strict=True)
    return q, occupancy_measure(P_i, pi), [inner([q_s], [xi_s]) for q_s, xi_s in of_layers]


def weighted(E: Sequence[Number], short: int = 0) -> Number:
    """Return sum_{s<L} (L - s - short) E_s, L = len(E) >= 1."""
    return sum(((len(E) - s - short) * E_s for s, E_s in enumerate(E)), 0 * E[0])


LARGE = 250  # triples (x,a,x') of an LP; larger ones are checked in one epoch only


def chosen(run: NestedRun) -> list[NestedEpoch]:
    """Return about four epochs of a run, or one if its LPs are large."""
    triples = sum(X_h * run.A * n for X_h, n in pairwise(run.layers))
    step = max(1, len(run.epochs) // 4)
    return run.epochs[-1:] if triples > LARGE else run.epochs[::step]


def broken_row(rows: PrintedLP1, q: Triples) -> str | None:
    """Return the first printed row that q violates with the least deviations |q - P_bar q(x,a)|, or
    None."""
    value = rows.point(q)
    if min(value) < 0:
        return "nonnegative"
    for row in rows.rows():
        left = sum((c * value[k] for k, c in row.coefficients.items() if value[k]), ZERO)
        if left > row.rhs or (row.sense == "E" and left != row.rhs):
            return row.label
    return None


State = tuple[int, int]  # (h, x), h < L; x_L is x_0 of the next episode


def states(P: Triples) -> list[State]:
    """Return the states (h, x) with h < L."""
    return [(h, x) for h, P_h in enumerate(P) for x in range(len(P_h))]


def reach(P: Triples, target: State) -> dict[State, Q]:
    """Return for each state up to the target's layer the largest probability of reaching the target
    in the same episode. It is 1 at the target."""
    k, y = target
    best = {(k, x): ONE if x == y else ZERO for x in range(len(P[k]))}
    for h in range(k - 1, -1, -1):
        for x, rows in enumerate(P[h]):
            best[h, x] = max(
                sum((p * best[h + 1, x1] for x1, p in enumerate(row)), ZERO) for row in rows
            )
    return best


def hitting_times(P: Triples, target: State) -> dict[State, Q] | None:
    """Return the least expected time to the target from every state, or None if no policy reaches
    it."""
    L, (k, _) = len(P), target
    best = reach(P, target)
    rho = best[0, 0]
    if rho == 0:
        return None
    from_start = k + L * (1 - rho) / rho
    times = {}
    for h, x in states(P):
        later = L - h + from_start
        p = best[h, x] if h < k else ZERO
        times[h, x] = p * (k - h) + (1 - p) * later
    times[target] = Q(0)
    return times


def diameter(P: Triples) -> Q | None:
    """Return the largest over s != s' of the least expected time from s to s', or None if it is
    infinite."""
    largest = ZERO
    for target in states(P):
        times = hitting_times(P, target)
        if times is None:
            return None
        largest = max(largest, *times.values())
    return largest


# How P_i(.|x,a) is completed where q_hat_i(x,a) = 0
VISITED = r"$\bar P_i$'s row, uniform if never visited"
P_ITSELF = "$P$'s own row"
UNIFORM = "uniform"
OTHER = "the other successor"
