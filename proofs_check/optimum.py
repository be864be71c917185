"""LP1 with rational radii, solved exactly by backward induction (Sec. IV-B, Lemma 1, x_L-fix).

V[h][x] is the optimistic value of state x of layer h; the other letters are in lp1_data.py.

Why backward induction is LP1. A pair with mass m = q(x,a) > 0 satisfies the four constraint
families iff p = q(x,a,.)/m is a distribution with ||p - P_bar||_1 <= eps (the smallest deviation
variables are |q - P_bar m|). The sets of different pairs are independent, so
    V(x) = max_a r_hat(x,a) + max { <p, V> : p in the simplex, ||p - P_bar(.|x,a)||_1 <= eps(x,a) }.
With N(x,a) > 0 the inner maximum moves mass min{eps/2, 1 - P_bar(best)} from the worst successors
to the best one. With N(x,a) = 0 the printed row P_bar (eq. (10)) is all zeros, ||p - 0||_1 = 1, and
every p is allowed if eps >= 1 and none if eps < 1. Such a pair is *unusable*: q(x,a) = 0. A state
without usable action is *dead*, and a pair that cannot move all its mass off the dead states
(P_bar(dead) > eps/2) is unusable too. A dead x_0 means that LP1 is infeasible. With the natural
logarithm eps >= 1 always holds at N = 0; with log10 it need not.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from operator import itemgetter, mul

from proofs_check.exact import ONE, ZERO, Decision, Q, lcm
from proofs_check.lp1_data import LP1Data, Policy, check_shape
from reference.errors import PreconditionError

__all__ = [
    "Dual", "LP1Data", "Optimum", "argmax_sets", "best_transition", "dual", "policy_value",
    "primal", "solve",
]  # fmt: skip

Values = tuple[tuple[Q | None, ...], ...]  # [h][x], h = 0..L; None at a dead state
Scaled = tuple[int, int]  # (num, den): the value num/(den D), D common to a layer


@dataclass(frozen=True, eq=False)
class Optimum:
    """The exact optimum of LP1, or of LP1 restricted to one policy.

    `value` is V(x_0), None if infeasible; V[h][x] is None at a dead state. argmax[h][x] are all
    optimal actions (the support of the policy, if one was given; none at a dead state). order[h]
    are the states of layer h that are not dead, worst first. k[h][x][a] is the index, in
    order[h + 1], of the last successor that the inner maximum empties wholly or partly, of the
    next one if it stops exactly between two, and so of the best one where the ball does not bind;
    None if the pair is unusable.
    """

    value: Q | None
    V: Values
    argmax: tuple[tuple[tuple[int, ...], ...], ...]
    order: tuple[tuple[int, ...], ...]
    k: tuple[tuple[tuple[int | None, ...], ...], ...]
    scaled: tuple[tuple[tuple[Scaled | None, ...], ...], ...]  # values of the pairs
    D: tuple[int, ...]  # D[h]: common denominator of V[h]

    def pair_value(self, h: int, x: int, a: int) -> Q | None:
        """r_hat(x,a) plus the inner maximum at V[h + 1]; None if the pair is unusable."""
        found = self.scaled[h][x][a]
        return None if found is None else Q(found[0], found[1] * self.D[h + 1])


class _Layer:
    """The values of one layer over a common denominator, sorted once for all pairs before it."""

    def __init__(self, V: Sequence[Q | None]) -> None:
        alive = [(v, y) for y, v in enumerate(V) if v is not None]
        self.D = lcm(*(v.denominator for v, _ in alive)) if alive else 1
        scaled = sorted((v.numerator * (self.D // v.denominator), y) for v, y in alive)
        self.W = [w for w, _ in scaled]  # ascending: V = W / D
        self.order = tuple(y for _, y in scaled)
        self.dead = [y for y, v in enumerate(V) if v is None]
        index = self.order if len(alive) > 1 else (slice(y, y + 1) for y in self.order)
        self.in_order = itemgetter(*index) if alive else None  # a tuple even for one successor

    def pair_value(self, N: int, N3: Sequence[int], eps: Q, r_hat: Q) -> tuple[Scaled, int] | None:
        """r_hat + max <p, V> over the ball around P_bar = N3/N, and k; None if unusable.

        The value is num/(den D), not in lowest terms: a pair costs no gcd of large integers.
        """
        W, top = self.W, len(self.W) - 1
        if self.in_order is None:
            return None
        if N == 0:
            return (self._certain(top, r_hat), top) if eps >= 1 else None
        # In counts: moving c of the N visits to the top is allowed iff c <= eps N / 2.
        e, e_den = eps.numerator, eps.denominator
        budget = e * N // (2 * e_den)
        dead = sum(N3[y] for y in self.dead) if self.dead else 0
        if dead > budget:
            return None
        row: Sequence[int] = self.in_order(N3)
        emptied = list(accumulate(row, initial=dead))  # emptied[j]: the dead and the j worst
        k = bisect_right(emptied, budget) - 1  # the k worst fit into the budget
        if k >= top:
            return self._certain(top, r_hat), top
        # sum_y P_bar(y) max(V(y), V_k) + eps/2 (V_top - V_k): the first term empties all below
        # V_k up to V_k, the second moves eps/2 from there to the top.
        kept = emptied[k + 1] * W[k] + sum(map(mul, row[k + 1 :], W[k + 1 :]))
        r, r_den = r_hat.numerator, r_hat.denominator
        den = lcm(e_den, r_den)
        num = den * (2 * kept) + e * (den // e_den) * N * (W[top] - W[k])
        num += r * (den // r_den) * (2 * N) * self.D
        return (num, 2 * N * den), k

    def _certain(self, top: int, r_hat: Q) -> Scaled:
        """r_hat + V_top, for a ball that holds the best successor's certain transition."""
        den = r_hat.denominator
        return r_hat.numerator * self.D + den * self.W[top], den


def solve(data: LP1Data) -> Optimum:
    """LP1's exact optimum, optimistic values and all optimal actions, for rational radii."""
    return _induct(data, None)


def policy_value(data: LP1Data, pi: Policy) -> Optimum:
    """The exact optimistic value of `pi`: max of V(pi) over the transition functions in P_i.

    Rows of pi must be distributions, exactly. A state where pi uses an unusable pair is dead.
    """
    check_shape("pi", pi, data.layers, data.A)
    for h, layer in enumerate(pi):
        for x, row in enumerate(layer):
            if min(row) < 0 or sum(row, ZERO) != 1:
                raise PreconditionError(f"pi[{h}][{x}]", row, "must be a distribution, exactly")
    return _induct(data, pi)


def _induct(data: LP1Data, pi: Policy | None) -> Optimum:
    L = data.L
    V: list[tuple[Q | None, ...]] = [()] * L + [(ZERO,) * data.layers[L]]
    layers = [_Layer(V[L])] * (L + 1)
    argmax: list[tuple[tuple[int, ...], ...]] = [()] * L
    k: list[tuple[tuple[int | None, ...], ...]] = [()] * L
    scaled: list[tuple[tuple[Scaled | None, ...], ...]] = [()] * L
    for h in reversed(range(L)):
        after = layers[h + 1]
        pairs = [
            [after.pair_value(*pair) for pair in zip(*of_state, strict=True)]
            for of_state in zip(data.N[h], data.N3[h], data.eps[h], data.r_hat[h], strict=True)
        ]
        scaled[h] = tuple(tuple(p and p[0] for p in of_state) for of_state in pairs)
        k[h] = tuple(tuple(p and p[1] for p in of_state) for of_state in pairs)
        if pi is None:
            best = [_best(of_state, after.D) for of_state in scaled[h]]
        else:
            best = [_mean(pi[h][x], scaled[h][x], after.D) for x in range(data.layers[h])]
        V[h] = tuple(v for v, _ in best)
        argmax[h] = tuple(actions for _, actions in best)
        layers[h] = _Layer(V[h])
    return Optimum(
        V[0][0],
        tuple(V),
        tuple(argmax),
        tuple(layer.order for layer in layers),
        tuple(k),
        tuple(scaled),
        tuple(layer.D for layer in layers),
    )


def _best(values: Sequence[Scaled | None], D: int) -> tuple[Q | None, tuple[int, ...]]:
    """The largest value and every action that attains it; (None, ()) if no action is usable."""
    best: Scaled | None = None
    actions: list[int] = []
    for a, value in enumerate(values):
        if value is not None:
            # den > 0: compare num/den by cross multiplication
            above = 1 if best is None else value[0] * best[1] - best[0] * value[1]
            if above > 0:
                best, actions = value, [a]
            elif above == 0:
                actions.append(a)
    return (None if best is None else Q(best[0], best[1] * D)), tuple(actions)


def _mean(
    pi: Sequence[Q], values: Sequence[Scaled | None], D: int
) -> tuple[Q | None, tuple[int, ...]]:
    """sum_a pi(a|x) value(x,a) and the support of pi(.|x); None if it is partly unusable."""
    support = tuple(a for a, p in enumerate(pi) if p > 0)
    total = ZERO
    for a in support:
        value = values[a]
        if value is None:
            return None, support
        total += pi[a] * Q(value[0], value[1] * D)
    return total, support


# ----------------------------------------------------------------------------- enclosed radii


def argmax_sets(lo: Optimum, hi: Optimum) -> list[list[list[Decision]]]:
    """Is action a optimal in (h, x) at the true radii? [h][x][a], from two enclosing optima.

    `lo` is the optimum for radii and r_hat rounded down, `hi` for both rounded up. TRUE and FALSE
    are certain; UNDECIDED where the enclosures of two pairs overlap without being one number.
    """
    sets = []
    for h in range(len(lo.scaled)):
        d_lo, d_hi = lo.D[h + 1], hi.D[h + 1]
        layer = []
        for at_lo, at_hi in zip(lo.scaled[h], hi.scaled[h], strict=True):
            found = []
            for a, top in enumerate(at_hi):
                below, above = False, top is not None
                for b, low in enumerate(at_lo):
                    if b != a:
                        below |= _exceeds(low, d_lo, top, d_hi)  # low(b) > high(a)
                        above &= not _exceeds(at_hi[b], d_hi, at_lo[a], d_lo)
                found.append(Decision.of(above, below or top is None))
            layer.append(found)
        sets.append(layer)
    return sets


def _exceeds(u: Scaled | None, d_u: int, v: Scaled | None, d_v: int) -> bool:
    """u > v, an unusable pair being below everything."""
    if u is None or v is None:
        return u is not None
    return u[0] * v[1] * d_v > v[0] * u[1] * d_u


# ----------------------------------------------------------------------------- certificates


def best_transition(data: LP1Data, optimum: Optimum, h: int, x: int, a: int) -> list[Q]:
    """The p that attains the inner maximum of a usable pair (see the head of this module)."""
    order, k = optimum.order[h + 1], optimum.k[h][x][a]
    if k is None:
        raise PreconditionError(f"pair ({h}, {x}, {a})", "unusable", "must be usable")
    N, row = data.N[h][x][a], data.N3[h][x][a]
    p = [ZERO] * len(row)
    if k == len(order) - 1:
        p[order[k]] = ONE
        return p
    for y in order[k:]:
        p[y] = Q(row[y], N)
    moved = data.eps[h][x][a] / 2
    emptied = sum(row) - sum(row[y] for y in order[k:])
    p[order[k]] -= moved - Q(emptied, N)
    p[order[-1]] += moved
    return p


def primal(data: LP1Data, optimum: Optimum) -> list[list[list[list[Q]]]]:
    """An optimal q[h][x][a][x1]: the first optimal action everywhere, and best_transition."""
    if optimum.value is None:
        raise PreconditionError("LP1", "infeasible", "must be feasible")
    mass = [ONE]
    q = []
    for h in range(data.L):
        n = data.layers[h + 1]
        after = [ZERO] * n
        layer = [[[ZERO] * n for _ in range(data.A)] for _ in range(data.layers[h])]
        for x, m in enumerate(mass):
            if m > 0:
                a = optimum.argmax[h][x][0]
                p = best_transition(data, optimum, h, x, a)
                layer[x][a] = [m * v for v in p]
                after = [u + v for u, v in zip(after, layer[x][a], strict=True)]
        q.append(layer)
        mass = after
    return q


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

    The column of q(x,a,x1) asks, with flow multipliers -V and normalisation V(x_0) for h = 0,
        V(x) >= r_hat(x,a) + V(x1) - d(x1) + <P_bar, d> + eps gamma     for every x1,
    and the column of a deviation variable asks |d(x1)| <= gamma. Put V_top for the best and V_k
    for the last emptied successor (Optimum.k), M = (V_top + V_k)/2, gamma = (V_top - V_k)/2 and
    d(y) = max{V(y), V_k} - M. Then V(y) - d(y) <= M with equality above V_k, |d| <= gamma, and the
    right side is r_hat + sum_y P_bar(y) max{V(y), V_k} + eps gamma: the inner maximum. Where the
    ball does not bind V_k = V_top, so d = gamma = 0.

    An unusable pair with N = 0 (eps < 1) has P_bar = 0: d = gamma = G gives
    r_hat + V_top - (1 - eps) G, below V(x) for large G. Dead states get a common value -K in each
    layer, chosen from h = 0 on and low enough for the unusable pairs with N > 0, whose right side,
    with V_k = -K, falls by P_bar(dead) - eps/2 > 0 for each unit of K. If LP1 is infeasible V(x_0)
    itself is set below every sum of L rewards, which no feasible q could respect.
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
