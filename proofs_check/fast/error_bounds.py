"""LP1's optimum, a policy's value and a q_hat in doubles, each with a bound on its rounding error.

u = 2^-53; each elementary operation, and np.sqrt, errs by at most u relatively. The bounds are of
first order in u and doubled (SAFETY), which covers the products of errors: they stay below 1e-3 of
the first-order terms as long as u times the sizes below is below 1e-4, and `usable` refuses more.

The quantities of an epoch. Counts are below 2^53 and exact. `Lam` is within 2u of log(TXA/delta).
  radius       2 X' Lam / m is within 4u, its root within 3u: eps_i, b_i          RADIUS = 8 u
  r_bar_i      a sum rounded once, divided once                                   2 u
  r_hat_i      min{1, .} shrinks errors; below 1, b_i < 1 too: 2u + 3u + u        R_HAT = 10 u

One layer of the induction, V in [0, L], n successors. The inner maximum is
    V_top - sum_y kept(y) (V_top - V(y)) / N,  kept(y) = clip(N(worst..y) - eps N / 2, 0, N(y)):
the eps N / 2 worst visits move to the top. eps N / 2 errs by at most 4u N where it is below N, the
one subtraction that is not clipped by u N, so that all kept(y) together err by at most 5u N, and
their sum above by 5u L. The differences err by u, the sum of n products by n u, the quotient, the
subtraction and r_hat + . by u each, always times L or L + 1. A maximum of functions each of
which is within e is within e, and the true inner maximum at values that are within e is within e:
the errors of the layers add up. In all
    (n + 12) u L + u (L + 1) + 10 u <= (n + 24) u (L + 1) per layer;
the mean under a row of pi, divided by its own sum, adds at most (2 A + 4) u (L + 1).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from proofs_check.conformance.doubles import PerLayer, Quantities

U = 2.0**-53
SAFETY = 2
RADIUS, R_HAT = 8 * U, 10 * U


def induction_error(layers: Sequence[int], A: int = 0) -> float:
    """Return a bound on the error of `state_values`; with A, of a policy's."""
    L = len(layers) - 1
    mean = 2 * A + 4 if A else 0
    return SAFETY * U * (L + 1) * sum(n + 24 + mean for n in layers[1:])


def state_values(quantities: Quantities, pi: PerLayer | None = None) -> PerLayer:
    """Return the optimistic value of every state, [h] of arrays (x,): the best, or that of pi,
    whose rows sum to 1 up to rounding. No pair is unusable."""
    V, values = np.zeros(1), []
    for h in reversed(range(len(quantities.N))):
        N, most, N3 = quantities.N[h], quantities.most[h], quantities.N3[h]
        order = np.argsort(V, kind="stable")
        top = V[order[-1]]
        visits = N3[..., order]
        moved = quantities.eps[h] * N * 0.5
        kept = np.clip(np.cumsum(visits, axis=-1) - moved[..., None], 0, visits)
        kept[..., -1] = 0  # what stays at the top loses nothing
        of_pairs = quantities.r_hat[h] + (top - kept @ (top - V[order]) / most)
        V = of_pairs.max(axis=-1) if pi is None else (pi[h] * of_pairs).sum(axis=-1)
        values.append(V)
    return values[::-1]


def measured(quantities: Quantities, q: PerLayer) -> tuple[dict[str, float], float, float]:
    """Return three bounds on a q_hat in doubles: `violations` of each family of LP1, at most;
    `objective`, rounded; and `error`. Its exact objective is at least `objective` - `error`. An
    entry that cannot occur in a distribution gives infinite violations.

    `off` bounds the error of any sum of entries of a layer, and of twice as many roundings."""
    nonnegative = normalisation = flow = radius = objective = error = 0.0
    before: Any = None
    for h, q_h in enumerate(q):
        if not (np.abs(q_h) <= 2).all():  # infinite ones too
            return {"nonnegative": np.inf}, 0.0, np.inf
        off = 2 * U * (q_h.size + 8) * (1 + float(np.abs(q_h).sum()))
        mass = q_h.sum(axis=-1)
        out = mass.sum(axis=-1)
        eps, most = quantities.eps[h], quantities.most[h]
        nonnegative = max(nonnegative, -float(q_h.min()))
        normalisation = max(normalisation, abs(float(out.sum()) - 1) + off)
        if before is not None:
            flow = max(flow, float(np.abs(before - out).max()) + off)
        before = q_h.sum(axis=(0, 1))
        apart = np.abs(q_h - quantities.N3[h] * (mass / most)[..., None]).sum(axis=-1)
        radius = max(radius, float((apart - eps * mass + off * (2 + eps)).max()))
        objective += float((mass * quantities.r_hat[h]).sum())
        error += 12 * off + 2 * U * (len(q) + 1)
    violations = {"nonnegative": nonnegative, "normalisation": normalisation, "flow": flow}
    return {**violations, "radius": radius}, objective, error
