"""A letter is what it computes: two of one name that compute different things are refused when the
second is made, and no two expressions that compute different things share a key."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from types import ModuleType
from typing import Any

import pytest

from proofs_check import statements
from proofs_check.ledger.registry import STATEMENTS
from proofs_check.letters import expressions, identity, quantities, symbols
from proofs_check.letters.expressions import (
    Clipped,
    Expression,
    LayerSymbol,
    Number,
    Power,
    SumOverLayers,
    Symbol,
)
from proofs_check.letters.letters import PLAYED, UNIFORM
from proofs_check.letters.quantities import (
    EndOfRun,
    InLayer,
    LayersBefore,
    Reduced,
    SumOverRun,
    Table,
    Written,
)
from proofs_check.letters.symbols import L, N, N_end, T, X_s, eps, q, r, xi
from reference.support.errors import PreconditionError


@pytest.fixture(autouse=True)
def forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    """Forget the letters that a test makes."""
    statements.load()
    monkeypatch.setattr(identity, "MADE", dict(identity.MADE))


def module(name: str, text: str) -> ModuleType:
    """Return a module made from its text."""
    made = ModuleType(name)
    exec(compile(text, f"{name}.py", "exec"), vars(made))
    return made


REGRET_OF_ZERO = """
from proofs_check.arithmetic import ZERO
from proofs_check.letters.balls import Balls
from proofs_check.letters.quantities import EndOfRun
from proofs_check.letters.run import Total
from proofs_check.letters.symbols import regret

Z = EndOfRun("regret", "Z", lambda run: Total(lambda exact: ZERO if exact else Balls.of(0)))
claim = regret <= Z
"""
K_TIMES_B = """
from proofs_check.arithmetic import Q
from proofs_check.letters.expressions import Symbol
from proofs_check.letters.symbols import b

k = Symbol("k", "k", lambda run: {k})
claim = b <= k * b
"""
OF_A_HELPER = """
from proofs_check.letters.symbols import Table

def helper(e):
    return {of}

made = Table("of a helper", "h", lambda e: helper(e))
"""


def test_a_second_regret_is_refused() -> None:
    with pytest.raises(PreconditionError, match="letter 'regret'") as refused:
        module("planted_regret", REGRET_OF_ZERO)
    assert "made in proofs_check.letters.symbols, line" in str(refused.value)
    assert "found planted_regret, line 8" in str(refused.value)


def test_a_second_k_is_refused() -> None:
    module("planted_k", K_TIMES_B.format(k="100"))
    with pytest.raises(PreconditionError, match="made in planted_k, line 6.*planted_half, line 6"):
        module("planted_half", K_TIMES_B.format(k="Q(1, 2)"))


def test_a_helper_tells_letters_apart() -> None:
    module("planted_n", OF_A_HELPER.format(of="e.n"))
    with pytest.raises(PreconditionError, match="letter 'of a helper'"):
        module("planted_N", OF_A_HELPER.format(of="e.N"))


@pytest.mark.parametrize("text", [K_TIMES_B.format(k="Q(7, 2)"), OF_A_HELPER.format(of="e.n")])
def test_a_module_imported_twice_makes_the_same_letters(text: str) -> None:
    first, second = (module(name, text) for name in ("planted", "planted_again"))
    letter = "k" if "k" in vars(first) else "made"
    assert vars(first)[letter].key == vars(second)[letter].key


def _entry(e: Any, k: int) -> Any:
    return e.N[k]


def test_functions_made_in_a_loop_are_told_apart_by_what_they_close_over() -> None:
    def in_a_loop(k: int) -> Callable[[Any], Any]:
        return lambda e: e.N[k]

    for made in (in_a_loop, lambda k: partial(_entry, k=k)):
        tables = [Table(f"{made.__name__} entry {k}", "N", made(k)) for k in range(3)]
        assert len({table.key for table in tables}) == 3
        assert Table(f"{made.__name__} entry 1", "N", made(1)).key == tables[1].key
        with pytest.raises(PreconditionError, match="entry 1"):
            Table(f"{made.__name__} entry 1", "N", made(2))


LETTERS: tuple[Any, ...] = (Symbol, LayerSymbol, Table, EndOfRun)
OTHERS: tuple[tuple[str, Callable[[Any], Any]], ...] = (
    ("another function", lambda run: run.A),
    ("another constant", lambda run: run.L + 1),
)


@pytest.mark.parametrize("second", LETTERS)
@pytest.mark.parametrize("first", LETTERS)
def test_a_letter_of_another_class_or_function_is_refused(first: Any, second: Any) -> None:
    made = first("planted", "p", lambda run: run.L)
    if first is second:
        assert second("planted", "p", lambda run: run.L).key == made.key
    else:
        with pytest.raises(PreconditionError, match="letter 'planted'"):
            second("planted", "p", lambda run: run.L)
    for words, function in OTHERS:
        with pytest.raises(PreconditionError, match="letter 'planted'"):
            second("planted", words, function)


def test_entries_tell_tables_apart() -> None:
    of: Any
    for of in (Table, EndOfRun):
        of(of.__name__, "p", lambda run: run.L, "pair")
        with pytest.raises(PreconditionError, match=of.__name__):
            of(of.__name__, "p", lambda run: run.L, "epoch")


# For each class with a key of its own: two that compute different things.
APART: dict[type, tuple[Expression, Expression]] = {
    Number: (Number(1), Number(2)),
    Power: (Power((T,), 2), Power((T,), 3)),
    Symbol: (T, L),
    SumOverLayers: (SumOverLayers((X_s,)), SumOverLayers((X_s,), short=1)),
    Clipped: (Clipped((eps,), 1, "min"), Clipped((eps,), 1, "max")),
    Table: (xi(PLAYED), xi(UNIFORM)),
    Reduced: (Reduced((r,), "norm", "epoch", ""), Reduced((r,), "norm", "pair", "")),
    LayersBefore: (LayersBefore((r,)), LayersBefore((r,), 1)),
    SumOverRun: (SumOverRun((q,), "over_t"), SumOverRun((q,), "over_t", "layer")),
    InLayer: (InLayer((N_end,)), InLayer((N_end,), whole=True)),
    Written: (Written((T,), "S"), Written((L,), "S")),
    EndOfRun: (symbols.N_m, N_end),
}


def _classes(of: type[Expression] = Expression) -> Iterator[type[Expression]]:
    below: type[Expression]
    for below in of.__subclasses__():
        if "key" in vars(below):
            yield below
        yield from _classes(below)


def test_each_class_with_a_key_tells_its_own_apart() -> None:
    here = {of for of in _classes() if of.__module__ in (expressions.__name__, quantities.__name__)}
    assert here == set(APART)
    for first, second in APART.values():
        assert first.key != second.key


@pytest.mark.parametrize("of", APART, ids=lambda of: of.__name__)
def test_a_letter_cannot_have_the_key_of_another_class(of: type) -> None:
    for expression in APART[of]:
        for letter in LETTERS:
            for name in (of.__name__, str(getattr(expression, "name", "number"))):
                try:
                    made = letter(name, "p", lambda run: run.L)
                except PreconditionError:
                    continue  # it is a letter's name
                assert made.key != expression.key
                assert made.key[0] is letter


def test_each_key_begins_with_its_class() -> None:
    def begins(expression: Expression) -> None:
        if not isinstance(expression, Written):
            assert expression.key[0] is type(expression), expression.tex()
        for part in expression.parts:
            begins(part)

    claims = [c for s in STATEMENTS.values() for f in s.forms.values() for c in f.claims]
    assert len(claims) > 100
    for claim in claims:
        begins(claim.left)
        begins(claim.right)


def test_display_b2_has_the_symbols_visited_pairs() -> None:
    right = STATEMENTS["display_b2"].forms["repaired"].claims[0].right
    assert right.contains(symbols.visited_pairs)
    assert N.key != N_end.key
