"""The KL step of O-REPS, UC-O-REPS and UOB-REPS:

    q_new = argmin over q in Delta(P_i) of <q, c> + D(q || q_old),   c = eta * loss estimate,

D the unnormalised relative entropy, Delta(P_i) the occupancy measures that P_i allows. Its dual,
with one multiplier beta(x) per inner state (beta = 0 at x_0 and x_L), is smooth and convex:

    F(beta) = sum_h ln sum_{x,a} exp(-c(x,a) - beta(x) + s(x,a)),   s as in `reference.kl.sets`,
    dF/dbeta(x) = inflow(x) - outflow(x) of q(x,a,y) = w(x,a) p(y|x,a),  w softmax over the layer.

X - 2 free variables, whatever the set is. The step keeps ln q: q itself underflows.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.optimize import minimize

from reference.kl.pairs import NEVER, Pairs
from reference.kl.sets import TransitionSet, inner_value
from reference.mdp import Array, Tables
from reference.support.errors import StepError

RESIDUAL = 1e-6
"""A step whose q violates flow by more, summed over the states, is refused."""
ROUNDS = 500
"""L-BFGS stops after so many rounds."""


@dataclass(frozen=True)
class Step:
    """What a KL step found. log_q and log_w are ln q (K, Y) and ln q(x,a) (K,) of `Pairs`."""

    log_q: Array
    log_w: Array
    beta: Array
    """(X,), zero at x_0 and x_L."""
    value: float
    """-F(beta), the least <q, c> + sum q ln(q/q_old) if the layers of q sum to 1."""
    residual: float
    """sum_x |inflow - outflow|."""
    rounds: int


def kl_step(pairs: Pairs, log_q_old: Array, c: Array, P_i: TransitionSet) -> Step:
    """q_new from ln q_old (K, Y) and c (K,). Raises StepError if L-BFGS stops too early."""
    free = slice(1, pairs.X - 1)
    beta = np.zeros(pairs.X)
    _, log_w, p, _ = _at(pairs, log_q_old, c, P_i, beta)
    mass = np.bincount(pairs.state, np.exp(log_w), pairs.X) + _inflow(pairs, np.exp(log_w), p)
    scale = 1 / np.sqrt(np.maximum(mass[free], 1e-8))  # the curvature of F is about the mass

    def dual(scaled: Array) -> tuple[float, Array]:
        beta[free] = scale * scaled
        F, log_w, p, _ = _at(pairs, log_q_old, c, P_i, beta)
        return F, scale * _flow(pairs, np.exp(log_w), p)[free]

    rounds = 0
    if pairs.X > 2:
        found = minimize(
            dual,
            np.zeros(pairs.X - 2),
            jac=True,
            method="L-BFGS-B",
            options={"maxiter": ROUNDS, "ftol": 0.0, "gtol": 1e-11, "maxcor": 20},
        )
        beta[free], rounds = scale * found.x, int(found.nit)
    F, log_w, p, log_p = _at(pairs, log_q_old, c, P_i, beta)
    residual = float(abs(_flow(pairs, np.exp(log_w), p)[free]).sum())
    if not residual <= RESIDUAL:
        raise StepError(residual, RESIDUAL, rounds)
    log_q = np.where(pairs.real, np.maximum(log_w[:, None] + log_p, NEVER), NEVER)
    return Step(log_q, log_w, beta.copy(), -F, residual, rounds)


def policy(pairs: Pairs, log_w: Array) -> Tables:
    """pi(a|x) = q(x,a) / sum_b q(x,b) from ln q(x,a): never 0/0, so R-3 does not arise."""
    table = log_w.reshape(-1, pairs.A)
    e = np.exp(table - table.max(axis=1, keepdims=True))
    return pairs.split_pairs((e / e.sum(axis=1, keepdims=True)).ravel())


def uniform_log_q(pairs: Pairs) -> tuple[Array, Array]:
    """ln q_1(x,a,y) = -ln(X_h A X_{h+1}) as (K, Y), and ln q_1(x,a) as (K,)."""
    log_w = -np.log(np.array(pairs.rows, dtype=np.float64))[pairs.layer]
    log_p = -np.log(np.array(pairs.layers[1:], dtype=np.float64))[pairs.layer]
    return np.where(pairs.real, (log_w + log_p)[:, None], NEVER), log_w


def _at(
    pairs: Pairs, log_q_old: Array, c: Array, P_i: TransitionSet, beta: Array
) -> tuple[float, Array, Array, Array]:
    """F(beta), ln w (K,), p and ln p (K, Y)."""
    w = np.where(pairs.real, np.maximum(log_q_old + beta[pairs.next], NEVER), NEVER)
    p, log_p = P_i.maximiser(w)
    v = -c - beta[pairs.state] + inner_value(w, p, log_p)
    log_Z = pairs.layer_log_sums(v)
    return float(log_Z.sum()), v - log_Z[pairs.layer], p, log_p


def _flow(pairs: Pairs, w: Array, p: Array) -> Array:
    """inflow(x) - outflow(x), (X,)."""
    flow: Array = _inflow(pairs, w, p) - np.bincount(pairs.state, w, pairs.X)
    return flow


def _inflow(pairs: Pairs, w: Array, p: Array) -> Array:
    into: Array = np.bincount(pairs.next.ravel(), (w[:, None] * p).ravel(), pairs.X)
    return into
