"""Statements, findings and readings name each other."""

from __future__ import annotations

from proofs_check.ledger.findings import findings
from proofs_check.ledger.registry import REGISTRY, STATEMENTS
from proofs_check.report.pages.concerns import (
    findings_on,
    names_to_explain,
    readings_of,
)
from proofs_check.report.pages.findings import finding_page
from proofs_check.report.pages.readings import (
    find_reading,
    reading_as_data,
    reading_as_text,
    reading_names,
)
from proofs_check.report.pages.statement import explained
from proofs_check.report.pages.statements import statements
from proofs_check.report.terminal import for_terminal, in_words, spoken
from tests.report.test_one_answer import without_runs


def test_findings_and_readings_complete_each_other() -> None:
    without_runs()  # all statements are registered
    for id in reading_names():
        assert [f.name for f in findings() if id in readings_of(f)] == [
            f.name for f in findings_on(id)
        ]
    for f in findings():
        used = {id for c in REGISTRY.values() if c.label in f.places for id in c.readings}
        assert set(readings_of(f)) == used, f.name
    (e_8,) = (f for f in findings() if f.name == "E-8")
    assert readings_of(e_8) == ["R-1", "R-3", "R-4"]


def test_the_page_of_a_finding_names_its_readings() -> None:
    for f in findings():
        text = for_terminal(finding_page(f, statements(without_runs(*f.places))))
        ids = readings_of(f)
        assert (f"readings: {'; '.join(ids)}" in text) is bool(ids), f.name
        assert not ids or f"to explain one: proofs-check explain {ids[0]}" in text, f.name


def test_a_reading_names_its_findings() -> None:
    without_runs()
    for id in reading_names():
        reading = find_reading(id)
        assert reading is not None
        text, data = reading_as_text(reading, spoken), reading_as_data(reading)
        names = [f.name for f in findings_on(id)]
        assert data["findings"] == names
        assert ("\nfindings " in text) is bool(names), id
        told = f"proofs-check explain {names[0]}\n" if names else "proofs-check explain "
        assert (told in f"{text}\n") is bool(names or data["statements"]), id


def test_names_to_explain() -> None:
    def said(found: list[str], readings: list[str]) -> list[tuple[str, str]]:
        return [(word, in_words(links)) for word, links in names_to_explain(found, readings)]

    command = ("to explain one", "proofs-check explain E-8")
    assert said(["E-8", "E-2"], ["R-4"]) == [
        ("findings", "E-8; E-2"), ("readings", "R-4"), command,
    ]  # fmt: skip
    assert said([], ["R-4"])[-1] == ("to explain one", "proofs-check explain R-4")
    assert said([], []) == []


def test_the_page_of_a_statement_names_both_and_has_the_picture() -> None:
    text = for_terminal(explained(without_runs("lem:occ-term-2")))
    assert "\nfindings: E-8; " in text and "\nreadings: R-4; R-1\n" in text
    assert "\nto explain one: proofs-check explain E-8\n" in text
    mdp = STATEMENTS["lemma_09"].mdp
    assert mdp is not None and all(f"    {line}\n" in text for line in mdp.picture.split("\n"))
    assert text.index("\nMDP: ") < text.index("\nBy hand")
