"""The smallest lost game: leave out episodes, layers, states and actions while it stays lost.

Hypothesis shrinks what it drew; here the checker knows more than a generic shrinker can see: the
episode after which the game is lost, which makes every further try cheap.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

import numpy as np

from proofs_check.kit.cases import Game
from reference.mdp import Array, LayeredMDP

TRIES = 250  # games played to make a lost one smaller


def smallest(
    game: Game, lost: Callable[[Game], int | None], *, horizon: bool = True, tries: int = TRIES
) -> Game:
    """A lost game that no single step makes smaller, or where `tries` ended.

    lost(g) is the number of episodes after which g is lost, None if it is not. Without `horizon`,
    T stays the number of episodes."""
    tried: set[str] = set()

    def asked(smaller: Game) -> int | None:
        name = str(smaller)
        if name in tried or len(tried) == tries:
            return None
        tried.add(name)
        return lost(smaller)

    seen = asked(game)
    steps = (_shorter, _fewer, _plainer, _tidier)
    before: Game | None = None
    while seen is not None and game is not before:
        before = game
        for step in steps:
            again = True
            while again:
                again = False
                for smaller in step(game, max(1, seen), horizon):
                    now = asked(smaller)
                    if now is not None:
                        game, seen, again = smaller, now, True
                        break
    return game


def _shorter(game: Game, seen: int, horizon: bool) -> Iterator[Game]:
    """Fewer episodes: those that were needed, then half of T and less."""
    if horizon and seen < game.episodes:
        yield replace(game, episodes=seen)
    for T in dict.fromkeys((seen, game.T // 2, game.T * 3 // 4, game.T * 15 // 16)):
        for seed in dict.fromkeys((game.seed, 0)):
            if 1 <= T < game.T:
                yield replace(game, T=T, episodes=min(T, game.episodes), seed=seed)


def _fewer(game: Game, seen: int, horizon: bool) -> Iterator[Game]:
    """One layer, action or state less."""
    for mdp in _smaller_mdps(game.mdp):
        for seed in dict.fromkeys((game.seed, 0)):
            yield replace(game, mdp=mdp, seed=seed)


def _plainer(game: Game, seen: int, horizon: bool) -> Iterator[Game]:
    """Plain numbers in more places."""
    if game.delta != 0.1:
        yield replace(game, delta=0.1)
    for mdp in _plainer_mdps(game.mdp):
        yield replace(game, mdp=mdp)


def _tidier(game: Game, seen: int, horizon: bool) -> Iterator[Game]:
    """A small seed, one episode less."""
    for seed in range(min(3, game.seed)):
        yield replace(game, seed=seed)
    if game.T > 1:
        yield replace(game, T=game.T - 1, episodes=min(game.T - 1, game.episodes))


def _smaller_mdps(mdp: LayeredMDP) -> Iterator[LayeredMDP]:
    """One layer, action or state less."""
    for h in range(1, mdp.L):  # layer h's first action leads on at once
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


def _plainer_mdps(mdp: LayeredMDP) -> Iterator[LayeredMDP]:
    """Certain transitions, and means of 0 or 1: everywhere, in one layer, in one place."""
    for where in (None, *range(mdp.L)):
        layers = range(mdp.L) if where is None else (where,)
        yield _changed(mdp, [(h, None) for h in layers], _certain, True)
        yield _changed(mdp, [(h, None) for h in layers], _whole, False)
    for h, X_h in enumerate(mdp.layers[:-1]):
        for index in np.ndindex(X_h, mdp.A):
            yield _changed(mdp, [(h, index)], _certain, True)
            yield _changed(mdp, [(h, index)], _whole, False)


def _changed(
    mdp: LayeredMDP,
    places: list[tuple[int, tuple[int, ...] | None]],
    change: Callable[[Array, tuple[int, ...]], None],
    in_P: bool,
) -> LayeredMDP:
    P, r = [np.array(p) for p in mdp.P], [np.array(v) for v in mdp.r]
    for h, where in places:
        table = (P if in_P else r)[h]
        for index in np.ndindex(*table.shape[:2]):
            if where in (None, index):
                change(table, index)
    return _mdp(P, r)


def _certain(P: Array, index: tuple[int, ...]) -> None:
    row = P[index]
    likeliest = int(np.argmax(row))
    row[:] = row * 0
    row[likeliest] += 1


def _whole(r: Array, index: tuple[int, ...]) -> None:
    r[index] = r[index] * 0 + int(r[index] >= 0.5)


def _mdp(P: list[Array], r: list[Array]) -> LayeredMDP:
    """Rows that have lost a successor are divided by their sums; empty ones become certain."""
    tables = []
    for p in P:
        table = np.array(p)
        for row in table.reshape(-1, table.shape[-1]):
            total = row.sum()
            if total > 0:
                row[:] = row / total
            else:
                row[0] += 1
        tables.append(table)
    layers = (*(len(p) for p in tables), 1)
    return LayeredMDP(layers, tables[0].shape[1], tuple(tables), tuple(np.array(v) for v in r))
