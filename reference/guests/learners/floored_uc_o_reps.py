"""UC-O-REPS with bandit feedback and a floor in its estimator, after Rosenberg and Mansour, "Online
stochastic shortest path with bandit feedback and unknown transition function", NeurIPS 2019, cited
as [RM2], whose "shifted" algorithm it is not: that one shrinks the set of occupancy measures.

    l. 2' play pi^{q_t}, observe the losses along the path:
          l_hat(x,a) = l_t(x,a) 1{visited} / max{q_t(x,a), alpha}

and UC-O-REPS otherwise (`reference.guests.learners.uc_o_reps`), with eta divided by the range
1/alpha of the estimates.

R-31: [RM2] shrinks Delta(P_i) so that q_t >= alpha. Here the floor alpha is in the estimator
instead, which is the same where q_t >= alpha and biased downward elsewhere; alpha = T^(-1/4) and
eta are read from the bound O~(T^(3/4)), not confirmed. UOB-REPS replaces this algorithm.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from reference.figure1.learner import positive
from reference.guests.learners.uc_o_reps import UCOREPS
from reference.mdp import Array


@dataclass(eq=False, kw_only=True)
class FlooredUCOREPS(UCOREPS):
    """[RM2] under R-31. `floor` multiplies alpha."""

    full_information = False

    floor: float = positive()

    def __post_init__(self) -> None:
        super().__post_init__()
        self.alpha = min(1.0, self.floor * self.T**-0.25)
        self.eta *= self.alpha

    def _estimate(self) -> Array:
        q_t = [float(np.exp(self.log_w[k])) for k in self.visited()]
        return self.weighted([max(q, self.alpha) for q in q_t])  # l. 2'
