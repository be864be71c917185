"""`proofs-check explain R-4`: every reading, as its section and the statements say it."""

from __future__ import annotations

import json

import pytest

from proofs_check.report.pages.readings import find_reading, section
from reference.readings import READINGS, Reading
from tests.called import Command

PARTS = ("The paper says", "We do", "Why", "Measured effect")  # and mostly "It can mean"


@pytest.mark.parametrize("reading", READINGS, ids=lambda reading: reading.id)
def test_every_reading_has_its_lines(reading: Reading) -> None:
    lines = section(reading)
    missing = [part for part in PARTS if not any(line.startswith(part) for line in lines)]
    assert missing in ([], ["Measured effect"]), lines


def test_one_of_them(proofs_check: Command) -> None:
    done = proofs_check("explain", "R-4")
    assert done.status == 0 and max(map(len, done.out.splitlines())) <= 80
    assert "P_q" in done.out and "(26)" in done.out and "The paper says:" in done.out
    told = json.loads(proofs_check("explain", "R-3", "--json").out)
    assert told["default"] == "uniform" and "greedy" in told["choices"]
    assert told["statements"] and len(told["section"]) == 5


def test_a_number_that_none_has(proofs_check: Command) -> None:
    done = proofs_check("explain", "R-99")
    assert done.status == 4 and "no reading; they are R-1 to" in done.err


def test_it_is_found_by_its_key_too() -> None:
    found = find_reading("completion")
    assert found is not None and found.id == "R-3" and find_reading("nothing") is None
