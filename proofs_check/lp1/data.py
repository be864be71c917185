"""The data of one LP1 (Sec. IV-B): integer counts, rational radii and rewards.

Letters: N[h][x][a] = N_i(x,a), N3[h][x][a][x1] = N_i(x,a,x'), eps[h][x][a] = eps_i(x,a),
r_hat[h][x][a]; h = 0..L-1, x in layer h, x1 in layer h+1. Plain nested lists or tuples.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

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

    With a `width`, [h][x][a][x1], |p(x1) - P_bar(x1|x,a)| <= width takes the place of the ball of
    radius eps (R-37, bernstein), and eps is not read.

    Raises PreconditionError for a wrong shape, a count that is not an int or negative, counts with
    sum_x1 N3(x,a,x1) != N(x,a), and a negative radius or width.
    """

    layers: Sequence[int]
    A: int
    N: PerPair[int]
    N3: PerTriple[int]
    eps: PerPair[Q]
    r_hat: PerPair[Q]
    width: PerTriple[Q] | None = None

    def __post_init__(self) -> None:
        check_layers(self.layers, self.A)
        for name, check in (("N", _anything), ("eps", _radii), ("r_hat", _anything)):
            table_of_pairs(name, getattr(self, name), self.layers, self.A, check)
        table_of_triples("N3", self.N3, self.layers, self.A, _counts)
        if self.width is not None:
            table_of_triples("width", self.width, self.layers, self.A, _radii)
        for h, x, a in all_pairs(self.layers, self.A):
            N, visits = self.N[h][x][a], sum(self.N3[h][x][a])
            if visits != N:
                rule = f"must sum to N[{h}][{x}][{a}] = {N}"
                raise PreconditionError(f"N3[{h}][{x}][{a}]", visits, rule)

    @property
    def L(self) -> int:
        """Return the episode length."""
        return len(self.layers) - 1


def in_balls(data: LP1Data, what: str) -> LP1Data:
    """Return `data`, whose sets are the paper's L1 balls. Raises PreconditionError for
    intervals."""
    if data.width is not None:
        raise PreconditionError("radii", "bernstein", f"{what} is for the L1 balls of eq. (12)")
    return data


def all_pairs(layers: Sequence[int], A: int) -> Iterator[tuple[int, int, int]]:
    """Yield all (h, x, a) with h < L: x_L has no pairs (R-2)."""
    for h, X_h in enumerate(layers[:-1]):
        for x in range(X_h):
            for a in range(A):
                yield h, x, a


def table_of_pairs(
    name: str, table: object, layers: Sequence[int], A: int, read: Callable[[Any, str], T]
) -> list[list[T]]:
    """Return read(row, where) of every row over the actions in `table`, indexed [h][x][a], h < L.
    Raises PreconditionError for another shape."""
    return [
        [
            read(_sized(row, where, A, "actions"), where)
            for x, row in enumerate(_sized(of_h, f"{name}[{h}]", layers[h], "states"))
            for where in [f"{name}[{h}][{x}]"]
        ]
        for h, of_h in enumerate(_sized(table, name, len(layers) - 1, "layers"))
    ]


def table_of_triples(
    name: str, table: object, layers: Sequence[int], A: int, read: Callable[[Any, str], T]
) -> list[list[list[T]]]:
    """Return read(row, where) of every row over the successors in `table`, indexed [h][x][a][x1].
    Raises PreconditionError for another shape."""
    of_pairs = table_of_pairs(name, table, layers, A, lambda rows, where: (rows, where))
    return [
        [
            [
                read(_sized(row, at, layers[h + 1], "successors"), at)
                for a, row in enumerate(rows)
                for at in [f"{where}[{a}]"]
            ]
            for rows, where in of_h
        ]
        for h, of_h in enumerate(of_pairs)
    ]


def _sized(value: object, field: str, length: int, of: str) -> Sequence[Any]:
    if not isinstance(value, (list, tuple)) or len(value) != length:
        given = len(value) if isinstance(value, (list, tuple)) else value
        raise PreconditionError(field, given, f"must be a list of {length} {of}")
    return value


def _anything(row: Any, where: str) -> None:
    """Accept anything: only the shape matters."""


def _radii(row: Sequence[Q], where: str) -> None:
    if min(row) < 0:
        raise PreconditionError(where, [str(v) for v in row], "a radius must be >= 0")


def _counts(row: Sequence[int], where: str) -> None:
    if not ONLY_INT.issuperset(map(type, row)):  # fixed-width integers overflow
        raise PreconditionError(where, row, "a count must be a Python int")
    if min(row) < 0:
        raise PreconditionError(where, min(row), "a count must be >= 0")
