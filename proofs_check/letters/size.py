"""What the epochs of a run have in common: sizes, constants, the MDP."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from itertools import accumulate
from typing import Any, Literal

import numpy as np

from proofs_check.arithmetic import (
    LogBase,
    Q,
    Real,
    each,
    eps_square,
    interval_log,
    lam,
    sqrt,
    to_q,
)
from proofs_check.letters.balls import Balls
from proofs_check.letters.occupancy import Best, optimal
from reference.trace.records import Header

NEEDS_MDP = "needs the MDP in the header"
Per = Literal["pair", "triple", "layer", "state", "epoch"]


class Missing(Exception):
    """Quantity that this trace does not determine; says what it would need."""


class TooLong(Exception):
    """Run that is too long for exact arithmetic."""


class FlatSize:
    """Layers, actions, and where pairs, triples and states stand in flat tables."""

    def __init__(self, layers: Sequence[int], A: int) -> None:
        self.layers, self.A = tuple(layers), A
        self.L, self.X = len(layers) - 1, sum(layers)
        of_layer = [n * A for n in self.layers[:-1]]
        self.pairs = sum(of_layer)
        self.first_pair = [0, *accumulate(of_layer)]
        self.first_triple = [
            0,
            *accumulate(n * m for n, m in zip(of_layer, layers[1:], strict=True)),
        ]
        self.triples = self.first_triple[-1]
        self._of_layer = of_layer

    @cached_property
    def h(self) -> Any:
        """Return the layer of every pair."""
        return np.repeat(np.arange(self.L), self._of_layer)

    @cached_property
    def next(self) -> Any:
        """Return X_{h(x)+1} of every pair."""
        return np.array(self.layers[1:])[self.h]

    @cached_property
    def state_of(self) -> Any:
        """Return the state of every pair."""
        return np.arange(self.pairs) // self.A

    @cached_property
    def first(self) -> Any:
        """Return where the triples of every pair begin."""
        return np.concatenate([[0], self.next.cumsum()])[:-1]

    @cached_property
    def pair_of(self) -> Any:
        """Return the pair of every triple."""
        return np.repeat(np.arange(self.pairs), self.next)

    def pairs_of(self, h: int) -> slice:
        """Return where the pairs of a layer stand."""
        return slice(self.first_pair[h], self.first_pair[h + 1])

    def triples_of(self, h: int) -> slice:
        """Return where the triples of a layer stand."""
        return slice(self.first_triple[h], self.first_triple[h + 1])

    def place(self, per: Per, k: int) -> dict[str, int]:
        """Return layer, state and action of entry k of a table; states are those of layers 1..L."""
        if per == "epoch":
            return {}
        if per == "layer":
            return {"layer": k}
        if per == "state":
            starts = [0, *accumulate(self.layers[1:])]
            h = int(np.searchsorted(starts, k, "right"))
            return {"layer": h, "x": k - starts[h - 1]}
        p = int(self.pair_of[k]) if per == "triple" else k
        h = int(self.h[p])
        x, a = divmod(p - self.first_pair[h], self.A)
        pair = {"layer": h, "x": x, "a": a}
        return pair | {"x'": k - int(self.first[p])} if per == "triple" else pair


class RunConstants:
    """Constants of a run. `scale` < 1: Lam is scale**2 times that of the paper, and nothing
    probabilistic is claimed (NestedRun)."""

    def __init__(self, head: Header, name: str, scale: Q | int = 1) -> None:
        self.name, self.head, self.scale, self.choices = name, head, scale, head.choices
        self.size = FlatSize(head.layers, head.A)
        self.layers, self.A, self.L, self.X = head.layers, head.A, head.L, head.X
        self.T, self.delta = head.T, to_q(head.delta)
        self.tolerance = to_q(head.tolerance)
        base: LogBase = head.choices["log"]  # type: ignore[assignment]  # the reader checked it
        self.Lam: Real = lam(self.T, self.X, self.A, self.delta, base) * (scale * scale)

    @cached_property
    def eps_roots(self) -> tuple[Any, Any]:
        """Return eps_i sqrt(max{1, N_i}) of (11) as a row of a table: Balls, and exact numbers."""
        return self._row([sqrt(eps_square(X_next, self.Lam)) for X_next in self.layers[1:]])

    @cached_property
    def interval_logs(self) -> tuple[Any, Any]:
        """Return l = Lam + ln(2 X_{h+1}) of R-37's intervals as a row of a table: Balls, and exact
        numbers."""
        return self._row([interval_log(X_next, self.Lam) for X_next in self.layers[1:]])

    def _row(self, of_layers: Sequence[Real]) -> tuple[Any, Any]:
        """Return a number of each layer as a row of a table of pairs."""
        enclosed = [Balls.of(number) for number in of_layers]
        mid, rad = (np.array([getattr(ball, end) for ball in enclosed]) for end in ("mid", "rad"))
        h = self.size.h[None]
        return Balls(mid[h], rad[h]), objects(of_layers)[h]

    # ------------------------------------------------------------------ the MDP

    @cached_property
    def mdp(self) -> tuple[Any, Any]:
        """P and r, flat, exactly. Raises Missing."""
        if self.head.mdp is None:
            raise Missing(NEEDS_MDP)
        exact = self.head.mdp.to_exact()
        P, r = (
            [to_q(v) for table in tables for v in np.ravel(table).tolist()]
            for tables in (exact.P, exact.r)
        )
        return objects(P), objects(r)

    @cached_property
    def successors(self) -> list[int]:
        """Return, of every layer, the largest number of successors of positive probability of one
        of its pairs, 0 if that is 1. Raises Missing."""
        P, size = self.mdp[0], self.size
        of_pairs = np.add.reduceat((P > 0).astype(int), size.first)
        most = [int(of_pairs[size.pairs_of(h)].max()) for h in range(self.L)]
        return [n if n >= 2 else 0 for n in most]

    @cached_property
    def best(self) -> Best:
        """V(pi*), pi* and q*, exactly. Raises Missing."""
        if self.head.mdp is None:
            raise Missing(NEEDS_MDP)
        exact = self.head.mdp.to_exact()
        return optimal(*(each(to_q, [t.tolist() for t in tables]) for tables in (exact.P, exact.r)))

    @cached_property
    def constants(self) -> dict[tuple[str, bool], Any]:
        """P, r and q*, as a row of a table: (name, exact) -> Balls, or exact numbers."""
        P, r = self.mdp
        q_star = objects([v for of_h in self.best.q_xa for row in of_h for v in row])
        named = {"P": P, "r": r, "q_star": q_star}
        tables: dict[tuple[str, bool], Any] = {(n, True): t[None] for n, t in named.items()}
        return tables | {(n, False): Balls.read(t)[None] for n, t in named.items()}


def map_entries(function: Any, *tables: Any) -> Any:
    """Return of(entry, ...), of arrays of exact numbers of one shape."""
    return np.frompyfunc(function, len(tables), 1)(*tables)


def map_same(function: Any, *tables: Any) -> Any:
    """Return what map_entries does, computed once for the same objects: what depends on a count
    stands in many rows."""
    known: dict[Any, Any] = {}

    def once(u: Any) -> Any:
        if (key := id(u)) not in known:
            known[key] = function(u)
        return known[key]

    def once_of_two(u: Any, v: Any) -> Any:
        if (key := (id(u), id(v))) not in known:
            known[key] = function(u, v)
        return known[key]

    kept = [np.asarray(table, object) for table in tables]  # no entry goes before the end
    return np.frompyfunc(once_of_two if len(kept) == 2 else once, len(kept), 1)(*kept)


def product(u: Any, v: Any) -> Any:
    """Return u v, the Real first: a rational takes long to hand over to it."""
    return v * u if isinstance(v, Real) else u * v


def sum_of(u: Any, v: Any) -> Any:
    """Return u + v, as `product` does."""
    return v + u if isinstance(v, Real) else u + v


def objects(nested: Any) -> Any:
    """Return an array of exact numbers."""
    table = np.empty(np.shape(nested), object)
    table[...] = nested
    return table
