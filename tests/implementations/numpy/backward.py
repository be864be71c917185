"""LP1 by backward induction over all states of a layer at once (Lemma 1; spec.md, R-3, R-6, R-8).

Own code on purpose: an oracle's customer that borrowed the reference's confidence sets would be
checked against itself. Letters as in the paper; tables are lists of per-layer arrays.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from math import log, log2, sqrt

import numpy as np

from reference.mdp import Array, LayeredMDP, Tables
from reference.readings import ZERO_BELOW


@dataclass
class Plan:
    """Epoch i: the quantities of eq. (10)-(16), LP1's value, q_hat_i and pi_i."""

    P_bar: list[Array]
    r_bar: list[Array]
    eps: list[Array]
    b: list[Array]
    r_hat: list[Array]
    value: float
    q_hat: list[Array]
    pi: Tables


def inner_maximiser(P_bar: Array, N: Array, eps: Array, V: Array) -> Array:
    """The p in the L1 ball around P_bar(.|x,a) with the largest <p, V>. Shapes as in eq. (10).

    In order of falling V the cumulative sums of p are those of P_bar raised by eps/2 and cut at
    1: that fills the best successor and empties the worst ones. N = 0 admits every p."""
    order = np.argsort(-V, kind="stable")
    total = np.cumsum(P_bar[..., order], axis=-1) + eps[..., None] / 2
    total[N == 0] = 1.0
    p = np.empty_like(total)
    p[..., order] = np.diff(np.minimum(total, 1.0), axis=-1, prepend=0.0)
    return p


def interval_maximiser(P_bar: Array, width: Array, V: Array) -> Array:
    """The p with |p - P_bar(.|x,a)| <= width in every state and the largest <p, V> (R-37,
    bernstein): the least that each state must hold, then the rest of the mass to the best states,
    as much as each may hold. Shapes as in eq. (10)."""
    falling = np.argsort(-V, kind="stable")
    P, w = P_bar[..., falling], width[..., falling]
    held = np.maximum(P - w, 0.0)
    left = 1.0 - held.sum(axis=-1)
    for y in range(len(V)):
        given = np.minimum(np.minimum(P[..., y] + w[..., y], 1.0) - held[..., y], left)
        held[..., y] += given
        left = left - given
    chosen: Array = np.empty_like(held)
    chosen[..., falling] = held
    return chosen


def first_best(Q: Array) -> Array:
    """The first action within 1e-12 of the best one, in every state (R-8)."""
    a: Array = np.argmax(Q >= Q.max(axis=1, keepdims=True) - 1e-12, axis=1)
    return a


class Planner:
    """Alg. 1 l. 15-19 from counts: N[h] (X_h, A), N3[h] (X_h, A, X_{h+1}), r_sum[h] (X_h, A)."""

    def __init__(self, mdp: LayeredMDP, T: int, delta: float, choices: Mapping[str, str]) -> None:
        self.layers, self.A, self.L = mdp.layers, mdp.A, mdp.L
        self.completion, self.intervals = choices["completion"], choices["radii"] == "bernstein"
        base = {"ln": log, "log2": log2}[choices["log"]]
        self.Lam = base(T * mdp.X * mdp.A) - base(delta)  # TXA/delta itself may overflow

    def first(self, N: list[Array], N3: list[Array], r_sum: list[Array]) -> Plan:
        """Epoch 1: q_hat_1 and pi_1 are uniform."""
        q = [
            np.full((X_h, self.A, X_next), 1 / (X_h * self.A * X_next))
            for X_h, X_next in pairwise(self.layers)
        ]
        uniform = tuple(np.full((X_h, self.A), 1 / self.A) for X_h in self.layers[:-1])
        return Plan(*self._estimates(N, N3, r_sum), value=float(self.L), q_hat=q, pi=uniform)

    def next(self, N: list[Array], N3: list[Array], r_sum: list[Array], previous: Tables) -> Plan:
        """Epoch i > 1: backward for V and the greedy actions, forward for q_hat_i."""
        P_bar, r_bar, eps, b, r_hat = self._estimates(N, N3, r_sum)
        P: list[Array] = []
        best: list[Array] = []
        V = np.zeros(1)
        for h in reversed(range(self.L)):
            if self.intervals:
                p = interval_maximiser(P_bar[h], eps[h], V)
            else:
                p = inner_maximiser(P_bar[h], N[h], eps[h], V)
            Q = r_hat[h] + p @ V
            a = first_best(Q)
            V = Q.max(axis=1)
            best.insert(0, a)
            P.insert(0, p[np.arange(len(a)), a])
        q_hat, pi = self._forward(best, P, previous)
        return Plan(P_bar, r_bar, eps, b, r_hat, float(V[0]), q_hat, pi)

    def _estimates(
        self, N: list[Array], N3: list[Array], r_sum: list[Array]
    ) -> tuple[list[Array], list[Array], list[Array], list[Array], list[Array]]:
        visits = [np.maximum(1, N_h) for N_h in N]
        P_bar = [N3_h / n[:, :, None] for N3_h, n in zip(N3, visits, strict=True)]
        r_bar = [s / n for s, n in zip(r_sum, visits, strict=True)]
        b = [sqrt(2 * self.Lam) / np.sqrt(n) for n in visits]
        eps = [b_h * sqrt(X_next) for b_h, X_next in zip(b, self.layers[1:], strict=True)]
        if self.intervals:  # the width of each
            shares = [
                (self.Lam + log(2 * X_next)) / n[:, :, None]
                for n, X_next in zip(visits, self.layers[1:], strict=True)
            ]
            rarer = [np.minimum(P, 1 - P) for P in P_bar]
            eps = [np.sqrt(2 * p * s) + 2 * s for p, s in zip(rarer, shares, strict=True)]
        r_hat = [np.minimum(1.0, r + b_h) for r, b_h in zip(r_bar, b, strict=True)]
        return P_bar, r_bar, eps, b, r_hat

    def _forward(
        self, best: list[Array], P: list[Array], previous: Tables
    ) -> tuple[list[Array], Tables]:
        """q_hat_i and its policy; states with less mass than R-6's 1e-9 are completed (R-3)."""
        mass = np.ones(1)
        q_hat: list[Array] = []
        pi: list[Array] = []
        for h, (a, p) in enumerate(zip(best, P, strict=True)):
            states = np.arange(len(a))
            q = np.zeros((len(a), self.A, p.shape[1]))
            q[states, a] = mass[:, None] * p
            pi_h = np.zeros((len(a), self.A))
            pi_h[states, a] = 1.0
            empty = mass < ZERO_BELOW
            if self.completion == "uniform":
                pi_h[empty] = 1 / self.A
            elif self.completion == "first":
                pi_h[empty] = np.eye(self.A)[0]
            elif self.completion == "previous":
                pi_h[empty] = previous[h][empty]
            q_hat.append(q)
            pi.append(pi_h)
            mass = mass @ p
        return q_hat, tuple(pi)
