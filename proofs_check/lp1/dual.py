"""The optimal dual of the printed LP1 in closed form, for rational radii (Sec. IV-B).

Rows: eq. (4) normalisation and flow; eq. (13) upper and lower deviation, radius. Letters as in
data.py and optimum.py.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from proofs_check.arithmetic import ZERO, Q
from proofs_check.lp1.data import LP1Data
from proofs_check.lp1.optimum import Optimum


@dataclass(frozen=True, eq=False)
class Dual:
    """Multipliers of the printed LP1's rows: a proof that its optimum is at most `bound`.

    normalisation[h] and flow[h][x] (1 <= h < L; flow[0] is empty; the row is inflow - outflow = 0)
    are free; d[h][x][a][x1] = (upper row) - (lower row), so that these are max(d, 0) and
    max(-d, 0); gamma[h][x][a] >= 0 belongs to the radius row.
    """

    bound: Q
    normalisation: tuple[Q, ...]
    flow: tuple[tuple[Q, ...], ...]
    d: tuple[tuple[tuple[tuple[Q, ...], ...], ...], ...]
    gamma: tuple[tuple[tuple[Q, ...], ...], ...]


def dual(data: LP1Data, optimum: Optimum) -> Dual:
    """The optimal dual of the printed LP1, in closed form from the optimistic values.

    The column of q(x,a,x1) requires, with flow multipliers -V and normalisation V(x_0) for h = 0,
        V(x) >= r_hat(x,a) + V(x1) - d(x1) + <P_bar, d> + eps gamma     for every x1,
    and the column of a deviation variable requires |d(x1)| <= gamma. Write V_top for the best and
    V_k for the last emptied successor (Optimum.k), M = (V_top + V_k)/2, gamma = (V_top - V_k)/2 and
    d(y) = max{V(y), V_k} - M. Then V(y) - d(y) <= M with equality above V_k, |d| <= gamma, and the
    right side is r_hat + sum_y P_bar(y) max{V(y), V_k} + eps gamma: the inner maximum. Where the
    ball does not bind V_k = V_top, so d = gamma = 0.

    An unusable pair with N = 0 (eps < 1) has P_bar = 0: d = gamma = G gives
    r_hat + V_top - (1 - eps) G, below V(x) for large G. Dead states get a common value -K in each
    layer, chosen from h = 0 on and low enough for the unusable pairs with N > 0, whose right side,
    with V_k = -K, falls by P_bar(dead) - eps/2 > 0 for each unit of K. If LP1 is infeasible V(x_0)
    itself is set below every sum of L rewards, which no feasible q could satisfy.
    """
    L = data.L
    values: list[list[Q]] = []
    lowest = min(min(row) for layer in data.r_hat for row in layer)
    K = 1 - L * min(ZERO, lowest)
    d: list[tuple[tuple[tuple[Q, ...], ...], ...]] = []
    gamma: list[tuple[tuple[Q, ...], ...]] = []
    for h in range(L):
        values.append([-K if v is None else v for v in optimum.V[h]])
        K = _dead_value(data, optimum, h, values[h])
        after = [-K if v is None else v for v in optimum.V[h + 1]]
        top = max(after)
        rows: dict[int | None, tuple[tuple[Q, ...], Q]] = {}
        d_h, gamma_h = [], []
        for x, V_x in enumerate(values[h]):
            d_x, gamma_x = [], []
            for a, k in enumerate(optimum.k[h][x]):
                if k is None and data.N[h][x][a] == 0 and data.eps[h][x][a] < 1:
                    G = (data.r_hat[h][x][a] + top - V_x) / (1 - data.eps[h][x][a])
                    row = (max(G, ZERO),) * len(after), max(G, ZERO)
                else:
                    if k not in rows:
                        V_k = -K if k is None else after[optimum.order[h + 1][k]]
                        M = (top + V_k) / 2
                        rows[k] = tuple(max(v, V_k) - M for v in after), (top - V_k) / 2
                    row = rows[k]
                d_x.append(row[0])
                gamma_x.append(row[1])
            d_h.append(tuple(d_x))
            gamma_h.append(tuple(gamma_x))
        d.append(tuple(d_h))
        gamma.append(tuple(gamma_h))
    flow = ((), *(tuple(-v for v in values[h]) for h in range(1, L)))
    bound = values[0][0]
    return Dual(bound, (bound,) + (ZERO,) * (L - 1), flow, tuple(d), tuple(gamma))


def _dead_value(data: LP1Data, optimum: Optimum, h: int, V_h: Sequence[Q]) -> Q:
    """K for the dead states of layer h + 1 (see `dual`); 0 if there are none."""
    after = optimum.V[h + 1]
    dead = [y for y, v in enumerate(after) if v is None]
    if not dead:
        return ZERO
    alive = [(y, v) for y, v in enumerate(after) if v is not None]
    K = max([-v for _, v in alive], default=ZERO)
    for x, V_x in enumerate(V_h):
        for a, k in enumerate(optimum.k[h][x]):
            N, row = data.N[h][x][a], data.N3[h][x][a]
            if k is None and not alive:
                K = max(K, data.r_hat[h][x][a] - V_x)
            elif k is None and N > 0:
                eps = data.eps[h][x][a]
                kept = sum((Q(row[y], N) * v for y, v in alive), ZERO)
                right = data.r_hat[h][x][a] + kept + eps / 2 * max(v for _, v in alive)
                K = max(K, (right - V_x) / (Q(sum(row[y] for y in dead), N) - eps / 2))
    return K
