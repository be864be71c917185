"""The page of one statement: what the paper says, whether it is true, the counterexample, the
repair, why it holds, what uses it, how tight it is, the evidence and the code."""

from __future__ import annotations

import importlib
import inspect
import re
import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from proofs_check.audit.audit import AuditResult
from proofs_check.ledger.findings import Finding, by_hand
from proofs_check.ledger.registry import EVIDENCE_KINDS, WRONG, Claim, Evidence, Result, Verdict
from proofs_check.machine_checked.record import dictionary, machine_checked
from proofs_check.report.badges import Look, look
from proofs_check.report.html.render import page
from proofs_check.report.letter import diff
from proofs_check.report.overview import found_at
from proofs_check.report.terminal import code_place
from reference.support.versions import source

NAV = (
    ("Overview", "index.html"),
    ("Graph", "index.html#graph"),
    ("Statements", "index.html#statements"),
    ("Pictures", "pictures.html"),
    ("Letter", "letter.html"),
    ("Readings", "readings.html"),
)
KINDS = {kind: kind for kind in EVIDENCE_KINDS if kind != "argued"}  # argued: shown as steps
KINDS |= {"machine-checked": "by a theorem in Coq", "proved": "by proof"}
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
    def claim(self) -> Claim:
        """The claim of the printed form."""
        return self.first.claim

    @property
    def printed(self) -> Look:
        """The look of the status as printed."""
        return look(self.first.derived_status)

    @property
    def known(self) -> Look:
        """How the last form is known."""
        return look(self.last.derived_status)

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

    @property
    def readings(self) -> tuple[str, ...]:
        """The readings that its forms depend on."""
        return tuple(dict.fromkeys(id for r in self.forms for id in r.claim.readings))

    @property
    def evidence(self) -> list[tuple[Result, Evidence]]:
        """What compares something, with its form."""
        return [(r, e) for r in self.forms for e in r.evidence if e.kind in KINDS]


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

    def links(labels: Sequence[str]) -> list[tuple[str, str]]:
        """(text, href); no href for a statement that this audit does not have."""
        return [
            (known[u].claim.number, f"{known[u].slug}.html") if u in known else (u, "")
            for u in labels
        ]

    theorems = [machine_checked().get(r.claim.key, []) for r in one.forms]
    f = one.finding
    return page(
        "statement.html",
        **frame(result, "", "../"),
        one=one,
        uses=[known[u] for u in one.uses if u in known],
        missing=[u for u in one.uses if u not in known],
        links_to=links,
        users=[s.label for s in known.values() if one.label in s.uses],
        verdicts=VERDICTS,
        kinds=KINDS,
        holds=one.last.verdict not in WRONG,
        by_hand=f and by_hand(f, one.label),
        correction=f and diff(f, one.label),
        repair=_sentence(one.claim.repair),
        theorems=[one for of in theorems for one in sorted(of, key=lambda t: len(t[1].name))],
        dictionary=dictionary,
        vacuities=[(r.claim.form, v) for r in one.forms for v in r.vacuous_until],
        planted=[
            (p.change, r.claim.form, result.refuted(r.claim.key, k))
            for r in one.forms
            for k, p in enumerate(r.claim.planted)
        ],
        code=[(code_place(one.forms[0].claim), _source(one.forms[0].claim))],
        repeat=f"python -m proofs_check --only {shlex.quote(one.label)}{options(result)}",
        before=before,
        after=after,
    )


def _sentence(words: str) -> str:
    """Capitalised, unless it begins with a symbol, and with a full stop."""
    first = words[:1].upper() if re.match(r"[a-z]{2}(?!_)|a ", words) else words[:1]
    return first + words[1:] + "." if words else ""


def _source(one: Claim) -> str:
    """The module of a statement, as it stands."""
    return inspect.getsource(importlib.import_module(f"proofs_check.statements.{one.module}"))
