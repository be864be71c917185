"""The choices that eq. (11) and (12) leave at x_L, and the radius under each."""

from __future__ import annotations

from proofs_check.arithmetic import Q, certainly_less, lam
from proofs_check.ledger.evidence import Tally

OUTSIDE = "for x outside X_L (R-2)"
NO_LAYER = "for every x, X_{L+1} = 0"


def above_1(sizes: tuple[int, ...], under: str) -> Tally:
    """The radius at N_i = 0 for X_{h+1} in `sizes`, at the least TXA/delta of a list."""
    tally = Tally("enumerated", "1 < eps_i at N_i = 0, X_{h+1} in turn", under=under)
    for X_next in sizes:
        square = lam(1, 2, 1, Q(9, 10)) * (2 * X_next)
        tally.holds(certainly_less(1, square), T=1, X=2, A=1, delta=Q(9, 10), X_next=X_next)
    return tally
