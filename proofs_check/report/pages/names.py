"""Names of all statements and findings: what `proofs-check explain` and `--only` understand."""

from __future__ import annotations

from proofs_check.audit.audit import select
from proofs_check.ledger.findings import findings
from proofs_check.ledger.registry import REGISTRY, Claim
from proofs_check.report.document import Block, Blocks, Heading, Inlines, Listing, inlines, words
from proofs_check.report.terminal import spoken

FINDINGS = "Findings"


def names_by_section() -> Blocks:
    """Return the name and the title of every statement, by section of the paper, and of every
    finding."""
    sections: dict[str, list[Inlines]] = {}
    for section, name, _, title in _named():
        sections.setdefault(section, []).append(words(inlines(name), ": ", inlines(title)))
    blocks: list[Block] = []
    for section, lines in sections.items():
        blocks += [Heading(2, words(section)), Listing(tuple(lines))]
    return tuple(blocks)


def names_as_data() -> list[dict[str, str]]:
    """Return the same as rows, with the labels."""
    return [
        {"section": section, "name": spoken(name), "label": label, "title": spoken(title)}
        for section, name, label, title in _named()
    ]


def _named() -> list[tuple[str, str, str, str]]:
    """Return section, name, label and title of each, in the order of the paper."""
    first: dict[str, Claim] = {}  # the printed form comes before the repaired one
    for key in select():
        first.setdefault(key[0], REGISTRY[key])
    rows = [(c.section, c.number, c.label, c.title) for c in first.values()]
    return [*rows, *((FINDINGS, f.name, f.name, f.title) for f in findings())]
