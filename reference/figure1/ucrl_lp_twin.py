"""LP1 by backward induction: with it in place of GLOP, Algorithm 1 is UCRL-LP's twin.

LP1's value is unique, its optimiser is not, and early on the choice among optimal q_hat_i decides
the regret. Backward induction makes the choice explicit: `ties` and `tolerance` govern both the
argmax over actions and the order of successors in the L1-ball maximum. Letters as in
`reference.ucrl_lp`, to which `BackwardInduction` is a `SolveLP1`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from reference.backward_induction import ball_maximiser, ball_maximum
from reference.figure1.learner import greedy
from reference.mdp import Array, Tables
from reference.readings import ZERO_BELOW
from reference.simulator import UPDATES, generator
from reference.support.errors import PreconditionError

LEAST_MASS = 1e-300  # far below every rounding error of LP1, and positive
TWIN_TIES = ("first", "last", "random")
TWIN_OPTIONS = {
    "ties": TWIN_TIES[0], "tolerance": 0.0,
    "completion": "uniform", "log": "ln", "radii": "printed",
}  # fmt: skip
"""The twin's options and their defaults: two of backward induction, and three readings."""


def best_first(V: Array, ties: str, tolerance: float, random: np.random.Generator) -> Array:
    """Return the states in decreasing order of V; states within `tolerance` of the best count as
    equal to it. Equal states are in index order (first), reversed (last) or shuffled (random, which
    takes one double per state)."""
    V = np.where(V.max() - tolerance <= V, V.max(), V)
    if ties == "first":
        key = np.arange(len(V), dtype=np.float64)
    elif ties == "last":
        key = -np.arange(len(V), dtype=np.float64)
    else:
        key = random.random(len(V))
    return np.lexsort((key, -V))


def optimal_vertex(
    P_bar: Tables,
    eps: Tables,
    r_hat: Tables,
    ties: str,
    tolerance: float,
    random: np.random.Generator,
) -> tuple[Tables, Tables, float]:
    """Return an optimum of LP1: a policy pi, the transitions that attain the optimum with it, and
    its value. P_bar[h] is (X_h, A, X_{h+1}), eps[h] and r_hat[h] are (X_h, A)."""
    V: Array = np.zeros(1)
    pi: list[Array] = []
    P: list[Array] = []
    for h in reversed(range(len(P_bar))):
        order = best_first(V, ties, tolerance, random)
        Q = r_hat[h] + ball_maximum(P_bar[h], eps[h], V, order)
        pi.insert(0, greedy(Q, ties, tolerance, random))
        P.insert(0, ball_maximiser(P_bar[h], eps[h], order))
        V = Q.max(axis=1)
    return tuple(pi), tuple(P), float(V.max())


class BackwardInduction:
    """Solver of LP1 for `reference.ucrl_lp`; random ties read stream UPDATES of `seed`.

    q_hat_i is 0 at states of mass at most ZERO_BELOW (R-6), where the completion decides (R-3). If
    `complete`, such states have at least LEAST_MASS instead, and eq. (6) gives the action that
    backward induction chooses there: this is the twin's greedy completion, whose ties are `ties`.
    """

    def __init__(
        self, seed: int, ties: str = TWIN_TIES[0], tolerance: float = 0.0, *, complete: bool = False
    ) -> None:
        self.ties, self.tolerance, self.complete = check_ties(ties), tolerance, complete
        self._random = generator(seed, UPDATES)

    def __call__(self, P_bar: Tables, eps: Tables, r_hat: Tables) -> tuple[Tables, float]:
        """Return (q_hat_i, its value). Raises PreconditionError where P_bar = 0 and eps < 1: no
        distribution is in the set."""
        for P_h, eps_h in zip(P_bar, eps, strict=True):
            if (eps_h[~P_h.any(axis=2)] < 1).any():
                rule = "eps_i < 1 at N = 0: the confidence set is empty"
                raise PreconditionError("log", float(eps_h.max()), rule)
        pi, P, value = optimal_vertex(P_bar, eps, r_hat, self.ties, self.tolerance, self._random)
        q_hat: list[Array] = []
        mass: Array = np.ones(1)
        for pi_h, P_h in zip(pi, P, strict=True):
            least = LEAST_MASS if self.complete else 0.0
            kept = np.maximum(np.where(mass > ZERO_BELOW, mass, 0.0), least)
            q_hat.append((kept[:, None] * pi_h)[:, :, None] * P_h)
            mass = np.einsum("x,xa,xay->y", mass, pi_h, P_h)
        return tuple(q_hat), value


def check_ties(ties: Any) -> str:
    """Return `ties`. Raises PreconditionError unless it is one of TWIN_TIES."""
    if ties not in TWIN_TIES:
        raise PreconditionError("ties", ties, f"one of {TWIN_TIES}")
    return str(ties)
