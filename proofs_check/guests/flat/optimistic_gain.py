"""The optimistic gain of a set of plausible MDPs, and of one policy in it, enclosed from both
sides by any vector, whoever proposed it:

    min (T u - u) <= rho* <= max (T u - u),     min (T_pi w - w) <= rho(pi) <= max (T_pi w - w),

T u(s) = max_a { r~(s, a) + max over ||p - p_bar(s, a)||_1 <= d(s, a) of p u } (or over a box, where
every successor has a radius), T_pi the same without the outer maximum ([JOA] Sec. 3.1; Puterman
1994, Th. 8.5.5). rho* is the largest plausible gain, from any state; rho(pi) the largest of pi,
from its worst state for the lower end and from its best for the upper. Radii are rounded outward
where that is on the safe side.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from proofs_check.arithmetic import ONE, ZERO, Enclosure, Q, to_q

GRAIN = 1 << 40
"""Proposed vectors are rounded to multiples of 1/GRAIN."""
ROUNDS = 200_000
PATIENCE = 2_000
"""Rounds that the span may take to halve, beside twice those that were needed so far."""
Floats = NDArray[np.float64]


Radius = Enclosure | list[Enclosure]


@dataclass(frozen=True)
class PlausibleMDPs:
    """r~ (S, A) and d (S, A) enclosed; p_bar[s][a] sums to 1, or is None for the whole simplex. A
    d(s, a) that is a list has the radius of every successor, of a box about p_bar in place of a
    ball."""

    r: list[list[Enclosure]]
    p_bar: list[list[list[Q] | None]]
    d: list[list[Radius]]

    @property
    def S(self) -> int:
        return len(self.r)

    def inner(self, s: int, a: int, u: Sequence[Q], worst_first: Sequence[int], upper: bool) -> Q:
        """Return max p u over the set of (s, a), with the upper or the lower ends of its radii."""
        p, d = self.p_bar[s][a], self.d[s][a]
        if p is None:
            return u[worst_first[-1]]
        if isinstance(d, list):
            return most_in_box(p, [e.hi if upper else e.lo for e in d], u, worst_first)
        return most_in_ball(p, d.hi if upper else d.lo, u, worst_first)

    def backups(self, u: Sequence[Q], s: int, upper: bool) -> list[Q]:
        """Return r~(s, a) + max p u for every a, its upper or its lower end."""
        order = sorted(range(len(u)), key=u.__getitem__)
        return [self.backup(s, a, u, order, upper) for a in range(len(self.r[s]))]

    def backup(self, s: int, a: int, u: Sequence[Q], order: Sequence[int], upper: bool) -> Q:
        """Return one entry of `backups`; `order` has the states by increasing u."""
        r = self.r[s][a]
        return (r.hi if upper else r.lo) + self.inner(s, a, u, order, upper)

    def gain(self, u: Sequence[Q], pi: list[list[Q]] | None) -> Enclosure:
        """Return the interval that u proves, for the policy pi or for the best."""
        order = sorted(range(len(u)), key=u.__getitem__)
        ends = []
        for upper in (False, True):
            T = []
            for s in range(self.S):
                which = [a for a in range(len(self.r[s])) if pi is None or pi[s][a]]
                values = [self.backup(s, a, u, order, upper) for a in which]
                if pi is None:
                    T.append(max(values))
                else:
                    T.append(sum((pi[s][a] * v for a, v in zip(which, values, strict=True)), ZERO))
            differences = [v - u_s for v, u_s in zip(T, u, strict=True)]
            ends.append(max(differences) if upper else min(differences))
        return Enclosure(*ends)

    def floats(self) -> tuple[Floats, Floats, Floats]:
        """Return r~, p_bar (0 for the whole simplex) and d, (S, A) or (S, A, S), as doubles."""
        r = np.array([[float(v.hi) for v in row] for row in self.r])
        d = np.array([[_upper(v) for v in row] for row in self.d])
        p = np.zeros((*r.shape, len(r)))
        for s, row in enumerate(self.p_bar):
            for a, p_sa in enumerate(row):
                if p_sa is not None:
                    p[s, a] = [float(v) for v in p_sa]
        return r, p, d


def _upper(d: Radius) -> Any:
    """Return the upper end of a radius, or of those of all successors."""
    return [float(e.hi) for e in d] if isinstance(d, list) else float(d.hi)


def most_in_ball(p: Sequence[Q], d: Q, u: Sequence[Q], worst_first: Sequence[int]) -> Q:
    """Return max p u over the ball of radius d: half of d moves from the worst states to the best
    ([JOA] Fig. 2)."""
    best = worst_first[-1]
    rest = max(ZERO, min(d / 2, ONE - p[best]))
    value = sum((p_y * u_y for p_y, u_y in zip(p, u, strict=True) if p_y), ZERO) + rest * u[best]
    for y in worst_first:
        if rest <= 0:
            break
        if y != best and p[y]:
            taken = min(p[y], rest)
            value -= taken * u[y]
            rest -= taken
    return value


def most_in_box(p: Sequence[Q], d: Sequence[Q], u: Sequence[Q], worst_first: Sequence[int]) -> Q:
    """Return max p u over |p'(y) - p(y)| <= d(y): all have the least that they may have, and the
    best states are filled up first."""
    least = [max(ZERO, p_y - d_y) for p_y, d_y in zip(p, d, strict=True)]
    rest = ONE - sum(least, ZERO)
    value = sum((p_y * u_y for p_y, u_y in zip(least, u, strict=True) if p_y), ZERO)
    for y in reversed(worst_first):
        if rest <= 0:
            break
        more = min(min(ONE, p[y] + d[y]) - least[y], rest)
        value += more * u[y]
        rest -= more
    return value


def set_values(p: Floats, d: Floats, u: Floats, order: Any) -> Floats:
    """Return max p u of every pair over its ball or box, if `order` has the states by increasing u;
    the whole simplex where p is 0."""
    best = order[-1]
    if d.ndim == 3:
        low, first = np.maximum(0.0, p - d), order[::-1]
        room = (np.minimum(1.0, p + d) - low)[:, :, first]
        before = np.cumsum(room, axis=2) - room
        more = np.clip(1 - low.sum(axis=2, keepdims=True) - before, 0.0, room)
        filled: Floats = low @ u + more @ u[first]
        return np.where(p.sum(axis=2) == 0, u[best], filled)
    rest = np.minimum(d / 2, 1 - p[:, :, best])
    q = p[:, :, order[:-1]]
    below = np.cumsum(q, axis=2) - q
    taken = np.clip(rest[:, :, None] - below, 0.0, q)
    moved: Floats = p @ u + taken.sum(axis=2) * u[best] - taken @ u[order[:-1]]
    return np.where(p.sum(axis=2) == 0, u[best], moved)


def leaves_room(of: tuple[Floats, Floats, Floats], u: Floats) -> bool:
    """Whether the radius of some observed pair is less than what states but the best hold."""
    _, p, d = of
    best = int(u.argmax())
    most = d[:, :, best] if d.ndim == 3 else d / 2
    return bool(((p.sum(axis=2) > 0) & (most < 1 - p[:, :, best])).any())


def needs_order(of: tuple[Floats, Floats, Floats], u: Floats, tolerance: float) -> bool:
    """Whether an inner maximum with the states in the order of their numbers would be less, by
    more than the tolerance."""
    _, p, d = of
    right = set_values(p, d, u, np.argsort(u, kind="stable"))
    wrong = set_values(p, d, u, np.arange(len(u)))
    slack = tolerance * max(1.0, float(np.abs(u).max()))
    return bool(((p.sum(axis=2) > 0) & (wrong < right - slack)).any())


def proposed(
    of: tuple[Floats, Floats, Floats], accuracy: float, pi: Any = None, rounds: int = ROUNDS
) -> tuple[list[Q], int]:
    """Return a vector for which T u - u, or T_pi u - u, has a span of about `accuracy`, and how
    many rounds of relative value iteration in doubles found it: a hint. It ends, too, where the
    span has not halved for as many rounds as it took before."""
    r, p, d = of
    S, u = len(r), np.zeros(len(r))
    weights = None if pi is None else np.array([[float(v) for v in row] for row in pi])
    halved, at, n = np.inf, 0, 0
    for n in range(1, rounds + 1):  # returned
        Q_sa = r + set_values(p, d, u, np.argsort(u, kind="stable"))
        v = Q_sa.max(axis=1) if weights is None else (weights * Q_sa).sum(axis=1)
        difference = v - u
        span = float(difference.max() - difference.min())
        if span <= max(accuracy, 1 / GRAIN):
            break
        if span < halved / 2:
            halved, at = span, n
        elif n > 2 * at + PATIENCE:
            break
        u = (v + u) / 2 if S > 1 else v  # the lazy chain has the same gain, and no period
        u = u - u.min()
    return [Q(int(v * GRAIN), GRAIN) for v in u], n


def worst_policy(of: tuple[Floats, Floats, Floats], rounds: int) -> list[int]:
    """Return the actions of a policy of small optimistic gain: value iteration with the minimum."""
    r, p, d = of
    u, actions = np.zeros(len(r)), np.zeros(len(r), dtype=int)
    for _ in range(rounds):
        Q_sa = r + set_values(p, d, u, np.argsort(u, kind="stable"))
        now = Q_sa.argmin(axis=1)
        v = Q_sa.min(axis=1)
        difference = v - u
        if difference.max() - difference.min() < 1e-6:
            return [int(a) for a in now]
        u, actions = (v + u) / 2, now
        u = u - u.min()
    return [int(a) for a in actions]


def as_distribution(row: Sequence[Any]) -> list[Q]:
    """Return recorded weights as exact numbers that sum to 1. Pre: their sum is positive."""
    exact = [max(to_q(v), ZERO) for v in row]
    total = sum(exact, ZERO)
    return [v / total for v in exact]
