"""Runs of public learners on a small MDP, as the page README.md reports them: with their trace,
and with the regret of the learner as published and with the correction that the page proposes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from typing import Any

import numpy as np

from reference.guests.adapters.rlberry_optql import recorded_learning
from reference.guests.adapters.rlberry_ucbvi import recorded_fit
from reference.guests.adapters.statisticalrl_ucrl2 import RecordedUCRL2
from reference.guests.flat.flat_mdp import FlatMDP

Write = Callable[[Mapping[str, Any]], None]
DELTA, HORIZON = 0.05, 20


def river_swim(S: int = 6) -> FlatMDP:
    """Return RiverSwim (Strehl and Littman 2008), its states numbered from the rewarding end: 0.05
    downstream, in the last state, and 1 upstream, in state 0."""
    P, r = np.zeros((S, 2, S)), np.zeros((S, 2))
    for s in range(S):
        P[s, 0, min(S - 1, s + 1)] = 1.0
        for s1, p in ((s - 1, 0.35), (s, 0.6), (s + 1, 0.05)):
            P[s, 1, min(S - 1, max(0, s1))] += p
    r[S - 1, 0], r[0, 1] = 0.05, 1.0
    return FlatMDP(P, r)


def two_roads(H: int) -> FlatMDP:
    """Return an MDP whose state 0 offers 0.5 for staying, or nothing for state 1, which ends the
    episode."""
    P, r = np.zeros((2, 2, 2)), np.zeros((2, 2))
    P[0, 0, 1] = P[0, 1, 0] = P[1, :, 1] = 1.0
    r[0, 1] = 0.5
    return FlatMDP(P, r, terminal=(1,), rewards="deterministic")


def best_gain(mdp: FlatMDP) -> float:
    """Return the largest average reward, by the growth of V* over long horizons."""
    V = mdp.values(20_000)
    return float(V[0, 0] - V[10_000, 0]) / 10_000


def statisticalrl_ucrl2(write: Write, steps: int, seed: int, corrected: bool) -> float:
    """Play UCRL2 of statisticalrl-learners from the last state; return the regret, the steps of
    the optimal policy in its steady state less the rewards received.
    `corrected`: `max_proba` sorts the states by u itself, in the first sweep too."""
    from statisticalrl_learners.MDPs_discrete.UCRL2 import UCRL2

    class Corrected(UCRL2):  # type: ignore[misc]  # has no types
        def EVI(self, *given: Any, **how: Any) -> None:
            self.fresh = self.nS * self.nA  # rows of the first sweep
            super().EVI(*given, **how)

        def max_proba(self, p_estimate: Any, sorted_indices: Any, s: int, a: int) -> Any:
            if self.fresh:
                self.fresh -= 1
                sorted_indices = np.argsort(self.u)
            return super().max_proba(p_estimate, sorted_indices, s, a)

    mdp = river_swim()
    np.random.seed(seed)  # the learner draws from it
    learner = (Corrected if corrected else UCRL2)(mdp.S, mdp.A, DELTA)
    of = RecordedUCRL2(learner, write, version=version("statisticalrl-learners"))
    step, s, received = mdp.simulator(seed), mdp.S - 1, 0.0
    of.reset(s)
    for _ in range(steps):
        a = of.play(s)
        r, s1 = step(s, a)
        of.update(s, a, r, s1)
        s, received = s1, received + r
    of.close()
    return best_gain(mdp) * steps - received


def rlberry_ucbvi(write: Write, steps: int, seed: int, corrected: bool) -> float:
    """Play UCBVI of rlberry-scool, steps / HORIZON episodes; return the regret, V* for each episode
    less the rewards received.
    `corrected`: a visit refreshes the bonus of its pair at every stage."""
    import gymnasium
    from rlberry.spaces import Discrete
    from rlberry_scool.agents.ucbvi import UCBVIAgent

    mdp = river_swim(3)
    step = mdp.simulator(seed)

    class River(gymnasium.Env):
        observation_space, action_space = Discrete(mdp.S), Discrete(mdp.A)
        reward_range = (0.0, 1.0)
        received = 0.0

        def reset(self, **given: Any) -> tuple[int, dict[str, Any]]:
            self.s = mdp.S - 1
            return self.s, {}

        def step(self, action: int) -> tuple[int, float, bool, bool, dict[str, Any]]:
            r, self.s = step(self.s, int(action))
            River.received += r
            return self.s, r, False, False, {}

    class Corrected(UCBVIAgent):  # type: ignore[misc]  # has no types
        def _update(self, state: int, action: int, *rest: Any) -> None:
            super()._update(state, action, *rest)
            for h in range(self.horizon):
                self.B_sa[h, state, action] = self._compute_bonus(self.N_sa[state, action], h)

    agent = (Corrected if corrected else UCBVIAgent)(River(), horizon=HORIZON)
    recorded_fit(agent, steps // HORIZON, write, version=version("rlberry-scool"))
    best = float(mdp.values(HORIZON)[0, mdp.S - 1])
    return best * (steps // HORIZON) - River.received


def rlberry_optql(write: Write, steps: int, seed: int, corrected: bool) -> float:
    """Play optimistic Q-learning of rlberry-research, steps / HORIZON episodes; return the regret,
    V* for each episode less the rewards received.
    `corrected`: V is 0 in a state that ends the episode."""
    import gymnasium
    from rlberry.spaces import Discrete
    from rlberry_research.agents.optql import OptQLAgent

    mdp = two_roads(HORIZON)
    step = mdp.simulator(seed)

    class Roads(gymnasium.Env):
        observation_space, action_space = Discrete(mdp.S), Discrete(mdp.A)
        reward_range = (0.0, 1.0)
        received = 0.0

        def reset(self, **given: Any) -> tuple[int, dict[str, Any]]:
            self.s = mdp.start
            return self.s, {}

        def step(self, action: int) -> tuple[int, float, bool, bool, dict[str, Any]]:
            r, self.s = step(self.s, int(action))
            Roads.received += r
            return self.s, r, self.s in mdp.terminal, False, {}

    agent = OptQLAgent(Roads(), horizon=HORIZON)
    if corrected:
        agent.V[:, list(mdp.terminal)] = 0.0
    episodes = steps // HORIZON
    recorded_learning(
        agent, episodes, write, terminal=mdp.terminal, version=_version_of(OptQLAgent)
    )
    return float(mdp.values(HORIZON)[0, mdp.start]) * episodes - Roads.received


def _version_of(of: type) -> str:
    """Return the version of the package of a class, which may lie in a clone."""
    package = of.__module__.partition(".")[0]
    try:
        return version(package)
    except PackageNotFoundError:
        return str(getattr(import_module(f"{package}._version"), "__version__", "")) or "a clone"


PUBLIC: dict[str, tuple[Callable[[Write, int, int, bool], float], int, str]] = {
    "statisticalrl-ucrl2": (statisticalrl_ucrl2, 1000, "statisticalrl_learners"),
    "rlberry-ucbvi": (rlberry_ucbvi, 10_000, "rlberry_scool"),
    "rlberry-optql": (rlberry_optql, 10_000, "rlberry_research"),
}
"""Name: run, steps by default, the module that it needs."""
