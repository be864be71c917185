"""Improbable play: honest runs stay far below the alarm, dishonest ones are far above it."""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from dataclasses import replace
from itertools import product
from typing import Any

import numpy as np
import pytest

from proofs_check.arithmetic import Q
from proofs_check.conformance import statistics as module
from proofs_check.conformance.statistics import (
    ALPHA,
    FAMILIES,
    Accumulated,
    Statistics,
    _against,
    _betted,
    _coarsely,
)
from reference.environments import random_layered
from reference.mdp import LayeredMDP
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


def alarm_of(records: list[Any], alpha: Q = ALPHA) -> Any:
    statistics = Statistics(None, alpha)
    assert len(list(statistics.seen(records))) == len(records)
    return statistics.found()


@pytest.mark.parametrize("seed", range(12))
def test_honest_play_is_not_improbable(seed: int) -> None:
    """Not even at a level of 1/100."""
    rng = random.Random(seed)
    assert alarm_of(trace(lambda t, h, what: rng.random()), Q(1, 100)) is None


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


def shared(*both: str) -> Any:
    """One number decides two things in every step."""

    def faulty(rng: random.Random) -> Callable[[int, int, str], float]:
        drawn: dict[Any, float] = {}

        def draw(t: int, h: int, what: str) -> float:
            return drawn.setdefault((t, h, "both" if what in both else what), rng.random())

        return draw

    return faulty


def whole(kind: str) -> Any:
    """One number decides the same thing in all layers."""

    def faulty(rng: random.Random) -> Callable[[int, int, str], float]:
        drawn: dict[Any, float] = {}
        return lambda t, h, what: (
            drawn.setdefault((t, what), rng.random()) if what == kind else rng.random()
        )

    return faulty


def handed_on(to: str) -> Any:
    """The number of a reward decides `to` in the next layer."""

    def faulty(rng: random.Random) -> Callable[[int, int, str], float]:
        drawn: dict[Any, float] = {}

        def draw(t: int, h: int, what: str) -> float:
            if what == to and h > 0:
                return drawn[t, h - 1]
            u = rng.random()
            return drawn.setdefault((t, h), u) if what == "reward" else u

        return draw

    return faulty


@pytest.mark.parametrize(
    ("faulty", "families"),
    [
        (constant, {"actions"}),
        (half, {"rewards"}),
        (repeated, {"successive actions", "successive transitions", "successive rewards"}),
        (skewed, {"transitions"}),
        (shared("action", "transition"), {"transitions", "shared transitions"}),
        (shared("action", "reward"), {"rewards", "shared rewards"}),
        (whole("action"), {"actions", "successive actions", "later actions"}),
        (whole("transition"), {"transitions"}),
        (whole("reward"), {"rewards", "later rewards"}),
        (handed_on("action"), {"actions", "later actions"}),
        (handed_on("transition"), {"transitions", "later transitions"}),
    ],
)
def test_faults(faulty: Any, families: set[str]) -> None:
    for seed in range(3):
        alarm = alarm_of(trace(faulty(random.Random(seed)), 2000))
        assert alarm is not None and alarm.family in families
        assert 10 ** (alarm.power + 1) > alarm.limit == 30 * 10**9  # 30 e-values at 10^-9
        assert FAMILIES[alarm.family] in str(alarm)


def test_an_e_value_just_above_the_limit_is_not_said_to_be_below_it() -> None:
    alarm = alarm_of(trace(constant(random.Random(1)), 10), Q(1, 10**7))
    assert 10**alarm.power <= 10 * alarm.limit
    assert f"at least 10^{alarm.power}, above the limit {alarm.limit:.2g}, which" in str(alarm)


def test_the_e_value_is_the_likelihood_ratio_and_has_mean_1() -> None:
    """All sequences of 4 outcomes with p = (1/3, 2/3): the rule of succession, exactly."""
    p, mean = (Q(1, 3), Q(2, 3)), Q(0)
    for outcomes in product((0, 1), repeat=4):
        ratio, probability, counts = Q(1), Q(1), [0, 0]
        for n, y in enumerate(outcomes):
            ratio *= Q(counts[y] + 1, n + 2) / p[y]
            probability *= p[y]
            counts[y] += 1
        log_e, _ = _against(np.array(counts), np.array([float(v) for v in p]))
        assert log_e == pytest.approx(math.log(ratio))
        mean += ratio * probability
    assert mean == 1


@pytest.mark.parametrize(
    "law", [{0.0: 0.7, 1.0: 0.3}, {0.25: 0.5, 0.35: 0.5}, {0.1: 0.75, 0.9: 0.25}]
)
def test_both_bets_on_rewards_have_mean_1(law: dict[float, float]) -> None:
    """All sequences of 5 rewards of a law of mean 0.3, in one block and one by one."""
    means = np.zeros(2)
    for rewards in product(law, repeat=5):
        whole, parts = np.zeros((3, 2)), np.zeros((3, 2))
        r = np.full(5, 0.3)
        logs = _betted(np.ones(5, int), np.array(rewards), r, whole).sum(axis=1)
        each = [_betted(np.ones(1, int), np.array([v]), r[:1], parts) for v in rewards]
        one_by_one = sum(logs[:, 0] for logs in each)
        assert one_by_one == pytest.approx(logs) and whole == pytest.approx(parts)
        means += np.exp(logs) * math.prod(law[v] for v in rewards)
    assert means == pytest.approx([1, 1])


def test_uniform_numbers_of_256_steps() -> None:
    """With rare successors they show soon; the factors have mean 1."""
    P = np.array([[0.99445, 5e-5, 5e-4, 5e-3], [0.5, 0.25, 0.125, 0.125], [1.0, 0.0, 0.0, 0.0]])
    identity = np.eye(4, dtype=int)
    for row, p in enumerate(P):
        each = [_coarsely(np.outer(np.arange(3) == row, identity[y]), P)[0] for y in range(4)]
        assert sum(p[y] * np.exp(each[y]) for y in range(4)) == pytest.approx(np.ones(3))
    n, none = 65_000, np.zeros((2, 4), dtype=int)
    of_256 = np.array([[255, 0, 0, 1]]) * (n // 256)
    honest = np.array([[64639, 3, 33, 325]])
    assert _coarsely(np.vstack([of_256, none]), P)[0][0] > 30
    assert _coarsely(np.vstack([honest, none]), P)[0].max() < 2


def laws(bias: float, seed: int, law: str, episodes: int) -> list[Any]:
    """Rewards of a continuous law whose mean is (1 + bias) times what it should be."""
    rng = np.random.default_rng(seed)
    records = trace(lambda t, h, what: float(rng.random()), episodes)
    for record in records[2:]:
        for h, (x, a) in enumerate(zip(record.x, record.a, strict=True)):
            mean = min(1.0, float(MDP.r[h][x, a]) * (1 + bias))
            spread = min(mean, 1 - mean)
            noise = {
                "uniform": rng.uniform(-spread, spread),
                "constant": 0.0,
                "beta": rng.beta(2 * mean + 1e-9, 2 * (1 - mean) + 1e-9) - mean,
            }[law]
            record.r[h] = mean + noise
    return records


@pytest.mark.parametrize("law", ["uniform", "constant", "beta"])
def test_biased_continuous_rewards(law: str) -> None:
    """A bias of 15 % is seen within 10^4 episodes, and none is no alarm."""
    alarm = alarm_of(laws(0.15, 1, law, 4000))
    assert alarm is not None and alarm.family in ("rewards", "successive rewards")
    assert alarm_of(laws(0.0, 2, law, 4000), Q(1, 100)) is None


def test_evidence_multiplies() -> None:
    """Each run alone shows nothing; together they do. Honest ones never do."""
    honest, biased = Accumulated(40), Accumulated(40)
    for seed in range(40):
        for evidence, bias in ((honest, 0.0), (biased, 0.15)):
            statistics = Statistics()
            list(statistics.seen(laws(bias, seed, "uniform", 60)))
            assert statistics.found() is None
            evidence.add(statistics)
    alarm = biased.found()
    assert alarm is not None and alarm.runs == 40 and "in 40 runs together" in str(alarm)
    assert honest.found(Q(1, 100)) is None


def test_evidence_of_dependent_runs_does_not_multiply() -> None:
    """One honest run, seen 100 times, is no evidence; one that is improbable alone still is."""
    lucky = max(range(20), key=luck)
    both, once = (Accumulated(100), Accumulated(100, independent=False)), honest(lucky)
    for evidence in both:
        for _ in range(100):
            evidence.add(once)
    assert both[0].found() is not None and both[1].found() is None
    statistics = Statistics()
    list(statistics.seen(trace(constant(random.Random(1)), 100)))
    both[1].add(statistics)
    assert both[1].found() is not None


def honest(seed: int) -> Statistics:
    """Of a short run with the noise of a seed."""
    rng, statistics = random.Random(seed), Statistics()
    list(statistics.seen(trace(lambda t, h, what: rng.random(), 5)))
    return statistics


def luck(seed: int) -> float:
    """The largest logarithm of an honest run's e-values."""
    return max(float(honest(seed).log_e(family)[0].max()) for family in FAMILIES)


def test_blocks_and_records_count_the_same() -> None:
    records = trace(lambda t, h, what: random.Random(hash((t, h, what))).random(), 300)
    statistics, other = Statistics(), Statistics()
    list(statistics.seen(records))
    for record in records[:2]:
        other.record(record)
    x, a, r = (np.array([getattr(e, name) for e in records[2:]]) for name in "xar")
    other.block(x, a, r.astype(float))
    for family in FAMILIES:
        assert statistics.log_e(family)[0] == pytest.approx(other.log_e(family)[0])


def test_policies_count_in_blocks_as_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every 7 episodes another policy, or none known: however many are counted at once."""
    rng, records = random.Random(3), []
    for k, record in enumerate(trace(lambda t, h, what: rng.random(), 300)):
        if k > 1 and k % 7 == 0:
            p = rng.choice([0.2, 0.5, 1e-9])
            pi = [[[p, 0.6 - p, 0.4], [0, 1, 0], [0.2, 0.4, 0.4]][:X] for X in MDP.layers[:-1]]
            tables = {} if rng.random() < 0.2 else {"pi": pi}
            records.append(EpochRecord(k, k, tables, None, k))
        records.append(record)
    statistics = Statistics()
    list(statistics.seen(records))
    logs = {family: statistics.log_e(family)[0] for family in FAMILIES}
    over_runs = {"first actions"}  # of one run it is 1
    over_runs |= {"draws", "pooled draws", "ordered draws"}  # of PSRL
    assert {f for f, log in logs.items() if np.abs(log).max() == 0} == over_runs
    for name, least in (("PENDING", 1), ("PENDING", 10), ("POLICIES", 1), ("POLICIES", 50)):
        with monkeypatch.context() as patch:
            patch.setattr(module, name, least)
            other = Statistics()
            list(other.seen(records))
            for family in FAMILIES:
                assert other.log_e(family)[0] == pytest.approx(logs[family])


@pytest.mark.parametrize("law", [{0.5: 0.5, 1.0: 0.5}, {0.0: 0.1, 0.5: 0.4, 1.0: 0.5}])
def test_rewards_of_three_values_are_no_shared_noise(law: dict[float, float]) -> None:
    """Those that happen to be 0 or 1 have another mean: a bet on them alone would gain, here 10^29
    or 10^14 in 2000 episodes of one policy each."""
    mean = sum(v * p for v, p in law.items())
    mdp = LayeredMDP((1, 1), 2, (np.ones((1, 2, 1)),), (np.full((1, 2), mean),))
    rng = random.Random(5)
    records: list[Any] = [Header((1, 1), 2, 10**6, 0.1, choose(), mdp=mdp)]
    for t in range(1, 2001):
        p = rng.uniform(0.2, 0.7)
        a, r = int(rng.random() >= p), rng.choices(list(law), list(law.values()))[0]
        records.append(EpochRecord(t + 1, t, {"pi": [[[p, 1 - p]]]}, None, 2 * t))
        records.append(EpisodeRecord(t, [0], [a], [r], 2 * t + 1))
    assert alarm_of(records, Q(1, 100)) is None


def test_unknown_policies_are_left_out() -> None:
    records = trace(lambda t, h, what: 0.3)
    records[1] = EpochRecord(2, 1, {"q_hat": []}, None, 2)
    statistics = Statistics()
    list(statistics.seen(records))
    for family in ("actions", "successive actions", "shared transitions"):
        assert statistics.log_e(family)[1] == 0
    assert statistics.log_e("transitions")[1] > 0


def test_a_state_or_action_that_does_not_exist_is_left_to_its_rule() -> None:
    """Once an internal error, with --statistics."""
    records = trace(lambda t, h, what: random.Random(hash((t, h))).random(), 20)
    records[3].x[1], records[4].a[0], records[5].x[0] = 3, 3, -1
    assert alarm_of(records) is None


def test_P3_an_action_just_above_the_tolerance() -> None:
    """It is recorded with 1.01e-6, where the tolerance is 1e-6, and always played."""
    rng, p = random.Random(1), 1.01e-6
    head, epoch, *episodes = trace(
        lambda t, h, what: 0.99 if what == "action" else rng.random(), 20
    )
    pi = [[[1 - 2 * p, p, p]] * X for X in MDP.layers[:-1]]
    head = replace(head, tolerance=1e-6)
    alarm = alarm_of([head, replace(epoch, tables={"pi": pi}), *episodes])
    assert alarm is not None and "actions" in alarm.family and alarm.power > 20
    assert alarm.where.startswith("layer ") and f"(most in {alarm.where})" in str(alarm)
