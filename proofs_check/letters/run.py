"""A run: its constants, and what is summed over its epochs while they are read."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any

import numpy as np

from proofs_check.arithmetic import ZERO, Q, Real, sqrt
from proofs_check.letters.balls import Balls
from proofs_check.letters.letters import EpochData, Letters
from proofs_check.letters.size import (
    Missing,
    Per,
    RunConstants,
    TooLong,
    map_same,
    objects,
    product,
)
from proofs_check.letters.tables import Exact
from reference.support.errors import PreconditionError
from reference.trace.records import Header

Function = Callable[[Letters], Any]
SMALL = 16_000  # triples of all epochs: up to here all sums can be decided exactly
OPEN = 20  # times as many: up to there open entries of tables, and the cheap sums


class Run(RunConstants):
    """All epochs of a run, folded in block by block.

    `over_t`, `over_i`, `played` and `visited` return a Total: its value is known when `fold` has
    seen every epoch. A run whose epochs have at most `most_exact` triples decides every sum exactly
    where it must; up to `most_open`, it keeps its epochs for open entries of tables and cheap sums.
    Lines that need other events than their statement have `most_alone`: as much on the sampled
    runs (`most_exact` is None), and no more than sums have on others.
    """

    def __init__(
        self, head: Header, name: str, scale: Q | int = 1, most_exact: float | None = None
    ) -> None:
        super().__init__(head, name, scale)
        self.most_exact = SMALL if most_exact is None else most_exact
        self.most_open = OPEN * self.most_exact
        self.most_alone = self.most_open if most_exact is None else most_exact
        self.m = self.episodes = 0
        self.ended: EpochData | None = None  # the counts after the last episode
        self.totals: list[Sum] = []
        self.known: dict[Any, Any] = {}  # totals of expressions
        self.kept: list[EpochData] | None = []
        self.block: Letters | None = None

    @property
    def regret(self) -> Total:
        """Reg_T of (2): sum_t (V(pi*) - V(pi_t)), each value by backward induction."""
        return self.over_t(lambda e: e.number(self.best.value) - e.V, per="epoch")

    # ------------------------------------------------------------------ sums over the run

    def over_t(self, of: Function, per: Per = "pair", by: str = "all") -> Total:
        """Return sum_t of a table at i(t), over all entries; `by` "layer": in each layer; `by`
        "pair": at each entry. A table per epoch, state or layer has no entries of pairs."""

        def weighted(e: Letters) -> Any:
            table = of(e)
            return table * _column(e.length, table)

        return self._sum(weighted, per, by)

    def over_i(self, of: Function, by: str = "all") -> Total:
        """Return sum_i of a table of pairs, as `over_t`."""
        return self._sum(of, "pair", by)

    def played(self, of: Function, by: str = "all") -> Total:
        """Return sum_t <q_{i(t)}, f_{i(t)}>, in all or in each layer."""
        return self.over_t(lambda e: of(e) * e.q, "pair", by)

    def visited(self, of: Function, by: str = "all") -> Total:
        """Return sum_t sum_h f_{i(t)}(x_h,a_h), along the visits, in all or in each layer."""
        return self._sum(lambda e: e.numbers.of_both(product, of(e), e.n), "pair", by)

    def total(self, key: Any, of: Callable[[Run], Any]) -> Any:
        """Return what `of` makes of this run, made once for each key."""
        if key not in self.known:
            self.known[key] = of(self)
        return self.known[key]

    def _sum(self, of: Function, per: Per, by: str) -> Total:
        total = Sum(self, of, per, by)
        self.totals.append(total)
        return total

    @property
    def N_m(self) -> Total:
        """N_m(x,a), the visits before the last epoch."""
        return Total(lambda exact: self._counts("N", exact))

    @property
    def N_end(self) -> Total:
        """N_{m+1}(x,a), the visits after the last episode."""
        return Total(lambda exact: self._counts("end", exact))

    @property
    def N_counted(self) -> Total:
        """N_m(x,a) if the epoch that starts after episode T counts: the visits before it, where it
        starts; else before the last epoch."""
        return Total(lambda exact: self._counts("counted", exact))

    def _counts(self, which: str, exact: bool) -> Any:
        N, n = self.last.N, self.last.n
        starts = bool((n >= np.maximum(1, N - n)).any())
        N = N - (n if which == "N" or (which == "counted" and not starts) else 0)
        return objects(N.tolist()) if exact else Balls.of(N)

    @property
    def visited_pairs(self) -> Total:
        """1 where N_{m+1}(x,a) >= 1, else 0."""
        return Total(lambda exact: (self.last.N > 0).astype(int))

    @property
    def triples_N3(self) -> Total:
        """N_{m+1}(x,a,x'), the visits of triples after the last episode."""
        return Total(lambda exact: self._end3(exact))

    def _end3(self, exact: bool) -> Any:
        return objects(self.last.N3.tolist()) if exact else Balls.of(self.last.N3)

    @property
    def last(self) -> EpochData:
        """Return the counts after the last episode. Raises PreconditionError before."""
        if self.ended is None:
            raise PreconditionError("run", self.name, "must have been read to its end")
        return self.ended

    @property
    def T_played(self) -> Total:
        """Return the episodes of the trace: T, if it is whole."""
        return Total(lambda exact: self.episodes)

    @property
    def updates(self) -> Total:
        """Return the epochs after the first: how often LP1 was solved."""
        return Total(lambda exact: self.m - 1)

    # ------------------------------------------------------------------ epochs

    def fold(self, epochs: Sequence[EpochData]) -> Letters:
        """Add some consecutive epochs to every sum."""
        block = Letters(self, epochs)
        for total in self.totals:
            total.fold(block)
        self.block = block
        self.m += len(epochs)
        self.episodes += sum(e.length for e in epochs)
        if self.kept is not None:
            self.kept.extend(epochs)
            if self.m * self.size.triples > self.most_open:
                self.kept = None
        return block

    @property
    def small(self) -> bool:
        """Whether exact arithmetic on all epochs takes seconds at most."""
        return self.m * self.size.triples <= self.most_exact

    @cached_property
    def exact(self) -> Letters | None:
        """All epochs of a run that is not long, in exact arithmetic."""
        if self.kept and self.block and len(self.block.data) == self.m:
            return self.block.exact  # of single lines too: made once
        return Letters(self, self.kept, Exact) if self.kept else None


# ----------------------------------------------------------------------------- totals


class Total:
    """Number, or a row of numbers, known once the run has been read: `value(exact)` is a Balls,
    or a rational or Real. Numbers are added to it and multiply it from the right."""

    def __init__(self, value: Callable[[bool], Any]) -> None:
        self.value = value

    def __add__(self, other: Any) -> Total:
        return Total(lambda exact: _pair(self, other, exact, lambda u, v: u + v))

    def __sub__(self, other: Any) -> Total:
        return Total(lambda exact: _pair(self, other, exact, lambda u, v: u - v))

    def __mul__(self, other: Any) -> Total:
        return Total(lambda exact: _pair(self, other, exact, lambda u, v: u * v))

    def __neg__(self) -> Total:
        return Total(lambda exact: -self.value(exact))

    def __rsub__(self, other: Any) -> Total:
        return (-self).__add__(other)

    __radd__, __rmul__ = __add__, __mul__

    def __getitem__(self, at: Any) -> Total:
        return Total(lambda exact: self.value(exact)[at])

    def sum(self) -> Total:
        """Return the sum of a row."""
        return Total(lambda exact: self.value(exact).sum())

    def sqrt(self) -> Total:
        """Return the roots of numbers >= 0."""
        return Total(lambda exact: _root(self.value(exact), exact))


def _column(length: Any, table: Any) -> Any:
    """Return the length of each epoch, as wide as a table of them."""
    shape = np.shape(table.mid if isinstance(table, Balls) else table)
    return length.reshape(-1, *([1] * (len(shape) - 1)))


def _pair(u: Any, v: Any, exact: bool, compare: Callable[[Any, Any], Any]) -> Any:
    u, v = (side.value(exact) if isinstance(side, Total) else side for side in (u, v))
    return compare(u, v) if exact else compare(Balls.of(u), v)


def _root(value: Any, exact: bool) -> Any:
    return map_same(sqrt, value) if exact else Balls.of(value).sqrt()


def _total(values: Iterable[Any]) -> Any:
    """Return the sum of exact numbers: a rational, if all are."""
    nonzero = [v for v in values if not isinstance(v, Q) or v]
    if all(isinstance(v, Q) for v in nonzero):
        return sum(nonzero, ZERO)
    return Real.total(nonzero)


@dataclass
class Sum(Total):
    """Sum over the epochs. Its value is a Missing if the trace does not determine it."""

    run: Run
    compute: Function
    entries: Per
    grouping: str
    so_far: Any = 0
    missing: str = ""

    def __post_init__(self) -> None:
        super().__init__(self._value)

    __hash__ = object.__hash__

    def fold(self, block: Letters) -> None:
        """Add the epochs of a block."""
        if self.missing:
            return
        try:
            self.so_far = self._reduced(block) + self.so_far
        except Missing as e:
            self.missing = str(e)

    def _reduced(self, block: Letters) -> Any:
        table = self.compute(block)
        if isinstance(table, np.ndarray):
            return self._summed(table)
        if self.grouping == "all":
            return table.sum()
        return (block.by_layer(table) if self.grouping == "layer" else table).sum(0)

    def _summed(self, table: Any) -> Any:
        """Return the sums of a table of exact numbers."""
        if self.grouping == "pair":
            return objects([_total(column) for column in table.T])
        if self.grouping == "layer":
            first = self.run.size.first_pair
            return objects([_total(table[:, u:v].flat) for u, v in pairwise(first)])
        return _total(table.flat)

    def _value(self, exact: bool) -> Any:
        if self.missing:
            raise Missing(self.missing)
        if not exact:
            return self.so_far
        if self.run.exact is None:
            raise TooLong
        return self._reduced(self.run.exact)
