"""UCRL2: Jaksch, Ortner and Auer, "Near-optimal Regret Bounds for Reinforcement Learning",
JMLR 11 (2010), Fig. 1 and 2 and Sec. 3.1. Cited as [JOA].

Notation of [JOA]: S states, A actions, t the step clock, k the epoch ("episode" there), t_k its
first step, N_k(s, a) the visits before t_k, v_k(s, a) those in epoch k. [JOA] has no episodes; here
are two ways to apply it to an episodic layered MDP (R-22 in spec.md; README.md here):

- UCRL2Chain: the continuing chain x_0 -> ... -> x_L = x_0 -> ...; the layers are unknown.
- UCRL2Layers: a finite-horizon variant that knows the layers, by backward induction.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import log, sqrt

import numpy as np

from reference.backward_induction import ball_maximum
from reference.figure1.chain import TAU, Chain, value_iteration
from reference.figure1.learner import DoublingEpochs, Greedy, backward, one_of, option
from reference.mdp import Array, Tables


def reward_radius(S: int, A: int, t: int, delta: float, N: Array) -> Array:
    """Return [JOA] eq. (3), sqrt(7 ln(2 S A t_k / delta) / (2 max{1, N_k(s, a)}))."""
    d: Array = np.sqrt(7 * log(2 * S * A * t / delta) / (2 * np.maximum(1, N)))
    return d


def transition_radius(S: int, A: int, t: int, delta: float, N: Array) -> Array:
    """Return [JOA] eq. (4), sqrt(14 S ln(2 A t_k / delta) / max{1, N_k(s, a)}), an L1 distance."""
    d: Array = np.sqrt(14 * S * log(2 * A * t / delta) / np.maximum(1, N))
    return d


def optimistic_reward(r_bar: Array, radius: Array, clip: bool) -> Array:
    """Return r~(s, a), the largest plausible mean reward, at most 1 if `clip` ([JOA] Sec. 3.1)."""
    r = r_bar + radius
    return np.minimum(1.0, r) if clip else r


def extended_value_iteration(
    p_bar: Array, d: Array, r: Array, accuracy: float, tau: float = 1.0
) -> tuple[Array, Array]:
    """Iterate [JOA] eq. (2) of Sec. 3.1.2 as in Theorem 7: u <- max_a { r~(s, a) + max_p p . u }.

    Shapes: p_bar (S, A, S), d and r (S, A). The policy greedy in the returned Q (S, A) has gain
    within `accuracy` of the optimistic one; tau = 1 is [JOA]. Returns Q and u' - u (S,), whose
    least and greatest entry enclose the optimistic gain.
    """
    Q, u = value_iteration(r, lambda u: ball_maximum(p_bar, d, u), accuracy, tau)
    return Q, Q.max(axis=1) - u


@dataclass(eq=False, kw_only=True)
class UCRL2Chain(Greedy, Chain):
    """[JOA] Fig. 1 on the continuing chain."""

    clip: bool = True
    reset: str = one_of("merged", "step")
    tau: float = option(0.5, *TAU)

    def _solve(self) -> None:
        """Begin a new epoch k at step t_k = t: [JOA] Fig. 1, steps 1-5."""
        n = np.maximum(1, self.N)
        radius = reward_radius(self.S, self.A, self.t, self.delta, self.N)
        r = optimistic_reward(self.R / n, radius, self.clip)
        d = transition_radius(self.S, self.A, self.t, self.delta, self.N)
        self._play(self._policy(self.N3 / n[:, :, None], d, r))
        self._limit: list[list[int]] = (self.N + n).tolist()  # N_k + max{1, N_k}

    def _policy(self, p_bar: Array, d: Array, r: Array) -> Array:
        """Return the policy of an epoch (S, A), optimistic over the plausible MDPs."""
        Q, _ = extended_value_iteration(p_bar, d, r, 1 / sqrt(self.t), self.tau)
        return self.greedy(Q)

    def _ended(self, s: int, a: int) -> bool:
        """Return whether v_k(s, pi(s)) >= max{1, N_k(s, pi(s))}: [JOA] Fig. 1, step 6."""
        return bool(self.N[s, a] >= self._limit[s][a])


@dataclass(eq=False, kw_only=True)
class UCRL2Layers(Greedy, DoublingEpochs):
    """[JOA]'s confidence set and doubling trick for a known layered episodic MDP.

    The ball of (x, a) in layer h lies over layer h + 1, the radii keep [JOA]'s S = X and step
    clock, the optimistic policy comes from backward induction, and an epoch ends with the episode
    in which some v_k(x, a) >= max{1, N_k(x, a)}.
    """

    clip: bool = True
    clock: str = one_of("steps", "episodes")

    def optimistic_q(self, t: int) -> Tables:
        """Return Q[h] (X_h, A) by backward induction over the plausible MDPs at the start of
        episode t."""
        clock = t if self.clock == "episodes" else self.L * (t - 1) + 1

        def Q(h: int, V: Array) -> Array:
            N = self.counts.N[h]
            radius = reward_radius(self.X, self.A, clock, self.delta, N)
            d = transition_radius(self.X, self.A, clock, self.delta, N)
            r = optimistic_reward(self.counts.r_bar(h), radius, self.clip)
            return r + ball_maximum(self.counts.P_bar(h), d, V)

        return backward(self.L, Q)

    def _next(self, t: int) -> Tables:
        return tuple(map(self.greedy, self.optimistic_q(t)))
