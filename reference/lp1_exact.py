"""Sec. IV-B: LP1 as printed, in exact rationals: its data, columns and rows.

Columns q(x,a,x') for h, x, a, x1, then the deviations eps(x,a,x') of Lemma 1 in the same order,
named `d` here because the paper gives them the letter of the radius eps_i; all >= 0.
Rows in printed order: eq. (4) normalisation and flow, eq. (13) upper deviation, lower
deviation, radius. Names carry the indices: q_h_x_a_x1, norm_h, flow_h_x, up_h_x_a_x1,
lo_h_x_a_x1, rad_h_x_a. lp_file.py writes them to a file.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from reference.mdp import Array, Tables, as_table, check_layers
from reference.support.errors import PreconditionError

Coefficients = tuple[tuple[int, Fraction], ...]  # (column, non-zero value), columns ascending


@dataclass(frozen=True)
class Row:
    """One constraint: sum of coefficient * column, `sense` "=" or "<=", right-hand side."""

    name: str
    coefficients: Coefficients
    sense: str
    rhs: Fraction


@dataclass(frozen=True, eq=False)
class ExactLP1:
    """The data of LP1 in one epoch, as rationals.

    Shapes: P_bar[h] is (X_h, A, X_{h+1}), a distribution per pair or all 0 (never visited,
    eq. (10)); eps[h] >= 0 and r_hat[h] in [0, 1] are (X_h, A), h < L. Entries: int or Fraction.
    eps_i and r_hat_i are irrational (eq. (11), (16)): the caller rounds them and says how.
    Raises PreconditionError naming field, value and rule.
    """

    layers: tuple[int, ...]
    A: int
    P_bar: Tables
    eps: Tables
    r_hat: Tables

    def __post_init__(self) -> None:
        check_layers(self.layers, self.A)
        object.__setattr__(self, "layers", tuple(int(X_h) for X_h in self.layers))
        L = len(self.layers) - 1
        for name in ("P_bar", "eps", "r_hat"):
            tables = getattr(self, name)
            if len(tables) != L:
                raise PreconditionError(name, len(tables), f"must have one table per layer, {L}")
            exact = []
            for h, table in enumerate(tables):
                field, shape = f"{name}[{h}]", (self.layers[h], self.A, self.layers[h + 1])
                exact.append(_exact_table(table, field, shape[: 3 if name == "P_bar" else 2]))
            object.__setattr__(self, name, tuple(exact))
        for h in range(L):
            _require(self.P_bar[h], f"P_bar[{h}]", lambda p: 0 <= p <= 1, "must lie in [0, 1]")
            sums = self.P_bar[h].sum(axis=2)
            _require(sums, f"P_bar[{h}]", lambda s: s in (0, 1), "a row must sum to 1, or be all 0")
            _require(self.eps[h], f"eps[{h}]", lambda e: e >= 0, "a radius must be at least 0")
            _require(self.r_hat[h], f"r_hat[{h}]", lambda r: 0 <= r <= 1, "must lie in [0, 1]")

    @classmethod
    def from_counts(
        cls, layers: Sequence[int], A: int, N: Any, N3: Any, eps: Any, r_hat: Any
    ) -> ExactLP1:
        """Eq. (10): P_bar_i = N_i(x,a,x') / max{1, N_i(x,a)} from integer counts N[h][x][a] and
        N3[h][x][a][x1]. Raises PreconditionError, also where N is not the sum of N3 over x'."""
        for name, tables in (("N", N), ("N3", N3)):
            if len(tables) != len(layers) - 1:
                rule = f"must have one table per layer, {len(layers) - 1}"
                raise PreconditionError(name, len(tables), rule)
        P_bar = []
        for h, (visits, visits3) in enumerate(zip(N, N3, strict=True)):
            n, n3 = as_table(visits, f"N[{h}]"), as_table(visits3, f"N3[{h}]")
            for field, table in ((f"N[{h}]", n), (f"N3[{h}]", n3)):
                rule = "a count must be a whole number, at least 0"
                _require(table, field, lambda k: k >= 0 and Fraction(k).denominator == 1, rule)
            if n3.ndim != 3 or n.shape != n3.shape[:2]:
                raise PreconditionError(f"N3[{h}]", n3.shape, "shape must be (X_h, A, X_{h+1})")
            wrong = np.argwhere(n3.sum(axis=2) != n)
            if len(wrong):
                x, a = wrong[0]
                rule = f"must be the sum of N3[{h}][{x}][{a}] over x', {n3.sum(axis=2)[x, a]}"
                raise PreconditionError(f"N[{h}][{x}][{a}]", str(n[x, a]), rule)
            visited = np.maximum(n, n**0)  # max{1, N}, in rationals
            P_bar.append(n3 / visited[:, :, None])
        return cls(tuple(layers), A, tuple(P_bar), tuple(eps), tuple(r_hat))

    @classmethod
    def from_doubles(
        cls, layers: Sequence[int], A: int, N3: Tables, eps: Tables, r_hat: Tables
    ) -> ExactLP1:
        """Exact counts, and the doubles that GLOP is given for eq. (11) and (16), as they are."""
        whole = [n3.astype(int) for n3 in N3]
        return cls.from_counts(
            layers,
            A,
            [n3.sum(axis=2).tolist() for n3 in whole],
            [n3.tolist() for n3 in whole],
            [[[Fraction(v) for v in row] for row in e.tolist()] for e in eps],
            [[[Fraction(v) for v in row] for row in r.tolist()] for r in r_hat],
        )


def triples(lp: ExactLP1) -> list[tuple[int, int, int, int]]:
    """All (h, x, a, x1) in column order."""
    return [
        (h, x, a, x1)
        for h, (X_h, X_next) in enumerate(zip(lp.layers[:-1], lp.layers[1:], strict=True))
        for x in range(X_h)
        for a in range(lp.A)
        for x1 in range(X_next)
    ]


def column_names(lp: ExactLP1) -> list[str]:
    """q_h_x_a_x1 for every triple, then d_h_x_a_x1 in the same order."""
    indices = ["_".join(map(str, triple)) for triple in triples(lp)]
    return [f"q_{i}" for i in indices] + [f"d_{i}" for i in indices]


def objective(lp: ExactLP1) -> Coefficients:
    """LP1: <q, r_hat>, with r_hat(x,a,x') = r_hat(x,a)."""
    values = (lp.r_hat[h][x, a] for h, x, a, _ in triples(lp))
    return tuple((k, value) for k, value in enumerate(values) if value)


def rows(lp: ExactLP1) -> Iterator[Row]:
    """LP1's constraints in printed order: eq. (4), families 1 and 2, eq. (13), families 1 to 3."""
    column = {triple: k for k, triple in enumerate(triples(lp))}
    n, L, layers, A = len(column), len(lp.layers) - 1, lp.layers, lp.A
    one, zero = Fraction(1), Fraction(0)
    for h in range(L):  # eq. (4): sum over x, a, x' of q(x,a,x') = 1
        every = (k for triple, k in column.items() if triple[0] == h)
        yield Row(f"norm_{h}", tuple((k, one) for k in every), "=", one)
    for h in range(1, L):  # eq. (4): inflow of x - outflow of x = 0
        for x in range(layers[h]):
            into = [column[h - 1, y, a, x] for y in range(layers[h - 1]) for a in range(A)]
            out = [column[h, x, a, x1] for a in range(A) for x1 in range(layers[h + 1])]
            both = tuple((k, one) for k in into) + tuple((k, -one) for k in out)
            yield Row(f"flow_{h}_{x}", both, "=", zero)
    for name, sign in (("up", one), ("lo", -one)):  # eq. (13), families 1 and 2
        for (h, x, a, x1), k in column.items():
            first = column[h, x, a, 0]
            P = lp.P_bar[h][x, a]  # sign * (q(x,a,x') - P_bar(x'|x,a) sum_y q(x,a,y)) <= d
            on_q = [sign * ((first + y == k) - P[x1]) for y in range(layers[h + 1])]
            deviation = tuple((first + y, value) for y, value in enumerate(on_q) if value)
            yield Row(f"{name}_{h}_{x}_{a}_{x1}", (*deviation, (n + k, -one)), "<=", zero)
    for h in range(L):  # eq. (13), family 3: sum_x' d(x,a,x') <= eps(x,a) sum_x' q(x,a,x')
        for x in range(layers[h]):
            for a in range(A):
                of_pair = [column[h, x, a, x1] for x1 in range(layers[h + 1])]
                on_q = [(k, -lp.eps[h][x, a]) for k in of_pair if lp.eps[h][x, a]]
                on_d = [(n + k, one) for k in of_pair]
                yield Row(f"rad_{h}_{x}_{a}", (*on_q, *on_d), "<=", zero)


def _exact_table(table: Any, field: str, shape: tuple[int, ...]) -> Array:
    exact = as_table(table, field)
    if exact.dtype != object:
        rule = "must be rational (int or Fraction); Fraction(x) takes a double without loss"
        raise PreconditionError(field, "a float", rule)
    if exact.shape != shape:
        raise PreconditionError(field, exact.shape, f"shape must be {shape}")
    return exact


def _require(table: Array, field: str, holds: Callable[[Any], bool], rule: str) -> None:
    """Raise PreconditionError for the first entry that does not satisfy `holds`."""
    for index in np.ndindex(table.shape):
        if not holds(table[index]):
            where = field + "".join(f"[{i}]" for i in index)
            raise PreconditionError(where, str(table[index]), rule)
