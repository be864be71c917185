"""The page of one statement: what the paper says, whether it is true, the counterexample, the
repair, why it holds, what uses it, how tight it is, the evidence and the code.

Length: from a statement's results to the values that its template shows.
"""

from __future__ import annotations

import inspect
import re
import shlex
import textwrap
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

from proofs_check.audit.audit import AuditResult
from proofs_check.ledger.by_hand import by_hand
from proofs_check.ledger.evidence import decimal
from proofs_check.ledger.findings import Finding
from proofs_check.ledger.registry import EVIDENCE_KINDS, WRONG, Evidence, Result, Verdict, Witness
from proofs_check.machine_checked.record import dictionary, machine_checked
from proofs_check.report.badges import Look, look
from proofs_check.report.html.formula import typeset
from proofs_check.report.html.render import markup, page
from proofs_check.report.letter import diff
from proofs_check.report.notation import unicode_text
from proofs_check.report.overview import found_at, spaced
from proofs_check.report.terminal import code_place, witness_text
from reference.support.versions import source

NAV = (
    ("Overview", "index.html"),
    ("Graph", "index.html#graph"),
    ("Statements", "index.html#statements"),
    ("Pictures", "pictures.html"),
    ("Letter", "letter.html"),
    ("Readings", "readings.html"),
)
KINDS = {"machine-checked": "by a theorem in Coq", "proved": "by proof", "argued": "by argument"}
VERDICTS = {
    Verdict.HOLDS: "As printed it holds",
    Verdict.FAILS: "As printed it is false",
    Verdict.GAP: "It does not follow by the printed argument",
    Verdict.UNDERSPECIFIED: "It depends on something that the paper leaves open",
    Verdict.UNDECIDED: "Undecided",
    Verdict.VACUOUS: "Nothing could be compared",
}


@dataclass(frozen=True)
class Statement:
    """A label: its printed and its repaired form, as far as the audit has them."""

    label: str
    slug: str
    forms: tuple[Result, ...]

    @property
    def first(self) -> Result:
        """The printed form."""
        return self.forms[0]

    @property
    def last(self) -> Result:
        """The repaired form if there is one."""
        return self.forms[-1]

    @property
    def href(self) -> str:
        """From the top of the report."""
        return f"statements/{self.slug}.html"

    @property
    def finding(self) -> Finding | None:
        """The finding that it belongs to."""
        return next(iter(found_at(self.first)), None)

    @property
    def uses(self) -> tuple[str, ...]:
        """What its forms rest on."""
        return tuple(dict.fromkeys(label for r in self.forms for label in r.claim.uses))


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


def frame(result: AuditResult, here: str, up: str = "") -> dict[str, Any]:
    """What every page needs: the navigation, its current entry, the way to the top, and what made
    the page."""
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
    """The page of `one`; `known` are all statements of the report, to link to."""
    claim, last = one.first.claim, one.last
    says, *remarks = claim.statement.split("\n\n")
    repaired = last if len(one.forms) > 1 else None
    users = [s.label for s in known.values() if one.label in s.uses]
    planted = [(r, k, p) for r in one.forms for k, p in enumerate(r.claim.planted)]
    return page(
        "statement.html",
        **frame(result, "", "../"),
        label=one.label,
        name=unicode_text(claim.number),
        number=claim.number,
        title=claim.title,
        section=claim.section,
        parent=_links([claim.part_of] if claim.part_of else [], known),
        look=look(one.first.derived_status),
        surprises=[
            f"Expected {r.claim.expected.value}, found {r.verdict.value}."
            for r in one.forms
            if not r.as_expected
        ],
        tex=claim.tex,
        says=says,
        verdict=VERDICTS[one.first.verdict],
        remarks=remarks,
        choices=[(choice, v.value) for choice, v in one.first.choices.items()],
        witness=_fields(one.first.witness),
        witness_heading=numbers(one.first.verdict),
        finding=_finding(one.finding, one.label),
        repair=_sentence(claim.repair),
        repaired=repaired
        and {
            "look": look(repaired.derived_status),
            "tex": repaired.claim.tex,
            "says": repaired.claim.statement.split("\n\n"),
        },
        holds=last.verdict not in WRONG,
        theorems=[t for r in one.forms for t in _theorems(r)],
        steps=[
            (
                r.claim.form if len(one.forms) > 1 else "",
                [(s.says, s.kind, _links(s.uses, known)) for s in r.claim.steps],
            )
            for r in one.forms
            if r.claim.steps
        ],
        reason=look(last.derived_status).meaning.capitalize() + ".",
        uses=[
            {
                "href": f"{s.slug}.html",
                "number": s.first.claim.number,
                "title": s.first.claim.title,
                "first": look(s.first.derived_status),
                "last": look(s.last.derived_status),
            }
            for s in (known[u] for u in one.uses if u in known)
        ],
        missing=[u for u in one.uses if u not in known],
        users=_links(users, known),
        tight=_tight(one.forms),
        vacuities=[
            {"T": spaced(v.T), "instance": v.instance, "against": v.against, "form": r.claim.form}
            for r in one.forms
            for v in r.vacuous_until
        ],
        summary=_summary(one.forms, len(planted)),
        evidence=[
            (f"{r.claim.form.capitalize()} form, {KINDS.get(kind, kind)}", found)
            for r in one.forms
            for kind in EVIDENCE_KINDS
            if (found := [_evidence(e) for e in _seen(r) if e.kind == kind])
        ],
        planted=[(f"{p.change} ({r.claim.form})", _outcome(result, r, k)) for r, k, p in planted],
        readings=[
            (id, f"../readings.html#{id}")
            for id in dict.fromkeys(id for r in one.forms for id in r.claim.readings)
        ],
        code=[
            {
                "place": code_place(r.claim),
                "source": textwrap.dedent(inspect.getsource(r.claim.check)),
            }
            for r in one.forms
        ],
        repeat=f"python -m proofs_check --only {shlex.quote(one.label)}{options(result)}",
        before=_neighbour(before),
        after=_neighbour(after),
    )


def _sentence(words: str) -> str:
    """Capitalised, unless it begins with a symbol, and with a full stop."""
    first = words[:1].upper() if re.match(r"[a-z]{2}(?!_)|a ", words) else words[:1]
    return first + words[1:] + "." if words else ""


def _neighbour(one: Statement | None) -> dict[str, str] | None:
    return {"href": f"{one.slug}.html", "number": one.first.claim.number} if one else None


def _links(labels: Sequence[str], known: Mapping[str, Statement]) -> list[tuple[str, str]]:
    """(text, href); no href for a statement that this audit does not have."""
    return [
        (known[u].first.claim.number, f"{known[u].slug}.html") if u in known else (u, "")
        for u in labels
    ]


def _finding(f: Finding | None, label: str) -> dict[str, str] | None:
    if f is None:
        return None
    return {"id": f.name, "by_hand": by_hand(f, label), "correction": diff(f, label)}


def _theorems(r: Result) -> list[dict[str, Any]]:
    return [
        {
            "heading": "Refuted in Coq" if mapped.form == "refutation" else "Proved in Coq",
            "name": theorem.name,
            "place": f"proofs_check/coq/{theorem.place}",
            "statement": theorem.statement,
            "axioms": theorem.uses,
            "dictionary": dictionary(theorem.statement),
        }
        for mapped, theorem in sorted(
            machine_checked().get(r.claim.key, []), key=lambda found: len(found[1].name)
        )
    ]


def _tight(forms: Sequence[Result]) -> Any:
    """Bars: the largest left side over right side that each piece of evidence reached."""
    rows = [
        f'<tr><td>{typeset(e.note)} <span class="small">({escape(r.claim.form)}, {escape(e.kind)})'
        f'</span></td><td class="bar"><span style="width:{100 * min(float(e.ratio), 1):.0f}%">'
        f'</span></td><td class="n">{decimal(e.ratio, 3)}</td></tr>'
        for r in forms
        for e in r.evidence
        if e.ratio is not None
    ]
    head = (
        '<table class="tight"><thead><tr><th scope="col">compared</th><th scope="col">left over '
        'right</th><th scope="col">largest</th></tr></thead><tbody>'
    )
    foot = (
        '</tbody></table><p class="small">1 is attained; above 1 the bound is broken. A constant '
        "smaller by this factor would have been refused.</p>"
    )
    return markup(head + "\n".join(rows) + foot) if rows else ""


def _seen(r: Result) -> list[Evidence]:
    """The evidence that compares something; argued steps are shown as steps."""
    return [e for e in r.evidence if e.kind != "argued"]


def _summary(forms: Sequence[Result], planted: int) -> str:
    pieces = sum(len(_seen(r)) for r in forms)
    faults = f", {planted} planted fault{'s' * (planted != 1)}" if planted else ""
    return (
        f"{pieces} piece{'s' * (pieces != 1)} of evidence, "
        f"{sum(r.instances for r in forms)} comparisons{faults}"
    )


def _outcome(result: AuditResult, r: Result, k: int) -> str:
    outcomes = [p for p in result.planted if p.key == r.claim.key]
    return (": refuted" if outcomes[k].refuted else ": NOT refuted") if outcomes else ""


def _evidence(e: Evidence) -> dict[str, Any]:
    return {
        "verdict": e.verdict.value,
        "counted": f"{e.instances} comparison{'s' * (e.instances != 1)}"
        + (f", {e.trivial} of them trivial" if e.trivial else "")
        + (", a step or a special case" if e.step else "")
        + (f", under {e.under}" if e.under else ""),
        "note": e.note,
        "slack": "" if e.slack is None else decimal(e.slack),
        "ratio": "" if e.ratio is None else decimal(e.ratio),
        "worst": _fields(e.worst if e.worst != e.witness else None),
        "witness": _fields(e.witness),
        "numbers": numbers(e.verdict),
    }


def numbers(verdict: Verdict) -> str:
    """The heading of a witness."""
    if verdict is Verdict.GAP:
        return "Where the argument breaks, in numbers"
    return "The counterexample, in numbers"


def _fields(witness: Witness | None) -> list[tuple[str, str]]:
    """Names and values as text."""
    return [(str(k), witness_text(v)) for k, v in (witness or {}).items()]


def look_of(r: Result) -> Look:
    """The look of a result's status."""
    return look(r.derived_status)
