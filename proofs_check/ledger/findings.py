r"""The findings F-1, F-2, ...: what does not hold as printed, one item for each cause.

A finding stands in the module of the statement that has the cause; every place where it shows, a
printed form, has its correction as one line of the paper's LaTeX in its own module. Numbers are
never reused. Text between dollars is LaTeX. Every printed statement that fails has a finding, and
every correction starts from words of the paper's source (tests/ledger/test_findings.py).
"""

from __future__ import annotations

from dataclasses import replace

from proofs_check.ledger.registry import REGISTRY, STATEMENTS
from proofs_check.ledger.statement import GRADES as GRADES
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
    return tuple(_with_places(*owners[number]) for number in sorted(owners))


def _with_places(owner: str, f: Finding) -> Finding:
    """Return the finding with its places: the statement that has the cause, then the others in the
    order of the paper."""
    modules = sorted(STATEMENTS, key=_position)
    modules = [owner, *(m for m in modules if m != owner)]
    places: dict[str, Correction | str] = {}
    for one in (STATEMENTS[m] for m in modules):
        if (c := one.corrections.get(f.number)) is not None:
            places[one.label] = c if isinstance(c, Correction) else STATEMENTS[c].label
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
