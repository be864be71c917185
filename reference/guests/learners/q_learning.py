"""UCB Q-learning: Jin, Allen-Zhu, Bubeck and Jordan, "Is Q-learning Provably Efficient?",
NeurIPS 2018, Alg. 1 (UCB-Hoeffding) and Alg. 2 (UCB-Bernstein). Cited as [JABJ].

Notation of [JABJ]: H = L steps, K = T episodes, T_steps = KH, S states per step, A actions,
p = delta, iota = ln(S A T_steps / p), t = N_h(x, a), alpha_t = (H + 1) / (H + t).
"""

from __future__ import annotations

from dataclasses import dataclass
from math import log, sqrt

import numpy as np

from reference.figure1.learner import TIES, Greedy, Sizes, one_of, option, read_only


def alpha(H: int, t: int) -> float:
    """Return [JABJ] eq. (4.1), the learning rate (H + 1) / (H + t) of a pair's t-th visit."""
    return (H + 1) / (H + t)


def bonus_H(c: float, H: int, iota: float, t: int) -> float:
    """Return the bonus of [JABJ] Alg. 1, b_t = c sqrt(H^3 iota / t)."""
    return c * sqrt(H**3 * iota / t)


def beta_B(c1: float, c2: float, sizes: Sizes, iota: float, t: int, W: float) -> float:
    """Return beta_t of [JABJ] Alg. 2: beta_t = min{c1 (sqrt(H (W_t + H) iota / t) + sqrt(H^7 S A)
    iota / t), c2 sqrt(H^3 iota / t)}, W_t the empirical variance of V_{h+1} over the t visits."""
    H, S, A = sizes
    bernstein = sqrt(H * (W + H) * iota / t) + sqrt(H**7 * S * A) * iota / t
    return min(c1 * bernstein, c2 * sqrt(H**3 * iota / t))


@dataclass(eq=False, kw_only=True)
class UCBQLearning(Greedy):
    """[JABJ] Alg. 1 (bonus = "H") and Alg. 2 (bonus = "B"): model-free, one entry of Q per step.

    The absolute constants c, c1, c2 are not given in [JABJ]; c = 0 turns the bonus off. S, in iota
    and beta_t, is the size of the largest layer, or X if states = "all". Learning within an episode
    never changes its policy: the entry (h, x, a) is not read again before the next.
    """

    bonus: str = one_of("H", "B")
    c: float = option(1.0, "must be at least 0", lambda c: c >= 0)
    c1: float = option(2.0, "must be at least 0", lambda c: c >= 0)
    c2: float = option(2.0, "must be at least 0", lambda c: c >= 0)
    states: str = one_of("largest-layer", "all")
    ties: str = one_of(*TIES, default="uniform")

    def __post_init__(self) -> None:
        super().__post_init__()
        self.H = self.L
        self.S = max(self.layers) if self.states == "largest-layer" else self.X
        self.iota = log(self.S * self.A * self.T * self.H / self.delta)
        shapes = [(X_h, self.A) for X_h in self.layers[:-1]]
        self.N = [np.zeros(shape, dtype=np.int64) for shape in shapes]
        self.Q = [np.full(shape, float(self.H)) for shape in shapes]
        self.V = [[float(self.H)] * X_h for X_h in self.layers[:-1]] + [[0.0]]
        self.mu = [np.zeros(shape) for shape in shapes]  # sum of V_{h+1} seen
        self.sigma = [np.zeros(shape) for shape in shapes]  # sum of V_{h+1}^2 seen
        self.beta = [np.zeros(shape) for shape in shapes]  # beta_{t-1}
        self._changed: list[tuple[int, int]] = []  # rows of Q changed in this episode
        self._follow(tuple(map(self.greedy, self.Q)))

    def start_episode(self, t: int) -> None:
        """Update the greedy policy on the L rows of Q that the last episode changed."""
        if not self._changed:
            return
        pi = list(self._pi)
        for h, x in self._changed:
            pi[h] = pi[h].copy()
            pi[h][x] = self.greedy(self.Q[h][x : x + 1])[0]
            read_only(pi[h])
        self._changed = []
        self._follow(tuple(pi))
        self.updates += 1

    def learn(self, h: int, x: int, a: int, r: float, x1: int) -> None:
        """Carry out [JABJ] Alg. 1 l. 5-7, or Alg. 2 l. 5-10."""
        self.N[h][x, a] += 1
        t = int(self.N[h][x, a])
        alpha_t = alpha(self.H, t)
        V_next = self.V[h + 1][x1]
        if self.bonus == "B":
            b = self._bonus_B(h, x, a, t, V_next)
        else:
            b = bonus_H(self.c, self.H, self.iota, t)
        Q = self.Q[h]
        Q[x, a] = (1 - alpha_t) * Q[x, a] + alpha_t * (r + V_next + b)
        self.V[h][x] = min(float(self.H), float(Q[x].max()))
        self._changed.append((h, x))

    def _bonus_B(self, h: int, x: int, a: int, t: int, V_next: float) -> float:
        """Return b_t = (beta_t - (1 - alpha_t) beta_{t-1}) / (2 alpha_t)."""
        self.mu[h][x, a] += V_next
        self.sigma[h][x, a] += V_next**2
        W = max(0.0, float(self.sigma[h][x, a] / t - (self.mu[h][x, a] / t) ** 2))
        beta = beta_B(self.c1, self.c2, Sizes(self.H, self.S, self.A), self.iota, t, W)
        before, self.beta[h][x, a] = float(self.beta[h][x, a]), beta
        return (beta - (1 - alpha(self.H, t)) * before) / (2 * alpha(self.H, t))
