"""Every quotation of the paper is in its source: by hashes here, in the source where it is had."""

from __future__ import annotations

import json

import pytest

from proofs_check import statements
from tests.ledger import quotations
from tests.ledger.test_inventory import paper

statements.load()


def held() -> dict[str, int]:
    """Return hash -> line of the source, as committed."""
    rows = json.loads(quotations.COMMITTED.read_text("utf-8"))
    return {digest: line for line, digest in rows}


def test_every_quotation_is_held() -> None:
    """Regenerate with python -m tests.ledger.quotations SOURCE.tex."""
    found = quotations.quotations()
    assert len(found) >= 6
    new = {q: place for q, place in found.items() if quotations.digest(q) not in held()}
    assert not new
    assert {quotations.digest(q) for q in found} == set(held())


def test_every_quotation_is_in_the_source() -> None:
    source = paper()
    for quoted, place in quotations.quotations().items():
        assert quotations.line_of(quoted, source) == held()[quotations.digest(quoted)], place


@pytest.mark.parametrize(
    ("quoted", "line"),
    [
        ("a martingale difference", 2),
        ("Lemma 6 bounds it, and more", None),
        ("By Lemma 6, $\\xi_i \\leq 1$ on [0,1]", 3),
        ("By Lemma 6, $\\xi_i \\leq 1$", 3),
        ("Let $Y$ be difference", None),
    ],
)
def test_a_quotation_is_compared_word_by_word(quoted: str, line: int | None) -> None:
    """Without mark-up, across lines, with LaTeX's numbers; what is left out is not there."""
    source = (
        "%\nLet $Y_t$ be a {\\it martingale}\nBy Lemma \\ref{lem:bias}, $\\xi_i\\leq 1$ on $[0,1]$"
    )
    source = source.replace("{\\it martingale}", "martingale difference.")
    assert quotations.line_of(quoted, source) == line


def test_a_changed_quotation_is_refused() -> None:
    """Planted: the words that the edition before left out of E-11's quotation."""
    wrong = "randomly drawn from some distribution with mean $r(x,a)$"
    assert quotations.digest(wrong) not in held()
    right = "randomly drawn from some distribution on $[0,1]$ with mean $r(x,a)$"
    assert quotations.digest(right) in held()
