"""The expectation of every e-value, over all that may happen in an MDP that is small enough to
enumerate: at most 1."""

from __future__ import annotations

import math
from collections import defaultdict
from itertools import product
from typing import Any

import numpy as np
import pytest

from proofs_check.conformance import strata
from proofs_check.conformance.statistics import FAMILIES, Statistics, _mean_log
from reference.mdp import LayeredMDP
from reference.readings import choose
from reference.trace.records import EpisodeRecord, EpochRecord, Header

MDP = LayeredMDP(
    (1, 2, 1), 2,
    (np.array([[[0.25, 0.75], [0.3, 0.7]]]), np.ones((2, 2, 1))),
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


def episodes(pi: Any) -> list[tuple[float, list[int], list[int], list[int]]]:
    """Every episode under pi: its probability, states, actions, rewards."""
    found = []
    for a, r, x1, b in product((0, 1), repeat=4):
        mean, P = float(MDP.r[0][0, a]), float(MDP.P[0][0, a, x1])
        p = pi[0][0][a] * (mean if r else 1 - mean) * P * pi[1][x1][b]
        found.append((p, [0, x1], [a, b], [r, int(MDP.r[1][x1, b])]))
    return found


def expectations(tolerance: float = 0.0) -> tuple[dict[str, float], set[str]]:
    """The expectation of every family's e-value over two episodes, of two epochs; the families
    whose e-value is ever another than 1."""
    head = Header(MDP.layers, 2, 1000, 0.1, choose(), tolerance, {}, MDP, None, 1)
    total: defaultdict[str, float] = defaultdict(float)
    betted, mass = set(), 0.0
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
        mass += p * q
        for family in FAMILIES:
            log = _mean_log(statistics.log_e(family)[0])
            total[family] += p * q * math.exp(log)
            betted |= {family} if abs(log) > 1e-12 else set()
    assert mass == pytest.approx(1.0, abs=1e-12)
    return dict(total), betted


def test_no_family_expects_more_than_1() -> None:
    total, betted = expectations()
    assert max(total.values()) <= 1 + 1e-12, total
    assert betted >= RANDOM, RANDOM - betted


def test_a_policy_known_up_to_a_tolerance_gives_less() -> None:
    total, _ = expectations(0.01)
    assert max(total.values()) <= 1 + 1e-12
    assert total["actions"] < 0.999 and total["opening actions"] < 0.999


def test_a_bet_that_expects_more_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if the sum of the tilted probabilities had been left out."""
    right = strata.tilted
    monkeypatch.setattr(strata, "tilted", lambda p, t=0.0: right(p, t) + 0.01)
    total, _ = expectations()
    assert total["first-visit transitions"] > 1.005


def test_uniform_numbers_are_betted_on_fairly() -> None:
    """The factors of PSRL's draws: mean 1 over [0, 1], by Simpson's rule."""
    u, s = np.linspace(0, 1, 2001), strata.TILTS[:, None]
    factors = np.exp(s * u) * s / np.expm1(s)
    weights = np.ones(2001)
    weights[1:-1:2], weights[2:-1:2] = 4, 2
    means = factors @ weights / weights.sum()
    assert np.abs(means - 1).max() < 1e-9


def test_rewards_between_0_and_1_expect_less() -> None:
    """Any law of this mean: here uniform, on two points, on one."""
    for values, p in (((0.0, 1.0), (0.7, 0.3)), ((0.1, 0.5), (0.5, 0.5)), ((0.3,), (1.0,))):
        mean = float(np.dot(values, p))
        R, n = np.array(values), np.ones(len(values))
        factors = np.exp(strata.tilted_rewards(R, n, np.full(len(values), mean)))
        assert (factors @ np.array(p)).max() <= 1 + 1e-12
