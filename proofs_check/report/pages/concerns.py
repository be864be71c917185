"""What concerns what: the findings and the readings of a statement, and the other way round; and
whether a formula stands in the sentence below it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from proofs_check.ledger.findings import Finding, findings
from proofs_check.ledger.registry import REGISTRY
from proofs_check.report.document import (
    Blocks,
    Code,
    Formula,
    Inlines,
    Link,
    Paragraph,
    inlines,
    joined,
    words,
)


def readings_of(f: Finding) -> list[str]:
    """Return the readings on which a statement at its places depends, by their numbers."""
    of_it = {id for claim in REGISTRY.values() if claim.label in f.places for id in claim.readings}
    return sorted(of_it, key=lambda id: int(id.removeprefix("R-")))


def findings_on(reading: str) -> list[Finding]:
    """Return the findings that show at a statement which depends on a reading."""
    return [f for f in findings() if reading in readings_of(f)]


def names_to_explain(
    found: Sequence[str], readings: Sequence[str]
) -> Iterator[tuple[str, Inlines]]:
    """Yield the findings and the readings to explain next, as links, each kind with its word, and
    the command."""
    kinds = (
        ("findings", [Link(words(name), "finding", name) for name in found]),
        ("readings", [Link(words(name), "reading", name) for name in readings]),
    )
    yield from ((word, joined([(link,) for link in links])) for word, links in kinds if links)
    if first := [*found, *readings][:1]:
        yield "to explain one", words(Code(f"proofs-check explain {first[0]}"))


# ----------------------------------------------------------------------------- said twice


def stated(tex: str, sentence: str, style: str) -> Blocks:
    """Return a formula, displayed, and the sentence that says it. The formula stands in the
    sentence, in place of its own, if the sentence has it; else above."""
    return tuple(
        Formula(tex) if piece is None else Paragraph(inlines(piece), style=style)
        for piece in pieces(tex, sentence)
    )


def pieces(tex: str, sentence: str) -> list[str | None]:
    """Return a sentence in pieces, None where its formula is displayed."""
    sentence = " ".join(sentence.split())
    for own in re.finditer(r"\$([^$]+)\$", sentence):
        if tex and _bare(own[1]) == _bare(tex):
            before, after = sentence[: own.start()].strip(), sentence[own.end() :].lstrip(".,;: ")
            return [*([before] if before else ()), None, *([after] if after else ())]
    return [None, sentence]


def _bare(tex: str) -> str:
    """Return a formula without what only sets it, its Lambda written out."""
    tex = tex.replace(r"\Lambda", r"\log(TXA/\delta)")
    tex = re.sub(r"\\[td]frac", r"\\frac", tex)
    tex = re.sub(r"\\(?:(?:left|right|quad)(?![a-z])|[,;!])", "", tex)
    return re.sub(r"[\s{}$]", "", tex)
