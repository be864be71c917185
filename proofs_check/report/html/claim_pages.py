"""The audit's pages: overview with the statement graph, a page per statement, errata, readings.

index.html  statements/LABEL.html  errata.html  errata.md  readings.html
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from proofs_check.audit.audit import AuditResult
from proofs_check.ledger.evidence import decimal
from proofs_check.report.badges import LOOKS, look
from proofs_check.report.errata import errata, markdown
from proofs_check.report.html.graph import Node, graph_svg
from proofs_check.report.html.render import markup, page
from proofs_check.report.html.statement_page import (
    Statement,
    frame,
    look_of,
    statement_page,
    statements,
)
from proofs_check.report.plain_text import ascii_text
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
    """Claims by status, as printed and as repaired: the words and the counting of README.md."""
    return [
        (title, _of_form(result, form))
        for form, title in (("printed", "Claims as printed"), ("repaired", "Claims as repaired"))
    ]


def _of_form(result: AuditResult, form: str) -> list[dict[str, Any]]:
    found = Counter(look(r.derived_status).word for r in result.results if r.claim.form == form)
    return [
        {"n": found[one.word], "word": one.word, "colour": one.colour, "meaning": one.meaning}
        for one in LOOKS.values()
        if found[one.word] or one.word in ALWAYS
    ]


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
        size=len(result.results),
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
    for one in errata(result):
        f = one.finding
        rows.append(
            {
                "name": f.name,
                "grade": f.grade,
                **{
                    key: ascii_text(getattr(f, key))
                    for key in ("title", "cause", "by_hand", "then")
                },
                "witness": list(f.witness.items()),
                "places": [
                    (r.claim.number, r.claim.form, known[r.claim.label].href, look_of(r))
                    for r in (*one.printed, *one.repaired)
                ],
                "corrections": list(f.corrections.values()),
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
