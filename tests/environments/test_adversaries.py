"""Adversaries: tables as data, their own stream, files with typed errors."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import astuple
from functools import partial
from pathlib import Path

import numpy as np
import pytest

from reference.environments import make
from reference.environments.adversaries import (
    ADVERSARIES,
    ADVERSARY,
    PERIOD,
    read_rewards,
    reward_tables,
)
from reference.environments.random_layered import MDP_STREAM
from reference.figure1.learner import Played
from reference.figure1.worlds import (
    TABLES,
    DrawnTables,
    TableSimulator,
    check_world,
    costs,
)
from reference.mdp import LayeredMDP, Tables
from reference.occupancy import optimal_policy, value, value_under
from reference.simulator import POLICY, REWARDS, TRANSITIONS, UPDATES
from reference.support.errors import MalformedInput, UnusablePath
from tests.environments.tables import write_rewards
from tests.refused import refused

MDP = make("paper", seed=2, horizon=3).mdp.to_float()
T = 40


def tables(name: str, seed: int = 0) -> list[Tables]:
    return list(reward_tables(name, MDP, T, seed))


@pytest.mark.parametrize("name", ADVERSARIES)
def test_t_read_only_tables_in_the_unit_interval_the_same_for_the_same_seed(name: str) -> None:
    sequence = tables(name)
    assert len(sequence) == T
    for r_t, again in zip(sequence, tables(name), strict=True):
        for h, r_h in enumerate(r_t):
            assert r_h.shape == MDP.r[h].shape
            assert (r_h >= 0).all() and (r_h <= 1).all()
            assert not r_h.flags.writeable
            assert (r_h == again[h]).all()


def test_what_each_adversary_does() -> None:
    assert all((r_t[1] == MDP.r[1]).all() for r_t in tables("adversary-constant"))
    switched = tables("adversary-switch")
    assert (switched[T // 2 - 1][1] == MDP.r[1]).all()
    assert (switched[T // 2][1] == np.roll(MDP.r[1], 1, axis=1)).all()
    cyclic = tables("adversary-cyclic")
    assert (cyclic[PERIOD - 1][1] == MDP.r[1]).all()
    assert (cyclic[PERIOD][1][:, 1] == MDP.r[1][:, 0]).all()
    pi = optimal_policy(MDP).pi
    bait = tables("adversary-bait")
    assert value_under(MDP.P, bait[0], pi) == pytest.approx(value(MDP, pi))
    assert value_under(MDP.P, bait[-1], pi) == 0
    stochastic, corrupted = tables("adversary-iid", 1), tables("adversary-corrupted", 1)
    assert set(np.unique(stochastic[0][1])) <= {0.0, 1.0}
    assert (np.mean([r[1] for r in stochastic], axis=0) - MDP.r[1]).max() < 0.4
    assert any((a[1] != b[1]).any() for a, b in zip(stochastic, corrupted, strict=True))
    asleep = tables("adversary-sleeping-gap", 3)
    halves = np.split(np.array([r[1] for r in asleep]), 2)
    early, late = ((half * pi[1]).mean(axis=0).sum() for half in halves)
    assert late == pi[1].sum() > early  # C_0 / sqrt(T) > 1/2: it always wins


def test_an_unknown_adversary_and_an_unknown_world() -> None:
    refused(lambda: reward_tables("adversary-evil", MDP, T, 0), "adversary")
    for law in ("adversary-evil", "file:a~b", "gauss"):
        refused(partial(check_world, law), "reward-law")
    assert check_world("file:rewards.jsonl") and check_world("bernoulli")


def test_a_file_holds_the_same_tables_of_the_episodes_asked_for(tmp_path: Path) -> None:
    path, wanted = tmp_path / "rewards.jsonl", tables("adversary-bait")
    write_rewards(path, wanted, MDP.layers, MDP.A)
    for episodes in (5, T):
        rewards = read_rewards(path, MDP.layers, MDP.A, episodes)
        assert np.array_equal(
            [np.concatenate([r_h.ravel() for r_h in r]) for r in rewards],
            [np.concatenate([r_h.ravel() for r_h in r]) for r in wanted[:episodes]],
        )
    refused(lambda: read_rewards(path, MDP.layers, MDP.A, T + 1), "T", kind=MalformedInput)
    with pytest.raises(UnusablePath):
        read_rewards(tmp_path / "none", MDP.layers, MDP.A, 1)
    path.write_text("[1]\n", "utf-8")
    error = refused(lambda: read_rewards(path, MDP.layers, MDP.A, 1), "line", kind=MalformedInput)
    assert error.line == 1


HEAD = {"format": "ucrl-lp-rewards", "version": 1, "layers": [1, 2, 1], "A": 1, "T": 2}
ROWS = [{"t": 1, "r": [[[0.5]], [[0], [1]]]}, {"t": 2, "r": [[[1]], [[0.25], [1]]]}]


@pytest.mark.parametrize(
    "field, line, change",
    [
        ("format", 1, {"format": "rewards"}),
        ("version", 1, {"version": 2}),
        ("version", 1, {"version": True}),
        ("layers", 1, {"layers": [1, 3, 1]}),
        ("A", 1, {"A": 2}),
        ("t", 2, {"t": 2}),
        ("r", 2, {"r": [[[0.5]]]}),
        ("r[1]", 2, {"r": [[[0.5]], [[0, 1]]]}),
        ("T", 1, {"T": 3}),
        ("T", 1, {"T": None}),
        ("r[0]", 2, {"r": [[["0.5"]], [[0], [1]]]}),
        ("r[0]", 2, {"r": [[[True]], [[0], [1]]]}),
        ("r[0]", 2, {"r": [[[10**400]], [[0], [1]]]}),
        ("r[1]", 2, {"r": [[[0.5]], [[0], [1.5]]]}),
        ("r[0]", 2, {"r": [[[-0.5]], [[0], [1]]]}),
    ],
)
def test_a_malformed_file_is_refused_with_its_line(
    tmp_path: Path, field: str, line: int, change: dict[str, object]
) -> None:
    rows = [dict(HEAD), *(dict(row) for row in ROWS)]
    rows[line - 1].update(change)
    path = tmp_path / "rewards.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    error = refused(lambda: read_rewards(path, (1, 2, 1), 1, 2), field, kind=MalformedInput)
    assert (error.file, error.line) == (str(path), line)


def test_the_best_policy_in_hindsight_is_that_of_the_summed_tables() -> None:
    rows = tables("adversary-switch")
    where = TableSimulator(MDP, 0, rows)
    uniform = tuple(np.full(r.shape, 1 / MDP.A) for r in MDP.r)

    def played() -> Iterator[Played]:
        for _ in range(T):
            x, r = 0, []
            for h in range(MDP.L):
                reward, x = where.step(h, x, 0)
                r.append(reward)
            yield uniform, [], [], r

    best, regret, own, reward = astuple(costs(where, T, played()))
    total = tuple(np.sum([row[h] for row in rows], axis=0) / T for h in range(MDP.L))
    summed = LayeredMDP(MDP.layers, MDP.A, MDP.P, total)
    assert best == pytest.approx(optimal_policy(summed).value)
    wanted = T * optimal_policy(summed).value - T * value(summed, uniform)
    assert regret.sum() == pytest.approx(wanted)
    assert own == pytest.approx(
        np.full(T, value(MDP, optimal_policy(MDP).pi) - value(MDP, uniform))
    )
    assert reward.sum() > 0


def test_full_information_in_the_stochastic_world_keeps_what_was_realised() -> None:
    drawn = DrawnTables(MDP, 1, "bernoulli")
    path = [(0, 1, 0.25), (3, 2, 0.5), (4, 0, 0.75)]
    table = drawn.table(path)
    for (x, a, r), table_h in zip(path, table, strict=True):
        assert table_h[x, a] == r
    mean = np.mean([drawn.table(path)[1] for _ in range(400)], axis=0)
    mean[3, 2] = MDP.r[1][3, 2]
    assert abs(mean - MDP.r[1]).max() < 0.15


def test_every_purpose_has_a_stream_of_its_own() -> None:
    streams = [TRANSITIONS, REWARDS, POLICY, UPDATES, MDP_STREAM, ADVERSARY, TABLES]
    assert sorted(streams) == list(range(1, 8))
