"""Writes tests/vectors: `python -m tests.vectors.make [DIR]`. The same bytes every time.

Every case says why it exists (`comment`, `flags`), and that is checked before it is written.
Expected values come from the exact checker; test_vectors.py recomputes them another way.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from proofs_check.vectors.reader import FORMAT, KINDS, VERSION, statement_hash
from tests.vectors.family import family_cases
from tests.vectors.lp1 import lp1_cases
from tests.vectors.traces import epochs_cases, trace_cases
from tests.vectors.units import Draft, confidence_cases, occupancy_cases
from tests.vectors.verdicts import verdict_cases

FOLDER = Path(__file__).parent / "data"
TOLERANCE = "1/1000000000"

FLAGS = {
    "unvisited": "N(x,a) = 0: max{1, N} matters, P_bar is a row of zeros",
    "clipped": "a bound of eq. (16) or (17) is cut off at 1 or 0",
    "tiny-delta": "delta near the smallest double: log(TXA/delta) must not overflow",
    "huge-delta": "delta near 1: the logarithm is smallest",
    "large-count": "counts beyond 2^31: 32-bit integers and single precision fail",
    "large-horizon": "T X A beyond 2^31, or T beyond 2^53 / 1000",
    "log-reading": "another base of the logarithm (R-10); skip it if you only have ln",
    "trigger-reading": "another reading of the trigger or of t = T (R-1, R-16); may be skipped",
    "single-state": "a layer, or every layer, has one state",
    "single-action": "A = 1: the optimistic transitions decide all",
    "ties": "several actions, or successors, are equally good: any of them is right",
    "no-mass": "a state or pair without mass: its row does not exist",
    "exact-data": "rationals that no double represents",
    "paper-size": "layers 1,10,10,10,10,10,1 and A = 5, the paper's simulation",
    "doubling": "the trigger is reached exactly",
    "saturated": "every radius is so large that LP1's optimum is L",
    "dead-state": "a state without usable action, or an infeasible LP1 (log10, eps < 1 at N = 0)",
    "one-fault": "differs from a right one in one place",
    "right": "to be accepted; the faulty ones differ from one of these",
    "cut": "the confidence set binds: scaling, or the nominal transitions, alone are wrong",
    "malformed": "not a trace at all: to be refused as malformed, not as false",
}
"""Every flag with its note; written to flags.json."""


def drafts() -> Iterator[Draft]:
    """Every case, kind by kind."""
    yield from confidence_cases()
    yield from epochs_cases()
    yield from occupancy_cases()
    yield from lp1_cases()
    yield from verdict_cases()
    yield from trace_cases()
    yield from family_cases()


def finished(draft: Draft) -> dict[str, Any]:
    """The case as it is written."""
    case = dict(draft)
    kind, name = case.pop("kind"), case.pop("name")
    if unknown := set(case["flags"]) - set(FLAGS):
        raise ValueError(f"{name}: flags without a note: {unknown}")
    return {
        "format": FORMAT, "version": VERSION, "id": f"{kind}/{name}", "kind": kind,
        "statement": KINDS[kind], "statement_sha256": statement_hash(KINDS[kind]),
        "tolerance": TOLERANCE, **case, "flags": sorted(case["flags"]),
    }  # fmt: skip


def text(case: dict[str, Any]) -> str:
    """A key a line, and a line each for what is inside of input and expected: ASCII, sorted."""
    lines = []
    for key in sorted(case):
        found = case[key]
        if isinstance(found, dict) and found:
            inner = ",\n".join(f"  {json.dumps(k)}: {json.dumps(found[k])}" for k in sorted(found))
            lines.append(f"{json.dumps(key)}: {{\n{inner}}}")
        else:
            lines.append(f"{json.dumps(key)}: {json.dumps(found)}")
    return "{\n" + ",\n".join(lines) + "\n}\n"


def write(folder: Path) -> int:
    """All vectors and flags.json below `folder`; the number of cases."""
    seen: set[str] = set()
    for draft in drafts():
        case = finished(draft)
        if case["id"] in seen:
            raise ValueError(f"{case['id']}: twice")
        seen.add(case["id"])
        file = folder / f"{case['id']}.json"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text(case), encoding="ascii")
    (folder / "flags.json").write_text(
        json.dumps(FLAGS, indent=1, sort_keys=True) + "\n", encoding="ascii"
    )
    return len(seen)


if __name__ == "__main__":
    print(write(Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER), "vectors")
