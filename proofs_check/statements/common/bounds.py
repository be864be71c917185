"""Horizons from which a bound is below a trivial one."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import NamedTuple

from proofs_check.arithmetic import Decision, Q, Real, certainly_leq, lam, sqrt
from proofs_check.ledger.registry import Found, Vacuity
from proofs_check.sampled_runs.specs import PAPER_A, PAPER_LAYERS

Bound = Callable[[int, Real], Real]  # of T and Lam

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
    for one in sizes:
        T = first_below(partial(bound_of, one), one.L, one.X, one.A, TENTH)
        yield Vacuity(rf"{one}, $\delta=1/10${what}", against, T)


def first_below(bound_of: Bound, slope: int, X: int, A: int, delta: Q) -> int:
    """Return the first T with bound_of(T, Lam) < slope T. It holds from there on, because
    bound_of(T, Lam)/T must decrease in T."""

    def useful(T: int) -> bool:
        bound_at_T = bound_of(T, lam(T, X, A, delta))
        return certainly_leq(slope * T, bound_at_T) is Decision.FALSE

    high = 1
    while not useful(high):
        high *= 2
    low = high // 2 + 1
    return low + bisect_left(range(low, high), True, key=useful)


CONSTANT = 2 * sqrt(2) + 3  # (1 + sqrt 2)^2 = 5.828
