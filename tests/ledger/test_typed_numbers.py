r"""Constants in the words of a form with claims: those of its claims, not typed beside them.

A constant is a sum with roots, as $2+\sqrt2$ or $(7+3\sqrt2)/4$, or a decimal that is said to be
the constant or to equal one. Each must be a number in a claim of the form, or in what the form says
of its theorems (`Coq(..., says=...)`), and a decimal the value of what it is said to equal."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from typing import Any

import pytest

from proofs_check import statements
from proofs_check.arithmetic import Real
from proofs_check.ledger.registry import STATEMENTS
from proofs_check.letters import expressions as ex
from proofs_check.letters.claim import Claim

NUMBER = r"(?:\d+|\\t?frac(?:\d\d|\{\d+\}\{\d+\})|\\t?frac\d\{\d+\})"
ROOT = r"\\sqrt(?:\d|\{\d+\})"
TERM = rf"(?:{NUMBER}{ROOT}|{ROOT}|{NUMBER})"
SUM = rf"{TERM}(?:[+-]{TERM})+"
CONSTANT = re.compile(
    rf"(?:\(({SUM})\)/(\d+)|({SUM})|({NUMBER}?{ROOT})(?:/(\d+))?)(?:=(\d+\.\d+))?"
)
SAID = re.compile(r"\bconstants?(?:\s+is|\s+of)?\s+\$?(\d+\.\d+)")


def value(tex: str) -> float:
    """A sum with roots, in LaTeX."""
    text = re.sub(r"\\t?frac(?:(\d)(\d)|\{(\d+)\}\{(\d+)\}|(\d)\{(\d+)\})", _quotient, tex)
    text = re.sub(r"\\sqrt(?:(\d)|\{(\d+)\})", lambda m: f"r({m[1] or m[2]})", text)
    text = re.sub(r"(?<=[\d)])r", "*r", text)
    return float(eval(text, {"r": math.sqrt}))


def _quotient(of: re.Match[str]) -> str:
    over, under = (g for g in of.groups() if g)
    return f"({over}/{under})"


def constants(words: str) -> Iterator[tuple[str, float, str]]:
    """Text, value and decimal of each sum with roots, or of a decimal that is said to be one."""
    for found in CONSTANT.finditer(words):
        text = found[1] or found[3] or found[4]
        if r"\sqrt" in text and re.search(r"\d[+-]|[+-]\d|=", found[0]):
            under = found[2] or found[5]
            yield found[0], value(text) / int(under or 1), found[6] or ""
    for decimal in SAID.findall(words):
        yield decimal, float(decimal), decimal


def constant(of: ex.Expression) -> bool:
    """Whether an expression has no letters."""
    return isinstance(of, ex.Number) or (bool(of.parts) and all(constant(p) for p in of.parts))


def numbers(of: Any) -> Iterator[float]:
    """Numbers in a claim or an expression."""
    if isinstance(of, Claim):
        sides = (of.left, of.right, of.condition, of.probability, *of.given_numbers)
        for side in sides:
            yield from numbers(side)
    elif isinstance(of, ex.Expression):
        if constant(of):
            of_it: Any = of.value(None)  # type: ignore[arg-type]
            yield float(Real.of(of_it).enclose(64).lo)
        for part in (*of.parts, *getattr(of, "made_of", ())):
            yield from numbers(part)


def typed(form: Any, words: str) -> list[str]:
    """Constants in the words that are neither in the form's claims nor in what it says of its
    theorems, and decimals that are not the value beside which they stand."""
    claims = [*form.claims, *(claim for theorem in form.coq for claim in theorem.says)]
    known = [n for claim in claims for n in numbers(claim)]
    wrong = []
    for text, of, decimal in constants(words):
        close = 10.0 ** -len(decimal.partition(".")[2]) if decimal else 1e-9
        near = close if text == decimal else 1e-9
        equal = not decimal or abs(of - float(decimal)) <= close
        if not equal or not any(abs(of - n) < near for n in known):
            wrong.append(text)
    return wrong


STEP = "of a step of the proof, which is argued in words"
SMALLER = "a constant that would do, or that none may be below: of a check, not of the claim"
OTHER = {  # what stands there and is in no claim of the form
    ("display_b2", "printed"): (
        r"\sqrt2+1",
        "the display's own middle term, which is not compared",
    ),
    ("display_b2", "repaired"): (
        r"1+\sqrt2|2+\sqrt2|2+2\sqrt2=4.83",
        "the claim has (1 + sqrt 2) u - sqrt 2 as u + sqrt 2 (u - 1); " + SMALLER,
    ),
    ("eq_35", "printed"): (r"1+\sqrt2", STEP),
    ("lemma_06", "repaired"): (r"2+\sqrt2|1+\sqrt2|2+\sqrt2=3.414", STEP + "; " + SMALLER),
    ("lemma_09", "repaired"): (r"4+\tfrac52\sqrt2", "the constant of the repaired Lemma 4"),
    ("lemma_09_constant", "printed"): (
        r"6\sqrt2+2\sqrt2=11.31|4+2\sqrt2|4+3\sqrt2=8.24",
        STEP,
    ),
    ("lemma_09_count", "printed"): (r"1+\sqrt2", STEP),
    ("lemma_12", "printed"): (r"2+\sqrt2|2+\sqrt2=3.414", SMALLER),
    ("lemma_12_constant", "printed"): (r"3\sqrt2=4.243|2+\sqrt2=3.414", SMALLER),
    ("theorem_4", "repaired"): ("1.9", "the constant that theorem_4_failure_VI has: `stands`"),
}


@pytest.fixture(autouse=True)
def loaded() -> None:
    statements.load()


def test_the_constants_that_words_have_are_those_of_the_claims() -> None:
    of_claims = 0
    for module, statement in STATEMENTS.items():
        for name, form in statement.forms.items():
            if form.claims:
                words = form.says or ""
                listed = set(OTHER.get((module, name), ("",))[0].split("|")) - {""}
                assert set(typed(form, words)) == listed, (module, name)
                of_claims += len(list(constants(words))) - len(typed(form, words))
    assert of_claims >= 20


@pytest.mark.parametrize(
    ("module", "old", "new"),
    [
        ("lemma_06", "constant is 5.829", "constant is 5.289"),
        ("lemma_06", r"(3+2\sqrt2)", r"(3+\sqrt2)"),
        ("lemma_05", "3.768", "3.678"),
        ("lemma_05", r"\tfrac54\sqrt2", r"\tfrac45\sqrt2"),
        ("theorem_4", "=2.811", "=2.711"),
    ],
)
def test_a_constant_that_is_typed_otherwise_is_found(module: str, old: str, new: str) -> None:
    form = STATEMENTS[module].forms["repaired"]
    assert form.says is not None and old in form.says
    before = typed(form, form.says)
    assert len(typed(form, form.says.replace(old, new))) > len(before)
