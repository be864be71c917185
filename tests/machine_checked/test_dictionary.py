"""Rows of the dictionary that are compared: each is, in Coq, its letter's value on a small run."""

from __future__ import annotations

import re
from itertools import combinations
from pathlib import Path

import pytest

from proofs_check import statements
from proofs_check.arithmetic import Q, to_q
from proofs_check.machine_checked import coq_letters
from reference import run
from tests.machine_checked.conftest import ran
from tests.machine_checked.definitions import Statement
from tests.machine_checked.dictionary import COMPUTED, IN_MODEL, Dictionary
from tests.machine_checked.test_definitions import COQC, SMALL, computing, with_file

ENDS_AN_EPOCH = 11  # so many episodes: the last one ends its epoch
LETTERS = Path(__file__).with_name("Letters.v")
__all__ = ["computing"]  # a fixture


@pytest.fixture(scope="module", autouse=True)
def loaded() -> None:
    statements.load()


@pytest.fixture(scope="module")
def with_letters(computing: Path) -> Path:
    return with_file(computing, LETTERS)


@pytest.fixture
def small(tmp_path: Path) -> Dictionary:
    return played(tmp_path)


@pytest.fixture
def ending(tmp_path: Path) -> Dictionary:
    return played(tmp_path, ENDS_AN_EPOCH, "1")


ONLY_HERE = {*coq_letters.ENDS, "no_mass", "q_hat"} & coq_letters.COMPARED


def played(folder: Path, T: int = 12, scale: Q | str = "1/4") -> Dictionary:
    """A run; by the scale, Lam is so small that no bonus cuts all rewards."""
    mdp, _, _, seed = SMALL["ThreeSteps"]
    trace = folder / f"{T}.jsonl"
    run(mdp, T=T, seed=seed, out=trace, choices={"reward-law": "bernoulli"})
    return Dictionary("ThreeSteps", trace.read_bytes(), to_q(scale))


def test_each_row_is_its_letter(with_letters: Path, small: Dictionary, ending: Dictionary) -> None:
    at_end = [s for name in ONLY_HERE for s in ending.of(name)]
    text = [IN_MODEL]
    for number, (of, stated) in enumerate(((small, list(small.statements())), (ending, at_end))):
        lemmas = [s.lemma(n, s.text) for n, s in enumerate(stated)]
        text += [f"Module Run{number}.", of.definitions(), *lemmas, f"End Run{number}."]
        assert len(lemmas) > 50
    (with_letters / "Rows.v").write_text("\n".join(text), encoding="utf-8")
    done = ran(with_letters, *COQC, "Rows.v")
    assert done.returncode == 0, done.stderr[-2000:]


def tried(folder: Path, small: Dictionary, of: list[Statement], false: bool = False) -> list[bool]:
    """Whether Coq proves each statement, or each false one by the proof of the true one; all are
    well typed."""
    goals = [
        f"Goal {s.false if false else s.text}.\n"
        f'first [{s.proof}; idtac "proved" | idtac "refused"].\nAbort.'
        for s in of
    ]
    text = "\n".join([IN_MODEL, small.definitions(), *goals])
    (folder / "Tried.v").write_text(text, encoding="utf-8")
    done = ran(folder, *COQC, "Tried.v")
    assert done.returncode == 0, done.stderr[-2000:]
    said = re.findall("^(proved|refused)$", done.stdout, re.MULTILINE)
    assert len(said) == len(of)
    return [words == "proved" for words in said]


def test_a_wrong_value_is_refused(
    with_letters: Path, small: Dictionary, ending: Dictionary
) -> None:
    """Of each letter, off by SLIGHTLY at one of its entries."""
    last = list({s.kind: s for s in small.statements()}.values())
    assert len(last) == len(coq_letters.COMPARED - {"no_mass"})
    assert not any(tried(with_letters, small, last, false=True))
    assert not any(tried(with_letters, ending, list(ending.of("no_mass"))[-1:], false=True))


OF_EPS = "sqrt ({} * INR #|S h.+1| * Lam / max1_N (st hist) x a)"
PLANTED = {
    "control": ("eps", OF_EPS.format(2)),
    "14 for 2": ("eps", OF_EPS.format(14)),
    "X_s for X_{s+1}": ("eps", OF_EPS.format(2).replace("h.+1", "h")),
    "no maximum": ("b", "sqrt (2 * Lam / N (st hist) x a)"),
    "b for eps": ("eps", "b"),
    "eps for b": ("b", "eps"),
    "r_check for r_hat": ("r_hat", "r_check"),
    "r_hat for r_check": ("r_check", "r_hat"),
    "not cut at 1": ("r_hat", "(rbar (st hist) x a + b Lam (st hist) x a)"),
    "n for N": ("N", "n"),
    "N for n": ("n", "N"),
    "N_end for N_m": ("N_m", "N_end"),
    "N_m for N_end": ("N_end", "N_m"),
    "q* for q": ("q", "q_star"),
    "V* for V": ("V", "V P pistar r L x0"),
    "next states of a layer": ("X_s", "X_{s+1}"),
    "all logarithms": ("Lam", "INR T * INR #|A| / delta"),
}


def test_a_wrong_row_is_refused(
    with_letters: Path, small: Dictionary, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At an entry at least; and the same row written out is proved at each."""
    made: dict[str, list[Statement]] = {}
    tables = (coq_letters.SYMBOLS, coq_letters.LAYERS, coq_letters.TABLES, coq_letters.ENDS)
    rows = {name: row for table in tables for name, row in table.items()}
    for words, (name, term) in PLANTED.items():
        table = next(table for table in tables if name in table)
        with monkeypatch.context() as patch:
            planted = rows[term] if term in rows else coq_letters.InCoq(term)
            patch.setitem(table, name, planted)
            made[words] = list(small.of(name))
    proved = tried(with_letters, small, [s for of in made.values() for s in of])
    owner = [words for words, of in made.items() for _ in of]
    refused = {words for words, holds in zip(owner, proved, strict=True) if not holds}
    assert any(holds for of, holds in zip(owner, proved, strict=True) if of == "not cut at 1")
    assert refused == PLANTED.keys() - {"control"}


def test_letters_are_told_apart(small: Dictionary, ending: Dictionary) -> None:
    """Two rows of one kind, exchanged, are wrong at an entry: their letters differ there."""
    runs = small, ending
    same = {
        frozenset((u, v))
        for table in (coq_letters.LAYERS, coq_letters.TABLES, coq_letters.ENDS)
        for u, v in combinations(sorted(coq_letters.COMPARED & table.keys()), 2)
        if all(values(of, u) == values(of, v) for of in runs)
    }
    assert same == {frozenset(("visits into x", "visits of x"))}  # Algorithm 1, line 14


def values(small: Dictionary, name: str) -> dict[str, object]:
    """Of a letter, by place."""
    return {repr(at): value for _, value, at in small.entries(name)}


def test_all_that_is_said_to_be_compared_is() -> None:
    """And the rest is read by eye: short."""
    assert set(COMPUTED) | {"Lam"} == coq_letters.COMPARED
