"""Divergences: their place, their numbers as text, how many are kept."""

from __future__ import annotations

import re
from typing import Any

import pytest

from proofs_check.arithmetic import Decision, Enclosure, Q, to_q
from proofs_check.conformance.divergence import (
    Divergence,
    brief,
    entries,
    innermost,
    judged,
    show_row,
    text,
)
from proofs_check.conformance.replay import KEPT, Replay
from tests.planted.planted_runs import (
    BOTH,
    PI,
    outcome_of,
    records,
)


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (Q(1, 2), "1/2"), (Q(-3), "-3"), (to_q(0.1), "0.1"), (to_q(1e-7), "1e-07"),
        (Q(1, 3**30), "1/205891132094649"), (Q(10) ** 400 / 3, "3.3333333333333333e+399..."),
        (Q(1, 10**400), "1.0e-400..."), (Q(2) ** 900, repr(2.0**900)),
        (Q(10**9000, 7), "1.4285714285714286e+8999..."),
    ],
)  # fmt: skip
def test_numbers_are_shown_shortly(value: Q, shown: str) -> None:
    assert brief(value) == text(value) == shown


def test_enclosures_rows_and_anything_else_are_shown() -> None:
    assert text(Enclosure(Q(1, 3), Q(1, 3))) == "1/3"
    assert text(Enclosure(Q(1, 3), Q(1, 2))) == "[0.33333333333333333, 0.5]"
    assert text(Enclosure(Q(1, 3), Q(1, 3) + Q(1, 10**30))) == "0.33333333333333333..."
    assert text("x") == "x"
    assert show_row([Q(1, 2)] * 9).endswith(", 1/2, ...]")
    assert list(judged("eps", (), Decision.TRUE, 1, 2)) == []
    assert [f.undecided for f in judged("eps", (0,), Decision.UNDECIDED, 1, 2)] == [True]


def test_entries_have_their_indices() -> None:
    table = [[[1, 2]], [[3], [4]]]
    assert list(innermost(table)) == [((0, 0), [1, 2]), ((1, 0), [3]), ((1, 1), [4])]
    assert [v for _, v in entries(table)] == [1, 2, 3, 4]
    assert dict(entries(table))[1, 1, 0] == 4


def test_long_values_are_cut_and_many_divergences_are_counted() -> None:
    replay = Replay(everything=True)
    outcome = replay.outcome
    replay.line = 4
    for length in (200, 201):
        replay._report(Divergence("N", (1, 2), "x", "9" * length))
    kept, cut = outcome.divergences
    assert kept.found == "9" * 200 and cut.found == "9" * 200 + "..."
    assert kept.where == (1, 2)
    assert (kept.episode, kept.epoch, kept.line) == (None, 0, 4)
    for _ in range(KEPT):
        replay._report(Divergence("b", (0, 0, 0), "x", "y"))
    assert (len(outcome.divergences), outcome.total) == (KEPT, KEPT + 2)
    assert outcome.first is kept and outcome.exit_status == 1


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
    assert (*first.where, None, None, None)[:3] == where
    assert (first.expected, first.found, first.undecided) == (expected, found, False)


def test_an_impossible_step_of_a_declared_mdp_is_located() -> None:
    """Rewards of mean 0 and 1 are certain, and a transition of probability 0 does not happen."""
    trace = records(BOTH, mdp=True)
    mdp = trace[0]["mdp"]
    line, episode = next((k, e) for k, e in enumerate(trace, 1) if e.get("t") == 5 and "x" in e)
    (x, x1), a = episode["x"][:2], episode["a"][0]
    mdp["r"][0][x][a] = 0.0
    for mean, certain in ((0.0, 0), (1.0, 1)):
        mdp["r"][0][x][a] = mean
        for t in (e for e in trace if e["record"] == "episode"):
            if t["x"][0] == x and t["a"][0] == a:
                t["r"][0] = mean
        episode["r"][0] = 0.5
        found = outcome_of(trace).first
        assert found is not None and (found.rule, found.line) == ("possible", line)
        assert found.where[:3] == (0, x, a)
        assert (found.expected, found.found) == (f"reward {certain}", "0.5")
        episode["r"][0] = mean
    row = mdp["P"][0][x][a]
    mdp["P"][0][x][a] = [0.0 if y == x1 else 1.0 / (len(row) - 1) for y in range(len(row))]
    found = outcome_of(trace).first
    assert found is not None and found.rule == "possible" and found.where[3] == x1
    assert f"layer 0, state {x}, action {a}, next state {x1}: rule possible" in str(found)


def test_an_action_that_the_policy_does_not_play() -> None:
    trace = records(BOTH)
    pi: list[float] = []
    line = 0
    while 0 not in pi or trace[line - 1]["record"] != "episode":
        line += 1
        pi = trace[line - 1].get("pi", [[pi]])[0][0]
    unused = pi.index(0)
    trace[line - 1]["a"][0] = unused
    first = outcome_of(trace).first
    assert first is not None and (first.rule, first.line) == ("played", line)
    assert first.where == (0, 0, unused)
    assert (first.expected, first.found) == ("an action with pi > 1e-07", "0")


@pytest.mark.parametrize(
    ("trigger", "said"), [("max1", "n_i >= max{1, N_i}"), ("printed", "n_i >= N_i")]
)
def test_a_missing_epoch_names_the_declared_trigger(trigger: str, said: str) -> None:
    trace = records(PI, trigger=trigger)
    del trace[next(k for k, e in enumerate(trace) if e.get("i") == 3)]
    first = outcome_of(trace).first
    assert first is not None and first.rule == "epoch-missing"
    assert first.expected == f"a new epoch: {said}"
    h, x, a = first.where  # the pair that decides, with its counts
    n, N = map(int, re.findall(r"_i = (\d+)", first.found))
    assert first.found == f"none; n_i = {n}, N_i = {N}" and n >= max(1, N)
    assert (h, x, a) < (len(trace[0]["layers"]), trace[0]["A"], trace[0]["A"])
