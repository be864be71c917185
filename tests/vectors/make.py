"""Writes the vectors about Algorithm 1, a file for each kind: `python -m tests.vectors.make [DIR]`.
The same bytes every time.

Every case says why it exists (`comment`, `flags`), and that is checked before it is written.
Expected values come from the exact checker; test_vectors.py recomputes them another way.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Collection, Iterable, Iterator, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any

from proofs_check.vectors.reader import FORMAT, OF_UCRL_LP, VERSION
from tests.vectors.lp1 import large_cases, lp1_cases, rare_cases, sized_cases, verdict_cases
from tests.vectors.traces import epochs_cases, trace_cases
from tests.vectors.units import (
    Draft,
    confidence_cases,
    decimal_rewards,
    little_mass_cases,
    occupancy_cases,
)

FOLDER = Path(__file__).parent / "data"
TOLERANCE = "1/1000000000"
Notes = Mapping[str, tuple[str, str, str]]

FLAGS = {
    "unvisited": ("undefined", "N(x,a) = 0: max{1, N} matters, P_bar is a row of zeros",
                  "0/0, or a set of transitions that is empty where it must hold all of them"),
    "clipped": ("boundary", "a bound of eq. (16) or (17) is cut off at 1 or 0",
                "optimism beyond what rewards can be: wrong optima while little is known"),
    "tiny-delta": ("overflow", "delta near the smallest double: log(TXA/delta) must not overflow",
                   "infinite radii: nothing is ever learned"),
    "huge-delta": ("boundary", "delta near 1: the logarithm is smallest",
                   "radii of 0 or below, or NaN"),
    "large-count": ("overflow", "counts beyond 2^24 or 2^31: single precision and 32 bits fail",
                    "wrong or negative radii, in long runs only"),
    "large-horizon": ("overflow", "T X A beyond 2^31, or T beyond 2^53 / 1000",
                      "a logarithm of a wrapped product: radii too small, bounds that do not hold"),
    "log-reading": ("reading", "another base of the logarithm (R-10); skip it without one",
                    "radii in a wrong ratio, everywhere"),
    "trigger-reading": ("reading", "another trigger, or t = T (R-1, R-16); may be skipped",
                        "epochs at other times"),
    "single-state": ("boundary", "a layer, or every layer, has one state",
                     "wrong shapes, X_h in place of X_{h+1}"),
    "single-action": ("boundary", "A = 1: the optimistic transitions decide all",
                      "faults of the inner maximum, which a choice of actions could hide"),
    "ties": ("ties", "several actions, or successors, are equally good: any of them is right",
             "a right answer that is taken for a wrong one"),
    "no-mass": ("undefined", "a state or pair without mass: its row does not exist",
                "NaN, or a row where the paper defines none"),
    "exact-data": ("precision", "rationals that no double represents",
                   "an exact test of equality that fails in the last digit"),
    "paper-size": ("scale", "layers 1,10,10,10,10,10,1 and A = 5, the paper's simulation",
                   "an error that grows with layers, or indices that overlap"),
    "doubling": ("boundary", "the trigger is reached exactly",
                 "epochs one episode early or late, and every count after them"),
    "saturated": ("boundary", "every radius is so large that LP1's optimum is L",
                  "mass moved beyond 1, a value above L"),
    "little-P_bar": ("precision", "worst successors of P_bar from 1e-3 to 1e-9",
                     "small probabilities that are passed over, or taken for 0"),
    "little-mass": ("precision", "a state of mass 5e-8 or 5e-9",
                    "small masses that are taken for 0"),
    "dead-state": ("undefined", "no usable action in a state, or in x_0 (log10: eps < 1 at N = 0)",
                   "an optimum where there is none"),
    "one-fault": ("checker", "differs from a right one in one place",
                  "a false accept: the fault that it stands for stays unseen"),
    "right": ("checker", "to be accepted; the faulty ones differ from one of these",
              "a false alarm"),
    "malformed": ("checker", "not a trace at all: to be refused as malformed, not as false",
                  "a verdict about what was never said"),
    "ordinary": ("transcription", "nothing special: the formula itself",
                 "a wrong constant, index or order of layers"),
}  # fmt: skip
"""Every flag: the kind of bug, what the case has, and what the bug would do."""


def drafts() -> Iterator[Draft]:
    """Every case, kind by kind."""
    yield from confidence_cases()
    yield from decimal_rewards()
    yield from epochs_cases()
    yield from occupancy_cases()
    yield from little_mass_cases()
    yield from lp1_cases()
    yield from rare_cases()
    yield from large_cases()
    yield from sized_cases()
    yield from verdict_cases()
    yield from trace_cases()


def finished(draft: Draft, notes: Notes) -> dict[str, Any]:
    """The case as it is written."""
    case = dict(draft)
    kind, name = case.pop("kind"), case.pop("name")
    flags = sorted(case["flags"]) or ["ordinary"]
    if unknown := set(flags) - set(notes):
        raise ValueError(f"{name}: flags without a note: {unknown}")
    return {**case, "id": f"{kind}/{name}", "flags": flags}


def header(
    kind: str, cases: Collection[dict[str, Any]], statement: str, notes: Notes, tolerance: str
) -> dict[str, Any]:
    """The first line of the file KIND.jsonl that holds these cases."""
    flags = {flag for case in cases for flag in case["flags"]}
    keys = ("bug", "description", "effect")
    return {
        "format": FORMAT, "version": VERSION, "kind": kind, "statement": statement,
        "statement_sha256": sha256(statement.encode()).hexdigest(),
        "tolerance": tolerance,
        "notes": {flag: dict(zip(keys, notes[flag], strict=True)) for flag in flags},
        "cases": len(cases),
    }  # fmt: skip


def text(lines: Iterable[dict[str, Any]]) -> str:
    """JSON lines: ASCII, sorted keys."""
    return "".join(json.dumps(line, sort_keys=True) + "\n" for line in lines)


def write(
    folder: Path,
    kinds: Mapping[str, str],
    drafts: Iterable[Draft],
    notes: Notes,
    tolerances: Mapping[str, str],
) -> int:
    """KIND.jsonl of these kinds, in `folder`; the number of cases. TOLERANCE, but of the kinds with
    one of their own."""
    by_kind: dict[str, dict[str, dict[str, Any]]] = {kind: {} for kind in kinds}
    for draft in drafts:
        case, of_kind = finished(draft, notes), by_kind[draft["kind"]]
        if case["id"] in of_kind:
            raise ValueError(f"{case['id']}: twice")
        of_kind[case["id"]] = case
    folder.mkdir(parents=True, exist_ok=True)
    for kind, of_kind in by_kind.items():
        cases = [of_kind[id] for id in sorted(of_kind)]
        first = header(kind, cases, kinds[kind], notes, tolerances.get(kind, TOLERANCE))
        lines = text([first, *cases])
        (folder / f"{kind}.jsonl").write_text(lines, encoding="ascii", newline="\n")
    return sum(map(len, by_kind.values()))


if __name__ == "__main__":
    p = argparse.ArgumentParser(prog="python -m tests.vectors.make", description=__doc__)
    p.add_argument("folder", nargs="?", type=Path, default=FOLDER, metavar="DIR")
    print(write(p.parse_args().folder, OF_UCRL_LP, drafts(), FLAGS, {}), "vectors")
