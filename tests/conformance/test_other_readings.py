"""A divergence that another reading would explain says which."""

from __future__ import annotations

import io
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from proofs_check.conformance.other_readings import explaining
from reference.support.errors import FALSE
from tests.called import Command
from tests.planted.faulty_producer import Record, Setting, produce
from tests.planted.planted_runs import BOTH, SHORT, keep, outcome_of

LATER = replace(SHORT, trigger="printed")


def claimed(setting: Setting, **readings: str) -> list[Record]:
    """A run that declares other readings than those it has."""
    head, *rest = keep(produce(setting), BOTH)
    return [{**head, "readings": {**head["readings"], **readings}}, *rest]


def data(records: list[Record]) -> bytes:
    return b"".join(json.dumps(record).encode() + b"\n" for record in records)


def hints(records: list[Record]) -> list[str]:
    return list(explaining(outcome_of(records), lambda: io.BytesIO(data(records))))


@pytest.mark.parametrize(
    ("setting", "claim", "expected"),
    [
        (replace(SHORT, T=300, log="log2"), {"R-10": "ln"}, "log=log2"),
        (LATER, {"R-1": "max1"}, "trigger=printed"),
        (replace(SHORT, completion="first"), {"R-3": "uniform"}, "completion=first"),
        (replace(LATER, last_trigger="solve"), {"R-16": "skip"}, "last-trigger=solve"),
    ],
)
def test_the_reading_that_was_used_is_named(
    setting: Setting, claim: dict[str, str], expected: str
) -> None:
    assert f"{expected} would conform" in hints(claimed(setting, **claim))


def test_here_and_not_later() -> None:
    """Two readings are declared wrongly, and one of them explains the first divergence."""
    records = claimed(replace(LATER, completion="first"), **{"R-1": "max1", "R-3": "uniform"})
    assert "completion=first would conform here, not later" in hints(records)


def test_a_fault_is_not_explained_away() -> None:
    records = keep(produce(SHORT), BOTH)
    changed: Any = next(r for r in records if r["record"] == "epoch" and r["i"] == 3)
    changed["q_hat"][0][0][0][0] += 0.25
    assert outcome_of(records).certain is not None and hints(records) == []
    assert hints(keep(produce(SHORT), BOTH)) == []  # nothing to explain


@pytest.mark.parametrize("more", [(), ("--plain",), ("--statistics",)])
def test_command(more: tuple[str, ...], tmp_path: Path, proofs_check: Command) -> None:
    run, reading = tmp_path / "run.jsonl", "trigger=printed would conform"
    run.write_bytes(data(claimed(LATER, **{"R-1": "max1"})))
    status, out, _ = proofs_check("trace", run, "--quiet", *more)
    assert status == FALSE and f"reading    {reading}\n" in out
    assert reading in json.loads(proofs_check("trace", run, "--json", *more).out)["readings"]
