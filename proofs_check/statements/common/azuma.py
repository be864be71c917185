"""Azuma-Hoeffding on a run: martingales of visits, exact tails of small ones."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import product

from proofs_check.arithmetic import ONE, ZERO, Enclosure, Q, Real, sqrt
from proofs_check.ledger.evidence import Tally
from proofs_check.statements.common.coins import epoch_ends

LEFT = (Q(1, 2), Q(1, 4), Q(1, 16))  # P(u|x_0) of the tiny instance

TAIL_DELTAS = (Q(1, 100), Q(1, 10), Q(1, 2), Q(9, 10))

BITS = 96


def exact_tails(
    note: str, horizons: tuple[int, ...], layers: int, bound: Callable[[int, Q], Real]
) -> Tally:
    """Compare P{sum_t Y_t > bound(T, delta)} with delta/layers in layer 1 of the tiny instance. A
    value whose enclosure meets the bound counts as larger; a bound that no history exceeds is
    trivial."""
    tally = Tally("exact probability", f"layers 1, 2, 1, $A=1$, every history: {note}")
    for T, p, delta in product(horizons, LEFT, TAIL_DELTAS):
        right = bound(T, delta).enclose(BITS)
        mass = sum((weight for value, weight in outcomes(T, p) if value.hi > right.lo), ZERO)
        most = max(value.hi for value, _ in outcomes(T, p))
        where = {"T": T, "P(u|x_0)": p, "delta": delta}
        compare_tail(tally, mass, delta / layers, right, most, **where)
    return tally


def compare_tail(
    tally: Tally, mass: Q, allowed: Q, right: Enclosure, most: Q, **where: object
) -> None:
    """Compare P{sum > right} with `allowed`: trivial where the sum, at most `most`, cannot exceed
    `right`."""
    if right.lo < most:
        tally.leq(mass, allowed, **where)
    else:
        tally.bounded(mass, most, most)


@cache
def outcomes(T: int, p: Q) -> list[tuple[Enclosure, Q]]:
    """Return the exact distribution of sum_t Y_t in layer 1 of layers 1, 2, 1: values and
    probabilities. A = 1, P(u|x_0) = p, P(v|x_0) = 1 - p.

    Algorithm 1 (R-1) has no choice there: the counts decide the epochs. In an epoch with counts
    N_u, N_v, Y_t is p w_u + (1-p) w_v - w, with w = 1/sqrt(max{1, N}) of the visited state."""
    values = []
    stack = [(0, 0, ONE, Enclosure.of(0))]  # N_u, N_v, probability, sum of the Y_t so far
    while stack:
        N_u, N_v, weight, total = stack.pop()
        if N_u + N_v == T:
            values.append((total, weight))
            continue
        step = inverse_root(N_u) - inverse_root(N_v)
        for after_u, after_v, orders in epoch_ends(N_u, N_v, T):
            n_u, n_v = after_u - N_u, after_v - N_v
            Y = step * (p * (n_u + n_v) - n_u)  # of the whole epoch
            probability = weight * orders * p**n_u * (1 - p) ** n_v
            stack.append((after_u, after_v, probability, total + Y))
    return values


@cache
def inverse_root(N: int) -> Enclosure:
    """Return 1/sqrt(max{1, N}), enclosed."""
    return sqrt(Q(1, max(1, N))).enclose(BITS)
