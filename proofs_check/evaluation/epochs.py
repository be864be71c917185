"""Every quantity of the paper, for some epochs of a run at once: enclosed, or exact.

Letters as in the paper. A table has a row for each epoch i and an entry for each pair (x,a), all
layers side by side; a table of triples one for each (x,a,x'). Counts are exact.

Only what was played is taken from the trace. pi_i is the recorded policy. P_i has the rows of
the recorded q_hat_i, and P's own row where q_hat_i(x,a) = 0 (E-8); a trace without q_hat_i gets
the transition within eps_i of P_bar_i that is best for pi_i. These rows are rounded to multiples of
2**-48 that sum to 1 (rows.py): exact numbers, at most 2**-44 from what was recorded, if that was
inside the confidence set. q_hat_i is q^{P_i,pi_i}. V(pi*) and q* are exact.

Length: one list of quantities, and the same in exact arithmetic.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any

import numpy as np

from proofs_check.arithmetic import ZERO, Decision, Q, certainly_leq, sqrt, to_q
from proofs_check.evaluation.balls import Balls, join
from proofs_check.evaluation.instance import Missing, RunConstants, TooLong, map_entries, objects
from proofs_check.evaluation.rows import best_rows, pulled_inside

LIMB = 30  # bits: a reward sum is (high 2**LIMB + low) / 2**(2 LIMB), and a rest
Function = Callable[[Any], Any]  # of Epochs


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
    q_hat: Balls | None = None  # as recorded, by triples
    inside: bool = False  # whether `rows` are within eps_i of P_bar_i


class Epochs:
    """Some consecutive epochs of a run; tables of Balls, a row for each epoch."""

    def __init__(self, run: RunConstants, data: Sequence[EpochData]) -> None:
        self.run, self.size, self.data = run, run.size, data
        self.i, self.t, self.length = (
            np.array([getattr(e, key) for e in data]) for key in ("i", "t", "length")
        )

    def _stack(self, key: str) -> Any:
        return np.stack([getattr(e, key) for e in self.data])

    # ------------------------------------------------------------------ arithmetic

    def number(self, value: Any) -> Any:
        """Return an exact number in the arithmetic of these tables."""
        return Balls.of(value)

    def counts(self, table: Any) -> Any:
        """Return whole numbers, or dyadic doubles, in the arithmetic of these tables."""
        return Balls.of(table)

    def times(self, table: Any, row: Any) -> Any:
        """Return the table with the row of each epoch multiplied."""
        table = self.full(table)
        wide = row.reshape(-1, *([1] * (np.ndim(self._shape(table)) - 1)))
        return table * wide

    def full(self, table: Any) -> Any:
        """Return the table as one with a row for each epoch."""
        return table

    def _shape(self, table: Any) -> Any:
        return table.mid if isinstance(table, Balls) else table

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
    def later(self) -> Any:
        """1/sqrt(N_i(x,a) + 1): what 1/sqrt(N_i) may mean without the maximum."""
        return (Balls.of(1.0) / (self._stack("N") + 1)).sqrt()

    @cached_property
    def share(self) -> Any:
        """1/max{1, N_i(x,a)}."""
        return Balls.of(1.0) / np.maximum(1, self._stack("N"))

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
        return Balls.of(table).sqrt()

    @cached_property
    def r_bar(self) -> Any:
        """(14)."""
        sums = self._stack("sums")
        total = Balls.of(sums[:, 0]).shifted(-LIMB) + Balls.of(sums[:, 1]).shifted(-2 * LIMB)
        if any(e.rest for e in self.data):
            rest = np.full(self._stack("N").shape, ZERO, object)
            for row, e in zip(rest, self.data, strict=True):
                for p, q in e.rest.items():
                    row[p] = q
            total = total + Balls.read(rest)
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
        for k, e in enumerate(self.data):
            if not e.inside:
                self._complete(k, e)
        rows, open_ = self.counts(self._stack("rows")), self._stack("open")
        return self._completed(rows, open_[:, self.size.pair_of]) if open_.any() else rows

    def _complete(self, k: int, e: EpochData) -> None:
        """Bring the rows of an epoch within eps_i of P_bar_i. Raises Missing."""
        eps = self.eps.mid[k]
        if e.rows is not None:
            e.rows = pulled_inside(self.size, e.rows, e.N, e.N3, eps)
        else:
            _ = self.pi  # raises Missing
            e.open = np.zeros(self.size.pairs, bool)
            e.rows = best_rows(self.size, e.pi, e.N, e.N3, eps, self.r_hat.mid[k])
        e.inside = True

    def _completed(self, rows: Any, open_: Any) -> Any:
        P = self.P
        return rows.where(~open_, Balls(np.broadcast_to(P.mid, open_.shape), P.rad))

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
    def xi_uniform(self) -> Any:
        """xi_i, if P_i(.|x,a) is uniform where q_hat_i(x,a) = 0: another completion (E-8)."""
        found, open_ = self.xi, self._stack("open")
        return self._either(open_, self.by_pair(abs(self.P - self.uniform)), found)

    @property
    def uniform(self) -> Any:
        """1/X_{h+1}, by triples: one row for all epochs."""
        return Balls.of(1.0) / self.size.next[self.size.pair_of][None]

    def _either(self, at: Any, table: Any, other: Any) -> Any:
        rad = np.broadcast_to(table.rad, table.mid.shape)
        wide = Balls(np.broadcast_to(table.mid, at.shape), np.broadcast_to(rad, at.shape))
        return wide.where(at, other)

    @cached_property
    def V(self) -> Any:
        """V(pi_i) of (1), by backward induction."""
        return self.backward(lambda h, r_P: r_P)

    def backward(self, of: Callable[[int, Any], Any], first: Any = None) -> Any:
        """Return U_0(x_0), where U_L = 0 and U_h(x) = sum_a pi_i(a|x) of(h, f + P U_{h+1}); f is
        `first`, or r."""
        size, m = self.size, len(self.data)
        f, UNIT = self.r if first is None else first, self.counts(np.zeros((m, 1), int))
        for h in reversed(range(size.L)):
            X_h, n = size.layers[h], size.layers[h + 1]
            P_h = self.P[:, size.triples_of(h)].reshape(-1, X_h * self.run.A, n)
            value = of(h, (P_h * UNIT.reshape(m, 1, n)).sum(2) + f[:, size.pairs_of(h)])
            UNIT = (value * self.pi[:, size.pairs_of(h)]).reshape(m, X_h, self.run.A).sum(2)
        return UNIT[:, 0]

    @cached_property
    def recorded(self) -> Any:
        """Return the recorded q_hat_i, by triples. Raises Missing."""
        if any(e.q_hat is None for e in self.data):
            raise Missing("needs q_hat_i in every epoch")
        tables = [e.q_hat.reshape(1, -1) for e in self.data if e.q_hat is not None]
        rads = [np.broadcast_to(t.rad, t.mid.shape) for t in tables]
        return Balls(np.concatenate([t.mid for t in tables]), np.concatenate(rads))

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
    """Same epochs in exact arithmetic: tables of rationals, and of Reals where roots and
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
    def later(self) -> Any:
        return map_entries(lambda N: sqrt(1 / (N + 1)), self.N)

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
        return objects(rows) * self.share

    def per_visit(self, table: Any) -> Any:
        return table * self.share[:, self.size.pair_of]

    def _completed(self, rows: Any, open_: Any) -> Any:
        return np.where(open_, np.broadcast_to(self.P, open_.shape), rows)

    @property
    def uniform(self) -> Any:
        return map_entries(lambda n: Q(1, int(n)), self.size.next[self.size.pair_of][None])

    def _either(self, at: Any, table: Any, other: Any) -> Any:
        return np.where(at, np.broadcast_to(table, at.shape), other)

    def _zero(self, table: Any, at: Any) -> Any:
        return np.where(at, np.array(ZERO, object), table)

    @cached_property
    def recorded(self) -> Any:
        raise TooLong  # recorded doubles are compared within a tolerance, never exactly
