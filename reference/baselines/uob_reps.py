"""UOB-REPS: Jin, Jin, Luo, Sra and Yu, "Learning adversarial Markov decision processes with bandit
feedback and unknown transition", ICML 2020. Cited as [JJLSY].

Notation of [JJLSY]: u_t the upper occupancy bound, gamma the implicit exploration.

    l. 1  q_1(x,a,y) = 1 / (X_h A X_{h+1}); P_1 every transition function
    l. 2  play pi_t = pi^{q_t}, observe l_t along the path
    l. 3  u_t(x,a) = max over P in P_i of q^{P,pi_t}(x,a), with the set of this episode
    l. 4  l_hat(x,a) = l_t(x,a) 1{visited} / (u_t(x,a) + gamma)
    l. 5  counters; where some count doubled: epoch i + 1 and its box (R-29)
    l. 6  q_{t+1} = argmin over Delta(P_i) of eta <q, l_hat> + D(q || q_t), with the new box if any

R-30: eta = gamma = sqrt(L ln(LXA/delta) / (TXA)), not confirmed against [JJLSY].
"""

from __future__ import annotations

from dataclasses import dataclass
from math import log, sqrt

from reference import confidence
from reference.baselines.adversarial import Adversarial
from reference.baselines.learner import one_of, positive
from reference.kl.boxes import bernstein_box
from reference.kl.sets import Box
from reference.kl.step import kl_step, policy, uniform_log_q
from reference.kl.upper_occupancy import upper_occupancy
from reference.mdp import Tables


def uob_reps_eta(L: int, X: int, A: int, T: int, delta: float) -> float:
    """R-30: eta, and gamma."""
    return sqrt(L * log(L * X * A / delta) / (T * X * A))


@dataclass(eq=False, kw_only=True)
class UOBREPS(Adversarial):
    """[JJLSY]. `scale` multiplies eta, `exploration` gamma; box = "N-1" or "N" is R-29."""

    scale: float = positive()
    exploration: float = positive()
    box: str = one_of("N-1", "N")

    def __post_init__(self) -> None:
        super().__post_init__()
        self.name, self.minus = "UOB-REPS", 1 if self.box == "N-1" else 0
        published = uob_reps_eta(self.L, self.X, self.A, self.T, self.delta)
        self.eta, self.gamma = self.scale * published, self.exploration * published
        self.Lam = confidence.log_term(self.T, self.X, self.A, self.delta)
        self.log_q, self.log_w = uniform_log_q(self.pairs)  # l. 1
        self._set()
        self._actor.follow(policy(self.pairs, self.log_w))  # l. 2

    def _update(self, t: int) -> Tables:
        self.u = upper_occupancy(self._actor.pi, self.lo, self.hi, self.x, self.a)  # l. 3
        self.l_hat = self.weighted([u + self.gamma for u in self.u])  # l. 4
        if self.new_epoch():  # l. 5
            self._set()
        self.step = kl_step(self.pairs, self.log_q, self.eta * self.l_hat, self.P_i)  # l. 6
        self.log_q, self.log_w = self.step.log_q, self.step.log_w
        return policy(self.pairs, self.log_w)

    def _set(self) -> None:
        """P_i: the boxes of R-29."""
        self.lo, self.hi = bernstein_box(self.N_i, tuple(self.counts.N3), self.Lam, self.minus)
        self.P_i = Box(self.pairs, self.lo, self.hi)
