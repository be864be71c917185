"""Generated tables of spec.md and README.md: equations, statuses, rules, findings, answers."""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence
from pathlib import Path

from proofs_check.audit.audit import AuditResult, select
from proofs_check.conformance.rules import RULES, guests_rules
from proofs_check.ledger.evidence import decimal
from proofs_check.ledger.findings import Finding, by_gravity, findings
from proofs_check.ledger.inventory import committed_items
from proofs_check.ledger.registry import REGISTRY, WRONG, Claim, Result
from proofs_check.report.badges import grade_badge
from proofs_check.report.document import (
    Blocks,
    Cell,
    Code,
    Grid,
    GridRow,
    Inlines,
    Link,
    Listing,
    Strong,
    inlines,
    joined,
    sentence,
    words,
)
from proofs_check.report.pages.audit import answers_table
from proofs_check.report.pages.statement import code_place
from proofs_check.report.pages.statements import Audited, link_to, statements

REFERENCE = Path(__file__).parents[3] / "reference"
EQUATIONS_IN = ("occupancy.py", "regret.py", "confidence.py", "backward_induction.py", "lp1.py")


def _table(head: tuple[str, ...], rows: Sequence[tuple[Inlines, ...]]) -> Grid:
    """Return a table of plain cells."""
    return Grid(tuple(map(words, head)), tuple(GridRow(tuple(map(Cell, row))) for row in rows))


def equations() -> Grid:
    """Return every numbered equation: the claim about it, and what computes it in `reference/`."""
    computed = _computed()
    of_item: dict[str, Claim] = {}
    for key in select():
        for id in REGISTRY[key].covers:
            of_item.setdefault(id, REGISTRY[key])
    rows = [
        (
            words(item.number),
            inlines(of_item[item.id].title),
            words(_module(of_item[item.id])),
            joined(computed.get(item.number, []), ", "),
        )
        for item in committed_items()
        if item.id in of_item and re.fullmatch(r"\(\d+\)|LP1", item.number)
    ]
    return _table(("equation", "statement", "checked in", "computed in"), rows)


def _module(claim: Claim) -> Link:
    """Return the module of a claim."""
    path = code_place(claim)
    return Link(words(Code(Path(path).name)), "source", path)


def _computed() -> dict[str, list[Inlines]]:
    """Number -> links to the functions whose docstring's first line names this equation."""
    links: dict[str, list[Inlines]] = {}
    for name in EQUATIONS_IN:
        for node in ast.parse((REFERENCE / name).read_text(encoding="utf-8")).body:
            if isinstance(node, ast.FunctionDef) and not node.name.startswith("_"):
                first = (ast.get_docstring(node) or "").partition("\n")[0]
                link = Link(words(Code(node.name)), "source", f"reference/{name}")
                for number in re.findall(r"[Ee]q\. (\(\d+\))|^(LP1):", first):
                    links.setdefault("".join(number), []).append((link,))
    return links


def rule_table() -> Grid:
    """Return the conformance rules."""
    rows = [
        (words(Code(r.id)), words(r.equation), words(r.sentence))
        for r in (*RULES, *guests_rules("rules of the family").values())
    ]
    return _table(("rule", "enforces", "sentence"), rows)


def statuses(result: AuditResult) -> Grid:
    """Return verdicts, answers and derived statuses of an audit, a line per claim; no number
    depends on time."""
    head = ("statement", "label", "form", "true?", "shown?", "verdict", "status", "ratio", "code")
    known = statements(result)
    return _table(head, [_status(r, known[r.claim.label]) for r in result.results])


def _status(r: Result, statement: Audited) -> tuple[Inlines, ...]:
    claim, first = r.claim, r.claim == statement.claim  # the answers are about the printed form
    return (
        words(inlines(claim.number), " ", inlines(claim.title)),
        words(Code(claim.label)),
        words(claim.form),
        words(statement.answers.is_true if first else ""),
        words(statement.answers.printed_argument if first else ""),
        words(r.verdict.value),
        words(r.derived_status),
        words("" if r.ratio is None else decimal(r.ratio, 4)),
        words(_module(claim)),
    )


def errata() -> Blocks:
    """Return the findings, gravest first: grades, places with links, cause, a line by hand,
    consequence."""
    return (Listing(tuple(_finding(f) for f in by_gravity(findings()))),)


def _finding(f: Finding) -> Inlines:
    forms = (REGISTRY.get((label, "printed")) for label in f.places)
    places = joined([(link_to(c.label),) for c in forms if c and c.expected in WRONG], ", ")
    return words(
        Strong(words(f.name)), ", ", grade_badge(f), ", at ", places, ": ", inlines(f.title), ". ",
        sentence(f.cause), " By hand: ", sentence(f.by_hand), " Consequence: ",
        sentence(f.consequence),
    )  # fmt: skip


def summary(result: AuditResult) -> Grid:
    """Return the two answers, counted: README's table."""
    return answers_table(list(statements(result).values()))
