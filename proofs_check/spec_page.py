"""The generated parts of spec.md: conformance rules, statements, status table.

`python -m proofs_check.spec_page` in a checkout runs the audit and rewrites them; tests compare
what is committed with what the registry and the audit say.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

from proofs_check.audit import AuditResult, audit, select
from proofs_check.ledger import REGISTRY, Claim, Result
from proofs_check.report_text import code_place
from proofs_check.rules import RULES
from proofs_check.tally import decimal
from reference.errors import OK, MalformedInput

SPEC = Path("spec.md")


def rules() -> str:
    """The table of conformance rules."""
    rows = [f"| `{r.id}` | {r.equation} | {_cell(r.sentence)} |" for r in RULES]
    return "\n".join(["| rule | enforces | sentence |", "|---|---|---|", *rows]) + "\n"


def statements() -> str:
    """Every claim in the order of the paper: statement, kind, uses, readings, repair, code."""
    return "\n".join(_statement(REGISTRY[key]) for key in select())


def _statement(one: Claim) -> str:
    lines = [f"### {one.number}, {one.form}: {one.title} (`{one.label}`)", ""]
    lines += [_escaped(one.statement), ""]
    facts = [
        ("Section", one.section),
        ("Kind", one.kind),
        ("Step of", f"`{one.part_of}`" if one.part_of else ""),
        ("Uses", ", ".join(f"`{u}`" for u in one.uses)),
        ("Readings", ", ".join(one.readings)),
        ("Repair", _escaped(one.repair)),
        ("Code", f"`{code_place(one).split(':')[0]}`, `{one.check.__name__}`"),
    ]
    lines += [f"- {name}: {text}" for name, text in facts if text]
    return "\n".join([*lines, ""])


def status_table(result: AuditResult) -> str:
    """Verdicts and derived statuses of an audit, a line per claim; no number depends on time."""
    head = ["| statement | label | form | verdict | status | largest ratio |", "|---" * 6 + "|"]
    return "\n".join([*head, *(_status(r) for r in result.results)]) + "\n"


def _status(r: Result) -> str:
    ratio = decimal(r.ratio, 4) if r.ratio is not None else ""
    cells = [
        f"{r.claim.number} {_cell(r.claim.title)}",
        f"`{r.claim.label}`",
        r.claim.form,
        r.verdict.value,
        r.derived_status,
        ratio,
    ]
    return "| " + " | ".join(cells) + " |"


def _cell(text: str) -> str:
    return _escaped(text).replace("|", "\\|")


def _escaped(text: str) -> str:
    """Plain text as Markdown: what would start emphasis or a tag is escaped."""
    return re.sub(r"([*_<\[\]])", r"\\\1", text)


def part(text: str, name: str) -> str:
    """The generated part `name` of spec.md's text."""
    return _find(text, name).group(2)


def replaced(text: str, name: str, content: str) -> str:
    """spec.md's text with another part `name`."""
    found = _find(text, name)
    return text[: found.start(2)] + content + text[found.end(2) :]


def _find(text: str, name: str) -> re.Match[str]:
    found = re.search(rf"(<!-- generated: {name} -->\n)(.*?)(<!-- end -->)", text, re.DOTALL)
    if found is None:
        raise MalformedInput(str(SPEC), None, "generated part", name, "must be in the page")
    return found


def main() -> int:
    """Rewrite the generated parts of spec.md in the working directory."""
    text = SPEC.read_text(encoding="utf-8")
    text = replaced(text, "rules", rules())
    text = replaced(text, "statements", statements())
    text = replaced(text, "status", status_table(audit()))
    SPEC.write_text(text, encoding="utf-8")
    return OK


if __name__ == "__main__":
    sys.exit(main())
