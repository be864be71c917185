"""Generated parts of spec.md and of the READMEs.

`python -m proofs_check.report.spec_page` in a checkout runs the audit and rewrites them; tests
compare what is committed with the registry and the audit.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from posixpath import relpath

from proofs_check.audit.audit import AuditResult, audit
from proofs_check.ledger.registry import REGISTRY, STATUSES
from proofs_check.ledger.statement_graph import statuses_json
from proofs_check.report.document import Grid, Link
from proofs_check.report.markdown import anchor, markdown, markdown_table
from proofs_check.report.pages import tables
from proofs_check.report.pages.overview import in_brief, in_short
from proofs_check.report.pages.statement import code_place
from reference.support.console import ProgressLine
from reference.support.errors import OK, MalformedInput

SPEC, README = Path("spec.md"), Path("README.md")
AUDIT = Path("proofs_check/README.md")
RULES_PAGE = Path("proofs_check/conformance/README.md")
FINDINGS_PAGE = Path("proofs_check/statements/README.md")


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


def findings_part() -> str:
    """Return the table of findings."""
    return _shown(tables.findings_table())


def errata_part() -> str:
    """Return the findings in words."""
    return markdown(tables.errata(), _from(FINDINGS_PAGE)) + "\n"


def diameters_part() -> str:
    """Return the table of diameters of the MDPs that restart."""
    return _shown(tables.diameters_table())


def status_table(result: AuditResult) -> str:
    """Return the table of statements: answers, verdicts, statuses."""
    return _shown(tables.statuses(result))


def verdict_part(result: AuditResult) -> str:
    """Return the verdict on the main theorem for README.md."""
    return markdown(in_brief(result), _from(README), headings=False)


def overview_part(result: AuditResult) -> str:
    """Return the overview for the page of the audit."""
    return markdown(in_short(result), _from(AUDIT), headings=False)


def summary_part(result: AuditResult) -> str:
    """Return the two answers, counted, for the page of the audit."""
    return _shown(tables.summary(result))


def before_part(result: AuditResult) -> str:
    """Return the answers before and now, for the page of the audit."""
    return markdown_table(tables.answers_before(result), _from(AUDIT)) + "\n"


def _shown(grid: Grid) -> str:
    return markdown_table(grid, _from(SPEC)) + "\n"


def _from(page: Path) -> Callable[[Link], str]:
    """Return the addresses of links on a page of the project: of a statement its module, of a
    finding its words."""

    def where(link: Link) -> str:
        match link.kind:
            case "statement":
                forms = [claim for key, claim in REGISTRY.items() if key[0] == link.target]
                target = code_place(forms[0]) if forms else ""
            case "finding":
                target = f"{FINDINGS_PAGE.as_posix()}#{anchor(link.target)}"
            case "source":
                target = link.target
            case _:
                target = ""
        return relpath(target, page.parent.as_posix()) if target else ""

    return where


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
        raise MalformedInput("page", None, "generated part", name, "must be in the page")
    return region


def main() -> int:
    """Rewrite the generated parts of all pages in the working directory."""
    line = ProgressLine()
    line.begin("audit: reading the statements")
    result = audit(on_progress=lambda p: line(f"{p.phase}: {p.what}", p.done, p.total))
    line("", last=True)
    STATUSES.write_text(statuses_json(result.results), encoding="utf-8")
    rewrite(parts_of_pages(result))
    return OK


def parts_of_pages(result: AuditResult) -> dict[Path, dict[str, str]]:
    """Return page -> name -> content of all generated parts."""
    return {
        SPEC: {
            "equations": equations_part(),
            "status": status_table(result),
            "findings": findings_part(),
            "contents": contents_part(SPEC.read_text(encoding="utf-8")),
        },
        README: {"verdict": verdict_part(result)},
        AUDIT: {
            "overview": overview_part(result),
            "summary": summary_part(result),
            "before": before_part(result),
        },
        RULES_PAGE: {"rules": rules_part()},
        FINDINGS_PAGE: {"errata": errata_part(), "diameters": diameters_part()},
    }


def rewrite(parts: Mapping[Path, Mapping[str, str]]) -> None:
    """Put these parts into their pages."""
    for page, contents in parts.items():
        text = page.read_text(encoding="utf-8")
        for name, content in contents.items():
            text = replaced(text, name, content)
        page.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
