"""Divergences: their place, their numbers as text, how many are kept."""

from __future__ import annotations

import re
from typing import Any

import pytest

from proofs_check.arithmetic import Decision, Enclosure, Q, to_q
from proofs_check.conformance.divergence import (
    Divergence,
    brief,
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
    n, i = trace[-1]["episodes"], trace[-1]["epochs"]
    trace[-1]["episodes"] += 1
    first = outcome_of(trace).first
    assert first is not None and str(first) == (
        f"line {len(trace)}, episode {n}, epoch {i}: rule end [{first.equation}]: "
        f"expected {n} episodes, {i} epochs, found {n + 1} episodes, {i} epochs"
    )
    epoch = next(record for record in trace if record.get("i") == 3)
    t = epoch["t"]
    epoch["t"] += 5
    first = outcome_of(trace).first
    assert first is not None and (first.rule, first.epoch) == ("epoch-number", 3)
    assert (first.expected, first.found) == (f"i = 3, t = {t}", f"i = 3, t = {t + 5}")


IMPOSSIBLE: list[tuple[str, int, Any, str, str]] = [
    ("x", 1, 7, "state", "0..1"), ("x", 0, -1, "state", "0..0"), ("x", 1, 2, "state", "0..1"),
    ("a", 2, 2, "action", "0..1"), ("r", 1, 1.5, "reward", "a reward in [0, 1]"),
    ("r", 0, -0.25, "reward", "a reward in [0, 1]"),
]  # fmt: skip


@pytest.mark.parametrize(("key", "h", "value", "rule", "expected"), IMPOSSIBLE)
def test_an_impossible_step_is_located(
    key: str, h: int, value: Any, rule: str, expected: str
) -> None:
    trace = records(BOTH)
    line, episode = next((k, e) for k, e in enumerate(trace, 1) if e.get("t") == 3 and "x" in e)
    episode[key][h] = value
    first = outcome_of(trace).first
    assert first is not None and (first.rule, first.line, first.episode) == (rule, line, 3)
    assert (first.where, first.expected, first.found) == ((h,), expected, str(value))


def test_an_impossible_step_of_a_declared_mdp_is_located() -> None:
    """Rewards of mean 0 and 1 are certain, and a transition of probability 0 does not happen."""
    trace = records(BOTH, mdp=True)
    mdp, episodes = trace[0]["mdp"], [e for e in trace if e["record"] == "episode"]
    episode = episodes[4]
    (x, x1), a = episode["x"][:2], episode["a"][0]
    for mean in (0.0, 1.0):
        mdp["r"][0][x][a] = mean
        for e in episodes:
            if (e["x"][0], e["a"][0]) == (x, a):
                e["r"][0] = mean
        episode["r"][0] = 0.5
        found = outcome_of(trace).first
        assert found is not None and (found.rule, found.episode) == ("possible", 5)
        assert found.where == (0, x, a)
        assert (found.expected, found.found) == (f"reward {int(mean)}", "0.5")
        episode["r"][0] = mean
    mdp["P"][0][x][a] = [float(y != x1) / (len(mdp["P"][0][x][a]) - 1) for y in range(2)]
    found = outcome_of(trace).first
    assert found is not None and found.where == (0, x, a, x1)
    assert f"layer 0, state {x}, action {a}, next state {x1}: rule possible" in str(found)


def test_an_action_that_the_policy_does_not_play() -> None:
    trace = records(BOTH)
    k = next(k for k, e in enumerate(trace) if 0 in e.get("pi", [[[1]]])[0][0])
    k += next(m for m, e in enumerate(trace[k:]) if e["record"] == "episode")
    pi = next(e for e in trace[k::-1] if e["record"] == "epoch")["pi"]
    trace[k]["a"][0] = unused = pi[0][0].index(0)
    first = outcome_of(trace).first
    assert first is not None and (first.rule, first.line) == ("played", k + 1)
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
    n, N = map(int, re.findall(r"_i = (\d+)", first.found))  # of the pair that decides
    assert first.found == f"none; n_i = {n}, N_i = {N}" and n >= max(1, N)
    assert len(first.where) == 3
