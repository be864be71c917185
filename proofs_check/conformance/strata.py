"""Bets on play within strata: first visits, first episodes of an epoch, episode 1, layers, pairs.

A bettor tilts what is known. Let y have probabilities p(y), and g(y) in [0, 1] be any score that is
fixed before y is drawn. Then
    e^{s g(y)} / sum_z p(z) e^{s g(z)}
has mean 1, for every s. Scores are mid-ranks, in the order of the indices and in that of the
probabilities: who always takes the likeliest successor, or the least probable action, scores high
or low. Where p is known up to a tolerance, the sum is taken from above, and the mean is at most 1.

A reward R in [0, 1] of mean r has, by convexity of the exponential,
    E e^{s R} <= 1 - r + r e^s, so that e^{s R} / (1 - r + r e^s) has mean at most 1.

Bettors with different s and different scores are averaged over whole products, so that every
product is a supermartingale of its own and may be looked at after any episode.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

TILTS = np.array([-4.0, -1.0, -0.25, 0.25, 1.0, 4.0])
SCORES = 2  # by index, by probability
CHUNK = 1 << 16  # entries of tables that are tilted at once

Doubles = NDArray[np.float64]
Ints = NDArray[np.int64]


def mid_ranks(p: Doubles) -> Doubles:
    """Return the scores of every outcome of rows (n, m): (2, n, m), by index and by probability."""
    by_index = np.cumsum(p, axis=1) - p / 2
    order = np.argsort(p, axis=1, kind="stable")
    in_order = np.take_along_axis(p, order, axis=1)
    ranks = np.empty_like(p)
    np.put_along_axis(ranks, order, np.cumsum(in_order, axis=1) - in_order / 2, axis=1)
    return np.clip(np.stack([by_index, ranks]), 0.0, 1.0)


def tilted(p: Doubles, tolerance: float = 0.0) -> Doubles:
    """Return the logarithms of the factors of every outcome of rows p (n, m): (n, m, 12).
    `tolerance`: how far each probability may be from p."""
    scored = mid_ranks(p)[..., None] * TILTS
    known = np.clip(p, 0.0, 1.0)[..., None] + tolerance
    total = (known * np.exp(scored)).sum(axis=2, keepdims=True)
    factors: Doubles = np.moveaxis(scored - np.log(total), 0, 2)
    return factors.reshape(*p.shape, SCORES * len(TILTS))


def tilted_drawn(p: Doubles, drawn: Ints, tolerance: float = 0.0) -> Doubles:
    """Return the logarithms of the factors of what was drawn from each row: (12, n)."""
    factors = tilted(p, tolerance)
    return factors[np.arange(len(drawn)), drawn].T


def tilted_counts(counts: Ints, p: Doubles) -> Doubles:
    """Return the logarithms of each row's product, by how often its outcomes came: (n, 12)."""
    rows = max(1, CHUNK // max(1, p.shape[1]))
    parts = [
        np.einsum("ny,nyb->nb", counts[k : k + rows], tilted(p[k : k + rows]))
        for k in range(0, len(p), rows)
    ]
    return np.concatenate(parts) if parts else np.zeros((0, SCORES * len(TILTS)))


def tilted_rewards(total: Doubles, n: Doubles, mean: Doubles) -> Doubles:
    """Return the logarithms of the products of n rewards each, by their sums: (6, k)."""
    s = TILTS[:, None]
    factors: Doubles = s * total - n * np.log1p(mean * np.expm1(s))
    return factors


def mean_of(logs: Doubles, of: int) -> float:
    """Return the logarithm of the mean over `of` e-values; those that are not among `logs` have not
    been betted on, and are 1."""
    every = np.append(logs, 0.0)
    weights = np.append(np.ones(len(logs)), max(0, of - len(logs)))
    most = float(every.max())
    return most + float(np.log(weights @ np.exp(every - most) / max(of, len(logs), 1)))


def mean_over_bettors(logs: Doubles) -> Doubles:
    """Return the logarithm of the mean over the last index."""
    most = logs.max(axis=-1, keepdims=True)
    means: Doubles = np.log(np.exp(logs - most).mean(axis=-1)) + most[..., 0]
    return means
