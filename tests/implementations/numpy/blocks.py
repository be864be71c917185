"""Sec. II, many episodes at once: what `reference.simulator` plays, in blocks.

The same streams, read double by double in the same order, and the same outcome for every double;
only the loop over episodes is NumPy's. `U` are doubles in [0, 1).
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from reference.mdp import Array, LayeredMDP, Tables
from reference.simulator import POLICY, REWARDS, TRANSITIONS, generator

BLOCK = 1 << 12
"""Episodes simulated at once, at most. No effect on what is played."""


def cumulative(p: Array) -> Array:
    """c such that (c <= u).sum() is the outcome of u: sums, infinite from the last p_k > 0 on."""
    c = np.cumsum(p, axis=-1)
    n = p.shape[-1]
    last = n - 1 - np.argmax(p[..., ::-1] > 0, axis=-1)
    c[np.arange(n) >= last[..., None]] = np.inf
    return c


def _bernoulli(r: Array, U: Array) -> Array:
    return (U[..., 0] < r).astype(np.float64)


def _uniform(r: Array, U: Array) -> Array:
    low, high = np.maximum(0.0, 2 * r - 1), np.minimum(1.0, 2 * r)
    drawn: Array = low + U[..., 0] * (high - low)
    return drawn


def _deterministic(r: Array, U: Array) -> Array:
    return r


def _three_point(r: Array, U: Array) -> Array:
    return (_bernoulli(r, U) + _bernoulli(r, U[..., 1:])) / 2


LAWS: dict[str, tuple[Callable[[Array, Array], Array], int]] = {
    "bernoulli": (_bernoulli, 1),
    "uniform": (_uniform, 1),
    "deterministic": (_deterministic, 1),
    "three-point": (_three_point, 2),
}
"""R-13: the reward drawn for a mean, and how many doubles that takes."""


class Noise:
    """The doubles of a stream, one row per episode; rows not used by a block stay for the next."""

    def __init__(self, seed: int, stream: int, width: int) -> None:
        self._source, self._width = generator(seed, stream), width
        self._rows = np.empty((0, width))

    def rows(self, n: int) -> Array:
        """The next n rows, not yet used up."""
        missing = n - len(self._rows)
        if missing > 0:
            fresh = self._source.random((max(missing, BLOCK), self._width))
            self._rows = np.concatenate([self._rows, fresh])
        return self._rows[:n]

    def use(self, n: int) -> None:
        """The first n rows have been played."""
        self._rows = self._rows[n:]


class Environment:
    """Sec. II: blocks of episodes under a policy, on the streams of `reference.simulator`."""

    def __init__(self, mdp: LayeredMDP, seed: int, law: str) -> None:
        mdp = mdp.to_float()
        self.layers, self.L, self.r = mdp.layers, mdp.L, mdp.r
        self.next_state = [cumulative(P_h) for P_h in mdp.P]
        self.law, doubles = LAWS[law]
        self.doubles = doubles
        self.noise = {
            TRANSITIONS: Noise(seed, TRANSITIONS, self.L),
            POLICY: Noise(seed, POLICY, self.L),
            REWARDS: Noise(seed, REWARDS, self.L * doubles),
        }

    def episodes(self, n: int, pi: Tables) -> tuple[Array, Array, Array]:
        """n episodes: x (n, L + 1), a (n, L), r (n, L). They count once `use` is called."""
        U_x = self.noise[TRANSITIONS].rows(n)
        U_a = self.noise[POLICY].rows(n)
        U_r = self.noise[REWARDS].rows(n).reshape(n, self.L, self.doubles)
        x = np.zeros((n, self.L + 1), dtype=np.int64)
        a = np.zeros((n, self.L), dtype=np.int64)
        r = np.zeros((n, self.L))
        for h in range(self.L):
            a[:, h] = (cumulative(pi[h])[x[:, h]] <= U_a[:, h, None]).sum(axis=1)
            r[:, h] = self.law(self.r[h][x[:, h], a[:, h]], U_r[:, h])
            c = self.next_state[h][x[:, h], a[:, h]]
            x[:, h + 1] = (c <= U_x[:, h, None]).sum(axis=1)
        return x, a, r

    def use(self, n: int) -> None:
        """The first n of the episodes were played."""
        for noise in self.noise.values():
            noise.use(n)
