"""UC-O-REPS: Rosenberg and Mansour, "Online convex optimization in adversarial Markov decision
processes", ICML 2019. Unknown P, full information. Cited as [RM].

Notation of [RM]: q_t, l_t, epochs i with the L1 sets of eq. (10)-(12), which are taken from it.

    l. 1  q_1(x,a,y) = 1 / (X_h A X_{h+1}); P_1 every transition function
    l. 2  play pi^{q_t}, observe l_t
    l. 3  counters; where some count doubled: epoch i + 1 and its set
    l. 4  q_{t+1} = argmin over Delta(P_i) of eta <q, l_t> + D(q || q_t), with the new set if any

R-28: eta = sqrt(ln(X^2 A / L^2) / T) is not confirmed against [RM]; sqrt(2) times that minimises
the bound sum_h ln(X_h A X_{h+1}) / eta + eta L T / 2, and `scale` reaches it. That line 3 precedes
line 4 is a reading too. With both, the regret is at most (2 + sqrt 2) LX sqrt(TA Lam) with
probability 1 - delta (Coq, `uc_o_reps`). q_1 is in Delta(P_1): the uniform policy, where every
transition is uniform on the next layer.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import log, sqrt

from reference import confidence
from reference.figure1.learner import positive
from reference.guests.kl.sets import Ball, TransitionSet
from reference.guests.kl.step import kl_step, policy, uniform_log_q
from reference.guests.learners.adversarial import Adversarial
from reference.mdp import Array, Tables


@dataclass(eq=False, kw_only=True)
class UCOREPS(Adversarial):
    """[RM]. `scale` multiplies eta."""

    full_information = True

    scale: float = positive()

    def __post_init__(self) -> None:
        super().__post_init__()
        self.eta = self.scale * sqrt(log(self.X * self.X * self.A / self.L**2) / self.T)
        self.Lam = confidence.log_term(self.T, self.X, self.A, self.delta)
        self.log_q, self.log_w = uniform_log_q(self.pairs)  # l. 1
        self._set()
        self._follow(policy(self.pairs, self.log_w))  # l. 2

    def _update(self, t: int) -> Tables:
        self.l_hat = self._estimate()  # l. 2
        if self.new_epoch():  # l. 3
            self._set()
        self.step = kl_step(self.pairs, self.log_q, self.eta * self.l_hat, self.P_i)  # l. 4
        self.log_q, self.log_w = self.step.log_q, self.step.log_w
        return policy(self.pairs, self.log_w)

    def _estimate(self) -> Array:
        return self.loss()

    def _set(self) -> None:
        """Return P_i, eq. (10)-(12)."""
        eps = confidence.transition_radius(self.N_i, self.layers, self.Lam)
        self.P_i: TransitionSet = Ball(self.pairs, self.empirical(), eps)
