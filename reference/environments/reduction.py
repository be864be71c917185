"""Remark 1: any episodic MDP as a layered one, by copies of its states in every layer.

Letters: S original states, s one of them; H steps of an original episode; P[s, a, s1] or
P[h, s, a, s1] and r[s, a] or r[h, s, a] as in the original; layers, L, X as in `reference.mdp`.
Everything is exact if the input is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Any

import numpy as np

from reference.mdp import (
    Array,
    LayeredMDP,
    as_table,
    check_distributions,
    check_means,
    check_whole,
)
from reference.support.errors import PreconditionError

MAX_TABLE_BYTES = 2**31
"""Of the transitions of a layered MDP, as doubles."""


@dataclass(frozen=True, eq=False)
class Reduction:
    """Layered MDP of Remark 1, and which original state each of its states is.

    `states[h][x]` is the original state of (h, x); None for x_L, and for x_0 after a random
    start, where the first original step is that of layer 1.
    """

    mdp: LayeredMDP
    states: tuple[tuple[int | None, ...], ...]


def to_layered(P: Any, r: Any, H: int, start: int | Sequence[Any] | Array) -> Reduction:
    """Remark 1: the layered MDP of H steps of (P, r) from `start`, only reachable copies kept.

    P: (S, A, S), or (H, S, A, S) if it varies with time; r: (S, A) or (H, S, A), in [0, 1].
    If `start` is a state, L = H and layer h < H holds copies of what h steps can reach: at most X =
    (L-1)S + 2 states. If it is a distribution over the S states, an extra step from a dummy x_0
    draws the first state, with reward 0 regardless of the action: L = H+1 and X = HS + 2 at most.
    The last layer is the single x_L. Values of policies are unchanged. Raises PreconditionError.
    """
    check_whole("horizon", H)
    P, r = as_table(P, "P"), as_table(r, "r")
    if P.ndim not in (3, 4) or P.shape[-1] != P.shape[-3] or 0 in P.shape:
        raise PreconditionError("P", P.shape, "shape must be (S, A, S) or (H, S, A, S)")
    S, A = P.shape[-3:-1]
    if P.ndim == 4 and len(P) != H:
        raise PreconditionError("P", len(P), f"must have one table per step, {H}")
    if r.shape not in ((S, A), (H, S, A)):
        raise PreconditionError("r", r.shape, f"shape must be ({S}, {A}) or ({H}, {S}, {A})")
    check_distributions(P, "P")  # also rows that are never reached
    check_means(r, "r")
    of_step = [P] * H if P.ndim == 3 else [*P]
    r = np.broadcast_to(r, (H, S, A))

    fixed = isinstance(start, (int, np.integer)) and not isinstance(start, bool)
    if fixed:
        if not 0 <= start < S:  # type: ignore[operator]  # an integer, by the test above
            raise PreconditionError("start", start, f"must be a state, 0..{S - 1}")
        copies = [np.array([start])]
    else:
        d = as_table(start, "start")
        if d.shape != (S,):
            raise PreconditionError("start", d.shape, f"shape must be ({S},), or one state")
        check_distributions(d, "start")
        copies = [np.flatnonzero(d)]
    for h in range(H - 1):
        if P.ndim == 3 and h and np.array_equal(copies[h], copies[h - 1]):
            copies.append(copies[h])
        else:
            copies.append(np.flatnonzero(of_step[h][copies[h]].astype(bool).any(axis=(0, 1))))

    sizes = [len(of_layer) for of_layer in copies]
    size = 8 * A * sum(X_h * X_next for X_h, X_next in pairwise(sizes))
    if size > MAX_TABLE_BYTES:
        rule = f"its layers have {size >> 20} MiB of transitions, at most {MAX_TABLE_BYTES >> 20}"
        raise PreconditionError("horizon", H, f"{rule}: choose fewer steps")

    certainty = Fraction(1) if P.dtype == object else 1.0
    tables = [_between(of_step[h], copies[h], copies[h + 1]) for h in range(H - 1)]
    tables.append(np.full((len(copies[-1]), A, 1), certainty, dtype=P.dtype))
    rewards = [r[h, copies[h]] for h in range(H)]
    states: list[tuple[int | None, ...]] = [tuple(int(s) for s in c) for c in copies] + [(None,)]
    if not fixed:
        tables.insert(0, np.broadcast_to(d[copies[0]], (1, A, len(copies[0]))))
        zero = Fraction(0) if r.dtype == object else 0.0
        rewards.insert(0, np.full((1, A), zero, dtype=r.dtype))
        states.insert(0, (None,))
    layers = tuple(len(layer) for layer in states)
    return Reduction(LayeredMDP(layers, A, tuple(tables), tuple(rewards)), tuple(states))


def _between(P: Array, here: Array, there: Array) -> Array:
    """Return the rows of the states `here`, with their successors `there`; P itself, read-only,
    where these are all of them."""
    if len(here) == len(there) == len(P):
        return P
    table: Array = P[here][:, :, there]
    table.setflags(write=False)
    return table
