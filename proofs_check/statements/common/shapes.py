"""Small MDPs and measures that belong to no run: layers, transitions, tables for eq. (4)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise, product

from proofs_check.arithmetic import ZERO, Q
from proofs_check.ledger.evidence import Tally
from proofs_check.letters.nested import RowTable
from proofs_check.letters.occupancy import pairs

Flat = dict[tuple[int, int, int], Q]  # q over X x A x X, states numbered through the layers


SMALLEST = r"is more mass at $q(x_L,\cdot,\cdot)$ outside the set? $X\leq4$, $A\leq2$"


def printed_violation(q: Flat, layers: tuple[int, ...], A: int) -> str | None:
    """Return the first constraint of eq. (4), literally as printed, that q violates, or None."""
    L, start = len(layers) - 1, [sum(layers[:h]) for h in range(len(layers) + 1)]
    X = [range(start[h], start[h + 1]) for h in range(L + 1)]
    actions = range(A)
    for key, v in q.items():
        if v < 0:
            return f"q{key} >= 0"
    for h in range(L):
        of_layer = product(X[h], actions, X[h + 1])
        if sum((q.get(key, ZERO) for key in of_layer), ZERO) != 1:
            return f"sum of layer {h} = 1"
    for h in range(1, L):
        for x in X[h]:
            into = sum((q.get((y, a, x), ZERO) for y in X[h - 1] for a in actions), ZERO)
            out = sum((q.get((x, a, y), ZERO) for a in actions for y in X[h + 1]), ZERO)
            if into != out:
                return f"flow at state {x}"
    h_of = [h for h in range(L + 1) for _ in X[h]]
    for (x, a, y), v in q.items():
        if v and h_of[x] < L and h_of[y] != h_of[x] + 1:  # printed for h in [L-1] only
            return f"q{(x, a, y)} = 0"
    return None


def refused_at_x_L(note: str = SMALLEST, value: int = 10**6) -> Tally:
    """Count whether `value` more at a q(x_L,a,y), which no constraint of eq. (4) mentions, leads
    out of the set."""
    tally = Tally("enumerated", note)
    for layers, A in shapes(most_states=4, most_actions=2):
        q = flat(uniform_measure(layers, A), layers)
        tally.holds(printed_violation(q, layers, A) is None, layers=list(layers), A=A)
        x_L = sum(layers) - 1
        for a, y in product(range(A), range(x_L + 1)):
            inside = printed_violation(q | {(x_L, a, y): Q(value)}, layers, A) is None
            where = {"layers": list(layers), "A": A, "entry": ["x_L", a, y], "value": value}
            tally.holds(not inside, **where)
    return tally


def shapes(most_states: int, most_actions: int) -> Iterator[tuple[tuple[int, ...], int]]:
    """Yield (layers, A), smallest X first, then A, then L."""
    for X in range(2, most_states + 1):
        for A in range(1, most_actions + 1):
            for L in range(1, X):
                for inner in product(range(1, X), repeat=L - 1):
                    if sum(inner) == X - 2:
                        yield (1, *inner, 1), A


def uniform_transition(layers: tuple[int, ...], A: int) -> RowTable:
    """Return P(x'|x,a) = 1/X_{h+1}."""
    return [[[[Q(1, n)] * n] * A] * X_h for X_h, n in pairwise(layers)]


def flat(q: RowTable, layers: tuple[int, ...]) -> Flat:
    """Return the non-zero entries of q over X x A x X."""
    start = [sum(layers[:h]) for h in range(len(layers))]
    return {
        (start[h] + x, a, start[h + 1] + x1): v
        for h, x, a in pairs(q)
        for x1, v in enumerate(q[h][x][a])
        if v
    }


def uniform_measure(layers: tuple[int, ...], A: int) -> RowTable:
    """Return q_hat_1 of line 5 as nested lists."""
    return [[[[Q(1, X_h * A * n)] * n] * A] * X_h for X_h, n in pairwise(layers)]
