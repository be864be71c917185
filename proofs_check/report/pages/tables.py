"""Generated tables of spec.md and of the READMEs: equations, statuses, rules, findings, answers."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Sequence
from pathlib import Path

from proofs_check.arithmetic import ZERO
from proofs_check.audit.audit import AuditResult, select
from proofs_check.conformance.rules import RULES, guests_rules
from proofs_check.ledger.answers import BEFORE
from proofs_check.ledger.findings import Finding, by_gravity, findings
from proofs_check.ledger.inventory import committed_items
from proofs_check.ledger.registry import REGISTRY, STATEMENTS, WRONG, Claim
from proofs_check.report.badges import grade_badge
from proofs_check.report.document import (
    Blocks,
    Cell,
    Code,
    Grid,
    GridRow,
    Heading,
    Inlines,
    Link,
    Paragraph,
    Strong,
    inlines,
    joined,
    sentence,
    words,
)
from proofs_check.report.pages.audit import answers_table
from proofs_check.report.pages.findings import consequence
from proofs_check.report.pages.statement import code_place
from proofs_check.report.pages.statements import Audited, link_to, statements
from proofs_check.statements.common.diameters import decimal, diameters

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
            words(_module(of_item[item.id], inlines(of_item[item.id].title))),
            joined(computed.get(item.number, []), ", "),
        )
        for item in committed_items()
        if item.id in of_item and re.fullmatch(r"\(\d+\)|LP1", item.number)
    ]
    return _table(("equation", "statement", "computed in"), rows)


def _module(claim: Claim, says: Inlines) -> Link:
    """Return a link to the module of a claim."""
    return Link(says, "source", code_place(claim))


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
    """Return answers, verdicts and derived statuses of an audit, a line per statement; no entry
    depends on time."""
    head = ("statement", "label", "true?", "shown?", "printed", "repaired")
    return _table(head, [_status(statement) for statement in statements(result).values()])


def _status(statement: Audited) -> tuple[Inlines, ...]:
    claim = statement.claim
    said = {r.claim.form: f"{r.verdict.value}, {r.derived_status}" for r in statement.forms}
    return (
        words(_module(claim, inlines(claim.number)), " ", inlines(claim.title)),
        words(Code(claim.label)),
        words(statement.answers.is_true),
        words(statement.answers.printed_argument),
        words(said.get("printed", "")),
        words(said.get("repaired", "")),
    )


def findings_table() -> Grid:
    """Return the findings, gravest first: name, grade, title, places."""
    rows = [
        (words(Link(words(f.name), "finding", f.name)), words(grade_badge(f)), inlines(f.title),
         _places(f))
        for f in by_gravity(findings())
    ]  # fmt: skip
    return _table(("finding", "grade", "what does not hold", "where"), rows)


def errata() -> Blocks:
    """Return the findings, gravest first: grades, places with links, cause, a line by hand,
    consequence."""
    return tuple(block for f in by_gravity(findings()) for block in _finding(f))


def _finding(f: Finding) -> Blocks:
    return (
        Heading(2, words(f.name)),
        Paragraph(words(Strong(sentence(f.title)), " ", grade_badge(f), "; at ", _places(f))),
        Paragraph(words(sentence(f.cause))),
        Paragraph(words("By hand: ", sentence(f.by_hand))),
        Paragraph(words("Consequence: ", consequence(f))),
    )


def answers_before(result: AuditResult) -> Grid:
    """Return the statements that the edition before called false, or left to a choice: its answer,
    the answer now, and the correction where only the wording is wrong."""
    known, numbered = statements(result), {f.number: f for f in findings()}
    rows = []
    for module, old in json.loads(BEFORE.read_text(encoding="utf-8")):
        s = known[STATEMENTS[module].label]
        f = numbered.get(s.answers.correction or 0)
        name = words(Link(words(f.name), "finding", f.name)) if f else words("")
        rows.append((words(link_to(s.label)), words(old), words(s.answers.is_true), name))
    return _table(("statement", "before", "now", "its correction"), rows)


def diameters_table() -> Grid:
    """Return the diameters of the MDPs that restart, environment by environment, beside the
    threshold LX/Gamma of UCRL2B's bound."""
    rows = []
    for of in diameters():
        name, finite = words(Code(of.environment), f": {of.law}"), of.finite
        seeds = f"0 to {len(of.D) - 1}" if of.random else "none"
        least, mean, most = (
            (decimal(finite[0]), decimal(sum(finite, ZERO) / len(finite)), decimal(finite[-1]))
            if len(finite) == len(of.D) else ("infinite",) * 3
        )  # fmt: skip
        sizes = inlines(f"${of.L}$, ${of.X}$, ${of.A}$, ${of.Gamma}$")
        given = [words(cell) for cell in (seeds, least, mean, most, decimal(of.threshold))]
        rows.append((name, sizes, *given, words(f"{of.smaller} of {len(of.D)}")))
    head = ("environment", "L, X, A, Γ", "seeds", "least D", "mean", "largest", "LX/Γ", "below it")
    return _table(head, rows)


def _places(f: Finding) -> Inlines:
    """Return links to the statements that are wrong by this finding."""
    forms = (REGISTRY.get((label, "printed")) for label in f.places)
    return joined([(link_to(c.label),) for c in forms if c and c.expected in WRONG], ", ")


def summary(result: AuditResult) -> Grid:
    """Return the two answers, counted."""
    return answers_table(list(statements(result).values()))
