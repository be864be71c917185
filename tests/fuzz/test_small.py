"""No input below 1 kB costs more than 2 s of processor time or 500 MB: those that did, and random
ones that look for it."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from tests.fuzz.small import MEGABYTES, SECONDS, SMALL, cost, data_of, main

pytestmark = pytest.mark.skipif(os.name != "posix", reason="forks")
LAYERED = {"record": "header", "format": "ucrl-lp-trace", "version": 1, "algorithm": "UCRL-LP",
           "A": 1, "T": 3, "delta": 0.1}  # fmt: skip


WIDE = data_of(
    [{**LAYERED, "layers": [1, 149_999, 1]}, {"record": "end", "episodes": 0, "epochs": 1}]
)
"""A wide layer and no epoch."""


def is_cheap(data: bytes, folder: Path) -> None:
    """The check of an input that cost minutes or gigabytes."""
    assert len(data) < SMALL
    used = cost(data, folder)
    assert used.seconds < SECONDS and used.megabytes < MEGABYTES, used


def test_a_small_input_that_cost_minutes_or_gigabytes_is_cheap(tmp_path: Path) -> None:
    is_cheap(WIDE, tmp_path)


def test_random_small_inputs_are_cheap(capsys: pytest.CaptureFixture[str]) -> None:
    status = main(["--runs", "60", "--seed", "1"])
    report = json.loads(capsys.readouterr().out)
    assert status == 0 and report["inputs"] == 60, report
