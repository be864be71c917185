"""The entropic inner maximum over one pair's confidence set, and the p that attains it.

    s(x, a) = max_{p in P_i(x, a)} sum_y p(y) (w(y) - ln p(y)),   w = ln q_old(x, a, y) + beta(y).

The maximiser is e^w scaled and cut: "water-filling". Known P: nothing to choose. Box: one scale.
L1 ball: two scales, one for what is raised above P_bar and one for what is lowered.
"""

from __future__ import annotations

from typing import Protocol

import numpy as np

from reference.kl.pairs import NEVER, Pairs
from reference.mdp import Array, Tables
from reference.support.errors import PreconditionError


class TransitionSet(Protocol):
    """P_i as the KL step uses it."""

    def maximiser(self, w: Array) -> tuple[Array, Array]:
        """p and ln p for every pair; w, p and ln p are (K, Y)."""


def fill(w: Array, low: Array, high: Array, total: Array) -> Array:
    """ln p of the p = clip(e^(tau + w), low, high) with sum_y p(y) = total, one tau per row.

    Shapes: w, low, high (K, Y), total (K,). Pre: sum low <= total <= sum high, up to rounding.
    tau comes from the entries still free; of those outside [low, high] the side with the larger
    sum is settled, and so on: at most Y + 1 rounds.
    """
    free, settled = high > low, np.where(high > low, 0.0, low)
    tau = np.zeros(len(w))
    rows = np.arange(len(w))
    while len(rows):
        w_k, free_k = w[rows], free[rows]
        w_free = np.where(free_k, w_k, NEVER)
        most = w_free.max(axis=1)
        z = np.where(free_k, np.exp(w_free - most[:, None]), 0.0)
        rest = np.maximum(total[rows] - settled[rows].sum(axis=1), 1e-300)
        tau_k = np.log(rest) - most - np.log(np.maximum(z.sum(axis=1), 1e-300))
        some = free_k.any(axis=1)
        tau[rows] = np.where(some, tau_k, tau[rows])
        z *= np.exp(np.minimum(tau_k + most, 700.0))[:, None]
        above, below = free_k & (z > high[rows]), free_k & (z < low[rows])
        excess = np.where(above, z - high[rows], 0.0).sum(axis=1)
        deficit = np.where(below, low[rows] - z, 0.0).sum(axis=1)
        raise_tau = (excess >= deficit)[:, None]
        now = np.where(raise_tau, above, below)
        value = np.where(raise_tau, high[rows], low[rows])
        settled[rows] = np.where(now, value, settled[rows])
        free[rows] = free_k & ~now
        rows = rows[now.any(axis=1)]
    with np.errstate(divide="ignore"):
        log_low, log_high = np.log(low), np.log(high)
    p: Array = np.clip(tau[:, None] + w, log_low, np.maximum(log_high, NEVER))
    return np.maximum(p, NEVER)


class Known:
    """P_i = {P}: O-REPS. P[h] is (X_h, A, X_{h+1})."""

    def __init__(self, pairs: Pairs, P: Tables) -> None:
        self.P = pairs.join(P)
        with np.errstate(divide="ignore"):
            self.log_P = np.maximum(np.log(self.P), NEVER)

    def maximiser(self, w: Array) -> tuple[Array, Array]:
        return self.P, self.log_P


class Box:
    """lo(y) <= p(y) <= hi(y): UOB-REPS. lo[h] and hi[h] are (X_h, A, X_{h+1}).

    Raises PreconditionError where no distribution lies between lo and hi."""

    def __init__(self, pairs: Pairs, lo: Tables, hi: Tables) -> None:
        self.lo, self.hi = pairs.join(lo), pairs.join(hi)
        self.total = np.ones(pairs.K)
        for field, sums, empty in (
            ("lo", self.lo.sum(axis=1), self.lo.sum(axis=1) > 1 + 1e-9),
            ("hi", self.hi.sum(axis=1), self.hi.sum(axis=1) < 1 - 1e-9),
        ):
            if empty.any():
                k = int(np.argmax(empty))
                raise PreconditionError(field, float(sums[k]), f"the box of pair {k} is empty")

    def maximiser(self, w: Array) -> tuple[Array, Array]:
        log_p = fill(w, self.lo, self.hi, self.total)
        return np.exp(log_p), log_p


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
        zero, one = np.zeros(w.shape), self.real.astype(np.float64)
        log_p = fill(w, zero, one, np.ones(len(w)))  # without the ball
        p = np.exp(log_p)
        tight = self.seen & (abs(p - self.P_bar).sum(axis=1) > self.eps)
        if tight.any():
            w_k, P_bar, half = w[tight], self.P_bar[tight], self.eps[tight] / 2
            room = np.where(self.real[tight], 2.0, 0.0)
            raised = fill(w_k, P_bar, room, 1 + half)
            lowered = fill(w_k, zero[tight], P_bar, 1 - half)
            up = raised > self.log_P_bar[tight]
            log_p[tight] = np.where(up, raised, lowered)
            p = np.exp(log_p)
        return p, log_p


def inner_value(w: Array, p: Array, log_p: Array) -> Array:
    """sum_y p(y) (w(y) - ln p(y)), (K,); 0 ln 0 = 0."""
    s: Array = (p * np.where(p > 0, w - log_p, 0.0)).sum(axis=1)
    return s
