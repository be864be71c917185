"""The audit's pages: overview with the statement graph, a page per statement, letter, readings.

index.html  statements/LABEL.html  letter.html  findings.md  findings.txt  pictures.html
readings.html  style.css
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from proofs_check.audit.audit import AuditResult
from proofs_check.report import letter
from proofs_check.report.badges import LOOKS
from proofs_check.report.html.figures import informative, wins
from proofs_check.report.html.formula import linked
from proofs_check.report.html.graph import graph_svg
from proofs_check.report.html.render import markup, page, style_sheet
from proofs_check.report.html.statement_page import (
    Statement,
    frame,
    look_of,
    statement_page,
    statements,
)
from proofs_check.report.notation import unicode_text
from proofs_check.report.overview import MAIN, Overview, overview
from reference.readings import READINGS

TONES = {
    "breaks the proof": "false", "underspecified": "under", "false as claimed": "gap",
    "constant or accounting": "cond", "notation": "note",
}  # fmt: skip
SHORT = {"Alg. 1 l. ": "l. ", "Lemma ": "L ", "Prop. ": "P ", "Assumption": "Ass.",
         "Definition": "Def.", "Remark": "Rem.", "Theorem": "Thm"}  # fmt: skip
SOME = Overview("Some of the statements, checked", "", "", "", "", "", (), "", "", "")


def audit_pages(result: AuditResult, figures: Sequence[str] = ()) -> dict[str, str]:
    """Relative file name -> text. `figures`: of pictures.py."""
    known = statements(result)
    found: dict[str, str] = {
        "style.css": style_sheet(),
        "index.html": _index(result, known),
        "pictures.html": page(
            "pictures.html",
            **frame(result, "pictures.html"),
            figures=[markup(one) for one in figures],
        ),
        "letter.html": page(
            "letter.html",
            **frame(result, "letter.html"),
            blocks=letter.letter_parts(result),
            tones=TONES,
        ),
        "findings.md": letter.markdown(result),
        "findings.txt": letter.plain_letter(result),
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


def _index(result: AuditResult, known: Mapping[str, Statement]) -> str:
    four = overview(result)
    main = known.get(MAIN)
    forms = main.forms if main and four else ()
    surprises = len(result.unexpected)
    agreement = (
        f"{surprises} verdicts differ from the committed ones: see the statements."
        if surprises
        else "Every verdict is the committed one."
    )
    if result.planted:
        refuted = sum(one.refuted for one in result.planted)
        agreement += f" {refuted} of {len(result.planted)} planted faults were refuted."
    seen = [look_of(r) for one in known.values() for r in one.forms]
    return page(
        "index.html",
        **frame(result, "index.html"),
        overview=four or SOME,
        main=main
        and four
        and {
            "href": main.href,
            "printed": look_of(main.first),
            "repaired": look_of(main.last),
        },
        serious=[
            {
                "id": f.name,
                "grade": f.grade,
                "tone": TONES[f.grade],
                "line": f.title,
                "places_short": line.partition(": ")[0],
            }
            for f, line in (four.serious if four else ())
        ],
        informative=markup(informative(forms)) if four else "",
        wins=markup(wins()),
        graph=markup(graph_svg(known)) if four else "",
        total=len(known),
        sections=_sections(known.values()),
        edges=_distinct(look_of(one.first) for one in known.values()),
        fills=_distinct(look_of(one.last) for one in known.values()),
        meanings=[one for one in LOOKS.values() if one in seen],
        size=len(result.results),
        instances=sum(r.instances for r in result.results),
        agreement=agreement,
    )


def _distinct(looks: Any) -> list[Any]:
    found = set(looks)
    return [one for one in LOOKS.values() if one in found]


def _sections(known: Iterable[Statement]) -> list[tuple[str, list[dict[str, Any]]]]:
    """The rows of each section, in the order of the paper; I-A comes after I."""
    found: dict[str, list[dict[str, Any]]] = {}
    for one in known:
        found.setdefault(_section(one.first.claim.section), []).append(_row(one))
    first = list(dict.fromkeys(name.partition("-")[0] for name in found))
    return sorted(found.items(), key=lambda at: (first.index(at[0].partition("-")[0]), at[0]))


def _section(name: str) -> str:
    name = name.replace("Sec. ", "Section ").replace("App. ", "Appendix ")
    return name[:1].upper() + name[1:]


def _row(one: Statement) -> dict[str, Any]:
    claim = one.first.claim
    name = claim.number.rpartition(", ")[2]
    short = name
    for long, brief in SHORT.items():
        short = short.replace(long, brief)
    finding = one.finding
    return {
        "href": one.href,
        "number": claim.number,
        "short": markup(linked(name)) if short == name else short,  # L 4 is Lemma 4, no product
        "full": unicode_text(f"{claim.number}: {claim.title}"),
        "title": claim.title,
        "step": bool(claim.part_of),
        "first": look_of(one.first),
        "last": look_of(one.last),
        "finding": finding
        and {"id": finding.name, "grade": finding.grade, "tone": TONES[finding.grade]},
    }


# ----------------------------------------------------------------------------- readings


def _readings(result: AuditResult, known: Mapping[str, Statement]) -> str:
    rows = [
        {
            "id": r.id,
            "key": r.key,
            "where": r.where,
            "choices": r.choices,
            "statements": [
                (one.first.claim.number, one.href)
                for one in known.values()
                if any(r.id in form.claim.readings for form in one.forms)
            ],
        }
        for r in READINGS
    ]
    return page("readings.html", **frame(result, "readings.html"), readings=rows)
