"""Traces and evaluations that several tests use: made once."""

from __future__ import annotations

import io
import json
from functools import cache
from typing import Any

from proofs_check.evaluation.evaluate import EvaluatedTrace, Evaluation
from proofs_check.evaluation.suite import evaluation_of
from proofs_check.fast.recording import read_blocks_into
from proofs_check.letters.recorder import read_into
from proofs_check.sampled_runs.suite import Entry, chosen_entries, suite

SOME = (
    "L3-A2",
    "fork-sparse",
    "unlucky-09",
    "shrunk-both",
    "bandit",
    "last-solved",
    "foreign-rational",
)


@cache
def entry(name: str) -> Entry:
    """A run of the suite or of a chosen path."""
    sampled = suite(read=read_blocks_into).all.entries
    return next(e for e in (*sampled, *chosen_entries(read_blocks_into)) if e.name == name)


@cache
def evaluated(name: str, planted: bool = False) -> Evaluation:
    """The evaluation of one of them."""
    return evaluation_of(entry(name), planted)


def evaluate_bytes(trace: bytes, **how: Any) -> Evaluation:
    """The evaluation of a trace in memory."""
    reader = EvaluatedTrace("trace", "trace", **how)
    read_into(io.BytesIO(trace), "trace", reader.recorder, lambda t: None)
    assert reader.results()
    assert reader.evaluation is not None
    return reader.evaluation


def changed(trace: bytes, record: str, **fields: Any) -> bytes:
    """The trace with some fields of every record of a kind changed; None removes one."""
    lines = []
    for line in trace.splitlines():
        value = json.loads(line)
        if value["record"] == record:
            value |= fields
            value = {k: v for k, v in value.items() if v is not None}
        lines.append(json.dumps(value, separators=(",", ":")).encode() + b"\n")
    return b"".join(lines)
