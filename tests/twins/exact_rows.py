"""What a producer recorded, as exact rows: policies and transitions to which a claim applies.

Rows are normalised and rounded to multiples of 1/GRID; rows whose positive entries are equal become
exactly 1/k, rationals are only normalised. No entry changes by more than 2**-44.
"""

from __future__ import annotations

from collections.abc import Sequence

from proofs_check.arithmetic import ZERO, Q, to_q
from proofs_check.letters.occupancy import distance
from proofs_check.lp1.certify import NO_MASS
from reference.support.errors import PreconditionError

GRID = 1 << 48
Row = list[Q]


def exact_distribution(row: Sequence[object]) -> Row:
    """Return a distribution from recorded numbers >= 0: their ratios, on the grid if they are
    doubles. Raises PreconditionError if all are 0."""
    values = [max(ZERO, to_q(v)) for v in row]
    total = sum(values, ZERO)
    positive = {v for v in values if v}
    if not positive:
        raise PreconditionError("row", list(row), "must not be all 0")
    if len(positive) == 1:
        share = Q(1, sum(1 for v in values if v))
        return [share if v else ZERO for v in values]
    if not any(isinstance(v, float) for v in row):
        return [v / total for v in values]
    parts = [int(v * GRID / total) for v in values]
    parts[parts.index(max(parts))] += GRID - sum(parts)
    return [Q(k, GRID) if k else ZERO for k in parts]


def row_in_ball(masses: Sequence[object], P_bar: Row, N: int, eps: Q) -> Row:
    """Return a row of q_hat_i as a transition p with ||p - P_bar||_1 <= eps:
    q_hat_i(x,a,.)/q_hat_i(x,a), pulled towards P_bar where a double lies outside; without mass,
    P_bar or uniform (R-4). Raises PreconditionError if no transition is within eps of P_bar = 0."""
    if not any(masses) or sum((to_q(m) for m in masses), ZERO) <= NO_MASS:
        return P_bar if N else [Q(1, len(P_bar))] * len(P_bar)
    p = exact_distribution(masses)
    if N == 0 and eps < 1:
        raise PreconditionError("eps", eps, "no transition is within eps of P_bar = 0")
    d = distance(p, P_bar)
    if N == 0 or d <= eps:
        return p
    pull = Q(int(eps * GRID / d), GRID)  # rounded down: to the inside of the ball
    return [u + pull * (v - u) for u, v in zip(P_bar, p, strict=True)]
