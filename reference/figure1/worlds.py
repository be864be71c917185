"""The two worlds of a trial: rewards drawn with fixed means, or an adversary's tables.

A trial's rewards are one of `reference.simulator.REWARD_LAWS` (Sec. II), the name of an
adversary, or `file:PATH`. Learners with full information see the whole table after each episode:
in the stochastic world draws from the same distribution, with the rewards realised along the path
in their place (R-32). Two exact regrets:

    stochastic   T V(pi*) - sum_t V(pi_t), eq. (2);
    adversarial  max over pi of sum_t V_t(pi) - sum_t V_t(pi_t), V_t the value under r_t.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

from reference.environments.adversaries import ADVERSARIES, read_rewards, reward_tables
from reference.figure1 import learner
from reference.figure1.learner import EpisodeCosts, Learner, Played, Wrapped, optimal_q
from reference.mdp import LayeredMDP, Tables
from reference.occupancy import value, value_under
from reference.simulator import REWARD_LAWS, Simulator, uniforms
from reference.support.errors import PreconditionError

TABLES = 7
"""The number of the stream that draws what full information adds in the stochastic world."""
FILE = "file:"


def check_world(reward_law: str) -> str:
    """Return `reward_law`. Raises PreconditionError unless it names a reward distribution, an
    adversary or a file."""
    known = reward_law in REWARD_LAWS or reward_law in ADVERSARIES
    if not known and not (reward_law.startswith(FILE) and "~" not in reward_law):
        rule = f"one of {', '.join((*REWARD_LAWS, *ADVERSARIES))}, or {FILE}PATH"
        raise PreconditionError("reward-law", reward_law, rule)
    return reward_law


class TableSimulator(Simulator):
    """Transitions as in `Simulator`, rewards from the table of the episode."""

    def __init__(self, mdp: LayeredMDP, seed: int, tables: Iterable[Tables]) -> None:
        super().__init__(mdp, seed)
        self.total = tuple(np.zeros(r.shape) for r in self.mdp.r)
        self._tables = iter(tables)

    def step(self, h: int, x: int, a: int) -> tuple[float, int]:
        """Make a step as `Simulator` does; h = 0 starts the next episode. Stream REWARDS is not
        read."""
        if h == 0:
            self.r_t = next(self._tables)
            self.total = tuple(s + r for s, r in zip(self.total, self.r_t, strict=True))
        x1 = bisect_right(self._cdf[h][x][a] or self._first_time(h, x, a), self._transitions())
        return float(self.r_t[h][x, a]), x1

    def table(self, path: object) -> Tables:
        """Return r_t."""
        return self.r_t


class DrawnTables:
    """What full information adds in the stochastic world (R-32)."""

    def __init__(self, mdp: LayeredMDP, seed: int, reward_law: str) -> None:
        self._law, self._uniform = REWARD_LAWS[reward_law], uniforms(seed, TABLES)
        self._r = [(r.ravel().tolist(), r.shape) for r in mdp.to_float().r]

    def table(self, path: Iterable[tuple[int, int, float]]) -> Tables:
        """Return an independent table with the rewards of `path`, (x_h, a_h, r_h), in their
        place."""
        tables = []
        for (means, shape), (x, a, r) in zip(self._r, path, strict=True):
            drawn = np.array([self._law(mean, self._uniform) for mean in means]).reshape(shape)
            drawn[x, a] = r
            tables.append(drawn)
        return tuple(tables)


class Informed(Wrapped):
    """Learner with full information: receives the table of the episode before it ends."""

    def __init__(self, inner: Any, tables: Any) -> None:
        super().__init__(inner)
        self.tables = tables

    def end_episode(self, t: int) -> None:
        self.inner.observe(
            self.tables.table(zip(self.inner.x, self.inner.a, self.inner.r, strict=True))
        )
        self.inner.end_episode(t)


def world(mdp: LayeredMDP, T: int, seed: int, reward_law: str) -> Simulator:
    """Return the simulator of a trial. Raises PreconditionError and MalformedInput."""
    check_world(reward_law)
    if reward_law in REWARD_LAWS:
        return Simulator(mdp, seed, reward_law)
    if reward_law in ADVERSARIES:
        return TableSimulator(mdp, seed, reward_tables(reward_law, mdp, T, seed))
    path = Path(reward_law.removeprefix(FILE))
    return TableSimulator(mdp, seed, read_rewards(path, mdp.layers, mdp.A, T))


def informed(of: Learner, where: Simulator, seed: int, reward_law: str) -> Learner | Wrapped:
    """Return the learner, with its tables if it has full information."""
    if not getattr(of, "full_information", False):
        return of
    given = isinstance(where, TableSimulator)
    return Informed(of, where if given else DrawnTables(where.mdp, seed, reward_law))


def costs(where: Simulator, T: int, played: Iterator[Played]) -> EpisodeCosts:
    """Return what `learner.costs` does. Under an adversary it is max_pi sum_t V_t(pi) / T; per
    episode that number less V_t(pi_t), whose sum is the regret in hindsight; the same less V(pi_t)
    under the MDP's own r and against V(pi*); and the reward."""
    mdp = where.mdp
    if not isinstance(where, TableSimulator):
        return learner.costs(mdp, T, played)
    V_star = float(optimal_q(mdp.P, mdp.r)[0].max())
    V_t, own, reward = np.zeros(T), np.zeros(T), np.zeros(T)
    evaluated: Tables | None = None
    for t, (pi, _, _, r) in enumerate(played):
        if pi is not evaluated:
            evaluated, own_t = pi, V_star - float(value(mdp, pi))
        V_t[t], own[t], reward[t] = value_under(mdp.P, where.r_t, pi), own_t, sum(r)
    best = float(optimal_q(mdp.P, where.total)[0].max()) / T
    return EpisodeCosts(best, best - V_t, own, reward)
