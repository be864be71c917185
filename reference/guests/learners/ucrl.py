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

from reference.figure1.chain import TAU, Chain, value_iteration
from reference.figure1.learner import Greedy, Planner, backward, option, positive
from reference.guests.kl.boxes import box_maximum
from reference.mdp import Array, Tables


def intervals(S: int, A: int, t: int, alpha: float, N: Array) -> tuple[Array, Array]:
    """Return conf_r, and conf_p for each single probability; 1 where nothing was seen. Shape of
    N."""

    def width(constant: float) -> Array:
        c: Array = np.sqrt((log(constant) + alpha * log(t)) / (2 * np.maximum(1, N)))
        return np.where(N > 0, np.minimum(1.0, c), 1.0)

    return width(2 * S * A), width(4 * S * S * A)


def box(p_bar: Array, conf: Array) -> tuple[Array, Array]:
    """Return lo and hi of |p(y) - p_bar(y)| <= conf within [0, 1]; shapes (..., Y)."""
    width = conf[..., None]
    return np.maximum(0.0, p_bar - width), np.minimum(1.0, p_bar + width)


@dataclass(eq=False, kw_only=True)
class UCRLChain(Greedy, Chain):
    """[AO] on the continuing chain in which x_L is x_0 and an episode is L steps, S = X - 1."""

    alpha: float = positive(3.0)
    tau: float = option(0.5, *TAU)

    def _solve(self) -> None:
        """Carry out l. 1 and 2."""
        n = np.maximum(1, self.N)
        self._conf = intervals(self.S, self.A, self.t, self.alpha, self.N)
        r = np.minimum(1.0, self.R / n + self._conf[0])
        lo, hi = box(self.N3 / n[:, :, None], self._conf[1])
        Q, _ = value_iteration(  # the aperiodicity transform tau
            r, lambda u: box_maximum(lo, hi, u), 1 / sqrt(self.t), self.tau
        )
        self._play(self.greedy(Q))

    def _ended(self, s: int, a: int) -> bool:
        """Return whether l. 3 ends the epoch."""
        now = intervals(self.S, self.A, self.t, self.alpha, self.N[s, a])
        return any(bool(new <= old[s, a] / 2) for new, old in zip(now, self._conf, strict=True))


@dataclass(eq=False, kw_only=True)
class UCRLLayers(Greedy, Planner):
    """[AO]'s boxes for a known layered MDP; S = X and the step clock stay [AO]'s."""

    alpha: float = positive(3.0)

    def _intervals(self, t: int) -> list[tuple[Array, Array]]:
        clock = self.L * (t - 1) + 1
        return [intervals(self.X, self.A, clock, self.alpha, N) for N in self.counts.N]

    def _next(self, t: int) -> Tables:
        """Carry out l. 1 and 2."""
        self._conf, self._due = self._intervals(t), False

        def Q(h: int, V: Array) -> Array:
            conf_r, conf_p = self._conf[h]
            r = np.minimum(1.0, self.counts.r_bar(h) + conf_r)
            Q_h: Array = r + box_maximum(*box(self.counts.P_bar(h), conf_p), V)
            return Q_h

        return tuple(map(self.greedy, reversed(backward(self.L, Q))))[::-1]

    def end_episode(self, t: int) -> None:
        """Carry out l. 3 after the episode."""
        self._due = any(
            bool((new <= old / 2).any())
            for news, olds in zip(self._intervals(t + 1), self._conf, strict=True)
            for new, old in zip(news, olds, strict=True)
        )
