"""Sec. II and III in exact rationals: occupancy measures, values, what a measure induces.

Letters: P[h][x][a][x1], r[h][x][a], pi[h][x][a], q[h][x][a][x1] = q(x,a,x') as nested lists of Q;
q_xa[h][x][a] = q(x,a) = sum_x' q(x,a,x') (App. A). h = 0..L-1, x in layer h, x1 in layer h+1:
entries outside consecutive layers, x_L included, do not exist (R-2). Independent of
`reference.occupancy`, which it checks.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from proofs_check.arithmetic import ONE, ZERO, Enclosure, Q

Triples = Sequence[Sequence[Sequence[Sequence[Q]]]]  # [h][x][a][x1]
PairValues = Sequence[Sequence[Sequence[Q]]]  # [h][x][a]
Bounds = Sequence[Sequence[Sequence[Q | Enclosure]]]  # [h][x][a], some of it irrational


def pairs(table: Sequence[Sequence[Sequence[object]]]) -> Iterator[tuple[int, int, int]]:
    """(h, x, a) of every pair, in order."""
    for h, layer in enumerate(table):
        for x, row in enumerate(layer):
            for a in range(len(row)):
                yield h, x, a


def occupancy_measure(P: Triples, pi: PairValues) -> list[list[list[list[Q]]]]:
    """Eq. (3), Def. 1: q^{P,pi}(x,a,x') = Pr{x_h = x, a_h = a, x_{h+1} = x' | P, pi}."""
    q = []
    mass = [ONE]
    for P_h, pi_h in zip(P, pi, strict=True):
        after = [ZERO] * len(P_h[0][0])
        none = [ZERO] * len(after)
        layer = []
        for m, P_x, pi_x in zip(mass, P_h, pi_h, strict=True):
            rows = []
            for p_a, row in zip(pi_x, P_x, strict=True):
                if m and p_a:
                    w = m * p_a
                    flow = [w * p if p else ZERO for p in row]
                    after = [u + v if v else u for u, v in zip(after, flow, strict=True)]
                    rows.append(flow)
                else:
                    rows.append(none)
            layer.append(rows)
        q.append(layer)
        mass = after
    return q


def pair_mass(q: Triples) -> list[list[list[Q]]]:
    """q(x,a) = sum_x' q(x,a,x') (App. A)."""
    return [[[sum((v for v in row if v), ZERO) for row in rows] for rows in q_h] for q_h in q]


def inner(q_xa: PairValues, r: PairValues) -> Q:
    """<q, r> = sum q(x,a) r(x,a), with r(x,a,x') = r(x,a) (Sec. III)."""
    total = ZERO
    for q_h, r_h in zip(q_xa, r, strict=True):
        for q_x, r_x in zip(q_h, r_h, strict=True):
            for m, v in zip(q_x, r_x, strict=True):
                if m:
                    total += m * v
    return total


def inner_enclosed(q_xa: PairValues, r: Bounds) -> Enclosure:
    """<q, r> where entries of r are enclosed; q may be negative (a difference of measures)."""
    lo = hi = ZERO
    for q_h, r_h in zip(q_xa, r, strict=True):
        for q_x, r_x in zip(q_h, r_h, strict=True):
            for m, v in zip(q_x, r_x, strict=True):
                if m:
                    low, high = (v.lo, v.hi) if isinstance(v, Enclosure) else (v, v)
                    lo += m * (low if m > 0 else high)
                    hi += m * (high if m > 0 else low)
    return Enclosure(lo, hi)


def difference(u: PairValues, v: PairValues) -> list[list[list[Q]]]:
    """u - v, pair by pair."""
    return [
        [[m - n for m, n in zip(*rows, strict=True)] for rows in zip(*layers, strict=True)]
        for layers in zip(u, v, strict=True)
    ]


def distance(p: Sequence[Q], p1: Sequence[Q]) -> Q:
    """||p - p1||_1 of two rows."""
    return sum((abs(u - v) for u, v in zip(p, p1, strict=True) if u is not v), ZERO)


def l1(q: Triples, q1: Triples) -> Q:
    """||q - q1||_1 over all triples (x,a,x')."""
    return sum(
        (
            distance(row, row1)
            for layers in zip(q, q1, strict=True)
            for states in zip(*layers, strict=True)
            for row, row1 in zip(*states, strict=True)
            if row is not row1
        ),
        ZERO,
    )


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
    """The row that plays action a."""
    return [ONE if b == a else ZERO for b in range(A)]


def uniform(layers: Sequence[int], A: int) -> list[list[list[Q]]]:
    """pi(a|x) = 1/A."""
    return [[[Q(1, A)] * A for _ in range(X_h)] for X_h in layers[:-1]]


def induced_policy(q: Triples, completion: PairValues) -> list[list[list[Q]]]:
    """Eq. (6): pi^q(a|x) = q(x,a) / q(x); `completion` where q(x) = 0 (R-3)."""
    policy = []
    for q_h, other_h in zip(pair_mass(q), completion, strict=True):
        layer = []
        for q_x, other in zip(q_h, other_h, strict=True):
            total = sum(q_x, ZERO)
            layer.append([m / total for m in q_x] if total else list(other))
        policy.append(layer)
    return policy


def induced_transition(q: Triples, completion: Triples) -> list[list[list[list[Q]]]]:
    """Eq. (5): P^q(x'|x,a) = q(x,a,x') / q(x,a); `completion` where q(x,a) = 0 (R-4)."""
    P = []
    for q_h, other_h in zip(q, completion, strict=True):
        layer = []
        for rows, others in zip(q_h, other_h, strict=True):
            of_state = []
            for row, other in zip(rows, others, strict=True):
                total = sum(row, ZERO)
                of_state.append([m / total for m in row] if total else list(other))
            layer.append(of_state)
        P.append(layer)
    return P


def violation_of_Q(q: Triples) -> tuple[str, tuple[int, ...], Q, Q] | None:
    """Eq. (4), x_L-fix: the first violated constraint as (name, where, left, right), or None."""
    q_xa = pair_mass(q)
    for h, q_h in enumerate(q_xa):
        total = sum((m for q_x in q_h for m in q_x), ZERO)
        if total != 1:
            return "normalisation", (h,), total, ONE
    for h in range(1, len(q)):
        for x, q_x in enumerate(q_xa[h]):
            into = sum((rows[a][x] for rows in q[h - 1] for a in range(len(rows))), ZERO)
            if into != sum(q_x, ZERO):
                return "flow", (h, x), into, sum(q_x, ZERO)
    for h, x, a in pairs(q_xa):
        for x1, v in enumerate(q[h][x][a]):
            if v < 0:
                return "nonnegative", (h, x, a, x1), v, ZERO
    return None


def violation_of_Q_P(q: Triples, P: Triples) -> tuple[str, tuple[int, ...], Q, Q] | None:
    """Eq. (7), x_L-fix: the first violated constraint of Q^P, or None."""
    found = violation_of_Q(q)
    if found:
        return found
    for h, x, a in pairs(P):
        m = sum(q[h][x][a], ZERO)
        for x1, (v, p) in enumerate(zip(q[h][x][a], P[h][x][a], strict=True)):
            if v != p * m:
                return "transition", (h, x, a, x1), v, p * m
    return None
