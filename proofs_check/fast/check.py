"""The check of a trace by both tiers: admitted lines first, anything in doubt plainly."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import Any, BinaryIO

from proofs_check.conformance.replay import Conformance, Replay
from proofs_check.fast.epoch_filter import FilteringChecker
from proofs_check.fast.flat_counters import FlatCounters
from proofs_check.fast.reader import CHUNK, Piece, Reader
from proofs_check.fast.vouching import Vouched, Vouching, rewards_of
from reference.trace.reader import AnySizeParser, RecordParser
from reference.trace.records import Header, Record


def _widen(raw: BinaryIO) -> None:
    """Let a pipe hold several chunks, so that the writer need not wait for the reader (Linux)."""
    with suppress(ImportError, AttributeError, OSError):
        import fcntl

        fcntl.fcntl(raw, fcntl.F_SETPIPE_SZ, 4 * CHUNK)


class Tiers(Replay):
    """One check by both tiers. `vouched` counts the episodes that the fast one decided."""

    COUNTERS, CHECKER = FlatCounters, FilteringChecker
    PARSER: type[RecordParser] = AnySizeParser
    counters: FlatCounters
    checker: FilteringChecker
    chunk = CHUNK  # bytes read at once
    vouching: Vouching | None = None  # from the header on
    vouched = 0

    def follow(self, raw: BinaryIO) -> Iterator[Conformance]:
        """Yield the outcome after each piece of the file. Raises MalformedInput."""
        _widen(raw)
        for piece in Reader(raw, self.file, self.chunk, self.PARSER).pieces():
            if not self._vouched(piece):
                for record in self._records(piece):
                    self.see(record)
            yield self.outcome

    def _vouched(self, piece: Piece) -> bool:
        """Whether the fast tier has decided this block."""
        if self.vouching is None or self.enough or piece.episodes is None:
            return False
        block = self.vouching.vouch(piece.episodes)
        if block is None:
            return False
        if self.statistics is not None:
            self.statistics.block(piece.episodes.x, piece.episodes.a, rewards_of(piece.episodes))
        self.line = piece.line + block.episodes - 1
        self._count_block(block)
        return True

    def _count_block(self, block: Vouched) -> None:
        """Count a block as the plain tier counts its episodes one by one."""
        self.counters.add(block.n, block.n3, block.sums)
        self.episodes += block.episodes
        self.vouched += block.episodes
        self.t += block.episodes
        self.outcome.episodes = self.t
        self.due = self.owed()
        applied = self.outcome.instances
        for rule in ("order", "epoch-missing", "episode-number"):
            applied[rule] += block.episodes
        for rule in ("state", "action", "reward"):
            applied[rule] += block.steps
        applied["played"] += block.known
        if self.possible is not None:
            applied["possible"] += block.steps

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
        super()._header(header)
        if self.large:  # without tables of triples, which blocks are counted in
            return
        self.vouching = Vouching(self, self.counters)
