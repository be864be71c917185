r"""The findings E-1, E-2, ...: what does not hold as printed, one item for each cause.

A finding is a page (`proofs_check/statements/findings`): it names the module of the statement that
has the cause, and has the corrections of the paper's LaTeX at every place where it shows, a printed
form. A number is for good; lists are sorted by grade (`by_gravity`). Text between dollars is LaTeX.
Every printed statement that fails has a finding, and every correction starts from words that one
line of the paper's source has (tests/ledger/test_findings.py).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cache

from proofs_check.ledger.registry import REGISTRY, STATEMENTS
from proofs_check.ledger.statement import AFFECTS as AFFECTS
from proofs_check.ledger.statement import GRAVITIES as GRAVITIES
from proofs_check.ledger.statement import Correction as Correction
from proofs_check.ledger.statement import Finding as Finding
from proofs_check.ledger.statement import WitnessMDP as WitnessMDP
from reference.support.errors import PreconditionError


def findings() -> tuple[Finding, ...]:
    """Return all findings by their numbers, from the registered statements. Raises
    PreconditionError for a number that two modules have, or a correction of no finding."""
    return _findings(tuple(STATEMENTS))


@cache
def _findings(registered: tuple[str, ...]) -> tuple[Finding, ...]:
    """Return the findings of the modules that are registered by now."""
    owners = {
        f.number: (module, f)
        for module, statement in STATEMENTS.items()
        for f in statement.findings
    }
    if len(owners) != sum(len(statement.findings) for statement in STATEMENTS.values()):
        raise PreconditionError("findings", sorted(owners), "a finding has one page")
    corrected = {number for statement in STATEMENTS.values() for number in statement.corrections}
    if corrected - owners.keys():
        raise PreconditionError("corrections", sorted(corrected - owners.keys()), "of no finding")
    in_order = sorted(registered, key=_position)
    return tuple(_with_places(*owners[number], in_order) for number in sorted(owners))


def by_gravity(unsorted: Iterable[Finding]) -> list[Finding]:
    """Return findings gravest first, those of one gravity by their numbers."""
    return sorted(unsorted, key=lambda f: (GRAVITIES.index(f.gravity), f.number))


def _with_places(owner: str, f: Finding, in_order: Sequence[str]) -> Finding:
    """Return the finding with its places: the statement that has the cause, then the others in the
    order of the paper."""
    modules = [owner, *(m for m in in_order if m != owner)]
    places: dict[str, tuple[Correction, ...] | str] = {}
    for statement in (STATEMENTS[m] for m in modules):
        match statement.corrections.get(f.number):
            case str(module):
                places[statement.label] = STATEMENTS[module].label
            case tuple(several):
                places[statement.label] = several
    return replace(f, places=places)


def _position(module: str) -> tuple[int, str, str]:
    statement = STATEMENTS[module]
    return min(REGISTRY[statement.label, name].position for name in statement.forms)


def findings_of(label: str) -> tuple[Finding, ...]:
    """Return the findings of which this label is a place."""
    return tuple(f for f in findings() if label in f.places)


def by_hand(f: Finding, label: str) -> str:
    """Return the line by which a reader recomputes the counterexample to the statement `label`:
    its own, or that of the finding `f`."""
    return lines_by_hand().get(label, f.by_hand)


def witness_mdp(f: Finding, label: str) -> WitnessMDP | None:
    """Return the MDP whose states the line by hand at the statement `label` names, if it does."""
    own = next((s for s in STATEMENTS.values() if s.label == label and s.by_hand), None)
    return own.mdp if own else f.mdp


def lines_by_hand() -> dict[str, str]:
    """Return the statements' own lines by hand, by label."""
    return {
        statement.label: statement.by_hand for statement in STATEMENTS.values() if statement.by_hand
    }
