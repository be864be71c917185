"""UOB-REPS: Jin, Jin, Luo, Sra and Yu, "Learning adversarial Markov decision processes with bandit
feedback and unknown transition", ICML 2020. Cited as [JJLSY].

Notation of [JJLSY]: u_t the upper occupancy bound, gamma the implicit exploration.

    l. 1  q_1(x,a,y) = 1 / (X_h A X_{h+1}); P_1 every transition function
    l. 2  play pi_t = pi^{q_t}, observe l_t along the path
    l. 3  u_t(x,a) = max over P in P_i of q^{P,pi_t}(x,a), with the set of this episode
    l. 4  l_hat(x,a) = l_t(x,a) 1{visited} / (u_t(x,a) + gamma)
    l. 5  counters; where some count doubled: epoch i + 1 and its box (R-29)
    l. 6  q_{t+1} = argmin over Delta(P_i) of eta <q, l_hat> + D(q || q_t), with the new box if any

Lines 1, 2, 5 and 6 are those of UC-O-REPS (`reference.guests.learners.uc_o_reps`) on other sets.
R-30: eta = gamma = sqrt(L ln(LXA/delta) / (TXA)), not confirmed against [JJLSY].
"""

from __future__ import annotations

from dataclasses import dataclass
from math import log, sqrt

from reference.figure1.learner import one_of, positive
from reference.guests.kl.boxes import bernstein_box
from reference.guests.kl.sets import Box
from reference.guests.kl.upper_occupancy import upper_occupancy
from reference.guests.learners.uc_o_reps import UCOREPS
from reference.mdp import Array


@dataclass(eq=False, kw_only=True)
class UOBREPS(UCOREPS):
    """[JJLSY]. `scale` multiplies eta, `exploration` gamma; box = "N-1" or "N" is R-29."""

    full_information = False

    exploration: float = positive()
    box: str = one_of("N-1", "N")

    def __post_init__(self) -> None:
        super().__post_init__()
        L, X, A = self.L, self.X, self.A
        published = sqrt(L * log(L * X * A / self.delta) / (self.T * X * A))
        self.eta, self.gamma = self.scale * published, self.exploration * published

    def _estimate(self) -> Array:
        self.u = upper_occupancy(self._pi, self.lo, self.hi, self.x, self.a)  # l. 3
        return self.weighted([u + self.gamma for u in self.u])  # l. 4

    def _set(self) -> None:
        """Return P_i, the boxes of R-29."""
        minus = 1 if self.box == "N-1" else 0
        self.lo, self.hi = bernstein_box(self.N_i, tuple(self.counts.N3), self.Lam, minus)
        self.P_i = Box(self.pairs, self.lo, self.hi)
