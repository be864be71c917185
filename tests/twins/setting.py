"""What the epochs of a run have in common: layers, horizon, delta, radii, the true MDP."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from proofs_check.arithmetic import ONE, ZERO, Enclosure, LogBase, Q, Radii, Real, each, lam, to_q
from proofs_check.letters.occupancy import distance
from reference.support.errors import PreconditionError
from reference.trace.records import Header
from tests.twins.exact_rows import Row

PairTable = list[list[Row]]  # [h][x][a]
RowTable = list[list[list[Row]]]  # [h][x][a][x1]
EnclosureTable = list[list[list[Enclosure]]]
CountTable = list[list[list[int]]]
CountTable3 = list[list[list[list[int]]]]


def visits_of(N3: CountTable3) -> CountTable:
    """N_i(x,a), the sum over x' of N_i(x,a,x')."""
    return [[[*map(sum, rows)] for rows in N3_h] for N3_h in N3]


@dataclass(frozen=True)
class SampledEpisode:
    """Episode t of epoch i: states x_0..x_L, actions and rewards of steps 0..L-1."""

    t: int
    i: int
    x: tuple[int, ...]
    a: tuple[int, ...]
    r: tuple[Q, ...]


class Instance:
    """Known, exact MDP and the constants of one run on it. `scale`: see SampledRun.

    Raises PreconditionError for a header without MDP."""

    def __init__(self, name: str, head: object, scale: Q = ONE) -> None:
        if not isinstance(head, Header) or head.mdp is None:
            raise PreconditionError("trace", name, "must have a header with an MDP")
        self.name, self.scale = name, scale
        self.layers, self.A, self.L, self.X = head.layers, head.A, head.L, head.X
        self.T, self.choices = head.T, head.choices
        self.delta: Q = to_q(head.delta)
        base: LogBase = head.choices["log"]  # type: ignore[assignment]  # readings checked it
        self.Lam: Real = lam(self.T, self.X, self.A, self.delta, base) * (scale * scale)
        self.radii = Radii(self.Lam)
        mdp = head.mdp.to_exact()
        self.P: RowTable = each(to_q, [P_h.tolist() for P_h in mdp.P])
        self.r: PairTable = each(to_q, [r_h.tolist() for r_h in mdp.r])
        self._rows: dict[tuple[int, ...], tuple[Row, Q]] = {}

    def empirical(self, h: int, x: int, a: int, N3: Sequence[int]) -> tuple[Row, Q]:
        """Eq. (10)'s row and its distance to P(.|x,a), computed once for equal counts."""
        key = h, x, a, *N3
        if key not in self._rows:
            N = max(1, sum(N3))
            row = [Q(n, N) if n else ZERO for n in N3]
            self._rows[key] = row, distance(self.P[h][x][a], row)
        return self._rows[key]
