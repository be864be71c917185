"""UCRL of 2006: intervals, boxes, rounds, on the chain and in layers."""

from __future__ import annotations

from math import log, sqrt

import numpy as np
import pytest

from reference.baselines.learner import episodes
from reference.baselines.ucrl import (
    UCRLChain,
    UCRLLayers,
    box,
    reward_interval,
    transition_interval,
)
from reference.environments import make
from reference.kl.boxes import box_maximum
from reference.simulator import Simulator

MDP = make("tiny").mdp.to_float()


def test_intervals_by_hand() -> None:
    N = np.array([0, 1, 50])
    c = reward_interval(4, 2, 10, 3.0, N)
    assert c[0] == c[1] == 1.0
    assert c[2] == pytest.approx(sqrt(log(2 * 10**3 * 4 * 2) / 100))
    c = transition_interval(4, 2, 10, 3.0, N)
    assert c[2] == pytest.approx(sqrt(log(4 * 10**3 * 16 * 2) / 100))


def test_a_box_and_its_best_point() -> None:
    lo, hi = box(np.array([[0.5, 0.5, 0.0]]), np.array([0.2]))
    assert lo == pytest.approx(np.array([[0.3, 0.3, 0.0]]))
    assert hi == pytest.approx(np.array([[0.7, 0.7, 0.2]]))
    assert box_maximum(lo, hi, np.array([0.0, 1.0, 2.0]))[0] == pytest.approx(0.5 + 2 * 0.2)


@pytest.mark.parametrize("kind", [UCRLChain, UCRLLayers])
def test_a_round_lasts_until_an_interval_has_halved(kind: type) -> None:
    """Between two rounds some pair must be visited nearly four times as often."""
    learner = kind(MDP.layers, MDP.A, 2000, 0.1, 0)
    total = 0
    for _ in episodes(learner, Simulator(MDP, 0), 2000):
        total += 1
    assert total == 2000
    pairs = sum(MDP.layers[:-1]) * MDP.A
    assert 0 < learner.updates <= 2 * pairs * log(2000) / log(3)
    assert learner.solves == learner.updates + 1


def test_both_forms_see_the_same_first_plausible_model() -> None:
    """Nothing seen: every reward is 1 and every policy optimal; ties go to the first action."""
    for kind in (UCRLChain, UCRLLayers):
        pi = kind(MDP.layers, MDP.A, 10, 0.1, 0).policy()
        assert [len(p) for p in pi] == list(MDP.layers[:-1])
        assert all((p[:, 0] == 1).all() for p in pi)


def test_learns_on_the_tiny_mdp() -> None:
    from reference.baselines.learner import costs

    learner = UCRLLayers(MDP.layers, MDP.A, 5000, 0.1, 0)
    _, regret, _, _ = costs(MDP, 5000, episodes(learner, Simulator(MDP, 0), 5000))
    assert regret[-500:].mean() < regret[:500].mean() or regret.sum() == 0
