"""The replay of a trace of the family: Algorithm 1's order of records, with a step before every
episode."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Any, BinaryIO

from proofs_check.arithmetic import ONE, ZERO, Q, to_q
from proofs_check.conformance.divergence import entries
from proofs_check.conformance.replay import MAX_TOLERANCE, Conformance, OnProgress, Replay
from proofs_check.conformance.statistics import judge_play
from proofs_check.guests.family.checker import FamilyChecker
from proofs_check.guests.family.fpop import FPOPChecker
from proofs_check.guests.family.learning_rates import rates
from proofs_check.guests.family.mirror_descent import (
    MirrorDescent,
    OREPSChecker,
    UCOREPSChecker,
    UOBREPSChecker,
)
from proofs_check.guests.family.play import FamilyStatistics
from reference.guests.family.family_reader import FamilyParser, FamilyRecord
from reference.guests.family.family_records import (
    O_REPS,
    PERTURBED,
    UC_O_REPS,
    UOB_REPS,
    FamilyHeader,
    InformedEpisode,
    StepRecord,
)
from reference.trace.reader import read_stream
from reference.trace.records import EpisodeRecord, Header

CHECKERS: dict[str, type[FamilyChecker]] = {
    PERTURBED: FPOPChecker,
    O_REPS: OREPSChecker,
    UC_O_REPS: UCOREPSChecker,
    UOB_REPS: UOBREPSChecker,
}


def check_family(
    records: Iterable[FamilyRecord],
    file: str = "trace",
    *,
    everything: bool = False,
    max_tolerance: Q = MAX_TOLERANCE,
    on_progress: OnProgress | None = None,
    play: bool = True,
) -> Conformance:
    """Check a rival's trace, to the first divergence or (`everything`) to the end, and its play
    against chance, if `play`. Raises MalformedInput with file and line, as the reader does."""
    statistics = FamilyStatistics() if play else None
    replay = FamilyReplay(file, everything, max_tolerance, statistics=statistics)
    outcome = replay.run(records, on_progress)
    judge_play(outcome, statistics)
    return outcome


def check_family_stream(
    path: str | os.PathLike[str], whole: BinaryIO, name: str, **how: Any
) -> Conformance:
    """`check_family` of an open trace, read from `whole`."""
    return check_family(read_stream(whole, name, FamilyParser), name, **how)


class FamilyReplay(Replay):
    """One check, of a trace of the family."""

    head: FamilyHeader
    checker: FamilyChecker
    steps = 0
    lost = False  # an earlier record is missing or impossible: what follows from it is not judged

    def _count(self, record: FamilyRecord) -> None:
        super()._count(record)
        if isinstance(record, StepRecord):
            self.steps += 1
            rule = f"there are at most T = {self.head.T} steps"
            self._at_most(self.head.T, "step", self.steps, rule)

    def _check(self, record: FamilyRecord) -> None:
        if isinstance(record, StepRecord):
            self._step(record)
        else:
            super()._check(record)

    def owed(self) -> bool:
        """Return whether an epoch is owed; O-REPS knows P, and has one epoch."""
        return self.head.algorithm != O_REPS and super().owed()

    def _header(self, header: Header) -> None:
        if not isinstance(header, FamilyHeader):
            raise TypeError(header)
        super()._header(header)
        self.checker = CHECKERS[header.algorithm](header, self.file, self.outcome.instances)
        if self.possible is not None:  # an adversary's rewards have no mean
            self.possible.fixed = [
                [[None] * header.A for _ in rows] for rows in self.possible.fixed
            ]
        for rule, rate, expected in rates(header):
            slack = to_q(header.tolerance) * expected.hi
            holds = expected.hi - slack <= rate <= expected.lo + slack
            self.apply(rule, holds, float(expected.lo), float(rate))
        if header.mirror_descent:
            most, radius = to_q(header.options["eta"]) / 100, to_q(header.radius)
            self.apply("radius", radius <= most, f"at most {float(most):g}", float(radius))

    def _step(self, record: StepRecord) -> None:
        self.lost |= self.i == 0 or not self.steps == record.t == self.t + 1
        self.apply("order", self.i > 0, "an epoch before the first step", "a step")
        if self.due:
            self.late = True
            self._boundary("epoch-missing", False, f"a new epoch: {self._trigger}", "none")
        right = self.steps == record.t == self.t + 1
        self.apply("step-number", right, f"step t = {self.t + 1}, once", f"t = {record.t}")
        if self.lost:
            return
        for divergence in self.checker.step(record):
            self._report(divergence)
        self.pi = self.checker.adopted
        self.outcome.largest_gap = max(self.outcome.largest_gap, self.checker.gap)
        if isinstance(self.checker, MirrorDescent):
            self.outcome.slack, self.outcome.moved = self.checker.slack, self.checker.moved
        self.outcome.untested = self.checker.untested()

    def _episode(self, record: EpisodeRecord) -> None:
        sizes = zip(record.x, record.a, self.head.layers, strict=False)  # layers has x_L besides
        possible = all(0 <= x < X_h and 0 <= a < self.head.A for x, a, X_h in sizes)
        self.lost |= self.i == 0 or self.steps != self.t + 1 or not possible
        step = "a step" if self.steps == self.t + 1 else "none"
        self.apply("step-number", step == "a step", f"step t = {self.t + 1}", step)
        super()._episode(record)
        if self.lost:
            return
        if isinstance(record, InformedEpisode):
            self._table(record)
        self.checker.see(record)

    def _table(self, record: InformedEpisode) -> None:
        """Check that the whole table lies in [0, 1] and that the rewards of the path are in it."""
        for where, v in entries(record.r_t):
            inside = ZERO <= to_q(v) <= ONE
            self.apply("table", inside, "a reward in [0, 1]", str(v), *where)
        for h, (x, a, r) in enumerate(zip(record.x, record.a, record.r, strict=True)):
            same = to_q(record.r_t[h][x][a]) == to_q(r)
            self.apply("table", same, str(record.r_t[h][x][a]), str(r), h, x, a)
