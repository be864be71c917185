"""Sec. III: occupancy measures. Def. 1, Prop. 1-3, V(pi) = <q, r>, eq. (1)-(9).

Letters: q[h][x, a, x1] = q(x,a,x') for x in layer h, x' in layer h+1; pi[h][x, a] = pi(a|x);
P_q, pi_q what q induces. Entries outside consecutive layers, x_L included, do not exist (R-2).
Works on float64 tables and, exactly, on object tables of Fraction.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from reference.mdp import Array, LayeredMDP, Tables


def occupancy_measure(P: Tables, pi: Tables) -> Tables:
    """Eq. (3), Def. 1: q^{P,pi}(x, a, x') = Pr{x_h = x, a_h = a, x_{h+1} = x' | P, pi}.

    Shape: q[h] is (X_h, A, X_{h+1}). Unit: probability. Pre: pi[h][x] sums to 1.
    """
    q: list[Array] = []
    mass = _constant(P[0], 1)  # Pr{x_0 = x}: layer 0 is a singleton
    for P_h, pi_h in zip(P, pi, strict=True):
        q_h = mass[:, None, None] * pi_h[:, :, None] * P_h
        q.append(q_h)
        mass = q_h.sum(axis=(0, 1))
    return tuple(q)


@dataclass(frozen=True)
class Violation:
    """One violated constraint of eq. (4) or (7): its name, place and two sides."""

    constraint: str  # "nonnegative", "normalisation", "flow" or "transition"
    where: tuple[int, ...]  # (h,), (h, x) or (h, x, a, x1)
    left: Any
    right: Any

    def __str__(self) -> str:
        return f"{self.constraint} at {self.where}: {self.left} against {self.right}"


def violation_of_Q(q: Tables, tolerance: float | Fraction = 0) -> Violation | None:
    """Prop. 1, eq. (4): the first violated constraint of Q, or None if q is in Q.

    In printed order: normalisation of every layer, flow of every inner state, q >= 0 (R^{XAX}_+).
    The zero constraint of eq. (4) cannot be violated: those entries do not exist (R-2).
    """
    for h, q_h in enumerate(q):
        total = q_h.sum()
        if not abs(total - 1) <= tolerance:
            return Violation("normalisation", (h,), total, 1)
    for h in range(1, len(q)):
        inflow, outflow = q[h - 1].sum(axis=(0, 1)), q[h].sum(axis=(1, 2))
        for x in range(len(inflow)):
            if not abs(inflow[x] - outflow[x]) <= tolerance:
                return Violation("flow", (h, x), inflow[x], outflow[x])
    for h, q_h in enumerate(q):
        bad = np.argwhere(~(q_h >= -tolerance))
        if len(bad):
            x, a, x1 = (int(k) for k in bad[0])
            return Violation("nonnegative", (h, x, a, x1), q_h[x, a, x1], 0)
    return None


def violation_of_Q_P(q: Tables, P: Tables, tolerance: float | Fraction = 0) -> Violation | None:
    """Prop. 3, eq. (7): the first violated constraint of Q^P, or None if q is in Q^P."""
    violation = violation_of_Q(q, tolerance)
    if violation is not None:
        return violation
    for h, (q_h, P_h) in enumerate(zip(q, P, strict=True)):
        right = P_h * q_h.sum(axis=2, keepdims=True)
        bad = np.argwhere(~(abs(q_h - right) <= tolerance))
        if len(bad):
            x, a, x1 = (int(k) for k in bad[0])
            return Violation("transition", (h, x, a, x1), q_h[x, a, x1], right[x, a, x1])
    return None


def induced_transition(q: Tables, completion: Tables) -> Tables:
    """Eq. (5), Prop. 2: P^q(x'|x,a) = q(x,a,x') / sum_y q(x,a,y).

    Where the denominator is 0 the paper leaves P^q open: `completion` is used there (R-4).
    """
    P_q: list[Array] = []
    for q_h, completion_h in zip(q, completion, strict=True):
        q_xa = q_h.sum(axis=2, keepdims=True)
        P_q.append(_divide(q_h, q_xa, completion_h))
    return tuple(P_q)


def induced_policy(q: Tables, completion: Tables, least: float = 0.0) -> Tables:
    """Eq. (6), Prop. 2: pi^q(a|x) = sum_x' q(x,a,x') / sum_b sum_x' q(x,b,x').

    Where the denominator is 0 the paper leaves pi^q open: `completion` is used there (R-3), and up
    to `least`, a mass that a solver of LP1 cannot tell from 0 (R-6).
    """
    pi_q: list[Array] = []
    for q_h, completion_h in zip(q, completion, strict=True):
        q_xa = q_h.sum(axis=2)
        pi_q.append(_divide(q_xa, q_xa.sum(axis=1, keepdims=True), completion_h, least))
    return tuple(pi_q)


def uniform_policy(layers: Sequence[int], A: int) -> Tables:
    """pi(a|x) = 1/A: the policy pi_1 of Algorithm 1, and the default completion of R-3."""
    return tuple(np.full((X_h, A), 1.0 / A) for X_h in layers[:-1])


def inner(q: Tables, r: Tables) -> Any:
    """<q, r> = sum q(x,a,x') r(x,a), with r(x,a,x') = r(x,a) (Sec. III, eq. (8))."""
    return sum((q_h.sum(axis=2) * r_h).sum() for q_h, r_h in zip(q, r, strict=True))


def value(mdp: LayeredMDP, pi: Tables) -> Any:
    """Eq. (1): V(pi) = E[sum_h r(x_h, a_h) | P, pi]."""
    return value_under(mdp.P, mdp.r, pi)


def value_under(P: Tables, r: Tables, pi: Tables) -> Any:
    """Eq. (1) under any tables, by backward induction. Shapes as in `reference.mdp`."""
    V = _constant(P[0], 0)
    for h in reversed(range(len(P))):
        V = (pi[h] * (r[h] + P[h] @ V)).sum(axis=1)
    return V[0]


@dataclass(frozen=True)
class OptimalPolicy:
    """pi*, its value V(pi*) and q* (Sec. II; eq. (9)). V[h] has shape (X_h,)."""

    pi: Tables
    value: Any
    q: Tables
    V: Tables


def optimal_policy(mdp: LayeredMDP) -> OptimalPolicy:
    """Sec. II: pi* in argmax_pi V(pi), by backward induction, ties to the smallest action;
    q* = q^{P,pi*} is then in argmax_{q in Q^P} <q, r> (eq. (9))."""
    V = _constant(mdp.P[0], 0)
    pi: list[Array] = []
    values: list[Array] = [V]
    for h in reversed(range(mdp.L)):
        Q_h = mdp.r[h] + mdp.P[h] @ V
        best = np.argmax(Q_h, axis=1)[:, None]
        pi.insert(0, (np.arange(mdp.A) == best) + Q_h * 0)
        V = Q_h.max(axis=1)
        values.insert(0, V)
    policy = tuple(pi)
    return OptimalPolicy(policy, V[0], occupancy_measure(mdp.P, policy), tuple(values))


def _divide(numerator: Array, denominator: Array, otherwise: Array, least: float = 0.0) -> Array:
    """numerator / denominator where the denominator is above `least`, else `otherwise`."""
    above = np.broadcast_to(denominator > least, numerator.shape)
    safe = np.where(denominator > least, denominator, 1)
    return np.where(above, numerator / safe, otherwise)


def _constant(table: Array, k: int) -> Array:
    """k, as a vector of one number of the table's kind."""
    return np.full(1, Fraction(k) if table.dtype == object else float(k), dtype=table.dtype)
