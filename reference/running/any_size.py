"""Algorithm 1 with backward induction (R-5) where there are more triples (x,a,x') than fit into a
table: the counts are kept where they are not 0, and pi_i is planned from them.

`# l. n` is line n of the box, as in `reference.ucrl_lp`, whose letters and epochs these are; a test
compares both, epoch by epoch. N3, P_bar and q_hat of an epoch, tables of triples, are left out.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np

from reference import confidence, readings
from reference.backward_induction import descending
from reference.mdp import Array, Tables
from reference.occupancy import uniform_policy
from reference.running.induction import Induction, first_best, refuse_empty_sets
from reference.support.errors import PreconditionError
from reference.trace.records import too_many_pairs
from reference.ucrl_lp import COMPLETIONS, MEANS, TRIGGERS, Episode, Epoch, Execute, Input

BALLS = ("printed", "union", "union-half")
"""R-37: radii whose sets are L1 balls; the widths of intervals would be a table of triples."""


@dataclass(frozen=True)
class LargeEpoch(Epoch):
    """Epoch without tables of triples; `mass[h]` (X_h,) is q_hat_i(x)."""

    mass: Tables = field(default=(), repr=False)

    @property
    def unoccupied(self) -> int:
        """Return the number of states with q_hat_i(x) = 0, where R-3 decides what is played."""
        return sum(int((mass_h == 0).sum()) for mass_h in self.mass)


class Transitions:
    """N(x,a,x') of one layer where it is not 0: `n` visits of the pair number x A + a that ended in
    `x1`, in the order in which they were first seen."""

    def __init__(self, A: int) -> None:
        self.A = A
        self.place: dict[tuple[int, int], int] = {}
        self.pairs: list[int] = []
        self.next: list[int] = []
        self.visits: list[int] = []

    def add(self, x: int, a: int, x1: int) -> None:
        """Count one more visit."""
        key = x * self.A + a, x1
        k = self.place.setdefault(key, len(self.pairs))
        if k == len(self.pairs):
            self.pairs.append(key[0])
            self.next.append(x1)
            self.visits.append(0)
        self.visits[k] += 1


@dataclass(frozen=True)
class Moved:
    """What the inner maximum makes of the visited rows of one layer: the successor `x1` of `pair`
    holds `p` of its mass, the `best` one of the layer what is left of every pair."""

    pair: Array
    x1: Array
    p: Array
    best: int

    @staticmethod
    def of(seen: Transitions, N: Array, eps: Array, V: Array) -> Moved:
        """Fill the best successor by eps/2 and empty the worst ones: `ball_maximiser`, where P_bar
        is not 0. N and eps are (X_h, A), V is (X_{h+1},)."""
        order = descending(V)
        rank = np.empty(len(V), dtype=np.int64)
        rank[order] = np.arange(len(V))
        pair, x1, n = (np.array(v, dtype=np.int64) for v in (seen.pairs, seen.next, seen.visits))
        place = np.lexsort((rank[x1], pair))  # best successors first
        pair, x1, n = pair[place], x1[place], n[place]
        total = np.cumsum(n)
        first = np.searchsorted(pair, pair)  # where the pair begins
        before = total - n - (total - n)[first]
        room, N_pair = eps.ravel()[pair] / 2, N.ravel()[pair]
        p = np.minimum(1.0, (before + n) / N_pair + room) - np.minimum(1.0, before / N_pair + room)
        return Moved(pair, x1, p, int(order[0]))

    def loss(self, V: Array, shape: tuple[int, ...]) -> Array:
        """V(best) - <p, V>, of every pair; 0 where no visit was: (X_h, A)."""
        short = self.p * (V[self.best] - V[self.x1])
        return _summed(short, self.pair, int(np.prod(shape))).reshape(shape)

    def forward(self, mass: Array, a: Array, A: int, size: int) -> Array:
        """Return the mass of the next layer if a[x] is played: (X_{h+1},)."""
        x = self.pair // A
        chosen = self.pair % A == a[x]
        sent = np.where(chosen, mass[x] * self.p, 0.0)
        after = _summed(sent, self.x1, size)
        kept = mass - _summed(sent, x, len(mass))  # what the best one holds besides
        after[self.best] += np.maximum(0.0, kept).sum()
        return after


def _summed(values: Array, places: Array, size: int) -> Array:
    """Return the sum of the values at each of so many places, in doubles."""
    return np.bincount(places, values, minlength=size).astype(np.float64)


def plan(
    seen: list[Transitions], N: Tables, eps: Tables, r_hat: Tables, layers: tuple[int, ...]
) -> tuple[list[Array], list[Array], float]:
    """Return the first best action of every state, the mass that q_hat_i has there, and LP1's
    optimum. Raises PreconditionError where LP1 has no solution."""
    refuse_empty_sets(N, eps)
    V: Array = np.zeros(1)
    best: list[Array] = []
    moved: list[Moved] = []
    for h in reversed(range(len(N))):
        moved.insert(0, Moved.of(seen[h], N[h], eps[h], V))
        Q = r_hat[h] + (V.max() - moved[0].loss(V, N[h].shape))
        best.insert(0, first_best(Q))
        V = Q.max(axis=1)
    mass = [np.ones(1)]
    for h, (a, moved_h) in enumerate(zip(best, moved, strict=True)):
        mass.append(moved_h.forward(mass[-1], a, N[h].shape[1], layers[h + 1]))
    return best, mass[:-1], float(V[0])


def ucrl_lp_any_size(
    known: Input, execute: Execute, choices: readings.Choices, clock: Induction
) -> Iterator[Epoch | Episode]:
    """Yield what `reference.ucrl_lp.ucrl_lp` yields, of an MDP of any size. Raises
    PreconditionError for a choice that needs a table of triples; Interrupted."""
    layers, A, T, delta = known.checked()  # l. 1
    if choices["radii"] not in BALLS:
        rule = f"of more triples than a table holds, one of {', '.join(BALLS)}"
        raise PreconditionError("reading radii", choices["radii"], rule)
    if rule := too_many_pairs(layers, A):
        raise PreconditionError("layers", list(layers), rule)
    L, X = len(layers) - 1, sum(layers)
    Lam = confidence.log_term(T, X, A, delta, choices["log"])
    trigger, mean = TRIGGERS[choices["trigger"]], MEANS[choices["r_bar"]]
    transition_radius, reward_radius = confidence.RADII[choices["radii"]]
    shapes = [(X_h, A) for X_h in layers[:-1]]
    N, n = _zeros(shapes, int), _zeros(shapes, int)  # l. 3-5
    seen = [Transitions(A) for _ in range(L)]
    r_bar, r_sum = _zeros(shapes, float), _zeros(shapes, float)
    r_hat, b = tuple(np.ones(shape) for shape in shapes), reward_radius(N, Lam)
    eps, pi = transition_radius(N, (), layers, Lam), uniform_policy(layers, A)  # l. 6
    mass: Tables = tuple(np.full(X_h, 1 / X_h) for X_h in layers[:-1])
    i, t_i, value = 1, 1, float(L)
    yield LargeEpoch(i, t_i, N, (), mean(r_bar, r_sum, N), (), eps, b, r_hat, (), pi, value, mass)

    for t in range(1, T + 1):  # l. 7
        x, a, r = execute(pi)  # l. 8-9
        for h, (x_h, a_h, r_h, x1) in enumerate(zip(x, a, r, [*x[1:], 0], strict=True)):
            pair = x_h, a_h
            n[h][pair] += 1  # l. 10
            seen[h].add(x_h, a_h, x1)
            r_bar[h][pair] += (r_h - r_bar[h][pair]) / (N[h][pair] + n[h][pair])  # l. 11
            r_sum[h][pair] += r_h
        doubled = trigger(n, N, x, a)  # l. 12
        ends_epoch = doubled and (t < T or choices["last-trigger"] == "solve")
        yield Episode(t, x, a, r, doubled, ends_epoch, n)
        if ends_epoch:
            i, t_i = i + 1, t + 1  # l. 13
            N = tuple(N_h + n_h for N_h, n_h in zip(N, n, strict=True))  # l. 14
            n = _zeros(shapes, int)
            r_bar_i = mean(r_bar, r_sum, N)  # l. 15
            eps = transition_radius(N, (), layers, Lam)  # l. 16
            b = reward_radius(N, Lam)  # l. 17
            r_hat = confidence.reward_ucb(r_bar_i, b)
            with clock.running():
                best, mass_i, value = plan(seen, N, eps, r_hat, layers)  # l. 18
            pi = _completed(best, mass_i, pi, choices["completion"], A)  # l. 19
            yield LargeEpoch(
                i, t_i, N, (), r_bar_i, (), eps, b, r_hat, (), pi, value, tuple(mass_i)
            )


def _completed(best: list[Array], mass: list[Array], pi: Tables, completion: str, A: int) -> Tables:
    """Return pi_i: the action that was chosen where there is mass, R-3 elsewhere."""
    chosen = tuple(np.eye(A)[a] for a in best)
    if completion == "greedy":
        return chosen
    elsewhere = COMPLETIONS[completion](pi, (), (), pi)
    pairs = zip(mass, chosen, elsewhere, strict=True)
    return tuple(np.where(mass_h[:, None] > 0, pi_h, other) for mass_h, pi_h, other in pairs)


def _zeros(shapes: list[tuple[int, int]], kind: type) -> Tables:
    return tuple(np.zeros(shape, dtype=kind) for shape in shapes)
