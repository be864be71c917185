"""A run of UCRL-LP, recomputed exactly from the integers of its trace: what claims are checked on.

Nothing is copied from the algorithm except what it played (sampled_epoch.py says how that becomes
exact). Letters as in measures.py.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from proofs_check.arithmetic import ONE, ZERO, Decision, LogBase, Q, Radii, Real, lam, to_q
from proofs_check.sampled_runs.epoch import Counts, Counts3, Pairs, Rows, SampledEpoch
from proofs_check.sampled_runs.exact_rows import Row
from proofs_check.sampled_runs.occupancy import Best, distance, optimal
from reference.support.errors import PreconditionError
from reference.trace.reader import read_stream
from reference.trace.records import EpisodeRecord, EpochRecord, Header


@dataclass(frozen=True)
class Episode:
    """Episode t of epoch i: states x_0..x_L, actions and rewards of steps 0..L-1."""

    t: int
    i: int
    x: tuple[int, ...]
    a: tuple[int, ...]
    r: tuple[Q, ...]


class SampledRun:
    """All T episodes of one run on a known, exact MDP.

    `scale` 1 is Algorithm 1. A *shrunk* run (scale < 1) has Lam, everywhere, replaced by
    scale**2 Lam: eps_i and b_i are scale times eq. (11) and (15), so the confidence events fail
    often; nothing about probabilities is claimed of it. Raises PreconditionError for a trace
    without MDP or with fewer than T episodes, MalformedInput for one that cannot be read.
    """

    def __init__(self, name: str, trace: bytes, scale: Q = ONE, tags: Iterable[str] = ()) -> None:
        self.name, self.scale, self.tags = name, scale, frozenset(tags)
        records = read_stream(io.BytesIO(trace), name)
        head = next(records)
        if not isinstance(head, Header) or head.mdp is None:
            raise PreconditionError("trace", name, "must have a header with an MDP")
        self.layers, self.A, self.L, self.X = head.layers, head.A, head.L, head.X
        self.T, self.choices = head.T, head.choices
        self.delta: Q = to_q(head.delta)
        base: LogBase = head.choices["log"]  # type: ignore[assignment]  # readings checked it
        self.Lam: Real = lam(self.T, self.X, self.A, self.delta, base) * (scale * scale)
        self.radii = Radii(self.Lam)
        mdp = head.mdp.to_exact()
        self.P: Rows = [[[[to_q(p) for p in w] for w in v] for v in P_h] for P_h in mdp.P]
        self.r: Pairs = [[[to_q(v) for v in row] for row in r_h] for r_h in mdp.r]
        self.epochs: list[SampledEpoch] = []
        self.episodes: list[Episode] = []
        self._rows: dict[tuple[int, int, int, int, tuple[int, ...]], tuple[Row, Q]] = {}
        N: Counts = [[[0] * self.A for _ in range(X_h)] for X_h in self.layers[:-1]]
        N3: Counts3 = [
            [[[0] * self.layers[h + 1] for _ in range(self.A)] for _ in range(self.layers[h])]
            for h in range(self.L)
        ]
        r_sum: Pairs = [[[ZERO] * self.A for _ in range(X_h)] for X_h in self.layers[:-1]]
        for record in records:
            if isinstance(record, EpochRecord):
                at_start = [[list(row) for row in layer] for layer in r_sum]
                self.epochs.append(SampledEpoch(self, record, _copy(N), _copy3(N3), at_start))
            elif isinstance(record, EpisodeRecord):
                episode = Episode(
                    record.t,
                    self.epochs[-1].i,
                    (*record.x, 0),
                    tuple(record.a),
                    tuple(to_q(r) for r in record.r),
                )
                self.episodes.append(episode)
                for h, (x, a, r) in enumerate(zip(record.x, episode.a, episode.r, strict=True)):
                    N[h][x][a] += 1
                    N3[h][x][a][episode.x[h + 1]] += 1
                    r_sum[h][x][a] += r
        self.N_end = N  # N_{m+1}: after all T episodes
        if len(self.episodes) != self.T:
            raise PreconditionError("trace", len(self.episodes), f"must have T = {self.T} episodes")

    def __repr__(self) -> str:
        return f"<run {self.name}: layers {self.layers}, A={self.A}, T={self.T}>"

    @cached_property
    def best(self) -> Best:
        """V(pi*), pi*, q*, exactly."""
        return optimal(self.P, self.r)

    @cached_property
    def regret(self) -> Q:
        """Eq. (2): Reg_T, exactly."""
        return sum((e.length * (self.best.value - e.V) for e in self.epochs), ZERO)

    @cached_property
    def event_P(self) -> Decision:
        """The event of Lemma 2: P in P_i for all epochs i."""
        return Decision.all(e.event_P for e in self.epochs)

    @cached_property
    def event_r(self) -> Decision:
        """The event of Lemma 3: r_check_i <= r <= r_hat_i for all epochs i."""
        return Decision.all(e.event_r for e in self.epochs)

    def empirical(self, h: int, x: int, a: int, N: int, N3: Sequence[int]) -> tuple[Row, Q]:
        """Eq. (10)'s row and its distance to P(.|x,a), computed once for equal counts."""
        key = h, x, a, N, tuple(N3)
        if key not in self._rows:
            row = [Q(n, N) if n else ZERO for n in N3]
            self._rows[key] = row, distance(self.P[h][x][a], row)
        return self._rows[key]


def _copy(N: Counts) -> Counts:
    return [[list(row) for row in layer] for layer in N]


def _copy3(N3: Counts3) -> Counts3:
    return [[[list(row) for row in rows] for rows in layer] for layer in N3]
