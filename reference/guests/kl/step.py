"""The KL step of O-REPS, UC-O-REPS and UOB-REPS:

    q_new = argmin over q in Delta(P_i) of <q, c> + D(q || q_old),   c = eta * loss estimate,

D the unnormalised relative entropy, Delta(P_i) the occupancy measures that P_i allows. Its dual,
with one multiplier beta(x) per inner state (beta = 0 at x_0 and x_L), is smooth and convex:

    F(beta) = sum_h ln sum_{x,a} exp(-c(x,a) - beta(x) + s(x,a)),   s as in `kl.sets`,
    dF/dbeta(x) = inflow(x) - outflow(x) of q(x,a,y) = w(x,a) p(y|x,a),  w softmax over the layer.

X - 2 free variables, whatever the set is. L-BFGS comes first; where the doubles that hold F are too
coarse for its line search, Newton's method on dF = 0 finishes. The step keeps ln q: q underflows.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from scipy.optimize import minimize

from reference.guests.kl.pairs import NEVER, Pairs
from reference.guests.kl.sets import TransitionSet, inner_value
from reference.mdp import Array, Tables
from reference.support.errors import StepError

ENOUGH, RESIDUAL = 1e-7, 1e-6
"""The solver stops once q violates flow by at most ENOUGH, summed over the states; a step that
stops with more than RESIDUAL is refused."""
ROUNDS, NEWTON_ROUNDS = 60, 40
"""The most rounds of L-BFGS, and of Newton's method after it."""


@dataclass(frozen=True)
class KLStep:
    """Result of a KL step. log_q and log_w are ln q (K, Y) and ln q(x,a) (K,) of `Pairs`."""

    log_q: Array
    log_w: Array
    beta: Array
    """(X,), zero at x_0 and x_L."""
    value: float
    """-F(beta), the least <q, c> + sum q ln(q/q_old) if the layers of q sum to 1."""
    residual: float
    """sum_x |inflow - outflow|."""
    rounds: int


class _Point(NamedTuple):
    """Where beta leads: F, ln w (K,), p and ln p (K, Y), inflow and outflow (X,)."""

    F: float
    log_w: Array
    p: Array
    log_p: Array
    inflow: Array
    outflow: Array

    @property
    def flow(self) -> Array:
        return self.inflow - self.outflow


class _Dual:
    """F for one step; the point of the last beta is kept, because it is requested again."""

    def __init__(self, pairs: Pairs, log_q_old: Array, c: Array, P_i: TransitionSet) -> None:
        self.pairs, self.log_q_old, self.c, self.P_i = pairs, log_q_old, c, P_i
        self._beta: Array = np.full(pairs.X, np.nan)
        self._point: _Point | None = None

    def point(self, beta: Array) -> _Point:
        if self._point is None or not np.array_equal(beta, self._beta):
            self._beta, self._point = beta.copy(), self._compute(beta)
        return self._point

    def _compute(self, beta: Array) -> _Point:
        pairs = self.pairs
        w = np.where(pairs.real, np.maximum(self.log_q_old + beta[pairs.next], NEVER), NEVER)
        p, log_p = self.P_i.maximiser(w)
        v = -self.c - beta[pairs.state] + inner_value(w, p, log_p)
        log_Z = pairs.layer_log_sums(v)
        log_w = v - log_Z[pairs.layer]
        q = np.exp(log_w)
        inflow = np.bincount(pairs.next.ravel(), (q[:, None] * p).ravel(), pairs.X)
        outflow = np.bincount(pairs.state, q, pairs.X)
        return _Point(float(log_Z.sum()), log_w, p, log_p, inflow, outflow)


def kl_step(pairs: Pairs, log_q_old: Array, c: Array, P_i: TransitionSet) -> KLStep:
    """Compute q_new from ln q_old (K, Y) and c (K,). Raises StepError if L-BFGS stops too early."""
    free = slice(1, pairs.X - 1)
    beta, F = np.zeros(pairs.X), _Dual(pairs, log_q_old, c, P_i)
    start = F.point(beta)
    mass = start.outflow + start.inflow
    scale = 1 / np.sqrt(np.maximum(mass[free], 1e-8))  # the curvature of F is about the mass

    violated = np.inf

    def dual(scaled: Array) -> tuple[float, Array]:
        nonlocal violated
        beta[free] = scale * scaled
        point = F.point(beta)
        violated = float(abs(point.flow[free]).sum())
        return point.F, scale * point.flow[free]

    def stop_if_enough(scaled: Array) -> None:
        if violated <= ENOUGH:
            raise StopIteration

    rounds = 0
    if pairs.X > 2:
        minimum = minimize(
            dual,
            np.zeros(pairs.X - 2),
            jac=True,
            method="L-BFGS-B",
            callback=stop_if_enough,
            options={"maxiter": ROUNDS, "ftol": 1e-16, "gtol": 0.0, "maxcor": 20},
        )
        beta[free], rounds = scale * minimum.x, int(minimum.nit)
        rounds += _newton(F, beta)
    end = F.point(beta)
    residual = float(abs(end.flow[free]).sum())
    if not residual <= RESIDUAL:
        raise StepError(residual, RESIDUAL, rounds)
    log_q = np.where(pairs.real, np.maximum(end.log_w[:, None] + end.log_p, NEVER), NEVER)
    return KLStep(log_q, end.log_w, beta.copy(), -end.F, residual, rounds)


def policy(pairs: Pairs, log_w: Array) -> Tables:
    """Return pi(a|x) = q(x,a) / sum_b q(x,b) from ln q(x,a): never 0/0, so R-3 does not arise."""
    table = log_w.reshape(-1, pairs.A)
    e = np.exp(table - table.max(axis=1, keepdims=True))
    return pairs.split_pairs((e / e.sum(axis=1, keepdims=True)).ravel())


def uniform_log_q(pairs: Pairs) -> tuple[Array, Array]:
    """Return ln q_1(x,a,y) = -ln(X_h A X_{h+1}) as (K, Y), and ln q_1(x,a) as (K,)."""
    log_w = -np.log(np.array(pairs.rows, dtype=np.float64))[pairs.layer]
    log_p = -np.log(np.array(pairs.layers[1:], dtype=np.float64))[pairs.layer]
    return np.where(pairs.real, (log_w + log_p)[:, None], NEVER), log_w


def _newton(F: _Dual, beta: Array) -> int:
    """Make Newton steps on flow = 0, each halved until the violation falls; change `beta`, return
    their number."""
    free = slice(1, F.pairs.X - 1)
    point = F.point(beta)
    for round_ in range(NEWTON_ROUNDS):
        flow = point.flow[free]
        violated = abs(flow).sum()
        if violated <= ENOUGH:
            return round_
        groups = F.P_i.groups(point.log_p)
        H = _curvature(F.pairs, np.exp(point.log_w), point.p, groups)[free, free]
        H[np.diag_indices_from(H)] += 1e-14 * np.diag(H).max() + 1e-300
        direction, size, start = np.linalg.solve(H, flow), 1.0, beta.copy()
        while size > 1e-6:
            beta[free] = start[free] - size * direction
            point = F.point(beta)
            if abs(point.flow[free]).sum() < violated:
                break
            size /= 2
        else:
            beta[:] = start
            return round_
    return NEWTON_ROUNDS


def _curvature(pairs: Pairs, w: Array, p: Array, groups: tuple[Array, ...]) -> Array:
    """Return the Hessian of F where it has one, (X, X): how flow(x) changes with beta(y)."""
    M = -pairs.differences(p)  # dv/dbeta, v the exponents of F
    weighted = w[:, None] * M
    H: Array = M.T @ weighted
    for h in range(pairs.L):
        mean = weighted[pairs.layer == h].sum(axis=0)
        H -= np.outer(mean, mean)
    for group in groups:  # dp/dbeta: the entries of a group trade mass among themselves
        g = np.where(group, p, 0.0)
        total = np.maximum(g.sum(axis=1, keepdims=True), 1e-300)
        trade = w[:, None, None] * (-(g / total)[:, :, None] * g[:, None, :])
        trade[:, np.arange(pairs.Y), np.arange(pairs.Y)] += w[:, None] * g
        at = pairs.next[:, :, None] * pairs.X + pairs.next[:, None, :]
        H += np.bincount(at.ravel(), trade.ravel(), pairs.X**2).reshape(pairs.X, pairs.X)
    return H
