"""The pairs (x, a) of a layered MDP as the rows of one array.

Row k stands for one pair (x, a), layer by layer; column y for the y-th state of the next layer.
Layers narrower than the widest are padded: NEVER stands for ln 0 there and the probability is 0.
A state (h, x) has the number first[h] + x.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from reference.mdp import Array, Tables, check_layers

NEVER = -1e300
"""ln 0, finite so that 0 * NEVER is 0."""


class Pairs:
    """Rows of `layers` and A. `real` (K, Y) marks the entries that are not padding."""

    def __init__(self, layers: Sequence[int], A: int) -> None:
        check_layers(layers, A)
        self.layers, self.A = tuple(int(X_h) for X_h in layers), int(A)
        self.L, self.X = len(layers) - 1, sum(self.layers)
        self.first = [sum(self.layers[:h]) for h in range(self.L + 1)]
        self.rows = [X_h * A for X_h in self.layers[:-1]]
        self.start = np.array([sum(self.rows[:h]) for h in range(self.L)])
        self.K, self.Y = sum(self.rows), max(self.layers[1:])
        self.layer = np.repeat(np.arange(self.L), self.rows)
        self.state = np.repeat(np.arange(self.X - 1), A)
        wide = np.array(self.layers[1:])[self.layer]
        self.real = np.arange(self.Y)[None, :] < wide[:, None]
        after = np.array(self.first[1:])[self.layer]
        self.next = np.where(self.real, after[:, None] + np.arange(self.Y)[None, :], 0)

    def join(self, tables: Tables, padding: float = 0.0) -> Array:
        """Join the layers: tables[h] is (X_h, A, X_{h+1}), and the result is (K, Y)."""
        joined = np.full((self.K, self.Y), padding)
        for h, table in enumerate(tables):
            at = self.start[h]
            joined[at : at + self.rows[h], : self.layers[h + 1]] = table.reshape(self.rows[h], -1)
        return joined

    def split(self, joined: Array) -> Tables:
        """Undo `join`."""
        tables: list[Array] = []
        for h, (X_h, X_next) in enumerate(pairwise(self.layers)):
            at = self.start[h]
            block = joined[at : at + self.rows[h], :X_next]
            tables.append(block.reshape(X_h, self.A, X_next).copy())
        return tuple(tables)

    def join_pairs(self, tables: Tables) -> Array:
        """Join the layers: tables[h] is (X_h, A), and the result is (K,)."""
        joined: Array = np.concatenate([np.asarray(t, dtype=np.float64).ravel() for t in tables])
        return joined

    def split_pairs(self, joined: Array) -> Tables:
        """Undo `join_pairs`."""
        ends = [*self.start.tolist(), self.K]
        return tuple(joined[i:j].reshape(-1, self.A).copy() for i, j in pairwise(ends))

    def differences(self, p: Array) -> Array:
        """Return the map v -> v(x) - sum_y p(y|x,a) v(y), (K, X), of p (K, Y)."""
        M = np.zeros((self.K, self.X))
        rows = np.arange(self.K)
        M[rows, self.state] = 1.0
        for y in range(self.Y):
            M[rows, self.next[:, y]] -= np.where(self.real[:, y], p[:, y], 0.0)
        return M

    def layer_log_sums(self, v: Array) -> Array:
        """Return ln sum exp(v) over the pairs of each layer; v is (K,), the result (L,)."""
        most = np.maximum.reduceat(v, self.start)
        sums = np.add.reduceat(np.exp(v - most[self.layer]), self.start)
        log_sums: Array = most + np.log(sums)
        return log_sums
