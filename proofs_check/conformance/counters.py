"""The integers of a run, recounted from its episodes (Alg. 1 l. 10-14), and its trigger (R-1)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from proofs_check.arithmetic import ZERO, Q


class Counters:
    """N, n (pairs), N3 (triples), S (sums of rewards): before the epoch, and inside it.

    `all_*` include the running epoch; `start_epoch` makes them N_i. Indexed [h][x][a](x1)."""

    def __init__(self, layers: Sequence[int], A: int, trigger: str) -> None:
        self.layers, self.A, self.trigger = layers, A, trigger
        self.N = [[[0] * A for _ in range(X_h)] for X_h in layers[:-1]]
        self.all_N = [[[0] * A for _ in range(X_h)] for X_h in layers[:-1]]
        self.all_N3 = [
            [[[0] * X_next for _ in range(A)] for _ in range(X_h)]
            for X_h, X_next in pairwise(layers)
        ]
        self.S: list[list[list[Q]]] = [[[ZERO] * A for _ in range(X_h)] for X_h in layers[:-1]]
        # How many pairs satisfy n >= N now: with max{1, .}, and as printed but without x_L.
        self.doubled = 0
        self.pairs_with_n_below_N = 0
        self.longest_sum = 1  # bits of the largest denominator in S

    def see(self, x: Sequence[int], a: Sequence[int], r: Sequence[Q]) -> None:
        """Count one episode. Indices have been checked."""
        for h, (x_h, a_h, x1) in enumerate(zip(x, a, [*x[1:], 0], strict=True)):
            self.all_N3[h][x_h][a_h][x1] += 1
            self.S[h][x_h][a_h] += r[h]
            if r[h].denominator != 1:
                bits = self.S[h][x_h][a_h].denominator.bit_length()
                self.longest_sum = max(self.longest_sum, bits)
            count = self.all_N[h][x_h]
            count[a_h] += 1
            before = self.N[h][x_h][a_h]
            inside = count[a_h] - before
            if inside == max(1, before):
                self.doubled += 1
            if inside == before:  # it was below before this visit
                self.pairs_with_n_below_N -= 1

    def triggered(self) -> bool:
        """Alg. 1 l. 12: whether some pair has n_i(x,a) >= N_i(x,a), under the reading R-1."""
        if self.trigger == "printed":
            return True  # x_L's pairs have 0 >= 0
        if self.trigger == "printed-without-x_L":
            return self.pairs_with_n_below_N < sum(self.layers[:-1]) * self.A
        return self.doubled > 0

    def closest(self) -> tuple[int, int, int]:
        """Return the first pair (h, x, a) whose n is largest relative to max{1, N}."""
        return max(
            ((h, x, a) for h, X_h in enumerate(self.layers[:-1]) for x in range(X_h)
             for a in range(self.A)),
            key=lambda pair: Q(self.n(*pair), max(1, self.N[pair[0]][pair[1]][pair[2]])),
        )  # fmt: skip

    def n(self, h: int, x: int, a: int) -> int:
        """n_i(x,a): the visits inside the epoch."""
        return self.all_N[h][x][a] - self.N[h][x][a]

    def start_epoch(self) -> None:
        """Alg. 1 l. 14: N_i = N_{i-1} + n_{i-1}, n_i = 0."""
        self.N = [[row.copy() for row in of_layer] for of_layer in self.all_N]
        self.doubled = 0
        self.pairs_with_n_below_N = sum(n > 0 for of_h in self.N for row in of_h for n in row)
