"""The one rational type `Q`, how numbers enter and leave, decisions and enclosures.

`Q` is gmpy2's mpq; with PROOFS_CHECK_RATIONAL=fractions it is fractions.Fraction, and every
result of `proofs_check` is the same, byte for byte.
"""

from __future__ import annotations

import enum
import math
import os
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain, starmap
from typing import TYPE_CHECKING, Any, NoReturn

from flint import fmpz

from reference.support.errors import NoTruthValue, PreconditionError

RATIONAL = os.environ.get("PROOFS_CHECK_RATIONAL", "gmpy2")
lcm: Callable[..., int] = math.lcm
if RATIONAL not in ("gmpy2", "fractions"):
    raise PreconditionError("PROOFS_CHECK_RATIONAL", RATIONAL, "must be gmpy2 or fractions")
if TYPE_CHECKING or RATIONAL == "fractions":  # mpq has the part of Fraction's interface that we use
    Q = Fraction
else:
    from gmpy2 import lcm  # noqa: F401  (exported; several times math.lcm at 1000 bits)
    from gmpy2 import mpq as Q

MAX_DIGITS = 4000  # of one side of a rational given as text
RATIO = re.compile(r"-?[0-9]+(/[0-9]+)?", re.ASCII)
ZERO, ONE = Q(0), Q(1)
GRID = 1 << 160  # long rationals are rounded outward to multiples of 1/GRID


def to_q(value: object) -> Q:
    """Return `value` as a rational, losslessly: an int, a finite float, a Fraction or mpq, or
    "p/q".

    Raises PreconditionError for anything else, NaN and infinities, a zero denominator, and text
    with more than MAX_DIGITS digits on one side.
    """
    if isinstance(value, Q):
        return value
    if isinstance(value, float):
        if not math.isfinite(value):
            raise PreconditionError("number", value, "must be finite")
        return Q(*value.as_integer_ratio())
    if isinstance(value, str):
        if len(value) > 2 * MAX_DIGITS + 2 or not RATIO.fullmatch(value):
            raise PreconditionError("number", value, 'must be written "p" or "p/q", in digits')
        p, _, q = value.partition("/")
        if max(len(p.lstrip("-")), len(q)) > MAX_DIGITS:
            raise PreconditionError("number", value, f"must have at most {MAX_DIGITS} digits")
        denominator = int(q or "1")
        if denominator == 0:
            raise PreconditionError("number", value, "must not have the denominator 0")
        return Q(int(p), denominator)
    if not isinstance(value, bool):
        if isinstance(value, Fraction):
            return Q(value.numerator, value.denominator)
        if hasattr(value, "__index__"):
            return Q(int(value))
    raise PreconditionError("number", value, 'must be a number or "p/q"')


def show(q: Q) -> str:
    """`q` as canonical text: lowest terms, positive denominator, always with a slash."""
    try:
        return f"{q.numerator}/{q.denominator}"
    except ValueError:  # int refuses to print more than a few thousand digits, fmpz does not
        return f"{fmpz(q.numerator)}/{fmpz(q.denominator)}"


def rounded(q: Q, direction: int) -> Q:
    """`q` rounded down (-1) or up (1) to a multiple of 1/GRID."""
    return Q(direction * -(-direction * q * GRID // 1), GRID)  # -floor(-v) is the ceiling


def each(of: Callable[..., Any], *tables: Sequence[Any]) -> list[Any]:
    """of(entry, ...) for the entries of nested lists or tuples of one shape."""
    if _nested(tables):
        return [each(of, *rows) for rows in zip(*tables, strict=True)]
    return list(starmap(of, zip(*tables, strict=True)))


def zipped(*tables: Sequence[Any]) -> Iterator[Any]:
    """Yield the entries of nested lists or tuples of one shape, side by side, in order."""
    while _nested(tables):
        if len({tuple(map(len, table)) for table in tables}) > 1:
            raise ValueError("tables of different shapes")
        tables = tuple(list(chain.from_iterable(table)) for table in tables)
    return zip(*tables, strict=True)


def _nested(tables: Sequence[Sequence[Any]]) -> bool:
    """Whether these are rows of rows; one row tells for all, as their shape is one."""
    return bool(tables[0]) and isinstance(tables[0][0], (list, tuple))


class Decision(enum.Enum):
    """Answer to whether a statement holds; UNDECIDED where the precision does not suffice.

    It is no truth value: `if certainly_leq(a, b)` would pass for FALSE too, so it raises
    NoTruthValue. Compare instead: `is Decision.TRUE`."""

    TRUE = "true"
    FALSE = "false"
    UNDECIDED = "undecided"

    def __bool__(self) -> NoReturn:
        raise NoTruthValue(f"Decision.{self.name}", "compare it: `is Decision.TRUE`")

    @staticmethod
    def of(certain: bool, refuted: bool) -> Decision:
        """Return TRUE if `certain`, FALSE if `refuted`, else UNDECIDED."""
        return Decision.TRUE if certain else Decision.FALSE if refuted else Decision.UNDECIDED

    @staticmethod
    def all(decisions: Iterable[Decision]) -> Decision:
        """Return the conjunction: one FALSE refutes it, one UNDECIDED leaves it open."""
        distinct = set(decisions)
        return Decision.of(distinct <= {Decision.TRUE}, Decision.FALSE in distinct)


@dataclass(frozen=True, slots=True)
class Enclosure:
    """Interval [lo, hi] in which the true number lies; lo = hi only if it is that rational. Sums,
    differences and rational multiples are enclosed exactly. Write the enclosure first: before a
    rational hands over to the second operand, gmpy2 spends 2 microseconds."""

    lo: Q
    hi: Q

    @staticmethod
    def of(value: Enclosure | Q | int) -> Enclosure:
        """`value` as an enclosure."""
        if isinstance(value, Enclosure):
            return value
        q = Q(value)
        return Enclosure(q, q)

    @staticmethod
    def sum(parts: Iterable[Enclosure]) -> Enclosure:
        """Return their sum."""
        parts = list(parts)
        return Enclosure(sum((v.lo for v in parts), ZERO), sum((v.hi for v in parts), ZERO))

    def __add__(self, other: Enclosure | Q | int) -> Enclosure:
        lo, hi = ends_of(other)
        return Enclosure(self.lo + lo, self.hi + hi)

    def __neg__(self) -> Enclosure:
        return Enclosure(-self.hi, -self.lo)

    def __sub__(self, other: Enclosure | Q | int) -> Enclosure:
        lo, hi = ends_of(other)
        return Enclosure(self.lo - hi, self.hi - lo)

    def __rsub__(self, other: Q | int) -> Enclosure:
        return Enclosure(other - self.hi, other - self.lo)

    def __mul__(self, factor: Q | int) -> Enclosure:
        ends = self.lo * factor, self.hi * factor
        return Enclosure(*(ends if factor >= 0 else ends[::-1]))

    __radd__, __rmul__ = __add__, __mul__

    def at_most(self, most: Q | int) -> Enclosure:
        """min{most, the number}."""
        most = Q(most)
        return Enclosure(min(most, self.lo), min(most, self.hi))

    def at_least(self, least: Q | int) -> Enclosure:
        """max{least, the number}."""
        least = Q(least)
        return Enclosure(max(least, self.lo), max(least, self.hi))

    @property
    def width(self) -> Q:
        """hi - lo."""
        return self.hi - self.lo

    def __contains__(self, q: Q) -> bool:
        return self.lo <= q <= self.hi

    def leq(self, bound: Enclosure | Q | int) -> Decision:
        """Whether the enclosed number is <= `bound`."""
        lo, hi = ends_of(bound)
        return Decision.of(self.hi <= lo, self.lo > hi)

    def geq(self, bound: Enclosure | Q | int) -> Decision:
        """Whether the enclosed number is >= `bound`."""
        lo, hi = ends_of(bound)
        return Decision.of(self.lo >= hi, self.hi < lo)


def ends_of(value: Enclosure | Q | int) -> tuple[Any, Any]:
    """Return both ends of an enclosure, or the number twice."""
    return (value.lo, value.hi) if isinstance(value, Enclosure) else (value, value)
