"""Radii of the plausible transitions of UCRL2 and UCFH: [JOA] eq. (4), or Bernstein's (R-41)."""

from __future__ import annotations

from math import log

import numpy as np

from reference.figure1.ucrl2 import reward_radius, transition_radius
from reference.mdp import Array


def bernstein_radius(S: int, A: int, t: int, delta: float, N: Array, p_bar: Array) -> Array:
    """Return d(s'|s, a) = sqrt(14 p (1 - p) l / n) + 49 l / (3 max{1, n - 1}), p = p_bar(s'|s, a),
    l = ln(2SAt/delta), n = max{1, N(s, a)}: (S, A, S)."""
    l, n = log(2 * S * A * t / delta), np.maximum(1, N)[..., None]  # as R-41 has it
    d: Array = np.sqrt(14 * p_bar * (1 - p_bar) * l / n) + 49 * l / (3 * np.maximum(1, n - 1))
    return d


def radii(
    kind: str | tuple[float, float], S: int, A: int, t: int, delta: float, N: Array, p_bar: Array
) -> tuple[Array, Array]:
    """Return d_r (..., S, A), and d_p: (..., S, A), an L1 distance, or (..., S, A, S) for each
    probability."""
    d_r, d_p = reward_radius(S, A, t, delta, N), transition_radius(S, A, t, delta, N)
    if not isinstance(kind, str):
        return kind[0] * d_r, kind[1] * d_p
    if kind.startswith("bernstein"):
        d_p = bernstein_radius(S, A, t, delta, N, p_bar)
    return d_r, d_p.sum(axis=-1) if kind == "bernstein-sum" else d_p
