"""A certificate of the KL step

    q_new = argmin over q in Delta(P_i) of <q, c> + sum q ln(q / q_old).

Any beta gives a lower bound of the optimum by weak duality, in Arb; any exactly feasible rational
q gives an upper one. Their difference, the gap, bounds the relative entropy D(q || q_new) of that
q from *the* optimum (the Pythagorean inequality of Bregman projections; the objective is strictly
convex), and by Pinsker's inequality, layer by layer, sum_h ||q_h - q_new,h||_1^2 <= 2 gap. The
distance of a program's recorded q from q_new is then at most its distance from q plus sqrt(2 L
gap).

The recorded ln q, beta and every double are taken exactly; beta is a hint.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from flint import arb, ctx

from proofs_check.arithmetic import ONE, ZERO, Enclosure, Q, endpoints
from proofs_check.guests.kl.sets import PairSet, ball, distribution

Triples = Sequence[Sequence[Sequence[Sequence[float]]]]  # [h][x][a][x1]
Costs = Sequence[Sequence[Sequence[float | arb]]]  # [h][x][a]; a ball encloses a real cost
Exact = list[list[list[list[Q]]]]
LEAST = -1e299  # represents ln 0


@dataclass(frozen=True)
class KLProblem:
    """ln q_old as doubles, c, and the set of every pair: sets[h][x][a]."""

    log_q_old: Triples
    c: Costs
    sets: Sequence[Sequence[Sequence[PairSet]]]

    @property
    def L(self) -> int:
        return len(self.c)


@dataclass(frozen=True)
class KLCertificate:
    """lower <= optimum <= upper, both rational; `gap` = upper - lower bounds D(q || q_new).
    `radius` bounds the l1 distance of the recorded q from q_new, all layers together."""

    lower: Q
    upper: Q
    gap: Q
    radius: Q


def certify(
    problem: KLProblem, beta: Sequence[Sequence[float]], log_q: Triples, bits: int = 128
) -> KLCertificate:
    """Return the certificate for the recorded ln q, with beta[h][x], h = 0..L, as a hint.

    Raises PreconditionError for sets that are empty when rounded inward and for bounds that are
    not finite."""
    q = feasible_point(problem, log_q)
    with ctx.workprec(bits):
        lower = endpoints(dual_value(problem, beta)).lo
        upper = endpoints(primal_value(problem, q)).hi
        gap = upper - lower
        away = ball(l1_distance(q, log_q).hi)
        radius = endpoints(away + (ball(2 * problem.L * max(gap, ZERO))).sqrt()).hi
    return KLCertificate(lower, upper, gap, radius)


def l1_distance(q: Any, log_q: Triples, logs: bool = False) -> Enclosure:
    """Return the l1 distance of a rational q, or of e^q if it holds `logs`, from e^log_q."""
    total = arb(0)
    for p, row in of_pairs(q, log_q):
        for v, log in zip(p, row, strict=True):
            here = (arb(v).exp() if v > LEAST else arb(0)) if logs else ball(v)
            total += abs(here - arb(log).exp()) if log > LEAST else abs(here)
    return endpoints(total)


def of_pairs(*tables: Any) -> Iterator[tuple[Any, ...]]:
    """Yield the entries of tables [h][x][a], pair by pair."""
    for layers in zip(*tables, strict=True):
        for states in zip(*layers, strict=True):
            yield from zip(*states, strict=True)


def dual_value(problem: KLProblem, beta: Sequence[Sequence[float]]) -> arb:
    """Return -sum_h ln sum_{x,a} exp(-c(x,a) - beta(x) + s(x,a)), a lower bound of the optimum."""
    total = arb(0)
    for h, layer in enumerate(problem.sets):
        Z = arb(0)
        for x, state in enumerate(layer):
            here = beta[h][x] if h else 0.0
            for a, P in enumerate(state):
                old = problem.log_q_old[h][x][a]
                after = beta[h + 1] if h + 1 < problem.L else [0.0] * len(old)
                w = [arb(log) + arb(b) for log, b in zip(old, after, strict=True)]
                Z += (P.bound(w) - arb(problem.c[h][x][a]) - arb(here)).exp()
        total -= Z.log()
    return total


def feasible_point(problem: KLProblem, log_q: Triples) -> Exact:
    """Return a rational q in Delta(P_i), exactly: the recorded policy and transitions, rounded,
    repaired inside their sets, and carried forward from x_0."""
    q: Exact = []
    mass = [ONE]
    for h, layer in enumerate(problem.sets):
        table: list[list[list[Q]]] = []
        after = [ZERO] * len(log_q[h][0][0])
        for x, state in enumerate(layer):
            rows = log_q[h][x]
            pi = distribution([log_sum(row) for row in rows])
            table.append([])
            for a, P in enumerate(state):
                total = log_sum(rows[a])
                row = [mass[x] * pi[a] * p for p in P.point([v - total for v in rows[a]])]
                table[-1].append(row)
                after = [s + v for s, v in zip(after, row, strict=True)]
        q.append(table)
        mass = after
    return q


def primal_value(problem: KLProblem, q: Exact) -> arb:
    """Return <q, c> + sum q ln(q / q_old)."""
    total = arb(0)
    for row, log_q_old, c in of_pairs(q, problem.log_q_old, problem.c):
        for v, old in zip(row, log_q_old, strict=True):
            if v:
                b = ball(v)
                total += b * (b.log() - arb(old) + arb(c))
    return total


def log_sum(row: Sequence[float]) -> float:
    """Return ln sum e^v."""
    most = max(row)
    return most + math.log(sum(math.exp(v - most) for v in row))
