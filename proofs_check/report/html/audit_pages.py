"""The audit's pages: overview with the statement graph, a page per statement, letter, readings.

index.html  statements/LABEL.html  letter.html  findings.md  findings.txt  pictures.html
readings.html  style.css
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence

from proofs_check.audit.audit import AuditResult
from proofs_check.report import letter
from proofs_check.report.badges import LOOKS, Look
from proofs_check.report.figure_1 import figure_1
from proofs_check.report.html.graph import drawings
from proofs_check.report.html.render import markup, page, style_sheet
from proofs_check.report.html.statement_page import Statement, frame, statement_page, statements
from proofs_check.report.overview import MAIN, overview, shown_in, thresholds
from reference.readings import READINGS

SHORT = {"Alg. 1 l. ": "l. ", "Lemma ": "L ", "Prop. ": "P ", "Assumption": "Ass.",
         "Definition": "Def.", "Remark": "Rem.", "Theorem": "Thm"}  # fmt: skip


def audit_pages(result: AuditResult, figures: Sequence[str] = ()) -> dict[str, str]:
    """Relative file name -> text. `figures`: of pictures.py."""
    known = statements(result)
    order = [None, *known.values(), None]
    found = {
        "style.css": style_sheet(),
        "index.html": _index(result, known),
        "findings.md": letter.markdown(result),
        "findings.txt": letter.plain_letter(result),
    }
    for name, content in (
        ("pictures.html", {"figures": list(map(markup, figures))}),
        ("letter.html", {"blocks": letter.letter_parts(result)}),
        ("readings.html", {"readings": READINGS, "statements": list(known.values())}),
    ):
        found[name] = page(name, **frame(result, name), **content)
    for before, one, after in zip(order, known.values(), order[2:], strict=False):
        found[one.href] = statement_page(one, known, result, before, after)
    return found


def _index(result: AuditResult, known: Mapping[str, Statement]) -> str:
    four = overview(result)
    forms = known[MAIN].forms if four else ()
    seen = {look for one in known.values() for look in (one.printed, one.known)}
    return page(
        "index.html",
        **frame(result, "index.html"),
        four=four,
        main=known.get(MAIN),
        wins=figure_1().wins,
        thresholds=sorted((T, form) for form, T in thresholds(forms).items()),
        at=_at,
        drawings=drawings(known),
        result=result,
        in_letter=shown_in(result),
        known=known,
        sections=_sections(known.values()),
        short_name=short_name,
        edges=_in_order(one.printed for one in known.values()),
        fills=_in_order(one.known for one in known.values()),
        meanings=_in_order(seen),
    )


def _at(T: int) -> float:
    """The abscissa of T in the chart of thresholds: 10^3 to 10^8, logarithmic."""
    return 16 + (math.log10(T) - 3) / 5 * 352


def _in_order(looks: Iterable[Look]) -> list[Look]:
    found = set(looks)
    return [one for one in LOOKS.values() if one in found]


def _sections(known: Iterable[Statement]) -> list[tuple[str, list[Statement]]]:
    """The statements of each section, in the order of the paper; I-A comes after I."""
    found: dict[str, list[Statement]] = {}
    for one in known:
        name = one.claim.section.replace("Sec. ", "Section ").replace("App. ", "Appendix ")
        found.setdefault(name[:1].upper() + name[1:], []).append(one)
    first = list(dict.fromkeys(name.partition("-")[0] for name in found))
    return sorted(found.items(), key=lambda at: (first.index(at[0].partition("-")[0]), at[0]))


def short_name(one: Statement) -> tuple[str, str]:
    """Its number without the section, in full and abbreviated: Lemma 4, L 4."""
    name = one.claim.number.rpartition(", ")[2]
    short = name
    for long, brief in SHORT.items():
        short = short.replace(long, brief)
    return name, short
