"""The bandit variant of UC-O-REPS: Rosenberg and Mansour, "Online stochastic shortest path with
bandit feedback and unknown transition function", NeurIPS 2019. Cited as [RM2].

    l. 2' play pi^{q_t}, observe the losses along the path:
          l_hat(x,a) = l_t(x,a) 1{visited} / max{q_t(x,a), alpha}

and UC-O-REPS otherwise (`reference.baselines.uc_o_reps`), with eta divided by the range 1/alpha
of the estimates.

R-31: [RM2] shrinks Delta(P_i) so that q_t >= alpha. Here the floor alpha is in the estimator
instead, which is the same where q_t >= alpha and biased downward elsewhere; alpha = T^(-1/4) and
eta are read from the bound O~(T^(3/4)), not confirmed. UOB-REPS replaces this algorithm.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from reference.baselines.adversarial import check_positive
from reference.baselines.uc_o_reps import UCOREPS
from reference.mdp import Array


class ShiftedUCOREPS(UCOREPS):
    """[RM2] under R-31. `floor` multiplies alpha."""

    full_information = False

    def __init__(
        self,
        layers: Sequence[int],
        A: int,
        T: int,
        delta: float,
        seed: int,
        *,
        scale: float = 1.0,
        floor: float = 1.0,
    ) -> None:
        super().__init__(layers, A, T, delta, seed, scale=scale)
        self.name = "UC-O-REPS, bandit"
        self.alpha = min(1.0, check_positive("floor", floor) * self.T**-0.25)
        self.eta *= self.alpha

    def _estimate(self) -> Array:
        l_hat = np.zeros(self.pairs.K)
        for k, r in zip(self.visited(), self.r, strict=True):
            l_hat[k] = (1.0 - r) / max(float(np.exp(self.log_w[k])), self.alpha)  # l. 2'
        return l_hat
