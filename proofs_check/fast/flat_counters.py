"""The counters of a run with flat arrays next to the nested lists, for counting blocks."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate, pairwise
from typing import Any

import numpy as np

from proofs_check.arithmetic import Q
from proofs_check.arithmetic.limbs import LIMB
from proofs_check.conformance.counters import Counters
from proofs_check.fast.episode_lines import Ints

MOST_PENDING = 1 << 32  # visits: times 2^LIMB below 2^63


class FlatCounters(Counters):
    """Counters as in the plain tier. Pairs and triples are numbered through all layers; what
    blocks add is kept in arrays until `settle` brings the lists up to date."""

    def __init__(self, layers: Sequence[int], A: int, trigger: str) -> None:
        super().__init__(layers, A, trigger)
        pairs = [X_h * A for X_h in layers[:-1]]
        triples = [X_h * A * X_next for X_h, X_next in pairwise(layers)]
        self.pairs, self.triples = sum(pairs), sum(triples)
        self.first_pair = np.array([0, *accumulate(pairs)][:-1])
        self.first_triple = np.array([0, *accumulate(triples)][:-1])
        self.earlier = np.zeros(self.pairs, np.int64)  # N_i
        self.known: Ints | None = None  # n_i, None where the lists are newer
        self.new_N3 = np.zeros(self.triples, np.int64)
        self.new_S = np.zeros((2, self.pairs), np.int64)
        self.pending = 0  # visits not yet in the lists

    def start_epoch(self) -> None:
        """Alg. 1 l. 14."""
        super().start_epoch()
        self.earlier = _flat(self.N)
        self.known = np.zeros(self.pairs, np.int64)

    def see(self, x: Sequence[int], a: Sequence[int], r: Sequence[Q]) -> None:
        """Count one episode, as the plain tier counts it."""
        super().see(x, a, r)
        self.known = None

    def inside(self) -> Ints:
        """n_i of every pair."""
        if self.known is None:
            self.known = _flat(self.all_N) - self.earlier
        return self.known

    def missing(self) -> Ints:
        """Return how many more visits of each pair make the trigger max{1, N_i} true."""
        return np.maximum(1, self.earlier) - self.inside()

    def add(self, n: Ints, n3: Ints, sums: Ints) -> None:
        """Count a block: visits of pairs and triples, and the sums of both limbs of the rewards."""
        if self.pending > MOST_PENDING:
            self.settle()
        self.known = self.inside() + n
        self.new_N3 += n3
        self.new_S += sums
        self.pending += int(n.sum())
        self.doubled = int((self.missing() <= 0).sum())
        self.pairs_with_n_below_N = int((self.known < self.earlier).sum())

    def settle(self) -> None:
        """Bring the nested lists up to date."""
        if not self.pending:
            return
        self.pending = 0
        N3, sums = self.new_N3.tolist(), self.new_S.T.tolist()
        at = p = 0
        for h, of_h in enumerate(self.all_N3):
            X_next = self.layers[h + 1]
            for x, of_x in enumerate(of_h):
                for a, row in enumerate(of_x):
                    new = N3[at : at + X_next]
                    if any(new):
                        of_x[a] = [n + more for n, more in zip(row, new, strict=True)]
                        self.all_N[h][x][a] += sum(new)
                        high, low = sums[p]
                        self.S[h][x][a] += Q((high << LIMB) + low, 1 << 2 * LIMB)
                    at += X_next
                    p += 1
        self.new_N3[:] = 0
        self.new_S[:] = 0


def _flat(nested: Any) -> Ints:
    return np.array([n for of_h in nested for row in of_h for n in row], dtype=np.int64)
