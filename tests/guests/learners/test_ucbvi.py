"""UCBVI: bonuses and steps by hand, limits, and how long the published bonus says nothing."""

from __future__ import annotations

from collections.abc import Callable
from math import log, sqrt
from typing import Any

import numpy as np
import pytest

from reference.figure1.learner import Sizes
from reference.guests.learners import ucbvi as module
from reference.guests.learners.ucbvi import UCBVI, bonus_BF, bonus_CH
from reference.mdp import Array, LayeredMDP
from reference.simulator import Simulator
from tests.figure1.problems import fill, play, random_mdp
from tests.planted.rejecting import planted


def planted_no_cap(sizes: Sizes, Lg: float, n: Array, *others: Any) -> Array:
    """The last term without min{., H^2}."""
    H, S, A = sizes
    P, V, n_next = others
    b = bonus_BF(sizes, Lg, n, P, V, None)
    if n_next is None:
        return b
    c = 100**2 * H**3 * S**2 * A * Lg**2
    larger: Array = b + np.sqrt(8 * (P @ (c / np.maximum(1, n_next))) / n)
    return larger


def planted_sum_of_squares(sizes: Sizes, Lg: float, n: Array, *others: Any) -> Array:
    """E[V^2] in place of the variance."""
    P, V, _ = others
    b = bonus_BF(sizes, Lg, n, *others)
    variance = P @ V**2 - (P @ V) ** 2
    larger: Array = b - np.sqrt(8 * Lg * variance / n) + np.sqrt(8 * Lg * (P @ V**2) / n)
    return larger


@planted(
    (bonus_CH, bonus_BF),
    (bonus_CH, planted_no_cap),
    (bonus_CH, planted_sum_of_squares),
    (lambda H, Lg, n: bonus_CH(H, Lg, n) / sqrt(Lg), bonus_BF),
)
def test_bonuses_by_hand(f: tuple[Callable[..., Array], Callable[..., Array]]) -> None:
    """H = 2, S = 5, A = 3, Lg = 4, N = 16 and 4; P = (1/2, 1/2), V = (0, 2): variance 1."""
    ch, bf = f
    n = np.array([[16, 4]])
    assert ch(2, 4.0, n) == pytest.approx(np.array([[14.0, 28.0]]))
    P, V = np.array([[[0.5, 0.5], [1.0, 0.0]]]), np.array([0.0, 2.0])
    # sqrt(8*4*1/16) + 14*2*4/(3*16) and 0 + 14*2*4/(3*4)
    first = np.array([[sqrt(2) + 7 / 3, 28 / 3]])
    assert bf(Sizes(2, 5, 3), 4.0, n, P, V, None) == pytest.approx(first)
    # c = 1e4 * 8 * 25 * 3 * 16 = 9.6e7; min{c / N', H^2} = 4 for N' = 0 and 1e7, 0.96 for 1e8.
    n_next = np.array([0, 10**7])
    assert bf(Sizes(2, 5, 3), 4.0, n, P, V, n_next) == pytest.approx(
        first + np.array([[sqrt(8 * 4 / 16), sqrt(8 * 4 / 4)]])
    )
    n_next = np.array([10**8, 10**7])
    assert bf(Sizes(2, 5, 3), 4.0, n, P, V, n_next) == pytest.approx(
        first + np.array([[sqrt(8 * (0.96 + 4) / 2 / 16), sqrt(8 * 0.96 / 4)]])
    )


class Forgetful(UCBVI):
    """Earlier Q are no bound."""

    def value_iteration(self) -> None:
        self.Q = tuple(np.full(Q.shape, cap) for Q, cap in zip(self.Q, self.most, strict=True))
        super().value_iteration()


class UnseenAtZero(UCBVI):
    def value_iteration(self) -> None:
        super().value_iteration()
        self.Q = tuple(np.where(N, Q, 0.0) for N, Q in zip(self.counts.N, self.Q, strict=True))


@planted(UCBVI, Forgetful, UnseenAtZero)
def test_step_by_hand(f: type[UCBVI]) -> None:
    """Layers 1, 2, 1, A = 2; three episodes known; scale 1/1000 so that the cap does not bind."""
    learner = f((1, 2, 1), 2, 10, 0.1, 0, scale=1 / 1000)
    H, Lg = 2, log(5 * 4 * 2 * 10 * 2 / 0.1)
    assert learner.Lg == pytest.approx(Lg)
    learner.start_episode(1)
    assert [Q.tolist() for Q in learner.Q] == [[[2.0, 2.0]], [[2.0, 2.0]] * 2]  # unseen: H
    assert [p.tolist() for p in learner.policy()] == [[[0.5, 0.5]], [[0.5, 0.5]] * 2]  # all tied
    for r0, x1, r1 in ((1.0, 0, 0.0), (0.0, 0, 1.0), (1.0, 1, 1.0)):
        learner.learn(0, 0, 0, r0, x1)
        learner.learn(1, x1, 1, r1, 0)
    learner.start_episode(2)
    small = 1 / 1000

    def b(n: int) -> float:
        return small * (7 * H * Lg / sqrt(n) + sqrt(Lg / (2 * n)))

    Q1 = [[2.0, 0.5 + b(2)], [2.0, 1.0 + b(1)]]
    assert learner.Q[1] == pytest.approx(np.array(Q1), abs=1e-12)
    # V_1 = 2 in both states (a0 is unseen): 2/3 + 2 + b is capped at H.
    assert learner.Q[0].tolist() == [[2.0, 2.0]]
    assert [p.tolist() for p in learner.policy()] == [[[0.5, 0.5]], [[1.0, 0.0]] * 2]
    learner.learn(1, 0, 0, 0.0, 0)
    learner.learn(1, 1, 0, 0.0, 0)
    learner.start_episode(3)
    assert learner.Q[1][:, 0] == pytest.approx(np.array([b(1), b(1)]), abs=1e-12)
    V = [0.5 + b(2), 1.0 + b(1)]
    assert learner.Q[0][0, 0] == pytest.approx(2 / 3 + (2 * V[0] + V[1]) / 3 + b(3), abs=1e-12)
    assert learner.policy()[1].tolist() == [[0.0, 1.0]] * 2
    assert (learner.updates, learner.solves) == (2, 3)
    # Never above an earlier Q, whatever is seen.
    learner.learn(1, 0, 1, 1.0, 0)
    before = [Q.copy() for Q in learner.Q]
    learner.start_episode(4)
    for Q, Q_before in zip(learner.Q, before, strict=True):
        assert (Q - Q_before).max() <= 0


def test_bernstein_counts_the_visits_of_the_next_layer(monkeypatch: pytest.MonkeyPatch) -> None:
    """N'_{k,h+1}(y) sums over actions; at the last step there is none."""
    seen: list[list[int] | None] = []

    def spy(*given: Any) -> Array:
        assert given[0] == (3, 7, 2)
        seen.append(None if given[-1] is None else given[-1].tolist())
        return bonus_BF(*given)

    monkeypatch.setattr(module, "bonus_BF", spy)
    mdp = random_mdp((1, 3, 2, 1), 2, 1)
    learner = UCBVI(mdp.layers, mdp.A, 100, 0.1, 0, bonus="BF")
    fill(learner.counts, mdp, 50)
    learner.value_iteration()
    assert seen == [None, [100, 100], [100, 100, 100]]


def test_published_bonus_is_above_the_cap_until_49_Lg_squared_visits() -> None:
    """7 H Lg / sqrt(N) >= H iff N <= 49 Lg^2: before, no Q but an earlier one can come below H.

    At the paper's size, T = 1e5 and delta = 0.1, that is 25 500 visits of a pair: with 255 pairs
    and 6e5 steps UCBVI-CH as published cannot have learned anything about most of them.
    """
    Lg = log(5 * 52 * 5 * 6 * 10**5 / 0.1)
    visits = 49 * Lg**2
    assert 25_400 < visits < 25_500
    assert bonus_CH(6, Lg, np.array([visits]))[0] == pytest.approx(6.0)
    mdp = LayeredMDP((1, 1), 2, (np.ones((1, 2, 1)),), (np.array([[0.0, 1.0]]),))
    learner = UCBVI((1, 1), 2, 5000, 0.1, 0)
    regret = play(learner, Simulator(mdp, 0)).regret
    assert (learner.Q[0] == 1.0).all()
    assert (regret == 0.5).all()  # all tied for 5000 episodes of the easiest bandit
