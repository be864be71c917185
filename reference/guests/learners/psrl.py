"""PSRL: Osband, Russo and Van Roy, "(More) Efficient Reinforcement Learning via Posterior
Sampling", NeurIPS 2013, Alg. 1. Cited as [ORV].

Before every episode one MDP is drawn from the posterior and its optimal policy is played. The
prior is left open in [ORV]; here it is Dirichlet for every row of P (over the next layer) and Beta
or normal for every mean reward, independent of one another.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from reference.figure1.learner import Greedy, Planner, one_of, optimal_q, option
from reference.mdp import Array, Tables


def dirichlet(parameters: Array, random: np.random.Generator) -> Array:
    """Draw independent Dirichlet rows, gamma variables over their sum. Shape (..., Y) in and
    out."""
    if parameters.shape[-1] == 1:
        return np.ones(parameters.shape)
    g = random.standard_gamma(parameters)
    p: Array = g / g.sum(axis=-1, keepdims=True)
    return p


@dataclass(eq=False, kw_only=True)
class PSRL(Greedy, Planner):
    """[ORV] Alg. 1 with the prior Dirichlet(alpha0, ..., alpha0) for transitions and, for rewards,

    "beta": Beta(a0, b0); a reward r that is not 0 or 1 counts as r of a success and 1 - r of a
    failure; "normal": N(0, 1) with unit noise, so the posterior is N(sum r / (1 + N), 1 / (1 + N)).
    `delta` is not used: [ORV] has no confidence parameter. With alpha0 = a0 = b0 = 1 the prior is
    exactly the distribution of this project's random MDPs, an advantage no other learner here has.
    """

    rewards: str = one_of("beta", "normal")
    alpha0: float = option(1.0, "must be above 0", lambda w: w > 0)
    a0: float = option(1.0, "must be above 0", lambda w: w > 0)
    b0: float = option(1.0, "must be above 0", lambda w: w > 0)

    def sample(self) -> tuple[Tables, Tables]:
        """Draw P and r from the posterior given all observations."""
        counts = self.counts
        P = tuple(dirichlet(self.alpha0 + N3, self._random) for N3 in counts.N3)
        r = tuple(self._reward(N, R) for N, R in zip(counts.N, counts.R, strict=True))
        return P, r

    def _reward(self, N: Array, R: Array) -> Array:
        if self.rewards == "beta":
            return np.asarray(self._random.beta(self.a0 + R, self.b0 + N - R))
        r: Array = R / (1 + N) + self._random.standard_normal(N.shape) / np.sqrt(1 + N)
        return r

    def _next(self, t: int) -> Tables:
        return tuple(map(self.greedy, optimal_q(*self.sample())))
