"""A flat MDP: S states, A actions, every step from any state to any other. A layered MDP is one
too, with x_L merged into x_0, and so is any environment with episodes of H steps."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np

from reference import simulator as streams
from reference.mdp import Array, LayeredMDP
from reference.simulator import REWARD_LAWS, cumulative, uniforms
from reference.support.errors import PreconditionError

FlatStep = Callable[[int, int], tuple[float, int]]
"""(s, a) -> (r, s'): the realised reward and the next state."""


@dataclass(frozen=True, eq=False)
class FlatMDP:
    """P (S, A, S), r (S, A) mean rewards in [0, 1], drawn by the law `rewards` of REWARD_LAWS; or P
    (H, S, A, S) and r (H, S, A), one of each for every step of an episode. An episode begins in
    state `start` and ends early in a state of `terminal`. Raises PreconditionError unless P has
    distributions, r fits and the states exist."""

    P: Array
    r: Array
    terminal: tuple[int, ...] = ()
    start: int = 0
    rewards: str = "bernoulli"

    def __post_init__(self) -> None:
        P, r = self.P.shape, self.r.shape
        if len(P) not in (3, 4) or P[-1] != P[-3] or r != P[:-1] or 0 in P:
            rule = "must be (S, A, S), and r (S, A), or both with a leading H"
            raise PreconditionError("P", P, rule)
        S = self.S
        if self.P.min() < 0 or abs(self.P.sum(axis=-1) - 1).max() > 1e-9:
            raise PreconditionError("P", "rows", "must be distributions")
        if self.r.min() < 0 or self.r.max() > 1:
            raise PreconditionError("r", "rewards", "must lie in [0, 1]")
        if self.start in self.terminal or not all(0 <= s < S for s in (self.start, *self.terminal)):
            rule = f"must be states 0..{S - 1}, and `start` none of `terminal`"
            raise PreconditionError("start", (self.start, *self.terminal), rule)
        if self.rewards not in REWARD_LAWS:
            rule = f"must be one of {', '.join(REWARD_LAWS)}"
            raise PreconditionError("rewards", self.rewards, rule)

    @property
    def S(self) -> int:
        return int(self.r.shape[-2])

    @property
    def A(self) -> int:
        return int(self.r.shape[-1])

    @property
    def stages(self) -> int:
        """Return H where every step has a P and r of its own, else 0."""
        return len(self.P) if self.P.ndim == 4 else 0

    def of_step(self, h: int) -> tuple[Array, Array]:
        """Return P (S, A, S) and r (S, A) of step h."""
        return (self.P[h], self.r[h]) if self.stages else (self.P, self.r)

    def relabelled(self, order: Array) -> FlatMDP:
        """Return the same MDP with state order[s] as state s."""
        number = np.argsort(order)
        terminal = tuple(sorted(int(number[s]) for s in self.terminal))
        P, r = self.P[..., order, :, :][..., order], self.r[..., order, :]
        return replace(self, P=P, r=r, terminal=terminal, start=int(number[self.start]))

    def simulator(self, seed: int, reward_law: str = "") -> FlatStep:
        """Return a function that makes one step, with the rewards of the MDP's law or of another;
        its streams are those of `reference.simulator`. Where every step has a P of its own, steps
        are counted from the beginning of each episode."""
        law = REWARD_LAWS[reward_law or self.rewards]
        moves = uniforms(seed, streams.TRANSITIONS)
        rewards = uniforms(seed, streams.REWARDS)
        steps = [self.of_step(h) for h in range(self.stages or 1)]
        cdf = [[[cumulative(p) for p in row] for row in P] for P, _ in steps]
        means: list[list[list[float]]] = [r.tolist() for _, r in steps]
        g = 0  # the step of the episode, of those that have a P of their own

        def step(s: int, a: int) -> tuple[float, int]:
            nonlocal g
            s1 = bisect_right(cdf[g][s][a], moves())
            reward = law(means[g][s][a], rewards)
            g = 0 if g + 1 == len(steps) or s1 in self.terminal else g + 1
            return reward, s1

        return step

    def values(self, H: int) -> Array:
        """Return V*_h(s), (H + 1, S), by backward induction; 0 in terminal states."""
        V = np.zeros((H + 1, self.S))
        for h in reversed(range(H)):
            P, r = self.of_step(h)
            V[h] = (r + P @ V[h + 1]).max(axis=1)
            V[h, list(self.terminal)] = 0.0
        return V


def merged(mdp: LayeredMDP) -> FlatMDP:
    """Return the layered MDP with X - 1 states: x_h of layer h is X_0 + ... + X_{h-1} + x_h, and
    x_L is x_0. An episode is H = L steps."""
    mdp = mdp.to_float()
    first = np.cumsum([0, *mdp.layers])
    S = int(first[-2])
    P, r = np.zeros((S, mdp.A, S)), np.zeros((S, mdp.A))
    for h, (low, high) in enumerate(pairwise(first[:-1].tolist())):
        r[low:high] = mdp.r[h]
        if h + 1 < mdp.L:
            P[low:high, :, high : high + mdp.layers[h + 1]] = mdp.P[h]
        else:
            P[low:high, :, 0] = 1.0
    return FlatMDP(P, r)
