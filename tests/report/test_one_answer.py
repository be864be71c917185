"""What is said of a statement is the same wherever it is said, whatever the audit checked."""

from __future__ import annotations

import re

import pytest

from proofs_check import statements
from proofs_check.audit.audit import AuditResult
from proofs_check.ledger.registry import (
    REGISTRY,
    Result,
    committed_statuses,
    main_theorem,
)
from proofs_check.report import terminal
from proofs_check.report.document import Source
from proofs_check.report.pages.audit import comparisons_made
from proofs_check.report.pages.letter import letter
from proofs_check.report.pages.statement import explained
from proofs_check.report.pages.tables import errata
from proofs_check.report.terminal import for_terminal


def without_runs(*labels: str) -> AuditResult:
    """Return an audit of these statements, or of all, with the committed verdicts."""
    statements.load()
    there = committed_statuses()
    chosen = [claim for (label, _), claim in REGISTRY.items() if not labels or label in labels]
    return AuditResult(
        tuple(
            Result(claim, claim.expected, (), derived_status=there.get(claim.key, ("", "true"))[1])
            for claim in chosen
        )
    )


def users(text: str) -> str:
    return text.split("What uses it?")[1].split("Evidence and code")[0].strip()


def test_what_uses_a_statement_does_not_depend_on_what_was_audited() -> None:
    whole = without_runs()
    differ = [
        label
        for label in dict.fromkeys(label for label, _ in REGISTRY)
        if users(for_terminal(explained(without_runs(label))))
        != users(for_terminal(explained(whole, label)))
    ]
    assert not differ


def test_every_statement_that_is_used_names_its_users() -> None:
    whole = without_runs()
    used = {label for claim in REGISTRY.values() for label in claim.uses}
    none = {
        label
        for label in dict.fromkeys(label for label, _ in REGISTRY)
        if "Nothing else" in users(for_terminal(explained(whole, label)))
    }
    assert used and not used & none
    assert none == {label for label, _ in REGISTRY} - used


def test_what_does_not_hold_is_apart_from_what_is_not_shown() -> None:
    """Theorem 4's printed proof uses nothing false (slips of wording apart), and one lemma that is
    true and not shown."""
    page = " ".join(for_terminal(explained(without_runs(), main_theorem())).split())
    uses = "Its printed proof uses statements that are "
    assert f"{uses}false" not in page
    assert "Lemma 6" in page.split(f"{uses}true or may be true")[1].split(".")[0]


def test_a_verdict_is_the_committed_one_only_where_one_is_committed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    said = for_terminal(comparisons_made(without_runs("lem:occ-1-norm")))
    assert "Every verdict is the committed one." in said
    there = {
        key: status for key, status in committed_statuses().items() if key[0] != "lem:occ-1-norm"
    }
    monkeypatch.setattr("proofs_check.report.pages.audit.committed_statuses", lambda: there)
    said = for_terminal(comparisons_made(without_runs("lem:occ-1-norm")))
    assert "no verdict is committed" in said and "is the committed one." not in said


COMMANDS = (  # that a terminal would show as words
    "bigcup|bigcap|cup|cap|setminus|mathrm|textsc|operatorname|underbrace|tfrac|frac|lfloor|rfloor|"
    "lceil|rceil|ldots|vert|Vert|emptyset|mapsto|overline|widehat|widetilde|substack|quad"
)
LATEX = re.compile(rf"\\[A-Za-z]|\$|[_^]{{|(?<![A-Za-z])(?:{COMMANDS})(?![A-Za-z])")


@pytest.mark.parametrize("ascii", [False, True])
def test_no_latex_on_a_terminal(ascii: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is explained of every statement, and the findings in full. A correction is LaTeX, for
    the authors: it is left out here."""
    monkeypatch.setattr(terminal, "_in_ascii", ascii)
    monkeypatch.setattr(
        terminal, "_block", lambda block, style, shown=terminal._block: (
            iter(()) if isinstance(block, Source) else shown(block, style))
    )  # fmt: skip
    whole = without_runs()
    labels = dict.fromkeys(label for label, _ in REGISTRY)
    pages = {label: terminal.terminal_text(explained(whole, label)) for label in labels}
    assert len(pages) > 100
    pages["findings"] = terminal.terminal_text(errata())
    pages["letter"] = terminal.terminal_text(letter(whole), terminal.MAIL)
    leaks = {
        (name, line.strip())
        for name, text in pages.items()
        for line in text.splitlines()
        if LATEX.search(line)
    }
    assert leaks == set()
    assert all(LATEX.search(leak) for leak in (r"\sqrt T", "X_{h+1}", "bigcup_(P)", "$T$"))
