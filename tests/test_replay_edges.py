"""What a check of a trace counts, and where and how it says that something is wrong."""

from __future__ import annotations

import copy
from dataclasses import replace
from typing import Any

import pytest

from proofs_check.counters import Counters
from proofs_check.exact import Q
from proofs_check.finding import Finding
from proofs_check.replay import KEPT, MAX_TOLERANCE, Conformance, _Replay
from tests.faulty import Record
from tests.planted import ALL, BOTH, PI, SHORT, keep, outcome_of, run

L, A = len(SHORT.layers) - 1, SHORT.A


def records(tables: tuple[str, ...] = ALL, **setting: Any) -> list[Record]:
    return copy.deepcopy(keep(run(replace(SHORT, **setting)), tables))


@pytest.mark.parametrize("tables", [ALL, BOTH, PI])
def test_every_application_of_a_rule_is_counted(tables: tuple[str, ...]) -> None:
    found = records(tables, mdp=True)
    outcome = outcome_of(found)
    n = sum(record["record"] == "episode" for record in found)
    epochs = sum(record["record"] == "epoch" for record in found)
    assert (outcome.verdict, outcome.exit_status) == ("conforms", 0)
    assert (outcome.episodes, outcome.epochs, outcome.total) == (n, epochs, 0) != (0, 0, 0)
    once = {"tolerance": 1, "x_L": 1, "end": 1}
    per_episode = {"episode-number": n, "epoch-missing": n, "order": n + 2}
    per_epoch = {"epoch-number": epochs, "epoch-early": epochs - 1}
    per_step = dict.fromkeys(("state", "action", "reward", "possible"), n * L)
    expected = {**once, **per_episode, **per_epoch, **per_step}
    assert {rule: outcome.instances[rule] for rule in expected} == expected
    assert outcome.instances["played"] == n * L or tables == PI


@pytest.mark.parametrize(
    "change, rule, where, expected, found",
    [
        (("x", 1, 7), "state", (1, None, None), "0..1", "7"),
        (("x", 0, -1), "state", (0, None, None), "0..0", "-1"),
        (("x", 1, 2), "state", (1, None, None), "0..1", "2"),
        (("a", 2, 2), "action", (2, None, None), "0..1", "2"),
        (("r", 1, 1.5), "reward", (1, None, None), "a reward in [0, 1]", "1.5"),
        (("r", 0, -0.25), "reward", (0, None, None), "a reward in [0, 1]", "-0.25"),
    ],
)
def test_an_impossible_step_is_located(
    change: tuple[str, int, float], rule: str, where: Any, expected: str, found: str
) -> None:
    trace = records(BOTH)
    line, episode = next(
        (k, record) for k, record in enumerate(trace, 1) if record.get("t") == 3 and "x" in record
    )
    key, h, value = change
    episode[key][h] = value
    first = outcome_of(trace).first
    assert first is not None
    assert (first.rule, first.line, first.episode) == (rule, line, 3)
    assert (first.layer, first.state, first.action) == where
    assert (first.expected, first.found, first.undecided) == (expected, found, False)


def test_rewards_of_0_and_1_and_the_last_state_are_allowed() -> None:
    trace = records(BOTH)
    rewards = {r for record in trace if record["record"] == "episode" for r in record["r"]}
    states = {x for record in trace if record["record"] == "episode" for x in record["x"]}
    assert {0.0, 1.0} <= rewards and max(states) == 1
    assert outcome_of(trace).verdict == "conforms"


def test_numbers_of_epochs_and_episodes_are_shown() -> None:
    trace = records(BOTH)
    epoch = [record for record in trace if record["record"] == "epoch"][2]
    t = epoch["t"]
    epoch["t"] = t + 5
    first = outcome_of(trace).first
    assert first is not None and first.rule == "epoch-number"
    assert (first.expected, first.found) == (f"i = 3, t = {t}", f"i = 3, t = {t + 5}")
    assert (first.epoch, first.episode) == (3, t - 1)
    trace = records(BOTH)
    trace[-1]["episodes"] += 1
    first = outcome_of(trace).first
    assert first is not None and first.rule == "end"
    shown = f"{trace[-1]['episodes'] - 1} episodes, {trace[-1]['epochs']} epochs"
    assert first.expected == shown
    text = str(first)
    assert text.startswith(f"line {len(trace)}, episode {trace[-1]['episodes'] - 1}, epoch ")
    assert f"rule end [{first.equation}]: expected {shown}, found " in text
    assert "layer" not in text and "next state" not in text


def test_nothing_played_is_vacuous() -> None:
    head, first, *_, end = records(BOTH)
    outcome = outcome_of([head, first, end | {"episodes": 0, "epochs": 1}])
    assert (outcome.verdict, outcome.exit_status, outcome.episodes) == ("vacuous", 2, 0)
    assert outcome.first is None and outcome.largest_gap == 0


def test_a_tolerance_may_be_met() -> None:
    for tolerance, rule in ((1e-7, None), (1e-3, "tolerance")):
        trace = records(BOTH)
        trace[0]["tolerance"] = tolerance
        first = outcome_of(trace).first
        assert (first.rule if first else None) == rule
    trace = records(BOTH)
    trace[0]["tolerance"] = "1/1000000"
    assert outcome_of(trace).verdict == "conforms"


def test_long_values_are_cut_and_many_divergences_are_counted() -> None:
    outcome = Conformance()
    replay = _Replay(outcome, "trace", True, MAX_TOLERANCE)
    replay.line = 4
    for length in (200, 201):
        replay._report(Finding("N", (1, 2), "x", "9" * length))
    kept, cut = outcome.divergences
    assert kept.found == "9" * 200 and cut.found == "9" * 200 + "..."
    assert (kept.layer, kept.state, kept.action, kept.next_state) == (1, 2, None, None)
    assert (kept.episode, kept.epoch, kept.line) == (None, 0, 4)
    for _ in range(KEPT):
        replay._report(Finding("b", (0, 0, 0), "x", "y"))
    assert (len(outcome.divergences), outcome.total) == (KEPT, KEPT + 2)
    assert outcome.first is kept and outcome.exit_status == 1


def test_counters_of_two_episodes() -> None:
    c = Counters((1, 2, 1), 2, "printed-without-x_L")
    c.start_epoch()
    assert c.triggered()  # nothing was visited: 0 >= 0
    c.see([0, 1], [1, 0], [Q(1, 3), Q(1)])
    assert c.all_N == [[[0, 1]], [[0, 0], [1, 0]]]
    assert c.all_N3 == [[[[0, 0], [0, 1]]], [[[0], [0]], [[1], [0]]]]
    assert c.S == [[[0, Q(1, 3)]], [[0, 0], [1, 0]]]
    assert c.N == [[[0, 0]], [[0, 0], [0, 0]]]
    assert (c.longest_sum, c.doubled, c.pairs_with_n_below_N) == (2, 2, 0)
    c.start_epoch()
    assert c.N == [[[0, 1]], [[0, 0], [1, 0]]] and c.N is not c.all_N
    assert (c.doubled, c.pairs_with_n_below_N) == (0, 2)
    c.see([0, 1], [1, 1], [Q(1, 4), Q(1, 2)])
    assert c.S == [[[0, Q(7, 12)]], [[0, 0], [1, Q(1, 2)]]]
    assert (c.longest_sum, c.doubled, c.pairs_with_n_below_N) == (4, 2, 1)
    assert [Counters((1, 2, 1), 2, how).triggered() for how in ("printed", "max1")] == [True, False]
