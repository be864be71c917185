"""What concerns what: the findings and the readings of a statement, and the other way round."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from proofs_check.ledger.findings import Finding, findings
from proofs_check.ledger.registry import REGISTRY
from proofs_check.report.document import Code, Inlines, Link, joined, words


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
