r"""The findings E-1, E-2, ...: what does not hold as printed, one item for each cause.

A finding stands in the module of the statement that has the cause; every place where it shows, a
printed form, has its corrections of the paper's LaTeX in its own module. They are numbered in the
order of their consequences: how grave, then what they affect. The numbers F-n of the edition before
are still understood (ledger/names.py). Text between dollars is LaTeX. Every printed statement that
fails has a finding, and every correction starts from words that one line of the paper's source has
(tests/ledger/test_findings.py).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from proofs_check.ledger.registry import REGISTRY, STATEMENTS
from proofs_check.ledger.statement import AFFECTS as AFFECTS
from proofs_check.ledger.statement import GRAVITIES as GRAVITIES
from proofs_check.ledger.statement import Correction as Correction
from proofs_check.ledger.statement import Finding as Finding
from reference.support.errors import PreconditionError


def findings() -> tuple[Finding, ...]:
    """Return all findings by their numbers, from the registered statements. Raises
    PreconditionError for a number that two modules have, or a correction of no finding."""
    owners = {f.number: (module, f) for module, one in STATEMENTS.items() for f in one.findings}
    if len(owners) != sum(len(one.findings) for one in STATEMENTS.values()):
        raise PreconditionError("findings", sorted(owners), "a finding stands in one module")
    corrected = {number for one in STATEMENTS.values() for number in one.corrections}
    if corrected - owners.keys():
        raise PreconditionError("corrections", sorted(corrected - owners.keys()), "of no finding")
    in_order = sorted(STATEMENTS, key=_position)
    return tuple(_with_places(*owners[number], in_order) for number in sorted(owners))


def _with_places(owner: str, f: Finding, in_order: Sequence[str]) -> Finding:
    """Return the finding with its places: the statement that has the cause, then the others in the
    order of the paper."""
    modules = [owner, *(m for m in in_order if m != owner)]
    places: dict[str, tuple[Correction, ...] | str] = {}
    for one in (STATEMENTS[m] for m in modules):
        match one.corrections.get(f.number):
            case Correction() as c:
                places[one.label] = (c,)
            case str(module):
                places[one.label] = STATEMENTS[module].label
            case tuple(several):
                places[one.label] = several
    return replace(f, places=places)


def _position(module: str) -> tuple[int, str, str]:
    one = STATEMENTS[module]
    return min(REGISTRY[one.label, name].position for name in one.forms)


def findings_of(label: str) -> tuple[Finding, ...]:
    """Return the findings of which this label is a place."""
    return tuple(f for f in findings() if label in f.places)


def by_hand(f: Finding, label: str) -> str:
    """Return the line by which a reader recomputes the counterexample to the statement `label`:
    its own, or that of the finding `f`."""
    return lines_by_hand().get(label, f.by_hand)


def lines_by_hand() -> dict[str, str]:
    """Return the statements' own lines by hand, by label."""
    return {one.label: one.by_hand for one in STATEMENTS.values() if one.by_hand}
