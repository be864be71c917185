"""The differential test of the tiers, for about a minute; and the faults that it must find."""

from __future__ import annotations

import json
import os
import re
import tempfile
from pathlib import Path

import pytest

from proofs_check.commands.judge import JUDGE
from proofs_check.fast import epoch_lines
from proofs_check.fast.episode_lines import Layout
from reference.trace.records import EpisodeRecord
from tests.fuzz import tiers
from tests.fuzz.agreement import Batch

TIMES = 60 if os.environ.get("UCRL_LP_LONG") == "1" else 1
MINUTE = 500  # changes


def test_the_tiers_agree() -> None:
    """On rewritings and changes; with the judge where it is built."""
    with tempfile.TemporaryDirectory() as place:
        batch = Batch(Path(place)) if JUDGE.is_file() else None
        seen, wrong = tiers.search(TIMES * MINUTE, 1, batch=batch)
        if batch is not None:
            batch.close()
    assert wrong == [], "\n".join(map(str, wrong))
    assert (
        min(seen["rewritten"], seen["conforms"] + seen["vacuous"], seen["malformed"]) > MINUTE / 10
    )
    assert seen["does not conform"] > MINUTE / 20


def learned_by_values(line: bytes, record: EpisodeRecord) -> Layout | None:
    """The layout as it was learned before there was a language: every number has the value that was
    read. float("0") is -0, and so a line with -0.0 was learned, with its sign."""
    value = json.loads(line)
    keys = [key for key in value if key != "record"]
    numbers = [v for key in keys for v in ([value[key]] if key == "t" else value[key])]
    tokens = re.findall(rb"[0-9]+(?:\.[0-9]+)?", line)
    if len(tokens) != len(numbers) or any(isinstance(v, str) for v in numbers):
        return None
    if any(float(token) != v for token, v in zip(tokens, numbers, strict=True)):
        return None
    points = [b"." in token for token in tokens]
    if points != [isinstance(v, float) for v in numbers] or sum(points) not in (0, len(record.r)):
        return None
    return Layout(line, keys, len(record.r), any(points))


def test_a_sign_in_the_skeleton_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The fault of 3201785: rewards -0.0, then -1.0, conformed."""
    monkeypatch.setattr(Layout, "of", learned_by_values)
    _, wrong = tiers.search(MINUTE, 1)
    assert wrong


def test_a_layout_that_ignores_the_pattern_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """An epoch line is then read by its skeleton alone: a whole number may be a decimal."""

    class Anything:
        @staticmethod
        def fullmatch(line: bytes) -> bool:
            return True

    monkeypatch.setattr(epoch_lines, "EPOCH", Anything)
    _, wrong = tiers.search(MINUTE, 2)
    assert wrong
