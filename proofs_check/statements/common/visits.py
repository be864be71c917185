"""Sums over the visits to the pairs (proof of Lemma 12), and their bounds by layers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache

from proofs_check.arithmetic import Q, Real, sqrt
from proofs_check.sampled_runs.occupancy import pairs
from proofs_check.sampled_runs.run import SampledRun

Visits = tuple[tuple[int, int], ...]  # (N_i, n_i) of one pair, in the epochs with n_i >= 1


def pigeonhole_bound(N: int) -> Real:
    """Return (1 + sqrt 2) sqrt(N) - sqrt 2, and 0 for a pair never visited."""
    return (sqrt(2) + 1) * sqrt(N) - sqrt(2) if N else Real.of(0)


@cache
def visits(run: SampledRun) -> dict[tuple[int, int, int], Visits]:
    """Return (N_i, n_i) of every pair (h, x, a) of a run, in the epochs in which it is visited."""
    return {
        (h, x, a): tuple((e.N[h][x][a], e.n[h][x][a]) for e in run.epochs if e.n[h][x][a])
        for h, x, a in pairs(run.r)
    }


def layer_sum(run: SampledRun, h: int) -> Real:
    """Return the sum over (x_h,a_h) and i of n_i / sqrt(max{1, N_i})."""
    n_at: Counter[int] = Counter()
    for (layer, _, _), found in visits(run).items():
        for N, n in found if layer == h else ():
            n_at[max(1, N)] += n
    return sum((sqrt(Q(1, N)) * n for N, n in sorted(n_at.items())), Real.of(0))


def by_layers(layers: Sequence[int], last: int = 0, width: int = 1) -> Real:
    """Return (4 + 2 sqrt 2) times the sum of (L - s) sqrt(X_s X_{s+1}^width), s <= L - 1 - last."""
    L = len(layers) - 1
    terms = (sqrt(layers[s] * layers[s + 1] ** width) * (L - s) for s in range(L - last))
    return sum(terms, Real.of(0)) * (sqrt(2) * 2 + 4)


def error_layers(layers: Sequence[int]) -> Real:
    """Return (2 + sqrt 2) times the sum of (L - 1 - s) sqrt(X_s X_{s+1}) over the s <= L - 2 with
    X_{s+1} >= 2."""
    L = len(layers) - 1
    wide = (s for s in range(L - 1) if layers[s + 1] >= 2)
    terms = (sqrt(layers[s] * layers[s + 1]) * (L - 1 - s) for s in wide)
    return sum(terms, Real.of(0)) * (sqrt(2) + 2)
