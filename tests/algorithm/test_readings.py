"""The readings R-1, R-2, ...: named once, chosen by key or id, recorded in every trace header."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from reference import readings
from reference.confidence import LOG, RADII
from reference.glop import GLOP_PARAMETERS
from reference.readings import (
    BACKWARD_INDUCTION,
    BY_ID,
    BY_KEY,
    READINGS,
    choose,
    find,
    header,
    parse,
)
from reference.running.driver import run
from reference.running.solver import FORMS
from reference.simulator import REWARD_LAWS
from reference.support.errors import USAGE, PreconditionError
from reference.trace.records import TOLERANCE
from reference.ucrl_lp import COMPLETIONS, MEANS, TRIGGERS
from tests.refused import refused

OF_UCRL_LP = [reading for reading in READINGS if reading.scope == "UCRL-LP"]


def test_ids_are_consecutive_and_keys_are_unique_words() -> None:
    assert [reading.id for reading in READINGS] == [f"R-{n + 1}" for n in range(len(READINGS))]
    keys = [reading.key for reading in READINGS]
    assert len(set(keys)) == len(keys) == len(BY_KEY) == len(BY_ID)
    for reading in READINGS:
        assert re.fullmatch(r"[A-Za-z][A-Za-z0-9_-]*", reading.key)
        assert not re.fullmatch(r"R-\d+", reading.key)
        assert reading.where
        assert len(set(reading.choices)) == len(reading.choices) >= 1
        assert reading.default == reading.choices[0]
        # A choice is one word of a command line and one string of a trace.
        assert all(re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9._-]*", c) for c in reading.choices)


def test_defaults_are_those_of_the_design() -> None:
    wanted = (
        "trigger=max1 x_L=no-pairs completion=uniform lp-form=printed r_bar=running-mean log=ln "
        "T=known reward-law=bernoulli regret=exact last-trigger=skip"
    )
    assert choose() == {reading.key: reading.default for reading in OF_UCRL_LP}
    assert parse(wanted.split()).items() <= choose().items()
    assert BY_KEY["delta"].choices == ("0.1",)
    assert inspect.signature(run).parameters["delta"].default == 0.1
    assert BY_KEY["tiny-values"].choices == ("zero-below-1e-9",) and readings.ZERO_BELOW == 1e-9
    assert readings.EMPTY == TOLERANCE  # of the header: `completion`


def test_every_choice_that_the_code_can_make_is_offered_and_no_other() -> None:
    made: dict[str, Iterable[str]] = {
        "log": LOG,
        "lp-form": FORMS,
        "glop": [*GLOP_PARAMETERS, BACKWARD_INDUCTION],
        "reward-law": REWARD_LAWS,
        "trigger": TRIGGERS,
        "r_bar": MEANS,
        "radii": RADII,
        "completion": [*COMPLETIONS, "any"],  # foreign traces only
    }
    assert {key: set(BY_KEY[key].choices) for key in made} == {k: set(v) for k, v in made.items()}


def test_a_named_set_is_of_choices_that_exist_and_is_documented() -> None:
    documented = (Path(__file__).parents[2] / "spec.md").read_text("utf-8")
    documented = documented.partition("## Readings")[2].partition("### R-1")[0]
    for name, chosen in readings.SETS.items():
        assert parse([], name) == chosen and choose(chosen) == choose() | chosen
        assert parse(["log=log2"], name) == {**chosen, "log": "log2"}
        assert all(f"{key}={choice}" in documented for key, choice in chosen.items())
    # What LP1 with x_L's own entries makes of a run: tests/algorithm/test_glop.py.
    assert {"trigger", "r_bar", "lp-form", "radii"} <= readings.SETS["printed"].keys()


@pytest.mark.parametrize("reading", OF_UCRL_LP, ids=lambda reading: str(reading.key))
def test_every_choice_by_key_and_by_id(reading: readings.Reading) -> None:
    for choice in reading.choices:
        by_key, by_id = choose({reading.key: choice}), choose({reading.id: choice})
        assert by_key == by_id == {**choose(), reading.key: choice}
        assert parse([f"{reading.key}={choice}"]) == {reading.key: choice}
        assert parse([f"{reading.id}={choice}"]) == {reading.key: choice}
        assert find(reading.key) is find(reading.id) is reading


def test_a_header_records_what_is_a_choice_and_can_be_chosen_from() -> None:
    default = header(choose())
    assert list(default) == [r.id for r in OF_UCRL_LP if len(r.choices) > 1 and not r.variant]
    assert header(choose({"radii": "union"})) == {**default, "R-37": "union"}
    for reading in OF_UCRL_LP:
        for choice in reading.choices:
            chosen = choose({reading.key: choice})
            assert choose(header(chosen)) == chosen
    assert choose(header(choose())) == choose()


@pytest.mark.parametrize(
    ("name", "near"),
    [
        ("triger", "trigger"),
        ("complete", "completion"),
        ("lpform", "lp-form"),
        ("glob", "glop"),
        ("rewardlaw", "reward-law"),
        ("last_trigger", "last-trigger"),
        ("r_hat", "r_bar"),
        ("R-99", "R-9"),
        ("R1", "R-1"),
        *(("!?", key) for key in BY_KEY),  # like nothing: every key
    ],
)
def test_an_unknown_reading_names_the_nearest(name: str, near: str) -> None:
    for attempt in (lambda: find(name), lambda: choose({name: "x"}), lambda: parse([f"{name}=x"])):
        error = refused(attempt, "reading", near)
        assert error.value == name and error.exit_status == USAGE
        assert re.match(r"unknown; did you mean .*\?$", error.rule)


@pytest.mark.parametrize(
    ("choices", "field", "rule"),
    [
        ({"R-1": "max"}, "reading trigger", "must be one of max1, printed, printed-without-x_L"),
        ({"log": "LN"}, "reading log", "must be one of ln, log2, log10"),
        ({"T": ""}, "reading T", "must be one of known"),
        ({"trigger": 1}, "reading trigger", "must be one of"),
        ({"ucrl2-clip": "free"}, "reading ucrl2-clip", "belongs to UCRL2, not to UCRL-LP"),
        ({"delta": "0.1"}, "reading delta", "belongs to simulation, not to UCRL-LP"),
        ({"log": "ln", "R-10": "log2"}, "reading log", "is chosen twice"),
        ({"R-10": "ln", "log": "ln"}, "reading log", "is chosen twice"),
    ],
)
def test_choices_that_are_none(choices: Any, field: str, rule: str) -> None:
    refused(lambda: choose(choices), field, rule)


def test_words_of_a_command_line() -> None:
    """Of two words for one reading the last counts."""
    assert parse(["log=ln", "R-10=log2", "trigger=max1"]) == {"log": "log2", "trigger": "max1"}
    assert parse(["log=ln=2"]) == {"log": "ln=2"}  # `choose` refuses the choice
    for word in ("trigger", "", "trigger:max1"):
        with pytest.raises(PreconditionError, match=f"must have the form KEY=CHOICE; found {word}"):
            parse([word])
