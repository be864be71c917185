"""The data of one LP1 (Sec. IV-B): integer counts, rational radii and rewards.

Letters: N[h][x][a] = N_i(x,a), N3[h][x][a][x1] = N_i(x,a,x'), eps[h][x][a] = eps_i(x,a),
r_hat[h][x][a]; h = 0..L-1, x in layer h, x1 in layer h+1. Plain nested lists or tuples.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

from proofs_check.arithmetic import Q
from reference.mdp import check_layers
from reference.support.errors import PreconditionError

T = TypeVar("T")
PerPair = Sequence[Sequence[Sequence[T]]]  # [h][x][a]
PerTriple = Sequence[Sequence[Sequence[Sequence[T]]]]  # [h][x][a][x1]
ONLY_INT = frozenset({int})


@dataclass(frozen=True, eq=False)
class LP1Data:
    """LP1 of one epoch: layers, A, integer counts, and rational eps and r_hat.

    Raises PreconditionError for a wrong shape, a count that is not an int or negative, counts with
    sum_x1 N3(x,a,x1) != N(x,a), and a negative radius.
    """

    layers: Sequence[int]
    A: int
    N: PerPair[int]
    N3: PerTriple[int]
    eps: PerPair[Q]
    r_hat: PerPair[Q]

    def __post_init__(self) -> None:
        check_layers(self.layers, self.A)
        check_counts(self.layers, self.A, self.N, self.N3)
        for name, table in (("eps", self.eps), ("r_hat", self.r_hat)):
            check_shape(name, table, self.layers, self.A)
        for h, layer in enumerate(self.eps):
            for x, row in enumerate(layer):
                if min(row) < 0:
                    raise PreconditionError(f"eps[{h}][{x}]", row, "a radius must be >= 0")

    @property
    def L(self) -> int:
        """The episode length."""
        return len(self.layers) - 1


def check_shape(name: str, table: PerPair[object], layers: Sequence[int], A: int) -> None:
    """`table` is indexed [h][x][a], h < L. Raises PreconditionError if not."""
    if len(table) != len(layers) - 1:
        raise PreconditionError(name, len(table), f"must have {len(layers) - 1} layers")
    for h, layer in enumerate(table):
        if len(layer) != layers[h]:
            raise PreconditionError(f"{name}[{h}]", len(layer), f"must have {layers[h]} states")
        for x, row in enumerate(layer):
            if len(row) != A:
                raise PreconditionError(f"{name}[{h}][{x}]", len(row), f"must have {A} actions")


def check_counts(layers: Sequence[int], A: int, N: PerPair[int], N3: PerTriple[int]) -> None:
    """N and N3 have LP1's shape, are >= 0, and sum_x1 N3(x,a,x1) = N(x,a). Raises
    PreconditionError."""
    check_shape("N", N, layers, A)
    check_shape("N3", N3, layers, A)
    for h, layer in enumerate(N3):
        for x, rows in enumerate(layer):
            for a, row in enumerate(rows):
                where = f"N3[{h}][{x}][{a}]"
                if len(row) != layers[h + 1]:
                    rule = f"must have {layers[h + 1]} successors"
                    raise PreconditionError(where, len(row), rule)
                if not ONLY_INT.issuperset(map(type, row)):  # fixed-width integers overflow
                    raise PreconditionError(where, row, "a count must be a Python int")
                if min(row) < 0:
                    raise PreconditionError(where, min(row), "a count must be >= 0")
                if sum(row) != N[h][x][a]:
                    rule = f"must sum to N[{h}][{x}][{a}] = {N[h][x][a]}"
                    raise PreconditionError(where, sum(row), rule)
