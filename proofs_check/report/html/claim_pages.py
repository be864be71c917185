"""The audit's pages: overview with the statement graph, a page per statement, errata, readings.

index.html  statements/LABEL.html  errata.html  errata.md  readings.html
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from proofs_check.audit.audit import AuditResult
from proofs_check.ledger.evidence import decimal
from proofs_check.ledger.registry import Verdict
from proofs_check.report.badges import LOOKS, look, sound
from proofs_check.report.errata import errata, markdown
from proofs_check.report.html.graph import Node, graph_svg
from proofs_check.report.html.render import markup, page
from proofs_check.report.html.statement_page import (
    Statement,
    fields,
    frame,
    look_of,
    math,
    numbers,
    statement_page,
    statements,
)
from proofs_check.sampled_runs.specs import specs
from reference.readings import READINGS

ALWAYS = ("proved", "exact on runs")  # counted even where there is none


def audit_pages(result: AuditResult, figures: Sequence[str] = ()) -> dict[str, str]:
    """Relative file name -> text. `figures`: of pictures.py."""
    known = statements(result)
    found: dict[str, str] = {
        "index.html": _index(result, known),
        "pictures.html": page(
            "pictures.html",
            **frame(result, "pictures.html"),
            figures=[markup(one) for one in figures],
        ),
        "errata.html": _errata(result, known),
        "errata.md": markdown(result),
        "readings.html": _readings(result, known),
    }
    order = list(known.values())
    for k, one in enumerate(order):
        found[one.href] = statement_page(
            one,
            known,
            result,
            order[k - 1] if k else None,
            order[k + 1] if k + 1 < len(order) else None,
        )
    return found


# ----------------------------------------------------------------------------- overview


def status_counts(result: AuditResult) -> list[tuple[str, list[dict[str, Any]]]]:
    """What the overview counts: every statement once, and then what became of printed forms."""
    known = list(statements(result).values())
    printed = [r for r in (one.form("printed") for one in known) if r]
    longest = max(spec.T for spec in specs(result.full))
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
    last = Counter(look(one.last.derived_status).word for one in known)
    once = [
        _count(last[shown.word], shown.word, shown.colour, shown.meaning)
        for shown in LOOKS.values()
    ]
    of_printed = [
        _count(
            sum(r.verdict is Verdict.FAILS for r in printed),
            "false as printed",
            "bad",
            "a counterexample is on the statement's page",
        ),
        _count(
            sum(r.verdict is Verdict.GAP for r in printed),
            "gap as printed",
            "rep",
            "does not follow by the printed argument",
        ),
        _count(
            len(repaired), "repaired", "ok", "false or a gap as printed; the repaired form stands"
        ),
        _count(
            len(mute),
            "vacuous on these runs",
            "dim",
            f"bounds that say something only beyond T = {longest}, the longest run",
        ),
    ]
    return [
        (
            "Every statement once, in its last form",
            [row for row in once if row["n"] or row["word"] in ALWAYS],
        ),
        ("What became of the printed forms", of_printed),
    ]


def _count(n: int, word: str, colour: str, meaning: str) -> dict[str, Any]:
    return {"n": n, "word": word, "colour": colour, "meaning": meaning}


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
            **{f: look_of(one.form(f)) for f in ("printed", "repaired")},
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
    if result.planted:
        refuted = sum(one.refuted for one in result.planted)
        agreement += f" {refuted} of {len(result.planted)} planted faults were refuted."
    return page(
        "index.html",
        **frame(result, "index.html"),
        size=len(known),
        instances=sum(r.instances for r in result.results),
        agreement=agreement,
        counts=status_counts(result),
        graph=markup(graph_svg(nodes, "Statements of the paper and what they use")),
        looks=list(LOOKS.values()),
        rows=rows,
    )


# ------------------------------------------------------------------------ errata, readings


def _errata(result: AuditResult, known: Mapping[str, Statement]) -> str:
    rows = []
    for f in errata(result):
        one = f.printed.claim
        rows.append(
            {
                "n": f.number,
                "href": known[one.label].href,
                "number": one.number,
                "title": one.title,
                "word": f.word,
                "section": one.section,
                "mathml": math(one.tex),
                "statement": [" ".join(p.split()) for p in one.statement.split("\n\n")],
                "numbers": numbers(f.printed.verdict),
                "witness": fields(f.printed.witness),
                "repair": one.repair,
                "repaired": look_of(f.repaired),
                "repaired_mathml": math(f.repaired.claim.tex) if f.repaired else "",
            }
        )
    return page("errata.html", **frame(result, "errata.html"), found=rows)


def _readings(result: AuditResult, known: Mapping[str, Statement]) -> str:
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
    return page("readings.html", **frame(result, "readings.html"), readings=rows)
