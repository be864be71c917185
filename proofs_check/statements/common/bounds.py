"""Horizons from which a bound is below a trivial one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from math import exp, log
from typing import NamedTuple

from proofs_check.arithmetic import Decision, Q, Real, certainly_leq, lam, sqrt
from proofs_check.ledger.registry import Found, Vacuity
from proofs_check.letters.expressions import Expression, at
from proofs_check.sampled_runs.specs import PAPER_A, PAPER_LAYERS

__all__ = [
    "CONSTANT",
    "SIZES",
    "TENTH",
    "Bound",
    "Constants",
    "Size",
    "bound_of",
    "first_below",
    "first_under",
    "says_nothing",
    "vacuous",
]

Slope = Callable[[int, Real], Real]  # of T and Lam

TENTH = Q(1, 10)


class Size(NamedTuple):
    """Layers and actions of an MDP."""

    layers: tuple[int, ...]
    A: int

    @property
    def L(self) -> int:
        """Steps of an episode."""
        return len(self.layers) - 1

    @property
    def X(self) -> int:
        """States."""
        return sum(self.layers)

    def __str__(self) -> str:
        return f"$L={self.L}$, $X={self.X}$, $A={self.A}$"


SIZES = (Size((1, 1), 1), Size((1, 2, 1), 1), Size((1, 2, 1), 2), Size(PAPER_LAYERS, PAPER_A))


def vacuous(
    bound_of: Callable[[Size, int, Real], Real],
    against: str = "$LT$",
    sizes: Iterable[Size] = SIZES,
    what: str = "",
) -> Iterator[Found]:
    """Return for each size the T from which bound_of(size, T, Lam) is below `against`, in units in
    which `against` is LT."""
    for size in sizes:
        T = first_below(partial(bound_of, size), size.L, size.X, size.A, TENTH)
        yield Vacuity(rf"{size}, $\delta=1/10${what}", against, T)


Bound = Callable[[Size, int, Real, Q], Real]  # of the size, T, Lam and delta


@dataclass(frozen=True)
class Constants:
    """Constants of a run, of which a bound is a function."""

    layers: tuple[int, ...]
    A: int
    T: int
    Lam: Real
    delta: Q

    @property
    def L(self) -> int:
        """Steps of an episode."""
        return len(self.layers) - 1

    @property
    def X(self) -> int:
        """States."""
        return sum(self.layers)


def bound_of(right: Expression) -> Bound:
    """Return the right side of a claim as a function of size, T, Lam and delta."""

    def bound(size: Size, T: int, Lam: Real, delta: Q) -> Real:
        return Real.of(at(right, Constants(size.layers, size.A, T, Lam, delta)))

    return bound


def says_nothing(
    right: Expression,
    most: Expression,
    sizes: Iterable[Size] = SIZES,
    delta: str = r", $\delta=1/10$",
) -> Iterator[Found]:
    """Return for each size the first T, for delta = 1/10, with right < most: what the left side
    cannot exceed. right/most must decrease in T. `delta`: "" where it cancels."""
    for size in sizes:
        yield Vacuity(f"{size}{delta}", f"${most.tex()}$", first_under(right, most, size))


def first_under(right: Expression, most: Expression, size: Size, start: int = 1) -> int:
    """Return the first T from `start` on, for delta = 1/10, with right < most. It must hold from
    there on."""
    bound, limit = bound_of(right), bound_of(most)

    def sides(T: int) -> tuple[Real, Real]:
        Lam = lam(T, size.X, size.A, TENTH)
        return bound(size, T, Lam, TENTH), limit(size, T, Lam, TENTH)

    return _first(sides, start)


def first_below(bound_of: Slope, slope: int, X: int, A: int, delta: Q) -> int:
    """Return the first T with bound_of(T, Lam) < slope T. It holds from there on, because
    bound_of(T, Lam)/T must decrease in T."""
    return _first(lambda T: (bound_of(T, lam(T, X, A, delta)), Real.of(slope * T)))


def _first(sides: Callable[[int], tuple[Real, Real]], start: int = 1) -> int:
    """Return the first T from `start` on with bound < limit, decided; it must hold for all later
    ones. Doubles choose which T is tried next, by the secant of log(bound/limit) against log T;
    the middle of what is left where that is slow."""

    def tried(T: int) -> tuple[bool, float, float]:
        bound, limit = sides(T)
        u, v = (float(side.enclose(53).lo) for side in (bound, limit))
        below = certainly_leq(limit, bound) is Decision.FALSE
        return below, log(T), log(u / v) if u > 0 and v > 0 else 0.0

    low, high = start - 1, start  # the last that is not below; one that is
    below, x, y = tried(high)
    while not below:
        low, u, v = high, x, y
        high = round(low * exp(min(max(2.1 * y, 0.7), 14.0)))  # the ratio falls as 1/sqrt(T)
        below, x, y = tried(high)
    slow = 0
    while (wide := high - low) > 1:
        middle = (low + high) // 2
        if slow < 2 and y != v:
            secant = exp(min(max(x - y * (x - u) / (y - v), log(low)), log(high)))
            middle = min(max(round(secant), low + 1), high - 1)
        u, v = x, y
        below, x, y = tried(middle)
        low, high = (low, middle) if below else (middle, high)
        slow = slow + 1 if 2 * (high - low) > wide else 0
    return high


CONSTANT = 2 * sqrt(2) + 3  # (1 + sqrt 2)^2 = 5.828
