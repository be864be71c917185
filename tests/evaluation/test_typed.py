r"""LaTeX that is typed: why, in a line; and typed sums are what is computed, on runs."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import proofs_check
from proofs_check import statements
from proofs_check.ledger.registry import STATEMENTS
from proofs_check.ledger.statement import Form, Statement
from proofs_check.letters.claim import chain
from proofs_check.letters.expressions import Expression
from proofs_check.letters.letters import ESTIMATED, PLAYED, UNIFORM
from proofs_check.letters.quantities import (
    Table,
    Written,
    norm,
    over_t,
    played,
    sum_over_pairs,
    visited,
    written,
)
from proofs_check.letters.symbols import (
    N3,
    L,
    N,
    P,
    P_bar,
    P_error,
    P_i,
    P_i_error,
    T,
    X,
    along_q,
    along_visits,
    drift,
    eps,
    q,
    q_hat,
    q_hat_recorded,
    regret,
    xi,
)
from reference.support.errors import PreconditionError
from tests.evaluation.latex_sums import Played, Reader
from tests.evaluation.test_expressions import plain, seen

statements.load()
ROWS = (PLAYED, ESTIMATED, UNIFORM)
SUMMED = (r"\sum", r"\lVert", r"\lvert")


def forms() -> list[tuple[str, Form]]:
    """Return the forms that have claims."""
    every = ((name, form) for name, s in STATEMENTS.items() for form in s.forms.values())
    return [(name, form) for name, form in every if form.claims]


def parts_of(expression: Expression) -> Iterator[Expression]:
    """Yield an expression and all that it is built from."""
    yield expression
    for part in expression.parts:
        yield from parts_of(part)


def in_claims() -> Iterator[Expression]:
    """Yield all expressions of all claims."""
    for _, form in forms():
        for claim in form.claims:
            yield from parts_of(claim.left)
            yield from parts_of(claim.right)


# ----------------------------------------------------------------------------- forms


def test_each_form_with_typed_latex_says_why() -> None:
    typed = [(name, form.name) for name, form in forms() if form.typed]
    assert typed == [(name, form.name) for name, form in forms() if form.tex != chain(form.claims)]
    assert len(typed) <= 37


@pytest.mark.parametrize(
    ("facts", "rule"),
    [
        ({"tex": "R"}, "does not follow from its claims"),
        ({"tex": "R", "typed": " "}, "does not follow from its claims"),
        ({"tex": "R", "typed": "two\nlines"}, "does not follow from its claims"),
        ({"tex": "R", "typed": "long" * 26}, "does not follow from its claims"),
        ({"typed": "for nothing"}, "must be neither typed nor explained"),
        ({"tex": (regret <= T).tex}, "must be neither typed nor explained"),
    ],
)
def test_typed_latex_is_refused_without_a_reason(facts: Any, rule: str) -> None:
    with pytest.raises(PreconditionError, match=rule):
        Statement("thm:planted", "Planted.").printed("planted", regret <= T, **facts)


# ----------------------------------------------------------------------------- expressions


def test_each_typed_expression_says_why() -> None:
    of = {e.tex(): e for e in in_claims() if isinstance(e, Written)}
    assert sum(bool(e.why) for e in of.values()) >= 12
    # All others follow from expressions: `let`, `big_o`, `up_to` and `martingale` make them.
    makers = {
        path.name
        for path in Path(proofs_check.__file__).parent.rglob("*.py")
        if " Written((" in path.read_text(encoding="utf-8")
    }
    assert makers == {"quantities.py"}


def test_written_needs_a_reason() -> None:
    for why in ("", " ", "two\nlines", "long" * 26):
        with pytest.raises(PreconditionError, match="must say why in a line"):
            written("S", T * L, why)


# ----------------------------------------------------------------------------- typed sums


@cache
def on_run(R4: Any) -> Played:
    """Return the run of the tests as sums see it, with the rows that R-4 leaves open."""
    names = {
        ("q", 2): q,
        (r"\hat q", 2): q_hat,
        (r"\hat q", 3): q_hat_recorded,
        (r"\xi", 2): xi(R4),
        (r"\epsilon", 2): eps,
        ("N", 2): N,
        ("N", 3): N3,
        ("P_i", 3): P_i(R4),
        ("P", 3): P,
        (r"\bar P", 3): P_bar,
    }
    run = plain().run
    tables = dict(zip(names, seen().values(*names.values()), strict=True))
    tables["P", 3] = np.broadcast_to(tables["P", 3], tables["P_i", 3].shape)
    paths = [[*zip(e.x, e.a, strict=False)] for e in run.episodes]
    return Played(run.layers, run.A, [e.i - 1 for e in run.episodes], paths, tables)


def places(expression: Expression, run: Played) -> Iterator[dict[str, int]]:
    """Yield what is free in an expression, for each of its entries in an epoch."""
    if expression.entries == "layer":
        yield from ({"h": h} for h in range(run.L))
    elif expression.entries == "state":
        yield from ({"k": k, "x": x} for k in range(1, run.L) for x in range(run.layers[k]))
    else:
        assert expression.entries == "pair"
        yield from ({"k": k, "x": x, "a": a} for k, x, a in run.pairs)


def differs(expression: Expression, tex: str, R4: Any) -> bool:
    """Return whether an expression has another value than its LaTeX says, somewhere on the run."""
    run = on_run(R4)
    says, value = Reader(tex, run).value, seen().value(expression)
    if expression.kind == "total":
        return not np.allclose(value, says({}), rtol=1e-9, atol=1e-9)
    epochs = range(0, len(value), max(1, len(value) // 5))
    said = [[says(at | {"i": i}) for at in places(expression, run)] for i in epochs]
    return not np.allclose(value[epochs], said, rtol=1e-9, atol=1e-9)


def row_of(expression: Expression) -> Any:
    """Return which row R-4 has in an expression."""
    names = {getattr(part, "name", "") for part in parts_of(expression)}
    return next((R4 for R4 in ROWS if {f"xi, R-4: {R4}", f"P_i, R-4: {R4}"} & names), PLAYED)


TYPED: dict[str, Expression] = {"P_error": P_error} | {
    f"{of.__name__}, {R4}": of(R4)
    for of in (along_q, along_visits, drift, P_i_error)
    for R4 in ROWS
}


def typed_sums() -> dict[str, Expression]:
    """Return every expression of a claim whose LaTeX is typed and has a sum in it."""
    typed = {
        e.tex(): e
        for e in in_claims()
        if (isinstance(e, Written) and e.why) or isinstance(e, Table)
    }
    return {tex: e for tex, e in typed.items() if any(word in tex for word in SUMMED)}


ALL = TYPED | typed_sums()


@pytest.mark.parametrize("name", ALL)
def test_a_typed_sum_is_what_is_computed(name: str) -> None:
    assert not differs(ALL[name], ALL[name].tex(), row_of(ALL[name]))


DERIVED = {
    "visited": visited(eps),
    "played": played(xi(PLAYED)),
    "over pairs": sum_over_pairs(abs(q_hat - q)),
    "l1 norm over t": over_t(norm(q_hat - q)),
}


@pytest.mark.parametrize("name", DERIVED)
def test_a_derived_sum_is_what_is_computed(name: str) -> None:
    assert not differs(DERIVED[name], DERIVED[name].tex(), PLAYED)


def test_all_kinds_of_typed_sums_are_compared() -> None:
    assert {e.kind for e in ALL.values()} == {"table", "total"}
    assert {e.entries for e in ALL.values()} >= {"layer", "state", "pair"}
    assert len(typed_sums()) >= 8


ALONG = r"q_{i(t)}(x_s,a_s)\,\xi_{i(t)}(x_s,a_s)"
SUMS = r"\sum_{t=1}^T\sum_{h=1}^L\sum_{s=0}^{h-1}\sum_{x_s,a_s}"
OTHERS = {
    "h < L": r"\sum_{t=1}^T\sum_{h<L}\sum_{s=0}^{h-1}\sum_{x_s,a_s}" + ALONG,
    "each layer once": r"\sum_{t=1}^T\sum_{h<L}\sum_{x_h,a_h}" + ALONG.replace("_s", "_h"),
    "q_hat": SUMS + ALONG.replace("q", r"\hat q"),
    "eps": SUMS + ALONG.replace(r"\xi", r"\epsilon"),
    "visits": SUMS + r"\mathbb{I}^{(t)}\{(x_s,a_s)\}\,\xi_{i(t)}(x_s,a_s)",
    "twice": "2" + SUMS + ALONG,
    "minus": "-" + SUMS + ALONG,
}


@pytest.mark.parametrize("name", OTHERS)
def test_other_latex_is_noticed(name: str) -> None:
    assert along_q(ESTIMATED).tex() == SUMS + ALONG
    assert differs(along_q(ESTIMATED), OTHERS[name], ESTIMATED)


@pytest.mark.parametrize(
    "wrong", [played((L - 1) * xi(PLAYED)), played(L * xi(PLAYED)), visited((L - 2) * xi(PLAYED))]
)
def test_another_sum_under_the_same_latex_is_noticed(wrong: Expression) -> None:
    assert differs(written(along_q(PLAYED).tex(), wrong, "planted"), along_q(PLAYED).tex(), PLAYED)


def test_a_letter_that_is_written_keeps_its_value() -> None:
    assert seen().value(written("S", X * L, "planted")) == seen().value(X * L)
