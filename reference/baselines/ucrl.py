"""UCRL: Auer and Ortner, "Logarithmic Online Regret Bounds for Undiscounted Reinforcement
Learning", NIPS 2006. Cited as [AO].

Notation of [AO]: S states, A actions, t the step clock, N_t(s, a) visits before step t,

    conf_r(t, s, a) = min{1, sqrt(ln(2 t^alpha S A) / (2 N_t(s, a)))},
    conf_p(t, s, a) = min{1, sqrt(ln(4 t^alpha S^2 A) / (2 N_t(s, a)))}, for every successor.

    l. 1  a round k begins at step t_k: estimates r_bar, p_bar and their intervals
    l. 2  pi_k maximises the gain over policies and plausible MDPs
    l. 3  play pi_k while no interval of the pair to be played has fallen to half its width at t_k

R-33: alpha, both constants and the factor of line 3 are readings, not confirmed against [AO]; [AO]
has no delta: alpha plays its part. Plausible MDPs form boxes, so line 2 is extended value iteration
with the greedy maximum over a box. On the chain rewards and periods are UCRL2's readings (R-22,
R-25); in layers line 2 is backward induction and line 3 is tested per episode.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import log, sqrt

import numpy as np

from reference.baselines.chain import TAU, Chain, value_iteration
from reference.baselines.learner import CountingLearner, Greedy, option, positive
from reference.kl.boxes import box_maximum
from reference.mdp import Array, Tables


def reward_interval(S: int, A: int, t: int, alpha: float, N: Array) -> Array:
    """conf_r; 1 where nothing was seen."""
    c: Array = np.sqrt((log(2 * S * A) + alpha * log(t)) / (2 * np.maximum(1, N)))
    return np.where(N > 0, np.minimum(1.0, c), 1.0)


def transition_interval(S: int, A: int, t: int, alpha: float, N: Array) -> Array:
    """conf_p, for each single probability; 1 where nothing was seen."""
    c: Array = np.sqrt((log(4 * S * S * A) + alpha * log(t)) / (2 * np.maximum(1, N)))
    return np.where(N > 0, np.minimum(1.0, c), 1.0)


def box(p_bar: Array, conf: Array) -> tuple[Array, Array]:
    """lo and hi of |p(y) - p_bar(y)| <= conf within [0, 1]; shapes (..., Y)."""
    width = conf[..., None]
    return np.maximum(0.0, p_bar - width), np.minimum(1.0, p_bar + width)


@dataclass(eq=False, kw_only=True)
class UCRLChain(Greedy, Chain):
    """[AO] on the continuing chain in which x_L is x_0 and an episode is L steps, S = X - 1."""

    alpha: float = positive(3.0)
    tau: float = option(0.5, *TAU)

    def __post_init__(self) -> None:
        super().__post_init__()
        self.name = "UCRL-C"
        self._start()

    def _solve(self) -> None:
        """l. 1 and 2."""
        n = np.maximum(1, self.N)
        self._conf_r = reward_interval(self.S, self.A, self.t, self.alpha, self.N)
        self._conf_p = transition_interval(self.S, self.A, self.t, self.alpha, self.N)
        r = np.minimum(1.0, self.R / n + self._conf_r)
        lo, hi = box(self.N3 / n[:, :, None], self._conf_p)
        Q, _, iterations = value_iteration(  # the aperiodicity transform tau
            r, lambda u: box_maximum(lo, hi, u), 1 / sqrt(self.t), self.tau
        )
        self.iterations += iterations
        self._follow(self.greedy(Q))

    def _ended(self, s: int, a: int) -> bool:
        """l. 3."""
        N = self.N[s : s + 1, a]
        conf_r = reward_interval(self.S, self.A, self.t, self.alpha, N)[0]
        conf_p = transition_interval(self.S, self.A, self.t, self.alpha, N)[0]
        return bool(conf_r <= self._conf_r[s, a] / 2 or conf_p <= self._conf_p[s, a] / 2)


@dataclass(eq=False, kw_only=True)
class UCRLLayers(Greedy, CountingLearner):
    """[AO]'s boxes for a known layered MDP; S = X and the step clock stay [AO]'s."""

    alpha: float = positive(3.0)

    def __post_init__(self) -> None:
        super().__post_init__()
        self.name, self.S = "UCRL-FH", self.X
        self._due = False
        self._solve(1)
        self.updates = 0

    def _intervals(self, t: int) -> tuple[Tables, Tables]:
        clock, N = self.L * (t - 1) + 1, self.counts.N
        return (
            tuple(reward_interval(self.S, self.A, clock, self.alpha, N_h) for N_h in N),
            tuple(transition_interval(self.S, self.A, clock, self.alpha, N_h) for N_h in N),
        )

    def _solve(self, t: int) -> None:
        """l. 1 and 2."""
        self._conf = self._intervals(t)
        V: Array = np.zeros(1)
        pi: list[Array] = []
        for h in reversed(range(self.L)):
            conf_r, conf_p = self._conf[0][h], self._conf[1][h]
            r = np.minimum(1.0, self.counts.r_bar(h) + conf_r)
            Q = r + box_maximum(*box(self.counts.P_bar(h), conf_p), V)
            pi.append(self.greedy(Q))
            V = Q.max(axis=1)
        self._actor.follow(tuple(reversed(pi)))
        self._due = False
        self.solves += 1
        self.updates += 1

    def start_episode(self, t: int) -> None:
        if self._due:
            self._solve(t)

    def end_episode(self, t: int) -> None:
        """l. 3 after the episode."""
        now = self._intervals(t + 1)
        self._due = any(
            bool((new <= old / 2).any())
            for news, olds in zip(now, self._conf, strict=True)
            for new, old in zip(news, olds, strict=True)
        )
