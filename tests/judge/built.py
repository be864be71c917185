"""What the tests of the judge share: whether it is built, and traces."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from proofs_check.commands.judge import JUDGE
from tests.paths import ROOT

VECTORS = ROOT / "tests" / "vectors" / "data" / "trace"
TRACES = sorted(VECTORS.glob("*.json"))
built = pytest.mark.skipif(
    not JUDGE.is_file(), reason="the judge is not built: make -C proofs_check/coq judge"
)
Records = list[dict[str, Any]]


def lines(file: Path) -> bytes:
    """The trace of a vector."""
    return "".join(f"{line}\n" for line in json.loads(file.read_text())["input"]["lines"]).encode()


def records(data: bytes) -> Records:
    """A trace as objects."""
    return [json.loads(line) for line in data.splitlines()]


def written(values: Records) -> bytes:
    """A trace as bytes."""
    return "".join(json.dumps(value) + "\n" for value in values).encode()


def pi_alone(name: str) -> Records:
    """The right trace of this name whose epochs record pi and nothing else."""
    return records(lines(VECTORS / f"{name}.json"))
