"""SCAL: Fruit, Pirotta, Lazaric and Ortner, "Efficient bias-span-constrained
exploration-exploitation in reinforcement learning", ICML 2018, REGAL made tractable: [FPLO].

REGAL (Bartlett and Tewari, UAI 2009) maximises the gain over plausible MDPs and policies under a
bound c on the span of the bias; no algorithm is known that does so in polynomial time
(`reference.guests.learners.regal` enumerates). [FPLO] cuts the values of extended value iteration:

    l. 1  v(s) = max_a { r~(s, a) + max_p p . u },   M = min_s v(s) + c
    l. 2  u'(s) = min{v(s), M}, until span(u' - u) < accuracy
    l. 3  where v(s) > M, play the best action with weight w = (M - m)/(v(s) - m) and the worst one,
          of value m = min_a min_p p . u (reward 0), with weight 1 - w; elsewhere the best

Confidence sets, epochs and the chain are UCRL2's (`reference.figure1.ucrl2`); [FPLO]'s
own sets are Bernstein's, so this isolates the effect of the cut. The default c = L is the largest
span that the chain's own bias can have (R-36). The aperiodicity transform tau stretches the bias
by 1/tau, and c with it. `bound` counts the states cut in l. 3, over all epochs.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

import numpy as np

from reference.backward_induction import ball_maximum
from reference.figure1.chain import value_iteration
from reference.figure1.learner import positive, read_only
from reference.figure1.ucrl2 import UCRL2Chain
from reference.mdp import Array


def mixed_policy(best: Array, v: Array, worst: Array, M: float) -> tuple[Array, int]:
    """Carry out l. 3: from the greedy policy `best` (S, A), v (S,) and the worst values (S, A) the
    policy whose value is min{v, M}, and how many states were cut."""
    pi, over = best.copy(), v > M
    m, a = worst.min(axis=1), worst.argmin(axis=1)
    for s in np.flatnonzero(over):
        w = max(0.0, (M - m[s]) / (v[s] - m[s]))
        pi[s] *= w
        pi[s, a[s]] += 1 - w
    return read_only(pi), int(over.sum())


@dataclass(eq=False, kw_only=True)
class SCALChain(UCRL2Chain):
    """[FPLO]'s operator on UCRL2's plausible MDPs. span = 0 stands for c = L."""

    span: float = positive(0.0, zero=True)

    def __post_init__(self) -> None:
        self.c, self.bound = float(self.span or len(self.layers) - 1), 0
        super().__post_init__()

    def _policy(self, p_bar: Array, d: Array, r: Array) -> Array:
        """Carry out l. 1-3."""
        c = self.c / self.tau
        Q, u = value_iteration(
            r, lambda u: ball_maximum(p_bar, d, u), 1 / sqrt(self.t), self.tau, c
        )
        worst = -self.tau * ball_maximum(p_bar, d, -u) + (1 - self.tau) * u[:, None]
        best = self.greedy(Q)
        v = Q.max(axis=1)
        pi, bound = mixed_policy(best, v, worst, float(v.min() + c))  # l. 3
        self.bound += bound
        return pi
