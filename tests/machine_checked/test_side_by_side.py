"""The page that shows claims and theorems side by side is what the record and the modules say."""

from __future__ import annotations

import re
from pathlib import Path

from proofs_check import statements
from proofs_check.ledger.registry import REGISTRY
from proofs_check.machine_checked import record
from proofs_check.report import side_by_side
from reference.support.errors import OK
from tests.called import Command

PAGE = record.COQ / "SIDE_BY_SIDE.md"


def test_the_page_is_what_the_record_says(tmp_path: Path, proofs_check: Command) -> None:
    assert proofs_check("coq", "--side-by-side", tmp_path / "page.md").status == OK
    assert (tmp_path / "page.md").read_text(encoding="utf-8") == PAGE.read_text(encoding="utf-8")


def test_every_numbered_result_with_a_theorem_is_shown() -> None:
    statements.load()
    whole = {m.label for m in record.mapped() if not m.part}
    numbered = {
        c.label for c in REGISTRY.values() if c.number.startswith(side_by_side.NUMBERED)
    } & whole
    assert {item.label for item in side_by_side.numbered_results()} == numbered
    assert {"thm:main", "lem:key-lem"} <= numbered
    text = PAGE.read_text(encoding="utf-8")
    theorems = record.read_record().theorems
    for entry in side_by_side.numbered_results():
        claim, theorem = REGISTRY[entry.key], theorems[entry.theorem]
        assert claim.tex and f"$${claim.tex}$$" in text and theorem.statement in text, entry


def test_a_referee_reads_it_in_an_hour() -> None:
    """At 250 words a minute; what Coq prints counts as words, too."""
    assert len(re.findall(r"\S+", PAGE.read_text(encoding="utf-8"))) < 60 * 250


def test_hypotheses_are_told_apart() -> None:
    assert side_by_side.hypotheses(
        "forall (x : A -> B) (y : C),\n x = y -> P (a -> b) -> Q, R"
    ) == [
        "x = y",
        "P (a -> b)",
        "Q, R",
    ]
    assert side_by_side.hypotheses("forall n : nat, n = n") == ["n = n"]
    assert side_by_side.hypotheses("P") == ["P"]
