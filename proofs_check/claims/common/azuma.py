"""Azuma-Hoeffding on a run: martingales of visits, exact tails of small ones."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import product

from proofs_check.arithmetic import ONE, ZERO, Enclosure, Q, Real, ln, sqrt
from proofs_check.ledger.evidence import Tally
from proofs_check.sampled_runs.epoch import SampledEpoch
from proofs_check.sampled_runs.run import SampledRun


def azuma_bound(L: int, T: int, delta: Q) -> Real:
    """One application of Lemma 10, |sum_s (L - s) Y_t| <= L(L+1): L(L+1) sqrt(2T ln(1/delta))."""
    return sqrt(ln(1 / delta) * (2 * T)) * (L * (L + 1))


def visited_xi(e: SampledEpoch, s: int) -> Q:
    """sum over the episodes of epoch i of xi_i(x_s,a_s)."""
    total = ZERO
    for row, xis in zip(e.n[s], e.xi[s], strict=True):
        total += sum((n * xi for n, xi in zip(row, xis, strict=True) if n), ZERO)
    return total


def martingale(run: SampledRun) -> Q:
    """The realised value of sum_t sum_s (L - s) sum (q_i - I) xi_i."""
    total = ZERO
    for e in run.epochs:
        for s, E_s in enumerate(e.layer_q_xi[:-1]):
            total += (run.L - s) * (e.length * E_s - visited_xi(e, s))
    return total


Weighted = tuple[Enclosure, Q]  # a value of sum_t Y_t, and its probability

LEFT = (Q(1, 2), Q(1, 4), Q(1, 16))  # P(u|x_0) of the tiny instance

TAIL_DELTAS = (Q(1, 100), Q(1, 10), Q(1, 2), Q(9, 10))


def drift(run: SampledRun, h: int) -> Enclosure:
    """sum_t Y_t of layer h on a run: sum over epochs of (episodes q_i - n_i) w(N_i)."""
    lo = hi = ZERO
    for e in run.epochs:
        for N_x, n_x, q_x in zip(e.N[h], e.n[h], e.q_xa[h], strict=True):
            for N, n, q in zip(N_x, n_x, q_x, strict=True):
                extra = e.length * q - n if q else ZERO - n
                if extra:
                    w = inverse_root(N)
                    lo += extra * (w.lo if extra > 0 else w.hi)
                    hi += extra * (w.hi if extra > 0 else w.lo)
    return Enclosure(lo, hi)


def tail(found: list[Weighted], right: Enclosure) -> Q:
    """P{sum_t Y_t > right}; a value whose enclosure meets `right` counts as larger."""
    return sum((weight for value, weight in found if value.hi > right.lo), ZERO)


def exact_tails(
    note: str, horizons: tuple[int, ...], layers: int, bound: Callable[[int, Q], Real]
) -> Tally:
    """P{sum_t Y_t > bound(T, delta)} <= delta/layers in layer 1 of the tiny instance."""
    tally = Tally("exact probability", f"layers (1,2,1), A=1, every history: {note}")
    for T, p, delta in product(horizons, LEFT, TAIL_DELTAS):
        right = bound(T, delta).enclose(96)
        where = {"T": T, "P(u|x_0)": p, "delta": delta}
        compare_tail(tally, tail(outcomes(T, p), right), delta / layers, right, T, **where)
    return tally


def compare_tail(
    tally: Tally, mass: Q, allowed: Q, right: Enclosure, most: int, **where: object
) -> None:
    """P{sum > right} <= allowed; trivial where the sum, at most `most`, cannot exceed `right`."""
    if right.lo < most:
        tally.leq(mass, allowed, **where)
    else:
        tally.bounded(mass, most, most)


@cache
def outcomes(T: int, p: Q) -> list[Weighted]:
    """The exact distribution of sum_t Y_t in layer 1 of layers (1,2,1), A = 1, P(u|x_0) = p,
    P(v|x_0) = 1-p.

    Algorithm 1 (R-1) has no choice there: the counts decide the epochs. Y_t of an epoch with
    counts N_u, N_v is p w_u + (1-p) w_v - w_(visited), w = 1/sqrt(max{1, N})."""
    found: list[Weighted] = []
    stack = [(0, 0, ONE, ZERO, ZERO)]  # N_u, N_v, probability, sum of the Y_t so far (ends)
    while stack:
        N_u, N_v, weight, lo, hi = stack.pop()
        if N_u + N_v == T:
            found.append((Enclosure(lo, hi), weight))
            continue
        w_u, w_v = inverse_root(N_u), inverse_root(N_v)
        for (n_u, n_v), orders in epochs_of_path(N_u, N_v, T).items():
            extra = p * (n_u + n_v) - n_u  # sum Y_t = extra (w_u - w_v)
            low, high = w_u.lo - w_v.hi, w_u.hi - w_v.lo
            ends = sorted((extra * low, extra * high))
            new = weight * orders * p**n_u * (1 - p) ** n_v
            stack.append((N_u + n_u, N_v + n_v, new, lo + ends[0], hi + ends[1]))
    return found


@cache
def epochs_of_path(N_u: int, N_v: int, T: int) -> dict[tuple[int, int], int]:
    """(n_u, n_v) at the end of an epoch that starts with N_u, N_v -> number of orders."""
    open_: dict[tuple[int, int], int] = {(0, 0): 1}
    ended: dict[tuple[int, int], int] = {}
    for n in range(1, T - N_u - N_v + 1):
        after: dict[tuple[int, int], int] = {}
        for (n_u, n_v), orders in open_.items():
            for key in ((n_u + 1, n_v), (n_u, n_v + 1)):
                after[key] = after.get(key, 0) + orders
        open_ = {}
        for (n_u, n_v), orders in after.items():
            trigger = n_u >= max(1, N_u) or n_v >= max(1, N_v) or n >= max(1, N_u + N_v)
            where = ended if trigger or N_u + N_v + n == T else open_
            where[n_u, n_v] = where.get((n_u, n_v), 0) + orders
    return ended


BITS = 96


@cache
def inverse_root(N: int) -> Enclosure:
    """1/sqrt(max{1, N}), enclosed."""
    return sqrt(Q(1, max(1, N))).enclose(BITS)
