"""Catalogue of statements: every claim in our words, printed and repaired forms apart, in the order
of the paper; a step of a proof follows the statement that it belongs to."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from proofs_check.audit.audit import AuditResult
from proofs_check.ledger.registry import Claim, Result
from proofs_check.report.document import (
    Block,
    Blocks,
    Code,
    Formula,
    Heading,
    Inlines,
    Link,
    Paragraph,
    Terms,
    inlines,
    joined,
    words,
)
from proofs_check.report.pages.statement import code_place
from proofs_check.report.pages.statements import link_to, links_to

SECTIONS = {
    "abstract": "Abstract",
    "Sec. I": "Sec. I, Introduction",
    "Sec. I-A": "Sec. I-A, Related works",
    "Sec. I-B": "Sec. I-B, Contributions",
    "Sec. II": "Sec. II, Problem formulation",
    "Sec. III": "Sec. III, Occupancy measures",
    "Sec. IV": "Sec. IV, Algorithm 1 line by line",
    "Sec. IV-A": "Sec. IV-A, Number of updates and confidence sets",
    "Sec. IV-B": "Sec. IV-B, The linear program",
    "Sec. V": "Sec. V, Main results",
    "Sec. VI": "Sec. VI, Simulation",
    "Sec. VII": "Sec. VII, Conclusion",
    "App. I": "App. I, Proof of Lemmas 4 and 5",
    "App. II": "App. II, Proof of Lemma 6",
}


def catalogue(result: AuditResult) -> Blocks:
    """Return every claim of an audit: statement, kind, steps, readings, repair, code."""
    blocks: list[Block] = [Heading(1, words("Catalogue of statements"))]
    for section, results in groupby(result.results, key=lambda r: r.claim.section):
        blocks.append(Heading(2, words(SECTIONS.get(section, section))))
        for r in results:
            blocks += _entry(r)
    return tuple(blocks)


def _entry(r: Result) -> Iterator[Block]:
    claim = r.claim
    title = words(link_to(claim.label), f", {claim.form}: ", inlines(claim.title))
    yield Heading(3, words(title, " (", Code(claim.label), ")"))
    yield Formula(claim.tex)
    for paragraph in claim.statement.split("\n\n"):
        yield Paragraph(inlines(" ".join(paragraph.split())))
    yield Terms(tuple((words(name), said) for name, said in _facts(claim) if said))


def _facts(claim: Claim) -> Iterator[tuple[str, Inlines]]:
    yield "kind", words(claim.kind)
    yield "step of", words(link_to(claim.part_of)) if claim.part_of else ()
    for s in claim.steps:
        using = words(" (uses ", links_to(s.uses), ")") if s.uses else ()
        yield f"step, {s.kind}", words(inlines(s.says), using)
    yield "readings", joined([(Link(words(id), "reading", id),) for id in claim.readings], ", ")
    yield "repair", inlines(claim.repair)
    yield "code", words(Code(code_place(claim)))
