"""Faults that are supposed and checked: stale data are named with their epoch, a constraint that
was misread in words; nothing is named that does not explain the place."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest

from proofs_check.conformance.other_readings import explaining
from proofs_check.conformance.replay import check
from reference.support.errors import FALSE
from reference.trace.reader import read_stream
from tests.called import Command
from tests.planted.faulty_producer import Setting, produce

TABLES = ("N", "N3", "r_bar", "P_bar", "eps", "b", "r_hat", "r_check", "value", "q_hat", "pi")


def explained(records: list[Any]) -> tuple[Any, list[str]]:
    data = b"".join(json.dumps(record).encode() + b"\n" for record in records)
    outcome = check(read_stream(io.BytesIO(data), "trace"))
    return outcome.certain, list(explaining(outcome, lambda: io.BytesIO(data)))


def stale(kept: tuple[str, ...], copied: tuple[str, ...], i: int) -> list[Any]:
    """A run of which epoch i has these tables of the epoch before, and no others than `kept`."""
    records = [dict(record) for record in produce(Setting(T=300))]
    epochs = [record for record in records if record["record"] == "epoch"]
    for record in epochs:
        for name in TABLES:
            if name not in (*kept, "pi"):
                record.pop(name, None)
    old, new = epochs[i - 2], epochs[i - 1]
    new.update({name: old[name] for name in copied})
    return records


@pytest.mark.parametrize(
    ("copied", "rule"),
    [
        (("eps",), "eps"),
        (("P_bar",), "P_bar"),
        (("N",), "N"),
        (("q_hat", "pi"), "q_hat-optimal"),
        (("eps", "P_bar", "pi"), "P_bar"),
        (("pi",), "pi-optimal"),
    ],
)
def test_stale_data_are_named(copied: tuple[str, ...], rule: str) -> None:
    first, named = explained(stale(copied, copied, 12))
    assert first is not None and first.rule == rule and first.epoch == 12
    assert any(told.startswith("the counts of epoch 11 would conform") for told in named), named


def test_stale_data_are_not_named_where_they_do_not_explain() -> None:
    records = stale(("eps",), (), 12)
    epoch = [record for record in records if record["record"] == "epoch"][11]
    epoch["eps"] = [[[v * 1.5 for v in row] for row in of_h] for of_h in epoch["eps"]]
    first, named = explained(records)
    assert first is not None and first.rule == "eps"
    assert not [told for told in named if "the counts of" in told]


def test_the_reading_with_the_longest_reach_stands_first() -> None:
    records = produce(Setting(T=300, log="log2"))
    head = {**records[0], "readings": {}}
    first, named = explained([head, *records[1:]])
    assert first is not None and named[0] == "log=log2 would conform"


def test_eps_in_the_place_of_eps_q(proofs_check: Command) -> None:
    """Seen in public code (danilprov/cmdp): deviations of up to 28 eps."""
    case = Path(__file__).parents[1] / "data" / "causes" / "lp-eps-without-q.jsonl"
    done = proofs_check("trace", case)
    words = " ".join(done.out.split())
    assert done.status == FALSE and "rule q_hat-radius" in words
    assert "reading eps(x,a) in the place of eps(x,a) q(x,a) in (13) would conform" in words


def test_states_numbered_over_all_layers() -> None:
    records = [dict(record) for record in produce(Setting(layers=(1, 2, 2, 1), T=20))]
    starts = (0, 1, 3)
    for record in records:
        if record["record"] == "episode":
            record["x"] = [x + k for x, k in zip(record["x"], starts, strict=True)]
    first, _ = explained(records)
    assert first is not None and first.rule == "state"
    assert "states are numbered over all layers; here it is" in first.found
    records[2]["x"][1] = 5
    first, _ = explained(records)
    assert first is not None and first.rule == "state" and first.found == "5"
