"""Small MDPs and what the tests of all learners do with them."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from reference.figure1.learner import Counts, EpisodeCosts, Learner, costs, episodes
from reference.mdp import LayeredMDP, Tables
from reference.simulator import Simulator

ONE_PAIR = LayeredMDP((1, 1), 1, (np.ones((1, 1, 1)),), (np.array([[0.5]]),))
TWO_ARMS = LayeredMDP((1, 1), 2, (np.ones((1, 2, 1)),), (np.array([[0.2, 0.8]]),))


def random_mdp(layers: tuple[int, ...], A: int, seed: int) -> LayeredMDP:
    """Dirichlet(1) rows and uniform means."""
    random = np.random.default_rng(seed)
    shapes = list(pairwise(layers))
    P = tuple(random.dirichlet(np.ones(Y), size=(X_h, A)) for X_h, Y in shapes)
    return LayeredMDP(layers, A, P, tuple(random.random((X_h, A)) for X_h, _ in shapes))


def play(learner: Learner, simulator: Simulator) -> EpisodeCosts:
    """The learner's T episodes and what they cost."""
    return costs(simulator.mdp, learner.T, episodes(learner, simulator, learner.T))


def fill(counts: Counts, mdp: LayeredMDP, n: int) -> None:
    """Infinite data: n visits of every pair, in proportion to P, with rewards n r."""
    for h in range(mdp.L):
        counts.N3[h][:] = np.rint(n * mdp.P[h]).astype(np.int64)
        counts.N[h][:] = counts.N3[h].sum(axis=2)
        counts.R[h][:] = counts.N[h] * mdp.r[h]


def same_actions(pi: Tables, Q: Tables) -> None:
    """pi is the policy greedy in Q, in every state."""
    for h in range(len(Q)):
        assert np.array_equal(pi[h], np.eye(Q[h].shape[1])[Q[h].argmax(axis=1)])
