"""What people read of a statement: mathematics between dollars, as LaTeX, and nothing guessed."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from proofs_check import statements
from proofs_check.ledger.registry import REGISTRY, STATEMENTS

statements.load()
ASCII = re.compile(
    r"<=|>=|->|\bsqrt\(|\b(?:eps|Lam|xi|delta|log2|ln)\b|\b[A-Za-z]_(?:hat|bar|[a-z0-9{]\b)|\w\^\w|\*\*"
    r"|\b[LXTA]{2,}\b(?<!LTA)|\b[A-Z]\s?[<>=]\s?\w"
)
TEX_OUTSIDE = re.compile(r"\\[A-Za-z]+")


def texts(module: str) -> Iterator[tuple[str, str]]:
    """(where, text) of everything that a statement's module says."""
    statement = STATEMENTS[module]
    for form in statement.forms.values():
        yield f"{form.name}, title", form.title
        yield f"{form.name}, says", form.says
        yield f"{form.name}, repair", form.repair
        for step in form.steps:
            yield f"{form.name}, step", step.says
        for planted in form.false:
            yield f"{form.name}, planted", planted.change
    yield "by_hand", statement.by_hand
    for mdp in (statement.mdp, *(f.mdp for f in statement.findings)):
        if mdp:
            yield "mdp", mdp.says
    for f in statement.findings:
        yield from (
            (f"{f.name}, {key}", getattr(f, key))
            for key in ("title", "cause", "by_hand", "consequence")
        )


def outside(text: str) -> str:
    """The words of a text, without formulas and code."""
    return re.sub(r"`[^`]*`", " ", " ".join(text.split("$")[::2]))


def faults(text: str) -> list[str]:
    """What a text has outside of dollars that is mathematics, and dollars and braces without a
    partner."""
    pieces = [m[0] for m in ASCII.finditer(outside(text))]
    pieces += [m[0] for m in TEX_OUTSIDE.finditer(outside(text))]
    if text.count("$") % 2:
        pieces.append("$")
    for formula in text.split("$")[1::2]:
        bare = re.sub(r"\\[{}]", "", formula)
        if bare.count("{") != bare.count("}"):
            pieces.append(formula)
    return pieces


@pytest.mark.parametrize("module", sorted(STATEMENTS))
def test_mathematics_stands_between_dollars(module: str) -> None:
    assert {where: f for where, text in texts(module) if (f := faults(text))} == {}


@pytest.mark.parametrize(
    "text", ["N_i <= 3", "at most eps", r"the \Lambda", "odd $x", "$x_{1$", "sqrt(2)", "TXA/delta"]
)
def test_what_is_not_is_named(text: str) -> None:
    assert faults(text)


def test_every_form_is_looked_at() -> None:
    assert sum(1 for module in STATEMENTS for _ in texts(module)) > 5 * len(REGISTRY)
