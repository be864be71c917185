"""UCB Q-learning: learning rate, both bonuses and whole steps by hand, limits."""

from __future__ import annotations

from collections.abc import Callable
from math import log, sqrt
from typing import Any

import numpy as np
import pytest

from reference.figure1.learner import Sizes, optimal_q
from reference.guests.learners import q_learning as module
from reference.guests.learners.q_learning import UCBQLearning, alpha, beta_B, bonus_H
from tests.figure1.problems import random_mdp
from tests.planted.rejecting import planted


@planted(alpha, lambda H, t: 1 / t, lambda H, t: H / (H + t))
def test_learning_rate(f: Callable[[int, int], float]) -> None:
    """alpha_1 = 1, so the initial Q is forgotten; [JABJ] Lemma 4.1: the weights
    alpha_t^i = alpha_i prod_{j > i} (1 - alpha_j) sum to 1, and those of an i over all later t to
    1 + 1/H."""
    H = 3
    assert [f(H, t) for t in (1, 2, 5)] == [1.0, 4 / 5, 4 / 8]
    t = 40
    weights = [
        f(H, i) * np.prod([1 - f(H, j) for j in range(i + 1, t + 1)]) for i in range(1, t + 1)
    ]
    assert sum(weights) == pytest.approx(1.0, abs=1e-14)
    total, weight = 0.0, f(H, 2)
    for later in range(3, 20_000):
        total += weight
        weight *= 1 - f(H, later)
    assert total == pytest.approx(1 + 1 / H, abs=1e-6)


def test_bonuses_by_hand() -> None:
    assert bonus_H(2.0, 3, 4.0, 9) == pytest.approx(2 * sqrt(27 * 4 / 9))
    # H = 2, S = 3, A = 2, iota = 4: Hoeffding sqrt(8*4/t), Bernstein sqrt(2 (W + 2) 4 / t)
    # + sqrt(128*6)*4/t; the latter is smaller from t about 750 on.
    assert beta_B(1.0, 2.0, Sizes(2, 3, 2), 4.0, 4, 0.0) == pytest.approx(2 * sqrt(8))
    t = 10**6
    assert beta_B(3.0, 100.0, Sizes(2, 3, 2), 4.0, t, 1.0) == pytest.approx(
        3 * (sqrt(2 * 3 * 4 / t) + sqrt(768) * 4 / t)
    )


class SwappedWeights(UCBQLearning):
    """The fault found in a public implementation: alpha Q + (1 - alpha) target."""

    def learn(self, h: int, x: int, a: int, r: float, x1: int) -> None:
        before = float(self.Q[h][x, a])
        super().learn(h, x, a, r, x1)
        rate = alpha(self.H, int(self.N[h][x, a]))
        target = (float(self.Q[h][x, a]) - (1 - rate) * before) / rate
        self.Q[h][x, a] = rate * before + (1 - rate) * target
        self.V[h][x] = min(float(self.H), float(self.Q[h][x].max()))


class NoCap(UCBQLearning):
    def learn(self, h: int, x: int, a: int, r: float, x1: int) -> None:
        super().learn(h, x, a, r, x1)
        self.V[h][x] = float(self.Q[h][x].max())


@planted(UCBQLearning, SwappedWeights, NoCap)
def test_hoeffding_step_by_hand(f: Callable[..., UCBQLearning]) -> None:
    """Layers 1, 2, 1, A = 2, H = 2; S = 2 is the largest layer, c = 1/100."""
    learner = f((1, 2, 1), 2, 10, 0.1, 0, c=0.01)
    iota = log(2 * 2 * 20 / 0.1)
    assert learner.iota == pytest.approx(iota)

    def b(t: int) -> float:
        return 0.01 * sqrt(8 * iota / t)

    learner.start_episode(1)
    learner.learn(0, 0, 1, 0.5, 1)  # V_1(1) = 2 still
    learner.learn(1, 1, 0, 0.25, 0)  # V_2 = 0
    assert learner.Q[0][0, 1] == pytest.approx(
        0.5 + 2 + b(1)
    )  # alpha_1 = 1; Q itself is not capped
    assert learner.V[0] == [2.0]
    assert learner.Q[1][1, 0] == pytest.approx(0.25 + b(1))
    assert learner.V[1] == [2.0, 2.0]  # the other action still has Q = 2
    learner.learn(0, 0, 1, 1.0, 1)
    learner.learn(1, 1, 1, 0.0, 0)
    assert learner.Q[0][0, 1] == pytest.approx(
        0.25 * (2.5 + b(1)) + 0.75 * (1.0 + 2.0 + b(2))  # alpha_2 = 3/4
    )
    assert learner.V[1][1] == pytest.approx(0.25 + b(1))
    learner.start_episode(2)
    assert [p.tolist() for p in learner.policy()] == [[[0.0, 1.0]], [[0.5, 0.5], [1.0, 0.0]]]
    assert (learner.updates, learner.solves) == (1, 0)


def variance_of_sums(*given: Any) -> float:
    """The fault found in a public implementation: (sigma - mu)^2 / t^2 for the variance."""
    return beta_B(*(*given[:-1], given[-1] ** 2))


@planted(beta_B, variance_of_sums)
def test_bernstein_step_by_hand(f: Callable[..., float], monkeypatch: pytest.MonkeyPatch) -> None:
    """b_t makes the weighted bonuses telescope: sum_i alpha_t^i b_i = beta_t / 2 ([JABJ] (C.1)),
    and W_t is the variance of the next values seen. H = 2, S = 4 (all), A = 1. With c2 = 1/2 mostly
    the first branch of the minimum is taken, with 1/1000 the second."""
    monkeypatch.setattr(module, "beta_B", f)
    for c2 in (0.5, 1e-3):
        learner = UCBQLearning((1, 2, 1), 1, 1000, 0.1, 0, bonus="B", c1=0.01, c2=c2, states="all")
        assert learner.S == 4
        learner.V[1] = [0.5, 1.5]
        seen: list[float] = []
        Q = 0.0
        for t in range(1, 60):
            x1 = (t * t) % 3 % 2
            learner.learn(0, 0, 0, 0.0, x1)
            seen.append([0.5, 1.5][x1])
            root = sqrt(2 * (float(np.var(seen)) + 2) * learner.iota / t)
            bernstein = 0.01 * (root + sqrt(128 * 4) * learner.iota / t)
            beta = min(bernstein, c2 * sqrt(8 * learner.iota / t))
            Q = (1 - alpha(2, t)) * Q + alpha(2, t) * seen[-1]  # without any bonus
            assert learner.Q[0][0, 0] == pytest.approx(Q + beta / 2, abs=1e-12)


def test_bernstein_is_hoeffding_at_the_papers_size() -> None:
    """With c1 = c2 the Bernstein branch is never the smaller one below 3.6 million visits of one
    pair (H = 6, S = 10, A = 5, T = 1e5, delta = 0.1, even with W = 0): 6 sqrt(iota / t)
    + 3741 iota / t < 14.7 sqrt(iota / t) iff t > 185 050 iota. UCB-B is UCB-H there."""
    iota = log(10 * 5 * 6 * 10**5 / 0.1)

    def hoeffding(t: int) -> float:
        return 2 * sqrt(6**3 * iota / t)

    for t in (1, 100, 10_000, 3_600_000):
        assert beta_B(2.0, 2.0, Sizes(6, 10, 5), iota, t, 0.0) == hoeffding(t)
    assert beta_B(2.0, 2.0, Sizes(6, 10, 5), iota, 3_620_000, 0.0) < hoeffding(3_620_000)


@pytest.mark.parametrize("bonus", ["H", "B"])
def test_no_bonus_and_infinite_data_give_the_optimal_values(bonus: str) -> None:
    """Every pair in turn, successors in exact proportion to P = k/4: Q tends to Q*, though the
    learning rate keeps weighing the last visits, (H + 1)/(H + t)."""
    mdp = random_mdp((1, 2, 2, 1), 2, 9)
    P = [np.array([[[0.25, 0.75], [0.75, 0.25]]]), np.full((2, 2, 2), 0.5), np.ones((2, 2, 1))]
    P[1][0, 1] = [0.25, 0.75]
    learner = UCBQLearning(mdp.layers, 2, 10, 0.1, 0, bonus=bonus, c=0.0, c1=0.0, c2=0.0)
    for sweep in range(2000):
        for h in (2, 1, 0):
            for x, a in np.ndindex(*P[h].shape[:2]):
                x1 = int((sweep % 4) >= 4 * P[h][x, a, 0])
                learner.learn(h, x, a, float(mdp.r[h][x, a]), x1)
    learner.start_episode(2)
    Q = optimal_q(tuple(P), mdp.r)
    for h in range(3):
        assert learner.Q[h] == pytest.approx(Q[h], abs=8e-3)
        assert np.array_equal(learner.policy()[h], np.eye(2)[Q[h].argmax(axis=1)])
