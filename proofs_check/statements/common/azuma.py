"""Azuma-Hoeffding on a run: martingales of visits, exact tails of small ones."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import product

from proofs_check.arithmetic import ONE, ZERO, Enclosure, Q, Real, ln, sqrt, zipped
from proofs_check.ledger.evidence import Tally
from proofs_check.sampled_runs.epoch import SampledEpoch
from proofs_check.sampled_runs.occupancy import inner
from proofs_check.sampled_runs.run import SampledRun
from proofs_check.statements.common.coins import epoch_ends
from proofs_check.statements.common.transitions import weighted

LEFT = (Q(1, 2), Q(1, 4), Q(1, 16))  # P(u|x_0) of the tiny instance

TAIL_DELTAS = (Q(1, 100), Q(1, 10), Q(1, 2), Q(9, 10))

BITS = 96


def azuma_bound(L: int, T: int, delta: Q) -> Real:
    """Return L(L+1) sqrt(T ln(1/delta)/2): the interval form of Lemma 10 for all layers at once,
    as sum_s (L - s) Y_t is in an interval of length L(L+1)."""
    return sqrt(ln(1 / delta) * Q(T, 2)) * (L * (L + 1))


def visited_xi(e: SampledEpoch, s: int) -> Q:
    """Return the sum of xi_i(x_s,a_s) over the episodes of epoch i."""
    return inner([e.n[s]], [e.xi[s]])


def martingale(run: SampledRun) -> Q:
    """Return the realised value of sum_t sum_s (L - s) sum (q_i - I) xi_i."""
    return sum(
        (
            weighted([e.length * q_xi - visited_xi(e, s) for s, q_xi in enumerate(e.layer_q_xi)])
            for e in run.epochs
        ),
        ZERO,
    )


def drift(run: SampledRun, h: int) -> Enclosure:
    """Return sum_t Y_t of layer h on a run: the sum of (episodes q_i - n_i) w(N_i) over epochs."""
    return Enclosure.sum(
        inverse_root(N) * (e.length * q - n)
        for e in run.epochs
        for N, n, q in zipped(e.N[h], e.n[h], e.q_xa[h])
    )


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
    found = []
    stack = [(0, 0, ONE, Enclosure.of(0))]  # N_u, N_v, probability, sum of the Y_t so far
    while stack:
        N_u, N_v, weight, total = stack.pop()
        if N_u + N_v == T:
            found.append((total, weight))
            continue
        step = inverse_root(N_u) - inverse_root(N_v)
        for after_u, after_v, orders in epoch_ends(N_u, N_v, T):
            n_u, n_v = after_u - N_u, after_v - N_v
            Y = step * (p * (n_u + n_v) - n_u)  # of the whole epoch
            probability = weight * orders * p**n_u * (1 - p) ** n_v
            stack.append((after_u, after_v, probability, total + Y))
    return found


@cache
def inverse_root(N: int) -> Enclosure:
    """Return 1/sqrt(max{1, N}), enclosed."""
    return sqrt(Q(1, max(1, N))).enclose(BITS)
