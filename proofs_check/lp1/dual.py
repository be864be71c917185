"""The optimal dual of the printed LP1 in closed form, for rational radii (Sec. IV-B).

Rows: eq. (4) normalisation and flow; eq. (13) upper and lower deviation, radius. Letters as in
data.py and optimum.py.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from proofs_check.arithmetic import ZERO, Q
from proofs_check.lp1.data import LP1Data, PerPair, PerTriple, in_balls
from proofs_check.lp1.optimum import Optimum
from proofs_check.lp1.printed_rows import PrintedLP1


@dataclass(frozen=True, eq=False)
class Dual:
    """Multipliers of the printed LP1's rows: a proof that its optimum is at most `bound`.

    normalisation[h] and flow[h][x] (1 <= h < L; flow[0] is empty; the row is inflow - outflow = 0)
    are free; d[h][x][a][x1] = (upper row) - (lower row), so that these are max(d, 0) and
    max(-d, 0); gamma[h][x][a] >= 0 belongs to the radius row.
    """

    bound: Q
    normalisation: Sequence[Q]
    flow: Sequence[Sequence[Q]]
    d: PerTriple[Q]
    gamma: PerPair[Q]

    def multipliers(self, lp: PrintedLP1) -> list[Q]:
        """Return one multiplier of every row of `lp.constraints()`, such that their sum is <q,
        r_hat>: the bounds take up what the others leave."""
        d = [v for layer in self.d for of_state in layer for row in of_state for v in row]
        factors = [*self.normalisation, *(v for layer in self.flow for v in layer)]
        factors += [max(v, ZERO) for v in d] + [max(-v, ZERO) for v in d]
        factors += [v for layer in self.gamma for of_state in layer for v in of_state]
        objective = lp.objective()
        bounds = [objective.get(k, ZERO) for k in range(2 * lp.n)]
        for factor, row in zip(factors, lp.rows(), strict=True):
            for k, value in row.coefficients.items() if factor else ():
                bounds[k] -= factor * value
        return bounds + factors


def dual(data: LP1Data, optimum: Optimum) -> Dual:
    """Return the optimal dual of the printed LP1, in closed form from the optimistic values.

    The column of q(x,a,x1) requires, with flow multipliers -V and normalisation V(x_0) for h = 0,
        V(x) >= r_hat(x,a) + V(x1) - d(x1) + <P_bar, d> + eps gamma     for every x1,
    and the column of a deviation variable requires |d(x1)| <= gamma. `_values` gives V, `_prices` d
    and gamma.
    """
    L, V = in_balls(data, "the dual in closed form").L, _values(data, optimum)
    d: list[list[list[list[Q]]]] = []
    gamma: list[list[list[Q]]] = []
    for h in range(L):
        pairs = [
            [_prices(data, optimum, V, h, x, a) for a in range(data.A)] for x in range(len(V[h]))
        ]
        d.append([[row for row, _ in of_state] for of_state in pairs])
        gamma.append([[price for _, price in of_state] for of_state in pairs])
    flow = [[], *([-v for v in V_h] for V_h in V[1:L])]
    bound = V[0][0]
    return Dual(bound, [bound] + [ZERO] * (L - 1), flow, d, gamma)


def _values(data: LP1Data, optimum: Optimum) -> list[list[Q]]:
    """Return V[h][x] for h <= L: the optimistic values, and -K at the dead states of a layer.

    K is chosen from h = 0 on and low enough for the unusable pairs with N > 0, whose right side,
    with V_k = -K, falls by P_bar(dead) - eps/2 > 0 for each unit of K. If LP1 is infeasible V(x_0)
    itself is set below every sum of L rewards, which no feasible q could satisfy.
    """
    K = 1 - data.L * min(ZERO, *(v for layer in data.r_hat for row in layer for v in row))
    V = [[-K if v is None else v for v in optimum.V[0]]]
    for h in range(data.L):
        K = _dead_value(data, optimum, h, V[h])
        V.append([-K if v is None else v for v in optimum.V[h + 1]])
    return V


def _prices(
    data: LP1Data, optimum: Optimum, V: Sequence[Sequence[Q]], h: int, x: int, a: int
) -> tuple[list[Q], Q]:
    """Return d(x, a, .) and gamma(x, a).

    Write V_top for the best, V_k for the last emptied successor (Optimum.k), M = (V_top + V_k)/2,
    gamma = (V_top - V_k)/2 and d(y) = max{V(y), V_k} - M. Then V(y) - d(y) <= M with equality above
    V_k, |d| <= gamma, and the right side is r_hat + sum_y P_bar(y) max{V(y), V_k} + eps gamma: the
    inner maximum. Where the ball does not bind V_k = V_top, so d = gamma = 0. An unusable pair with
    N > 0 has the dead states' value for V_k.

    An unusable pair with N = 0 (eps < 1) has P_bar = 0: d = gamma = G gives
    r_hat + V_top - (1 - eps) G, below V(x) for large G.
    """
    after, k, eps = V[h + 1], optimum.k[h][x][a], data.eps[h][x][a]
    top = max(after)
    if k is None and data.N[h][x][a] == 0 and eps < 1:
        G = max(ZERO, (data.r_hat[h][x][a] + top - V[h][x]) / (1 - eps))
        return [G] * len(after), G
    if k is None:
        dead = [v for v, alive in zip(after, optimum.V[h + 1], strict=True) if alive is None]
        V_k = dead[0] if dead else ZERO
    else:
        V_k = after[optimum.order[h + 1][k]]
    M = (top + V_k) / 2
    return [max(v, V_k) - M for v in after], (top - V_k) / 2


def _dead_value(data: LP1Data, optimum: Optimum, h: int, V_h: Sequence[Q]) -> Q:
    """Return K for the dead states of layer h + 1 (see `_values`); 0 if there are none."""
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
