"""Exact probabilities that the confidence set of one coin fails."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from math import comb, isqrt

from proofs_check.arithmetic import ONE, ZERO, Enclosure, Q, Real
from reference.support.errors import PreconditionError

COIN_DELTAS = (Q(1, 10), Q(1, 2), Q(9, 10))


def ever_fails(p: Q, T: int, c: Real, checked: frozenset[int] | None = None) -> Q:
    """Return Pr{n (k_n/n - p)^2 > c for some n <= T}, where k_n counts the heads of n tosses.

    Only the n in `checked` count, if it is given. With two successors ||P_bar - P||_1 is
    2 |k/n - p|, so c = Lam is the radius of eq. (11)."""
    u, v = int(p.numerator), int(p.denominator)
    bounds = c.enclose(256)
    paths, low = [1], 0  # paths[j]: weighted paths to k = low + j that never failed, over v^n
    for n in range(1, T + 1):
        paths = [a * (v - u) + b * u for a, b in zip([*paths, 0], [0, *paths], strict=True)]
        if checked is None or n in checked:
            reach = isqrt(_floor(bounds, n * v * v))  # fails iff |k v - n u| > reach
            first, last = max(0, -((reach - n * u) // v)), min(n, (n * u + reach) // v)
            paths, low = paths[max(0, first - low) : last + 1 - low], max(first, low)
    return ONE - Q(sum(paths), v**T)


def algorithm_fails(p: Q, T: int, c: Real) -> Q:
    """Return the same probability for the starts t(i) <= T of the epochs of Algorithm 1, on layers
    1, 2, 1 with A = 1."""
    u, v = int(p.numerator), int(p.denominator)
    bounds = c.enclose(256)
    starts: list[Counter[int]] = [Counter() for _ in range(T + 1)]  # [N_u + N_v][N_u] -> paths
    starts[0][0] = 1
    failure = ZERO
    for N in range(T):
        reach, failed = isqrt(_floor(bounds, N * v * v)), 0
        for N_u, paths in starts[N].items():
            if abs(N_u * v - N * u) > reach:
                failed += paths * u**N_u * (v - u) ** (N - N_u)
                continue
            for after_u, after_v, ways in epoch_ends(N_u, N - N_u, T):
                starts[after_u + after_v][after_u] += paths * ways
        failure += Q(failed, v**N)
    return failure


def epoch_ends(N_u: int, N_v: int, T: int) -> Iterator[tuple[int, int, int]]:
    """Return (N_u, N_v, paths) at every end of epoch i, given (N_u, N_v) at t(i).

    The layers are 1, 2, 1, and A = 1. Epoch i ends when u has been visited max{1, N_u} times and v
    fewer than max{1, N_v} times, or the other way round, or with episode T. x_0 never triggers
    alone."""
    M_u, M_v, left = max(1, N_u), max(1, N_v), T - N_u - N_v
    for j in range(min(M_v, left - M_u + 1)):
        yield N_u + M_u, N_v + j, comb(M_u - 1 + j, j)
    for j in range(min(M_u, left - M_v + 1)):
        yield N_u + j, N_v + M_v, comb(M_v - 1 + j, j)
    for n_u in range(max(0, left - M_v + 1), min(M_u, left + 1)):
        yield N_u + n_u, T - N_u - n_u, comb(left, n_u)


def epoch_starts(T: int) -> set[tuple[int, int]]:
    """Return all (N_u, N_v) with which an epoch can start by episode T; layers 1, 2, 1, A = 1."""
    reached, waiting = {(0, 0)}, [(0, 0)]
    while waiting:
        for N_u, N_v, _ in epoch_ends(*waiting.pop(), T):
            if (N_u, N_v) not in reached and N_u + N_v < T:
                reached.add((N_u, N_v))
                waiting.append((N_u, N_v))
    return reached


def _floor(bounds: Enclosure, factor: int) -> int:
    """Return floor(c factor) for the number c enclosed. Raises PreconditionError if the enclosure
    does not decide it."""
    below, above = int(bounds.lo * factor // 1), int(bounds.hi * factor // 1)
    if below != above:
        raise PreconditionError("enclosure", factor, "must decide the floor")
    return below
