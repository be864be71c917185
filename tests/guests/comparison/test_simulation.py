"""`ucrl-lp simulate` with the guests: trials by name, what their version covers, `compare`."""

from __future__ import annotations

from pathlib import Path

import pytest

from reference.figure1 import algorithms, trials
from reference.figure1.algorithm import TWIN
from reference.figure1.tight import Tight
from tests.called import Command
from tests.figure1.test_simulation import (
    ONE,
    V_star_of,
    are_the_same_bytes,
    covers_the_sources_of,
)
from tests.refused import refused


def test_a_choice_is_written_with_sorted_options() -> None:
    assert str(algorithms.parse("opsrl:psi=3,eta=2.5")) == "opsrl:eta=2.5,psi=3"


@pytest.mark.parametrize(
    ("new", "field"),
    [
        ("psrl:alpha0=x", "psrl:alpha0"),
        ("psrl:alpha0=-1", "alpha0"),
        ("ucbvi-ch:bonus=BF", "option of ucbvi-ch"),
    ],
)
def test_wrong_trials(new: str, field: str) -> None:
    refused(lambda: trials.parse(str(ONE).replace("ucrl2-fh", new)), field)


def test_trials_with_one_seed_share_the_mdp() -> None:
    assert V_star_of("psrl", 1) == V_star_of("ucrl2-fh", 1)


@pytest.mark.parametrize("name", ["psrl", "uob-reps"])
def test_the_version_covers_the_sources_that_compute(name: str) -> None:
    covers_the_sources_of(name)


def test_the_same_call_has_the_same_bytes(tmp_path: Path, ucrl_lp: Command) -> None:
    are_the_same_bytes(tmp_path, ucrl_lp, "compare")


def test_rivals_take_part_where_X_is_small() -> None:
    """On the family `tight`, in one trial of each size."""
    whole = Tight()
    small = {size.env for size in whole.of_X() if size.X <= 24}
    for name in ("psrl", "ucbvi-bf"):
        trials_of = [t for t in whole.plan() if t.choice.algorithm == name]
        assert {t.env for t in trials_of} == small and len(trials_of) == len(small) == 3
    assert whole.trials == 2 and any(t.choice.algorithm == TWIN for t in whole.plan())
