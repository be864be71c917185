"""Coverage: which branches of Algorithm 1 a run exercised decisively.

A branch is decisive in an epoch if the wrong one would move LP1's optimum, q_hat_i, pi_i or a
boundary by more than the trace's tolerance: only then would a fault there have been seen. The
cells say which. They are computed in doubles from the counts at the start of each epoch, by
backward induction and the mass of the first best actions; they decide no verdict.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable

import numpy as np

from proofs_check.conformance.counters import Counters
from proofs_check.conformance.doubles import Doubles, Quantities
from reference.trace.records import Header

MOST_DECADES = 9
BY_DECADE = {
    "action tie": "the best action leads another by at most this, and by more than the tolerance",
    "successor tie": "the best successor leads another by this, and mass moves to it",
    "emptied": "a successor with this P_bar_i loses its mass to the inner maximum",
    "mass": "a state of this mass under q_hat_i",
}
SINGLE = {
    "eps/2 below the room": "eps_i / 2 is less than what the other successors hold",
    "eps/2 beyond the room": "eps_i / 2 is more than what the other successors hold",
    "rank 4": "the inner maximum stops at the 5th worst successor or later",
    "rank 8": "... at the 9th worst or later",
    "rank 16": "... at the 17th worst or later",
    "action 2": "the best action is the 3rd or later",
    "action 4": "the best action is the 5th or later",
    "reward clipped": "r_bar_i + b_i exceeds 1 at a best action",
    "reward below 1": "it does not",
    "unvisited": "a best action has never been played",
    "completion": "a state has no mass, and A > 1",
    "continuous rewards": "rewards other than 0 and 1 have been received",
    "N 2^8": "a pair has 2^8 visits",
    "N 2^16": "a pair has 2^16 visits",
    "doubling at 2^4": "the trigger is true because n_i reaches an N_i of at least 2^4",
    "doubling at 2^8": "... at least 2^8",
    "doubling at 2^12": "... at least 2^12",
    "doubling at 2^15": "... at least 2^15",
    "epoch 256": "there are at least 256 epochs",
    "T 2^32": "T is at least 2^32",
}
DECADES = {"action tie": range(1, 10), "successor tie": range(1, 10), "emptied": range(5),
           "mass": range(9)}  # fmt: skip
"""The decades k, meaning (10^-(k+1), 10^-k], that a kit can reach; a tie by 1e-9 needs a tolerance
below that, such as 1e-10."""
CELLS = (*SINGLE, *(f"{name} 1e-{k}" for name, ks in DECADES.items() for k in ks))
"""Every cell that a run of up to some 10^5 episodes can reach."""


class Coverage:
    """Cells of one trace or many: `hit` counts the epochs in which a cell was decisive."""

    def __init__(self) -> None:
        self.hit: Counter[str] = Counter()

    def never(self) -> list[str]:
        """Return the cells that were never decisive."""
        return [cell for cell in CELLS if not self.hit[cell]]

    def epoch(
        self, head: Header, i: int, c: Counters, before: object, Lam: float, q_hat: object = None
    ) -> None:
        """Count the cells of epoch i > 1 by the counts at its start; `before`: N_{i-1}. Masses are
        those of the recorded q_hat_i, if there is one."""
        if head.choices["radii"] != "printed" or head.T < 1:
            return
        self._of_counts(head, i, c, before)
        tolerance = max(float(head.tolerance), 1e-15)
        masses = _masses(q_hat)
        for mass in masses:
            self.decade("mass", mass[mass > tolerance])
        _Epoch(self, Quantities.of(c, Lam), tolerance, not masses).run()

    def _of_counts(self, head: Header, i: int, c: Counters, before: object) -> None:
        N = np.array([n for of_h in c.all_N for row in of_h for n in row])
        most = int(N.max())
        for k in (8, 16):
            self.count(f"N 2^{k}", most >= 1 << k)
        old = np.array([n for of_h in before for row in of_h for n in row])  # type: ignore[attr-defined]  # nested lists
        doubled = old[(N >= 2 * old) & (N > old)]
        for k in (4, 8, 12, 15):
            self.count(f"doubling at 2^{k}", bool((doubled >= 1 << k).any()))
        self.count("epoch 256", i >= 256)
        self.count("T 2^32", head.T >= 1 << 32)
        self.count("continuous rewards", c.longest_sum > 1)

    def count(self, cell: str, decisive: object) -> None:
        """Count a cell, if it is decisive."""
        if decisive:
            self.hit[cell] += 1

    def decade(self, name: str, values: Doubles | Iterable[float]) -> None:
        """Count the decades of these decisive values, once each."""
        decades = {min(math.floor(-math.log10(v)), MOST_DECADES) for v in values if 0 < v <= 1}
        for k in decades:
            self.hit[f"{name} 1e-{k}"] += 1


def _masses(q_hat: object) -> list[Doubles]:
    """q_hat_i(x) of every layer; nothing where there is no table of doubles."""
    try:
        return [np.array(of_h, dtype=float).sum(axis=(1, 2)) for of_h in q_hat or ()]  # type: ignore[attr-defined]  # nested lists
    except (TypeError, ValueError):
        return []


class _Epoch:
    """One epoch: values backward, then mass forward."""

    def __init__(
        self, coverage: Coverage, quantities: Quantities, tolerance: float, masses: bool
    ) -> None:
        self.masses = masses  # to be counted here
        self.coverage, self.q, self.s = coverage, quantities, tolerance
        self.of_layer: list[tuple[Doubles, Doubles, Doubles]] = []  # V of h + 1, Q, p

    def run(self) -> None:
        V = np.zeros(1)
        for h in reversed(range(len(self.q.N))):
            p = self._inner(h, V)
            Q = self.q.r_hat[h] + p @ V
            self.of_layer.append((V, Q, p))
            V = Q.max(axis=1)
        mass = np.ones(1)
        for h, (V, Q, p) in enumerate(reversed(self.of_layer)):
            mass = self._layer(h, V, Q, p, mass)

    def _inner(self, h: int, V: Doubles) -> Doubles:
        """p that attains the inner maximum, of every pair."""
        order = np.argsort(V, kind="stable")
        visits = self.q.N3[h][..., order]
        moved = self.q.eps[h] * self.q.most[h] / 2
        kept = np.clip(np.cumsum(visits, axis=-1) - moved[..., None], 0, visits)
        kept /= self.q.most[h][..., None]
        kept[..., -1] = 0
        kept[..., -1] = 1 - kept.sum(axis=-1)
        p = np.empty_like(kept)
        p[..., order] = kept
        return p

    def _layer(self, h: int, V: Doubles, Q: Doubles, p: Doubles, mass: Doubles) -> Doubles:
        """Count the cells of layer h; return the mass of the next one."""
        cover, s, A = self.coverage, self.s, Q.shape[1]
        best = np.argmax(Q >= Q.max(axis=1, keepdims=True) - 1e-12, axis=1)
        here = np.flatnonzero(mass > s)
        cover.count("completion", A > 1 and (mass <= s).any())
        if self.masses:
            cover.decade("mass", mass[here])
        for x in here:
            a, m = int(best[x]), float(mass[x])
            self._actions(Q[x], a, m)
            self._pair(h, int(x), a, m, V, p[x, a])
        after = (mass[:, None] * p[np.arange(len(mass)), best]).sum(axis=0)
        return np.asarray(after)

    def _actions(self, Q: Doubles, a: int, m: float) -> None:
        lead = Q[a] - np.delete(Q, a)
        self.coverage.decade("action tie", lead[m * lead > self.s])
        for k in (2, 4):
            if a >= k:
                self.coverage.count(f"action {k}", m * (Q[a] - Q[:k].max()) > self.s)

    def _pair(self, h: int, x: int, a: int, m: float, V: Doubles, p: Doubles) -> None:
        """Count the cells of the best action of a state of mass m: reward and inner maximum."""
        cover, s, q = self.coverage, self.s, self.q
        N, eps = q.N[h][x, a], q.eps[h][x, a]
        if N == 0:
            cover.count("unvisited", m * (V.max() - V.min()) > s or m > s)
            return
        over = q.r_bar[h][x, a] + q.b[h][x, a] - 1
        cover.count("reward clipped", m * over > s)
        cover.count("reward below 1", -m * over > s)
        if len(V) == 1:
            return
        P = q.N3[h][x, a] / N
        order = np.argsort(V, kind="stable")
        top = order[-1]
        room, gap = 1 - P[top], V[top] - V
        move = min(eps / 2, room)
        taken = P - p
        taken[top] = 0
        stop = max((k for k, y in enumerate(order[:-1]) if taken[y] > 0), default=-1)
        cover.count("eps/2 beyond the room", eps / 2 > room and m * (eps / 2 - room) > s)
        if stop < 0:
            return
        last = order[stop]  # the one that is emptied last, or partly
        left = V[top] if move == room else V[last]
        cover.count("eps/2 below the room", eps / 2 < room and m * (room - move) * gap[last] > s)
        wrong = m * np.minimum(P, taken) * (left - V)  # if it were passed over
        emptied = [P[y] for y in order[: stop + 1] if wrong[y] > s]
        cover.decade("emptied", emptied)
        for k in (4, 8, 16):
            cover.count(f"rank {k}", stop >= k and m * taken[last] * gap[last] > s)
        second = gap[order[:-1]]
        cover.decade("successor tie", second[m * move * second > s])
