"""The smallest failing case: remove episodes, layers, states and actions while it still fails.

Hypothesis shrinks what it drew; this shrinker also uses the episode at which the case fails, which
makes every further try cheap.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

import numpy as np

from proofs_check.kit.cases import Case
from reference.mdp import Array, LayeredMDP

TRIES = 250  # runs spent on making a failing case smaller


def smallest(
    case: Case, fails: Callable[[Case], int | None], *, horizon: bool = True, tries: int = TRIES
) -> Case:
    """Return a failing case that no single step makes smaller, or the smallest after `tries` runs.

    fails(c) is the number of episodes after which c fails, None if it passes. Without `horizon`, T
    stays the number of episodes."""
    tried: set[str] = set()

    def asked(smaller: Case) -> int | None:
        name = str(smaller)
        if name in tried or len(tried) == tries:
            return None
        tried.add(name)
        return fails(smaller)

    seen = asked(case)
    before: Case | None = None
    while seen is not None and case is not before:
        before = case
        for step in (_with_fewer_episodes, _on_smaller_mdps, _with_plain_numbers, _with_small_seed):
            while hit := _first(step(case, max(1, seen), horizon), asked):
                case, seen = hit
    return case


def _first(cases: Iterator[Case], fails: Callable[[Case], int | None]) -> tuple[Case, int] | None:
    return next(((c, seen) for c in cases if (seen := fails(c)) is not None), None)


def _with_fewer_episodes(case: Case, seen: int, horizon: bool) -> Iterator[Case]:
    """Yield cases with fewer episodes: those needed, then half of T or more."""
    if horizon and seen < case.episodes:
        yield replace(case, episodes=seen)
    for T in dict.fromkeys((seen, case.T // 2, case.T * 3 // 4, case.T * 15 // 16)):
        for seed in dict.fromkeys((case.seed, 0)):
            if 1 <= T < case.T:
                yield replace(case, T=T, episodes=min(T, case.episodes), seed=seed)


def _on_smaller_mdps(case: Case, seen: int, horizon: bool) -> Iterator[Case]:
    """Yield cases with one layer, action or state fewer."""
    for mdp in _smaller_mdps(case.mdp):
        for seed in dict.fromkeys((case.seed, 0)):
            yield replace(case, mdp=mdp, seed=seed)


def _with_plain_numbers(case: Case, seen: int, horizon: bool) -> Iterator[Case]:
    """Yield cases with plain numbers in more places."""
    if case.delta != 0.1:
        yield replace(case, delta=0.1)
    for mdp in _mdps_with_plain_numbers(case.mdp):
        yield replace(case, mdp=mdp)


def _with_small_seed(case: Case, seen: int, horizon: bool) -> Iterator[Case]:
    """Yield the case with a small seed, and with one episode fewer."""
    for seed in range(min(3, case.seed)):
        yield replace(case, seed=seed)
    if case.T > 1:
        yield replace(case, T=case.T - 1, episodes=min(case.T - 1, case.episodes))


def _smaller_mdps(mdp: LayeredMDP) -> Iterator[LayeredMDP]:
    """Yield MDPs with one layer, action or state fewer."""
    for h in range(1, mdp.L):  # skip layer h by its first action
        P = [*mdp.P[: h - 1], mdp.P[h - 1] @ mdp.P[h][:, 0], *mdp.P[h + 1 :]]
        yield _mdp(P, [*mdp.r[:h], *mdp.r[h + 1 :]])
    for a in range(mdp.A if mdp.A > 1 else 0):
        rest = [b for b in range(mdp.A) if b != a]
        yield _mdp([p[:, rest] for p in mdp.P], [v[:, rest] for v in mdp.r])
    for h in range(1, mdp.L):
        for x in range(mdp.layers[h] if mdp.layers[h] > 1 else 0):
            rest = [y for y in range(mdp.layers[h]) if y != x]
            P, r = list(mdp.P), list(mdp.r)
            P[h - 1], P[h], r[h] = P[h - 1][..., rest], P[h][rest], r[h][rest]
            yield _mdp(P, r)


def _mdps_with_plain_numbers(mdp: LayeredMDP) -> Iterator[LayeredMDP]:
    """Yield MDPs with certain transitions, and means of 0 or 1: everywhere, in one layer, in one
    place."""
    pairs = [(h, *xa) for h, X_h in enumerate(mdp.layers[:-1]) for xa in np.ndindex(X_h, mdp.A)]
    layers = [[pair for pair in pairs if pair[0] == h] for h in range(mdp.L)]
    for places in (pairs, *layers, *([pair] for pair in pairs)):
        P, r = [np.array(p) for p in mdp.P], [np.array(v) for v in mdp.r]
        for h, x, a in places:
            row = P[h][x, a]
            likeliest = int(np.argmax(row))
            row[:] = row * 0
            row[likeliest] += 1
            r[h][x, a] = r[h][x, a] * 0 + int(r[h][x, a] >= 0.5)
        yield _mdp(P, list(mdp.r))
        yield _mdp(list(mdp.P), r)


def _mdp(P: list[Array], r: list[Array]) -> LayeredMDP:
    """Return an MDP. Rows that lost a successor are divided by their sums; empty ones become
    certain."""
    P = [np.array(p) for p in P]
    for p in P:
        for index in np.ndindex(p.shape[:2]):
            row = p[index]
            total = row.sum()
            if total > 0:
                row[:] = row / total
            else:
                row[0] += 1
    layers = (*(len(p) for p in P), 1)
    return LayeredMDP(layers, P[0].shape[1], tuple(P), tuple(np.array(v) for v in r))
