"""Certificates for a q_hat or a policy computed in floating point by any solver (Sec. IV-B).

`repair` turns q_hat into an exactly feasible point near it, whose objective bounds how far q_hat's
policy and transitions are from LP1's optimum. Residuals are in candidate.py, letters in data.py.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from operator import add

from proofs_check.arithmetic import ZERO, Decision, Enclosure, Q, lcm, to_q
from proofs_check.lp1.candidate import Candidate, Residual, objective_of, residuals
from proofs_check.lp1.data import LP1Data, PerPair, PerTriple, check_shape
from proofs_check.lp1.optimum import Optimum, best_transition, policy_value, solve
from reference.readings import ZERO_BELOW
from reference.support.errors import PreconditionError

ROW_GRID = 1 << 96  # repaired rows start from q_hat's rows rounded to multiples of 1/ROW_GRID
NO_MASS = to_q(ZERO_BELOW)  # a state of q_hat with less mass has no row worth repairing


# ----------------------------------------------------------------------------- repair


def repair(data: LP1Data, q: Candidate, best: Optimum) -> Candidate | None:
    """A point of LP1, exactly feasible for `data`, that plays like q; None if LP1 is infeasible.

    From layer 0 on, the flow is split by q's policy and rows. Negative entries count as 0; a row
    outside its ball is pulled in, to P_bar + (eps/||p - P_bar||_1)(p - P_bar); where q has no mass
    (less than NO_MASS) or could reach a dead state, `best`, the optimum of `data`, decides.
    """
    if best.value is None:
        return None
    mass, scale = [1], 1  # the flow into x is mass[x] / scale
    tables, D = [], []
    for h in range(data.L):
        n = data.layers[h + 1]
        split = [
            (x, a, m * weight, p, den)
            for x, m in enumerate(mass)
            if m
            for a, weight, p, den in _play(data, q, best, h, x)
        ]
        common = lcm(*{den for *_, den in split})
        layer = [[[0] * n for _ in range(data.A)] for _ in range(data.layers[h])]
        after = [0] * n
        for x, a, m, p, den in split:
            factor = m * (common // den)
            layer[x][a] = [factor * v for v in p]
            after = list(map(add, after, layer[x][a]))
        scale *= ROW_GRID * common
        tables.append(layer)
        D.append(scale)
        shared = math.gcd(scale, *after)
        mass, scale = [m // shared for m in after], scale // shared
    return Candidate(tables, D)


def _play(
    data: LP1Data, q: Candidate, best: Optimum, h: int, x: int
) -> Iterator[tuple[int, int, list[int], int]]:
    """The repaired play at (h, x): (a, pi(a|x) ROW_GRID, transition row, its denominator)."""
    rows = q.numerators[h][x]
    masses = [
        0 if k is None else sum(v for v in row if v > 0)
        for row, k in zip(rows, best.k[h][x], strict=True)
    ]
    if sum(masses) < NO_MASS * q.D[h]:
        a = best.argmax[h][x][0]
        yield a, ROW_GRID, *_best_row(data, best, h, x, a)
        return
    some_dead = len(best.order[h + 1]) < data.layers[h + 1]
    for a, weight in enumerate(_on_grid(masses)):
        if weight:
            row = _best_row(data, best, h, x, a) if some_dead else _row(data, rows[a], h, x, a)
            yield a, weight, *row


def _on_grid(masses: Sequence[int]) -> list[int]:
    """masses / sum(masses), rounded to multiples of 1/ROW_GRID that sum to 1 exactly."""
    total = sum(masses)
    rounded = [m * ROW_GRID // total for m in masses]
    rounded[max(range(len(masses)), key=masses.__getitem__)] += ROW_GRID - sum(rounded)
    return rounded


def _row(data: LP1Data, masses: Sequence[int], h: int, x: int, a: int) -> tuple[list[int], int]:
    """A transition inside the pair's ball, near masses / sum(masses): numerators, denominator."""
    p = _on_grid([max(0, v) for v in masses])
    N, row, eps = data.N[h][x][a], data.N3[h][x][a], data.eps[h][x][a]
    distance = sum(
        abs(N * v - n * ROW_GRID) for v, n in zip(p, row, strict=True)
    )  # over N ROW_GRID
    # N = 0: usable means that every row is allowed, and both sides are 0
    if distance * eps.denominator <= eps.numerator * N * ROW_GRID:
        return p, ROW_GRID
    pull = int(
        eps.numerator * N * ROW_GRID * ROW_GRID // (eps.denominator * distance)
    )  # over ROW_GRID
    stay = (ROW_GRID - pull) * ROW_GRID
    return [n * stay + pull * N * v for v, n in zip(p, row, strict=True)], N * ROW_GRID * ROW_GRID


def _best_row(data: LP1Data, best: Optimum, h: int, x: int, a: int) -> tuple[list[int], int]:
    exact = best_transition(data, best, h, x, a)
    den = int(lcm(*(v.denominator for v in exact)))
    return [int(v * den) for v in exact], den


# ----------------------------------------------------------------------------- verdicts


@dataclass(frozen=True, eq=False)
class QReport:
    """Certified facts about a q_hat. Decisions compare with the given tolerance."""

    q: Candidate  # q_hat, exactly
    residuals: list[Residual]
    feasible: Decision  # every violation <= tolerance
    objective: Enclosure  # <q_hat, r_hat>
    shortfall: Enclosure | None  # optimum - objective; None if the optimum is not enclosed
    optimal: Decision  # shortfall <= tolerance; vacuous for an infeasible q_hat
    repaired: Candidate | None  # q_hat itself if it is exactly feasible, else see `repair`
    gap: Enclosure | None  # optimum - <repaired, r_hat>, >= 0


def certify_q(
    lo: LP1Data,
    hi: LP1Data,
    q_hat: PerTriple[object] | Candidate,
    tolerance: Q,
    optima: tuple[Optimum, Optimum] | None = None,
) -> QReport:
    """Feasibility and optimality of q_hat for LP1 with radii and r_hat between `lo` and `hi`.

    `optima` are solve(lo) and solve(hi), if known. A Candidate must have LP1's shape; anything else
    is checked, and a wrong shape raises PreconditionError.
    """
    best_lo, best_hi = optima or (solve(lo), solve(hi))
    q = q_hat if isinstance(q_hat, Candidate) else Candidate.of(lo, q_hat)
    found = residuals(lo, hi, q)
    feasible = Decision.all(r.violation.leq(tolerance) for r in found)
    value = objective_of(lo, hi, q)
    if all(r.violation.hi == 0 for r in found):
        repaired: Candidate | None = q
    else:
        repaired = repair(lo, q, best_lo)
        if repaired is not None and any(r.violation.hi > 0 for r in residuals(lo, lo, repaired)):
            repaired = None  # never claim more than the independent check confirms
    shortfall, gap, optimal = None, None, Decision.UNDECIDED
    if best_lo.value is not None and best_hi.value is not None:
        shortfall = Enclosure(best_lo.value - value.hi, best_hi.value - value.lo)
        optimal = shortfall.leq(tolerance)
        if repaired is not None:
            reached = objective_of(lo, hi, repaired)
            gap = Enclosure(max(ZERO, best_lo.value - reached.hi), best_hi.value - reached.lo)
    return QReport(q, found, feasible, value, shortfall, optimal, repaired, gap)


@dataclass(frozen=True, eq=False)
class PolicyReport:
    """Certified facts about a policy: its optimistic value and its distance to the optimum."""

    value: Enclosure | None  # None if it may be infeasible
    shortfall: Enclosure | None  # optimum - value, >= 0
    optimal: Decision  # shortfall <= tolerance
    row_error: Q  # largest |sum_a pi(a|x) - 1| before normalisation


def certify_policy(
    lo: LP1Data,
    hi: LP1Data,
    pi: PerPair[object],
    tolerance: Q,
    optima: tuple[Optimum, Optimum] | None = None,
) -> PolicyReport:
    """Whether pi is optimal under optimism: max over P_i of V(pi) >= LP1's optimum - tolerance.

    Rows are divided by their exact sums first. Raises PreconditionError for a wrong shape, a
    negative probability and a row of zeros.
    """
    best_lo, best_hi = optima or (solve(lo), solve(hi))
    exact, row_error = normalised(lo, pi)
    low = policy_value(lo, exact, 0 if lo is hi else -1).value
    high = low if lo is hi else policy_value(hi, exact, 1).value
    if high is None:
        return PolicyReport(None, None, Decision.FALSE, row_error)
    if low is None or best_lo.value is None or best_hi.value is None:
        return PolicyReport(None, None, Decision.UNDECIDED, row_error)
    shortfall = Enclosure(max(ZERO, best_lo.value - high), best_hi.value - low)
    return PolicyReport(Enclosure(low, high), shortfall, shortfall.leq(tolerance), row_error)


def normalised(data: LP1Data, pi: PerPair[object]) -> tuple[PerPair[Q], Q]:
    """pi as exact distributions, and the largest |row sum - 1| it had. Raises PreconditionError for
    a row without mass."""
    check_shape("pi", pi, data.layers, data.A)
    row_error = ZERO
    layers = []
    for h, layer in enumerate(pi):
        states = []
        for x, row in enumerate(layer):
            exact = [to_q(v) for v in row]
            total = sum(exact, ZERO)
            if min(exact) < 0 or total == 0:
                rule = "must be probabilities, not all 0"
                raise PreconditionError(f"pi[{h}][{x}]", row, rule)
            row_error = max(row_error, abs(total - 1))
            states.append([v / total for v in exact])
        layers.append(states)
    return layers, row_error
