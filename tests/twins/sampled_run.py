"""A run of UCRL-LP, recomputed exactly from the integers of its trace, for the claims.

Nothing is copied from the algorithm except what it played (epoch.py describes how that becomes
exact). Letters as in occupancy.py.
"""

from __future__ import annotations

import io
from collections.abc import Iterable
from functools import cached_property
from operator import sub

from proofs_check.arithmetic import ONE, ZERO, Decision, Q, each, to_q
from proofs_check.letters.occupancy import Best, optimal
from reference.support.errors import PreconditionError
from reference.trace.reader import read_stream
from reference.trace.records import EpisodeRecord, EpochRecord
from tests.twins.sampled_epoch import SampledEpoch
from tests.twins.setting import (
    CountTable3,
    Instance,
    PairTable,
    SampledEpisode,
    visits_of,
)


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
        N3: CountTable3 = each(lambda p: 0, self.P)
        r_sum: PairTable = each(lambda r: ZERO, self.r)
        for record in records:
            if isinstance(record, EpochRecord):
                self.epochs.append(SampledEpoch(self, record, each(int, N3), each(Q, r_sum)))
            elif isinstance(record, EpisodeRecord):
                x, a, r = (*record.x, 0), tuple(record.a), tuple(map(to_q, record.r))
                self.episodes.append(SampledEpisode(record.t, self.epochs[-1].i, x, a, r))
                for h in range(self.L):
                    N3[h][x[h]][a[h]][x[h + 1]] += 1
                    r_sum[h][x[h]][a[h]] += r[h]
        if len(self.episodes) != self.T:
            raise PreconditionError("trace", len(self.episodes), f"must have T = {self.T} episodes")
        self.N_end = visits_of(N3)  # N_{m+1}: after all T episodes
        ends = [*((e.t, e.N) for e in self.epochs[1:]), (self.T + 1, self.N_end)]
        for e, (t, N) in zip(self.epochs, ends, strict=True):
            e.episodes, e.length = self.episodes[e.t - 1 : t - 1], t - e.t
            e.n = each(sub, N, e.N)

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
        """Return the event of Lemma 2: P in P_i for all epochs i."""
        return Decision.all(e.event_P for e in self.epochs)

    @cached_property
    def event_r(self) -> Decision:
        """Return the event of Lemma 3: r_check_i <= r <= r_hat_i for all epochs i."""
        return Decision.all(e.event_r for e in self.epochs)
