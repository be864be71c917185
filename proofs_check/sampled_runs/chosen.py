"""Runs on chosen paths, and a long one: what makes the bounds informative, and false ones false.

Each is a legal trace of Algorithm 1 on a small MDP: only the noise is chosen. A *path* has positive
probability, however small (`says`), so every inequality that holds on a path, or on the event of a
statement, applies to it; it says nothing about probabilities. They are made without the simulator,
whole epochs at once, and are evaluated by `proofs-check lemmas`; the claims do not see them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

Rows = tuple[tuple[tuple[str, ...], ...], ...]  # [x][a][x1] of one layer, "p/q"


@dataclass(frozen=True)
class Chosen:
    """One run. `P`, `r`: per layer, in rationals. `path`: for each layer after the first the state
    that is visited, "law" for noise drawn from P, or "turn" for every state in turn. `rewards`:
    "law" for Bernoulli, "mean" where all means are 0 or 1. `ties`: the order of optimal actions
    and states, `first` or `last`."""

    name: str
    says: str
    layers: tuple[int, ...]
    A: int
    T: int
    delta: str
    P: tuple[Rows, ...]
    r: tuple[tuple[tuple[str, ...], ...], ...]
    path: tuple[int | str, ...] = ()
    rewards: str = "mean"
    ties: str = "last"
    seed: int = 1
    choices: Mapping[str, str] = field(default_factory=dict)


def _table(layers: tuple[int, ...], A: int, row: tuple[str, ...]) -> Rows:
    """Return the same row at every pair of a layer."""
    return tuple((row,) * A for _ in range(layers[0]))


def _chain(L: int, T: int) -> Chosen:
    """One state per layer, one action: every bonus is at the visited pairs."""
    layers = (1,) * (L + 1)
    return Chosen(
        f"chain-{L}-{T}", "the only path", layers, 1, T, "1/10", ((((("1",),),)),) * L,
        ((("1",),),) * L,
    )  # fmt: skip


def _fork(name: str, T: int, delta: str, L: int = 2) -> Chosen:
    """Two branches that never meet, P leads to the first, whose rewards are 0: LP1 moves as much
    to the other as eps_i allows."""
    layers = (1, *[2] * (L - 1), 1)
    stay: Rows = ((("1", "0"),), (("0", "1"),))
    end: Rows = ((("1",),), (("1",),))
    P = (((("1", "0"),),), *[stay] * (L - 2), end)
    r = ((("0",),), *[(("0",), ("1",))] * (L - 1))
    return Chosen(name, "the only path", layers, 1, T, delta, P, r, (0,) * (L - 1), ties="last")


def _bandits(name: str, m: int, A: int, T: int, delta: str, radii: str = "printed") -> Chosen:
    """One bandit in each of m states of layer 1 (m = 0: in x_0), the last arm alone pays, ties to
    the first: every other arm is played until its bonus is below 1. For m = 0 all `radii` with
    (15) play the same, as no transition is left open."""
    arms = (("0",) * (A - 1) + ("1",),)
    if m == 0:
        return Chosen(
            name, "the only path with these ties", (1, 1), A, T, delta,
            (((("1",),) * A,),), (arms,), ties="first", choices={"radii": radii},
        )  # fmt: skip
    spread: Rows = (((f"1/{m}",) * m,) * A,)
    P = (spread, tuple((("1",),) * A for _ in range(m)))
    r = ((("0",) * A,), arms * m)
    return Chosen(
        name, f"probability {m}^-T", (1, m, 1), A, T, delta, P, r, ("turn",), ties="first"
    )


def _lock(L: int, A: int, T: int, delta: str) -> Chosen:
    """Return a lock: in every layer only the last action pays and stays in state 0; ties go to the
    first. Every other action leads to state 1, which never pays, and ties for LP1 until it has been
    played n times, the least power of 2 above Lam: then eps_i/2 < 1."""
    layers = (1, *[2] * (L - 1), 1)
    go: tuple[tuple[str, ...], ...] = (*[("0", "1")] * (A - 1), ("1", "0"))
    pays, never = ("0",) * (A - 1) + ("1",), ("0",) * A
    middle: Rows = (go, (("0", "1"),) * A)
    P = ((go,), *[middle] * (L - 2), ((("1",),) * A,) * 2)
    r = ((pays,), *[(pays, never)] * (L - 1))
    return Chosen(
        f"lock-{L}-{A}", "probability at least A^-L: episode 1", layers, A, T, delta, P, r,
        ("law",) * (L - 1), ties="first",
    )  # fmt: skip


def _wide(m: int, T: int) -> Chosen:
    """m states in turn: each of them ends an epoch whenever its visits have doubled."""
    P = ((((f"1/{m}",) * m,),), ((("1",),),) * m)
    r = ((("1",),), (("1",),) * m)
    return Chosen(
        f"in-turn-{m}-{T}", f"probability {m}^-T", (1, m, 1), 1, T, "1/10", P, r, ("turn",)
    )


def chosen_runs() -> list[Chosen]:
    """Every run of this module."""
    half: Rows = ((("1/2", "1/2"),),)
    to_end: Rows = ((("1",),), (("1",),))
    certain: tuple[tuple[str, ...], ...] = (("1",),)
    tiny = "1/" + "1" + "0" * 100
    return [
        Chosen(
            "long-200000", "drawn", (1, 2, 1), 2, 200_000, "9/10",
            (((("1/4", "3/4"), ("3/4", "1/4")),), ((("1",), ("1",)), (("1",), ("1",)))),
            ((("0", "0"),), (("1/2", "1/4"), ("3/4", "1/2"))), ("law",), "law",
        ),
        _fork("fork-16384", 1 << 14, tiny),
        _fork("fork-200000", 200_000, "9/10"),
        _fork("fork-L6", 1 << 14, tiny, L=6),
        _fork("fork-L26", 1 << 13, "9/10", L=26),
        _chain(6, 1 << 12),
        _chain(2, 1 << 14),
        Chosen(
            "u-always", "probability 2^-512", (1, 2, 1), 1, 512, "1/" + "1" + "0" * 31,
            (half, to_end), (certain, (("1",), ("1",))), (0,),
        ),
        Chosen(
            "u-always-xi", "probability 2^-1024", (1, 2, 2, 1), 1, 1024, "9/10",
            (half, ((("1", "0"),), (("1", "0"),)), to_end),
            (certain, (("1",), ("1",)), (("0",), ("1",))), (0, 0),
        ),
        Chosen(
            "leaves-v", "drawn", (1, 2, 2, 1), 1, 8000, "1/10",
            (((("193/200", "7/200"),),), ((("1", "0"),), (("1", "0"),)), to_end),
            (certain, (("1",), ("0",)), (("1",), ("1",))), ("law", "law"),
        ),
        _bandits("arms-16", 0, 16, 1024, "1/1000"),
        _bandits("arms-32-intervals", 0, 32, 2048, "1/1000", "bernstein-1"),
        _bandits("arms-2-intervals", 0, 2, 4096, "1/10", "bernstein"),
        _bandits("arms-8-zero", 0, 8, 1024, "1/10"),
        _bandits("contexts-24", 24, 2, 1536, "1/1000"),
        _wide(12, 12289),
    ]  # fmt: skip
