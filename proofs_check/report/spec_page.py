"""Generated parts of spec.md and README.md.

`python -m proofs_check.report.spec_page` in a checkout runs the audit and rewrites them; tests
compare what is committed with the registry and the audit.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping
from pathlib import Path

from proofs_check.audit.audit import AuditResult, audit
from proofs_check.ledger.registry import REGISTRY, STATUSES
from proofs_check.ledger.statement_graph import statuses_json
from proofs_check.report.document import Grid, Link
from proofs_check.report.markdown import anchor, markdown, markdown_table
from proofs_check.report.pages import tables
from proofs_check.report.pages.overview import in_short
from proofs_check.report.pages.statement import code_place
from reference.support.console import ProgressLine
from reference.support.errors import OK, MalformedInput

SPEC, README = Path("spec.md"), Path("README.md")


def contents_part(text: str) -> str:
    """Return the table of contents of spec.md's text."""
    titles = re.findall(r"^## (.+)$", text, re.MULTILINE)
    lines = [f"- [{title}](#{anchor(title)})\n" for title in titles if title != "Contents"]
    return "".join(lines)


def equations_part() -> str:
    """Return the table of numbered equations."""
    return _shown(tables.equations())


def rules_part() -> str:
    """Return the table of conformance rules."""
    return _shown(tables.rule_table())


def errata_part() -> str:
    """Return the findings."""
    return markdown(tables.errata(), _in_project)


def status_table(result: AuditResult) -> str:
    """Return the table of statements: answers, verdicts, statuses."""
    return _shown(tables.statuses(result))


def overview_part(result: AuditResult) -> str:
    """Return the overview for README.md."""
    return markdown(in_short(result), _in_project, headings=False)


def summary_part(result: AuditResult) -> str:
    """Return the two answers, counted, for README.md."""
    return _shown(tables.summary(result))


def _shown(grid: Grid) -> str:
    return markdown_table(grid, _in_project) + "\n"


def _in_project(link: Link) -> str:
    """Return the address of a link on a page at the top of the project: for a statement its
    module, for a finding the findings."""
    match link.kind:
        case "statement":
            forms = [claim for key, claim in REGISTRY.items() if key[0] == link.target]
            return code_place(forms[0]) if forms else ""
        case "finding":
            return "spec.md#findings"
        case "source":
            return link.target
        case _:
            return ""


# ----------------------------------------------------------------------------- parts of a page


def part(text: str, name: str) -> str:
    """Return the generated part `name` of a page's text. Raises MalformedInput if there is none."""
    return _find(text, name).group(2)


def replaced(text: str, name: str, content: str) -> str:
    """Return a page's text with another part `name`. Raises MalformedInput if there is none."""
    region = _find(text, name)
    return text[: region.start(2)] + content + text[region.end(2) :]


def _find(text: str, name: str) -> re.Match[str]:
    region = re.search(rf"(<!-- generated: {name} -->\n)(.*?)(<!-- end -->)", text, re.DOTALL)
    if region is None:
        raise MalformedInput(str(SPEC), None, "generated part", name, "must be in the page")
    return region


def main() -> int:
    """Rewrite the generated parts of spec.md and README.md in the working directory."""
    line = ProgressLine()
    line.begin("audit: reading the statements")
    result = audit(on_progress=lambda p: line(f"{p.phase}: {p.what}", p.done, p.total))
    line("", last=True)
    of_spec = {
        "equations": equations_part(),
        "status": status_table(result),
        "rules": rules_part(),
        "errata": errata_part(),
        "contents": contents_part(SPEC.read_text(encoding="utf-8")),
    }
    of_readme = {"overview": overview_part(result), "summary": summary_part(result)}
    STATUSES.write_text(statuses_json(result.results), encoding="utf-8")
    _rewrite(SPEC, of_spec)
    _rewrite(README, of_readme)
    return OK


def _rewrite(page: Path, parts: Mapping[str, str]) -> None:
    text = page.read_text(encoding="utf-8")
    for name, content in parts.items():
        text = replaced(text, name, content)
    page.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
