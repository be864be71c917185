"""The check of a trace by both tiers: blocks and candidates first, anything in doubt plainly."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import BinaryIO

from proofs_check.arithmetic import Q
from proofs_check.conformance.fast.epoch_filter import FilteringChecker, Unread
from proofs_check.conformance.fast.flat_counters import FlatCounters
from proofs_check.conformance.fast.reader import CHUNK, Block, EpochLine, Piece, Reader
from proofs_check.conformance.fast.vouching import Vouching
from proofs_check.conformance.replay import (
    MAX_TOLERANCE,
    Announced,
    Conformance,
    Enough,
    Replay,
)
from reference.support.errors import UnusablePath
from reference.trace.records import Header, Record


def check_file(
    path: str | os.PathLike[str],
    name: str | None = None,
    *,
    everything: bool = False,
    max_tolerance: Q = MAX_TOLERANCE,
    on_progress: Callable[[Conformance], None] | None = None,
) -> Conformance:
    """`replay.check` of a trace file, called `name` in messages: the same verdict, counts and
    divergences; `largest_gap` is an upper bound. Raises UnusablePath or MalformedInput.
    """
    file = os.fspath(path)
    try:
        with open(file, "rb") as raw:
            _widen(raw)
            tiers = Tiers(file if name is None else name, everything, max_tolerance)
            return tiers.check(raw, on_progress=on_progress)
    except OSError as e:
        raise UnusablePath(file, f"cannot be read: {e.strerror or e}") from None


def _widen(raw: BinaryIO) -> None:
    """Let a pipe hold several chunks, so that the writer need not wait for the reader (Linux)."""
    with suppress(ImportError, AttributeError, OSError):
        import fcntl

        fcntl.fcntl(raw, fcntl.F_SETPIPE_SZ, 4 * CHUNK)


class Tiers:
    """One check by both tiers. `vouched` counts the episodes that the fast one decided."""

    def __init__(
        self,
        file: str = "trace",
        everything: bool = False,
        max_tolerance: Q = MAX_TOLERANCE,
        given: Callable[[Header], Header] = lambda header: header,
    ) -> None:
        self.file, self.given = file, given
        self.outcome = Conformance()
        self.replay = Replay(self.outcome, file, everything, max_tolerance)
        self.announced = Announced(file)
        self.counters: FlatCounters | None = None  # with the header, as the next two
        self.checker: FilteringChecker | None = None
        self.vouching: Vouching | None = None
        self.enough = False
        self.vouched = 0

    def check(
        self,
        raw: BinaryIO,
        *,
        chunk: int = CHUNK,
        on_progress: Callable[[Conformance], None] | None = None,
    ) -> Conformance:
        """The verdict on an open binary file. Raises MalformedInput."""
        for piece in Reader(raw, self.file, chunk).pieces():
            if not self._vouched(piece):
                for record in self._records(piece):
                    self._see(record)
            if on_progress:
                on_progress(self.outcome)
        return self.outcome

    def _vouched(self, piece: Piece) -> bool:
        """Whether the fast tier has decided this block."""
        if self.vouching is None or self.enough or not isinstance(piece, Block):
            return False
        episodes = piece.episodes
        if episodes is None or not self.vouching.vouch(episodes, piece.line):
            return False
        self.announced.episodes += len(episodes)
        self.vouched += len(episodes)
        return True

    def _records(self, piece: Piece) -> Iterable[Record]:
        """The records of a piece; for an epoch that is due, the candidate before the filter."""
        if self.checker is None or self.enough or not isinstance(piece, EpochLine):
            return piece.records()
        replay, record = self.replay, piece.candidate
        expected = replay.due and (record.i, record.t) == (replay.i + 1, replay.t + 1)
        if not expected or self.announced.epochs > self.announced.T:
            return piece.records()
        self.checker.unread = Unread(record, piece.epoch)
        return (record,)

    def _see(self, record: Record) -> None:
        """One record, by the plain tier."""
        if isinstance(record, Header):
            record = self.given(record)
        self.announced.see(record)
        if self.enough:
            return
        if self.counters is not None:
            self.counters.settle()
        try:
            self.replay.see(record)
        except Enough:
            self.enough = True
        if isinstance(record, Header):
            self._both(record)

    def _both(self, head: Header) -> None:
        """Give the replay the counters and the checker of both tiers."""
        self.counters = FlatCounters(head.layers, head.A, head.choices["trigger"])
        self.checker = FilteringChecker(head, self.file, self.outcome.instances)
        self.replay.counters, self.replay.checker = self.counters, self.checker
        self.vouching = Vouching(self.replay, self.counters)
