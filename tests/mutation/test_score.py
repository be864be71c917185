"""Is the oracle sharp? One-line faults of the twins against the kit and the vectors.

A sample by default; with UCRL_LP_LONG=1 in the environment every fault (minutes).
"""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from proofs_check.kit.cases import aimed_cases, special_cases
from tests.mutation.apply_faults import CPP, CUSTOMERS, Fault, needs_compiler
from tests.mutation.faults import BACKWARD_FAULTS, FAULTS
from tests.mutation.score import (
    MARKS,
    README,
    RUNS,
    TABLE,
    hunt,
    sources,
    table,
    unseen,
    with_unseen,
)

LONG = os.environ.get("UCRL_LP_LONG") == "1"
SAMPLE = {
    "half-radius", "stale-order", "in-place", "float32-rows", "strictly-more", "end-of-block",
    "solve-at-T", "wrong-mean", "cpp-early-exit", "cpp-int32-counts",
}  # fmt: skip
CHOSEN = [fault for fault in FAULTS if LONG or fault.id in SAMPLE]


@pytest.mark.parametrize("fault", CHOSEN, ids=lambda fault: fault.id)
def test_is_caught(fault: Fault, tmp_path: Path) -> None:
    if fault.file == CPP.name:
        needs_compiler("a fault of the C++ twin")
    runs = 12 if fault.id == "cpp-int32-counts" and not LONG else RUNS
    outcome = hunt(fault, tmp_path, runs)
    assert bool(outcome.caught) != bool(fault.proof), outcome
    assert outcome.rule not in {"crashed"} or fault.id in {"lazy-reset", "in-place"}, outcome


def test_the_faults() -> None:
    """At least 145 that are none by proof, every id once, every change possible."""
    assert len([fault for fault in FAULTS if not fault.proof]) >= 145
    assert len({fault.id for fault in FAULTS}) == len(FAULTS)
    assert {fault.id for fault in FAULTS} >= SAMPLE
    for fault in FAULTS:
        file = CPP if fault.file == CPP.name else CUSTOMERS / fault.file
        assert fault.applied(file.read_text(encoding="utf-8")), fault.id


@pytest.mark.parametrize(("source", "times"), [("nothing here", 0), ("old and old", 2)])
def test_a_change_that_cannot_be_applied_is_refused(source: str, times: int) -> None:
    with pytest.raises(ValueError, match=f"stands {times} times"):
        Fault("f", "x", "old", "new", "").applied(source)


def test_the_table_is_of_these_sources() -> None:
    """The committed table was made from the twins as they are, for these faults, and none escaped.

    If this fails: python -m tests.mutation.score."""
    text = TABLE.read_text(encoding="ascii")
    assert sources() in text and text.startswith(table([]).partition("\n\nCaught")[0])
    cells = r"^\| ([\w-]+) \| .* \| (.+) \| (\d+) \| \d+ \| ([^|]*) \| [^|]* \|$"
    rows = re.findall(cells, text, re.MULTILINE)
    assert [row[0] for row in rows] == [fault.id for fault in FAULTS if not fault.proof]
    most = RUNS + len(special_cases()) + len(aimed_cases())
    assert all(int(cases) <= most for _, _, cases, _ in rows)
    assert all(rule != "-" or vector.strip() not in ("", "-") for _, rule, _, vector in rows)
    assert [fault.id for fault in FAULTS if fault.proof] == re.findall(
        r"^- \*([\w-]+)\*", text, re.M
    )
    assert "BUT CAUGHT" not in text
    with_pi = dict(re.findall(r"^\| ([\w-]+) \| .* \| ([^|]*) \|$", text, re.MULTILINE))
    assert all(with_pi[fault.id].strip() for fault in BACKWARD_FAULTS if not fault.proof)
    assert "completion" in unseen(text)
    readme = README.read_text(encoding="utf-8")
    assert all(readme.count(mark) == 1 for mark in MARKS)
    assert with_unseen(readme, text) == readme and unseen(text).count("\n") > 2
    words, none = " ".join(readme.split()), len(FAULTS) - len(rows)
    assert f"Of {len(FAULTS)} one-line changes" in words
    assert f"catch {len(rows)}; the other {none} change nothing" in words
    chance = sum(rule == "improbable" for _, rule, _, _ in rows)
    alone = sum(rule == "-" for _, rule, _, _ in rows)
    by_tool = (
        f"{chance} of the {len(rows)} are caught by chance alone, {alone} by the vectors alone"
    )
    assert by_tool in words
