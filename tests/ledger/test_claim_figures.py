"""The figures of every claim are the committed ones: instances, slack, ratio, worst and witness,
what refutes its planted faults, and a digest of everything that was compared.

A verdict alone would not show that a check compares less than it did, or something else. The runs
are those of the suite, shorter ones only and without GLOP, so that no version of a solver shows.
What is committed was found by this code: the test tells that something changed, not what is right.
`python -m tests.ledger.test_claim_figures` writes the file anew; its diff says what a change did.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from proofs_check import statements
from proofs_check.arithmetic import Decision, Enclosure, Q, Real
from proofs_check.arithmetic.rational import show
from proofs_check.audit.audit import evaluate, refute, select
from proofs_check.ledger.evidence import Number, Tally, decimal, json_value
from proofs_check.ledger.registry import REGISTRY, Evidence, Key
from proofs_check.sampled_runs.specs import specs
from proofs_check.sampled_runs.suite import Entry, Suite, foreign
from tests.paths import ROOT

FIGURES = ROOT / "tests" / "data" / "claims" / "figures.json"
statements.load()


@cache
def suite() -> Suite:
    """The short runs, those with random ties and those with shrunk radii."""
    short = [s for s in specs() if s.T <= 500 or s.solver == "random" or s.scale != "1"]
    short = [replace(s, solver="first") if s.solver == "glop" else s for s in short]
    return Suite([*map(Entry, short), *foreign()])


def figures(key: Key) -> list[Any]:
    """What is committed of a claim: its evidence, from where on its bound says something, what
    refutes its planted faults, and a digest of every single comparison; numbers to 9 digits."""
    claim = REGISTRY[key]
    with every_comparison() as digest:
        outcome = evaluate(claim, suite())
        refuted = [refute(claim, planted, suite()) for planted in claim.planted]
    rows = [["compared", digest.hexdigest()[:16]]]
    rows += [_of(e) for e in outcome.evidence]
    rows += [["vacuous", v.instance, v.trivial, v.T] for v in outcome.vacuous_until]
    return rows + [["planted", *_of(e)] for r in refuted for e in r.evidence]


@contextmanager
def every_comparison() -> Iterator[Any]:
    """A digest of what any Tally is given inside: where, both sides, and what was decided."""
    digest, count = hashlib.sha256(), Tally._count

    def seen(self: Tally, decision: Decision, where: Any, *sides: Number) -> None:
        said = [self.kind, decision.value, json_value(where), *map(_shown, sides)]
        digest.update(json.dumps(said).encode())
        count(self, decision, where, *sides)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Tally, "_count", seen)
        yield digest


def _shown(side: Number) -> str:
    """Rationals as they are; of what is enclosed, to fewer bits than any version computes."""
    if isinstance(side, (Enclosure, Real)):
        ends = side if isinstance(side, Enclosure) else side.enclose(64)
        return decimal(ends.lo, 9) + decimal(ends.hi, 9)
    return show(Q(side))


def _of(e: Evidence) -> list[Any]:
    row = [e.kind, e.verdict.value, e.instances, _decimal(e.slack), _decimal(e.ratio)]
    return json.loads(json.dumps([*row, e.worst, e.witness, e.step]))  # type: ignore[no-any-return]


def _decimal(q: Q | None) -> str | None:
    return None if q is None else decimal(q, 9)


def _name(key: Key) -> str:
    return f"{key[0]}, {key[1]}"


@pytest.mark.parametrize("key", select(), ids=_name)
def test_figures_are_the_committed_ones(key: Key) -> None:
    committed = json.loads(FIGURES.read_text(encoding="utf-8"))
    assert figures(key) == committed[_name(key)]


def test_nothing_else_is_committed() -> None:
    committed = json.loads(FIGURES.read_text(encoding="utf-8"))
    assert list(committed) == [_name(key) for key in select()]


def write() -> None:
    """The committed file: a line per piece of evidence."""
    entries = []
    for key in select():
        rows = ",\n  ".join(json.dumps(row) for row in figures(key))
        entries.append(f"{json.dumps(_name(key))}: [\n  {rows}\n]")
    FIGURES.write_text("{\n" + ",\n".join(entries) + "\n}\n", encoding="utf-8")


if __name__ == "__main__":
    write()
