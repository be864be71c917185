"""Paths of Algorithm 1 (repaired trigger) with many updates, for the statements about XA log T."""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator
from itertools import islice, product, takewhile

from proofs_check.arithmetic import Real
from proofs_check.ledger.evidence import Tally
from proofs_check.letters.expressions import log2 as log2
from proofs_check.statements.common.guest_runs import family_runs

LayerSizes = tuple[int, ...]
State = tuple[tuple[int, ...], tuple[int, ...]]  # (N_i, n_i) of all pairs


def cheapest(K: int) -> Iterator[tuple[int, int, int]]:
    """Yield (T, pair, visits) for one trigger after the other of a layer with K pairs, each with
    the fewest further visits.

    These are max{1, N} visits in a row to the pair with the smallest N. No path makes more triggers
    in T visits."""
    heap = [(1, 0, k) for k in range(K)]
    T = 0
    while True:
        cost, N, k = heapq.heappop(heap)
        T += cost
        yield T, k, cost
        heapq.heappush(heap, (N + cost, N + cost, k))


def updates_bound(layers: LayerSizes, A: int, T: int) -> int:
    """Return a bound on the updates of every path in T episodes: a pair triggers at most
    1 + floor(log2 N) times, and a layer with K_h = 1 never triggers alone if there are others."""
    wide = [X_h * A for X_h in layers[:-1] if X_h * A >= 2]
    triggers = (takewhile(lambda at: at[0] <= T, cheapest(K)) for K in wide or [1])
    return min(T, sum(1 for of_layer in triggers for _ in of_layer))


def epochs_along(path: Iterable[Hashable]) -> Iterator[Counter[Hashable]]:
    """Yield N_i(x) at the start of every epoch of Algorithm 1, A = 1. `path`: the states visited in
    layer 1, in turn; each of them has a single way on."""
    N, n = Counter[Hashable](), Counter[Hashable]()
    yield N
    for x in path:
        n[x] += 1
        if n[x] >= max(1, N[x]) or n.total() >= max(1, N.total()):
            N, n = N + n, Counter()
            yield N


def updates_of_path(m: int, T: int) -> int:
    """Return the updates in T episodes of the path of `cheapest` on layers 1-m-1, A = 1."""
    path = (k for _, k, visits in cheapest(m) for _ in range(visits))
    return sum(1 for _ in epochs_along(islice(path, T))) - 1


def most_updates(layers: LayerSizes, A: int, T: int) -> list[int]:
    """Return the most updates of any path in 1, ..., T episodes, by exhaustion over (N_i, n_i)."""
    inner = [(h, x, a) for h, X_h in enumerate(layers[:-1]) for x in range(X_h) for a in range(A)]
    visits = [{inner.index(p) for p in path} for path in trajectories_of(layers, A)]
    zero = (0,) * len(inner)
    level: dict[State, int] = {(zero, zero): 0}
    most = []
    for _ in range(T):
        after: dict[State, int] = {}
        for (N, n), made in level.items():
            for visited in visits:
                n_i = tuple(v + (k in visited) for k, v in enumerate(n))
                new: State = N, n_i
                triggered = any(n_i[k] >= max(1, N[k]) for k in visited)
                if triggered:
                    new = tuple(u + v for u, v in zip(N, n_i, strict=True)), zero
                after[new] = max(after.get(new, 0), made + triggered)
        level = after
        most.append(max(level.values()))
    return most


def epochs_at_most(note: str, share: Callable[[int], Real] = log2) -> Tally:
    """Compare the epochs after the first with XA share(T), on runs of the family with T >= 2. A
    bound of T or more is trivial."""
    tally = Tally("exact on runs", note)
    for run in family_runs(tally):
        if run.T >= 2:
            most = share(run.T) * (run.X * run.A)
            tally.bounded(len(run.epochs) - 1, most, run.T, run=run.name)
    return tally


Pair = tuple[int, int, int]  # h, x, a
Trajectory = tuple[Pair, ...]  # the L pairs that an episode visits


def trajectories_of(layers: tuple[int, ...], A: int) -> list[Trajectory]:
    """Return every sequence of pairs that an episode can visit."""
    of_layer = [[(h, x, a) for x in range(X_h) for a in range(A)] for h, X_h in enumerate(layers)]
    return list(product(*of_layer[:-1]))
