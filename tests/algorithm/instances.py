"""Random LP1 data for the tests, and LP1's constraints written out plainly."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np

from reference import confidence
from reference.mdp import Tables

PAPER_LAYERS, PAPER_A = (1, 10, 10, 10, 10, 10, 1), 5  # Sec. VI


@dataclass(frozen=True)
class LP1Data:
    """What LP1 is made of: eq. (10), (11) and (16)."""

    layers: tuple[int, ...]
    A: int
    P_bar: Tables
    eps: Tables
    r_hat: Tables
    N: Tables


def random_counts(
    rng: np.random.Generator, layers: tuple[int, ...], A: int, sizes: tuple[int, ...]
) -> tuple[Tables, Tables]:
    """N and N3: every pair visited one of `sizes` times, its successors often few."""
    N, N3 = [], []
    for h in range(len(layers) - 1):
        shape = (layers[h], A, layers[h + 1])
        n3 = np.zeros(shape, dtype=np.int64)
        for x in range(layers[h]):
            for a in range(A):
                p = rng.dirichlet(np.full(layers[h + 1], rng.choice([0.2, 1.0])))
                n3[x, a] = rng.multinomial(int(rng.choice(sizes)), p)
        N.append(n3.sum(axis=2))
        N3.append(n3)
    return tuple(N), tuple(N3)


def lp1_data(
    rng: np.random.Generator, layers: tuple[int, ...], A: int, sizes: tuple[int, ...]
) -> LP1Data:
    """LP1 of random counts; about half of the instances have rewards with many ties."""
    N, N3 = random_counts(rng, layers, A, sizes)
    Lam = confidence.log_term(max(sizes) + 1, sum(layers), A, 0.1)
    eps = confidence.transition_radius(N, layers, Lam)
    if rng.random() < 0.5:
        r_hat = tuple(rng.integers(0, 3, size=n.shape) / 2 for n in N)
    else:
        r_hat = tuple(rng.random(n.shape) for n in N)
    return LP1Data(layers, A, confidence.empirical_transition(N, N3), eps, r_hat, N)


@cache
def random_lp1(seed: int) -> LP1Data:
    """The instance `seed`: L = 1..5, X_h = 1..4, A = 1..3; pairs with N = 0, with eps >= 2, with
    eps near 1e-2 (N = 10^6), and where neither end of the ball is reached."""
    rng = np.random.default_rng(seed)
    L = int(rng.integers(1, 6))
    layers = (1, *rng.integers(1, 5, size=L - 1).tolist(), 1)
    sizes = [(0, 1, 3), (0, 30, 1000), (200, 10**6), (10**6,), (0, 50, 10**6), (60, 100, 150)]
    return lp1_data(rng, layers, int(rng.integers(1, 4)), sizes[seed % len(sizes)])


def infeasibility(data: LP1Data, q: Tables) -> float:
    """The largest violation of eq. (4) and (12) by q."""
    worst = [-q_h.min() for q_h in q] + [abs(q_h.sum() - 1) for q_h in q]
    for h in range(1, len(q)):
        worst.append(abs(q[h - 1].sum(axis=(0, 1)) - q[h].sum(axis=(1, 2))).max())
    for q_h, P_bar, eps in zip(q, data.P_bar, data.eps, strict=True):
        mass = q_h.sum(axis=2)
        deviation = abs(q_h - P_bar * mass[:, :, None]).sum(axis=2)
        worst.append((deviation - eps * mass).max())
    return float(max(worst))
