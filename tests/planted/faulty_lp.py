"""LP1 for the tests' producer: backward induction in floats, the printed rows for SciPy, GLOP."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
from scipy.optimize import linprog

from reference.running.solver import Glop

Table = list[Any]
Layers = tuple[int, ...]
FAMILIES = ("nonnegative", "normalisation", "flow", "upper", "lower", "radius")
INF = float("inf")


@dataclass(frozen=True)
class Program:
    """What LP1 is made of."""

    layers: Layers
    A: int
    P_bar: Table
    eps: Table
    r_hat: Table


def induction(
    lp1: Program, ties: str, rng: random.Random, worst: bool
) -> tuple[Table, Table, Table]:
    """(V, Q, q): values V[h][x], Q[h][x][a], and q of an optimal policy. `ties`: the first, the
    last or a random optimal action and best successor, or all optimal actions `mixed`; `worst`:
    the ball's worst transition."""
    layers, A, P_bar, eps, r_hat = lp1.layers, lp1.A, lp1.P_bar, lp1.eps, lp1.r_hat
    L = len(layers) - 1
    V: Table = [[]] * L + [[0.0]]
    Q: Table = [[]] * L
    P: Table = [[]] * L
    pi: Table = [[]] * L
    for h in reversed(range(L)):
        order = list(range(layers[h + 1]))
        if ties == "random":
            rng.shuffle(order)
        elif ties == "last":
            order.reverse()
        order.sort(key=V[h + 1].__getitem__, reverse=not worst)  # best first, stable
        Q[h], P[h], pi[h], values = [], [], [], []
        for x in range(layers[h]):
            rows = [inner(P_bar[h][x][a], eps[h][x][a], order, V[h + 1]) for a in range(A)]
            value = [
                -INF
                if p is None
                else r + sum(p_y * v for p_y, v in zip(p, V[h + 1], strict=True) if p_y)
                for r, p in zip(r_hat[h][x], rows, strict=True)
            ]
            best = [a for a in range(A) if value[a] >= max(value) - 1e-12]
            a = {"first": best[0], "last": best[-1]}.get(ties, rng.choice(best))
            Q[h].append(value)
            P[h].append([p or [0.0] * layers[h + 1] for p in rows])
            share = 1 / len(best)
            pi[h].append(
                [share * (b in best) if ties == "mixed" else float(b == a) for b in range(A)]
            )
            values.append(max(value))
        V[h] = values
    return V, Q, occupancy(layers, P, pi)


def inner(P_bar: list[float], eps: float, order: list[int], V: list[float]) -> list[float] | None:
    """The best p with ||p - P_bar||_1 <= eps, None if there is none."""
    if not any(P_bar):
        return [float(y == order[0]) for y in range(len(V))] if eps >= 1 else None
    p = list(P_bar)
    move = min(eps / 2, 1 - p[order[0]])
    p[order[0]] += move
    for y in reversed(order[1:]):
        taken = min(p[y], move)
        p[y] -= taken
        move -= taken
    return None if any(p[y] > 1e-15 and V[y] == -INF for y in order) else p


def occupancy(layers: Layers, P: Table, pi: Table) -> Table:
    """Eq. (3), layer by layer."""
    mass, q = [1.0], []
    for h in range(len(layers) - 1):
        q.append(
            [
                [[mass[x] * p * v for v in P[h][x][a]] for a, p in enumerate(pi[h][x])]
                for x in range(layers[h])
            ]
        )
        mass = [sum(row[y] for of_x in q[h] for row in of_x) for y in range(layers[h + 1])]
    return q


def mixed(q: Table, other: Table, share: float) -> Table:
    """(1 - share) q + share other."""
    layers = zip(q, other, strict=True)
    return [((1 - share) * np.array(u) + share * np.array(v)).tolist() for u, v in layers]


def printed_rows(
    layers: Layers, A: int, P_bar: Any, eps: Any
) -> Iterator[tuple[str, int, dict[int, float], float, float]]:
    """LP1's rows with loops, eq. (4), then the three families of eq. (13): family, h, entries in
    the columns of q and then of dev, lower and upper bound."""
    triples = [
        (h, x, a, y)
        for h in range(len(layers) - 1)
        for x in range(layers[h])
        for a in range(A)
        for y in range(layers[h + 1])
    ]
    q = {triple: k for k, triple in enumerate(triples)}
    dev = {triple: len(triples) + k for k, triple in enumerate(triples)}
    for h in range(len(layers) - 1):
        yield "normalisation", h, {q[t]: 1.0 for t in triples if t[0] == h}, 1.0, 1.0
    for h in range(1, len(layers) - 1):
        for x in range(layers[h]):
            into = {q[t]: 1.0 for t in triples if t[0] == h - 1 and t[3] == x}
            out_of = {q[t]: -1.0 for t in triples if t[:2] == (h, x)}
            yield "flow", h, into | out_of, 0.0, 0.0
    for sign, family in ((1.0, "upper"), (-1.0, "lower")):
        for h, x, a, y in triples:
            row = {q[h, x, a, z]: -sign * P_bar[h][x][a][y] for z in range(layers[h + 1])}
            row[q[h, x, a, y]] += sign
            row[dev[h, x, a, y]] = -1.0
            yield family, h, row, -INF, 0.0
    for h, x, a in sorted({t[:3] for t in triples}):
        row = {q[h, x, a, y]: -eps[h][x][a] for y in range(layers[h + 1])}
        yield "radius", h, row | {dev[h, x, a, y]: 1.0 for y in range(layers[h + 1])}, -INF, 0.0


def dense(rows: Sequence[dict[int, float]], columns: int) -> Any:
    """The matrix of the rows."""
    matrix = np.zeros((len(rows), columns))
    for k, row in enumerate(rows):
        matrix[k, list(row)] = list(row.values())
    return matrix


def by_solver(solver: str, lp1: Program, without: Sequence[str]) -> Table:
    """LP1 by SciPy's HiGHS (highs, highs-ds) or GLOP (glop-<parameters>, glop-reduced)."""
    layers, A, P_bar, eps, r_hat = lp1.layers, lp1.A, lp1.P_bar, lp1.eps, lp1.r_hat
    if solver.startswith("glop"):
        name = solver.removeprefix("glop-")
        form, parameters = ("reduced", "default") if name == "reduced" else ("printed", name)
        solve = Glop(layers, A, {"lp-form": form, "glop": parameters, "x_L": "no-pairs"})
        by_glop, _ = solve(*(tuple(map(np.array, table)) for table in (P_bar, eps, r_hat)))
        return [q_h.tolist() for q_h in by_glop]
    kept = [row for row in printed_rows(layers, A, P_bar, eps) if row[0] not in without]
    equal = sorted((row for row in kept if row[3] == row[4]), key=lambda row: row[1])
    below = [row for row in kept if row[3] < row[4]]
    ends = layers[1:]
    reward = np.concatenate([np.repeat(r, X) for r, X in zip(r_hat, ends, strict=True)])
    n = len(reward)
    least = -0.01 if "nonnegative" in without else 0.0
    # No entry of an occupancy measure exceeds 1: bounds keep what a family held finite.
    solution = linprog(
        np.concatenate([-reward, np.zeros(n)]),
        A_ub=dense([row[2] for row in below], 2 * n) if below else None,
        b_ub=np.zeros(len(below)) if below else None,
        A_eq=dense([row[2] for row in equal], 2 * n),
        b_eq=np.array([row[4] for row in equal]),
        bounds=[(least, 1.0)] * n + [(0.0, None)] * n,
        method=solver,
    )
    assert solution.x is not None, solution.message
    shapes = [(X, A, X_next) for X, X_next in pairwise(layers)]
    parts = np.split(solution.x[:n], np.cumsum([math.prod(shape) for shape in shapes])[:-1])
    return [part.reshape(shape).tolist() for part, shape in zip(parts, shapes, strict=True)]
