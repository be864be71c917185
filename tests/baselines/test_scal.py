"""SCAL: the cut operator and its mixture by hand; with a span that never binds it is UCRL2."""

from __future__ import annotations

import numpy as np
import pytest

from reference.baselines.chain import cut
from reference.baselines.learner import episodes
from reference.baselines.scal import SCALChain, mixed_policy
from reference.baselines.ucrl2 import UCRL2Chain
from reference.environments import make
from reference.simulator import Simulator

MDP = make("tiny").mdp.to_float()


def test_the_cut_by_hand() -> None:
    assert cut(np.array([3.0, 1.0, 1.5]), 1.0).tolist() == [2.0, 1.0, 1.5]
    assert cut(np.array([3.0, 1.0, 1.5]), 5.0).tolist() == [3.0, 1.0, 1.5]


def test_the_mixture_has_the_value_of_the_cut() -> None:
    best = np.array([[1.0, 0.0], [0.0, 1.0]])
    v, worst, M = np.array([3.0, 1.0]), np.array([[2.5, 0.5], [0.0, 0.0]]), 2.0
    pi, bound = mixed_policy(best, v, worst, M)
    assert bound == 1
    assert pi.sum(axis=1) == pytest.approx(1)
    assert pi[0, 0] * 3.0 + pi[0, 1] * 0.5 == pytest.approx(M)
    assert pi[1].tolist() == [0.0, 1.0]


def test_a_span_that_never_binds_plays_ucrl2() -> None:
    plain = UCRL2Chain(MDP.layers, MDP.A, 200, 0.1, 0)
    wide = SCALChain(MDP.layers, MDP.A, 200, 0.1, 0, span=1e4)
    one = list(episodes(plain, Simulator(MDP, 0), 200))
    two = list(episodes(wide, Simulator(MDP, 0), 200))
    assert wide.bound == 0
    assert [row[1:] for row in one] == [row[1:] for row in two]


def test_a_small_span_binds_and_changes_the_policy() -> None:
    learner = SCALChain(MDP.layers, MDP.A, 300, 0.1, 0, span=0.1)
    rows = list(episodes(learner, Simulator(MDP, 0), 300))
    assert learner.bound > 0
    assert any(((pi_h > 0) & (pi_h < 1)).any() for pi, *_ in rows for pi_h in pi)
    assert all(pi_h.sum(axis=1) == pytest.approx(1) for pi, *_ in rows for pi_h in pi)
