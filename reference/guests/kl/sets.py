"""The entropic inner maximum over one pair's confidence set, and the p that attains it.

    s(x, a) = max_{p in P_i(x, a)} sum_y p(y) (w(y) - ln p(y)),   w = ln q_old(x, a, y) + beta(y).

The maximiser is e^w scaled and clipped: "water-filling". Known P: nothing to choose. Box: one
scale. L1 ball: two scales, one for what is raised above P_bar and one for what is lowered.
"""

from __future__ import annotations

from typing import NamedTuple, Protocol

import numpy as np

from reference.guests.kl.pairs import NEVER, Pairs
from reference.mdp import Array, Tables
from reference.support.errors import PreconditionError


class TransitionSet(Protocol):
    """P_i as the KL step uses it."""

    def maximiser(self, w: Array) -> tuple[Array, Array]:
        """Return p and ln p for every pair; w, p and ln p are (K, Y)."""

    def groups(self, log_p: Array) -> tuple[Array, ...]:
        """Return which entries of the maximiser are scaled together and not clipped; each (K,
        Y)."""


def fill(w: Array, low: Array, high: Array) -> Array:
    """Return ln p of the p = clip(e^(tau + w), low, high) with sum_y p(y) = 1, one tau per row.

    Shapes: (K, Y). Pre: sum low <= 1 <= sum high, up to rounding; w = NEVER in padding.
    tau comes from the entries still free; of those outside [low, high] the side with the larger
    sum is settled, and so on: at most Y + 1 rounds.
    """
    free = high > low
    settled = np.where(free, 0.0, low)
    tau = np.zeros(len(w))
    rows = np.arange(len(w))  # those whose tau may still change
    while len(rows):
        some = free[rows].any(axis=1)
        tau_k, z = _scaled(w[rows], free[rows], 1 - settled[rows].sum(axis=1))
        tau[rows] = np.where(some, tau_k, tau[rows])
        now, value = _outside(z, free[rows], low[rows], high[rows])
        settled[rows] = np.where(now, value, settled[rows])
        free[rows] &= ~now
        rows = rows[now.any(axis=1)]
    with np.errstate(divide="ignore"):
        log_low, log_high = np.log(low), np.log(high)
    p: Array = np.clip(tau[:, None] + w, log_low, np.maximum(log_high, NEVER))
    return np.maximum(p, NEVER)


def _scaled(w: Array, free: Array, rest: Array) -> tuple[Array, Array]:
    """Return tau and z = e^(tau + w) at the free entries, 0 elsewhere, with sum_y z(y) = rest."""
    w_free = np.where(free, w, NEVER)
    most = w_free.max(axis=1)
    z = np.where(free, np.exp(w_free - most[:, None]), 0.0)
    tau = np.log(np.maximum(rest, 1e-300)) - most - np.log(np.maximum(z.sum(axis=1), 1e-300))
    return tau, z * np.exp(np.minimum(tau + most, 700.0))[:, None]


def _outside(z: Array, free: Array, low: Array, high: Array) -> tuple[Array, Array]:
    """Return which free entries lie outside [low, high], of the side with the larger sum, and the
    bound of that side."""
    above, below = free & (z > high), free & (z < low)
    excess = np.where(above, z - high, 0.0).sum(axis=1)
    deficit = np.where(below, low - z, 0.0).sum(axis=1)
    side = (excess >= deficit)[:, None]
    return np.where(side, above, below), np.where(side, high, low)


class Known:
    """P_i = {P}: O-REPS. P[h] is (X_h, A, X_{h+1})."""

    def __init__(self, pairs: Pairs, P: Tables) -> None:
        self.P = pairs.join(P)
        with np.errstate(divide="ignore"):
            self.log_P = np.maximum(np.log(self.P), NEVER)

    def maximiser(self, w: Array) -> tuple[Array, Array]:
        return self.P, self.log_P

    def groups(self, log_p: Array) -> tuple[Array, ...]:
        return ()


class Box:
    """lo(y) <= p(y) <= hi(y): UOB-REPS. lo[h] and hi[h] are (X_h, A, X_{h+1}).

    Raises PreconditionError where no distribution lies between lo and hi."""

    def __init__(self, pairs: Pairs, lo: Tables, hi: Tables) -> None:
        self.lo, self.hi = pairs.join(lo), pairs.join(hi)
        with np.errstate(divide="ignore"):
            self.log_lo, self.log_hi = np.log(self.lo), np.log(self.hi)
        for field, sums, empty in (
            ("lo", self.lo.sum(axis=1), self.lo.sum(axis=1) > 1 + 1e-9),
            ("hi", self.hi.sum(axis=1), self.hi.sum(axis=1) < 1 - 1e-9),
        ):
            if empty.any():
                k = int(np.argmax(empty))
                raise PreconditionError(field, float(sums[k]), f"the box of pair {k} is empty")

    def maximiser(self, w: Array) -> tuple[Array, Array]:
        log_p = fill(w, self.lo, self.hi)
        return np.exp(log_p), log_p

    def groups(self, log_p: Array) -> tuple[Array, ...]:
        return ((log_p > self.log_lo) & (log_p < self.log_hi),)


class Ball:
    """||p - P_bar||_1 <= eps: UC-O-REPS, eq. (12). P_bar[h] is (X_h, A, X_{h+1}), eps[h] (X_h, A).

    A pair never seen has P_bar = 0 and eps >= 1: every distribution. Raises PreconditionError for
    P_bar = 0 and eps < 1, where the set is empty (R-2)."""

    def __init__(self, pairs: Pairs, P_bar: Tables, eps: Tables) -> None:
        self.P_bar, self.eps = pairs.join(P_bar), pairs.join_pairs(eps)
        with np.errstate(divide="ignore"):
            self.log_P_bar = np.maximum(np.log(self.P_bar), NEVER)
        self.real = pairs.real
        self.seen = self.P_bar.any(axis=1)
        bad = ~self.seen & (self.eps < 1)
        if bad.any():
            k = int(np.argmax(bad))
            raise PreconditionError("eps", float(self.eps[k]), "must be >= 1 where N = 0")

    def maximiser(self, w: Array) -> tuple[Array, Array]:
        most = w.max(axis=1, keepdims=True)  # without the ball: e^w, normalised
        log_p = np.maximum(w - most - np.log(np.exp(w - most).sum(axis=1, keepdims=True)), NEVER)
        p = np.exp(log_p)
        tight = self.seen & (abs(p - self.P_bar).sum(axis=1) > self.eps)
        if tight.any():
            half = self.eps[tight, None] / 2
            log_p[tight] = move(w[tight], self.P_bar[tight], self.log_P_bar[tight], half)
            p = np.exp(log_p)
        self._tight = tight[:, None]
        return p, log_p

    def groups(self, log_p: Array) -> tuple[Array, ...]:
        up = np.where(self._tight, log_p > self.log_P_bar, self.real)
        return up, self._tight & (log_p < self.log_P_bar)


def move(w: Array, P_bar: Array, log_P_bar: Array, half: Array) -> Array:
    """Return ln p of p = median(P_bar, a e^w, b e^w), a <= b, with `half` raised above P_bar and as
    much lowered below it. w, P_bar, ln P_bar (K, Y), half (K, 1); padding has w = ln P_bar = NEVER.

    In decreasing order of e^w / P_bar, those raised come first and those lowered last, so
    cumulative sums show where each side ends."""
    real = w > NEVER / 2
    order = np.argsort(np.where(real, log_P_bar - w, np.inf), axis=1, kind="stable")
    at = _InOrder(*(np.take_along_axis(v, order, axis=1) for v in (w, P_bar, log_P_bar, real)))
    a, b = _raising(at, half), _lowering(at, half)
    log_p = np.where(w + a > log_P_bar, w + a, np.minimum(w + b, log_P_bar))
    return np.maximum(log_p, NEVER)


class _InOrder(NamedTuple):
    """Entries in decreasing order of e^w / P_bar; `real` ones are no padding."""

    w: Array
    P_bar: Array
    log_P_bar: Array
    real: Array


def _raising(at: _InOrder, half: Array) -> Array:
    """Return ln a, (K, 1): the entries up to the last one raised sum to what is left for them."""
    up_to = np.logaddexp.accumulate(at.w, axis=1)
    after = np.cumsum(at.P_bar[:, ::-1], axis=1)[:, ::-1] - at.P_bar
    log_a = np.log(1 + half - after) - up_to
    raised = (log_a + at.w >= at.log_P_bar) & at.real
    return _at_column(log_a, np.maximum(raised.sum(axis=1) - 1, 0))


def _lowering(at: _InOrder, half: Array) -> Array:
    """Return ln b, (K, 1): the entries from the first one lowered sum to what is left for them."""
    from_on = np.logaddexp.accumulate(at.w[:, ::-1], axis=1)[:, ::-1]
    before = np.cumsum(at.P_bar, axis=1) - at.P_bar
    with np.errstate(divide="ignore"):
        log_b = np.log(np.maximum(1 - half - before, 0.0)) - from_on
    lowered = (log_b + at.w <= at.log_P_bar) | ~at.real
    return _at_column(log_b, np.argmax(lowered, axis=1))


def _at_column(table: Array, column: Array) -> Array:
    """Return (K, 1): in each row the entry of its column."""
    return np.take_along_axis(table, column[:, None], axis=1)


def inner_value(w: Array, p: Array, log_p: Array) -> Array:
    """Return sum_y p(y) (w(y) - ln p(y)), (K,); 0 ln 0 = 0."""
    s: Array = (p * np.where(p > 0, w - log_p, 0.0)).sum(axis=1)
    return s
