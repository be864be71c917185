"""Sec. II: the layered episodic MDP of Assumption 1.

Letters: X[h] = X_h states in layer h (layers[h]), h = 0..L; A actions; P[h][x, a, x1] = P(x'|x,a)
for x in layer h and x' in layer h+1; r[h][x, a] the mean reward. A state is (h, x), its number
within its layer: transitions outside x -> layer h+1 have no entry, so a violation of Assumption 1's
third point is not representable (R-2, R-19 in spec.md).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate, pairwise
from math import lcm
from typing import Any

import numpy as np
from numpy.typing import NDArray

from reference.support.errors import PreconditionError

Array = NDArray[Any]  # float64, or object arrays of Fraction when the tables are exact
Tables = tuple[Array, ...]  # one array per layer h = 0..L-1

MAX_DENOMINATOR_BITS = 1 << 16  # common to a row of rationals

ROW_SUM_TOLERANCE = 1e-9
"""How far a float row of P may be from 1. A correctly rounded 500-column row is within 6e-14;
a table typed with 8 decimals is not accepted: give rationals instead."""


def freeze(table: Array) -> Array:
    """Return a read-only copy of `table`."""
    copy = np.array(table, copy=True)
    copy.setflags(write=False)
    return copy


def as_table(values: Any, field: str) -> Array:
    """Return `values` as a float64 array, or as an object array of Fraction if any entry is exact.

    Integers alone are exact. Raises PreconditionError for ragged or non-numeric input.
    """
    if isinstance(values, np.ndarray) and values.dtype == np.float64:
        frozen = values.base is None and not values.flags.writeable
        return values if frozen else freeze(values)  # large tables are not copied again
    try:
        raw = np.array(values, dtype=object)
    except ValueError:
        raise PreconditionError(field, "ragged nested lists", "must be rectangular") from None
    numbers = raw.ravel()
    for v in numbers:
        if isinstance(v, bool) or not isinstance(
            v, (int, float, np.integer, np.floating, Fraction)
        ):
            raise PreconditionError(field, v, "every entry must be a number")
    if any(isinstance(v, (float, np.floating)) for v in numbers):
        floats: Array = np.array([float(v) for v in numbers], dtype=np.float64)
        return freeze(floats.reshape(raw.shape))
    exact = np.empty(raw.shape, dtype=object)
    exact.ravel()[:] = [v if isinstance(v, Fraction) else Fraction(int(v)) for v in numbers]
    return freeze(exact)


@dataclass(frozen=True, eq=False)
class LayeredMDP:
    """Assumption 1: layers X_0..X_L, transitions only from layer h to h+1, P and r fixed in time.

    Shapes: `layers` has L+1 entries, layers[0] = layers[L] = 1; P[h] is (X_h, A, X_{h+1}) and
    r[h] is (X_h, A) for h < L. Units: probabilities; rewards in [0, 1].
    Tables are float64 or exact (object arrays of Fraction), all of one kind, and read-only.
    Raises PreconditionError naming field, value and rule. Source: Sec. II, Assumption 1.
    """

    layers: tuple[int, ...]
    A: int
    P: Tables
    r: Tables

    def __post_init__(self) -> None:
        check_layers(self.layers, self.A)
        object.__setattr__(self, "layers", tuple(int(X_h) for X_h in self.layers))
        object.__setattr__(self, "A", int(self.A))
        for name in ("P", "r"):
            tables = getattr(self, name)
            if len(tables) != self.L:
                rule = f"must have one table per layer, {self.L}"
                raise PreconditionError(name, len(tables), rule)
            read = tuple(as_table(table, f"{name}[{h}]") for h, table in enumerate(tables))
            object.__setattr__(self, name, read)
        if not all(table.dtype == object for table in self.P + self.r):
            for name in ("P", "r"):  # mixed tables become floats
                floats = tuple(
                    freeze(t.astype(np.float64)) if t.dtype == object else t
                    for t in getattr(self, name)
                )
                object.__setattr__(self, name, floats)
        for h, (X_h, X_next) in enumerate(pairwise(self.layers)):
            shape = (X_h, self.A, X_next)
            for field, table, wanted in (
                (f"P[{h}]", self.P[h], shape),
                (f"r[{h}]", self.r[h], shape[:2]),
            ):
                if table.shape != wanted:
                    raise PreconditionError(field, table.shape, f"shape must be {wanted}")
            check_distributions(self.P[h], f"P[{h}]")
            check_means(self.r[h], f"r[{h}]")

    def __repr__(self) -> str:
        numbers = "exact" if self.exact else "float64"
        return f"<LayeredMDP: layers {self.layers}, A={self.A}, {numbers}>"

    @property
    def L(self) -> int:
        """Return the episode length: L steps, layers 0..L."""
        return len(self.layers) - 1

    @property
    def X(self) -> int:
        """X = |state space|, x_0 and x_L included (R-2)."""
        return sum(self.layers)

    @property
    def exact(self) -> bool:
        """Whether the tables are rationals."""
        return bool(self.P[0].dtype == object)

    def to_float(self) -> LayeredMDP:
        """Return the same MDP with every entry rounded to the nearest double."""
        if not self.exact:
            return self
        P, r = (tuple(t.astype(np.float64) for t in tables) for tables in (self.P, self.r))
        return LayeredMDP(self.layers, self.A, P, r)

    def to_exact(self) -> LayeredMDP:
        """Return the same MDP in rationals: doubles taken losslessly, then each row's largest entry
        moved by the rounding error of the row (at most ROW_SUM_TOLERANCE), so that it sums to 1.
        """
        if self.exact:
            return self
        P: list[Array] = []
        for table in self.P:
            exact = _lossless(table)
            for pair in np.ndindex(exact.shape[:2]):
                row, doubles = exact[pair], table[pair]  # a view, regardless of the order in memory
                row[int(np.argmax(doubles))] += 1 - sum(row[doubles != 0])
            P.append(exact)
        return LayeredMDP(self.layers, self.A, tuple(P), tuple(_lossless(t) for t in self.r))


def check_whole(field: str, value: object, least: int = 1) -> int:
    """Check and return a whole number, at least `least`. Raises PreconditionError."""
    if isinstance(value, bool) or not isinstance(value, (int, np.integer)) or value < least:
        raise PreconditionError(field, value, f"must be a whole number, at least {least}")
    return int(value)


def check_layers(layers: Sequence[int], A: int) -> None:
    """Check Assumption 1, points 1 and 2: at least two layers, none empty, singletons at the ends.
    Raises PreconditionError."""
    if len(layers) < 2:
        raise PreconditionError("layers", list(layers), "must have at least two layers, L >= 1")
    for h, X_h in enumerate(layers):
        check_whole(f"layers[{h}]", X_h)
    for h in (0, len(layers) - 1):
        if layers[h] != 1:
            raise PreconditionError(f"layers[{h}]", layers[h], "must be 1: X_0 and X_L are single")
    check_whole("A", A)


def check_distributions(P: Array, field: str) -> None:
    """Check that every row along the last axis is a distribution: exactly if it is rational, with a
    common denominator of bounded length, so that sums stay short. Raises PreconditionError."""
    _check_entries(P, field, "a probability must lie in [0, 1]")
    tolerance = 0 if P.dtype == object else ROW_SUM_TOLERANCE
    if P.dtype != object and (abs(P.sum(axis=-1) - 1) <= ROW_SUM_TOLERANCE / 2).all():
        return  # whatever the order of a sum
    sums_to_1 = f"must sum to 1 within {tolerance:g}" if tolerance else "must sum to 1 exactly"
    for row in np.ndindex(P.shape[:-1]):
        p = P[row][P[row].astype(bool)]
        if P.dtype == object:
            for entry, common in zip(p, accumulate((q.denominator for q in p), lcm), strict=True):
                if common.bit_length() > MAX_DENOMINATOR_BITS:
                    rule = f"the row's common denominator exceeds {MAX_DENOMINATOR_BITS} bits"
                    raise PreconditionError(field + _index(row), entry, rule)
        if not abs(p.sum() - 1) <= tolerance:
            rule = sums_to_1 + mended(float(p.sum()))
            raise PreconditionError(field + _index(row), p.sum(), rule)


NOT_AVAILABLE = "where an action is not available, give it the row and the reward of one that is"
"""What Assumption 1, in which every state has every action, asks of an MDP in which some have not:
the same choice by another name changes no value and no optimal policy."""
SINGLE = 1e-4
"""So far may single precision, or a decimal with few digits, leave a row's sum from 1."""


def mended(total: float) -> str:
    """Return what to do about a row with this sum, as the end of a rule; nothing where its sum does
    not say."""
    if total == 0:
        return f"; {NOT_AVAILABLE}"
    if abs(total - 1) <= SINGLE:
        return "; single precision: --renormalise (renormalise=True) divides the rows by their sums"
    return ""


def check_means(r: Array, field: str) -> None:
    """Check that mean rewards lie in [0, 1]. Raises PreconditionError."""
    _check_entries(r, field, "a mean reward must lie in [0, 1]")


def check_horizon(T: object) -> int:
    """Check and return T, the number of episodes: a whole number, at least 1. Raises
    PreconditionError."""
    return check_whole("T", T)


def check_delta(delta: object) -> float | Fraction:
    """Check and return delta in (0, 1), the confidence parameter (eq. (11)). Raises
    PreconditionError."""
    if isinstance(delta, bool) or not isinstance(delta, (int, float, Fraction, np.floating)):
        raise PreconditionError("delta", delta, "must be a number in (0, 1)")
    if not 0 < delta < 1:
        raise PreconditionError("delta", delta, "must lie in (0, 1)")
    return delta if isinstance(delta, Fraction) else float(delta)


def _lossless(table: Array) -> Array:
    values, places = np.unique(table, return_inverse=True)  # of a large table, a few
    exact = np.empty(len(values), dtype=object)
    exact[:] = [Fraction(v) for v in values]
    return exact[places.reshape(table.shape)]


def _check_entries(table: Array, field: str, rule: str) -> None:
    if table.dtype != object and table.size and 0 <= table.min() and table.max() <= 1:
        return  # NaN is neither
    nonzero = table.astype(bool)  # NaN is one of them
    bad = np.flatnonzero(~((table[nonzero] >= 0) & (table[nonzero] <= 1)))
    if len(bad):
        place = tuple(np.argwhere(nonzero)[bad[0]])
        raise PreconditionError(field + _index(place), table[place], rule)


def _index(place: Iterable[int]) -> str:
    return "".join(f"[{k}]" for k in place)
