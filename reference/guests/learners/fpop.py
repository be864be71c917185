"""FPOP, "follow the perturbed optimistic policy": Neu, Gyorgy and Szepesvari, AISTATS 2012.
Unknown P, full information. Cited as [NGS].

Notation of [NGS]: r_t the reward table of episode t, R_t = r_1 + ... + r_t, Y a perturbation.

    l. 1  epoch i begins: draw Y(x,a) ~ Exp(eta), independent
    l. 2  (pi_t, P_t) = argmax over pi and P in P_i of the value of R_{t-1} + Y
    l. 3  play pi_t, observe r_t
    l. 4  counters; a new epoch where some count doubled, with a new set P_i

Line 2 is LP1 with R_{t-1} + Y for r_hat_i, and is solved by the same backward induction.
R-26: eta, the L1 radius (eq. (11)) and when Y is drawn are readings, not confirmed against [NGS].
Every epoch has a set of its own, so that each pays for the perturbation: with m epochs the bound of
perturbed leaders is m sum_h (1 + ln(X_h A)) / eta + eta T L X A. It is minimised by
eta = sqrt(m (1 + ln(XA/L)) / (T X A)), where m = XA log2(8T/XA) bounds the number of epochs
(Jaksch, Ortner and Auer 2010, Prop. 18), but is at least 1.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import log, log2, sqrt

from reference import confidence
from reference.backward_induction import greedy_policy, optimistic_values
from reference.figure1.learner import one_of, positive
from reference.guests.learners.adversarial import Adversarial
from reference.mdp import Tables


@dataclass(eq=False, kw_only=True)
class FPOP(Adversarial):
    """[NGS]. redraw = "epoch": Y is drawn when an epoch begins; "episode": every episode."""

    full_information = True

    scale: float = positive()
    redraw: str = one_of("epoch", "episode")

    def __post_init__(self) -> None:
        super().__post_init__()
        L, X, A, T = self.L, self.X, self.A, self.T
        m = max(1.0, X * A * log2(8 * T / (X * A)))
        self.eta = self.scale * sqrt(m * (1 + log(X * A / L)) / (T * X * A))
        self.Lam = confidence.log_term(T, X, A, self.delta)
        self.R = tuple(N * 0.0 for N in self.N_i)
        self._perturb()  # l. 1
        self._set()
        self._follow(self._leader())  # l. 2

    def _update(self, t: int) -> Tables:
        self.R = tuple(R + r for R, r in zip(self.R, self.table(), strict=True))  # l. 3
        if self.new_epoch():  # l. 4
            self._set()
            self._perturb()  # l. 1
        elif self.redraw == "episode":
            self._perturb()
        return self._leader()  # l. 2

    def _perturb(self) -> None:
        self.Y = tuple(self._random.exponential(1 / self.eta, R.shape) for R in self.R)

    def _set(self) -> None:
        """Return P_i, eq. (10)-(12)."""
        self.P_bar = self.empirical()
        self.eps = confidence.transition_radius(self.N_i, self.layers, self.Lam)

    def _leader(self) -> Tables:
        perturbed = tuple(R + Y for R, Y in zip(self.R, self.Y, strict=True))
        return greedy_policy(optimistic_values(self.P_bar, self.eps, perturbed).Q)
