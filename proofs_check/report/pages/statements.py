"""Statements of an audit: the forms and the answers of each label, and links to them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from proofs_check.audit.audit import AuditResult
from proofs_check.ledger.answers import Answers, answers
from proofs_check.ledger.findings import Finding, by_gravity, findings, findings_of
from proofs_check.ledger.registry import REGISTRY, WRONG, Claim, Evidence, Result
from proofs_check.ledger.sentences import commented_out
from proofs_check.report.badges import Look, argument_look, look, true_look
from proofs_check.report.document import Inlines, Link, inlines, joined, words

SHOWN = {  # kinds of evidence with instances, and how they are named; argued steps are prose
    "machine-checked": "by a theorem in Coq",
    "from cited bounds": "by a theorem in Coq on bounds of other works",
    "proved": "by proof",
    **{k: k for k in ("enumerated", "exact on runs", "exact probability", "statistical")},
}


@dataclass(frozen=True)
class Audited:
    """Label with its printed and its repaired form, as far as the audit has them."""

    label: str
    slug: str
    forms: tuple[Result, ...]
    answers: Answers

    @property
    def first(self) -> Result:
        """Return the printed form."""
        return self.forms[0]

    @property
    def last(self) -> Result:
        """Return the repaired form if there is one."""
        return self.forms[-1]

    @property
    def claim(self) -> Claim:
        """Return the claim of the printed form."""
        return self.first.claim

    @property
    def true(self) -> Look:
        """Return the look of the first answer."""
        return true_look(self.answers)

    @property
    def argument(self) -> Look:
        """Return the look of the second answer."""
        return argument_look(self.answers)

    @property
    def known(self) -> Look:
        """How the last form is known."""
        return look(self.last.derived_status)

    @property
    def commented(self) -> bool:
        """Return whether the source has it in comments only: the paper does not print it."""
        return self.label in commented_out()

    @property
    def href(self) -> str:
        """Return the page from the top of the report."""
        return f"statements/{self.slug}.html"

    @property
    def finding(self) -> Finding | None:
        """Return the finding that it belongs to."""
        return next(iter(found_at(self.first)), None)

    @property
    def to_repair(self) -> bool:
        """Return whether its printed form has to be changed: else a second form says more."""
        return bool(self.claim.repair or self.finding or self.first.verdict in WRONG)

    @property
    def uses(self) -> tuple[str, ...]:
        """Return the labels that its forms rest on."""
        return tuple(dict.fromkeys(label for r in self.forms for label in r.claim.uses))

    @property
    def readings(self) -> tuple[str, ...]:
        """Return the readings that its forms depend on."""
        return tuple(dict.fromkeys(id for r in self.forms for id in r.claim.readings))

    @property
    def evidence(self) -> list[tuple[Result, Evidence]]:
        """What compares something, with its form."""
        return [(r, e) for kind in SHOWN for r in self.forms for e in r.evidence if e.kind == kind]


def statements(result: AuditResult) -> dict[str, Audited]:
    """Return the statements by label, in the order of the paper; the printed form first."""
    forms: dict[str, list[Result]] = {}
    for r in result.results:
        forms.setdefault(r.claim.label, []).append(r)
    answered = answers(result.results)
    slugs: dict[str, str] = {}
    for label in forms:
        slug = re.sub(r"[^A-Za-z0-9]+", "-", label).strip("-").lower()
        while slug in slugs.values():
            slug += "-"
        slugs[label] = slug
    return {
        label: Audited(
            label, slugs[label], tuple(sorted(rs, key=lambda r: r.claim.form)), answered[label]
        )
        for label, rs in forms.items()
    }


def fate(statement: Audited) -> str:
    """Return the answers in a few words, and the status of the repaired form."""
    said = statement.true.word if statement.true.word != "yes" else "true"
    said = {"no": "false", "depends": "depends on a choice"}.get(said, said)
    if said == "true" and statement.answers.printed_argument != "none given":
        said += f", printed argument: {statement.argument.word}"
    if len(statement.forms) > 1:
        said += f", repaired {statement.known.word}"
    return said + ("" if all(r.as_expected for r in statement.forms) else " (unexpected)")


# ----------------------------------------------------------------------------- findings


def shown_in(result: AuditResult) -> list[Finding]:
    """Return the findings that show at statements of this audit, gravest first."""
    there = {f.number for r in result.results for f in found_at(r)}
    return by_gravity(f for f in findings() if f.number in there)


def whole_in(result: AuditResult) -> list[Finding]:
    """Return the findings all of whose statements this audit has, by their numbers."""
    labels = {r.claim.label for r in result.results}
    return [f for f in findings() if f.places.keys() <= labels]


def found_at(r: Result) -> tuple[Finding, ...]:
    """Return the findings that show at a printed statement, if it does not hold."""
    printed = r.claim.form == "printed" and r.verdict in WRONG
    return findings_of(r.claim.label) if printed else ()


def findings_below(label: str) -> list[Finding]:
    """Return the findings that show at what the printed form uses, directly or not, gravest first,
    without its own."""
    below: set[str] = set()
    reached = {label}
    while reached:
        below |= reached
        forms = [REGISTRY[at, "printed"] for at in reached if (at, "printed") in REGISTRY]
        reached = {used for claim in forms for used in claim.uses} - below
    own = findings_of(label)
    return by_gravity(f for f in findings() if below & f.places.keys() and f not in own)


def places(f: Finding) -> Inlines:
    """Return the names of its places in the paper: "Lemma 6; Theorem 4". What stands in comments of
    the source only is no place of the paper."""
    labels = [label for label in f.places if label not in commented_out()]
    claims = [REGISTRY[label, "printed"] for label in labels if (label, "printed") in REGISTRY]
    return joined(list(dict.fromkeys(inlines(claim.number) for claim in claims)))


# ----------------------------------------------------------------------------- links


def link_to(label: str) -> Link:
    """Return a link to a statement by its number in the paper."""
    forms = [claim for key, claim in REGISTRY.items() if key[0] == label]
    return Link(inlines(forms[0].number) if forms else words(label), "statement", label)


def links_to(labels: Iterable[str]) -> Inlines:
    """Return links to statements, side by side."""
    return joined([(link_to(label),) for label in labels])


def address(link: Link, known: Mapping[str, Audited], shown: Iterable[Finding], up: str) -> str:
    """Return the address of a link on a page of the report; "" for what the report does not have.
    `shown`: the findings of this audit; `up`: the way to the top."""
    match link.kind:
        case "statement":
            return up + known[link.target].href if link.target in known else ""
        case "finding":
            there = any(f.name == link.target for f in shown)
            return f"{up}findings.html#{link.target.lower()}" if there else f"{up}findings.html"
        case "reading":
            return f"{up}readings.html#{link.target}"
        case "page":
            return up + link.target
        case "here":
            return f"#{link.target}"
        case _:
            return ""
