"""The optimistic value function of LP1: backward induction with the L1-ball inner maximum.

LP1's optimum equals V(x_0) below (Lemma 1; `proofs_check` tests it exactly). Used where R-3 asks
for the greedy completion, by the tests and by the twins; never to choose q_hat_i.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from reference.mdp import Array, Tables


@dataclass(frozen=True)
class Optimistic:
    """V[h] is (X_h,), h = 0..L; Q[h] is (X_h, A): the optimistic values given P_bar, eps, r_hat."""

    V: Tables
    Q: Tables

    def of_states(self) -> list[list[float | None]]:
        """V[h][x], h < L, as a trace records it: None where no feasible q has mass."""
        return [[v if v > -np.inf else None for v in V_h.tolist()] for V_h in self.V[:-1]]


def inner_maximum(P_bar: Array, eps: Array, V_next: Array) -> Array:
    """max p.V over {p in Delta(X_{h+1}): ||p - P_bar(.|x,a)||_1 <= eps(x,a)}, eq. (12).

    P_bar is (..., X_{h+1}), eps (...); the result has the shape of eps. Moves eps/2 of mass to
    the best successor and takes it from the worst ones. For a row P_bar = 0 (never visited) the set
    is the whole simplex if eps >= 1, and empty (-inf) if not (R-2 and spec.md, Lemma 1).
    """
    order = np.argsort(-V_next, kind="stable")
    V, p = V_next[order], P_bar[..., order].copy()
    unvisited = P_bar.sum(axis=-1) == 0
    added = np.minimum(eps / 2, 1 - p[..., 0])
    p[..., 0] += added
    worse = np.cumsum(p[..., :0:-1], axis=-1)[..., ::-1]  # mass of k and everything after it
    if p.shape[-1] > 1:
        after = np.concatenate([worse[..., 1:], np.zeros((*added.shape, 1))], axis=-1)
        p[..., 1:] = np.maximum(0, p[..., 1:] - np.maximum(0, added[..., None] - after))
    dead = np.isneginf(V)  # no transition may leave it: possible only where eps < 1 and N = 0
    value: Array = p @ np.where(dead, 0.0, V)
    value = np.where((p[..., dead] > 0).any(axis=-1), -np.inf, value)
    return np.where(unvisited, np.where(eps >= 1, V[0], -np.inf), value)


def optimistic_values(P_bar_i: Tables, eps_i: Tables, r_hat_i: Tables) -> Optimistic:
    """V(x) = max_a r_hat_i(x,a) + max_p p.V over the confidence set, from layer L back to 0."""
    V = np.zeros(1)
    values: list[Array] = [V]
    Q: list[Array] = []
    for P_bar, eps, r_hat in zip(
        reversed(P_bar_i), reversed(eps_i), reversed(r_hat_i), strict=True
    ):
        Q_h = r_hat + inner_maximum(P_bar, eps, V)
        V = Q_h.max(axis=1)
        values.insert(0, V)
        Q.insert(0, Q_h)
    return Optimistic(tuple(values), tuple(Q))


def greedy_policy(Q: Tables) -> Tables:
    """All mass on the first action of largest Q(x, a)."""
    pi = []
    for Q_h in Q:
        pi_h = np.zeros_like(Q_h)
        pi_h[np.arange(len(Q_h)), np.argmax(Q_h, axis=1)] = 1.0
        pi.append(pi_h)
    return tuple(pi)
