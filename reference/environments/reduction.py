"""Remark 1: any episodic MDP as a layered one, by copies of its states in every layer.

Letters: S original states, s one of them; H steps of an original episode; P[s, a, s1] or
P[h, s, a, s1] and r[s, a] or r[h, s, a] as in the original; layers, L, X as in `reference.mdp`.
Everything is exact if the input is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from reference.mdp import ROW_SUM_TOLERANCE, Array, LayeredMDP, as_table
from reference.support.errors import PreconditionError


@dataclass(frozen=True, eq=False)
class Reduction:
    """The layered MDP of Remark 1, and which original state each of its states is.

    `states[h][x]` is the original state of (h, x); None for x_L, and for x_0 after a random
    start. `first` is the layer of the first original step: 0, or 1 after a random start.
    """

    mdp: LayeredMDP
    states: tuple[tuple[int | None, ...], ...]
    first: int


def to_layered(P: Any, r: Any, H: int, start: int | Sequence[Any] | Array) -> Reduction:
    """Remark 1: the layered MDP of H steps of (P, r) from `start`, only reachable copies kept.

    P: (S, A, S), or (H, S, A, S) if it varies with time; r: (S, A) or (H, S, A), in [0, 1].
    If `start` is a state, L = H and layer h < H holds copies of what h steps can reach: at most X =
    (L-1)S + 2 states. If it is a distribution over the S states, an extra step from a dummy x_0
    draws the first state, with reward 0 regardless of the action: L = H+1 and X = HS + 2 at most.
    The last layer is the single x_L. Values of policies are unchanged. Raises PreconditionError.
    """
    if isinstance(H, bool) or not isinstance(H, (int, np.integer)) or H < 1:
        raise PreconditionError("horizon", H, "must be a whole number, at least 1")
    P, r = as_table(P, "P"), as_table(r, "r")
    if P.ndim not in (3, 4) or P.shape[-1] != P.shape[-3] or 0 in P.shape:
        raise PreconditionError("P", P.shape, "shape must be (S, A, S) or (H, S, A, S)")
    S, A = P.shape[-3:-1]
    if P.ndim == 4 and len(P) != H:
        raise PreconditionError("P", len(P), f"must have one table per step, {H}")
    if r.shape not in ((S, A), (H, S, A)):
        raise PreconditionError("r", r.shape, f"shape must be ({S}, {A}) or ({H}, {S}, {A})")
    support = _support(P, "P")
    _check_rewards(r)

    def step(table: Array, h: int) -> Array:
        found: Array = table[h] if P.ndim == 4 else table
        return found

    fixed = isinstance(start, (int, np.integer)) and not isinstance(start, bool)
    if fixed:
        if not 0 <= start < S:  # type: ignore[operator]  # an integer, by the test above
            raise PreconditionError("start", start, f"must be a state, 0..{S - 1}")
        copies = [np.array([start])]
    else:
        d = as_table(start, "start")
        if d.shape != (S,):
            raise PreconditionError("start", d.shape, f"shape must be ({S},), or one state")
        copies = [np.flatnonzero(_support(d, "start"))]
    for h in range(H - 1):
        reached = step(support, h)[copies[h]].any(axis=(0, 1))
        copies.append(np.flatnonzero(reached))

    one = Fraction(1) if P.dtype == object else 1.0
    tables = [step(P, h)[copies[h]][:, :, copies[h + 1]] for h in range(H - 1)]
    tables.append(np.full((len(copies[-1]), A, 1), one, dtype=P.dtype))
    rewards = [(r[h] if r.ndim == 3 else r)[copies[h]] for h in range(H)]
    states: list[tuple[int | None, ...]] = [tuple(int(s) for s in c) for c in copies] + [(None,)]
    if not fixed:
        tables.insert(0, np.broadcast_to(d[copies[0]], (1, A, len(copies[0]))))
        zero = Fraction(0) if r.dtype == object else 0.0
        rewards.insert(0, np.full((1, A), zero, dtype=r.dtype))
        states.insert(0, (None,))
    layers = tuple(len(layer) for layer in states)
    return Reduction(LayeredMDP(layers, A, tuple(tables), tuple(rewards)), tuple(states), 1 - fixed)


def _support(P: Array, field: str) -> Array:
    """Where P is not 0. Checks the rows along the last axis, also those never reached."""
    support = P.astype(bool)  # NaN counts as not 0 and is refused below
    tolerance = 0 if P.dtype == object else ROW_SUM_TOLERANCE
    for row in np.ndindex(P.shape[:-1]):
        p = P[row][support[row]]
        bad = np.flatnonzero(~((p >= 0) & (p <= 1)))
        if len(bad):
            position = (*row, np.flatnonzero(support[row])[bad[0]])
            rule = "a probability must lie in [0, 1]"
            raise PreconditionError(field + _index(position), p[bad[0]], rule)
        if not abs(p.sum() - 1) <= tolerance:
            rule = "must sum to 1" + (f" within {tolerance:g}" if tolerance else " exactly")
            raise PreconditionError(field + _index(row), p.sum(), rule)
    return support


def _check_rewards(r: Array) -> None:
    bad = np.argwhere(~((r >= 0) & (r <= 1)))
    if len(bad):
        rule = "a mean reward must lie in [0, 1]"
        raise PreconditionError("r" + _index(bad[0]), r[tuple(bad[0])], rule)


def _index(position: Sequence[int] | Array) -> str:
    return "".join(f"[{int(k)}]" for k in position)
