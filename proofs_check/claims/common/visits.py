"""Sums over the visits of pairs (App. B): pigeonhole, Jensen, Cauchy-Schwarz."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache

from proofs_check.arithmetic import Q, Real, sqrt
from proofs_check.claims.common.bounds import roots
from proofs_check.sampled_runs.occupancy import pairs
from proofs_check.sampled_runs.run import SampledRun

Visits = tuple[tuple[int, int], ...]  # (N_i, n_i) of one pair, in the epochs with n_i >= 1


def pigeonhole_bound(N: int) -> Real:
    """(1 + sqrt 2) sqrt(N) - sqrt 2; 0 for a pair never visited."""
    return (sqrt(2) + 1) * sqrt(N) - sqrt(2) if N else Real.of(0)


@cache
def visits(run: SampledRun) -> dict[tuple[int, int, int], Visits]:
    """(N_i, n_i) of every pair (h, x, a) of a run, in the epochs in which it is visited."""
    found: dict[tuple[int, int, int], list[tuple[int, int]]] = {}
    for key in pairs(run.epochs[0].N):
        found[key] = []
    for e in run.epochs:
        for h, x, a in found:
            n = e.n[h][x][a]
            if n:
                found[h, x, a].append((e.N[h][x][a], n))
    return {key: tuple(v) for key, v in found.items()}


def layer_sum(run: SampledRun, h: int) -> Real:
    """sum over (x_h,a_h) and i of n_i / sqrt(max{1, N_i})."""
    n_at: Counter[int] = Counter()
    for (layer, _, _), found in visits(run).items():
        if layer == h:
            for N, n in found:
                n_at[max(1, N)] += n
    total = Real.of(0)
    for N, n in sorted(n_at.items()):
        total = total + sqrt(Q(1, N)) * n
    return total


def by_layers(layers: Sequence[int], last: int = 0) -> Real:
    """(4 + 2 sqrt 2) sum_s (L - s) sqrt(X_s X_{s+1}), s <= L - 1 - last."""
    L, total = len(layers) - 1, Real.of(0)
    for s in range(L - last):
        total = total + roots((layers[s], layers[s + 1])) * (L - s)
    return total * (sqrt(2) * 2 + 4)
