"""The rules that the family shares: the counts and the confidence set of an epoch."""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter
from collections.abc import Iterator
from typing import Any

from flint import ctx

from proofs_check.arithmetic import ZERO, Decision, Q, Real, each, lam, to_q
from proofs_check.conformance.counters import Counters
from proofs_check.conformance.divergence import Divergence, brief, innermost, judged
from proofs_check.conformance.epoch_rules import EpochChecker
from proofs_check.conformance.policy_rules import Policy
from proofs_check.conformance.tolerances import within
from proofs_check.guests.kl.sets import box_enclosures
from reference.guests.family.family_records import FamilyHeader, StepRecord
from reference.trace.records import EpisodeRecord, EpochRecord

BALL_BITS = 128  # of balls
N_FOR_N_1, N3_FOR_N = FAULTS = ("N for N - 1", "N3 for N")  # of boxes, as seen in programs


class AtEpoch(Counters):
    """Counts with which an epoch began; they do not change."""

    def __init__(self, of: Counters) -> None:
        self.layers, self.A, self.longest_sum = of.layers, of.A, 1
        self.all_N = [[row.copy() for row in layer] for layer in of.all_N]
        self.all_N3 = [[[row.copy() for row in rows] for rows in layer] for layer in of.all_N3]
        self.S = [[[ZERO] * of.A for _ in layer] for layer in of.all_N]


class FamilyChecker(EpochChecker):
    """Checks epochs and steps of one trace. `now`: the counts of the running epoch; `before`:
    those of the epoch in which the last episode was played."""

    head: FamilyHeader

    def __init__(self, header: FamilyHeader, file: str, applied: Counter[str]) -> None:
        super().__init__(header, file, applied)
        self.Lam: Real = lam(header.T, header.X, header.A, to_q(header.delta))
        self.now: AtEpoch
        self.earlier: AtEpoch
        self.last: StepRecord | None = None
        self.episode: EpisodeRecord

    def check(
        self, record: EpochRecord, i: int, counters: Counters, previous: Policy | None
    ) -> Iterator[Divergence]:
        """Yield the rules that do not hold for this epoch."""
        self.record, self.counters, self.gap, self.adopted = record, counters, ZERO, None
        self.now = AtEpoch(counters)
        yield from self._counts("N", counters.all_N)
        yield from self._counts("N3", counters.all_N3)
        yield from self._letters(("P_bar", "eps"))
        for name in ("lo", "hi"):
            if name in record.tables:
                yield from self._box(name, record.tables[name])

    def see(self, episode: EpisodeRecord) -> None:
        """Count an episode that was played."""
        self.episode, self.earlier = episode, self.now

    @abstractmethod
    def step(self, record: StepRecord) -> Iterator[Divergence]:
        """Yield the rules that do not hold for this step; what is played is then `adopted`."""

    def untested(self) -> str:
        """Return why the steps so far show nothing, "" if one of them does."""
        return ""

    def policy(self, record: StepRecord) -> Iterator[Divergence]:
        """Check the recorded policy, exactly."""
        self.pi: list[list[list[Q]]] = each(to_q, record.tables["pi"])
        yield from self.distribution(self.pi)

    # ---- boxes ----

    def box(self, at: AtEpoch, where: tuple[int, ...], fault: str = "") -> Any:
        """Return (lo, hi) of one pair, enclosed; or as a fault seen in programs computes it."""
        h, x, a = where
        minus = 1 if self.head.options["box"] == "N-1" else 0
        N, N3 = at.all_N[h][x][a], at.all_N3[h][x][a]
        with ctx.workprec(BALL_BITS):
            if fault == N_FOR_N_1:
                minus = 1 - minus
            if fault == N3_FOR_N:
                each = [box_enclosures(N, N3, self.Lam.ball(), N - n + minus) for n in N3]
                return tuple([e[k][y] for y, e in enumerate(each)] for k in (0, 1))
            return box_enclosures(N, N3, self.Lam.ball(), minus)

    def right_box(self, where: tuple[int, ...]) -> Any:
        """Return `box` of the running epoch."""
        return self.box(self.now, where)

    def _box(self, name: str, table: Any) -> Iterator[Divergence]:
        """Return the box of R-29: |p(y) - P_bar(y)| <= 2 sqrt(P_bar(y) Lam / n) + 14 Lam / (3 n), n
        = N - 1."""
        for where, row in innermost(table):
            if self.near_box(name, where, row):
                self.applied["box"] += len(row)
            else:
                yield from self._box_row(name, where, row)

    def near_box(self, name: str, where: tuple[int, ...], row: Any) -> bool:
        """Return whether doubles show that a row is right."""
        return False

    def _box_row(self, name: str, where: tuple[int, ...], row: Any) -> Iterator[Divergence]:
        expected = self.right_box(where)[name == "hi"]
        for x1, v in enumerate(row):
            self.applied["box"] += 1
            bound = to_q(v)
            decision = within(bound, expected[x1], self.tolerance)
            if decision is Decision.TRUE:
                continue
            text = brief(bound)
            for fault in FAULTS:
                other = self.box(self.now, where, fault)[name == "hi"][x1]
                if within(bound, other, self.tolerance) is Decision.TRUE:
                    text += f": equals the number with {fault} at this place"
                    break
            yield from judged("box", (*where, x1), decision, expected[x1], text)
