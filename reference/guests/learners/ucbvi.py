"""UCBVI: Azar, Osband and Munos, "Minimax Regret Bounds for Reinforcement Learning", ICML 2017,
Alg. 1-4. Cited as [AOM].

Notation of [AOM]: H = L steps, K = T episodes, S states, A actions, T_steps = KH, and
Lg = ln(5 S A T_steps / delta), their L. N_k(x, a) counts the visits before episode k and
N'_{k,h}(x) those of x at step h. Here a state lies in one layer, so h is implied by x.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import log

import numpy as np

from reference.figure1.learner import (
    TIES,
    Greedy,
    Planner,
    Sizes,
    backward,
    one_of,
    option,
)
from reference.mdp import Array, Tables


def bonus_CH(H: int, Lg: float, n: Array) -> Array:
    """Return the Chernoff-Hoeffding bonus of [AOM] Alg. 3, 7 H Lg sqrt(1 / N_k(x, a))."""
    b: Array = 7 * H * Lg / np.sqrt(n)
    return b


def bonus_BF(sizes: Sizes, Lg: float, n: Array, P: Array, V: Array, n_next: Array | None) -> Array:
    """Return the Bernstein-Freedman bonus of [AOM] Alg. 4 for n = N_k(x, a) (X_h, A), P = P_hat_k,
    V = V_{k,h+1}:

    sqrt(8 Lg Var_{y ~ P}(V(y)) / n) + 14 H Lg / (3 n)
      + sqrt(8 sum_y P(y) min{100^2 H^3 S^2 A Lg^2 / N'_{k,h+1}(y), H^2} / n).

    n_next is N'_{k,h+1} (X_{h+1},). At h = H the values after it are 0 and there is no h + 1 to
    count: n_next = None leaves the last term out.
    """
    H, S, A = sizes
    variance = np.maximum(0.0, P @ V**2 - (P @ V) ** 2)
    b: Array = np.sqrt(8 * Lg * variance / n) + 14 * H * Lg / (3 * n)
    if n_next is not None:
        c = 100**2 * H**3 * S**2 * A * Lg**2
        correction = np.minimum(c / np.maximum(1, n_next), float(H**2))
        correction[n_next == 0] = H**2
        b = b + np.sqrt(8 * (P @ correction) / n)
    return b


@dataclass(eq=False, kw_only=True)
class UCBVI(Greedy, Planner):
    """[AOM] Alg. 1 and 2: before every episode, optimistic value iteration with bonuses.

    bonus: "CH" or "BF". scale multiplies every bonus; 1 is the paper. unknown_rewards = True adds
    sqrt(Lg / (2 N_k)) for rewards that [AOM] takes as known. cap = "H" caps Q at H as printed;
    "remaining" at the H - h rewards still to come.
    """

    bonus: str = one_of("CH", "BF")
    scale: float = option(1.0, "must be at least 0", lambda scale: scale >= 0)
    unknown_rewards: bool = True
    cap: str = one_of("H", "remaining")
    ties: str = one_of(*TIES, default="uniform")

    def __post_init__(self) -> None:
        super().__post_init__()
        self.H = self.L
        self.Lg = log(5 * self.X * self.A * self.T * self.H / self.delta)
        self.most = [float(self.H if self.cap == "H" else self.H - h) for h in range(self.H)]
        self.Q = tuple(np.full(N.shape, m) for N, m in zip(self.counts.N, self.most, strict=True))

    def value_iteration(self) -> None:
        """Carry out [AOM] Alg. 2: Q_{k,h} = min{Q_{k-1,h}, H, R + P_hat V_{k,h+1} + b_{k,h}}, H if
        unseen."""

        def Q_h(h: int, V: Array) -> Array:
            N, P = self.counts.N[h], self.counts.P_bar(h)
            n = np.maximum(1, N)
            if self.bonus == "CH":
                b = bonus_CH(self.H, self.Lg, n)
            else:
                n_next = self.counts.N[h + 1].sum(axis=1) if h + 1 < self.H else None
                b = bonus_BF(Sizes(self.H, self.X, self.A), self.Lg, n, P, V, n_next)
            if self.unknown_rewards:
                b = b + np.sqrt(self.Lg / (2 * n))
            Q = np.minimum(self.most[h], self.counts.r_bar(h) + P @ V + self.scale * b)
            return np.where(N > 0, np.minimum(self.Q[h], Q), self.most[h])

        self.Q = backward(self.H, Q_h)

    def _next(self, t: int) -> Tables:
        self.value_iteration()
        return tuple(map(self.greedy, self.Q))
