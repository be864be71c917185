"""The choices that eq. (11) and (12) leave at x_L, and the radius at an unvisited pair."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product

from proofs_check.arithmetic import Q, certainly_less, lam
from proofs_check.arithmetic.radii import LogBase
from proofs_check.ledger.evidence import Tally

OUTSIDE = "for x outside X_L (R-2)"
NO_LAYER = "for every x, X_{L+1} = 0"


def above_1(
    sizes: Iterable[int] = (1,),
    under: str = "",
    *,
    horizons: Iterable[int] = (1,),
    log: LogBase = "ln",
    scale: Q | int = 1,
) -> Tally:
    """`scale` times the radius at N_i = 0, X = 2 and A = 1, for X_{h+1} in `sizes`."""
    tally = Tally("enumerated", "1 < eps_i at N_i = 0, X_{h+1} in turn", under=under)
    for T, X_next in product(horizons, sizes):
        square = lam(T, 2, 1, Q(9, 10), log) * (2 * X_next * scale * scale)
        tally.holds(certainly_less(1, square), T=T, X=2, A=1, delta=Q(9, 10), X_next=X_next)
    return tally
