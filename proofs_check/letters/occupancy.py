"""Sec. II and III in exact rationals: occupancy measures, values, what a measure induces.

Letters: P[h][x][a][x1], r[h][x][a], pi[h][x][a], q[h][x][a][x1] = q(x,a,x') as nested lists of Q;
q_xa[h][x][a] = q(x,a) = sum_x' q(x,a,x') (App. I). h = 0..L-1, x in layer h, x1 in layer h+1:
entries outside consecutive layers, x_L included, do not exist (R-2). Independent of
`reference.occupancy`, which it checks.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from operator import sub
from typing import Any

from proofs_check.arithmetic import ONE, ZERO, Enclosure, Q, each, zipped

Triples = Sequence[Sequence[Sequence[Sequence[Q]]]]  # [h][x][a][x1]
PairValues = Sequence[Sequence[Sequence[Q]]]  # [h][x][a]
PairNumbers = Sequence[Sequence[Sequence[Q | int]]]  # [h][x][a], visits too
Bounds = Sequence[Sequence[Sequence[Enclosure]]]  # [h][x][a], irrational
Violation = tuple[str, tuple[int, ...], Q, Q]  # a constraint's name, where, left, right


def pairs(table: Sequence[Sequence[Sequence[object]]]) -> Iterator[tuple[int, int, int]]:
    """Yield (h, x, a) of every pair, in order."""
    for h, layer in enumerate(table):
        for x, row in enumerate(layer):
            for a in range(len(row)):
                yield h, x, a


def occupancy_measure(P: Triples, pi: PairValues) -> list[list[list[list[Q]]]]:
    """Eq. (3), Def. 1: q^{P,pi}(x,a,x') = Pr{x_h = x, a_h = a, x_{h+1} = x' | P, pi}."""
    q, mass = [], [ONE]
    for P_h, pi_h in zip(P, pi, strict=True):
        q_h = [
            [_times(m * p_a, row) for p_a, row in zip(pi_x, P_x, strict=True)]
            for m, pi_x, P_x in zip(mass, pi_h, P_h, strict=True)
        ]
        mass = [sum(into, ZERO) for into in zip(*(row for q_x in q_h for row in q_x), strict=True)]
        q.append(q_h)
    return q


def _times(w: Q, row: Sequence[Q]) -> list[Q]:
    return [w * p for p in row] if w else [ZERO] * len(row)


def pair_mass(q: Triples) -> list[list[list[Q]]]:
    """q(x,a) = sum_x' q(x,a,x') (App. I)."""
    return [[[sum((v for v in row if v), ZERO) for row in rows] for rows in q_h] for q_h in q]


def inner(q_xa: PairNumbers, r: PairValues) -> Q:
    """<q, r> = sum q(x,a) r(x,a), with r(x,a,x') = r(x,a) (Sec. III)."""
    return sum((m * v for m, v in zipped(q_xa, r) if m), ZERO)


def inner_enclosed(q_xa: PairNumbers, r: Bounds) -> Enclosure:
    """<q, r> where r is enclosed; q may be negative (a difference of measures)."""
    return Enclosure.sum(v * m for m, v in zipped(q_xa, r) if m)


def difference(u: PairValues, v: PairValues) -> list[list[list[Q]]]:
    """u - v, pair by pair."""
    return each(sub, u, v)


def distance(q: Sequence[object], q1: Sequence[object]) -> Q:
    """||q - q1||_1 of two rows, or of all entries of two tables of one shape."""
    return sum((abs(u - v) for u, v in zipped(q, q1) if u is not v), ZERO)


def distances(P: Triples, P1: Triples) -> list[list[list[Q]]]:
    """||P(.|x,a) - P1(.|x,a)||_1 of every pair."""
    return [
        [[distance(*rows) for rows in zip(*of_x, strict=True)] for of_x in zip(*of_h, strict=True)]
        for of_h in zip(P, P1, strict=True)
    ]


def value(P: Triples, r: PairValues, pi: PairValues) -> Q:
    """Eq. (1): V(pi) = E[sum_h r(x_h, a_h) | P, pi], by backward induction."""
    V = [ZERO]
    for P_h, r_h, pi_h in zip(reversed(P), reversed(r), reversed(pi), strict=True):
        V = [
            sum((p_a * _q(r_h[x][a], P_h[x][a], V) for a, p_a in enumerate(pi_x) if p_a), ZERO)
            for x, pi_x in enumerate(pi_h)
        ]
    return V[0]


def _q(r: Q, row: Sequence[Q], V: Sequence[Q]) -> Q:
    return r + sum((p * v for p, v in zip(row, V, strict=True) if p), ZERO)


@dataclass(frozen=True)
class Best:
    """V(pi*), pi* (ties to the smallest action) and q* = q^{P,pi*} (Sec. II; eq. (9))."""

    value: Q
    pi: list[list[list[Q]]]
    q: list[list[list[list[Q]]]]

    @cached_property
    def q_xa(self) -> list[list[list[Q]]]:
        """q*(x,a)."""
        return pair_mass(self.q)


def optimal(P: Triples, r: PairValues) -> Best:
    """Sec. II: pi* in argmax V(pi), exactly."""
    V = [ZERO]
    pi: list[list[list[Q]]] = []
    for P_h, r_h in zip(reversed(P), reversed(r), strict=True):
        values = [
            [_q(v, row, V) for v, row in zip(r_x, P_x, strict=True)]
            for r_x, P_x in zip(r_h, P_h, strict=True)
        ]
        best = [row.index(max(row)) for row in values]
        pi.insert(0, [one_hot(a, len(r_h[0])) for a in best])
        V = [row[a] for row, a in zip(values, best, strict=True)]
    return Best(V[0], pi, occupancy_measure(P, pi))


def one_hot(a: int, A: int) -> list[Q]:
    """Return the row that plays action a."""
    return [ONE if b == a else ZERO for b in range(A)]


def uniform(layers: Sequence[int], A: int) -> list[list[list[Q]]]:
    """pi(a|x) = 1/A."""
    return [[[Q(1, A)] * A for _ in range(X_h)] for X_h in layers[:-1]]


def induced_policy(q: Triples, completion: PairValues) -> list[list[list[Q]]]:
    """Eq. (6): pi^q(a|x) = q(x,a) / q(x); `completion` where q(x) = 0 (R-3)."""
    return _normalised(pair_mass(q), completion)


def induced_transition(q: Triples, completion: Triples) -> list[list[list[list[Q]]]]:
    """Eq. (5): P^q(x'|x,a) = q(x,a,x') / q(x,a); `completion` where q(x,a) = 0 (R-4)."""
    return _normalised(q, completion)


def _normalised(table: Any, completion: Any) -> list[Any]:
    """Return every row over its sum; the completion's where that is 0."""
    if isinstance(table[0], (list, tuple)):
        return [_normalised(*both) for both in zip(table, completion, strict=True)]
    total = sum(table, ZERO)
    return [m / total for m in table] if total else list(completion)


def violation_of_Q(q: Triples) -> Violation | None:
    """Eq. (4), x_L-fix: the first violated constraint, or None."""
    q_xa = pair_mass(q)
    for h, q_h in enumerate(q_xa):
        total = sum((m for (m,) in zipped(q_h)), ZERO)
        if total != 1:
            return "normalisation", (h,), total, ONE
    for h in range(1, len(q)):
        for x, q_x in enumerate(q_xa[h]):
            into = sum((row[x] for rows in q[h - 1] for row in rows), ZERO)
            if into != sum(q_x, ZERO):
                return "flow", (h, x), into, sum(q_x, ZERO)
    for h, x, a in pairs(q_xa):
        for x1, v in enumerate(q[h][x][a]):
            if v < 0:
                return "nonnegative", (h, x, a, x1), v, ZERO
    return None


def violation_of_Q_P(q: Triples, P: Triples) -> Violation | None:
    """Eq. (7), x_L-fix: the first violated constraint of Q^P, or None."""
    if violation := violation_of_Q(q):
        return violation
    for h, x, a in pairs(P):
        m = sum(q[h][x][a], ZERO)
        for x1, (v, p) in enumerate(zip(q[h][x][a], P[h][x][a], strict=True)):
            if v != p * m:
                return "transition", (h, x, a, x1), v, p * m
    return None
