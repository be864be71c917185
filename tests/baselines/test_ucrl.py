"""UCRL of 2006: intervals, boxes, rounds, on the chain and in layers."""

from __future__ import annotations

from math import log, sqrt

import numpy as np
import pytest

from reference.baselines.ucrl import UCRLChain, UCRLLayers, box, intervals
from reference.environments import make
from reference.kl.boxes import box_maximum
from reference.simulator import Simulator
from tests.baselines.problems import play

MDP = make("tiny").mdp.to_float()


def test_intervals_by_hand() -> None:
    conf_r, conf_p = intervals(4, 2, 10, 3.0, np.array([0, 1, 50]))
    assert conf_r == pytest.approx([1, 1, sqrt(log(2 * 10**3 * 4 * 2) / 100)])
    assert conf_p == pytest.approx([1, 1, sqrt(log(4 * 10**3 * 16 * 2) / 100)])


def test_a_box_and_its_best_point() -> None:
    lo, hi = box(np.array([[0.5, 0.5, 0.0]]), np.array([0.2]))
    assert lo == pytest.approx(np.array([[0.3, 0.3, 0.0]]))
    assert hi == pytest.approx(np.array([[0.7, 0.7, 0.2]]))
    assert box_maximum(lo, hi, np.array([0.0, 1.0, 2.0]))[0] == pytest.approx(0.5 + 2 * 0.2)


@pytest.mark.parametrize("kind", [UCRLChain, UCRLLayers])
def test_a_round_lasts_until_an_interval_has_halved(kind: type) -> None:
    """Between two rounds some pair must be visited nearly four times as often."""
    learner = kind(MDP.layers, MDP.A, 2000, 0.1, 0)
    play(learner, Simulator(MDP, 0))
    pairs = sum(MDP.layers[:-1]) * MDP.A
    assert 0 < learner.updates <= 2 * pairs * log(2000) / log(3)
    assert learner.solves == learner.updates + 1
