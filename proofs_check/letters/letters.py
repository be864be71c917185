"""The letters of the paper, each defined once, for some epochs of a run at a time.

A table has a row for each epoch i and an entry for each pair (x,a), all layers side by side; a
table of triples has one for each (x,a,x'). Its numbers are enclosed doubles, or exact (tables.py).

Only what was played is taken from the trace: pi_i is the recorded policy. What the paper leaves
open is an argument named by its reading: `P_i(R4)` and `xi(R4)` complete P^{q_hat_i} where
q_hat_i(x,a) = 0 (`PLAYED`, `ESTIMATED`, `UNIFORM`). The rows of P_i and pi_i are rounded to
multiples of 2**-48 that sum to 1 (rows.py): exact numbers, at most 2**-44 from what was recorded,
if that was inside the confidence set. q_hat_i is q^{P_i,pi_i}. V(pi*) and q* are exact.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache, partial
from itertools import pairwise
from typing import Any, Literal

import numpy as np

from proofs_check.arithmetic import ZERO, Q, b_square, sqrt, upper_reward
from proofs_check.letters.balls import Balls
from proofs_check.letters.rows import best_rows, pulled_inside
from proofs_check.letters.size import Missing, RunConstants, objects, product
from proofs_check.letters.tables import Arithmetic, Enclosed, Exact

LIMB = 30  # bits: a reward sum is (high 2**LIMB + low) / 2**(2 LIMB), and a rest
Completion = Literal["P", "P_bar", "uniform"]
PLAYED: Completion = "P"  # P's own row, so that xi_i(x,a) = 0 there
ESTIMATED: Completion = "P_bar"  # P_bar_i's row where (x,a) was visited, else the uniform one
UNIFORM: Completion = "uniform"  # the uniform row, which may lie outside the confidence set (E-8)


@dataclass
class EpochData:
    """What is known of one epoch. `N3`, `N`, `sums`, `rest`: counts and reward sums before t(i);
    `n`, `length`: inside it. `open`: the pairs where q_hat_i(x,a) = 0."""

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
    q_hat: Balls | None = None  # as recorded, by triples
    inside: bool = False  # whether `rows` are within eps_i of P_bar_i


class Letters:
    """Some consecutive epochs of a run in one arithmetic. A row that is the same in every epoch
    stands alone."""

    def __init__(
        self, run: RunConstants, data: Sequence[EpochData], numbers: Arithmetic = Enclosed
    ) -> None:
        self.run, self.size, self.data, self.numbers = run, run.size, data, numbers
        self.i, self.t, self.length = (
            np.array([getattr(e, key) for e in data]) for key in ("i", "t", "length")
        )
        self.memo: dict[Any, Any] = {}  # of expressions

    def exactly(self, rows: Sequence[int], of: Callable[[Letters], Any]) -> Any:
        """Return `of` of these epochs in exact arithmetic, a row each: of all epochs at once, if
        these are half of them, else of one at a time. What is made is kept."""
        if 2 * len(rows) >= len(self.data):
            table = np.asarray(of(self.exact), object)
            return table if len(table) == 1 else table[rows]
        return np.concatenate([np.asarray(of(self._alone(k)), object) for k in rows])

    @cached_property
    def exact(self) -> Letters:
        """Same epochs in exact arithmetic."""
        return Letters(self.run, self.data, Exact)

    def _alone(self, k: int) -> Letters:
        if ("exact", k) not in self.memo:
            self.memo["exact", k] = Letters(self.run, [self.data[k]], Exact)
        exact: Letters = self.memo["exact", k]
        return exact

    def _stack(self, key: str) -> Any:
        return np.stack([getattr(e, key) for e in self.data])

    # ------------------------------------------------------------------ tables

    def number(self, value: Any) -> Any:
        """Return an exact number in the arithmetic of these tables."""
        return self.numbers.number(value)

    def counts(self, table: Any) -> Any:
        """Return whole numbers, or dyadic doubles, in the arithmetic of these tables."""
        return self.numbers.counts(table)

    def at_most(self, table: Any, most: int) -> Any:
        """Return min{most, entry}."""
        return self.numbers.at_most(table, most)

    def at_least(self, table: Any, least: int) -> Any:
        """Return max{least, entry}."""
        return self.numbers.at_least(table, least)

    def by_layer(self, table: Any) -> Any:
        """Return the sums over the pairs of each layer."""
        most = max(self.size.layers) * self.run.A
        return self.numbers.sums(table, self.size.first_pair[:-1], most)

    def by_pair(self, table: Any) -> Any:
        """Return the sums over x' of a table of triples."""
        return self.numbers.sums(table, self.size.first, max(self.size.layers))

    def of_triples(self, table: Any) -> Any:
        """Return a table of pairs as one of triples."""
        return table[:, self.size.pair_of]

    def inflow(self, table: Any) -> Any:
        """Return what flows into each state of layers 1..L, of a table of triples."""
        size, flows = self.size, []
        m = (table.mid if isinstance(table, Balls) else table).shape[0]
        for h, (X_h, n) in enumerate(pairwise(size.layers)):
            flows.append(table[:, size.triples_of(h)].reshape(m, X_h * self.run.A, n).sum(1))
        return self.numbers.join(flows)

    def outflow(self, table: Any) -> Any:
        """Return the sums over the actions at each state of layers 0..L-1, of a table of pairs."""
        m = (table.mid if isinstance(table, Balls) else table).shape[0]
        return table.reshape(m, self.size.pairs // self.run.A, self.run.A).sum(2)

    # ------------------------------------------------------------------ counts

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
    def max1_N(self) -> Any:
        """max{1, N_i(x,a)}."""
        return self.counts(self._max1_N)

    @property
    def _max1_N(self) -> Any:
        return np.maximum(1, self._stack("N"))

    @cached_property
    def unvisited(self) -> Any:
        """1 where N_i(x,a) = 0, else 0."""
        return self.counts((self._stack("N") == 0).astype(int))

    @property
    def _ones(self) -> Any:
        """Return a table of one entry, 1."""
        return self.counts(np.ones((1, 1), int))

    @cached_property
    def per_visit(self) -> Any:
        """1/max{1, N_i(x,a)}."""
        return self.numbers.divided(self._ones, self._max1_N)

    @cached_property
    def per_root(self) -> Any:
        """1/sqrt(max{1, N_i(x,a)})."""
        return self.numbers.sqrt(self.per_visit)

    @cached_property
    def per_next_root(self) -> Any:
        """1/sqrt(N_i(x,a) + 1): what 1/sqrt(N_i) may mean without the maximum."""
        return self.numbers.sqrt(self.numbers.divided(self._ones, self._stack("N") + 1))

    # ------------------------------------------------------------------ (10)-(17)

    @cached_property
    def P_bar(self) -> Any:
        """(10), by triples."""
        return self.numbers.divided(self.N3, self.of_triples(self._max1_N))

    @cached_property
    def eps(self) -> Any:
        """(11)."""
        return self.numbers.of_both(product, self.per_root, self.run.eps_roots[self.numbers.exact])

    @cached_property
    def width(self) -> Any:
        """R-37's width of the interval of P(x'|x,a), by triples: sqrt(2 min{p, 1 - p} l/n) + l/n
        with p = P_bar_i(x'|x,a), n = max{1, N_i(x,a)} and l = Lam + ln(2 X_{h+1})."""
        N3, n = self._stack("N3"), self._max1_N[:, self.size.pair_of]
        spread = self.numbers.divided(self.counts(np.minimum(N3, n - N3)), n)
        times = partial(self.numbers.of_both, product)
        logs = self.run.interval_logs[self.numbers.exact]
        l_over_n = self.of_triples(times(self.per_visit, logs))
        return self.numbers.sqrt(times(times(spread, l_over_n), 2)) + l_over_n

    @cached_property
    def r_bar(self) -> Any:
        """(14)."""
        return self.numbers.divided(self._rewards, self._max1_N)

    @property
    def _rewards(self) -> Any:
        """Return the sums of rewards at every pair before t(i)."""
        if self.numbers.exact:
            return objects([self._exact_rewards(e) for e in self.data])
        sums = self._stack("sums")
        total = Balls.of(sums[:, 0]).shifted(-LIMB) + Balls.of(sums[:, 1]).shifted(-2 * LIMB)
        if not any(e.rest for e in self.data):
            return total
        rest = np.full(self._stack("N").shape, ZERO, object)
        for row, e in zip(rest, self.data, strict=True):
            for p, q in e.rest.items():
                row[p] = q
        return total + Balls.read(rest)

    def _exact_rewards(self, e: EpochData) -> list[Q]:
        high, low = e.sums.tolist()
        sums = list(map(_reward, high, low))
        for p, q in e.rest.items():
            sums[p] += q
        return sums

    @cached_property
    def b(self) -> Any:
        """(15)."""
        return self.numbers.of_both(product, self.per_root, sqrt(b_square(self.run.Lam)))

    @cached_property
    def r_hat(self) -> Any:
        """(16)."""
        return self.numbers.of_both(
            lambda r_bar, b: upper_reward(r_bar, b, self.at_most), self.r_bar, self.b
        )

    @cached_property
    def r_check(self) -> Any:
        """(17)."""
        return self.at_least(self.r_bar - self.b, 0)

    # ------------------------------------------------------------------ the MDP

    @property
    def P(self) -> Any:
        """P, by triples: one row for all epochs. Raises Missing."""
        return self.run.constants["P", self.numbers.exact]

    @property
    def r(self) -> Any:
        """r: one row for all epochs. Raises Missing."""
        return self.run.constants["r", self.numbers.exact]

    @property
    def q_star(self) -> Any:
        """q*: one row for all epochs. Raises Missing."""
        return self.run.constants["q_star", self.numbers.exact]

    @cached_property
    def P_error(self) -> Any:
        """||P(.|x,a) - P_bar_i(.|x,a)||_1."""
        return self.by_pair(abs(self.P_bar - self.P))

    # ------------------------------------------------------------------ what was played

    @property
    def q_1(self) -> Any:
        """1/(X_h A X_{h+1}) of line 5, by triples: one row for all epochs."""
        size = self.size
        here = np.array(size.layers)[size.h][size.pair_of]
        ways = here * self.run.A * size.next[size.pair_of]
        return self.numbers.divided(self._ones, ways[None])

    @cached_property
    def pi(self) -> Any:
        """pi_i(a|x). Raises Missing."""
        if any(e.pi is None for e in self.data):
            raise Missing("needs pi_i or q_hat_i in every epoch")
        return self.counts(self._stack("pi"))

    def P_i(self, R4: Completion) -> Any:
        """P^{q_hat_i}(x'|x,a) of (5), by triples, completed (R-4). Raises Missing."""
        if ("P_i", R4) not in self.memo:
            self.memo["P_i", R4] = self._completed(R4)
        return self.memo["P_i", R4]

    def _completed(self, R4: Completion) -> Any:
        rows, open_ = self._rows, self._stack("open")
        if not open_.any():
            return rows
        return self.numbers.either(self.of_triples(open_), self._completion(R4), rows)

    @cached_property
    def _rows(self) -> Any:
        """Return the recorded rows of P^{q_hat_i}, brought within eps_i of P_bar_i."""
        for k, e in enumerate(self.data):
            if not e.inside:
                self._bring_inside(k, e)
        return self.counts(self._stack("rows"))

    def _completion(self, R4: Completion) -> Any:
        if R4 == PLAYED:
            return self.P
        if R4 == UNIFORM:
            return self.uniform
        return self.by_estimates

    @cached_property
    def by_estimates(self) -> Any:
        """P_bar_i where (x,a) was visited, else 1/X_{h+1}, by triples (R-4)."""
        unvisited = self.of_triples(self._stack("N") == 0)
        return self.numbers.either(unvisited, self.uniform, self.P_bar)

    @property
    def uniform(self) -> Any:
        """1/X_{h+1}, by triples: one row for all epochs."""
        return self.numbers.divided(self._ones, self.size.next[self.size.pair_of][None])

    def _bring_inside(self, k: int, e: EpochData) -> None:
        """Bring the rows of an epoch within eps_i of P_bar_i. Raises Missing."""
        enclosed = self if not self.numbers.exact else Letters(self.run, [e])
        k = 0 if self.numbers.exact else k
        eps = enclosed.eps.mid[k]
        if e.rows is not None:
            e.rows = pulled_inside(self.size, e.rows, e.N, e.N3, eps)
        else:
            _ = self.pi  # raises Missing
            e.open = np.zeros(self.size.pairs, bool)
            e.rows = best_rows(self.size, e.pi, e.N, e.N3, eps, enclosed.r_hat.mid[k])
        e.inside = True

    @property
    def no_mass(self) -> Any:
        """1 where q_hat_i(x,a) = 0, so that (5) is 0/0, else 0. Raises Missing."""
        self.P_i(PLAYED)  # which says where
        return self.counts(self._stack("open").astype(int))

    def xi(self, R4: Completion) -> Any:
        """xi_i(x,a) = ||P_i(.|x,a) - P(.|x,a)||_1 (App. I), P_i completed (R-4)."""
        if ("xi", R4) not in self.memo:
            self.memo["xi", R4] = self.by_pair(abs(self.P_i(R4) - self.P))
        return self.memo["xi", R4]

    @cached_property
    def q3(self) -> Any:
        """q_i(x,a,x') = q^{P,pi_i}, Definition 1."""
        return self._measure(self.P)

    @cached_property
    def q_hat3(self) -> Any:
        """q_hat_i(x,a,x') = q^{P_i,pi_i}, the same for every completion."""
        return self._measure(self.P_i(PLAYED))

    def _measure(self, P: Any) -> Any:
        size, m = self.size, len(self.data)
        mass, parts = self.counts(np.ones((m, 1), int)), []
        for h, (X_h, n) in enumerate(pairwise(size.layers)):
            P_h = P[:, size.triples_of(h)].reshape(-1, X_h * self.run.A, n)
            pi_h = self.pi[:, size.pairs_of(h)].reshape(m, X_h, self.run.A)
            of_pairs = pi_h * mass.reshape(m, X_h, 1)
            q = P_h * of_pairs.reshape(m, X_h * self.run.A, 1)
            parts.append(q.reshape(m, X_h * self.run.A * n))
            mass = q.sum(1)
        return self.numbers.join(parts)

    @cached_property
    def q(self) -> Any:
        """q_i(x,a)."""
        return self.by_pair(self.q3)

    @cached_property
    def q_hat(self) -> Any:
        """q_hat_i(x,a)."""
        return self.by_pair(self.q_hat3)

    @cached_property
    def q_hat_recorded(self) -> Any:
        """q_hat_i(x,a,x') as it was recorded. Raises Missing, or TooLong in exact arithmetic."""
        if any(e.q_hat is None for e in self.data):
            raise Missing("needs q_hat_i in every epoch")
        return self.numbers.recorded([e.q_hat for e in self.data if e.q_hat is not None])

    @cached_property
    def V(self) -> Any:
        """V(pi_i) of (1), by backward induction."""
        size, m = self.size, len(self.data)
        V = self.counts(np.zeros((m, 1), int))
        for h in reversed(range(size.L)):
            X_h, n = size.layers[h], size.layers[h + 1]
            P_h = self.P[:, size.triples_of(h)].reshape(-1, X_h * self.run.A, n)
            Q_h = (P_h * V.reshape(m, 1, n)).sum(2) + self.r[:, size.pairs_of(h)]
            V = (Q_h * self.pi[:, size.pairs_of(h)]).reshape(m, X_h, self.run.A).sum(2)
        return V[:, 0]


@lru_cache(maxsize=1 << 16)
def _reward(high: int, low: int) -> Q:
    """Sum of rewards: it stays the same in every epoch that does not visit its pair."""
    return Q((high << LIMB) + low, 1 << 2 * LIMB)
