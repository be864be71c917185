"""Sec. II: the environment's moves. Transitions, rewards and policies each have their own stream.

A stream is numpy's PCG64 seeded by SeedSequence([seed, number]), read one double at a time; the
doubles are drawn in blocks, which gives the same numbers as drawing them singly. Stream numbers
start at 1, because SeedSequence pads with zeros: [seed, 0] would be the plain seed's own stream.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator
from math import inf

import numpy as np

from reference.mdp import Array, LayeredMDP, Tables, check_whole
from reference.support.errors import PreconditionError

TRANSITIONS, REWARDS, POLICY, UPDATES = 1, 2, 3, 4
"""The numbers of the streams of one run. POLICY draws the actions; UPDATES is what a learner
draws when it computes a policy: ties, posterior samples."""

BLOCK = 4096
"""Doubles drawn at once. No effect on their values."""

Uniforms = Callable[[], float]


def check_seed(seed: object) -> int:
    """Check and return a seed: a whole number, at least 0. Raises PreconditionError."""
    return check_whole("seed", seed, 0)


def generator(seed: int, stream: int) -> np.random.Generator:
    """Return the random stream `stream` of the run `seed`. Raises PreconditionError for a bad
    seed."""
    seeds = np.random.SeedSequence([check_seed(seed), stream])
    return np.random.Generator(np.random.PCG64(seeds))


def uniforms(seed: int, stream: int) -> Uniforms:
    """Return a function without arguments: each call returns the stream's next double in [0, 1)."""
    source = generator(seed, stream)

    def doubles() -> Iterator[float]:
        while True:
            yield from source.random(BLOCK).tolist()

    return doubles().__next__


def draw(p: list[float], u: float) -> int:
    """Inverse CDF: the first k with u < p[0] + ... + p[k], summed in float64 in index order.

    Never a k with p[k] = 0; if rounding leaves the last sum at or below u, the last k with
    p[k] > 0. Pre: some p[k] > 0 and 0 <= u < 1.
    """
    c, last = 0.0, 0
    for k, p_k in enumerate(p):
        c += p_k
        if u < c:
            return k
        if p_k > 0:
            last = k
    return last


def cumulative(p: Array) -> list[float]:
    """c such that bisect_right(c, u) is draw(p, u): cumulative sums, infinite from the last
    k with p[k] > 0 on."""
    c: list[float] = np.cumsum(p).tolist()
    last = int(np.flatnonzero(p)[-1])
    c[last:] = [inf] * (len(c) - last)
    return c


def bernoulli(r: float, uniform: Uniforms) -> float:
    """Return 1 with probability r, else 0."""
    return 1.0 if uniform() < r else 0.0


def uniform_around(r: float, uniform: Uniforms) -> float:
    """Uniform on [max(0, 2r - 1), min(1, 2r)]: the widest interval in [0, 1] with mean r."""
    low, high = max(0.0, 2 * r - 1), min(1.0, 2 * r)
    return low + uniform() * (high - low)


def deterministic(r: float, uniform: Uniforms) -> float:
    """r itself; a double is read and discarded, as for the other distributions."""
    uniform()
    return r


def three_point(r: float, uniform: Uniforms) -> float:
    """Return the average of two Bernoulli(r) draws: 0, 1/2 or 1. Two doubles, always."""
    return (bernoulli(r, uniform) + bernoulli(r, uniform)) / 2


REWARD_LAWS: dict[str, Callable[[float, Uniforms], float]] = {
    "bernoulli": bernoulli,
    "uniform": uniform_around,
    "deterministic": deterministic,
    "three-point": three_point,
}
"""Distributions on [0, 1] with mean r; the paper requires no more (Sec. II). Default: bernoulli."""


class Simulator:
    """Sec. II: draws x' ~ P(.|x, a) and a reward with mean r(x, a).

    Each step reads one double of stream TRANSITIONS (the last step too, though x_L is certain)
    and one of stream REWARDS, two for three-point. An exact MDP is rounded to doubles first.
    Raises PreconditionError for a bad seed or an unknown reward distribution.
    """

    def __init__(self, mdp: LayeredMDP, seed: int, reward_law: str = "bernoulli") -> None:
        if reward_law not in REWARD_LAWS:
            raise PreconditionError("reward_law", reward_law, f"one of {sorted(REWARD_LAWS)}")
        self.mdp = mdp = mdp.to_float()
        self.L = mdp.L
        self._law = REWARD_LAWS[reward_law]
        self._r: list[list[list[float]]] = [r.tolist() for r in mdp.r]
        # Of the pairs that have been visited: an MDP of millions of triples has few of them.
        self._cdf: list[list[list[list[float] | None]]] = [
            [[None] * mdp.A for _ in range(X_h)] for X_h in mdp.layers[:-1]
        ]
        self._transitions = uniforms(seed, TRANSITIONS)
        self._rewards = uniforms(seed, REWARDS)

    def step(self, h: int, x: int, a: int) -> tuple[float, int]:
        """(r, x1): the realised reward of (x, a) in layer h and the next state, in layer h+1."""
        x1 = bisect_right(self._cdf[h][x][a] or self._first_time(h, x, a), self._transitions())
        return self._law(self._r[h][x][a], self._rewards), x1

    def _first_time(self, h: int, x: int, a: int) -> list[float]:
        """Return the cumulative sums of the successors of a pair, from now on known."""
        cdf = self._cdf[h][x][a] = cumulative(self.mdp.P[h][x, a])
        return cdf


def executor(
    simulator: Simulator, policy: Uniforms
) -> Callable[[Tables], tuple[list[int], list[int], list[float]]]:
    """Alg. 1 l. 8-9: a function that executes pi for one episode and returns its trajectory
    x_0..x_{L-1}, a_0..a_{L-1}, r_0..r_{L-1}; x_L = 0 is implied.

    pi[h] is (X_h, A). Each action takes one double of `policy`, the learner's own stream."""
    known: Tables | None = None
    cdf: list[dict[int, list[float]]] = []  # of the states that were visited

    def execute(pi: Tables) -> tuple[list[int], list[int], list[float]]:
        nonlocal known, cdf
        if pi is not known:
            known, cdf = pi, [{} for _ in pi]
        xs: list[int] = []
        actions: list[int] = []
        rewards: list[float] = []
        x = 0
        for h in range(simulator.L):
            if x not in cdf[h]:
                cdf[h][x] = cumulative(pi[h][x])
            a = bisect_right(cdf[h][x], policy())
            r, x1 = simulator.step(h, x, a)
            xs.append(x)
            actions.append(a)
            rewards.append(r)
            x = x1
        return xs, actions, rewards

    return execute
