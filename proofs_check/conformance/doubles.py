"""The quantities of an epoch in doubles. They decide no verdict: cells are counted by them
(coverage.py), and what bounds their rounding errors may vouch for an epoch."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from proofs_check.arithmetic import b_square, eps_square, upper_reward
from proofs_check.conformance.counters import Counters

Doubles = NDArray[np.float64]
PerLayer = list[Doubles]


@dataclass(frozen=True)
class Quantities:
    """Eq. (10), (11), (14)-(17) of one epoch in doubles: [h] of arrays (x, a) or (x, a, x1)."""

    N: PerLayer
    N3: PerLayer
    most: PerLayer  # max{1, N_i}
    eps: PerLayer
    b: PerLayer
    r_bar: PerLayer
    r_hat: PerLayer

    @classmethod
    def of(cls, c: Counters, Lam: float) -> Quantities:
        """Return the quantities from the counters at the start of the epoch."""
        N = [np.array(of_h, dtype=np.float64) for of_h in c.all_N]
        N3 = [np.array(of_h, dtype=np.float64) for of_h in c.all_N3]
        S = [np.array([[float(s) for s in row] for row in of_h]) for of_h in c.S]
        most = [np.maximum(1.0, N_h) for N_h in N]
        b = [np.sqrt(b_square(Lam) / m) for m in most]
        eps = [np.sqrt(eps_square(X, Lam) / m) for X, m in zip(c.layers[1:], most, strict=True)]
        r_bar = [S_h / m for S_h, m in zip(S, most, strict=True)]
        r_hat = [upper_reward(r, b_h, np.minimum) for r, b_h in zip(r_bar, b, strict=True)]
        return cls(N, N3, most, eps, b, r_bar, r_hat)
