"""What a rule of rules.py says about one place of a trace, and how numbers are shown there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from mpmath import mp, mpf

from proofs_check.arithmetic import Decision, Enclosure, Q, to_q

Where = tuple[int, ...]  # h, x, a, x1 as far as they apply


@dataclass(frozen=True)
class Finding:
    """A rule that is broken at one place, or that the precision does not decide there."""

    rule: str
    where: Where
    expected: str
    found: str
    undecided: bool = False


def judged(
    rule: str, where: Where, decision: Decision, expected: object, found: object
) -> Iterator[Finding]:
    """Nothing if the rule holds."""
    if decision is not Decision.TRUE:
        yield Finding(rule, where, text(expected), text(found), decision is Decision.UNDECIDED)


def rows(table: Any, where: Where = ()) -> Iterator[tuple[Where, list[Any]]]:
    """(indices, innermost list) of nested lists, in order."""
    for k, v in enumerate(table):
        if v and isinstance(v[0], list):
            yield from rows(v, (*where, k))
        else:
            yield (*where, k), v


def entries(table: Any) -> Iterator[tuple[Where, Any]]:
    """(indices, entry) of nested lists, in order."""
    for where, row in rows(table):
        for k, v in enumerate(row):
            yield (*where, k), v


def text(value: object) -> str:
    """Numbers and enclosures as text of bounded length, anything else as it is."""
    if isinstance(value, Enclosure):
        if value.lo == value.hi:
            return show(value.lo)
        lo, hi = decimal(value.lo), decimal(value.hi)
        return f"{lo}..." if lo == hi else f"[{lo}, {hi}]"
    return show(value) if isinstance(value, Q) else str(value)


def show(q: Q) -> str:
    """A rational as text of bounded length: a short fraction, a double as Python writes it, else
    17 significant digits."""
    size = q.numerator.bit_length() + q.denominator.bit_length()
    fraction = str(q) if size < 100 else ""
    if 0 < len(fraction) <= 9:
        return fraction
    if size < 1000 and to_q(float(q)) == q:
        return repr(float(q))
    return fraction if 0 < len(fraction) <= 24 else f"{decimal(q)}..."


def decimal(q: Q) -> str:
    """17 significant digits; large and tiny rationals included."""
    with mp.workprec(80):
        return str(mp.nstr(mpf(int(q.numerator)) / mpf(int(q.denominator)), 17))


def show_row(row: list[Q]) -> str:
    """A policy's row as text."""
    return "[" + ", ".join(show(p) for p in row[:8]) + (", ...]" if len(row) > 8 else "]")
