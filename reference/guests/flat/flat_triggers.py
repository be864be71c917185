"""When a learner on flat states plans anew: the choices of `plan` in flat_records.PLANS."""

from __future__ import annotations

import numpy as np

from reference.mdp import Array


def due(plan: str, N: Array, N_plan: Array) -> bool:
    """Whether a new plan is due; N (S, A) counts the visits, N_plan those at the last plan."""
    if plan.startswith("doubling"):
        return bool((N - N_plan >= np.maximum(1, N_plan)).any())
    if plan.startswith("powers"):
        return bool((np.frexp(N)[1] > np.frexp(N_plan)[1]).any())  # one has reached or passed it
    return True


def due_at_once(plan: str, N: Array, N_plan: Array) -> bool:
    """Whether it is due in the middle of an episode."""
    return plan.endswith("at once") and due(plan, N, N_plan)
