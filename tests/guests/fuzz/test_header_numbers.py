"""Numbers of headers at the ends of their ranges: judged or refused, never an error of ours."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.guests.fuzz.header_numbers import changed, failure, right_traces


@pytest.mark.long
def test_no_number_of_a_header_is_an_error_of_ours(tmp_path: Path) -> None:
    found, tried = [], 0
    for name, lines in right_traces(tmp_path):
        for what, trace in changed(lines):
            tried += 1
            if why := failure(trace, tmp_path):
                found.append(f"{name}, {what}: {why}")
    assert found == [] and tried > 3000


def test_a_delta_that_is_0_as_a_double(tmp_path: Path) -> None:
    """Once an error of the logarithm, of every algorithm with radii or bonuses."""
    tried = set()
    for name, lines in right_traces(tmp_path):
        for what, trace in changed(lines):
            if what.startswith("delta = '1/1000"):
                assert failure(trace, tmp_path) == "", name
                tried.add(name.split()[0])
    assert tried >= {"UCRL-LP", "UCRL2", "UCFH", "UCBVI", "UCB-H", "UCB-B", "PSRL"}
