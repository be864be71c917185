"""The page of one statement: both forms, evidence by kind, worst instance, counterexample, code."""

from __future__ import annotations

import re
import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from proofs_check.audit.audit import AuditResult
from proofs_check.ledger.evidence import decimal
from proofs_check.ledger.registry import EVIDENCE_KINDS, Evidence, Result, Verdict, Witness
from proofs_check.machine_checked.record import dictionary, machine_checked
from proofs_check.report.badges import look
from proofs_check.report.errata import witness_text
from proofs_check.report.html.formula import mathml
from proofs_check.report.html.render import markup, page
from proofs_check.report.terminal import code_place
from reference.support.versions import source

NAV = (
    ("Overview", "index.html"),
    ("Pictures", "pictures.html"),
    ("Errata", "errata.html"),
    ("Readings", "readings.html"),
)
KINDS = {  # a heading must not sound like the verdict below it
    "machine-checked": "by a theorem in Coq",
    "proved": "by proof",
    "exact on runs": "exact on runs",
    "exact probability": "exact probability",
    "statistical": "statistical",
}
NAMES = {"printed": "As printed", "repaired": "Repaired"}


@dataclass(frozen=True)
class Statement:
    """A label: its printed and its repaired form, as far as the audit has them."""

    label: str
    slug: str
    forms: tuple[Result, ...]

    @property
    def last(self) -> Result:
        """The repaired form if there is one."""
        return self.forms[-1]

    @property
    def href(self) -> str:
        """From the top of the report."""
        return f"statements/{self.slug}.html"

    def form(self, name: str) -> Result | None:
        """The printed or the repaired form."""
        return next((r for r in self.forms if r.claim.form == name), None)


def statements(result: AuditResult) -> dict[str, Statement]:
    """By label, in the order of the paper; the printed form first."""
    forms: dict[str, list[Result]] = {}
    for r in result.results:
        forms.setdefault(r.claim.label, []).append(r)
    slugs: dict[str, str] = {}
    for label in forms:
        slug = re.sub(r"[^A-Za-z0-9]+", "-", label).strip("-").lower()
        while slug in slugs.values():
            slug += "-"
        slugs[label] = slug
    return {
        label: Statement(label, slugs[label], tuple(sorted(rs, key=lambda r: r.claim.form)))
        for label, rs in forms.items()
    }


def look_of(r: Result | None) -> Any:
    """The look of a result's status; None stays None."""
    return None if r is None else look(r.derived_status)


def frame(result: AuditResult, here: str, up: str = "") -> dict[str, Any]:
    """What every page needs: the navigation, which of it is here, the way to the top, and what
    made it."""
    command = f"python -m proofs_check{options(result)} --html DIR"
    return {"nav": NAV, "here": here, "up": up, "made": source(), "command": command}


def options(result: AuditResult) -> str:
    """The options of the audit that its results depend on."""
    return (" --full" if result.full else "") + (" --planted" if result.planted else "")


def statement_page(
    one: Statement,
    known: Mapping[str, Statement],
    result: AuditResult,
    before: Statement | None,
    after: Statement | None,
) -> str:
    claim = one.last.claim
    return page(
        "statement.html",
        **frame(result, "", "../"),
        label=one.label,
        number=claim.number,
        title=one.forms[0].claim.title,
        section=claim.section,
        repeat=f"python -m proofs_check --only {shlex.quote(one.label)}{options(result)}",
        forms=[_form(r, known, result) for r in one.forms],
        before=_neighbour(before),
        after=_neighbour(after),
    )


def _neighbour(one: Statement | None) -> dict[str, str] | None:
    return {"href": f"{one.slug}.html", "number": one.last.claim.number} if one else None


def _form(r: Result, known: Mapping[str, Statement], result: AuditResult) -> dict[str, Any]:
    one = r.claim
    users = [s.label for s in known.values() if any(one.label in f.claim.uses for f in s.forms)]
    steps = [s.label for s in known.values() if s.last.claim.part_of == one.label]
    outcomes = [p for p in result.planted if p.key == one.key]
    return {
        "id": one.form,
        "name": NAMES[one.form],
        "look": look(r.derived_status),
        "mathml": math(one.tex),
        "statement": [" ".join(p.split()) for p in one.statement.split("\n\n")],
        "verdict": r.verdict.value,
        "as_expected": r.as_expected,
        "expected": one.expected.value,
        "status": _status(r.derived_status),
        "kind": one.kind,
        "links": [
            ("uses", _links(one.uses, known)),
            ("used by", _links(users, known)),
            ("step of", _links([one.part_of] if one.part_of else [], known)),
            ("steps", _links(steps, known)),
            ("readings", [(id, f"../readings.html#{id}") for id in one.readings]),
        ],
        "repair": one.repair,
        "code": code_place(one),
        "vacuities": r.vacuous_until,
        "evidence": [
            (KINDS[kind], [_evidence(e) for e in r.evidence if e.kind == kind])
            for kind in EVIDENCE_KINDS
            if any(e.kind == kind for e in r.evidence)
        ],
        "theorems": [
            {
                "name": theorem.name,
                "place": f"proofs_check/coq/{theorem.place}",
                "refutes": mapped.form == "refutation",
                "statement": theorem.statement,
                "axioms": theorem.uses,
                "dictionary": dictionary(theorem.statement),
            }
            for mapped, theorem in machine_checked().get(one.key, [])
        ],
        "planted": [
            (p.change, _outcome(outcomes[k].refuted) if outcomes else "")
            for k, p in enumerate(one.planted)
        ],
    }


def _status(status: str) -> str:
    shown = look(status)
    name = status if status.startswith("rests on") else shown.word
    return f"{name}: {shown.meaning}"


def _outcome(refuted: bool) -> str:
    return ": refuted" if refuted else ": NOT refuted"


def _links(labels: Sequence[str], known: Mapping[str, Statement]) -> list[tuple[str, str]]:
    """(text, href); no href for a statement that this audit does not have."""
    return [
        (f"{known[u].last.claim.number} ({u})", f"{known[u].slug}.html") if u in known else (u, "")
        for u in labels
    ]


def _evidence(e: Evidence) -> dict[str, Any]:
    return {
        "verdict": e.verdict.value,
        "instances": e.instances,
        "step": e.step,
        "note": e.note,
        "slack": "" if e.slack is None else decimal(e.slack),
        "ratio": "" if e.ratio is None else decimal(e.ratio),
        "worst": fields(e.worst if e.worst != e.witness else None),
        "witness": fields(e.witness),
        "numbers": numbers(e.verdict),
    }


def numbers(verdict: Verdict) -> str:
    """The heading of a witness."""
    if verdict is Verdict.GAP:
        return "Where the argument breaks, in numbers"
    return "The counterexample in numbers"


def fields(witness: Witness | None) -> list[tuple[str, str]]:
    """Names and values as text."""
    return [(str(k), witness_text(v)) for k, v in (witness or {}).items()]


def math(tex: str) -> Any:
    """MathML, "" if the claim has no formula."""
    return markup(mathml(tex)) if tex else ""
