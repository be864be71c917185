"""UCRL-LP's twin: Algorithm 1 with LP1 solved by backward induction instead of a linear program.

LP1's value is unique, its optimiser is not, and early on the choice among optimal q_hat_i decides
the regret. The twin makes that choice explicit: how ties are broken, and what is played at states
the optimistic model does not reach (R-3). Same letters as `reference.ucrl_lp`.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from reference import confidence
from reference.backward_induction import ball_maximiser, ball_maximum
from reference.mdp import Array, Tables
from reference.occupancy import uniform_policy
from reference.readings import ZERO_BELOW
from reference.rivals.baselines.learner import (
    DoublingEpochs,
    Greedy,
    backward,
    one_hot,
    one_of,
    read_only,
)
from reference.support.errors import PreconditionError

TIES = ("first", "last", "random")


def best_first(V: Array, ties: str, tolerance: float, random: np.random.Generator) -> Array:
    """The states in decreasing order of V; states within `tolerance` of the best count as equal to
    it.

    Equal states are in index order (first), reversed (last) or shuffled (random: one double per
    state).
    """
    V = np.where(V.max() - tolerance <= V, V.max(), V)
    if ties == "first":
        key = np.arange(len(V), dtype=np.float64)
    elif ties == "last":
        key = -np.arange(len(V), dtype=np.float64)
    else:
        key = random.random(len(V))
    return np.lexsort((key, -V))


@dataclass(eq=False, kw_only=True)
class UCRLLPTwin(Greedy, DoublingEpochs):
    """Algorithm 1; q_hat_i is the vertex of LP1 that backward induction finds.

    `ties` and `tolerance` govern both the argmax over actions and the order of successors in the
    L1-ball maximum; `completion` is R-3, where "greedy" is the choice of backward induction itself
    at states that q_hat_i does not occupy. The trigger is n_i >= max{1, N_i} (R-1); the epoch after
    a trigger at t = T is never solved (R-16). Raises PreconditionError.
    """

    ties: str = one_of(*TIES)
    completion: str = one_of("greedy", "uniform", "first", "previous")
    log: str = one_of(*confidence.LOG)
    radii: str = one_of(*confidence.RADII)

    def __post_init__(self) -> None:
        super().__post_init__()
        self.Lam = confidence.log_term(self.T, self.X, self.A, self.delta, self.log)
        self._follow(uniform_policy(self.layers, self.A))  # pi_1, induced by the uniform q_hat_1

    def optimistic(self) -> tuple[Tables, Tables, float]:
        """LP1's optimum at the present counts: a policy pi (greedy everywhere), the transitions
        P_i that attain it with pi, and its value. Raises PreconditionError where eps_i < 1 at
        N = 0: no transition function is in the set."""
        N = tuple(self.counts.N)
        transition_radius, reward_radius = confidence.RADII[self.radii]
        eps_i = transition_radius(N, self.layers, self.Lam)
        r_bar_i = confidence.mean_reward(tuple(self.counts.R), N)
        r_hat_i = confidence.reward_ucb(r_bar_i, reward_radius(N, self.Lam))
        pi: list[Array] = []
        P: list[Array] = []

        def Q(h: int, V: Array) -> Array:
            if (eps_i[h][N[h] == 0] < 1).any():
                rule = "eps_i < 1 at N = 0: the confidence set is empty"
                raise PreconditionError("log", float(eps_i[h].max()), rule)
            order = best_first(V, self.ties, self.tolerance, self._random)
            P_bar = self.counts.P_bar(h)
            Q_h: Array = r_hat_i[h] + ball_maximum(P_bar, eps_i[h], V, order)
            pi.insert(0, self.greedy(Q_h))
            P.insert(0, ball_maximiser(P_bar, eps_i[h], order))
            return Q_h

        value = backward(self.L, Q)[0].max()
        return tuple(pi), tuple(P), float(value)

    def _next(self, t: int) -> Tables:
        """Alg. 1 l. 14-19: the next epoch's policy."""
        pi, P, _ = self.optimistic()
        completed: list[Array] = []
        mass: Array = np.ones(1)  # q_hat_i(x), forward from x_0
        for h, pi_h in enumerate(pi):
            empty = mass <= ZERO_BELOW
            mass = np.einsum("x,xa,xay->y", mass, pi_h, P[h])
            if self.completion != "greedy" and empty.any():
                pi_h = pi_h.copy()
                pi_h[empty] = self._completion(h)[empty]
            completed.append(read_only(pi_h))
        return tuple(completed)

    def _completion(self, h: int) -> Array:
        """R-3 at layer h: (X_h, A)."""
        if self.completion == "previous":
            return self._pi[h]
        if self.completion == "first":
            return one_hot(np.zeros(self.layers[h], dtype=np.int64), self.A)
        return uniform_policy(self.layers, self.A)[h]
