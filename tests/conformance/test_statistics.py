"""Improbable play: honest runs stay far below the alarm, dishonest ones are far above it."""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from itertools import product
from typing import Any

import pytest

from proofs_check.arithmetic import Q
from proofs_check.conformance.statistics import ALPHA, FAMILIES, EValue, Statistics
from reference.environments import random_layered
from reference.readings import choose
from reference.trace.records import EpisodeRecord, EpochRecord, Header

MDP = random_layered((1, 3, 2, 1), 3, seed=4)
EPISODES = 600


def trace(draw: Callable[[int, int, str], float], episodes: int = EPISODES) -> list[Any]:
    """Uniform play on MDP; draw(t, h, what) is the uniform number behind `what`."""
    head = Header(MDP.layers, MDP.A, 10**6, 0.1, choose(), mdp=MDP.to_exact())
    pi = [[[1 / 3] * 3] * X for X in MDP.layers[:-1]]
    records: list[Any] = [head, EpochRecord(1, 1, {"pi": pi}, None, 2)]
    for t in range(1, episodes + 1):
        x, steps = 0, []
        for h in range(MDP.L):
            a = min(2, int(3 * draw(t, h, "action")))
            r = int(draw(t, h, "reward") < MDP.r[h][x, a])
            u, x1 = draw(t, h, "transition"), 0
            while x1 < MDP.layers[h + 1] - 1 and u >= MDP.P[h][x, a, : x1 + 1].sum():
                x1 += 1
            steps.append((x, a, r))
            x = x1
        states, actions, rewards = (list(column) for column in zip(*steps, strict=True))
        records.append(EpisodeRecord(t, states, actions, rewards, t + 2))
    return records


def found(records: list[Any], alpha: Q = ALPHA) -> Any:
    statistics = Statistics(None, alpha)
    assert len(list(statistics.seen(records))) == len(records)
    return statistics.found()


@pytest.mark.parametrize("seed", range(12))
def test_honest_play_is_not_improbable(seed: int) -> None:
    """Not even at a level of 1/100."""
    rng = random.Random(seed)
    assert found(trace(lambda t, h, what: rng.random()), Q(1, 100)) is None


def constant(rng: random.Random) -> Callable[[int, int, str], float]:
    return lambda t, h, what: 0.0 if what == "action" else rng.random()


def half(rng: random.Random) -> Callable[[int, int, str], float]:
    """All means are 1/2: the reward is drawn without regard to r."""
    return lambda t, h, what: float(rng.random() < 0.5) if what == "reward" else rng.random()


def repeated(rng: random.Random) -> Callable[[int, int, str], float]:
    """Every number is used in two episodes."""
    drawn: dict[Any, float] = {}
    return lambda t, h, what: drawn.setdefault((t // 2, h, what), rng.random())


def skewed(rng: random.Random) -> Callable[[int, int, str], float]:
    return lambda t, h, what: rng.random() ** 2 if what == "transition" else rng.random()


@pytest.mark.parametrize(
    ("faulty", "families"),
    [
        (constant, {"actions"}),
        (half, {"rewards"}),
        (repeated, {"successive actions", "successive transitions", "successive rewards"}),
        (skewed, {"transitions"}),
    ],
)
def test_faults(faulty: Any, families: set[str]) -> None:
    for seed in range(3):
        alarm = found(trace(faulty(random.Random(seed)), 2000))
        assert alarm is not None and alarm.family in families
        assert 10 ** (alarm.power + 1) > alarm.limit == 6 * 10**9  # 6 e-values at 10^-9
        assert FAMILIES[alarm.family] in str(alarm)


def test_an_e_value_just_above_the_limit_is_not_said_to_be_below_it() -> None:
    alarm = found(trace(constant(random.Random(1)), 10), Q(1, 10**8))
    assert alarm.power == 8 and "at least 10^8, above the limit 6e+08, which" in str(alarm)


def test_the_e_value_is_the_likelihood_ratio_and_has_mean_1() -> None:
    """All sequences of 4 outcomes with p = (1/3, 2/3): the rule of succession, exactly."""
    p, mean = (Q(1, 3), Q(2, 3)), Q(0)
    for outcomes in product((0, 1), repeat=4):
        ratio, probability, counts, e_value = Q(1), Q(1), [0, 0], EValue()
        for n, y in enumerate(outcomes):
            ratio *= Q(counts[y] + 1, n + 2) / p[y]
            probability *= p[y]
            counts[y] += 1
            e_value.see("c", 2, y, p[y])
        assert float(e_value.log_e()) == pytest.approx(math.log(ratio))
        mean += ratio * probability
    assert mean == 1


def test_a_reward_between_0_and_1_has_a_factor_of_mean_1() -> None:
    """Whatever was predicted: R = 1/4 or 1 with mean r = 1/2."""
    factors = []
    for r in (Q(1, 4), Q(1)):
        e_value = EValue()
        for y in (1, 1, 0):
            e_value.see("c", 2, y, Q(1, 2))
        before = e_value.log_e()
        e_value.end("c", r, Q(1, 2))
        factors.append(float((e_value.log_e() - before).exp()))
    assert factors[1] == pytest.approx(6 / 5)  # q = 3/5 over 1/2
    assert factors[0] * 2 / 3 + factors[1] / 3 == pytest.approx(1)  # P(R = 1/4) = 2/3


def test_other_rewards_and_unknown_policies_are_left_out() -> None:
    records = trace(lambda t, h, what: 0.3)
    records[1] = EpochRecord(2, 1, {"q_hat": []}, None, 2)
    for record in records[2:]:
        record.r[:] = [0.5] * MDP.L
    statistics = Statistics(None)
    list(statistics.seen(records))
    for family in ("actions", "successive actions"):
        assert not statistics.e_values[family].counts
    for family in ("rewards", "successive rewards"):
        assert not any(map(any, statistics.e_values[family].counts.values()))
    assert statistics.e_values["transitions"].counts


def test_a_state_or_action_that_does_not_exist_is_left_to_its_rule() -> None:
    """Once an internal error, with --statistics."""
    records = trace(lambda t, h, what: random.Random(hash((t, h))).random(), 20)
    records[3].x[1], records[4].a[0], records[5].x[0] = 3, 3, -1
    assert found(records) is None
