"""Traces of the family on one small MDP."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from proofs_check.commands.any_trace import check_any_trace
from proofs_check.conformance.replay import Conformance
from reference.environments.random_layered import random_layered
from reference.guests.family.traced_run import run_traced

LAYERS, A, T = (1, 2, 2, 1), 2, 30
MDP = random_layered(LAYERS, A, seed=3, transitions="near-deterministic")
LONG = 160  # episodes after which the sets are smaller than the simplex
EVERY = ("fpop", "o-reps", "o-reps-bandit", "uc-o-reps", "uc-o-reps-bandit", "uob-reps")


def trace(folder: Path, algorithm: str, **how: Any) -> Path:
    """The trace of a run, as a file."""
    file = folder / "run.jsonl"
    run_traced(MDP, algorithm, how.pop("T", T), out=file, force=True, **how)
    return file


def records(file: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in file.read_text().splitlines()]


def rewrite(file: Path, lines: list[dict[str, Any]]) -> Path:
    file.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return file


def of_kind(lines: list[dict[str, Any]], kind: str, t: int | None = None) -> dict[str, Any]:
    """The first record of a kind, or the one of episode t."""
    return next(
        record for record in lines if record["record"] == kind and t in (None, record.get("t"))
    )


def edited(
    folder: Path, algorithm: str, change: Callable[[list[dict[str, Any]]], Any], **how: Any
) -> Path:
    """The trace of a run, its records changed."""
    file = trace(folder, algorithm, **how)
    lines = records(file)
    change(lines)
    return rewrite(file, lines)


def checked(file: Path, **how: Any) -> Conformance:
    return check_any_trace(file, **{"everything": True, **how})
