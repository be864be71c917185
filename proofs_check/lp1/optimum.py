"""LP1 with rational radii, solved exactly by backward induction (Sec. IV-B, Lemma 1, x_L-fix).

V[h][x] is the optimistic value of state x of layer h; the other letters are in data.py.

Why backward induction is LP1. A pair with mass m = q(x,a) > 0 satisfies the four constraint
families iff p = q(x,a,.)/m is a distribution with ||p - P_bar||_1 <= eps (the smallest deviation
variables are |q - P_bar m|). The sets of different pairs are independent, so
    V(x) = max_a r_hat(x,a) + max { <p, V> : p in the simplex, ||p - P_bar(.|x,a)||_1 <= eps(x,a) }.
With N(x,a) > 0 the inner maximum moves mass min{eps/2, 1 - P_bar(best)} from the worst successors
to the best one. With N(x,a) = 0 the printed row P_bar (eq. (10)) is all zeros, ||p - 0||_1 = 1, and
every p is allowed if eps >= 1 and none if eps < 1. Such a pair is *unusable*: q(x,a) = 0. A state
without usable action is *dead*, and a pair that cannot move all its mass off the dead states
(P_bar(dead) > eps/2) is unusable too. A dead x_0 means that LP1 is infeasible. With the natural
logarithm eps >= 1 always holds at N = 0; with log10 it need not (R-10).

With intervals in place of the ball (LP1Data.width) p starts at the least that each successor must
hold, and what is left fills them up to the most that they may, from the best one on. A pair is
unusable if the most that the successors that are not dead may hold is less than 1, or if a dead one
must hold something.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate
from operator import itemgetter, mul
from typing import Any, TypeVar

from proofs_check.arithmetic import ONE, ZERO, Q, lcm, rounded
from proofs_check.lp1.data import LP1Data, PerPair, in_balls, table_of_pairs
from reference.support.errors import PreconditionError

T = TypeVar("T")
PairTable = tuple[tuple[tuple[T, ...], ...], ...]  # [h][x][a]


@dataclass(frozen=True, eq=False)
class Optimum:
    """Exact optimum of LP1, or of LP1 restricted to one policy.

    `value` is V(x_0), None if infeasible; V[h][x] is None at a dead state. argmax[h][x] are all
    optimal actions (the support of the policy, if one was given; none at a dead state). order[h]
    are the states of layer h that are not dead, worst first. k[h][x][a] is the index, in
    order[h + 1], of the last successor that the inner maximum empties wholly or partly, of the
    next one if it stops exactly between two, and so of the best one where the ball does not bind;
    with intervals, of the last one that is filled. It is None if the pair is unusable.
    pairs[h][x][a] is r_hat(x,a) plus the inner maximum at V[h + 1], None if the pair is unusable.
    """

    value: Q | None
    V: tuple[tuple[Q | None, ...], ...]
    argmax: PairTable[int]  # [h][x]: a tuple of actions
    order: tuple[tuple[int, ...], ...]
    k: PairTable[int | None]
    pairs: PairTable[Q | None]


class _Layer:
    """Values of one layer over a common denominator, sorted once for all pairs before it."""

    def __init__(self, V: Sequence[Q | None]) -> None:
        alive = [(v, y) for y, v in enumerate(V) if v is not None]
        self.D = lcm(*(v.denominator for v, _ in alive))
        scaled = sorted((v.numerator * (self.D // v.denominator), y) for v, y in alive)
        self.W = [w for w, _ in scaled]  # ascending: V = W / D
        self.best = max((v for v, _ in alive), default=ZERO)
        self.order = tuple(y for _, y in scaled)
        self.dead = [y for y, v in enumerate(V) if v is None]
        self.in_order = itemgetter(*self.order) if len(alive) > 1 else None

    def pair_value(self, N: int, N3: Sequence[int], eps: Q, r_hat: Q) -> tuple[Q, int] | None:
        """r_hat + max <p, V> over the ball around P_bar = N3/N, and k; None if unusable."""
        W, top = self.W, len(self.W) - 1
        if not W:
            return None
        if N == 0:
            return (r_hat + self.best, top) if eps >= 1 else None
        # In counts: moving c of the N visits to the top is allowed iff c <= eps N / 2.
        e, e_den = eps.numerator, eps.denominator
        budget = e * N // (2 * e_den)
        dead = sum(N3[y] for y in self.dead) if self.dead else 0
        if dead > budget:
            return None
        if self.in_order is None:  # all states that are not dead are the top
            return r_hat + self.best, top
        row: Sequence[int] = self.in_order(N3)
        emptied = list(accumulate(row, initial=dead))  # emptied[j]: the dead and the j worst
        k = bisect_right(emptied, budget) - 1  # the k worst fit into the budget
        if k >= top:
            return r_hat + self.best, top
        # sum_y P_bar(y) max(V(y), V_k) + eps/2 (V_top - V_k): the first term empties all below
        # V_k up to V_k, the second moves eps/2 from there to the top.
        kept = emptied[k + 1] * W[k] + sum(map(mul, row[k + 1 :], W[k + 1 :]))
        num = 2 * e_den * kept + e * N * (W[top] - W[k])
        return r_hat + Q(num, 2 * e_den * N * self.D), k

    def interval_value(
        self, N: int, N3: Sequence[int], width: Sequence[Q], r_hat: Q
    ) -> tuple[Q, int] | None:
        """r_hat + max <p, V> over |p - P_bar| <= width, and k; None if unusable."""
        P_bar = [Q(n, max(1, N)) for n in N3]
        least = [max(ZERO, p - w) for p, w in zip(P_bar, width, strict=True)]
        most = [min(ONE, p + w) for p, w in zip(P_bar, width, strict=True)]
        left = ONE - sum((least[y] for y in self.order), ZERO)
        room = [most[y] - least[y] for y in self.order]
        if any(least[y] for y in self.dead) or sum(room, ZERO) < left:
            return None
        total = sum((least[y] * w for y, w in zip(self.order, self.W, strict=True)), ZERO)
        k = len(self.W) - 1
        for k in range(len(self.W) - 1, -1, -1):
            filled = min(room[k], left)
            total, left = total + filled * self.W[k], left - filled
            if not left:
                break
        return r_hat + total / self.D, k


def solve(data: LP1Data, rounding: int = 0) -> Optimum:
    """Return LP1's exact optimum, optimistic values and all optimal actions, for rational radii.

    With `rounding` -1 or 1 every value is rounded down or up to a multiple of 1/GRID before it is
    used: a bound on that side, in numbers that stay short.

    >>> N = [[[2, 1]], [[1, 1], [1, 0]]]
    >>> N3 = [[[[1, 1], [1, 0]]], [[[1], [1]], [[1], [0]]]]
    >>> half = [[[Q(1, 2)] * 2], [[Q(1, 2)] * 2] * 2]
    >>> eps, r_hat = [half[0], [[Q(1)] * 2] * 2], [half[0], [[Q(1, 4), Q(1, 3)], [Q(1), Q(0)]]]
    >>> found = solve(LP1Data((1, 2, 1), 2, N, N3, eps, r_hat))
    >>> print(found.value, found.argmax)
    4/3 (((0,),), ((1,), (0,)))
    """
    return _induct(data, None, rounding)


def policy_value(data: LP1Data, pi: PerPair[Q], rounding: int = 0) -> Optimum:
    """Return the exact optimistic value of `pi`: max of V(pi) over the transition functions in P_i.

    Rows of pi must be distributions, exactly. A state where pi uses an unusable pair is dead.
    `rounding` as in `solve`. Raises PreconditionError.
    """
    table_of_pairs("pi", pi, data.layers, data.A, _distribution)
    return _induct(data, pi, rounding)


def _distribution(row: Sequence[Q], where: str) -> None:
    if min(row) < 0 or sum(row, ZERO) != 1:
        raise PreconditionError(where, row, "must be a distribution, exactly")


def _induct(data: LP1Data, pi: PerPair[Q] | None, rounding: int) -> Optimum:
    V: list[tuple[Q | None, ...]] = [(ZERO,) * data.layers[data.L]]
    layers = [_Layer(V[0])]
    argmax: list[tuple[tuple[int, ...], ...]] = []
    k: list[tuple[tuple[int | None, ...], ...]] = []
    pairs: list[tuple[tuple[Q | None, ...], ...]] = []
    for h in reversed(range(data.L)):
        sets: Sequence[Sequence[Any]] = data.eps[h] if data.width is None else data.width[h]
        value: Callable[..., tuple[Q, int] | None] = (
            layers[0].pair_value if data.width is None else layers[0].interval_value
        )
        pair_values = [
            [value(*pair) for pair in zip(*of_state, strict=True)]
            for of_state in zip(data.N[h], data.N3[h], sets, data.r_hat[h], strict=True)
        ]
        pairs.insert(0, tuple(tuple(p and p[0] for p in of_state) for of_state in pair_values))
        k.insert(0, tuple(tuple(p and p[1] for p in of_state) for of_state in pair_values))
        best = [
            _best(values) if pi is None else _mean(pi[h][x], values)
            for x, values in enumerate(pairs[0])
        ]
        exact = (v for v, _ in best)
        V.insert(0, tuple(rounded(v, rounding) if rounding and v is not None else v for v in exact))
        argmax.insert(0, tuple(actions for _, actions in best))
        layers.insert(0, _Layer(V[0]))
    order = tuple(layer.order for layer in layers)
    return Optimum(V[0][0], tuple(V), tuple(argmax), order, tuple(k), tuple(pairs))


def _best(values: Sequence[Q | None]) -> tuple[Q | None, tuple[int, ...]]:
    """Return the largest value and every action that attains it; (None, ()) if no action is
    usable."""
    best = max((v for v in values if v is not None), default=None)
    return best, tuple(a for a, v in enumerate(values) if v is not None and v == best)


def _mean(pi: Sequence[Q], values: Sequence[Q | None]) -> tuple[Q | None, tuple[int, ...]]:
    """sum_a pi(a|x) value(x,a) and the support of pi(.|x); None if it is partly unusable."""
    support = tuple(a for a, p in enumerate(pi) if p > 0)
    played = [None if (v := values[a]) is None else pi[a] * v for a in support]
    usable = [v for v in played if v is not None]
    return (None if len(usable) < len(support) else sum(usable, ZERO)), support


# ----------------------------------------------------------------------------- optimal points


def best_transition(data: LP1Data, optimum: Optimum, h: int, x: int, a: int) -> list[Q]:
    """Return the p that attains the inner maximum of a usable pair (see the head of this module).
    Raises PreconditionError for an unusable one."""
    order, k = optimum.order[h + 1], optimum.k[h][x][a]
    in_balls(data, "an optimal transition")
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
    p[order[k]] -= moved + sum(p, ZERO) - 1  # what the states emptied wholly do not yield
    p[order[-1]] += moved
    return p


Play = Iterable[tuple[int, Q, Sequence[Q]]]  # at one state: a, pi(a|x), P(.|x,a)


def occupancy(data: LP1Data, play: Callable[[int, int], Play]) -> list[list[list[list[Q]]]]:
    """q[h][x][a][x1] = q(x) pi(a|x) P(x1|x,a) of what `play(h, x)` says for the states reached."""
    mass, q = [ONE], []
    for h in range(data.L):
        n = data.layers[h + 1]
        layer = [[[ZERO] * n for _ in range(data.A)] for _ in mass]
        for x, m in enumerate(mass):
            for a, weight, p in play(h, x) if m else ():
                layer[x][a] = [m * weight * v for v in p]
        q.append(layer)
        mass = [sum((row[y] for rows in layer for row in rows), ZERO) for y in range(n)]
    return q


def primal(data: LP1Data, optimum: Optimum) -> list[list[list[list[Q]]]]:
    """Return an optimal q[h][x][a][x1]: the first optimal action everywhere, and best_transition.
    Raises PreconditionError if LP1 is infeasible."""
    if optimum.value is None:
        raise PreconditionError("LP1", "infeasible", "must be feasible")

    def first_best(h: int, x: int) -> Play:
        a = optimum.argmax[h][x][0]
        yield a, ONE, best_transition(data, optimum, h, x, a)

    return occupancy(data, first_best)
