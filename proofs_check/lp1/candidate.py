"""A candidate q_hat of any solver, exactly, and its violation of the printed LP1 (Sec. IV-B).

Residuals of every printed constraint family are exact. The deviation variables are not part of an
answer, so they are minimised, eps(x,a,x') = |q(x,a,x') - P_bar(x'|x,a) q(x,a)|: the upper and lower
family then hold exactly and the radius family shows the whole violation. Letters: data.py.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from operator import add

from proofs_check.arithmetic import ZERO, Enclosure, Q, to_q
from proofs_check.lp1.data import LP1Data, PerTriple, table_of_triples

FAMILIES = ("nonnegative", "normalisation", "flow", "upper", "lower", "radius")


@dataclass(frozen=True, eq=False)
class Candidate:
    """q[h][x][a][x1] = numerators[h][x][a][x1] / D[h], exactly."""

    numerators: list[list[list[list[int]]]]
    D: list[int]

    @staticmethod
    def of(data: LP1Data, q: PerTriple[object]) -> Candidate:
        """Return `q` losslessly. Raises PreconditionError for a wrong shape or a non-number."""
        ratios = table_of_triples("q_hat", q, data.layers, data.A, _ratios)
        D = [math.lcm(*{d for of_x in of_h for row in of_x for _, d in row}) for of_h in ratios]
        numerators = [
            [
                [[p * (common // d) for p, d in row] or [0] * data.layers[h + 1] for row in of_x]
                for of_x in ratios[h]
            ]
            for h, common in enumerate(D)
        ]
        return Candidate(numerators, D)

    def pairs(self) -> Iterator[tuple[int, int, int, list[int]]]:
        """Yield (h, x, a, row) of every pair with a non-zero entry."""
        for h, layer in enumerate(self.numerators):
            for x, rows in enumerate(layer):
                for a, row in enumerate(rows):
                    if any(row):
                        yield h, x, a, row


def _ratios(row: Sequence[object], where: str) -> list[tuple[int, int]]:
    """Return numerator and denominator of every number of `row`; nothing for a row of zeros, as
    most rows of an optimal vertex are."""
    if set(map(type, row)) == {float}:
        if not any(row):
            return []
        if math.isfinite(math.fsum(abs(v) for v in row)):  # type: ignore[arg-type]  # floats
            return [v.as_integer_ratio() for v in row]  # type: ignore[attr-defined]
    exact = map(to_q, row)
    return [(int(v.numerator), int(v.denominator)) for v in exact]


@dataclass(frozen=True)
class Residual:
    """Largest violation of one constraint family, 0 if it holds, and where it is."""

    family: str
    violation: Enclosure
    where: tuple[int, ...]


def residuals(lo: LP1Data, hi: LP1Data, q: Candidate) -> list[Residual]:
    """Return the residual of every constraint family of the printed LP1 at q: eq. (4) and (13), in
    printed order.

    The radii lie between lo.eps and hi.eps; pass one LP twice if they are rational. With intervals
    the radius family is |q(x,a,x') - P_bar q(x,a)| <= width(x,a,x') q(x,a), for each successor.
    """
    worst = {family: Residual(family, Enclosure(ZERO, ZERO), ()) for family in FAMILIES}

    def see(family: str, low: Q, high: Q, *where: int) -> None:
        old = worst[family]
        ends = Enclosure(max(low, old.violation.lo), max(high, old.violation.hi))
        where = where if high > old.violation.hi else old.where
        worst[family] = Residual(family, ends, where)

    D = q.D
    out = [[0] * n for n in lo.layers]  # q(x) over D[h]
    into = [[0] * n for n in lo.layers]  # the flow into x over D[h - 1]
    for h, x, a, row in q.pairs():
        m, N = sum(row), max(1, lo.N[h][x][a])
        out[h][x] += m
        into[h + 1] = list(map(add, into[h + 1], row))
        if (least := min(row)) < 0:
            v = Q(-least, D[h])
            see("nonnegative", v, v, h, x, a, row.index(least))
        mass = Q(m, D[h])
        if lo.width is not None and hi.width is not None:
            widths = zip(row, lo.N3[h][x][a], lo.width[h][x][a], hi.width[h][x][a], strict=True)
            for y, (entry, n, narrow, wide) in enumerate(widths):
                deviation = Q(abs(N * entry - n * m), N * D[h])
                ends = (deviation - wide * mass, deviation - narrow * mass)
                if max(ends) > 0:
                    see("radius", min(ends), max(ends), h, x, a, y)
            continue
        off = sum(abs(N * v - n * m) for v, n in zip(row, lo.N3[h][x][a], strict=True))
        deviation = Q(off, N * D[h])
        ends = (deviation - hi.eps[h][x][a] * mass, deviation - lo.eps[h][x][a] * mass)
        if max(ends) > 0:
            see("radius", min(ends), max(ends), h, x, a)
    for h in range(lo.L):
        v = Q(abs(sum(out[h]) - D[h]), D[h])
        see("normalisation", v, v, h)
        for x in range(lo.layers[h] if h else 0):
            v = Q(abs(into[h][x] * D[h] - out[h][x] * D[h - 1]), D[h - 1] * D[h])
            see("flow", v, v, h, x)
    return list(worst.values())


def objective_of(lo: LP1Data, hi: LP1Data, q: Candidate) -> Enclosure:
    """Return <q, r_hat>, r_hat being between lo.r_hat and hi.r_hat."""
    low = high = ZERO
    for h, x, a, row in q.pairs():
        mass = Q(sum(row), q.D[h])
        ends = mass * lo.r_hat[h][x][a], mass * hi.r_hat[h][x][a]
        low, high = low + min(ends), high + max(ends)
    return Enclosure(low, high)
