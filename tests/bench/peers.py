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
from typing import Any

import numpy as np

from reference.figure1 import ucrl2
from reference.simulator import Simulator
from tests.bench import Laps
from tests.bench.whole import mdp

DELTA = 0.1


Game = tuple[list[int], int, int]  # layers, A, T


def _play(game: Game, act: Any, learn: Any) -> float:
    """T episodes; the mean reward of a step."""
    layers, A, T = game
    world, total, L = Simulator(mdp(layers, A), 1), 0.0, len(layers) - 1
    for _ in range(T):
        x = 0
        for h in range(L):
            a = int(act(h, x))
            r, x1 = world.step(h, x, a)
            learn(h, x, a, r, x1)
            total += r
            x = x1
    return total / (T * L)


def ours(layers: list[int], A: int, T: int) -> dict[str, Any]:
    """reference.figure1.ucrl2.UCRL2Chain."""
    seconds = Laps()
    learner = ucrl2.UCRL2Chain(tuple(layers), A, T, DELTA, 1)
    reward = _play((layers, A, T), learner.act, learner.learn)
    seconds.over("run")
    return {"seconds": seconds, "updates": learner.updates, "mean reward": reward}


def _played_by_peer(*game: Any) -> tuple[Any, int, float]:
    """On the chain of S = X - 1 states, numbered layer by layer."""
    layers, A, _ = game
    first = [sum(layers[:h]) for h in range(len(layers) - 1)] + [0]
    home = importlib.import_module("statisticalrl_learners.MDPs_discrete.UCRL2")
    np.random.seed(1)  # the peer draws from NumPy's global stream
    learner, updates = home.UCRL2(sum(layers) - 1, A, DELTA), [0]
    new_episode = learner.new_episode

    def counted() -> None:
        updates[0] += 1
        new_episode()

    def act(h: int, x: int) -> Any:
        return learner.play(first[h] + x)

    def learn(h: int, x: int, a: int, r: float, x1: int) -> None:
        learner.update(first[h] + x, a, r, first[h + 1] + x1)

    learner.new_episode = counted
    with open(os.devnull, "w") as nowhere, contextlib.redirect_stdout(nowhere):
        learner.reset(0)
        reward = _play(game, act, learn)
    return learner, updates[0] - 1, reward


def peer(layers: list[int], A: int, T: int) -> dict[str, Any]:
    """statisticalRL-learners' UCRL2."""
    seconds = Laps()
    _, updates, reward = _played_by_peer(layers, A, T)
    seconds.over("run")
    return {"seconds": seconds, "updates": updates, "mean reward": reward}


def same_counts(layers: list[int], A: int, T: int) -> dict[str, Any]:
    """From the counts of the peer's run: its radii against ours, its extended value iteration
    against ours at the same accuracy, and the seconds of both."""
    learner, _, _ = _played_by_peer(layers, A, T)
    learner.updateN()
    learner.vk[:] = 0
    N, t, S = learner.Nk, learner.t, learner.nS
    n = np.maximum(1, N)
    accuracy = 1 / np.sqrt(t)
    seconds = Laps()
    learner.distances()
    learner.u[:] = 0
    rewards, transitions = learner.Rk / n, learner.Pk / n[:, :, None]
    learner.EVI(rewards, transitions, epsilon=accuracy)
    seconds.over("peer")
    d = ucrl2.transition_radius(S, A, t, DELTA, N)
    b = ucrl2.reward_radius(S, A, t, DELTA, N)
    r = ucrl2.optimistic_reward(learner.Rk / n, b, True)
    Q, difference = ucrl2.extended_value_iteration(transitions, d, r, accuracy)
    seconds.over("ours")
    u = Q.max(axis=1)
    apart = max(np.abs(d - learner.p_distances).max(), np.abs(b - learner.r_distances).max())
    values = float(np.abs((u - u.min()) - (learner.u - learner.u.min())).max())
    return {
        "seconds": seconds,
        "radii apart": float(apart),
        "values apart": values,
        "gain": [float(difference.min()), float(difference.max())],
    }
