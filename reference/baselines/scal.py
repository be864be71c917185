"""SCAL: Fruit, Pirotta, Lazaric and Ortner, "Efficient bias-span-constrained
exploration-exploitation in reinforcement learning", ICML 2018, REGAL made tractable: [FPLO].

REGAL (Bartlett and Tewari, UAI 2009) maximises the gain over plausible MDPs and policies under a
bound c on the span of the bias; no algorithm is known that does so in polynomial time
(`reference.baselines.regal` enumerates). [FPLO] cuts the values of extended value iteration:

    l. 1  v(s) = max_a { r~(s, a) + max_p p . u },   M = min_s v(s) + c
    l. 2  u'(s) = min{v(s), M}, until span(u' - u) < accuracy
    l. 3  where v(s) > M, play the best action with weight w = (M - m)/(v(s) - m) and the worst one,
          of value m = min_a min_p p . u (reward 0), with weight 1 - w; elsewhere the best

Confidence sets, epochs and the chain are UCRL2's (`reference.baselines.ucrl2`); [FPLO]'s own sets
are Bernstein's, so this isolates the effect of the cut. The default c = L is the largest span that
the chain's own bias can have (R-36). The aperiodicity transform tau stretches the bias by 1/tau,
and c with it. `bound` counts the states cut in l. 3, over all epochs.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite, sqrt

import numpy as np

from reference.backward_induction import inner_maximum
from reference.baselines.learner import greedy
from reference.baselines.ucrl2 import (
    MAX_ITERATIONS,
    UCRL2Chain,
    optimistic_reward,
    reward_radius,
    transition_radius,
)
from reference.mdp import Array
from reference.support.errors import PreconditionError


def cut(v: Array, c: float) -> Array:
    """l. 2: min{v(s), min v + c}, whose span is at most c."""
    below: Array = np.minimum(v, v.min() + c)
    return below


def mixed_policy(best: Array, v: Array, worst: Array, M: float) -> tuple[Array, int]:
    """l. 3: from the greedy policy `best` (S, A), v (S,) and the worst values (S, A) the policy
    whose value is min{v, M}, and how many states were cut."""
    pi, over = best.copy(), v > M
    m, a = worst.min(axis=1), worst.argmin(axis=1)
    for s in np.flatnonzero(over):
        w = max(0.0, (M - m[s]) / (v[s] - m[s]))
        pi[s] *= w
        pi[s, a[s]] += 1 - w
    pi.setflags(write=False)
    return pi, int(over.sum())


class SCALChain(UCRL2Chain):
    """[FPLO]'s operator on UCRL2's plausible MDPs. span = 0 stands for c = L."""

    def __init__(
        self,
        layers: Sequence[int],
        A: int,
        T: int,
        delta: float,
        seed: int,
        *,
        span: float = 0.0,
        clip: bool = True,
        reset: str = "merged",
        tau: float = 0.5,
        ties: str = "first",
        tolerance: float = 0.0,
    ) -> None:
        if isinstance(span, bool) or not (isfinite(span) and span >= 0):
            raise PreconditionError("span", span, "must be finite and >= 0")
        self.c = float(span) if span else float(len(layers) - 1)
        self.bound = 0
        super().__init__(
            layers, A, T, delta, seed,
            clip=clip, reset=reset, tau=tau, ties=ties, tolerance=tolerance,
        )  # fmt: skip
        self.name = "SCAL-C"

    def _solve(self) -> None:
        """An epoch starts: l. 1-3."""
        n = np.maximum(1, self.N)
        p_bar = self.N3 / n[:, :, None]
        radius = reward_radius(self.S, self.A, self.t, self.delta, self.N)
        r = optimistic_reward(self.R / n, radius, self.clip)
        d = transition_radius(self.S, self.A, self.t, self.delta, self.N)
        c, u = self.c / self.tau, np.zeros(self.S)
        for _ in range(MAX_ITERATIONS):
            self.iterations += 1
            Q = r + self.tau * inner_maximum(p_bar, d, u) + (1 - self.tau) * u[:, None]
            v = Q.max(axis=1)  # l. 1
            difference = cut(v, c) - u  # l. 2
            if difference.max() - difference.min() < 1 / sqrt(self.t):
                break
            u = cut(v, c) - v.min()
        else:
            rule = f"value iteration did not stop in {MAX_ITERATIONS} rounds"
            raise PreconditionError("tau", self.tau, rule)
        worst = -self.tau * inner_maximum(p_bar, d, -u) + (1 - self.tau) * u[:, None]
        best = greedy(Q, self.ties, self.tolerance, self._random)
        pi, bound = mixed_policy(best, v, worst, float(v.min() + c))  # l. 3
        self.bound += bound
        self._follow(pi)
        self._limit = (self.N + n).tolist()
