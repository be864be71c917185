r"""Bounds for R-37's intervals: by layers on any MDP, and in full on the separating one.

They are those of `near_intervals` (sharper/Intervals.v) and `separation` (tight/Separation.v)."""

from __future__ import annotations

from proofs_check.arithmetic import Q
from proofs_check.letters.expressions import log2, sqrt, sum_over_layers
from proofs_check.letters.readings import Readings
from proofs_check.letters.symbols import (
    A,
    L,
    Lam,
    T,
    X,
    X_next,
    X_s,
    branching,
    interval_l,
    s,
    second,
    successors,
)

RADII: Readings = {"radii": ("bernstein", "bernstein-1")}
"""R-37: the choices with intervals."""
TRANSITIONS = (
    (sqrt(2) + 2) * sqrt(T * A) * sum_over_layers((L - 1 - s) * sqrt(successors * X_s * interval_l))
)
SECOND_ORDER = (
    second
    * A
    * (1 + log2(T))
    * sum_over_layers((L - 1 - s) * (branching * (X_s * X_next * interval_l)))
)
REWARDS = (2 * sqrt(2) + 2) * sqrt(2 * (T * A * Lam)) * sum_over_layers(sqrt(X_s))
MARTINGALE = sqrt(T * L * (2 * L * L + 1) * Lam / 6)
BY_LAYERS = TRANSITIONS + SECOND_ORDER + REWARDS + MARTINGALE
ON_SEPARATING = (Q(106, 10) + Q(3, 10) * sqrt(L)) * sqrt(L * X * (T * A * Lam))
"""What intervals lose at most on the MDP on which the ball loses LX sqrt(TA Lam)/75."""
RATE = 482
"""The quotient of the ball's bound and that one is at least sqrt(X)/RATE."""
ABOVE_ONE_FROM = 695_000
"""The quotient exceeds 1 only for LX above that."""
