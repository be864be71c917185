"""Jin, Huang and Luo, "The best of both worlds: stochastic and adversarial episodic MDPs with
unknown transition", NeurIPS 2021. Cited as [JHL].

Notation of [JHL]: m the counts, P_bar_i the empirical transitions of epoch i, t_i its first
episode, B_i(x,a) = min{1, sum_y B_i(x,a,y)} with B_i(x,a,y) the half width of the box, u_t the
upper occupancy bound.

    l. 1  q_t = argmin over Delta(P_bar_i) of <q, sum_{tau = t_i}^{t-1} l_hat_tau> + phi_t(q)
    l. 2  play pi_t(a|x) = q_t(x,a) / sum_b q_t(x,b)
    l. 3  full information: l_hat_t = l_t - L B_i;  bandit: l_t 1{visited} / u_t - L B_i
    l. 4  counters; where some count doubled: epoch i + 1, and the sum of line 1 starts again

    full:   phi_t = (1/eta_t) sum q ln q, eta_t = sqrt(L ln(XA) / (64 L^5 ln(XA) + M_t)),
            M_t = sum_tau min{sum q_tau l_hat^2, sum q_tau (Q_tau - V_tau)^2} over the epoch
    bandit: phi_t = -(1/eta_t) sum sqrt(q) + 128 L^4 sum ln(1/q), eta_t = 1/sqrt(t - t_i + 1)

delta = 1/T^2 and 1/T^3 are [JHL]'s; the learner's own delta is not used. R-34: a pair never seen
has P_bar = uniform, and the first episode of an epoch has t - t_i + 1 = 1. `scale` multiplies the
constants 64 L^5 and 128 L^4, which at L = 6 are 497 664 and 165 888; 1 is as published.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import log, sqrt

import numpy as np

from reference import confidence
from reference.figure1.learner import one_of, positive
from reference.guests.kl.boxes import bernstein_box, bernstein_width
from reference.guests.kl.ftrl import barrier_step
from reference.guests.kl.pairs import NEVER
from reference.guests.kl.sets import Known
from reference.guests.kl.step import kl_step
from reference.guests.kl.upper_occupancy import upper_occupancy
from reference.guests.learners.adversarial import Adversarial
from reference.mdp import Array, Tables


@dataclass(eq=False, kw_only=True)
class BestOfBothWorlds(Adversarial):
    """[JHL]. feedback: "full" or "bandit"."""

    feedback: str = one_of("full", "bandit")
    scale: float = positive()

    def __post_init__(self) -> None:
        super().__post_init__()
        self.full_information = self.feedback == "full"
        power = 2 if self.full_information else 3
        self.Lam = confidence.log_term(self.T, self.X, self.A, min(0.5, float(self.T) ** -power))
        self.l_sum = np.zeros(self.pairs.K)
        self._begin(1)
        self._follow(self._leader(1))

    def _update(self, t: int) -> Tables:
        l_hat = self._estimate()  # l. 3
        if self.feedback == "full":
            self.M += self._variation(l_hat)
        self.l_sum = self.l_sum + l_hat
        if self.new_epoch():  # l. 4
            self._begin(t + 1)
        return self._leader(t + 1)  # l. 1

    def _begin(self, t: int) -> None:
        """Begin epoch i with episode t."""
        self.lo, self.hi = bernstein_box(self.N_i, tuple(self.counts.N3), self.Lam, minus=0)
        P_bar = self.empirical()
        self.P_bar = confidence.visited_or_uniform(P_bar, self.N_i)
        self.P = Known(self.pairs, self.P_bar)
        widths = (bernstein_width(P, N, self.Lam) for P, N in zip(P_bar, self.N_i, strict=True))
        self.B = self.pairs.join_pairs(
            tuple(np.minimum(1.0, np.minimum(1.0, eps).sum(axis=2)) for eps in widths)
        )
        self.t_i, self.M, self.l_sum = t, 0.0, np.zeros(self.pairs.K)

    def _estimate(self) -> Array:
        if self.full_information:
            l_hat = self.loss()
        else:
            l_hat = self.weighted(upper_occupancy(self._pi, self.lo, self.hi, self.x, self.a))
        corrected: Array = l_hat - self.L * self.B
        return corrected

    def _variation(self, l_hat: Array) -> float:
        """Return the term that episode t adds to M."""
        losses, V = self.pairs.split_pairs(l_hat), np.zeros(1)
        advantage: list[Array] = []
        for h in reversed(range(self.L)):
            Q = losses[h] + self.P_bar[h] @ V
            V = (self._pi[h] * Q).sum(axis=1)
            advantage.insert(0, Q - V[:, None])
        squares = self.pairs.join_pairs(tuple(advantage)) ** 2
        return float(min(self.q @ l_hat**2, self.q @ squares))

    def _leader(self, t: int) -> Tables:
        """Carry out l. 1 and 2."""
        if self.feedback == "full":
            G = log(self.X * self.A)
            eta = sqrt(self.L * G / (self.scale * 64 * self.L**5 * G + self.M))
            log_q = np.where(self.pairs.real, self.P.log_P, NEVER)
            self.q = np.exp(kl_step(self.pairs, log_q, eta * self.l_sum, self.P).log_w)
        else:
            eta = 1 / sqrt(t - self.t_i + 1)
            barrier = self.scale * 128 * self.L**4
            self.q = barrier_step(self.pairs, self.P_bar, self.l_sum, eta, barrier)
        pi = self.q.reshape(-1, self.A)
        return self.pairs.split_pairs((pi / pi.sum(axis=1, keepdims=True)).ravel())
