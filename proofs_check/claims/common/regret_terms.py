"""The terms of the regret in eq. (19) and (31), bounded."""

from __future__ import annotations

from proofs_check.arithmetic import (
    ZERO,
    Enclosure,
    Q,
    Real,
    sqrt,
)
from proofs_check.claims.common.bounds import roots
from proofs_check.claims.common.visits import by_layers
from proofs_check.sampled_runs.occupancy import inner, inner_enclosed
from proofs_check.sampled_runs.run import SampledRun


def bias_2(run: SampledRun) -> Enclosure:
    """Bias-II = sum_t <q_{i(t)}, r_hat_{i(t)} - r>."""
    lo = hi = ZERO
    for e in run.epochs:
        of_r_hat, of_r = inner_enclosed(e.q_xa, e.r_hat), inner(e.q_xa, run.r)
        lo += e.length * (of_r_hat.lo - of_r)
        hi += e.length * (of_r_hat.hi - of_r)
    return Enclosure(lo, hi)


def left_side(run: SampledRun) -> Q:
    """sum_t ||q_hat_{i(t)} - q_{i(t)}||_1."""
    return sum((e.length * e.l1 for e in run.epochs), ZERO)


def error_layers(layers: tuple[int, ...]) -> Real:
    """(2 + sqrt 2) times the sum of (L - 1 - s) sqrt(X_s X_{s+1}), s <= L - 2, X_{s+1} >= 2."""
    L, total = len(layers) - 1, Real.of(0)
    for s in (s for s in range(L - 1) if layers[s + 1] >= 2):
        total = total + roots(layers[s : s + 2]) * (L - 1 - s)
    return total * (sqrt(2) + 2)


def visits_term(run: SampledRun) -> Real:
    return by_layers(run.layers, last=1) * sqrt(run.Lam * (run.T * run.A))
