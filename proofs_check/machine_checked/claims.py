"""What Coq has proved of the claims that are compared on runs, from the record of the last build.

The record has the digest of every definition of Statements.v and whether it is proved, refuted or
open. A claim whose expression generates another definition today has changed since Coq proved it:
its form is machine-checked no longer, and an audit says so without Coq."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal

from proofs_check.ledger.registry import STATEMENTS, Key
from proofs_check.machine_checked.derived import (
    AS_COMPARED,
    PROVED_FILE,
    REFUTED_FILE,
    STATEMENTS_FILE,
    Derived,
    derived_claims,
    statements_text,
)
from proofs_check.machine_checked.quoted import misquoting
from proofs_check.machine_checked.record import COQ, Record, Theorem, read_record
from proofs_check.machine_checked.source_text import without_comments
from reference.support.errors import MalformedInput

Proved = Literal["proved", "refuted", "open"]
STATED = re.compile(r"^Theorem (\w+)\s*:\s*(~ ?)?Statements\.(\w+)\.\s*$", re.MULTILINE)


@dataclass(frozen=True)
class CheckedClaim:
    """Claim with what the record says of it: whether it is proved, by which theorem; `changed`: why
    that is of something else, "" if it is of the claim."""

    claim: Derived
    proved: Proved
    theorem: Theorem | None
    changed: str = ""

    @property
    def holds(self) -> bool:
        """Return whether Coq proves the claim as its expression is today."""
        return self.proved == "proved" and not self.changed

    @property
    def refuted_as_compared(self) -> bool:
        """Return whether Coq refutes the claim as it is today and as runs compare it."""
        compared = self.claim.how == AS_COMPARED
        return self.proved == "refuted" and not self.changed and compared


def theorems_of_claims(folder: Path = COQ) -> dict[str, tuple[str, bool]]:
    """Return the theorems on Statements.v: name -> the definition, and whether it is refuted.
    Raises MalformedInput for one whose name does not say so, or of a definition that no claim
    generates."""
    names = {claim.name for claim in derived_claims()}
    found: dict[str, tuple[str, bool]] = {}
    for file, prefix, shape in (
        (PROVED_FILE, "", "n : Statements.n"),
        (REFUTED_FILE, "not_", "not_n : ~ Statements.n"),
    ):
        text = without_comments((folder / file).read_text(encoding="utf-8"))
        for theorem, negated, definition in STATED.findall(text):
            if bool(negated) != bool(prefix) or theorem != prefix + definition:
                rule = f"must be `{shape}`"
                raise MalformedInput(str(folder / file), None, "theorem", theorem, rule)
            if definition not in names:
                rule = "is of a definition that no claim generates"
                raise MalformedInput(str(folder / file), None, "theorem", theorem, rule)
            found[theorem] = definition, bool(negated)
    return found


def check_statements(folder: Path = COQ) -> None:
    """Raise MalformedInput if Statements.v is not what the claims generate."""
    file = folder / STATEMENTS_FILE
    if file.read_text(encoding="utf-8") != statements_text():
        rule = "is not what the claims generate; write it with proofs-check coq --write-statements"
        raise MalformedInput(str(file), None, "file", file.name, rule)


def rows_of_claims(theorems: Mapping[str, tuple[str, bool]]) -> tuple[tuple[str, str, str], ...]:
    """Return name, whether it is proved, and the digest of every claim, as the record keeps it."""
    proved = dict(theorems.values())
    said = {True: "refuted", False: "proved", None: "open"}
    return tuple((c.name, said[proved.get(c.name)], c.digest) for c in derived_claims())


def checked_claims() -> dict[Key, list[CheckedClaim]]:
    """Return the claims of every form with theorems, with what the record says of them. Raises
    MalformedInput for a record of other sources."""
    return _checked_claims(tuple(STATEMENTS))


@cache
def _checked_claims(modules: tuple[str, ...]) -> dict[Key, list[CheckedClaim]]:
    """Return the claims of these modules, which are all that are loaded."""
    record = read_record()
    recorded = {name: (proved, digest) for name, proved, digest in record.claims}
    forms: dict[Key, list[CheckedClaim]] = {}
    for claim in derived_claims():
        checked = _checked(claim, recorded.get(claim.name), record)
        forms.setdefault((claim.label, claim.form), []).append(checked)
    return forms


def _checked(claim: Derived, row: tuple[str, str] | None, record: Record) -> CheckedClaim:
    if row is None:
        return CheckedClaim(claim, "open", None, "new since Coq last proved the claims")
    proved, digest = row
    name = f"not_{claim.name}" if proved == "refuted" else claim.name
    changed = "" if digest == claim.digest else "changed since Coq proved it"
    if proved == "open":
        changed = changed and "changed since Coq last proved the claims"
    return CheckedClaim(claim, _proved(proved), record.theorems.get(name), changed)


def _proved(said: str) -> Proved:
    return "proved" if said == "proved" else "refuted" if said == "refuted" else "open"


def refuting_theorems() -> dict[Key, list[str]]:
    """Return the theorems that refute a form as it is compared on runs: a run on which it holds
    says no more than that. Raises MalformedInput for a record of other sources."""
    refuted = {
        key: [f"not_{c.claim.name}" for c in claims if c.refuted_as_compared]
        for key, claims in checked_claims().items()
    }
    return {key: names for key, names in refuted.items() if names}


def changed_claims(keys: Mapping[Key, object] | None = None) -> Iterator[CheckedClaim]:
    """Yield the claims of these forms that the record does not have as they are today."""
    for key, claims in checked_claims().items():
        if keys is None or key in keys:
            yield from (claim for claim in claims if claim.changed)


def all_hold(key: Key) -> bool:
    """Return whether Coq proves everything that a form states of the runs, as it is stated today:
    its claims but those that are steps, or compared besides; and states what the form says of its
    theorems."""
    claims = checked_claims().get(key, [])
    return all(c.holds for c in claims if c.claim.stated) and key not in misquoting()
