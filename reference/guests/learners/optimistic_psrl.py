"""Optimistic posterior sampling in finite horizon, after Agrawal and Jia, "Optimistic posterior
sampling for reinforcement learning: worst-case regret bounds", NeurIPS 2017, Alg. 1, cited as [AJ],
whose algorithm and bound are for average reward: this is its sampling with another planner.

Notation of [AJ]: S states, A actions, T_steps = TL, rho = delta; epoch k starts when the visits of
some pair have doubled. For every pair psi transition vectors are drawn, from a Dirichlet posterior
if N >= eta and by "simple optimistic sampling" if not; the policy is optimal in the MDP with psi A
actions. [AJ] is about average reward; here the layers are known and backward induction solves it.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, log, sqrt

import numpy as np

from reference.figure1.learner import DoublingEpochs, Greedy, backward, option
from reference.guests.learners.psrl import dirichlet
from reference.mdp import Array, Tables


def p_minus(p_hat: Array, n: Array, S: int) -> Array:
    """Return the part of P_hat that simple optimistic sampling keeps ([AJ] Alg. 1),

    P_hat(i) - min{P_hat(i), sqrt(3 P_hat(i) ln(4S) / n) + 3 ln(4S) / n}. Shapes (..., Y), (...).
    """
    g = log(4 * S) / n[..., None]
    kept: Array = np.maximum(0.0, p_hat - np.sqrt(3 * p_hat * g) - 3 * g)
    return kept


@dataclass(eq=False, kw_only=True)
class OptimisticPSRL(Greedy, DoublingEpochs):
    """[AJ] Alg. 1. Constants that [AJ] gives as O(.) have constant 1 here unless given:

    psi = ceil(S ln(SA / rho)) samples per pair; omega = kappa = ln(T_steps / rho);
    eta = sqrt(T_steps S / A) + 12 omega S^4; posterior Dirichlet((N(i) + omega) / kappa).
    [AJ] takes rewards as known; here every sample draws its mean from Beta(1 + sum r,
    1 + N - sum r), the prior of PSRL.
    """

    psi: int = option(None, "must be at least 1", lambda n: n is None or n >= 1)
    omega: float = option(None, "must be above 0", lambda w: w is None or w > 0)
    kappa: float = option(None, "must be above 0", lambda w: w is None or w > 0)
    eta: float = option(None, "", lambda eta: True)

    def __post_init__(self) -> None:
        super().__post_init__()
        S, rho, steps = self.X, self.delta, self.T * self.L
        self.psi = self.psi or ceil(S * log(S * self.A / rho))
        self.omega = self.omega or log(steps / rho)
        self.kappa = self.kappa or log(steps / rho)
        if self.eta is None:
            self.eta = sqrt(steps * S / self.A) + 12 * self.omega * S**4

    def sampled_values(self, h: int, V: Array) -> Array:
        """Return Q^j . V for every sample j, (psi, X_h, A), where V = V_{h+1}."""
        N, p_hat = self.counts.N[h], self.counts.P_bar(h)
        z = self._random.integers(len(V), size=(self.psi, *N.shape))
        kept = p_minus(p_hat, np.maximum(1, N), self.X)
        values: Array = kept @ V + (1 - kept.sum(axis=-1)) * V[z]
        posterior = self.eta <= N
        if posterior.any():
            M = (self.counts.N3[h][posterior] + self.omega) / self.kappa
            draws = np.broadcast_to(M, (self.psi, *M.shape))
            values[:, posterior] = dirichlet(draws, self._random) @ V
        return values

    def _next(self, t: int) -> Tables:
        pi: list[Array] = []

        def Q(h: int, V: Array) -> Array:
            N, R = self.counts.N[h], self.counts.R[h]
            r = self._random.beta(1 + R, 1 + N - R, size=(self.psi, *N.shape))
            best: Array = (r + self.sampled_values(h, V)).max(axis=0)  # of a pair's psi copies
            pi.insert(0, self.greedy(best))
            return best

        backward(self.L, Q)
        return tuple(pi)
