"""Both sides of every statement on every run, and every letter, are the committed ones.

`python -m tests.evaluation.sides` writes them anew; its diff says what a change did.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import partial
from typing import Any

import pytest

from proofs_check.arithmetic import Q
from proofs_check.evaluation.statements import statements
from proofs_check.ledger.registry import STATEMENTS
from proofs_check.letters import letters
from proofs_check.letters.letters import Letters
from tests.evaluation import sides
from tests.evaluation.digits import Digits
from tests.evaluation.runs import entry
from tests.evaluation.sides import (
    FOLDER,
    LETTERS,
    PLANTED,
    Key,
    Row,
    committed,
    differences,
    of_run,
    same,
    tables_in,
    text_of,
)

FEW = ("one-step", "fork-sparse", "unlucky-09", "last-solved", "foreign-rational", "u-always-xi")
PLACE = "fork-sparse"
RUNS = [run.name for run in sides.entries()]


@pytest.mark.parametrize("name", FEW)
def test_what_a_run_says_is_what_is_committed(name: str) -> None:
    assert differences(name, of_run(entry(name), planted=False), committed()) == []


@pytest.mark.parametrize("name", RUNS)
def test_what_every_run_says_is_what_is_committed(name: str) -> None:
    """And what it says of each false variant."""
    assert differences(name, of_run(entry(name)), committed()) == []


def test_every_statement_and_run_is_there_and_nothing_else() -> None:
    assert {name for name, _ in committed()} == {*statements(), LETTERS}
    for name, statement in statements().items():
        forms = {form for of, form in committed() if of == name}
        event = {"event"} if statement.own_event else set()
        assert forms == {*statement.forms, *event} | ({PLANTED} if statement.false else set())
    for key, table in committed().items():
        assert list(table) == RUNS, key


@pytest.mark.parametrize("name", ["lemma_04", "lemma_06", LETTERS])
def test_a_file_is_read_as_it_was_written(name: str) -> None:
    text = (FOLDER / f"{name}.tsv").read_text(encoding="utf-8")
    assert text_of(tables_in(text)) == text
    assert len(tables_in(text)) > 1


# ----------------------------------------------------------------------------- what is noticed


def changed(only: Iterable[str] | None = None) -> set[Key]:
    """The tables in which a run differs from what is committed."""
    found = differences(PLACE, of_run(entry(PLACE), planted=False, only=only), committed())
    said = (line.partition(f", {PLACE}: ")[0].split(", ") for line in found)
    return {(statement, form) for statement, form in said}


@pytest.mark.parametrize("name", ["lemma_02", "lemma_04", "lemma_06", "lemma_12", "theorem_4"])
def test_another_claim_is_noticed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each false variant in place of the claim that it is made from."""
    two = STATEMENTS[name].two_sides
    assert two is not None and changed([name]) == set()
    for words, change in two.false.items():
        form = two.form_of(change)
        printed = form == "printed" and two.printed_sides is not None
        side = "printed_sides" if printed else "sides"
        planted: Any = {side: partial(getattr(two, side), **change)}
        monkeypatch.setattr(STATEMENTS[name], "two_sides", replace(two, **planted))
        assert (name, form) in changed([name]), words


@pytest.mark.parametrize(
    ("letter", "statement"),
    [("P_error", "lemma_02"), ("b", "lemma_12"), ("q3", "lemma_04"), ("r_hat", "lemma_05")],
)
def test_another_letter_is_noticed(
    letter: str, statement: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By itself, and by a statement that it stands in."""
    compute = vars(Letters)[letter].func
    monkeypatch.setattr(Letters, letter, property(lambda e: compute(e) * Q(10001, 10000)))
    noticed = changed([statement])
    assert (LETTERS, "tables") in noticed and statement in {name for name, _ in noticed}


def test_another_radius_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The twin of the letters, which takes (15) from the same place, would not see it."""
    monkeypatch.setattr(letters, "b_square", lambda Lam: Lam * Q(20001, 10000))
    found = differences(PLACE, of_run(entry(PLACE), planted=False), committed())
    assert any(line.startswith(f"{LETTERS}, tables, {PLACE}: b: ") for line in found)


def test_what_is_missing_changed_or_new_is_told() -> None:
    key = ("lemma_04", "printed")
    row = committed()[key]["L3-A2"]
    columns = [*row]
    now: dict[Key, Row] = {k: table["L3-A2"] for k, table in committed().items()}
    assert differences("L3-A2", now, committed()) == []
    start = "lemma_04, printed, L3-A2: "
    cell = row[columns[-1]]
    less = now | {key: {c: row[c] for c in columns[:-1]}}
    assert differences("L3-A2", less, committed()) == [f"{start}{columns[-1]}: {cell} -> not there"]
    more = now | {key: row | {"third": "TRUE 1/1 0 1"}}
    assert differences("L3-A2", more, committed()) == [f"{start}third: not there -> TRUE 1/1 0 1"]
    for k in range(len(cell.split())):
        words = cell.split()
        words[k] = "7654.321"
        other = now | {key: row | {columns[-1]: " ".join(words)}}
        assert len(differences("L3-A2", other, committed())) == 1, words


def test_numbers_are_compared_to_12_digits_and_their_errors() -> None:
    assert Digits(1 / 3).agrees(Digits(1 / 3 + 1e-13))
    assert not Digits(1 / 3).agrees(Digits(1 / 3 + 1e-11))
    assert Digits(1.0, 1e-3).agrees(Digits(1.001))
    assert not Digits(1.0, 1e-4).agrees(Digits(1.001))
    for number in (Digits(1 / 3), Digits(2.0, 1e-3), Digits(0.0), Digits(1e-17, 1e-16)):
        assert Digits.read(str(number)).agrees(number)
        assert str(Digits.read(str(number))) == str(number)
    assert same("TRUE 1/1 0.5 1", "TRUE 1/1 0.50000000000001 1")
    assert not same("TRUE 1/1 0.5 1", "TRUE 1/2 0.5 1")
    assert not same("TRUE 1/1 0.5 1", "FALSE 1/1 0.5 1")
    assert not same("missing: needs pi_i", "TRUE 1/1 0.5 1")
