"""The LP1s that are compared: counts of visits from empty to 10^6 a pair (Sec. IV-B).

Imports neither OR-Tools nor HiGHS: GLOP and highspy cannot live in one process.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

import numpy as np

from proofs_check.arithmetic import to_q
from proofs_check.lp1.data import LP1Data
from reference import confidence
from reference.mdp import Tables

DELTA = 0.1


@dataclass(frozen=True)
class Instance:
    """One LP1: integer counts, and the radii and rewards in doubles as a run would have them."""

    layers: tuple[int, ...]
    A: int
    N: Tables
    N3: Tables
    P_bar: Tables
    eps: Tables
    r_hat: Tables

    def data(self) -> LP1Data:
        """The same LP in rationals: P_bar = N3/N exactly, the doubles of eps and r_hat as given."""
        N, N3, eps, r_hat = (
            [table.tolist() for table in tables]
            for tables in (self.N, self.N3, self.eps, self.r_hat)
        )
        exact_eps, exact_r_hat = (
            [[[to_q(v) for v in row] for row in of_h] for of_h in t] for t in (eps, r_hat)
        )
        return LP1Data(self.layers, self.A, N, N3, exact_eps, exact_r_hat)


@lru_cache(maxsize=2)
def instance(layers: tuple[int, ...], A: int, n: int, seed: int = 0) -> Instance:
    """N between n and 4n per pair, N3 multinomial from Dirichlet(1) rows, rewards 0 or 1.

    T is 10^5, and more where so many visits need more episodes."""
    rng = np.random.default_rng([n, seed])
    N, N3, S = [], [], []
    for X_h, X_next in pairwise(layers):
        N_h = rng.integers(n, 4 * n, size=(X_h, A)) if n else np.zeros((X_h, A), dtype=np.int64)
        P = rng.dirichlet(np.ones(X_next), size=(X_h, A))
        N.append(N_h)
        N3.append(rng.multinomial(N_h, P))
        S.append(rng.binomial(N_h, rng.random((X_h, A))))
    T = max(100_000, 250 * n)
    Lam = confidence.log_term(T, sum(layers), A, DELTA)
    visits, visits3 = tuple(N), tuple(N3)
    r_bar = confidence.mean_reward(tuple(S), visits)
    r_hat = confidence.reward_ucb(r_bar, confidence.reward_radius(visits, Lam))
    P_bar = confidence.empirical_transition(visits, visits3)
    eps = confidence.transition_radius(visits, layers, Lam)
    return Instance(layers, A, visits, visits3, P_bar, eps, r_hat)
