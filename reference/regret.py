"""Eq. (1), (2), (9): regret; and the bounds on the number of epochs that Sec. IV claims.

Exact on exact tables: give an exact MDP and rational policies and every result is a Fraction.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Iterable, Sequence
from typing import Any

from reference.mdp import LayeredMDP, Tables
from reference.occupancy import inner, occupancy_measure, optimal_policy, value


def total_regret(mdp: LayeredMDP, played: Iterable[tuple[Tables, int]]) -> Any:
    """Eq. (2): Reg_T = T V(pi*) - sum_t V(pi_t), for policies, each with the number of episodes it
    was played.

    Shape: pi[h] is (X_h, A). Unit: reward, of which an episode has at most L. Exact for an exact
    MDP and rational policies.

    >>> from reference import make
    >>> mdp = make("tiny").mdp
    >>> best = optimal_policy(mdp)
    >>> other = tuple(pi[:, ::-1] for pi in best.pi)  # the other one of the two actions
    >>> print(total_regret(mdp, [(best.pi, 5)]), total_regret(mdp, [(best.pi, 5), (other, 3)]) > 0)
    0 True
    """
    best = optimal_policy(mdp).value
    return sum((episodes * (best - value(mdp, pi)) for pi, episodes in played), start=best * 0)


def regret_by_occupancy(mdp: LayeredMDP, played: Iterable[tuple[Tables, int]]) -> Any:
    """Eq. (9): Reg_T = sum_t <q* - q^{P,pi_t}, r>. Shapes and unit as in `total_regret`."""
    q_star = optimal_policy(mdp).q
    return sum(
        (
            episodes * (inner(q_star, mdp.r) - inner(occupancy_measure(mdp.P, pi), mdp.r))
            for pi, episodes in played
        ),
        start=inner(q_star, mdp.r) * 0,
    )


def epoch_bounds(layers: Sequence[int], A: int, T: int) -> dict[str, float]:
    """Return how many updates an epoch schedule may need in T episodes.

    `XA ln T` and `XA log2 T` are the two ways to read "at most XA log T" (Sec. IV-A); `sharp` is
    the largest number of times that pairs can double in T episodes, one visit per layer and
    episode: every layer's T visits spread over its pairs so that the sum of 1 + floor(log2 N) is
    largest.
    """
    XA = sum(layers) * A
    return {
        "XA ln T": XA * math.log(T),
        "XA log2 T": XA * math.log2(T),
        "sharp": sum(most_doublings(X_h * A, T) for X_h in layers[:-1]),
    }


def most_doublings(K: int, T: int) -> int:
    """max sum_k (1 + floor(log2 N_k)) over K pairs (N_k = 0 counts 0) with sum N_k = T visits.

    A pair's successive doublings cost 1, 1, 2, 4, ... visits, so taking the cheapest next is
    optimal."""
    costs = [(1, 1)] * K  # (cost of the next doubling, visits so far + that cost)
    heapq.heapify(costs)
    left, doublings = T, 0
    while costs and costs[0][0] <= left:
        cost, reached = heapq.heappop(costs)
        left -= cost
        doublings += 1
        heapq.heappush(costs, (reached, 2 * reached))
    return doublings


def doublings(N: Tables) -> int:
    """sum over the pairs of 1 + floor(log2 N(x,a)): how often the pairs of this run doubled.
    Every update needs at least one, so it bounds the updates of the run whose counts are N."""
    return sum(int(n).bit_length() for N_h in N for n in N_h.ravel())
