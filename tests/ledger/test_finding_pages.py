"""The page of a finding: what it may say, and the names that stand for numbers."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from proofs_check import statements
from proofs_check.arithmetic import Enclosure, Q, ln, sqrt
from proofs_check.ledger.finding_pages import (
    FINDINGS,
    NUMBER,
    PageOfFinding,
    decimals,
    read_page,
    read_pages,
)
from proofs_check.ledger.registry import STATEMENTS
from proofs_check.ledger.statement import Statement
from proofs_check.statements.common import drawn, works
from reference.support.errors import MalformedInput, PreconditionError

statements.load()
THINGS: dict[str, Any] = {**vars(works), **vars(drawn)}
PAGES = tuple(read_pages(THINGS))
TEXT = (FINDINGS / "E-02.toml").read_text("utf-8")


def changed(tmp_path: Path, old: str, new: str, name: str = "E-02.toml") -> PageOfFinding:
    assert old in TEXT
    file = tmp_path / name
    file.write_text(TEXT.replace(old, new, 1), encoding="utf-8")
    return read_page(file, THINGS)


def test_every_file_of_the_folder_is_a_page() -> None:
    assert [p.file.name for p in PAGES] == sorted(f.name for f in FINDINGS.iterdir())
    assert [p.number for p in PAGES] == [*range(1, len(PAGES) + 1)]
    assert all(any(p.number == f.number for f in STATEMENTS[p.statement].findings) for p in PAGES)


def test_every_number_comes_from_the_module_of_its_statement() -> None:
    computed = {(m, n): set(f()) for m, s in STATEMENTS.items() for n, f in s.numbers_of.items()}
    assert computed == {(p.statement, p.number): p.names() for p in PAGES if p.names()}
    assert len(computed) == 11


def test_a_decimal_number_is_never_typed() -> None:
    """In a witness and by hand; 1.0 of a constant in the paper's own words is no result."""
    for p in PAGES:
        typed = NUMBER.sub("", " ".join((*p.witness.values(), p.texts["by_hand"])))
        assert not re.findall(r"[0-9]+\.[0-9]{2,}", typed), p.file.name


@pytest.mark.parametrize(
    ("old", "new", "field", "rule"),
    [
        ("gravity = 'minor'", "gravity = 'grave'", "affects, gravity", "must be one of"),
        ("title = ", "caption = ", "title", "must be a text"),
        ("consequence = ", "consequenses = 'x'\nconsequence = ", "consequenses", "must be one of"),
        ("@@ abstract_effort @@", "@@ abstract effort @@", "corrections", "must be @@ MODULE @@"),
        ("\n- improves", "\n* improves", "corrections", "must begin with @@, - or +"),
        ("as in sec_4a_updates @@", "@@", "corrections", "must have lines with -"),
        ("title = '", "title = ''", "page", "must be TOML"),
    ],
)
def test_another_page_is_refused(tmp_path: Path, old: str, new: str, field: str, rule: str) -> None:
    with pytest.raises(MalformedInput, match=re.escape(rule)) as e:
        changed(tmp_path, old, new)
    assert e.value.field == field and e.value.file.endswith("E-02.toml")


def test_the_line_of_a_fault_is_named(tmp_path: Path) -> None:
    with pytest.raises(MalformedInput) as e:
        changed(tmp_path, "\n- improves", "\n* improves")
    line = TEXT[: TEXT.index("- improves")].count("\n") + 1
    assert e.value.line == line and e.value.value == "* improves computational effort compared"


def test_another_name_is_refused(tmp_path: Path) -> None:
    with pytest.raises(MalformedInput, match="must be E-NUMBER.toml"):
        changed(tmp_path, "title", "title", name="E-2.toml")


@pytest.mark.parametrize(("old", "new"), [("#{T}", "12289"), ("#{T}", "#{Tea}"), ("#{k}", "10")])
def test_a_number_that_the_page_does_not_name_is_refused(
    tmp_path: Path, old: str, new: str
) -> None:
    module = STATEMENTS["algorithm_1_line_12"]
    file = tmp_path / "E-02.toml"
    file.write_text(TEXT.replace(old, new), encoding="utf-8")
    with pytest.raises(MalformedInput, match="that algorithm_1_line_12 computes") as e:
        read_page(file, THINGS).finding(module.numbers_of[2]())
    assert e.value.field == "numbers"


def test_a_changed_check_changes_the_page(monkeypatch: pytest.MonkeyPatch) -> None:
    from proofs_check.statements import eq_26

    (of,) = (p for p in PAGES if p.number == 8)
    before = of.finding(STATEMENTS["lemma_07_P_i"].numbers_of[8]())
    ((completion, _, p), *rest) = eq_26.LIKELY
    monkeypatch.setattr(eq_26, "LIKELY", ((completion, 1 << 14, p), *rest))
    after = of.finding(STATEMENTS["lemma_07_P_i"].numbers_of[8]())
    assert (before.witness["T"], after.witness["T"]) == ("8192", "16384")
    assert "4096" in before.by_hand and "4096" not in after.by_hand


def test_numbers_have_as_many_decimals_as_are_decided() -> None:
    assert decimals(sqrt(2), 4) == "1.4142" and decimals(Q(-1, 8), 1) == "-0.1"
    assert decimals(ln(2), 0) == "1" and decimals(3, 2) == "3.00"
    with pytest.raises(ArithmeticError, match="0.33 or 0.50"):
        decimals(Enclosure(Q(1, 3), Q(1, 2)), 2)
    with pytest.raises(PreconditionError, match="must be a number"):
        decimals("any", 2)


def test_works_and_pictures_are_known_names() -> None:
    of = next(p for p in PAGES if p.works)
    with pytest.raises(MalformedInput, match="must be a known name"):
        read_page(of.file, {}).finding(STATEMENTS[of.statement].numbers_of[of.number]())


def test_numbers_of_a_finding_without_a_page_are_refused() -> None:
    planted = Statement("thm:planted", "Planted.")

    @planted.numbers(99)
    def nothing() -> dict[str, Any]:
        return {}

    with pytest.raises(PreconditionError, match="has no page"):
        planted.findings  # noqa: B018
    with pytest.raises(PreconditionError, match="has its numbers already"):
        planted.numbers(99)(nothing)
