"""UCRL2 on the continuing chain: our baseline beside statisticalRL-learners' (MIT licence).

Both play the same layered MDP with x_L = x_0 for the same number of steps, the environment with
the same random numbers. They differ where Jaksch, Ortner and Auer leave room: the peer iterates to
accuracy 1/t instead of 1/sqrt(t), without an aperiodicity transform, and breaks ties towards the
least visited action; so the policies differ, and what is compared is the cost of a step. `radii`
holds what they must agree on: the confidence radii and the optimistic gain of the same counts.
"""

from __future__ import annotations

import contextlib
import importlib
import os
import time
from typing import Any

import numpy as np

from reference.baselines import ucrl2
from reference.simulator import Simulator
from tests.benchmarks.whole import mdp

DELTA = 0.1


class _Chain:
    """The MDP as a chain of S = X - 1 states, numbered layer by layer."""

    def __init__(self, layers: list[int], A: int) -> None:
        self.mdp = mdp(layers, A)
        self.L, self.A, self.S = len(layers) - 1, A, sum(layers) - 1
        self.first = [sum(layers[:h]) for h in range(self.L)] + [0]

    def play(self, T: int, act: Any, learn: Any) -> float:
        """T episodes; the mean reward of a step."""
        world, total = Simulator(self.mdp, 1), 0.0
        for _ in range(T):
            x = 0
            for h in range(self.L):
                a = int(act(h, x))
                r, x1 = world.step(h, x, a)
                learn(h, x, a, r, x1)
                total += r
                x = x1
        return total / (T * self.L)


def ours(layers: list[int], A: int, T: int) -> dict[str, Any]:
    """reference.baselines.ucrl2.UCRL2Chain."""
    chain = _Chain(layers, A)
    started = time.perf_counter()
    learner = ucrl2.UCRL2Chain(tuple(layers), A, T, DELTA, 1)
    reward = chain.play(T, learner.act, learner.learn)
    seconds = {"run": time.perf_counter() - started}
    return {"seconds": seconds, "updates": learner.updates, "mean reward": reward}


def _peer(chain: _Chain) -> Any:
    home = importlib.import_module("statisticalrl_learners.MDPs_discrete.UCRL2")
    np.random.seed(1)  # the peer draws from NumPy's global stream
    return home.UCRL2(chain.S, chain.A, DELTA)


def _played_by_peer(layers: list[int], A: int, T: int) -> tuple[Any, list[int], float]:
    chain = _Chain(layers, A)
    learner, updates = _peer(chain), [0]
    new_episode = learner.new_episode

    def counted() -> None:
        updates[0] += 1
        new_episode()

    learner.new_episode = counted
    with open(os.devnull, "w") as nowhere, contextlib.redirect_stdout(nowhere):
        learner.reset(0)
        reward = chain.play(
            T,
            lambda h, x: learner.play(chain.first[h] + x),
            lambda h, x, a, r, x1: learner.update(
                chain.first[h] + x, a, r, chain.first[h + 1] + x1
            ),
        )
    return learner, updates, reward


def peer(layers: list[int], A: int, T: int) -> dict[str, Any]:
    """statisticalRL-learners' UCRL2."""
    started = time.perf_counter()
    _, updates, reward = _played_by_peer(layers, A, T)
    seconds = {"run": time.perf_counter() - started}
    return {"seconds": seconds, "updates": updates[0] - 1, "mean reward": reward}


def same_counts(layers: list[int], A: int, T: int) -> dict[str, Any]:
    """From the counts of the peer's run: its radii against ours, its extended value iteration
    against ours at the same accuracy, and the seconds of both."""
    learner, _, _ = _played_by_peer(layers, A, T)
    learner.updateN()
    learner.vk[:] = 0
    N, t, S = learner.Nk, learner.t, learner.nS
    n = np.maximum(1, N)
    accuracy = 1 / np.sqrt(t)
    started = time.perf_counter()
    learner.distances()
    learner.u[:] = 0
    rewards, transitions = learner.Rk / n, learner.Pk / n[:, :, None]
    learner.EVI(rewards, transitions, epsilon=accuracy)
    theirs = time.perf_counter() - started
    started = time.perf_counter()
    d = ucrl2.transition_radius(S, A, t, DELTA, N)
    b = ucrl2.reward_radius(S, A, t, DELTA, N)
    r = ucrl2.optimistic_reward(learner.Rk / n, b, True)
    Q, difference = ucrl2.extended_value_iteration(transitions, d, r, accuracy)
    our = time.perf_counter() - started
    u = Q.max(axis=1)
    apart = max(np.abs(d - learner.p_distances).max(), np.abs(b - learner.r_distances).max())
    values = float(np.abs((u - u.min()) - (learner.u - learner.u.min())).max())
    return {
        "seconds": {"ours": our, "peer": theirs},
        "radii apart": float(apart),
        "values apart": values,
        "gain": [float(difference.min()), float(difference.max())],
    }
