"""Visits of many episodes under one policy, exactly in law, without playing them.

Within an epoch the policy is fixed. So the visits of K episodes are multinomial, layer by layer:
at each x, how the episodes there fall on actions, and at each (x,a), how they fall on successors.
Given the visits of K episodes, those of the first K' are hypergeometric in the same way: give every
x an endless list of independent actions and every (x,a) one of successors. That the visits of K
episodes are c is then a product over these lists ("the first c(x,a) entries have the counts
c(x,a,.)"), so that given c every list's part is a uniform arrangement.

An epoch ends with the first episode after which some n(x,a) reaches its room. That is monotone in
the prefix, so it is found by doubling K, then by halving. While every n(x,a) is s or more below
its room, the next s - 1 episodes cannot end the epoch, and are counted at once, however many.

Exact for the doubles of pi and P, up to the rounding inside NumPy's samplers (relative, 1e-16).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from reference.mdp import Array, Tables

MOST_AT_ONCE = 1 << 28
"""Episodes that may have to be split: NumPy's hypergeometric draw takes fewer than 10^9. An epoch
of K episodes that wait for a rare pair costs K / 2^28 draws; one whose end is far costs few."""


def distributions(P: Tables) -> Tables:
    """Return the rows of each table divided by their sums, in doubles."""
    rows = (np.asarray(P_h, dtype=np.float64) for P_h in P)
    return tuple(P_h / P_h.sum(axis=-1, keepdims=True) for P_h in rows)


def fallen(rng: np.random.Generator, n: Array, p: Array) -> Array:
    """Draw how n (...) things fall on categories of probabilities p (..., Y): multinomial.

    NumPy leaves to the last category what rounding leaves, about 1e-16 of the mass, even where its
    probability is 0. So the last is one of largest probability, and no other with probability 0 is
    ever drawn."""
    n = np.broadcast_to(n, p.shape[:-1])
    order = np.argsort(p, axis=-1, kind="stable")
    drawn = rng.multinomial(n, np.take_along_axis(p, order, axis=-1))
    out = np.empty_like(drawn)
    np.put_along_axis(out, order, drawn, axis=-1)
    return out


def visits_of(rng: np.random.Generator, K: int, P: Tables, pi: Tables) -> Tables:
    """Draw n(x,a,x') of K episodes under pi: [h] is (X_h, A, X_{h+1})."""
    at, n3 = np.array([K]), []
    for P_h, pi_h in zip(P, pi, strict=True):
        n3.append(fallen(rng, fallen(rng, at, pi_h), P_h))
        at = n3[-1].sum(axis=(0, 1))
    return tuple(n3)


def first_of(rng: np.random.Generator, counts: Array, first: Array) -> Array:
    """Draw how the first `first` (...) entries of each list fall, given the counts (..., Y) of
    the whole list: multivariate hypergeometric."""
    out, left, rest = np.zeros_like(counts), first, counts.sum(axis=-1)
    for k in range(counts.shape[-1]):
        good = counts[..., k]
        rest = rest - good
        out[..., k] = rng.hypergeometric(good, rest, left)
        left = left - out[..., k]
    return out


def prefix(rng: np.random.Generator, n3: Tables, K: int) -> Tables:
    """Draw the visits of the first K episodes, given those of all."""
    at, first = np.array([K]), []
    for n3_h in n3:
        first.append(first_of(rng, n3_h, first_of(rng, n3_h.sum(axis=-1), at)))
        at = first[-1].sum(axis=(0, 1))
    return tuple(first)


def added(u: Tables, v: Tables, sign: int = 1) -> Tables:
    """Return u + v, or u - v."""
    return tuple(u_h + sign * v_h for u_h, v_h in zip(u, v, strict=True))


def visits_of_pairs(n3: Tables) -> Tables:
    """Return n(x,a) of n(x,a,x')."""
    return tuple(n3_h.sum(axis=2) for n3_h in n3)


def reached(n: Tables, room: Tables) -> bool:
    """Return whether some n(x,a) is at least its room."""
    return any(bool((n_h >= room_h).any()) for n_h, room_h in zip(n, room, strict=True))


def safe(n: Tables, room: Tables, possible: Tables) -> int:
    """Return how many episodes cannot end the epoch, as each visits a pair at most once: one less
    than the least room that is left at a pair that can be visited."""
    left = (
        int((room_h - n_h)[may].min())
        for n_h, room_h, may in zip(n, room, possible, strict=True)
        if may.any()
    )
    return min(left) - 1


def possible_pairs(P: Tables, pi: Tables) -> Tables:
    """Return whether (x,a) can be visited under pi."""
    at: Array = np.array([True])
    may: list[Array] = []
    for P_h, pi_h in zip(P, pi, strict=True):
        may.append(at[:, None] & (pi_h > 0))
        at = np.asarray((may[-1][:, :, None] & (P_h > 0)).any(axis=(0, 1)))
    return tuple(may)


@dataclass(frozen=True)
class CountedEpoch:
    """Visits n(x,a,x') of K episodes; `last` those of the last one; whether it ends the epoch."""

    n3: Tables
    last: Tables
    K: int
    ended: bool


def count_epoch(
    rng: np.random.Generator, P: Tables, pi: Tables, room: Tables, most: int
) -> CountedEpoch:
    """Draw the visits of one epoch: its first K episodes, after which some n(x,a) is at least
    room(x,a), for the first time; or `most` episodes, if none of these is the first."""
    n3: Tables = tuple(np.zeros(P_h.shape, dtype=np.int64) for P_h in P)
    if reached(visits_of_pairs(n3), room):  # R-1, as printed: a pair never visited has none
        most = 1
    may, K, size = possible_pairs(P, pi), 0, 1
    while K < most - 1:
        free = safe(visits_of_pairs(n3), room, may)
        size = min(max(size, 1), MOST_AT_ONCE)
        now = min(max(size, free), most - 1 - K)
        new = visits_of(rng, now, P, pi)
        if now <= free or not reached(visits_of_pairs(added(n3, new)), room):
            n3, K, size = added(n3, new), K + now, 2 * size
            continue
        while now > 1:  # some prefix of these ends the epoch: the shortest
            half = now // 2
            first = prefix(rng, new, half)
            if reached(visits_of_pairs(added(n3, first)), room):
                new, now = first, half
            else:
                n3, K = added(n3, first), K + half
                new, now = added(new, first, -1), now - half
        return CountedEpoch(added(n3, new), new, K + 1, True)
    last = visits_of(rng, 1, P, pi)
    n3 = added(n3, last)
    return CountedEpoch(n3, last, K + 1, reached(visits_of_pairs(n3), room))


def path_of(last: Tables) -> tuple[list[int], list[int]]:
    """Return the states and the actions of one episode, from its visits."""
    places: Sequence[Array] = [np.argwhere(n_h)[0] for n_h in last]
    return [int(place[0]) for place in places], [int(place[1]) for place in places]
