"""A run of UCRL-LP: every quantity of the paper, for some epochs at once, enclosed or exact.

Letters as in the paper. A table has a row for each epoch i and an entry for each pair (x,a), all
layers side by side; a table of triples one for each (x,a,x'). Counts are exact.

Only what was played is taken from the trace. pi_i is the recorded policy. P_i has the rows of
the recorded q_hat_i, and P's own row where q_hat_i(x,a) = 0 (F-2); a trace without q_hat_i gets
the transition within eps_i of P_bar_i that is best for pi_i. These rows are rounded to multiples of
1/GRID that sum to 1: exact numbers, at most 2**-44 from what was recorded. q_hat_i is q^{P_i,pi_i}.
V(pi*) and q* are exact.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, pairwise
from typing import Any, Literal

import numpy as np

from proofs_check.arithmetic import (
    ZERO,
    Decision,
    LogBase,
    Q,
    Real,
    certainly_leq,
    each,
    lam,
    ln,
    sqrt,
    to_q,
)
from proofs_check.evaluation.balls import Ball, join
from proofs_check.sampled_runs.occupancy import Best, optimal
from reference.support.errors import PreconditionError
from reference.trace.records import Header

GRID = 2.0**48
HALF = Q(1, 2)
LIMB = 30  # bits: a reward sum is (high 2**LIMB + low) / 2**(2 LIMB), and a rest
SMALL = 8_000  # triples of all epochs: up to here all sums can be decided exactly
Function = Callable[["Epochs"], Any]
Per = Literal["pair", "triple", "layer", "state", "epoch"]
NEEDS_MDP = "needs the MDP in the header"


class Missing(Exception):
    """A quantity that this trace does not determine; says what it would need."""


@dataclass
class EpochData:
    """What is known of one epoch. `N3`, `N`, `sums`, `rest`: counts and reward sums before t(i);
    `n`, `length`: inside it. `open`: the pairs whose row of P_i is P's own."""

    i: int
    t: int
    N3: Any
    N: Any
    sums: Any
    rest: Mapping[int, Q]
    n: Any
    length: int = 0
    pi: Any = None
    rows: Any = None
    open: Any = None
    q_hat: Ball | None = None  # as recorded, by triples
    inside: bool = False  # whether `rows` are within eps_i of P_bar_i


class Size:
    """Layers, actions, and where pairs, triples and states stand in flat tables."""

    def __init__(self, layers: Sequence[int], A: int) -> None:
        self.layers, self.A = tuple(layers), A
        self.L, self.X = len(layers) - 1, sum(layers)
        of_layer = [n * A for n in self.layers[:-1]]
        self.h: Any = np.repeat(np.arange(self.L), of_layer)  # of every pair
        self.next: Any = np.array(self.layers[1:])[self.h]  # X_{h(x)+1}
        self.pairs, self.triples = len(self.h), int(self.next.sum())
        self.state_of: Any = np.arange(self.pairs) // A  # of every pair
        self.first_pair = [0, *accumulate(of_layer)]
        self.first: Any = np.concatenate([[0], self.next.cumsum()])[:-1]  # of a pair's triples
        self.first_triple = [
            0,
            *accumulate(n * m for n, m in zip(of_layer, layers[1:], strict=True)),
        ]
        self.pair_of: Any = np.repeat(np.arange(self.pairs), self.next)  # of every triple

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
        found = {"layer": h, "x": x, "a": a}
        return found | {"x'": k - int(self.first[p])} if per == "triple" else found


class Run:
    """The constants of a run, and what is summed over its epochs.

    `scale` < 1: Lam is scale**2 times that of the paper, and nothing probabilistic is claimed
    (SampledRun). `over_t`, `played`, `visited`, `over_i` and `last` return a Total: its value is
    known when `fold` has seen every epoch. A run whose epochs have at most `most_exact` triples
    keeps them, for exact values; so much of every table may be decided exactly, too.
    """

    def __init__(
        self, head: Header, name: str, scale: Q | int = 1, most_exact: float = SMALL
    ) -> None:
        self.name, self.head, self.scale, self.choices = name, head, scale, head.choices
        self.most_exact = most_exact
        self.size = Size(head.layers, head.A)
        self.layers, self.A, self.L, self.X = head.layers, head.A, head.L, head.X
        self.T, self.delta = head.T, to_q(head.delta)
        self.tolerance = to_q(head.tolerance)
        base: LogBase = head.choices["log"]  # type: ignore[assignment]  # the reader checked it
        self.Lam: Real = lam(self.T, self.X, self.A, self.delta, base) * (scale * scale)
        self.m = self.episodes = 0
        self.ended: EpochData | None = None  # the counts after the last episode
        self.totals: list[Sum] = []
        self.kept: list[EpochData] | None = []

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
        return _objects(P), _objects(r)

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
        q_star = _objects([v for of_h in self.best.q_xa for row in of_h for v in row])
        named = {"P": P, "r": r, "q_star": q_star}
        found: dict[tuple[str, bool], Any] = {(n, True): t[None] for n, t in named.items()}
        return found | {(n, False): Ball.read(t)[None] for n, t in named.items()}

    # ------------------------------------------------------------------ right sides

    def bound(
        self,
        *factors: Any,
        T: Q | int = HALF,
        A: Q | int = HALF,
        X: Q | int = 0,
        L: Q | int = 0,
        Lam: Q | int = HALF,
    ) -> Real:
        """Return T^T A^A X^X L^L Lam^Lam times the factors: exponents are multiples of 1/4."""
        found = Real.of(1)
        bases = (self.T, T), (self.A, A), (self.X, X), (self.L, L), (self.Lam, Lam)
        for base, exponent in bases:
            found = found * power(Real.of(base), Q(exponent))
        for factor in factors:
            found = found * factor
        return found

    def ln_1(self, numerator: int = 1) -> Real:
        """Return ln(numerator/delta)."""
        return ln(numerator / self.delta)

    @property
    def regret(self) -> Total:
        """Reg_T of (2): sum_t (V(pi*) - V(pi_t)), each value by backward induction."""
        return self.over_t(lambda e: e.number(self.best.value) - e.V, per="epoch")

    # ------------------------------------------------------------------ sums over the run

    def over_t(self, of: Function, per: Per = "pair", by: str = "all") -> Total:
        """Return sum_t of a table at i(t), over all entries; `by` "layer": in each layer; `by`
        "pair": at each entry. A table per epoch, state or layer has no entries of pairs."""
        return self._sum(lambda e: e.times(of(e), e.length), per, by)

    def over_i(self, of: Function, by: str = "all") -> Total:
        """Return sum_i of a table of pairs, as `over_t`."""
        return self._sum(of, "pair", by)

    def played(self, of: Function, by: str = "all") -> Total:
        """Return sum_t <q_{i(t)}, f_{i(t)}>, in all or in each layer."""
        return self.over_t(lambda e: of(e) * e.q, "pair", by)

    def visited(self, of: Function, by: str = "all") -> Total:
        """Return sum_t sum_h f_{i(t)}(x_h,a_h), along the visits, in all or in each layer."""
        return self._sum(lambda e: of(e) * e.n, "pair", by)

    def _sum(self, of: Function, per: Per, by: str) -> Total:
        found = Sum(self, of, per, by)
        self.totals.append(found)
        return found

    @property
    def N_m(self) -> Total:
        """N_m(x,a), the visits before the last epoch."""
        return Total(lambda exact: self._counts("N", exact))

    @property
    def N_end(self) -> Total:
        """N_{m+1}(x,a), the visits after the last episode."""
        return Total(lambda exact: self._counts("end", exact))

    def _counts(self, which: str, exact: bool) -> Any:
        N = self.last.N - (self.last.n if which == "N" else 0)
        return _objects(N.tolist()) if exact else Ball.of(N)

    @property
    def triples_N3(self) -> Total:
        """N_{m+1}(x,a,x'), the visits of triples after the last episode."""
        return Total(lambda exact: self._end3(exact))

    def _end3(self, exact: bool) -> Any:
        return _objects(self.last.N3.tolist()) if exact else Ball.of(self.last.N3)

    @property
    def last(self) -> EpochData:
        """The counts after the last episode. Raises PreconditionError before."""
        if self.ended is None:
            raise PreconditionError("run", self.name, "must have been read to its end")
        return self.ended

    @property
    def T_played(self) -> Total:
        """The episodes of the trace: T, if it is whole."""
        return Total(lambda exact: self.episodes)

    @property
    def updates(self) -> Total:
        """The epochs after the first: how often LP1 was solved."""
        return Total(lambda exact: self.m - 1)

    # ------------------------------------------------------------------ epochs

    def fold(self, epochs: Sequence[EpochData]) -> Epochs:
        """Add some consecutive epochs to every sum."""
        block = Epochs(self, epochs)
        for one in self.totals:
            one.fold(block)
        self.m += len(epochs)
        self.episodes += sum(e.length for e in epochs)
        if self.kept is not None:
            self.kept.extend(epochs)
            if not self.small:
                self.kept = None
        return block

    @property
    def small(self) -> bool:
        """Whether exact arithmetic on all epochs takes seconds at most."""
        return self.m * self.size.triples <= self.most_exact

    @cached_property
    def exact(self) -> ExactEpochs | None:
        """All epochs of a small run, in exact arithmetic."""
        return ExactEpochs(self, self.kept) if self.kept else None


def power(base: Real, exponent: Q) -> Real:
    """Return base**exponent. The exponent must be a multiple of 1/4 and at least 0."""
    quarters = int(exponent * 4)
    found = Real.of(1)
    for _ in range(quarters // 4):
        found = found * base
    for root in (2, 1):
        if quarters % 4 & root:
            found = found * (sqrt(base) if root == 2 else sqrt(sqrt(base)))
    return found


# ----------------------------------------------------------------------------- totals


class Total:
    """A number, or a row of numbers, known once the run has been read: `value(exact)` is a Ball,
    or a rational or Real. It is added to and multiplied with numbers; write it first."""

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


def _pair(u: Any, v: Any, exact: bool, of: Callable[[Any, Any], Any]) -> Any:
    u, v = (one.value(exact) if isinstance(one, Total) else one for one in (u, v))
    return of(u, v) if exact else of(Ball.of(u), v)


def _root(value: Any, exact: bool) -> Any:
    return map_entries(sqrt, value) if exact else Ball.of(value).sqrt()


@dataclass
class Sum(Total):
    """A sum over the epochs. Its value is a Missing if the trace does not determine it."""

    run: Run
    of: Function
    per: Per
    by: str
    found: Any = 0
    missing: str = ""

    def __post_init__(self) -> None:
        super().__init__(self._value)

    __hash__ = object.__hash__

    def fold(self, block: Epochs) -> None:
        """Add the epochs of a block."""
        if self.missing:
            return
        try:
            self.found = self._reduced(block) + self.found
        except Missing as e:
            self.missing = str(e)

    def _reduced(self, block: Epochs) -> Any:
        table = block.full(self.of(block))
        if self.by == "all":
            return table.sum()
        return (block.by_layer(table) if self.by == "layer" else table).sum(0)

    def _value(self, exact: bool) -> Any:
        if self.missing:
            raise Missing(self.missing)
        if not exact:
            return self.found
        if self.run.exact is None:
            raise TooLong
        return self._reduced(self.run.exact)


class TooLong(Exception):
    """The run is too long for exact arithmetic."""


# ----------------------------------------------------------------------------- tables


class Epochs:
    """Some consecutive epochs of a run; tables of Balls, a row for each epoch."""

    def __init__(self, run: Run, data: Sequence[EpochData]) -> None:
        self.run, self.size, self.data = run, run.size, data
        self.i, self.t, self.length = (
            np.array([getattr(e, key) for e in data]) for key in ("i", "t", "length")
        )

    def _stack(self, key: str) -> Any:
        return np.stack([getattr(e, key) for e in self.data])

    # ------------------------------------------------------------------ arithmetic

    def number(self, value: Any) -> Any:
        """Return an exact number in the arithmetic of these tables."""
        return Ball.of(value)

    def counts(self, table: Any) -> Any:
        """Return whole numbers, or dyadic doubles, in the arithmetic of these tables."""
        return Ball.of(table)

    def times(self, table: Any, row: Any) -> Any:
        """Return the table with the row of each epoch multiplied."""
        table = self.full(table)
        wide = row.reshape(-1, *([1] * (np.ndim(self._shape(table)) - 1)))
        return table * wide

    def full(self, table: Any) -> Any:
        """Return the table as one with a row for each epoch."""
        return table

    def _shape(self, table: Any) -> Any:
        return table.mid if isinstance(table, Ball) else table

    def _constant(self, name: str) -> Any:
        return self.run.constants[name, False]

    def at_most(self, table: Any, most: int) -> Any:
        """Return min{most, entry}."""
        return table.at_most(most)

    def at_least(self, table: Any, least: int) -> Any:
        """Return max{least, entry}."""
        return table.at_least(least)

    def by_layer(self, table: Any) -> Any:
        """Return the sums over the pairs of each layer."""
        return table.sums(np.array(self.size.first_pair[:-1]), max(self.size.layers) * self.run.A)

    def by_pair(self, table: Any) -> Any:
        """Return the sums over x' of a table of triples."""
        return table.sums(self.size.first, max(self.size.layers))

    # ------------------------------------------------------------------ (10)-(17)

    @cached_property
    def N(self) -> Any:
        """N_i(x,a)."""
        return self.counts(self._stack("N"))

    @cached_property
    def n(self) -> Any:
        """n_i(x,a), all visits inside epoch i."""
        return self.counts(self._stack("n"))

    @cached_property
    def N3(self) -> Any:
        """N_i(x,a,x')."""
        return self.counts(self._stack("N3"))

    @cached_property
    def seen(self) -> Any:
        """max{1, N_i(x,a)}."""
        return self.counts(np.maximum(1, self._stack("N")))

    @cached_property
    def unseen(self) -> Any:
        """1 where N_i(x,a) = 0, else 0."""
        return self.counts((self._stack("N") == 0).astype(int))

    @cached_property
    def share(self) -> Any:
        """1/max{1, N_i(x,a)}."""
        return Ball.of(1.0) / np.maximum(1, self._stack("N"))

    @cached_property
    def root(self) -> Any:
        """1/sqrt(max{1, N_i(x,a)})."""
        return self.share.sqrt()

    @cached_property
    def b(self) -> Any:
        """(15)."""
        return self.root * sqrt(self.run.Lam * 2)

    @cached_property
    def eps(self) -> Any:
        """(11)."""
        return self.b * self.roots(self.size.next[None])

    def roots(self, table: Any) -> Any:
        """Return the roots of whole numbers."""
        return Ball.of(table).sqrt()

    @cached_property
    def r_bar(self) -> Any:
        """(14)."""
        sums = self._stack("sums")  # both parts are doubles
        total = Ball.of(sums[:, 0] * 2.0**-LIMB) + Ball.of(sums[:, 1] * 2.0 ** (-2 * LIMB))
        if any(e.rest for e in self.data):
            rest = np.full(self._stack("N").shape, ZERO, object)
            for row, e in zip(rest, self.data, strict=True):
                for p, q in e.rest.items():
                    row[p] = q
            total = total + Ball.read(rest)
        return total / np.maximum(1, self._stack("N"))

    @cached_property
    def r_hat(self) -> Any:
        """(16)."""
        return self.at_most(self.r_bar + self.b, 1)

    @cached_property
    def r_check(self) -> Any:
        """(17)."""
        return self.at_least(self.r_bar - self.b, 0)

    @cached_property
    def P_bar(self) -> Any:
        """(10), by triples."""
        return self.per_visit(self.N3)

    def per_visit(self, table: Any) -> Any:
        """Return a table of triples over max{1, N_i(x,a)}."""
        return table / np.maximum(1, self._stack("N"))[:, self.size.pair_of]

    @cached_property
    def P_off(self) -> Any:
        """||P(.|x,a) - P_bar_i(.|x,a)||_1."""
        return self.by_pair(abs(self.P_bar - self.P))

    @cached_property
    def P_i_off(self) -> Any:
        """||P_i(.|x,a) - P_bar_i(.|x,a)||_1."""
        return self.by_pair(abs(self.P_i - self.P_bar))

    # ------------------------------------------------------------------ what was played

    @property
    def P(self) -> Any:
        """P, by triples: one row for all epochs. Raises Missing."""
        return self._constant("P")

    @property
    def r(self) -> Any:
        """r: one row for all epochs. Raises Missing."""
        return self._constant("r")

    @property
    def q_star(self) -> Any:
        """q*: one row for all epochs. Raises Missing."""
        return self._constant("q_star")

    @cached_property
    def pi(self) -> Any:
        """pi_i(a|x)."""
        if any(e.pi is None for e in self.data):
            raise Missing("needs pi_i or q_hat_i in every epoch")
        return self.counts(self._stack("pi"))

    @cached_property
    def P_i(self) -> Any:
        """P^{q_hat_i}(x'|x,a) of (5), by triples, completed by P. Raises Missing."""
        for e in self.data:
            if not e.inside:
                _ = self.pi  # raises Missing
                complete_rows(self.run, e)
        rows, open_ = self.counts(self._stack("rows")), self._stack("open")
        return self._completed(rows, open_[:, self.size.pair_of]) if open_.any() else rows

    def _completed(self, rows: Any, open_: Any) -> Any:
        P = self.P
        return rows.where(~open_, Ball(np.broadcast_to(P.mid, open_.shape), P.rad))

    @cached_property
    def q3(self) -> Any:
        """q_i(x,a,x') = q^{P,pi_i}, Definition 1."""
        return self._measure(self.P)

    @cached_property
    def q_hat3(self) -> Any:
        """q_hat_i(x,a,x') = q^{P_i,pi_i}."""
        return self._measure(self.P_i)

    def _measure(self, P: Any) -> Any:
        size, m = self.size, len(self.data)
        mass, found = self.counts(np.ones((m, 1), int)), []
        for h, (X_h, n) in enumerate(pairwise(size.layers)):
            P_h = P[:, size.triples_of(h)].reshape(-1, X_h * self.run.A, n)
            of_pairs = self.pi[:, size.pairs_of(h)].reshape(m, X_h, self.run.A) * mass.reshape(
                m, X_h, 1
            )
            q = P_h * of_pairs.reshape(m, X_h * self.run.A, 1)
            found.append(q.reshape(m, X_h * self.run.A * n))
            mass = q.sum(1)
        return join(found)

    @cached_property
    def q(self) -> Any:
        """q_i(x,a)."""
        return self.by_pair(self.q3)

    @cached_property
    def q_hat(self) -> Any:
        """q_hat_i(x,a)."""
        return self.by_pair(self.q_hat3)

    @cached_property
    def l1(self) -> Any:
        """sum_x' |q_hat_i(x,a,x') - q_i(x,a,x')|."""
        return self.by_pair(abs(self.q_hat3 - self.q3))

    @cached_property
    def xi(self) -> Any:
        """xi_i(x,a) = ||P_i(.|x,a) - P(.|x,a)||_1, and 0 where q_hat_i(x,a) = 0."""
        found = self.by_pair(abs(self.P_i - self.P))
        open_ = self._stack("open")
        return self._zero(found, open_) if open_.any() else found

    def _zero(self, table: Any, at: Any) -> Any:
        return table.where(~at)

    @cached_property
    def V(self) -> Any:
        """V(pi_i) of (1), by backward induction."""
        return self.backward(lambda h, r_P: r_P)

    def backward(self, of: Callable[[int, Any], Any], first: Any = None) -> Any:
        """Return U_0(x_0), where U_L = 0 and U_h(x) = sum_a pi_i(a|x) of(h, f + P U_{h+1}); f is
        `first`, or r."""
        size, m = self.size, len(self.data)
        f, U = self.r if first is None else first, self.counts(np.zeros((m, 1), int))
        for h in reversed(range(size.L)):
            X_h, n = size.layers[h], size.layers[h + 1]
            P_h = self.P[:, size.triples_of(h)].reshape(-1, X_h * self.run.A, n)
            value = of(h, (P_h * U.reshape(m, 1, n)).sum(2) + f[:, size.pairs_of(h)])
            U = (value * self.pi[:, size.pairs_of(h)]).reshape(m, X_h, self.run.A).sum(2)
        return U[:, 0]

    @cached_property
    def recorded(self) -> Any:
        """The recorded q_hat_i, by triples. Raises Missing."""
        if any(e.q_hat is None for e in self.data):
            raise Missing("needs q_hat_i in every epoch")
        tables = [e.q_hat.reshape(1, -1) for e in self.data if e.q_hat is not None]
        rads = [np.broadcast_to(t.rad, t.mid.shape) for t in tables]
        return Ball(np.concatenate([t.mid for t in tables]), np.concatenate(rads))

    def once(self, of: Function) -> Any:
        """Return of(self), computed once."""
        known = self.__dict__.setdefault("known", {})
        if of not in known:
            known[of] = of(self)
        return known[of]

    def into(self, table: Any) -> Any:
        """Return what flows into each state of layers 1..L, of a table of triples."""
        size, m, found = self.size, len(self.data), []
        for h, (X_h, n) in enumerate(pairwise(size.layers)):
            found.append(table[:, size.triples_of(h)].reshape(m, X_h * self.run.A, n).sum(1))
        return join(found)

    def out(self, table: Any) -> Any:
        """Return the sums over the actions at each state of layers 0..L-1, of a table of pairs."""
        m = self._shape(table).shape[0]
        return table.reshape(m, self.size.pairs // self.run.A, self.run.A).sum(2)


class ExactEpochs(Epochs):
    """The same epochs in exact arithmetic: tables of rationals, and of Reals where roots and
    logarithms enter."""

    def number(self, value: Any) -> Any:
        return value

    def counts(self, table: Any) -> Any:
        return map_entries(to_q, np.asarray(table).astype(object))

    def full(self, table: Any) -> Any:
        return table

    def _constant(self, name: str) -> Any:
        return self.run.constants[name, True]

    def at_most(self, table: Any, most: int) -> Any:
        return map_entries(
            lambda v: v if certainly_leq(v, most) is Decision.TRUE else Q(most), table
        )

    def at_least(self, table: Any, least: int) -> Any:
        return map_entries(
            lambda v: v if certainly_leq(least, v) is Decision.TRUE else Q(least), table
        )

    def by_layer(self, table: Any) -> Any:
        return np.add.reduceat(table, self.size.first_pair[:-1], axis=1)

    def by_pair(self, table: Any) -> Any:
        return np.add.reduceat(table, self.size.first, axis=1)

    @cached_property
    def share(self) -> Any:
        return map_entries(lambda N: 1 / N, self.seen)

    @cached_property
    def root(self) -> Any:
        return map_entries(sqrt, self.share)

    def roots(self, table: Any) -> Any:
        return map_entries(lambda n: sqrt(int(n)), np.asarray(table).astype(object))

    @cached_property
    def r_bar(self) -> Any:
        rows = []
        for e in self.data:
            high, low = e.sums.tolist()
            pairs = enumerate(zip(high, low, strict=True))
            unit = 1 << 2 * LIMB
            rows.append([Q((u << LIMB) + v, unit) + e.rest.get(p, ZERO) for p, (u, v) in pairs])
        return _objects(rows) * self.share

    def per_visit(self, table: Any) -> Any:
        return table * self.share[:, self.size.pair_of]

    def _completed(self, rows: Any, open_: Any) -> Any:
        return np.where(open_, np.broadcast_to(self.P, open_.shape), rows)

    def _zero(self, table: Any, at: Any) -> Any:
        return np.where(at, np.array(ZERO, object), table)

    @cached_property
    def recorded(self) -> Any:
        raise TooLong  # recorded doubles are compared within a tolerance, never exactly


def map_entries(of: Callable[..., Any], *tables: Any) -> Any:
    """Return of(entry, ...), of arrays of exact numbers of one shape."""
    return np.frompyfunc(of, len(tables), 1)(*tables)


def _objects(nested: Any) -> Any:
    """An array of exact numbers."""
    found = np.empty(np.shape(nested), object)
    found[...] = nested
    return found


# ----------------------------------------------------------------------------- rows played


def on_grid(masses: Any) -> Any:
    """Return distributions along the last axis, in multiples of 1/GRID: ratios of masses >= 0, none
    of whose rows is 0."""
    share = np.floor(masses / masses.sum(-1, keepdims=True) * GRID)
    largest = share.argmax(-1)[..., None]
    rest = GRID - share.sum(-1, keepdims=True)
    np.put_along_axis(share, largest, np.take_along_axis(share, largest, -1) + rest, -1)
    return share / GRID


def complete_rows(run: Run, e: EpochData) -> None:
    """Bring the rows of an epoch within eps_i of P_bar_i. Recorded ones that are outside by the
    solver's rounding move towards P_bar_i; where none were recorded, they are the best for pi_i."""
    block, size = Epochs(run, [e]), run.size
    eps, r_hat = block.eps.mid[0], block.r_hat.mid[0]
    if e.rows is None:
        e.open = np.zeros(size.pairs, bool)
        e.rows = _best_rows(run, e, eps, r_hat)
    else:
        P_bar = e.N3 / np.maximum(1, e.N)[size.pair_of]
        apart = np.add.reduceat(np.abs(e.rows - P_bar), size.first)
        inner = np.maximum(0, eps - size.next * 2.0**-44)
        outside = (apart > inner) & (e.N > 0)
        if outside.any():
            pull = np.where(outside, inner / np.where(outside, apart, 1), 1.0)[size.pair_of]
            pulled = P_bar + pull * (e.rows - P_bar)
            for h, n in enumerate(size.layers[1:]):
                at, moved = size.triples_of(h), outside[size.pairs_of(h)]
                rows = e.rows[at].reshape(-1, n)
                rows[moved] = on_grid(np.maximum(0.0, pulled[at].reshape(-1, n)[moved]))
    e.inside = True


def _best_rows(run: Run, e: EpochData, eps: Any, r_hat: Any) -> Any:
    size, A = run.size, run.A
    V, rows = np.zeros(1), []
    for h in reversed(range(size.L)):
        pairs, n = size.pairs_of(h), size.layers[h + 1]
        order = np.argsort(V, kind="stable")
        N = np.maximum(1, e.N[pairs])[:, None]
        P_bar = (e.N3[size.triples_of(h)].reshape(-1, n) / N)[:, order]
        inner = np.maximum(0, eps[pairs] / 2 - n * 2.0**-44)
        moved = np.where(e.N[pairs] > 0, inner, 1.0)[:, None]
        kept = np.clip(P_bar.cumsum(1) - moved, 0, P_bar)
        kept[:, -1] = 0
        kept[:, -1] = np.maximum(0, 1 - kept.sum(1))
        row = np.empty_like(kept)
        row[:, order] = kept
        row = on_grid(row)
        rows.append(row.ravel())
        V = ((row @ V + r_hat[pairs]).reshape(-1, A) * e.pi[pairs].reshape(-1, A)).sum(1)
    return np.concatenate(rows[::-1])
