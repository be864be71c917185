"""The expectation of every e-value, over all that may happen in an MDP that is small enough to
enumerate: at most 1, exactly. Probabilities are rationals, and exponentials are rounded up."""

from __future__ import annotations

import math
from collections import defaultdict
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import pytest

from proofs_check.conformance import strata
from proofs_check.conformance.statistics import (
    FAMILIES,
    ROUNDING,
    Accumulated,
    Statistics,
    _mean_log,
)
from reference.mdp import LayeredMDP
from reference.readings import choose
from reference.trace.records import EpisodeRecord, EpochRecord, Header

MDP = LayeredMDP(
    (1, 2, 1), 2,
    (np.array([[[0.25, 0.75], [161 / 512, 351 / 512]]]), np.ones((2, 2, 1))),
    (np.array([[0.25, 0.5]]), np.array([[0.0, 1.0], [1.0, 0.0]])),
)  # fmt: skip
PI_1 = [[[0.5, 0.5]], [[0.5, 0.5], [0.5, 0.5]]]
PI_2 = [[[0.125, 0.875]], [[0.75, 0.25], [0.5, 0.5]]]
RANDOM = {  # that something is betted on within two episodes
    "actions", "successive actions", "transitions", "successive transitions", "rewards",
    "successive rewards", "later actions", "even actions", "single actions",
    "single transitions", "single rewards", "layer transitions", "layer rewards",
    "first-visit transitions", "first-visit rewards", "opening actions", "opening transitions",
    "opening rewards", "episode-1 actions", "episode-1 transitions", "episode-1 rewards",
    "shared transitions", "shared rewards", "coarse transitions",
}  # fmt: skip


def episodes(pi: Any) -> list[tuple[Fraction, list[int], list[int], list[int]]]:
    """Every episode under pi: its probability, states, actions, rewards."""
    found = []
    for a, r, x1, b in product((0, 1), repeat=4):
        mean, P = Fraction(float(MDP.r[0][0, a])), Fraction(float(MDP.P[0][0, a, x1]))
        p = Fraction(pi[0][0][a]) * (mean if r else 1 - mean) * P * Fraction(pi[1][x1][b])
        found.append((p, [0, x1], [a, b], [r, int(MDP.r[1][x1, b])]))
    return found


def at_most(log: float) -> Fraction:
    """A rational that is no smaller than e^log: `exp` errs by less than 2^-50 of its value."""
    return Fraction(math.exp(log)) * (1 + Fraction(1, 1 << 50))


def of_an_alarm(statistics: Statistics, family: str) -> float:
    """The logarithm of the e-value that an alarm would take: its rounding is taken off."""
    log, size = statistics.log_e(family)
    return _mean_log(log) - ROUNDING * size - 1e-9


class Expectation:
    """E[e-value] of every family, summed over all that may happen, with rational probabilities;
    `betted`: the families whose e-value is ever another than 1."""

    def __init__(self) -> None:
        self.of: defaultdict[str, Fraction] = defaultdict(Fraction)
        self.betted: set[str] = set()
        self.mass = Fraction(0)

    def add(self, p: Fraction, statistics: Statistics) -> None:
        """Add what happens with probability p."""
        self.mass += p
        for family in FAMILIES:
            self.of[family] += p * at_most(of_an_alarm(statistics, family))
            log = _mean_log(statistics.log_e(family)[0])
            self.betted |= {family} if abs(log) > 1e-12 else set()

    def check(self, least: set[str]) -> None:
        """None is above 1, exactly; `least` are betted on, and lose nothing but the rounding or
        what a bet gives up."""
        assert self.mass == 1
        assert max(self.of.values()) <= 1, self.of
        assert self.betted >= least, least - self.betted


def expectations(tolerance: float = 0.0) -> Expectation:
    """Over two episodes, of two epochs."""
    head = Header(MDP.layers, 2, 1000, 0.1, choose(), tolerance, {}, MDP, None, 1)
    total = Expectation()
    for (p, *one), (q, *two) in product(episodes(PI_1), episodes(PI_2)):
        statistics = Statistics()
        for record in (
            head,
            EpochRecord(1, 1, {"pi": PI_1}, None, 2),
            EpisodeRecord(1, *one, 3),  # type: ignore[call-arg,arg-type]  # x, a, r
            EpochRecord(2, 2, {"pi": PI_2}, None, 4),
            EpisodeRecord(2, *two, 5),  # type: ignore[call-arg,arg-type]
        ):
            statistics.record(record)
        total.add(p * q, statistics)
    return total


FAIR = ("actions", "single actions", "transitions", "single transitions", "first-visit transitions",
        "layer transitions", "opening actions", "even actions", "rewards")  # fmt: skip


def test_no_family_expects_more_than_1() -> None:
    total = expectations()
    total.check(RANDOM)
    assert all(total.of[family] > 1 - Fraction(1, 10**8) for family in FAIR), "they are fair bets"


def test_a_policy_known_up_to_a_tolerance_gives_less() -> None:
    total = expectations(0.01)
    total.check(RANDOM)
    assert total.of["actions"] < 0.999 and total.of["opening actions"] < 0.999


def test_a_bet_that_expects_more_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if the sum of the tilted probabilities had been wrong by one part in a million."""
    right = strata.tilted
    monkeypatch.setattr(strata, "tilted", lambda p, t=0.0: right(p, t) + 1e-6)
    assert expectations().of["first-visit transitions"] > 1


def test_two_layers_of_chance() -> None:
    """Bets on a layer given the reward of the layer before; one action, two episodes."""
    P = (np.array([[[0.25, 0.75]]]), np.array([[[0.375, 0.625]], [[0.5, 0.5]]]), np.ones((2, 1, 1)))
    r = (np.array([[0.25]]), np.array([[0.375], [0.75]]), np.array([[0.5], [0.125]]))
    mdp = LayeredMDP((1, 2, 2, 1), 1, P, r)
    head = Header(mdp.layers, 1, 1000, 0.1, choose(), 0.0, {}, mdp, None, 1)
    ways = []
    for x1, x2, *paid in product((0, 1), repeat=5):
        x = [0, x1, x2]
        p = Fraction(float(P[0][0, 0, x1])) * Fraction(float(P[1][x1, 0, x2]))
        for h in range(3):
            mean = Fraction(float(r[h][x[h], 0]))
            p *= mean if paid[h] else 1 - mean
        ways.append((p, x, [0, 0, 0], paid))
    total = Expectation()
    for (p, *one), (q, *two) in product(ways, repeat=2):
        statistics = Statistics()
        statistics.record(head)
        statistics.record(EpisodeRecord(1, *one, 3))  # type: ignore[call-arg,arg-type]
        statistics.record(EpisodeRecord(2, *two, 4))  # type: ignore[call-arg,arg-type]
        total.add(p * q, statistics)
    total.check({"later transitions", "later rewards", "layer transitions"})


def test_the_actions_of_epoch_1_over_two_runs() -> None:
    expected = Fraction(0)
    for actions in product((0, 1), repeat=4):
        evidence = Accumulated(2)
        for run in (actions[:2], actions[2:]):
            statistics = Statistics()
            statistics.header(Header((1, 1, 1), 2, 40, 0.1, {}, 0.0, {}, None, None, 1))
            statistics.block(np.zeros((1, 2), int), np.array([run]), np.full((1, 2), 0.5))
            evidence.add(statistics)
        loss = ROUNDING * evidence.sizes["first actions"] + 1e-9
        log = _mean_log(evidence.logs["first actions"]) - loss
        expected += Fraction(1, 16) * at_most(log)
    assert 1 - Fraction(1, 10**8) < expected <= 1


def test_the_order_of_draws_is_betted_on_fairly() -> None:
    for A in (2, 3, 5):
        rows = np.full((A, A), 1 / A)
        factors = strata.tilted_drawn(rows, np.arange(A))
        expected = [sum(at_most(float(v) - 1e-9) for v in of) / A for of in factors]
        assert max(expected) <= 1 and min(expected) > 1 - Fraction(1, 10**8)


def test_rewards_between_0_and_1_expect_less() -> None:
    """Any law of this mean: here uniform, on two points, on one."""
    for values, p in (((0.0, 1.0), (0.7, 0.3)), ((0.1, 0.5), (0.5, 0.5)), ((0.3,), (1.0,))):
        mean = float(np.dot(values, p))
        R, n = np.array(values), np.ones(len(values))
        factors = np.exp(strata.tilted_rewards(R, n, np.full(len(values), mean)))
        assert (factors @ np.array(p)).max() <= 1 + 1e-12
