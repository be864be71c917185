"""The check of a trace by both tiers: admitted lines first, anything in doubt plainly."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from typing import Any, BinaryIO

from proofs_check.arithmetic import Q
from proofs_check.conformance.coverage import Coverage
from proofs_check.conformance.fast.epoch_filter import FilteringChecker
from proofs_check.conformance.fast.flat_counters import FlatCounters
from proofs_check.conformance.fast.reader import CHUNK, Piece, Reader
from proofs_check.conformance.fast.vouching import Vouched, Vouching, rewards_of
from proofs_check.conformance.replay import MAX_TOLERANCE, Conformance, OnProgress, Replay
from proofs_check.conformance.statistics import Statistics
from reference.support.atomic_files import accessible
from reference.support.errors import MalformedInput
from reference.trace.records import Header, Record


def check_file(
    path: str | os.PathLike[str],
    name: str | None = None,
    *,
    everything: bool = False,
    max_tolerance: Q = MAX_TOLERANCE,
    on_progress: OnProgress | None = None,
) -> Conformance:
    """`replay.check` of a trace file, called `name` in messages: the same verdict, counts and
    divergences; `largest_gap` is an upper bound. Raises UnusablePath or MalformedInput.
    """
    file = os.fspath(path)
    with accessible(file, "read"), open(file, "rb") as raw:
        name = file if name is None else name
        return check_stream(
            raw, name, everything=everything, max_tolerance=max_tolerance, on_progress=on_progress
        )


def check_stream(
    raw: BinaryIO,
    name: str,
    *,
    everything: bool = False,
    max_tolerance: Q = MAX_TOLERANCE,
    on_progress: OnProgress | None = None,
    statistics: Statistics | None = None,
    coverage: Coverage | None = None,
) -> Conformance:
    """`check_file` of an open trace, which is also tested against chance and counted by cells, as
    asked. Raises MalformedInput."""
    _widen(raw)
    tiers = Tiers(name, everything, max_tolerance)
    tiers.statistics, tiers.coverage = statistics, coverage
    outcome = tiers.check(raw, on_progress=on_progress)
    outcome.coverage = coverage
    outcome.improbable = None if statistics is None else statistics.found()
    return outcome


def _widen(raw: BinaryIO) -> None:
    """Let a pipe hold several chunks, so that the writer need not wait for the reader (Linux)."""
    with suppress(ImportError, AttributeError, OSError):
        import fcntl

        fcntl.fcntl(raw, fcntl.F_SETPIPE_SZ, 4 * CHUNK)


class Tiers(Replay):
    """One check by both tiers. `vouched` counts the episodes that the fast one decided; `given`
    changes the header."""

    COUNTERS, CHECKER = FlatCounters, FilteringChecker
    counters: FlatCounters
    checker: FilteringChecker

    def __init__(
        self,
        file: str = "trace",
        everything: bool = False,
        max_tolerance: Q = MAX_TOLERANCE,
        given: Callable[[Header], Header] = lambda header: header,
    ) -> None:
        super().__init__(file, everything, max_tolerance)
        self.given = given
        self.vouching: Vouching | None = None  # from the header on
        self.statistics: Statistics | None = None  # what to test the play with
        self.vouched = 0

    def check(
        self, raw: BinaryIO, *, chunk: int = CHUNK, on_progress: OnProgress | None = None
    ) -> Conformance:
        """Check an open binary file and return the verdict. Raises MalformedInput, but not after a
        divergence (`Conformance.malformed`)."""
        try:
            for outcome in self.along(raw, chunk):
                if on_progress:
                    on_progress(outcome)
        except MalformedInput as e:
            self.broken_off(e)
        return self.outcome

    def along(self, raw: BinaryIO, chunk: int = CHUNK) -> Iterator[Conformance]:
        """Yield the outcome after each piece of the file. Raises MalformedInput."""
        for piece in Reader(raw, self.file, chunk).pieces():
            if not self._vouched(piece):
                for record in self._records(piece):
                    self.see(record)
            yield self.outcome

    def see(self, record: Any) -> None:
        super().see(record)
        if self.statistics is not None and not isinstance(record, Header) and not self.enough:
            self.statistics.record(record)

    def _vouched(self, piece: Piece) -> bool:
        """Whether the fast tier has decided this block."""
        if self.vouching is None or self.enough or piece.episodes is None:
            return False
        found = self.vouching.vouch(piece.episodes)
        if found is None:
            return False
        if self.statistics is not None:
            self.statistics.block(piece.episodes.x, piece.episodes.a, rewards_of(piece.episodes))
        self.line = piece.line + found.episodes - 1
        self._count_block(found)
        return True

    def _count_block(self, found: Vouched) -> None:
        """Count a block as the plain tier counts its episodes one by one."""
        self.counters.add(found.n, found.n3, found.sums)
        self.episodes += found.episodes
        self.vouched += found.episodes
        self.t += found.episodes
        self.outcome.episodes = self.t
        self.due = self.owed()
        applied = self.outcome.instances
        for rule in ("order", "epoch-missing", "episode-number"):
            applied[rule] += found.episodes
        for rule in ("state", "action", "reward"):
            applied[rule] += found.steps
        applied["played"] += found.known
        if self.possible is not None:
            applied["possible"] += found.steps

    def _records(self, piece: Piece) -> Iterable[Record]:
        """Return the records of a piece; for an epoch that is due, the one that the line
        is, before the filter."""
        record = piece.epoch
        if record is None or self.vouching is None or self.enough or self.epochs > self.head.T:
            return piece.records()
        if not self.due or (record.i, record.t) != (self.i + 1, self.t + 1):
            return piece.records()
        self.checker.unread = piece
        return (record,)

    def _check(self, record: Any) -> None:
        if self.vouching is not None:
            self.counters.settle()
        super()._check(record)

    def _header(self, header: Header) -> None:
        header = self.given(header)
        super()._header(header)
        if self.statistics is not None:
            self.statistics.header(header)
        self.vouching = Vouching(self, self.counters)
