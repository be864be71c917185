"""The upper occupancy bound of UOB-REPS: u(x, a) = max over P in P_i of q^{P,pi}(x, a).

Backward from the layer of x: f = indicator of x there, and one layer earlier

    f(z) = sum_b pi(b|z) max_{p in P_i(z,b)} p.f.

The set is a product over pairs, so the maxima are attained together: u(x, a) = pi(a|x) f(x_0).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from reference.guests.kl.boxes import box_maximum
from reference.mdp import Array, Tables


def upper_reach(pi: Tables, lo: Tables, hi: Tables, h: int, x: int) -> float:
    """Return max over P in the boxes of Pr{x_h = x | P, pi}."""
    f: Array = np.zeros(lo[h - 1].shape[2] if h else 1)
    f[x] = 1.0
    for k in reversed(range(h)):
        f = (pi[k] * box_maximum(lo[k], hi[k], f)).sum(axis=1)
    return float(f[0])


def upper_occupancy(
    pi: Tables, lo: Tables, hi: Tables, x: Sequence[int], a: Sequence[int]
) -> list[float]:
    """Return u(x_h, a_h) for the pairs of a trajectory, h = 0..L-1."""
    return [
        float(pi[h][x_h, a_h]) * upper_reach(pi, lo, hi, h, x_h)
        for h, (x_h, a_h) in enumerate(zip(x, a, strict=True))
    ]
