"""A run of UCRL-LP, recomputed exactly from the integers of its trace, for the claims.

Nothing is copied from the algorithm except what it played (epoch.py describes how that becomes
exact). Letters as in occupancy.py.
"""

from __future__ import annotations

import io
from collections.abc import Iterable
from functools import cached_property
from typing import TypeVar

from proofs_check.arithmetic import ONE, ZERO, Decision, Q, to_q
from proofs_check.sampled_runs.epoch import SampledEpoch
from proofs_check.sampled_runs.occupancy import Best, optimal
from proofs_check.sampled_runs.setting import (
    CountTable,
    CountTable3,
    Instance,
    PairTable,
    SampledEpisode,
)
from reference.support.errors import PreconditionError
from reference.trace.reader import read_stream
from reference.trace.records import EpisodeRecord, EpochRecord

_Number = TypeVar("_Number", int, Q)


class SampledRun(Instance):
    """All T episodes of one run on a known, exact MDP.

    `scale` 1 is Algorithm 1. A *shrunk* run (scale < 1) has Lam, everywhere, replaced by
    scale**2 Lam: eps_i and b_i are scale times eq. (11) and (15), so the confidence events fail
    often; no probabilistic claim is made about it. Raises PreconditionError for a trace
    without MDP or with fewer than T episodes, MalformedInput for one that cannot be read.
    """

    def __init__(self, name: str, trace: bytes, scale: Q = ONE, tags: Iterable[str] = ()) -> None:
        records = read_stream(io.BytesIO(trace), name)
        super().__init__(name, next(records), scale)
        self.tags = frozenset(tags)
        self.epochs: list[SampledEpoch] = []
        self.episodes: list[SampledEpisode] = []
        N: CountTable = [[[0] * self.A for _ in range(X_h)] for X_h in self.layers[:-1]]
        N3: CountTable3 = [
            [[[0] * self.layers[h + 1] for _ in range(self.A)] for _ in range(self.layers[h])]
            for h in range(self.L)
        ]
        r_sum: PairTable = [[[ZERO] * self.A for _ in range(X_h)] for X_h in self.layers[:-1]]
        for record in records:
            if isinstance(record, EpochRecord):
                new = SampledEpoch(self, record, _copy(N), _copy3(N3), _copy(r_sum))
                if self.epochs:
                    self.epochs[-1].end(new.N, self.episodes)
                self.epochs.append(new)
            elif isinstance(record, EpisodeRecord):
                episode = SampledEpisode(
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
        if self.epochs:
            self.epochs[-1].end(N, self.episodes)
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


def _copy(table: list[list[list[_Number]]]) -> list[list[list[_Number]]]:
    return [[list(row) for row in layer] for layer in table]


def _copy3(N3: CountTable3) -> CountTable3:
    return [[[list(row) for row in rows] for rows in layer] for layer in N3]
