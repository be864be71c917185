"""Rewards that change between episodes: a table r_t[h] (X_h, A) for every episode, as data.

An adversary is oblivious: its tables depend on the MDP, T and its own random stream, never on
what is played. A file holds such tables too:

    {"format": "ucrl-lp-rewards", "version": 1, "layers": [1, 2, 1], "A": 2, "T": 3}
    {"t": 1, "r": [[[0.5, 1]], [[0, 1], [1, 0]]]}
    ...

one line per episode, t = 1..T in this order, r[h][x][a] in [0, 1].
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import sqrt
from pathlib import Path

import numpy as np

from reference.mdp import Array, LayeredMDP, Tables, check_horizon, freeze
from reference.occupancy import optimal_policy
from reference.simulator import generator
from reference.support.atomic_files import accessible
from reference.support.errors import MalformedInput, PreconditionError, of_format
from reference.trace.strict_json import loads

ADVERSARY = 6
"""The number of the adversary's random stream."""
PERIOD = 10
GAP = 5.0
"""C_0: the sleeping gap is C_0 / sqrt(T), at most 1/2."""
FORMAT = {"format": "ucrl-lp-rewards", "version": 1}

Table = Callable[[int], Tables]
"""The table of episode t = 0..T-1, called in this order."""


def constant(mdp: LayeredMDP, T: int, random: np.random.Generator) -> Table:
    """r_t = r, the MDP's mean rewards."""
    return lambda t: mdp.r


def iid(mdp: LayeredMDP, T: int, random: np.random.Generator) -> Table:
    """Draw independent Bernoulli entries with means r: the stochastic world, as tables."""
    return lambda t: _bernoulli(mdp.r, random)


def switch(mdp: LayeredMDP, T: int, random: np.random.Generator) -> Table:
    """r until T/2, then r with its actions renamed: a -> a + 1."""
    after = tuple(np.roll(r_h, 1, axis=1) for r_h in mdp.r)
    return lambda t: mdp.r if 2 * t < T else after


def cyclic(mdp: LayeredMDP, T: int, random: np.random.Generator) -> Table:
    """r with its actions renamed, one further every PERIOD episodes."""
    return lambda t: tuple(np.roll(r_h, t // PERIOD, axis=1) for r_h in mdp.r)


def bait(mdp: LayeredMDP, T: int, random: np.random.Generator) -> Table:
    """r until T/4; from then on the actions of pi* pay nothing."""
    pi = optimal_policy(mdp).pi
    after = tuple(np.where(pi_h > 0, 0.0, r_h) for pi_h, r_h in zip(pi, mdp.r, strict=True))
    return lambda t: mdp.r if 4 * t < T else after


def sleeping_gap(mdp: LayeredMDP, T: int, random: np.random.Generator) -> Table:
    """Fair coins; from T/2 on, the actions of pi* win with chance 1/2 + min{1/2, C_0/sqrt(T)}."""
    gap, pi = min(0.5, GAP / sqrt(T)), optimal_policy(mdp).pi
    fair = tuple(np.full(r_h.shape, 0.5) for r_h in mdp.r)
    awake = tuple(half + gap * (pi_h > 0) for half, pi_h in zip(fair, pi, strict=True))
    return lambda t: _bernoulli(fair if 2 * t < T else awake, random)


def corrupted(mdp: LayeredMDP, T: int, random: np.random.Generator) -> Table:
    """Bernoulli with means r, but 1 - r in the first sqrt(T) episodes."""
    mirrored = tuple(1.0 - r_h for r_h in mdp.r)
    return lambda t: _bernoulli(mirrored if t * t < T else mdp.r, random)


ADVERSARIES: dict[str, Callable[[LayeredMDP, int, np.random.Generator], Table]] = {
    "adversary-constant": constant,
    "adversary-iid": iid,
    "adversary-switch": switch,
    "adversary-cyclic": cyclic,
    "adversary-bait": bait,
    "adversary-sleeping-gap": sleeping_gap,
    "adversary-corrupted": corrupted,
}


def reward_tables(name: str, mdp: LayeredMDP, T: int, seed: int) -> Iterator[Tables]:
    """Yield the T tables of the adversary `name`, read-only. Raises PreconditionError."""
    if name not in ADVERSARIES:
        raise PreconditionError("adversary", name, f"one of {', '.join(ADVERSARIES)}")
    table = ADVERSARIES[name](mdp.to_float(), check_horizon(T), generator(seed, ADVERSARY))
    return (tuple(map(freeze, table(t))) for t in range(T))


@of_format("reference/environments/adversaries.py")
def read_rewards(path: Path, layers: tuple[int, ...], A: int, T: int) -> list[Tables]:
    """Return the first T tables of a file made for `layers` and A. Raises MalformedInput,
    UnusablePath."""
    name = str(path)
    try:
        with accessible(name, "read"):
            lines = path.read_text("utf-8").splitlines() or [""]
    except UnicodeDecodeError as e:
        raise MalformedInput(name, None, "file", str(e), "must be UTF-8") from None
    episodes = len(lines) - 1
    _object(name, 1, lines[0], {**FORMAT, "layers": list(layers), "A": A, "T": episodes})
    if episodes < check_horizon(T):
        raise MalformedInput(name, None, "T", episodes, f"must hold at least {T} episodes")
    return [_episode(name, t, lines[t], layers, A) for t in range(1, T + 1)]


def _episode(name: str, t: int, line: str, layers: tuple[int, ...], A: int) -> Tables:
    r = _object(name, t + 1, line, {"t": t}).get("r")
    if not isinstance(r, list) or len(r) != len(layers) - 1:
        rule = f"must have one table per layer, {len(layers) - 1}"
        raise MalformedInput(name, t + 1, "r", r, rule)
    tables: list[Array] = []
    for h, r_h in enumerate(r):
        table = np.array(r_h, dtype=object)  # not yet floats, which strings could become
        rule = ""
        if table.shape != (layers[h], A) or {*map(type, table.flat)} - {int, float}:
            rule = f"must be numbers of shape {(layers[h], A)}"
        elif not all(0 <= v <= 1 for v in table.flat):
            rule = "rewards must lie in [0, 1]"
        if rule:
            raise MalformedInput(name, t + 1, f"r[{h}]", r_h, rule)
        tables.append(freeze(table.astype(np.float64)))
    return tuple(tables)


def _object(name: str, line: int, text: str, holding: dict[str, object]) -> dict[str, object]:
    value = loads(text, file=name, line=line)
    if not isinstance(value, dict):
        raise MalformedInput(name, line, "line", value, "must be an object")
    for field, expected in holding.items():
        entry = value.get(field)
        if entry != expected or isinstance(entry, bool):
            raise MalformedInput(name, line, field, entry, f"must be {expected}")
    return value


def _bernoulli(r: Tables, random: np.random.Generator) -> Tables:
    return tuple((random.random(r_h.shape) < r_h).astype(np.float64) for r_h in r)
