"""FPOP, "follow the perturbed optimistic policy": Neu, Gyorgy and Szepesvari, AISTATS 2012.
Unknown P, full information. Cited as [NGS].

Notation of [NGS]: r_t the reward table of episode t, R_t = r_1 + ... + r_t, Y a perturbation.

    l. 1  epoch i begins: draw Y(x,a) ~ Exp(eta), independent
    l. 2  (pi_t, P_t) = argmax over pi and P in P_i of the value of R_{t-1} + Y
    l. 3  play pi_t, observe r_t
    l. 4  counters; a new epoch where some count doubled, with a new set P_i

Line 2 is LP1 with R_{t-1} + Y for r_hat_i, and is solved by the same backward induction.
R-26: eta, the L1 radius (eq. (11)) and when Y is drawn are readings, not confirmed against [NGS].
eta = sqrt(L (1 + ln(XA/L)) / (T L X A)) minimises
sum_h (1 + ln(X_h A)) / eta + eta T L X A, the bound of perturbed leaders for this class.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log, sqrt

from reference import confidence
from reference.backward_induction import greedy_policy, optimistic_values
from reference.baselines.adversarial import Adversarial, check_positive
from reference.baselines.learner import read_only
from reference.mdp import Tables
from reference.support.errors import PreconditionError


def fpop_eta(L: int, X: int, A: int, T: int) -> float:
    """R-26."""
    return sqrt(L * (1 + log(X * A / L)) / (T * L * X * A))


class FPOP(Adversarial):
    """[NGS]. redraw = "epoch": Y is drawn when an epoch begins; "episode": every episode."""

    full_information = True

    def __init__(
        self,
        layers: Sequence[int],
        A: int,
        T: int,
        delta: float,
        seed: int,
        *,
        scale: float = 1.0,
        redraw: str = "epoch",
    ) -> None:
        super().__init__(layers, A, T, delta, seed)
        if redraw not in ("epoch", "episode"):
            raise PreconditionError("redraw", redraw, "one of ('epoch', 'episode')")
        self.name, self.redraw = "FPOP", redraw
        self.eta = check_positive("scale", scale) * fpop_eta(self.L, self.X, A, self.T)
        self.Lam = confidence.log_term(self.T, self.X, A, self.delta)
        self.R = tuple(N * 0.0 for N in self.N_i)
        self._perturb()  # l. 1
        self._set()
        self._actor.follow(self._leader())  # l. 2

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
        """P_i: eq. (10)-(12)."""
        N3 = tuple(N3.copy() for N3 in self.counts.N3)
        self.P_bar = confidence.empirical_transition(self.N_i, N3)
        self.eps = confidence.transition_radius(self.N_i, self.pairs.layers, self.Lam)

    def _leader(self) -> Tables:
        perturbed = tuple(R + Y for R, Y in zip(self.R, self.Y, strict=True))
        Q = optimistic_values(self.P_bar, self.eps, perturbed).Q
        return tuple(read_only(pi) for pi in greedy_policy(Q))
