"""Traces that were internal errors: each is a verdict, or malformed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from reference.support.errors import FALSE, UNDECIDED
from tests.called import Command

UCBVI_AT_ONCE = [
    {"record": "header", "format": "flat-trace", "version": 1, "algorithm": "UCBVI", "S": 1, "A": 1,
     "H": 2, "K": 2, "delta": 0.1, "options": {"plan": "doubling at once"}},
    {"record": "plan", "k": 1, "Q": [[[2]], [[2]]]},
    {"record": "steps", "s": [0], "a": [0], "r": [1], "s1": [0]},
    {"record": "end", "steps": 1},
]  # fmt: skip


def psrl(sigma: str) -> list[dict[str, object]]:
    """One episode of PSRL with a tiny standard deviation."""
    options = {"rewards": "normal", sigma: 1e-160}
    return [
        {"record": "header", "format": "flat-trace", "version": 1, "algorithm": "PSRL", "S": 1,
         "A": 1, "H": 1, "K": 2, "delta": 0.1, "options": options},
        {"record": "plan", "k": 1, "pi": [[0]], "P": [[[1]]], "r_sampled": [[0.0]]},
        {"record": "steps", "s": [0], "a": [0], "r": [0], "s1": [0]},
        {"record": "plan", "k": 2, "pi": [[0]], "P": [[[1]]], "r_sampled": [[0.0]]},
        {"record": "steps", "s": [0], "a": [0], "r": [0], "s1": [0]},
        {"record": "end", "steps": 2},
    ]  # fmt: skip


def test_a_trace_at_once_that_ends_in_mid_episode(tmp_path: Path, proofs_check: Command) -> None:
    run = tmp_path / "run.jsonl"
    run.write_text("".join(json.dumps(record) + "\n" for record in UCBVI_AT_ONCE))
    done = proofs_check("trace", run)
    assert done.status == FALSE and "rule flat-H-steps" in done.out and not done.err


@pytest.mark.parametrize("sigma", ["sigma", "sigma0"])
def test_a_tiny_standard_deviation(sigma: str, tmp_path: Path, proofs_check: Command) -> None:
    run = tmp_path / "run.jsonl"
    run.write_text("".join(json.dumps(record) + "\n" for record in psrl(sigma)))
    done = proofs_check("trace", run)
    assert done.status == UNDECIDED and done.out.startswith("verdict    vacuous"), done
