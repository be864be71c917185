"""The arithmetics of tables: enclosed doubles, exact numbers, and rational ends.

A table has a row for each epoch. A letter of the paper is written once, with the functions below;
`Enclosed` makes it a table of Balls, `Exact` one of rationals, and of Reals where roots and
logarithms enter. `Ends` makes it one of Enclosures, where it is given roots as Enclosures.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, Protocol

import numpy as np

from proofs_check.arithmetic import Decision, Enclosure, Q, Real, certainly_leq, sqrt
from proofs_check.letters.balls import Balls, join
from proofs_check.letters.size import TooLong, map_entries, map_same, objects, product


class Arithmetic(Protocol):
    """Tables of one kind of numbers."""

    exact: bool

    def number(self, value: Any) -> Any:
        """Return an exact number as these tables have it."""

    def counts(self, table: Any) -> Any:
        """Return a table of whole numbers, or of dyadic doubles."""

    def rationals(self, table: Any) -> Any:
        """Return a table of rationals."""

    def divided(self, table: Any, counts: Any) -> Any:
        """Return the table divided by whole numbers, each at least 1."""

    def of_both(self, function: Callable[[Any, Any], Any], table: Any, other: Any) -> Any:
        """Return a function of two tables, entry by entry; most of them stand in many rows."""

    def sqrt(self, table: Any) -> Any:
        """Return the roots."""

    def at_most(self, table: Any, most: int) -> Any:
        """Return min{most, entry}."""

    def at_least(self, table: Any, least: int) -> Any:
        """Return max{least, entry}."""

    def sums(self, table: Any, starts: Sequence[int], most: int) -> Any:
        """Return the sums of consecutive columns that begin at `starts`, at most `most` each."""

    def either(self, at: Any, table: Any, other: Any) -> Any:
        """Return the table where `at`, else the other."""

    def join(self, tables: Sequence[Any]) -> Any:
        """Return tables side by side."""

    def recorded(self, tables: Sequence[Balls]) -> Any:
        """Return recorded doubles, a row each. Raises TooLong where they cannot be exact."""


class _Enclosed:
    exact = False
    join = staticmethod(join)

    def number(self, value: Any) -> Any:
        return Balls.of(value)

    def counts(self, table: Any) -> Any:
        return Balls.of(table)

    def rationals(self, table: Any) -> Any:
        return Balls.read(table)

    def divided(self, table: Any, counts: Any) -> Any:
        return Balls.of(table) / counts

    def of_both(self, function: Callable[[Any, Any], Any], table: Any, other: Any) -> Any:
        return function(table, other)

    def sqrt(self, table: Any) -> Any:
        return table.sqrt()

    def at_most(self, table: Any, most: int) -> Any:
        return table.at_most(most)

    def at_least(self, table: Any, least: int) -> Any:
        return table.at_least(least)

    def sums(self, table: Any, starts: Sequence[int], most: int) -> Any:
        return table.sums(np.asarray(starts), most)

    def either(self, at: Any, table: Any, other: Any) -> Any:
        wide = np.broadcast_to(table.mid, at.shape)
        rad = np.broadcast_to(table.rad, table.mid.shape)
        return Balls(wide, np.broadcast_to(rad, at.shape)).where(at, other)

    def recorded(self, tables: Sequence[Balls]) -> Any:
        rows = [t.reshape(1, -1) for t in tables]
        rads = [np.broadcast_to(t.rad, t.mid.shape) for t in rows]
        return Balls(np.concatenate([t.mid for t in rows]), np.concatenate(rads))


class _Exact:
    exact = True

    def number(self, value: Any) -> Any:
        return value

    def counts(self, table: Any) -> Any:
        values, which = np.unique(np.asarray(table), return_inverse=True)  # most occur often
        return objects([Q(v) for v in values.tolist()])[which].reshape(np.shape(table))

    def rationals(self, table: Any) -> Any:
        return objects(table)

    def divided(self, table: Any, counts: Any) -> Any:
        inverses = map_entries(_inverse, np.asarray(counts).astype(object))  # one object for each n
        return self.of_both(product, table, inverses)

    def of_both(self, function: Callable[[Any, Any], Any], table: Any, other: Any) -> Any:
        return map_same(function, table, other)

    def sqrt(self, table: Any) -> Any:
        return map_same(_root, table)

    def at_most(self, table: Any, most: int) -> Any:
        return map_same(lambda v: v if certainly_leq(v, most) is Decision.TRUE else Q(most), table)

    def at_least(self, table: Any, least: int) -> Any:
        return map_same(
            lambda v: v if certainly_leq(least, v) is Decision.TRUE else Q(least), table
        )

    def sums(self, table: Any, starts: Sequence[int], most: int) -> Any:
        return np.add.reduceat(table, starts, axis=1)

    def either(self, at: Any, table: Any, other: Any) -> Any:
        chosen = np.array(other, object) if isinstance(other, Q) else other
        return np.where(at, np.broadcast_to(table, at.shape), chosen)

    def join(self, tables: Sequence[Any]) -> Any:
        return np.concatenate(tables, axis=-1)

    def recorded(self, tables: Sequence[Balls]) -> Any:
        raise TooLong  # recorded doubles are compared within a tolerance, never exactly


class _Ends(_Exact):
    def divided(self, table: Any, counts: Any) -> Any:
        return map_same(lambda v: Enclosure(v, v), super().divided(table, counts))

    def at_most(self, table: Any, most: int) -> Any:
        return map_entries(lambda v: v.at_most(most), table)

    def at_least(self, table: Any, least: int) -> Any:
        return map_entries(lambda v: v.at_least(least), table)


@lru_cache(maxsize=1 << 16)
def _root(v: Real | Q) -> Real:
    """Root of an entry: the same few occur in most epochs."""
    return sqrt(v)


@lru_cache(maxsize=1 << 16)
def _inverse(n: int) -> Q:
    return Q(1, int(n))


Enclosed: Arithmetic = _Enclosed()
Exact: Arithmetic = _Exact()
Ends: Arithmetic = _Ends()
