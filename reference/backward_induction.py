"""The optimistic value function of LP1: backward induction with the L1-ball inner maximum.

LP1's optimum equals V(x_0) below (Lemma 1; `proofs_check` tests it exactly). Used where R-3 asks
for the greedy completion, by the tests and by the twins; q_hat_i is chosen by it where R-5 says
`backward-induction` alone.
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


def descending(V: Array) -> Array:
    """Return the states in decreasing order of V, equal ones in index order."""
    return np.argsort(-V, kind="stable")


def optimistic_cdf(P_bar: Array, eps: Array, order: Array) -> Array:
    """Return the p that attains `ball_maximum`, as cumulative sums over the states in `order`, best
    first: the best state gains min{eps/2, 1 - P_bar}, and truncating the sums at 1 takes as much
    from the worst. Shapes: P_bar (..., Y), eps (...), order (Y,); the result is (..., Y).

    A row of zeros (never visited) becomes the best state with certainty: for eps >= 1 the ball
    around it is the whole simplex. An eps of the shape of P_bar has the widths of intervals (R-37).
    """
    p = P_bar[..., order]
    if eps.ndim == P_bar.ndim:
        return _interval_cdf(p, eps[..., order])
    unvisited = ~p.any(axis=-1)
    p[..., 0] += eps / 2
    p[unvisited, 0] = 1.0
    c: Array = np.minimum(1.0, np.cumsum(p, axis=-1))
    return c


def _interval_cdf(p: Array, width: Array) -> Array:
    """Return the same where |p(y) - P_bar(y)| <= width(y) for every y: the best k states hold all
    that they may, unless less is left when every other one holds its least."""
    lo, hi = np.maximum(0.0, p - width), np.minimum(1.0, p + width)
    least_of_others = lo.sum(axis=-1, keepdims=True) - np.cumsum(lo, axis=-1)
    c: Array = np.minimum(np.cumsum(hi, axis=-1), 1.0 - np.maximum(0.0, least_of_others))
    c[..., -1] = 1.0
    return c


def ball_maximum(P_bar: Array, eps: Array, V: Array, order: Array | None = None) -> Array:
    """max p.V over the distributions p with ||p - P_bar(.|x,a)||_1 <= eps(x,a): Fig. 2 of Jaksch,
    Ortner and Auer (2010); with an eps of the shape of P_bar, over |p(y) - P_bar(y)| <= eps(y)
    (R-37). V is finite, and eps >= 1 where P_bar = 0.

    P_bar is (..., Y), eps (...); the result is (...). Summed by parts over decreasing
    V, V_Y + sum_k c_k (V_k - V_{k+1}), so that equal V give exactly that V in floats and ties stay
    ties.
    """
    order = descending(V) if order is None else order
    c, V = optimistic_cdf(P_bar, eps, order), V[order]
    best: Array = V[-1] + c[..., :-1] @ (V[:-1] - V[1:])
    return best


def ball_maximiser(P_bar: Array, eps: Array, order: Array) -> Array:
    """Return the p that attains `ball_maximum`. Shape of P_bar."""
    c = optimistic_cdf(P_bar, eps, order)
    p = np.empty_like(c)
    p[..., order] = np.diff(c, axis=-1, prepend=0.0)
    return p


def inner_maximum(P_bar: Array, eps: Array, V: Array) -> Array:
    """max p.V over {p in Delta(X_{h+1}): ||p - P_bar(.|x,a)||_1 <= eps(x,a)}, eq. (12): the
    `ball_maximum`, and -inf where the set is empty (P_bar = 0, eps < 1; R-2 and spec.md, Lemma 1)
    or every p enters a state with V = -inf, which no transition may leave. Shapes as there.
    """
    order, dead = descending(V), np.isneginf(V)
    radius = eps.max(axis=-1) if eps.ndim == P_bar.ndim else eps
    impossible = ~P_bar.any(axis=-1) & (radius < 1)
    if dead.any():
        impossible |= (ball_maximiser(P_bar, eps, order)[..., dead] > 0).any(axis=-1)
        V = np.where(dead, 0.0, V)
    return np.where(impossible, -np.inf, ball_maximum(P_bar, eps, V, order))


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
    """Put all mass on the first action of largest Q(x, a)."""
    pi = []
    for Q_h in Q:
        pi_h = np.zeros_like(Q_h)
        pi_h[np.arange(len(Q_h)), np.argmax(Q_h, axis=1)] = 1.0
        pi.append(pi_h)
    return tuple(pi)
