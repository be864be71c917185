"""The terms of the regret in eq. (19) and (31), bounded."""

from __future__ import annotations

from functools import cache

from proofs_check.arithmetic import (
    ONE,
    ZERO,
    Decision,
    Enclosure,
    Q,
    Real,
    certainly_leq,
    lam,
    sqrt,
)
from proofs_check.claims.common.azuma import azuma_bound
from proofs_check.claims.common.bounds import roots
from proofs_check.claims.common.visits import by_layers
from proofs_check.ledger.evidence import Tally
from proofs_check.sampled_runs.occupancy import inner, inner_enclosed
from proofs_check.sampled_runs.run import SampledRun

HALF = Q(1, 2)


def one_sided(scale: Q) -> Tally:
    """P{mean of the first n rewards - r > scale b(n) for some n <= T} <= delta, one pair, X = 2."""
    what = "Bernoulli(r), X=2, A=1, dynamic program over the counts"
    tally = Tally("exact probability", f"{what}: the one-sided event, radius {scale} b")
    for T in (4, 16, 64):
        for delta in (Q(1, 100), Q(1, 10), HALF, Q(9, 10)):
            top = limits(T, delta, scale)
            for r in (Q(1, 10), HALF, Q(9, 10)):
                left = crossing(T, r, tuple(n * r for n in range(T + 1)), top)
                tally.leq(left, delta, T=T, delta=delta, r=r)
    return tally


@cache
def limits(T: int, delta: Q, scale: Q) -> tuple[Real, ...]:
    """scale n b(n) = scale sqrt(2 Lam n), n = 0..T: what S_n - n r must not exceed."""
    Lam = lam(T, 2, 1, delta)
    return tuple(sqrt(Lam * (2 * n)) * scale for n in range(T + 1))


def crossing(T: int, r: Q, mean: tuple[Q, ...], top: tuple[Real, ...]) -> Q:
    """P{S_n - n r > top[n] for some n = 1..T}, S_n a sum of Bernoulli(r), exactly."""
    alive, crossed = {0: ONE}, ZERO
    for n in range(1, T + 1):
        after: dict[int, Q] = {}
        for s, p in alive.items():
            after[s + 1] = after.get(s + 1, ZERO) + p * r
            after[s] = after.get(s, ZERO) + p * (1 - r)
        highest = largest_allowed(n, mean[n], top[n])
        crossed += sum((p for s, p in after.items() if s > highest), ZERO)
        alive = {s: p for s, p in after.items() if s <= highest}
    return crossed


def largest_allowed(n: int, mean: Q, top: Real) -> int:
    """The largest s in 0..n with s - mean <= top."""
    low, high = 0, n
    while low < high:
        middle = (low + high + 1) // 2
        fits = certainly_leq(middle - mean, top) is Decision.TRUE
        low, high = (middle, high) if fits else (low, middle - 1)
    return low


def bias_2(run: SampledRun) -> Enclosure:
    """Bias-II = sum_t <q_{i(t)}, r_hat_{i(t)} - r>."""
    lo = hi = ZERO
    for e in run.epochs:
        of_r_hat, of_r = inner_enclosed(e.q_xa, e.r_hat), inner(e.q_xa, run.r)
        lo += e.length * (of_r_hat.lo - of_r)
        hi += e.length * (of_r_hat.hi - of_r)
    return Enclosure(lo, hi)


def left_side(run: SampledRun) -> Q:
    """sum_t ||q_hat_{i(t)} - q_{i(t)}||_1."""
    return sum((e.length * e.l1 for e in run.epochs), ZERO)


def error_layers(layers: tuple[int, ...]) -> Real:
    """(2 + sqrt 2) times the sum of (L - 1 - s) sqrt(X_s X_{s+1}), s <= L - 2, X_{s+1} >= 2."""
    L, total = len(layers) - 1, Real.of(0)
    for s in (s for s in range(L - 1) if layers[s + 1] >= 2):
        total = total + roots(layers[s : s + 2]) * (L - 1 - s)
    return total * (sqrt(2) + 2)


def sharp(run: SampledRun) -> Real:
    """The sharper right side: layers, and one application of Lemma 10."""
    return _visits(run) + azuma_bound(run.L, run.T, run.delta)


def _visits(run: SampledRun) -> Real:
    return by_layers(run.layers, last=1) * sqrt(run.Lam * (run.T * run.A))
