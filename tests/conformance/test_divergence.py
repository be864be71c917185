"""Divergences: their place, their numbers as text, how many are kept."""

from __future__ import annotations

from typing import Any

import pytest

from proofs_check.arithmetic import Decision, Enclosure, Q, to_q
from proofs_check.conformance.divergence import Divergence, brief, judged, show_row, text
from proofs_check.conformance.replay import KEPT, Replay
from tests.planted.faulty_producer import Record
from tests.planted.planted_fields import (
    Change,
    add,
    drop,
    head,
    never_moves,
    of_kind,
    other_action,
    put,
    twice,
)
from tests.planted.planted_runs import BOTH, outcome_of, records


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


def certain(mean: int) -> Change:
    """The header's mdp has the mean reward 0 or 1 where the run got 1/2."""

    def change(records: list[Record]) -> None:
        episode = of_kind(records, "episode")
        episode["r"][0] = 0.5
        records[0]["mdp"]["r"][0][0][episode["a"][0]] = mean

    return change


def a_step(key: str, h: int, value: Any) -> Change:
    return put("episode", 2, (key, h), value)


def a_q_hat(*path: Any) -> Change:
    return put("epoch", 4, ("q_hat", 1, 0, *path[:-1]), path[-1])


WITH_MDP = {"mdp": True}
PRINTED = {"trigger": "printed", "last_trigger": "solve"}
OUT_OF_4 = "line 10, episode 4, epoch 5, layer 1: rule q_hat-normalisation"
PAIR = "layer 0, state 0, action 0"
LOST = f"line 6, episode 2, epoch 2, {PAIR}: rule epoch-missing"
STEP_3, STEP_1 = (
    "line 7, episode 3, epoch 3, layer ",
    "line 3, episode 1, epoch 1, layer 0, state 0",
)
SAID: list[tuple[Change, dict[str, Any], str, str]] = [
    (a_step("x", 1, 7), {}, f"{STEP_3}1: rule state", "expected 0..1, found 7"),
    (a_step("x", 0, -1), {}, f"{STEP_3}0: rule state", "expected 0..0, found -1"),
    (a_step("x", 1, 2), {}, f"{STEP_3}1: rule state", "expected 0..1, found 2"),
    (a_step("a", 2, 2), {}, f"{STEP_3}2: rule action", "expected 0..1, found 2"),
    (a_step("r", 1, 1.5), {}, f"{STEP_3}1: rule reward", "expected a reward in [0, 1], found 1.5"),
    (a_step("r", 0, -0.25), {}, f"{STEP_3}0: rule reward",
     "expected a reward in [0, 1], found -0.25"),
    # rewards of mean 0 and 1 are certain, and a transition of probability 0 does not happen
    (certain(0), WITH_MDP, f"{STEP_1}, action 1: rule possible", "expected reward 0, found 0.5"),
    (certain(1), WITH_MDP, f"{STEP_1}, action 1: rule possible", "expected reward 1, found 0.5"),
    (never_moves, WITH_MDP, f"{STEP_1}, action 1, next state 1: rule possible",
     "expected P(x'|x,a) > 0, found P(x'|x,a) = 0"),
    (other_action, {}, "line 5, episode 2, epoch 2, layer 0, state 0, action 1: rule played",
     "expected an action with pi > 1e-07, found 0"),
    # the trigger, as declared, and the pair that decides
    (drop("epoch", 2), {}, LOST,
     "expected a new epoch: n_i >= max{1, N_i}, found none; n_i = 1, N_i = 0"),
    (drop("epoch", 2), PRINTED, LOST,
     "expected a new epoch: n_i >= N_i, found none; n_i = 1, N_i = 0"),
    (twice("epoch", 2), {}, f"line 7, episode 2, epoch 3, {PAIR}: rule epoch-early",
     "expected no new epoch: n_i >= max{1, N_i} nowhere, found a new epoch; n_i = 0, N_i = 1"),
    (put("epoch", 2, ("t",), add(5)), {}, "line 6, episode 2, epoch 3: rule epoch-number",
     "expected i = 3, t = 3, found i = 3, t = 8"),
    (head("readings", "R-16", "skip"), PRINTED, "line 82, episode 40, epoch 40: rule last-trigger",
     "expected no epoch after episode T, found epoch 41"),
    (drop("epoch", -1), PRINTED, "line 82, episode 40, epoch 40: rule last-trigger",
     "expected an epoch after episode T, found none"),
    (put("end", 0, ("episodes",), add(1)), {}, "line 55, episode 40, epoch 13: rule end",
     "expected 40 episodes, 13 epochs, found 41 episodes, 13 epochs"),
    (lambda records: records.__setitem__(slice(1, -1), []), {}, "line 2, epoch 0: rule order",
     "expected epoch 1, found the end"),
    # a q_hat_i out of eq. (4), and one whose sum is not a double
    (a_q_hat(0, 0, add(0.25)), {}, OUT_OF_4, "expected a violation of at most 1e-07, found 1/4"),
    (a_q_hat(0, 0, 1e308), {}, OUT_OF_4,
     "expected a violation of at most 1e-07, found 1.0e+308..."),
    (a_q_hat([[1e308] * 2] * 2), {}, OUT_OF_4,
     "expected a violation of at most 1e-07, found 4.0e+308..."),
]  # fmt: skip


@pytest.mark.parametrize(("change", "setting", "where", "numbers"), SAID)
def test_a_divergence_says_where_and_what(
    change: Change, setting: dict[str, Any], where: str, numbers: str
) -> None:
    trace = records(BOTH, **setting)
    change(trace)
    first = outcome_of(trace).first
    assert first is not None and str(first) == f"{where} [{first.equation}]: {numbers}"
