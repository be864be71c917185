"""Choices that eq. (11) and (12) leave at x_L; the radius at an unvisited pair."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product

from proofs_check.arithmetic import Q, certainly_less, lam
from proofs_check.arithmetic.radii import LogBase
from proofs_check.ledger.evidence import Tally

OUTSIDE = r"for $x\notin\mathcal X_L$ (R-2)"
NO_LAYER = "for every $x$, with $X_{L+1}=0$"


def above_1(
    sizes: Iterable[int] = (1,),
    under: str = "",
    *,
    horizons: Iterable[int] = (1,),
    log: LogBase = "ln",
    scale: Q | int = 1,
) -> Tally:
    """Compare 1 with `scale` times the radius at N_i = 0, X = 2 and A = 1, for each X_{h+1} in
    `sizes` and each T in `horizons`."""
    note = r"is the radius above 1 at $N_i=0$? $X=2$, $A=1$, $\delta=9/10$"
    tally = Tally("enumerated", note, under=under)
    for T, X_next in product(horizons, sizes):
        square = lam(T, 2, 1, Q(9, 10), log) * (2 * X_next * scale * scale)
        tally.holds(certainly_less(1, square), T=T, X=2, A=1, delta=Q(9, 10), X_next=X_next)
    return tally
