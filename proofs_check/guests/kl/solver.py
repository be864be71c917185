"""The KL step solved in doubles, for a program that recorded no multipliers and for the optimum
that a wrong record is compared with. A hint, never trusted: `certificate` decides.

    F(beta) = sum_h ln sum_{x,a} exp(-c(x,a) - beta(x) + s(x,a)),  dF/dbeta(x) = inflow - outflow.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from proofs_check.guests.kl.certificate import LEAST, KLProblem, log_sum

Triples = list[list[list[list[float]]]]  # [h][x][a][x1]
POLISH = 1e-15  # relative change of beta at which the last iterations stop
TINY = 1e-300  # instead of a mass of 0
FEW = 20  # the most multipliers for which these iterations are made


def solve_step(problem: KLProblem) -> tuple[list[list[float]], Triples]:
    """Return beta[h][x], h = 0..L, and ln q[h][x][a][x1] about the optimum."""
    from scipy.optimize import minimize, root  # half a second, and few need it

    sizes = [len(layer) for layer in problem.sets]
    free = sum(sizes[1:])
    multipliers = np.zeros(free)

    def dual(values: NDArray[np.float64]) -> tuple[float, NDArray[np.float64]]:
        F, flow, _, _ = _at(problem, _beta(sizes, values))
        return F, flow

    def relative(values: NDArray[np.float64]) -> NDArray[np.float64]:
        """Inflow minus outflow, by their sum: a state of little mass counts as any other."""
        _, flow, through, _ = _at(problem, _beta(sizes, values))
        return flow / np.maximum(through, TINY)

    def lost(values: NDArray[np.float64]) -> float:
        """About how far F is above its minimum."""
        _, flow, through, _ = _at(problem, _beta(sizes, values))
        return float((flow**2 / np.maximum(through, TINY)).sum())

    if free:
        multipliers = minimize(
            dual, multipliers, jac=True, method="L-BFGS-B", options={"maxiter": 500, "ftol": 1e-15}
        ).x
    if 0 < free <= FEW:
        for slope in (lambda values: dual(values)[1], relative):
            finer = root(slope, multipliers, options={"xtol": POLISH}).x
            if lost(finer) < lost(multipliers):
                multipliers = finer
    beta = _beta(sizes, multipliers)
    return beta, _at(problem, beta)[3]


def _beta(sizes: Sequence[int], values: NDArray[np.float64]) -> list[list[float]]:
    """Return beta[h][x], which is 0 at x_0 and x_L."""
    table, at = [[0.0] * sizes[0]], 0
    for X_h in sizes[1:]:
        table.append(values[at : at + X_h].tolist())
        at += X_h
    return [*table, [0.0]]


def _at(
    problem: KLProblem, beta: list[list[float]]
) -> tuple[float, NDArray[np.float64], NDArray[np.float64], Triples]:
    """Return F(beta), its slope in the free multipliers, what flows through their states, and
    ln q."""
    F, log_q, flow = 0.0, [], [[0.0] * len(layer) for layer in beta]
    through = [[0.0] * len(layer) for layer in beta]
    for h, layer in enumerate(problem.sets):
        pairs: list[tuple[int, list[float], float]] = []  # x, p and the exponent of every pair
        for x, state in enumerate(layer):
            for a, P in enumerate(state):
                old = problem.log_q_old[h][x][a]
                w = [max(v, LEAST) + b for v, b in zip(old, beta[h + 1], strict=True)]
                p = P.maximiser(w)
                s = sum(v * (w_y - math.log(v)) for v, w_y in zip(p, w, strict=True) if v > 0)
                pairs.append((x, p, s - float(problem.c[h][x][a]) - beta[h][x]))
        log_Z = log_sum([exponent for _, _, exponent in pairs])
        F += log_Z
        of_layer: list[list[list[float]]] = [[] for _ in layer]
        for x, p, exponent in pairs:
            log_w = exponent - log_Z
            mass = math.exp(log_w)
            flow[h][x] -= mass
            through[h][x] += mass
            for y, v in enumerate(p):
                flow[h + 1][y] += mass * v
                through[h + 1][y] += mass * v
            of_layer[x].append([log_w + math.log(v) if v > 0 else LEAST for v in p])
        log_q.append(of_layer)
    slope, sums = (
        np.array([v for of_h in table[1 : len(problem.sets)] for v in of_h])
        for table in (flow, through)
    )
    return F, slope, sums, log_q
