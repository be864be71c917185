"""O-REPS: Zimin and Neu, "Online learning in episodic Markovian decision processes by relative
entropy policy search", NIPS 2013. Known P. Cited as [ZN].

Notation of [ZN], in losses: q_t the occupancy measure of episode t, l_hat the loss estimate.

    l. 1  q_1 = argmin over Delta(P) of sum q ln q
    l. 2  play pi_t(a|x) = q_t(x,a) / sum_b q_t(x,b)
    l. 3  full information: l_hat = l_t;  bandit: l_hat = l_t 1{visited} / q_t(x,a)
    l. 4  q_{t+1} = argmin over Delta(P) of eta <q, l_hat> + D(q || q_t)

R-27: eta = sqrt(ln(XA/L) / T), with bandit feedback sqrt(L ln(XA/L) / (TXA)); both minimise the
published bounds 2 L sqrt(T ln(XA/L)) and 2 sqrt(L X A T ln(XA/L)); the values themselves are not
confirmed. The projection of q(x,a) = 1 / (X_h A) is the same q_1: the two objectives differ by a
constant. P is an argument; no other learner here is given it.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import log, sqrt

import numpy as np

from reference.figure1.learner import one_of, positive
from reference.guests.kl.sets import Known
from reference.guests.kl.step import KLStep, kl_step, policy
from reference.guests.learners.adversarial import Adversarial
from reference.mdp import Array, Tables


@dataclass(eq=False, kw_only=True)
class OREPS(Adversarial):
    """[ZN]; `P` is the true transition function. feedback: "full" or "bandit"."""

    P: Tables | None = None
    feedback: str = one_of("full", "bandit")
    scale: float = positive()

    def __post_init__(self) -> None:
        super().__post_init__()
        self.full_information = self.feedback == "full"
        L, XA, T = self.L, self.X * self.A, self.T
        eta = log(XA / L) / T if self.full_information else L * log(XA / L) / (T * XA)
        self.eta = self.scale * sqrt(eta)
        # Without P options can be read off and checked, but nothing learned.
        P = self.P or tuple(np.full(N3.shape, 1 / N3.shape[2]) for N3 in self.counts.N3)
        self.known = Known(self.pairs, P)
        no_loss = np.zeros(self.pairs.K)
        self._keep(kl_step(self.pairs, self.known.log_P, no_loss, self.known))  # l. 1
        self._follow(policy(self.pairs, self.log_w))  # l. 2

    def _update(self, t: int) -> Tables:
        self.l_hat = self._estimate()  # l. 3
        self._keep(kl_step(self.pairs, self.log_q, self.eta * self.l_hat, self.known))  # l. 4
        return policy(self.pairs, self.log_w)

    def _estimate(self) -> Array:
        if self.feedback == "full":
            return self.loss()
        return self.weighted([np.exp(self.log_w[k]) for k in self.visited()])

    def _keep(self, step: KLStep) -> None:
        """Keep ln q_{t+1}."""
        self.step, self.log_q, self.log_w = step, step.log_q, step.log_w
