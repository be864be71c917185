"""What all baselines share: counts, ties, exact regret, options; Figure 1's learners under it."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise, product
from typing import Any

import numpy as np
import pytest

from reference.figure1.learner import Learner, costs, episodes, greedy, one_hot, optimal_q
from reference.figure1.ucrl2 import UCRL2Chain, UCRL2Layers
from reference.mdp import LayeredMDP, Tables
from reference.simulator import Simulator
from tests.figure1.every_learner import (
    SMALLEST,
    Kind,
    bad_everywhere,
    has_epochs_of_one_pair,
    is_optimal_on_infinite_data,
    learns_two_arms,
    plays_the_same_again,
    plays_the_smallest,
    refuses,
)
from tests.figure1.problems import random_mdp

LEARNERS: dict[str, Kind] = {
    "UCRL2-C": (UCRL2Chain, {}),
    "UCRL2-C step free": (UCRL2Chain, {"reset": "step", "clip": False, "ties": "random"}),
    "UCRL2-FH": (UCRL2Layers, {}),
    "UCRL2-FH episodes": (UCRL2Layers, {"clock": "episodes", "ties": "uniform"}),
}


def enumerated_value(mdp: LayeredMDP, pi: Tables) -> float:
    """V(pi) the slow way: the sum over all paths of probability times reward."""
    total = 0.0
    for states in product(*(range(X_h) for X_h in mdp.layers)):
        for actions in product(range(mdp.A), repeat=mdp.L):
            probability, reward = 1.0, 0.0
            for h, a in enumerate(actions):
                probability *= pi[h][states[h], a] * mdp.P[h][states[h], a, states[h + 1]]
                reward += float(mdp.r[h][states[h], a])
            total += probability * reward
    return total


# --- the small parts ---------------------------------------------------------------------------


def test_greedy_by_hand() -> None:
    Q, random = np.array([[1.0, 2.0, 2.0], [3.0, 3.0, 3.0], [0.0, -1.0, -2.0]]), np.random
    for ties, expected in (
        ("first", [[0, 1, 0], [1, 0, 0], [1, 0, 0]]),
        ("last", [[0, 0, 1], [0, 0, 1], [1, 0, 0]]),
        ("uniform", [[0, 0.5, 0.5], [1 / 3] * 3, [1, 0, 0]]),
    ):
        stream = random.default_rng(1)
        pi = greedy(Q, ties, 0.0, stream)
        assert pi.tolist() == expected
        assert stream.random() == random.default_rng(1).random()  # ties = random alone reads it
        with pytest.raises(ValueError, match="read-only"):
            pi[0, 0] = 1.0
    stream = random.default_rng(0)
    drawn = np.array([greedy(Q, "random", 0.0, stream) for _ in range(600)])
    assert np.allclose(drawn.mean(axis=0)[1], 1 / 3, atol=0.08)
    assert not drawn[:, 0, 0].any()
    assert greedy(Q, "first", 1.0, stream)[0].tolist() == [1, 0, 0]


# --- episodes and what they cost ---------------------------------------------------------------


class Recorder(Learner):
    """Plays two given policies in turn and writes down every call."""

    def __init__(self, policies: list[Tables]) -> None:
        self.policies, self.calls, self.t = policies, list[tuple[Any, ...]](), 0

    def start_episode(self, t: int) -> None:
        self.t = t
        self.calls.append(("start", t))

    def act(self, h: int, x: int) -> int:
        self.calls.append(("act", h, x))
        return int(self.policy()[h][x].argmax())

    def learn(self, h: int, x: int, a: int, r: float, x1: int) -> None:
        self.calls.append(("learn", h, x, a, r, x1))

    def policy(self) -> Tables:
        return self.policies[(self.t - 1) % len(self.policies)]

    def end_episode(self, t: int) -> None:
        self.calls.append(("end", t))


def test_episodes_call_in_order_and_are_measured_exactly() -> None:
    mdp = random_mdp((1, 2, 1), 2, 4)
    policies: list[Tables] = [
        (one_hot(np.array([a]), 2), one_hot(np.array([b, b]), 2)) for a, b in ((0, 1), (1, 0))
    ]
    learner = Recorder(policies)
    cost = costs(mdp, 5, episodes(learner, Simulator(mdp, 1, "deterministic"), 5))
    kinds = [c[0] for c in learner.calls]
    assert kinds == ["start", "act", "learn", "act", "learn", "end"] * 5
    for before, after in pairwise(learner.calls):
        if before[0] == "learn" and after[0] == "act":
            assert after == ("act", before[1] + 1, before[5])  # x1 is where it goes on
    V_star = max(enumerated_value(mdp, (one_hot(np.array([a]), 2), one_hot(np.array(b), 2)))
                 for a in range(2) for b in product(range(2), repeat=2))  # fmt: skip
    assert cost.V_star == pytest.approx(V_star, abs=1e-14)
    expected = [V_star - enumerated_value(mdp, policies[t % 2]) for t in range(5)]
    assert cost.regret == pytest.approx(expected, abs=1e-13)
    # The gap along a path is V* minus what is still possible, step by step.
    Q = optimal_q(mdp.P, mdp.r)
    steps = [c[1:5] for c in learner.calls if c[0] == "learn"]
    gaps = [Q[h][x].max() - Q[h][x, a] for h, x, a, _ in steps]
    assert cost.gap == pytest.approx(np.reshape(gaps, (5, 2)).sum(axis=1), abs=1e-14)
    rewards = np.reshape([r for *_, r in steps], (5, 2)).sum(axis=1)
    assert cost.reward == pytest.approx(rewards, abs=1e-14)


# --- every learner -----------------------------------------------------------------------------


@pytest.mark.parametrize("name", LEARNERS)
def test_same_seed_same_run_and_sane_figures(name: str) -> None:
    plays_the_same_again(LEARNERS[name])


@pytest.mark.parametrize("name", LEARNERS)
@pytest.mark.parametrize(("layers", "A"), SMALLEST)
def test_smallest_sizes(name: str, layers: tuple[int, ...], A: int) -> None:
    plays_the_smallest(LEARNERS[name], layers, A)


@pytest.mark.parametrize(
    ("make", "options", "field"),
    [
        (UCRL2Chain, {"reset": "never"}, "reset"),
        (UCRL2Chain, {"tau": 0.0}, "tau"),
        (UCRL2Chain, {"ties": "best"}, "ties"),
        (UCRL2Layers, {"clock": "wall"}, "clock"),
        *bad_everywhere(LEARNERS.values()),
    ],
)
def test_bad_options(make: Callable[..., Learner], options: dict[str, Any], field: str) -> None:
    refuses(make, options, field)


@pytest.mark.parametrize("name", LEARNERS)
def test_learns_a_two_armed_bandit(name: str) -> None:
    learns_two_arms(LEARNERS[name])


@pytest.mark.parametrize(
    ("make", "options", "n"), [(UCRL2Layers, {"clip": clip}, 10**13) for clip in (True, False)]
)
def test_infinite_data_gives_the_optimal_policy(
    make: Callable[..., Any], options: dict[str, Any], n: int
) -> None:
    is_optimal_on_infinite_data(make, options, n)


def test_epochs_of_one_pair() -> None:
    has_epochs_of_one_pair(UCRL2Layers, 1)
