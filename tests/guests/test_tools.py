"""The tools among the guests' tests: each starts and explains itself, and is named truly."""

from __future__ import annotations

import pytest

from tests.structure.test_tools import explains_itself, names_what_exists, programs

TOOLS = ("tests.guests.bench.kl_step", "tests.guests.fuzz.small", "tests.guests.vectors.make")


@pytest.mark.parametrize("tool", TOOLS)
def test_help(tool: str) -> None:
    explains_itself(tool)


def test_all_are_listed() -> None:
    assert programs(("guests/bench", "guests/fuzz")) == {*TOOLS} - {"tests.guests.vectors.make"}


@pytest.mark.parametrize(
    "page",
    ["proofs_check/guests/kit/guests.md", "reference/guests/comparison/committed/comparison.md"],
)
def test_what_a_page_names_exists(page: str) -> None:
    names_what_exists(page)
