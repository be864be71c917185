"""Tables of real numbers, each enclosed: a midpoint and a radius, both doubles.

The true number lies in [mid - rad, mid + rad]. Every operation rounds to nearest, with a relative
error of at most ROUNDOFF = 2**-53; where a product may underflow, TINY is added. A radius is
computed from above: the factor UP covers the few roundings of the radius itself. NumPy sums n terms
in any order with an error of at most n ROUNDOFF times the sum of their absolute values (n < 2**20).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any

import numpy as np

from proofs_check.arithmetic import Enclosure, Q, Real, to_q

ROUNDOFF, UP, TINY = 2.0**-53, 1 + 2.0**-30, 2.0**-1000
LARGEST = 2**53 - 1  # whole numbers up to here are doubles, and none rounds to one of these


@dataclass(frozen=True, slots=True)
class Balls:
    """One enclosed number, or a table of them. It is added, subtracted and multiplied with whole
    numbers, rationals, Reals, and arrays of doubles, which are exact."""

    mid: Any
    rad: Any

    __array_ufunc__ = None  # NumPy leaves `array * Balls` to Balls

    @staticmethod
    def of(value: Any) -> Balls:
        """Return `value` enclosed. Doubles are exact, and whole numbers below 2**53."""
        if isinstance(value, Balls):
            return value
        if isinstance(value, (Q, Real)) or (isinstance(value, int) and abs(value) > LARGEST):
            return _real(Real.of(value))
        table = np.asarray(value)
        mid = table.astype(float)
        if table.dtype.kind == "i" and (np.abs(mid) > LARGEST).any():
            return Balls(mid, np.where(np.abs(mid) > LARGEST, np.abs(mid) * (ROUNDOFF * UP), 0.0))
        return Balls(mid, 0.0)

    @staticmethod
    def read(table: Any) -> Balls:
        """Return a table of doubles (exact) and rationals (rounded to nearest), of one shape."""
        raw = np.asarray(table, dtype=object)
        if all(type(v) in (float, int) for v in raw.flat):
            return Balls(raw.astype(float), 0.0)
        exact = [Fraction(str(v)) if isinstance(v, str) else Fraction(*_ratio(v)) for v in raw.flat]
        mid = np.array([float(v) for v in exact])
        same = np.array([Fraction(m) == v for m, v in zip(mid.tolist(), exact, strict=True)])
        rad = np.where(same, 0.0, np.abs(mid) * (ROUNDOFF * UP) + TINY)
        return Balls(mid.reshape(raw.shape), rad.reshape(raw.shape))

    def __add__(self, other: Any) -> Balls:
        o = Balls.of(other)
        return _added(self.mid, o.mid, self.rad + o.rad)

    def __sub__(self, other: Any) -> Balls:
        o = Balls.of(other)
        return _added(self.mid, -o.mid, self.rad + o.rad)

    def __rsub__(self, other: Any) -> Balls:
        return Balls.of(other) - self

    def __mul__(self, other: Any) -> Balls:
        o = Balls.of(other)
        if np.ndim(o.mid) == 0 and o.rad == 0 and abs(float(o.mid)) in (0, 1, 2):
            return Balls(self.mid * o.mid, self.rad * abs(float(o.mid)))
        mid = self.mid * o.mid
        if _whole(self) and _whole(o) and (np.abs(mid) <= LARGEST).all():
            return Balls(mid, 0.0)
        rad = np.abs(self.mid) * o.rad + self.rad * (np.abs(o.mid) + o.rad)
        return _rounded(mid, np.where(_may_differ(self) & _may_differ(o), rad + TINY, rad))

    __radd__, __rmul__ = __add__, __mul__

    def __truediv__(self, counts: Any) -> Balls:
        """Divide by an array of whole numbers from 1 to 2**53."""
        mid = self.mid / counts
        exact = (mid == np.rint(mid)) & (mid * counts == self.mid) & (np.abs(self.mid) <= LARGEST)
        halved = (np.frexp(counts)[0] == 0.5) & (mid * counts == self.mid)  # a power of two
        exact = exact | halved  # unless it underflows
        rad = self.rad / counts * UP + TINY * (np.asarray(self.rad) > 0)
        return Balls(mid, (rad + np.where(exact, 0.0, np.abs(mid) * ROUNDOFF + TINY)) * UP)

    def __neg__(self) -> Balls:
        return Balls(-self.mid, self.rad)

    def __abs__(self) -> Balls:
        return Balls(np.abs(self.mid), self.rad)

    @property
    def wide_rad(self) -> Any:
        """Radii in the shape of the midpoints."""
        shape = np.shape(self.mid)
        same = shape and np.shape(self.rad) == shape
        return self.rad if same else np.broadcast_to(self.rad, shape)

    def inverse(self) -> Balls:
        """Return 1/self. Raises ZeroDivisionError unless every number is certainly positive."""
        low = self.mid - self.rad * UP
        if not np.all(low > TINY):
            raise ZeroDivisionError("an enclosure that contains 0")
        return _rounded(1 / self.mid, self.rad / low / self.mid * UP + TINY)

    def shifted(self, bits: int) -> Balls:
        """Return self * 2**bits, exactly: no number may be so small or large that it rounds."""
        return Balls(self.mid * 2.0**bits, self.rad * 2.0**bits)

    def sqrt(self) -> Balls:
        """Return the roots. Raises ValueError unless every number is certainly >= 0."""
        if not np.all(self.mid >= self.rad):
            raise ValueError("an enclosure of negative numbers")
        root = np.sqrt(self.mid)
        with np.errstate(divide="ignore", invalid="ignore"):
            spread = np.where(
                self.rad > 0, self.rad / root, 0.0
            )  # of sqrt(m - r), at most r/sqrt m
        short = np.where(root < 1, root * 2.0**26, root)  # at most 26 bits: its square is exact
        exact = (short == np.rint(short)) & (short <= 2.0**26) & (root * root == self.mid)
        rad = (spread * UP + np.where(exact & (self.rad == 0), 0.0, root * ROUNDOFF)) * UP
        return Balls(root, rad)

    def sum(self, axis: int | None = None) -> Balls:
        """Return the sum of all entries, or along an axis."""
        if axis is None and np.ndim(self.mid) > 1:  # fewer terms at once: a smaller bound
            return self.sum(-1).sum()
        n = np.size(self.mid) if axis is None else np.shape(self.mid)[axis]
        if _whole(self) and (np.abs(self.mid).sum(axis) <= LARGEST).all():
            return Balls(self.mid.sum(axis), 0.0)
        rad = self.wide_rad.sum(axis)
        error = np.abs(self.mid).sum(axis) * (n * ROUNDOFF)
        return Balls(self.mid.sum(axis), (rad + error) * UP if n > 1 else rad)

    def sums(self, starts: Any, most: int) -> Balls:
        """Return the sums of consecutive entries of the last axis, which begin at `starts` and are
        at most `most`."""
        mid, absolute = (np.add.reduceat(v, starts, axis=-1) for v in (self.mid, np.abs(self.mid)))
        if _whole(self) and (absolute <= LARGEST).all():
            return Balls(mid, 0.0)
        rad = np.add.reduceat(self.wide_rad, starts, axis=-1) if _rounds(self) else 0.0
        return Balls(mid, (rad + absolute * (most * ROUNDOFF)) * UP if most > 1 else rad)

    def at_least(self, least: float) -> Balls:
        """Return max{least, self}: no two numbers move apart."""
        surely = self.mid + self.rad * UP < least
        return Balls(np.maximum(self.mid, least), np.where(surely, 0.0, self.rad))

    def at_most(self, most: float) -> Balls:
        """Return min{most, self}: no two numbers move apart."""
        surely = self.mid - self.rad * UP > most
        return Balls(np.minimum(self.mid, most), np.where(surely, 0.0, self.rad))

    def where(self, mask: Any, other: Any = 0.0) -> Balls:
        """Return self where `mask`, else `other`."""
        o = Balls.of(other)
        return Balls(np.where(mask, self.mid, o.mid), np.where(mask, self.rad, o.rad))

    def reshape(self, *shape: int) -> Balls:
        """Return the same entries in another shape."""
        rad = self.rad
        if np.ndim(rad):
            rad = np.broadcast_to(rad, np.shape(self.mid)).reshape(shape)
        return Balls(self.mid.reshape(shape), rad)

    def __getitem__(self, at: Any) -> Balls:
        if np.ndim(self.rad):
            return Balls(self.mid[at], self.wide_rad[at])
        return Balls(self.mid[at], self.rad)

    @property
    def ends(self) -> Enclosure:
        """Return the rational ends of one number."""
        return _ends(float(self.mid), float(self.rad))

    def all_ends(self) -> list[Enclosure]:
        """Return the rational ends of every number of a row."""
        both = zip(self.mid.tolist(), self.wide_rad.tolist(), strict=True)
        return [_ends(m, r) for m, r in both]


def join(tables: Sequence[Any]) -> Any:
    """Return tables side by side along the last axis: Balls, or arrays of exact numbers."""
    if not isinstance(tables[0], Balls):
        return np.concatenate(tables, axis=-1)
    rads = [np.broadcast_to(t.rad, np.shape(t.mid)) for t in tables]
    return Balls(np.concatenate([t.mid for t in tables], -1), np.concatenate(rads, -1))


def _rounded(mid: Any, rad: Any) -> Balls:
    return Balls(mid, (rad + np.abs(mid) * ROUNDOFF) * UP)


def _added(u: Any, v: Any, rad: Any) -> Balls:
    """u + v with the exact error of the rounding (Knuth's two-sum)."""
    mid = u + v
    of_v = mid - u
    error = np.abs((u - (mid - of_v)) + (v - of_v))
    return Balls(mid, (rad + error) * UP)


def _whole(b: Balls) -> bool:
    """Whether all entries are whole numbers, exactly."""
    return not _rounds(b) and bool(np.equal(b.mid, np.rint(b.mid)).all())


def _rounds(b: Balls) -> bool:
    """Whether some radius is not 0."""
    return bool(b.rad if isinstance(b.rad, float) else b.rad.any())


def _may_differ(b: Balls) -> Any:
    """Where the number may be other than 0."""
    return (b.mid != 0) | (b.rad > 0)


def _ratio(value: Any) -> tuple[int, int]:
    q = to_q(value)
    return int(q.numerator), int(q.denominator)


@lru_cache(maxsize=1 << 14)
def _ends(mid: float, rad: float) -> Enclosure:
    m, r = to_q(mid), to_q(rad)
    return Enclosure(m - r, m + r)


@lru_cache(maxsize=4096)
def _real(value: Real) -> Balls:
    ends = value.enclose(96)
    mid = float((ends.lo + ends.hi) / 2)
    if ends.lo == to_q(mid) == ends.hi:
        return Balls(mid, 0.0)
    return Balls(mid, (float(ends.hi - ends.lo) + abs(mid) * (2 * ROUNDOFF)) * UP + TINY)
