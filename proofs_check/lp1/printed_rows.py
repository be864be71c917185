"""Sec. IV-B: the rows of the printed LP1, derived from the integer counts of an epoch.

Independent of `reference`: certificates are compared with these rows, LP files are made from them.
Variables q(x,a,x') for h, x, a, x1, then the deviations eps(x,a,x') of Lemma 1 (here d), all >= 0.
Constraints: bounds first (as VIPR requires), then eq. (4) normalisation and flow, and
eq. (13) upper deviation, lower deviation, radius, in printed order.
"""
# No postponed annotations: pdoc could not resolve those of a NamedTuple.

from collections.abc import Iterator
from itertools import accumulate, pairwise
from typing import NamedTuple

from proofs_check.arithmetic import ONE, ZERO, Q
from proofs_check.lp1.data import LP1Data, PerTriple, all_pairs, in_balls

Sparse = dict[int, Q]  # variable -> non-zero coefficient
SIGN = {"E": "=", "L": "<=", "G": ">="}


class PrintedRow(NamedTuple):
    """One constraint of LP1, or of a file, at `line`; `sense` is E (=), L (<=) or G (>=), as in
    VIPR."""

    label: str
    sense: str
    rhs: Q
    coefficients: Sparse
    line: int = 0


class PrintedLP1:
    """LP1 of one epoch as printed. `n` is the number of triples (x,a,x'), half of the variables."""

    def __init__(self, data: LP1Data) -> None:
        self.data = in_balls(data, "the printed LP1")
        self.layers, self.A, self.L = tuple(data.layers), data.A, data.L
        sizes = [X_h * self.A * X_next for X_h, X_next in pairwise(self.layers)]
        *self.start, self.n = accumulate(sizes, initial=0)

    def q(self, h: int, x: int, a: int, x1: int = 0) -> int:
        """Return the variable q(x,a,x'); its deviation is `n` later."""
        return self.start[h] + (x * self.A + a) * self.layers[h + 1] + x1

    def pairs(self) -> Iterator[tuple[int, int, int]]:
        """Yield all (h, x, a) with h < L: x_L has no pairs (R-2)."""
        return all_pairs(self.layers, self.A)

    def variables(self) -> tuple[str, ...]:
        """Return names that carry the indices: q_h_x_a_x1, then d_h_x_a_x1."""
        return tuple(
            f"{kind}_{h}_{x}_{a}_{x1}"
            for kind in "qd"
            for h, x, a in self.pairs()
            for x1 in range(self.layers[h + 1])
        )

    def point(self, q: PerTriple[Q]) -> list[Q]:
        """Return q and the smallest deviations that eq. (13) allows it, |q(x,a,x') - P_bar
        q(x,a)|."""
        flat: list[Q] = []
        deviations: list[Q] = []
        for h, x, a in self.pairs():
            row, N, mass = q[h][x][a], max(1, self.data.N[h][x][a]), sum(q[h][x][a], ZERO)
            flat += row
            deviations += [
                abs(v - Q(n, N) * mass) for v, n in zip(row, self.data.N3[h][x][a], strict=True)
            ]
        return flat + deviations

    def objective(self) -> Sparse:
        """LP1: maximise <q, r_hat>."""
        return {
            self.q(h, x, a, x1): r_hat
            for h, x, a in self.pairs()
            if (r_hat := self.data.r_hat[h][x][a])
            for x1 in range(self.layers[h + 1])
        }

    def constraints(self) -> Iterator[PrintedRow]:
        """Yield every constraint, bounds first."""
        for k, name in enumerate(self.variables()):
            yield PrintedRow(f"nonneg_{name}", "G", ZERO, {k: ONE})
        yield from self.rows()

    def rows(self) -> Iterator[PrintedRow]:
        """Yield every constraint but the bounds q, d >= 0, in printed order."""
        yield from self.normalisations()
        yield from self.flows()
        yield from self.deviations("up", 1)
        yield from self.deviations("lo", -1)
        yield from self.radii()

    def normalisations(self) -> Iterator[PrintedRow]:
        """Eq. (4): sum over x in X_h, a, x' of q(x,a,x') = 1 for h < L."""
        for h, (first, end) in enumerate(pairwise([*self.start, self.n])):
            row = dict.fromkeys(range(first, end), ONE)
            yield PrintedRow(f"norm_{h}", "E", ONE, row)

    def flows(self) -> Iterator[PrintedRow]:
        """Eq. (4): inflow - outflow = 0 for x in X_h, 1 <= h < L."""
        for h in range(1, self.L):
            before, size = range(self.start[h - 1], self.start[h]), self.A * self.layers[h + 1]
            for x in range(self.layers[h]):
                row = dict.fromkeys(before[x :: self.layers[h]], ONE)
                row |= dict.fromkeys(range(self.q(h, x, 0), self.q(h, x, 0) + size), -ONE)
                yield PrintedRow(f"flow_{h}_{x}", "E", ZERO, row)

    def deviations(self, name: str, sign: int) -> Iterator[PrintedRow]:
        """Eq. (13): sign * (q(x,a,x') - P_bar(x'|x,a) sum_y q(x,a,y)) - d(x,a,x') <= 0."""
        for h, x, a in self.pairs():
            N, N3, first = self.data.N[h][x][a], self.data.N3[h][x][a], self.q(h, x, a)
            of_pair = range(first, first + self.layers[h + 1])
            for x1, k in enumerate(of_pair):
                P_bar = Q(N3[x1], max(1, N))  # eq. (10)
                row = dict.fromkeys(of_pair, -sign * P_bar) if P_bar else {}
                row[k] = sign * (1 - P_bar)
                if not row[k]:
                    del row[k]
                row[self.n + k] = -ONE
                yield PrintedRow(f"{name}_{h}_{x}_{a}_{x1}", "L", ZERO, row)

    def radii(self) -> Iterator[PrintedRow]:
        """Eq. (13): sum_x' d(x,a,x') - eps(x,a) sum_x' q(x,a,x') <= 0."""
        for h, x, a in self.pairs():
            first, X_next = self.q(h, x, a), self.layers[h + 1]
            eps = self.data.eps[h][x][a]
            row = dict.fromkeys(range(first, first + X_next), -eps) if eps else {}
            row |= dict.fromkeys(range(self.n + first, self.n + first + X_next), ONE)
            yield PrintedRow(f"rad_{h}_{x}_{a}", "L", ZERO, row)
