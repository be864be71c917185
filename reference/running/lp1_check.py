"""Check of a solver's optimum of LP1, in doubles and without the solver.

q must be feasible, eq. (4) and (13), and <q, r_hat> must be LP1's optimum, which backward induction
computes without an LP (backward_induction.py). At the paper's size it costs a hundredth of the
solution (0.8 of 114 ms of processor time), for the smallest LPs a fifth (1 of 5 ms).
"""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from reference.backward_induction import optimistic_values
from reference.mdp import Array, Tables

TOLERANCE = 1e-7  # as in the header of a trace: beyond it a run would not conform


def defects(
    P_bar: Tables, eps: Tables, r_hat: Tables, q: Tables, claimed: float | None = None
) -> str:
    """Return the conditions of LP1 that q violates, and by how much; "" if none. NaN is a
    violation. `claimed` is the optimum that was recorded with q.

    Shapes: q[h] and P_bar[h] (X_h, A, X_{h+1}), eps[h] and r_hat[h] (X_h, A), or eps[h] as P_bar[h]
    where it is the width of intervals (R-37)."""
    mass = tuple(q_h.sum(axis=2) for q_h in q)
    deviations = tuple(
        _beyond(np.abs(q_h - P_h * m_h[:, :, None]), eps_h, m_h)
        for q_h, P_h, m_h, eps_h in zip(q, P_bar, mass, eps, strict=True)
    )
    inner = (
        (q_h.sum(axis=(0, 1)), m_next.sum(axis=1))
        for (q_h, _), (_, m_next) in pairwise(zip(q, mass, strict=True))
    )
    value = float(sum((m_h * r_h).sum() for m_h, r_h in zip(mass, r_hat, strict=True)))
    optimum = float(optimistic_values(P_bar, eps, r_hat).V[0][0])
    violated = {
        "q >= 0": max(-float(q_h.min()) for q_h in q),
        "normalisation of eq. (4)": max(abs(float(m_h.sum()) - 1) for m_h in mass),
        "flow of eq. (4)": max((float(np.abs(i - o).max()) for i, o in inner), default=0.0),
        "the radius of eq. (13)": max(float(d.max()) for d in deviations),
        "the optimum": abs(value - optimum),
        "the recorded optimum": 0.0 if claimed is None else abs(claimed - optimum),
    }
    return ", ".join(f"{name} by {by:.3g}" for name, by in violated.items() if not by <= TOLERANCE)


def _beyond(deviation: Array, eps: Array, mass: Array) -> Array:
    """Return by how much deviations exceed the radius, or the widths, of their pairs."""
    beyond: Array
    if eps.ndim == deviation.ndim:
        beyond = deviation - eps * mass[:, :, None]
    else:
        beyond = deviation.sum(axis=2) - eps * mass
    return beyond
