"""Certificates for a q_hat or a policy computed in floating point by any solver (Sec. IV-B).

`repair` turns q_hat into an exactly feasible point near it, whose objective bounds how far q_hat's
policy and transitions are from LP1's optimum. Residuals are in candidate.py, letters in data.py.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from proofs_check.arithmetic import ZERO, Decision, Enclosure, Q, to_q
from proofs_check.lp1.candidate import Candidate, Residual, objective_of, residuals
from proofs_check.lp1.data import LP1Data, PerPair, PerTriple, table_of_pairs
from proofs_check.lp1.optimum import (
    Optimum,
    Play,
    best_transition,
    occupancy,
    policy_value,
)
from reference.readings import ZERO_BELOW
from reference.support.errors import PreconditionError

GRID = 1 << 96  # repaired rows start from q_hat's rows rounded to multiples of 1/GRID
NO_MASS = to_q(ZERO_BELOW)  # a state of q_hat with less mass has no row worth repairing
Optima = tuple[Optimum, Optimum]  # of LP1 with radii and r_hat rounded down, and up


def repair(data: LP1Data, q: Candidate, best: Optimum) -> Candidate:
    """Return a point of LP1, exactly feasible for `data`, that plays like q, where `best` is
    feasible.

    From layer 0 on, the flow is split by q's policy and rows. Negative entries count as 0; a row
    outside its ball is pulled in, to P_bar + (eps/||p - P_bar||_1)(p - P_bar); where q has no mass
    (less than NO_MASS) or could reach a dead state, `best`, the optimum of `data`, decides.
    """

    def play(h: int, x: int) -> Play:
        rows = q.numerators[h][x]
        masses = [
            0 if k is None else sum(v for v in row if v > 0)
            for row, k in zip(rows, best.k[h][x], strict=True)
        ]
        has_mass = sum(masses) >= NO_MASS * q.D[h]
        some_dead = len(best.order[h + 1]) < data.layers[h + 1]
        if not has_mass:
            masses = [int(a == best.argmax[h][x][0]) for a in range(data.A)]
        for a, weight in enumerate(_on_grid(masses)):
            if weight and has_mass and not some_dead:
                yield a, weight, _row(data, rows[a], h, x, a)
            elif weight:
                yield a, weight, best_transition(data, best, h, x, a)

    return Candidate.of(data, occupancy(data, play))


def _on_grid(masses: Sequence[int]) -> list[Q]:
    """Return masses / sum(masses), rounded to multiples of 1/GRID that sum to 1 exactly."""
    total = sum(masses)
    rounded = [m * GRID // total for m in masses]
    rounded[max(range(len(masses)), key=masses.__getitem__)] += GRID - sum(rounded)
    return [Q(m, GRID) for m in rounded]


def _row(data: LP1Data, masses: Sequence[int], h: int, x: int, a: int) -> list[Q]:
    """Return a transition inside the pair's ball, near masses / sum(masses)."""
    p = _on_grid([max(0, v) for v in masses])
    N, eps = data.N[h][x][a], data.eps[h][x][a]
    P_bar = [Q(n, max(1, N)) for n in data.N3[h][x][a]]
    distance = sum((abs(u - v) for u, v in zip(p, P_bar, strict=True)), ZERO)
    if N == 0 or distance <= eps:  # usable with N = 0: every row is allowed
        return p
    pull = Q(int(eps * GRID // distance), GRID)
    return [v + pull * (u - v) for u, v in zip(p, P_bar, strict=True)]


# ----------------------------------------------------------------------------- verdicts


@dataclass(frozen=True, eq=False)
class QReport:
    """Certified facts about a q_hat. Decisions compare with the given tolerance."""

    feasible: Decision  # every violation <= tolerance
    residuals: list[Residual]
    objective: Enclosure  # <q_hat, r_hat>
    shortfall: Enclosure | None  # optimum - objective; None if the optimum is not enclosed
    optimal: Decision  # shortfall <= tolerance; vacuous for an infeasible q_hat
    gap: Enclosure | None  # optimum - <repaired, r_hat>, >= 0; see `repair`


def certify_q(
    lo: LP1Data, hi: LP1Data, q_hat: PerTriple[object], tolerance: Q, optima: Optima
) -> QReport:
    """Certify feasibility and optimality of q_hat for LP1 with radii and r_hat between `lo` and
    `hi`.

    `optima` are solve(lo) and solve(hi), exact or rounded outward. Raises PreconditionError for a
    wrong shape or a non-number.
    """
    best_lo, best_hi = optima
    q = Candidate.of(lo, q_hat)
    families = residuals(lo, hi, q)
    feasible = Decision.all(r.violation.leq(tolerance) for r in families)
    value = objective_of(lo, hi, q)
    if best_lo.value is None or best_hi.value is None:
        return QReport(feasible, families, value, None, Decision.UNDECIDED, None)
    exact = all(r.violation.hi == 0 for r in families)
    repaired = q if exact else repair(lo, q, best_lo)
    shortfall = Enclosure(best_lo.value - value.hi, best_hi.value - value.lo)
    gap = None
    # never claim more than the independent check confirms
    if exact or all(r.violation.hi == 0 for r in residuals(lo, lo, repaired)):
        reached = objective_of(lo, hi, repaired)
        gap = Enclosure(max(ZERO, best_lo.value - reached.hi), best_hi.value - reached.lo)
    return QReport(feasible, families, value, shortfall, shortfall.leq(tolerance), gap)


@dataclass(frozen=True, eq=False)
class PolicyReport:
    """Certified facts about a policy: its optimistic value and its distance to the optimum."""

    value: Enclosure | None  # None if it may be infeasible
    shortfall: Enclosure | None  # optimum - value, >= 0
    optimal: Decision  # shortfall <= tolerance
    row_error: Q  # largest |sum_a pi(a|x) - 1| before normalisation


def certify_policy(
    lo: LP1Data, hi: LP1Data, pi: PerPair[object], tolerance: Q, optima: Optima
) -> PolicyReport:
    """Whether pi is optimal under optimism: max over P_i of V(pi) >= LP1's optimum - tolerance.

    Rows are divided by their exact sums first. Raises PreconditionError for a wrong shape, a
    negative probability and a row of zeros.
    """
    best_lo, best_hi = optima
    given = table_of_pairs("pi", pi, lo.layers, lo.A, _probabilities)
    row_error = max(abs(sum(row, ZERO) - 1) for of_h in given for row in of_h)
    exact = as_played(given)
    low = policy_value(lo, exact, 0 if lo is hi else -1).value
    high = low if lo is hi else policy_value(hi, exact, 1).value
    if high is None:
        return PolicyReport(None, None, Decision.FALSE, row_error)
    if low is None or best_lo.value is None or best_hi.value is None:
        return PolicyReport(None, None, Decision.UNDECIDED, row_error)
    shortfall = Enclosure(max(ZERO, best_lo.value - high), best_hi.value - low)
    return PolicyReport(Enclosure(low, high), shortfall, shortfall.leq(tolerance), row_error)


def as_played(pi: PerPair[Q]) -> list[list[list[Q]]]:
    """Return pi with every row divided by its exact sum."""
    return [[_over_its_sum(row) for row in of_h] for of_h in pi]


def _over_its_sum(row: Sequence[Q]) -> list[Q]:
    total = sum(row, ZERO)
    return [v / total for v in row]


def _probabilities(row: Sequence[object], where: str) -> list[Q]:
    exact = [to_q(v) for v in row]
    if min(exact) < 0 or not any(exact):
        raise PreconditionError(where, row, "must be probabilities, not all 0")
    return exact
