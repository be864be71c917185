"""The audit's pages: overview with the statement graph, a page per statement, findings, readings.

index.html  statements/LABEL.html  findings.html  findings.md  readings.html
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from proofs_check import runs
from proofs_check.audit import AuditResult
from proofs_check.ledger import EVIDENCE_KINDS, Evidence, Result, Verdict, Witness
from proofs_check.report.errata import findings, markdown, value
from proofs_check.report.formula import mathml
from proofs_check.report.graph import Node, svg
from proofs_check.report.render import markup, page
from proofs_check.report.statuses import LOOKS, look, sound
from proofs_check.report_text import code_place
from proofs_check.tally import decimal
from reference.readings import READINGS

NAV = (
    ("Overview", "index.html"),
    ("Pictures", "pictures.html"),
    ("Findings", "findings.html"),
    ("Readings", "readings.html"),
)
KINDS = {  # a heading must not sound like the verdict below it
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


def pages(result: AuditResult, figures: Sequence[str] = ()) -> dict[str, str]:
    """Relative file name -> text. `figures`: of pictures.py."""
    known = statements(result)
    found: dict[str, str] = {
        "index.html": _index(result, known),
        "pictures.html": page(
            "pictures.html",
            **_frame("pictures.html"),
            figures=[markup(one) for one in figures],
        ),
        "findings.html": _findings(result, known),
        "findings.md": markdown(result),
        "readings.html": _readings(known),
    }
    order = list(known.values())
    for k, one in enumerate(order):
        found[one.href] = _statement(
            one,
            known,
            result,
            order[k - 1] if k else None,
            order[k + 1] if k + 1 < len(order) else None,
        )
    return found


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


# ----------------------------------------------------------------------------- overview


def counts(result: AuditResult) -> list[dict[str, Any]]:
    """What the overview counts, by statement."""
    known = list(statements(result).values())
    printed = [r for r in (one.form("printed") for one in known) if r]
    longest = max(spec.T for spec in runs.specs(result.full))
    mute = [
        one
        for one in known
        if (starts := [v.T for r in one.forms for v in r.vacuous_until]) and min(starts) > longest
    ]
    repaired = [
        one
        for one in known
        if (p := one.form("printed"))
        and p.verdict in (Verdict.FAILS, Verdict.GAP)
        and sound(one.last)
    ]

    def of(status: str) -> int:
        return sum(one.last.derived_status == status for one in known)

    rows = [
        (of("proved"), "proved", "ok", "in the last form: for all values, premises included"),
        (of("supported"), "exact on runs", "run", "no comparison on the sampled runs fails"),
        (of("given"), "given", "dim", "assumptions and definitions: nothing to prove"),
        (
            sum(r.verdict is Verdict.FAILS for r in printed),
            "false as printed",
            "bad",
            "a counterexample is on the statement's page",
        ),
        (
            sum(r.verdict is Verdict.GAP for r in printed),
            "gap as printed",
            "rep",
            "does not follow by the printed argument",
        ),
        (len(repaired), "repaired", "ok", "false or a gap as printed; the repaired form stands"),
        (
            len(mute),
            "vacuous on these runs",
            "dim",
            f"bounds that say something only beyond T = {longest}, the longest run",
        ),
    ]
    return [{"n": n, "word": w, "colour": c, "meaning": m} for n, w, c, m in rows]


def _index(result: AuditResult, known: Mapping[str, Statement]) -> str:
    nodes = [
        Node(
            one.label,
            one.last.claim.section,
            one.last.claim.number,
            one.forms[0].claim.title,
            " → ".join(f"{s.sign} {s.word}" for s in (look(r.derived_status) for r in one.forms)),
            look(one.last.derived_status),
            one.href,
            tuple(dict.fromkeys(u for r in one.forms for u in r.claim.uses)),
            bool(one.last.claim.part_of),
        )
        for one in known.values()
    ]
    rows = [
        {
            "href": one.href,
            "number": one.last.claim.number,
            "title": one.forms[0].claim.title,
            **{f: _look(one.form(f)) for f in ("printed", "repaired")},
            "ratio": decimal(one.last.ratio, 4) if one.last.ratio is not None else "",
            "instances": sum(r.instances for r in one.forms),
        }
        for one in known.values()
    ]
    surprises = len(result.unexpected)
    agreement = (
        f"{surprises} verdicts differ from the committed ones: see the statements."
        if surprises
        else "Every verdict is the committed one."
    )
    if result.teeth:
        biting = sum(tooth.bites for tooth in result.teeth)
        agreement += f" {biting} of {len(result.teeth)} planted faults were refuted."
    return page(
        "index.html",
        **_frame("index.html"),
        size=len(known),
        instances=sum(r.instances for r in result.results),
        agreement=agreement,
        counts=counts(result),
        graph=markup(svg(nodes, "Statements of the paper and what they use")),
        looks=list(LOOKS.values()),
        rows=rows,
    )


def _look(r: Result | None) -> Any:
    return None if r is None else look(r.derived_status)


def _frame(here: str, up: str = "") -> dict[str, Any]:
    return {"nav": NAV, "here": here, "up": up}


# ----------------------------------------------------------------------------- statements


def _statement(
    one: Statement,
    known: Mapping[str, Statement],
    result: AuditResult,
    before: Statement | None,
    after: Statement | None,
) -> str:
    full = " --full" if result.full else ""
    claim = one.last.claim
    return page(
        "statement.html",
        **_frame("", "../"),
        label=one.label,
        number=claim.number,
        title=one.forms[0].claim.title,
        section=claim.section,
        command=f"python -m proofs_check --only {one.label}{full}",
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
    outcomes = [tooth for tooth in result.teeth if tooth.key == one.key]
    return {
        "id": one.form,
        "name": NAMES[one.form],
        "look": look(r.derived_status),
        "mathml": _math(one.tex),
        "statement": [" ".join(p.split()) for p in one.statement.split("\n\n")],
        "verdict": r.verdict.value,
        "as_expected": r.as_expected,
        "expected": one.expected.value,
        "status": r.derived_status,
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
        "planted": [
            (p.change, _outcome(outcomes[k].bites) if outcomes else "")
            for k, p in enumerate(one.planted)
        ],
    }


def _outcome(bites: bool) -> str:
    return ": refused" if bites else ": NOT refused"


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
        "worst": _fields(e.worst if e.worst != e.witness else None),
        "witness": _fields(e.witness),
    }


def _fields(witness: Witness | None) -> list[tuple[str, str]]:
    return [(str(k), value(v)) for k, v in (witness or {}).items()]


def _math(tex: str) -> Any:
    return markup(mathml(tex)) if tex else ""


# ------------------------------------------------------------------------ findings, readings


def _findings(result: AuditResult, known: Mapping[str, Statement]) -> str:
    rows = []
    for f in findings(result):
        one = f.printed.claim
        rows.append(
            {
                "n": f.number,
                "href": known[one.label].href,
                "number": one.number,
                "title": one.title,
                "word": f.word,
                "section": one.section,
                "mathml": _math(one.tex),
                "witness": _fields(f.printed.witness),
                "repair": one.repair,
                "repaired": _look(f.repaired),
                "repaired_mathml": _math(f.repaired.claim.tex) if f.repaired else "",
            }
        )
    return page("findings.html", **_frame("findings.html"), found=rows)


def _readings(known: Mapping[str, Statement]) -> str:
    rows = [
        {
            "id": r.id,
            "key": r.key,
            "where": r.where,
            "choices": r.choices,
            "statements": [
                (one.last.claim.number, one.href)
                for one in known.values()
                if any(r.id in form.claim.readings for form in one.forms)
            ],
        }
        for r in READINGS
    ]
    return page("readings.html", **_frame("readings.html"), readings=rows)
