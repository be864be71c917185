"""The check of a trace by both tiers: admitted lines first, anything in doubt plainly."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import Any, BinaryIO, Protocol, cast

from proofs_check.arithmetic import Q
from proofs_check.conformance.coverage import Coverage
from proofs_check.conformance.replay import Conformance, OnProgress, Replay, TierParts
from proofs_check.conformance.statistics import Statistics
from proofs_check.fast.episode_lines import Episodes
from proofs_check.fast.epoch_filter import FilteringChecker
from proofs_check.fast.flat_counters import FlatCounters
from proofs_check.fast.reader import CHUNK, Piece, Reader
from proofs_check.fast.vouching import Vouching, rewards_of
from reference.trace.reader import AnySizeParser, RecordParser
from reference.trace.records import Header, Record


def _widen(raw: BinaryIO) -> None:
    """Let a pipe hold several chunks, so that the writer need not wait for the reader (Linux)."""
    with suppress(ImportError, AttributeError, OSError):
        import fcntl

        fcntl.fcntl(raw, fcntl.F_SETPIPE_SZ, 4 * CHUNK)


class Listener(Protocol):
    """What is told of every record that is seen, and of every block that is vouched for."""

    def record(self, record: Record) -> None:
        """Take a record. Raises MalformedInput."""

    def block(self, block: Episodes, line: int) -> None:
        """Take a block of episodes, the first of which stands in this line."""


class Tiers:
    """One check by both tiers: what the fast one vouches for is counted, everything else is handed
    to `replay`, the plain one, which alone decides. `vouched` counts the episodes that the fast
    tier decided; `how`: further fields of `Replay`."""

    def __init__(
        self,
        file: str = "trace",
        everything: bool = False,
        listener: Listener | None = None,
        chunk: int = CHUNK,  # bytes read at once
        **how: Any,
    ) -> None:
        self.replay = Replay(file, everything, parts=FAST, **how)
        self.listener, self.chunk = listener, chunk
        self.vouching: Vouching | None = None  # from the header on
        self.vouched = 0

    @property
    def outcome(self) -> Conformance:
        """Return the verdict so far."""
        return self.replay.outcome

    @property
    def max_tolerance(self) -> Q:
        """Return the largest tolerance that a header may declare."""
        return self.replay.max_tolerance

    @property
    def statistics(self) -> Statistics | None:
        """Return the test of the play against chance, if there is one."""
        return self.replay.statistics

    @property
    def coverage(self) -> Coverage | None:
        """Return the cells, if they are counted."""
        return self.replay.coverage

    @property
    def counters(self) -> FlatCounters:
        """Return the replay's counters."""
        return cast("FlatCounters", self.replay.counters)

    @property
    def checker(self) -> FilteringChecker:
        """Return the replay's checker of epochs."""
        return cast("FilteringChecker", self.replay.checker)

    def check(self, raw: BinaryIO, on_progress: OnProgress | None = None) -> Conformance:
        """Check an open binary file and return the verdict. Raises MalformedInput, but not after a
        divergence."""
        return self.replay.finish(self.follow(raw), on_progress)

    def run(self, records: Iterable[Any], on_progress: OnProgress | None = None) -> Conformance:
        """Take all records, one by one. Raises MalformedInput, but not after a divergence."""
        return self.replay.finish(self._seen(records), on_progress)

    def _seen(self, records: Iterable[Any]) -> Iterator[Conformance]:
        for record in records:
            self._see(record)
            yield self.outcome

    def follow(self, raw: BinaryIO) -> Iterator[Conformance]:
        """Yield the outcome after each piece of the file. Raises MalformedInput."""
        _widen(raw)
        # a listener has tables of triples
        parser = AnySizeParser if self.listener is None else RecordParser
        for piece in Reader(raw, self.replay.file, self.chunk, parser).pieces():
            if not self._vouched(piece):
                for record in self._records(piece):
                    self._see(record)
            yield self.outcome

    def _see(self, record: Any) -> None:
        """Hand one record to the plain tier."""
        replay = self.replay
        if self.vouching is not None:
            self.counters.settle()
        replay.see(record)
        if isinstance(record, Header) and not (replay.enough or replay.large):
            # where a trace is large there are no tables of triples, which blocks are counted in
            self.vouching = Vouching(replay, self.counters)
        if self.listener is not None:
            self.listener.record(record)

    def _vouched(self, piece: Piece) -> bool:
        """Whether the fast tier has decided this block."""
        if self.vouching is None or self.replay.enough or piece.episodes is None:
            return False
        block = self.vouching.vouch(piece.episodes)
        if block is None:
            return False
        if self.statistics is not None:
            self.statistics.block(piece.episodes.x, piece.episodes.a, rewards_of(piece.episodes))
        self.counters.add(block.n, block.n3, block.sums)
        last = piece.line + block.episodes - 1
        self.replay.held(block.episodes, block.steps, block.known, last)
        self.vouched += block.episodes
        if self.listener is not None:
            self.listener.block(piece.episodes, piece.line)
        return True

    def _records(self, piece: Piece) -> Iterable[Record]:
        """Return the records of a piece; for an epoch that is due, the one that the line
        is, before the filter."""
        record, replay = piece.epoch, self.replay
        if record is None or self.vouching is None or replay.enough:
            return piece.records()
        if replay.epochs > replay.head.T or not replay.due:
            return piece.records()
        if (record.i, record.t) != (replay.i + 1, replay.t + 1):
            return piece.records()
        self.checker.unread = piece
        return (record,)


FAST = TierParts(FlatCounters, FilteringChecker)
