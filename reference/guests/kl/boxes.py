"""Confidence boxes |p(y) - P_bar(y)| <= eps(y), clipped to [0, 1], and the largest p.V inside
one."""

from __future__ import annotations

import numpy as np

from reference.mdp import Array, Tables


def bernstein_width(P_bar: Array, n: Array, Lam: float) -> Array:
    """Return eps(y) of `bernstein_box`, n as max{1, n}. P_bar (X_h, A, X_{h+1}), n (X_h, A)."""
    n = np.maximum(1, n)[:, :, None]
    eps: Array = 2 * np.sqrt(P_bar * Lam / n) + 14 * Lam / (3 * n)
    return eps


def bernstein_box(N: Tables, N3: Tables, Lam: float, minus: int = 1) -> tuple[Tables, Tables]:
    """Return lo and hi of UOB-REPS: with n = max{1, N - minus} and P_bar = N3 / max{1, N},

        eps(y) = 2 sqrt(P_bar(y) Lam / n) + 14 Lam / (3 n),   Lam = ln(TXA/delta).

    minus = 1 is R-29; minus = 0 is the reading of Jin, Huang and Luo 2021. lo[h] and hi[h] are
    (X_h, A, X_{h+1}). A pair never seen has the whole simplex, as 14 Lam / 3 > 1."""
    lo: list[Array] = []
    hi: list[Array] = []
    for N_h, N3_h in zip(N, N3, strict=True):
        P_bar = N3_h / np.maximum(1, N_h)[:, :, None]
        eps = bernstein_width(P_bar, N_h - minus, Lam)
        lo.append(np.maximum(0.0, P_bar - eps))
        hi.append(np.minimum(1.0, P_bar + eps))
    return tuple(lo), tuple(hi)


def box_maximum(lo: Array, hi: Array, V: Array) -> Array:
    """Return max p.V over the box, (...): start at lo, fill up to hi in decreasing order of V.

    lo and hi are (..., Y), V (Y,). Pre: sum lo <= 1 <= sum hi."""
    order = np.argsort(-V, kind="stable")
    low, room = lo[..., order], (hi - lo)[..., order]
    rest = 1 - low.sum(axis=-1, keepdims=True)
    before = np.cumsum(room, axis=-1) - room
    p = np.empty_like(low)
    p[..., order] = low + np.clip(rest - before, 0.0, room)
    best: Array = p @ V
    return best
