"""The check of a trace by both tiers: blocks and candidates first, anything in doubt plainly."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from typing import Any, BinaryIO

from proofs_check.arithmetic import Q
from proofs_check.conformance.fast.epoch_filter import FilteringChecker
from proofs_check.conformance.fast.flat_counters import FlatCounters
from proofs_check.conformance.fast.reader import CHUNK, Piece, Reader
from proofs_check.conformance.fast.vouching import Vouched, Vouching
from proofs_check.conformance.replay import MAX_TOLERANCE, Conformance, OnProgress, Replay
from reference.support.errors import UnusablePath
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
        self.vouched = 0

    def check(
        self, raw: BinaryIO, *, chunk: int = CHUNK, on_progress: OnProgress | None = None
    ) -> Conformance:
        """Check an open binary file and return the verdict. Raises MalformedInput."""
        for outcome in self.along(raw, chunk):
            if on_progress:
                on_progress(outcome)
        return self.outcome

    def along(self, raw: BinaryIO, chunk: int = CHUNK) -> Iterator[Conformance]:
        """Yield the outcome after each piece of the file. Raises MalformedInput."""
        for piece in Reader(raw, self.file, chunk).pieces():
            if not self._vouched(piece):
                for record in self._records(piece):
                    self.see(record)
            yield self.outcome

    def _vouched(self, piece: Piece) -> bool:
        """Whether the fast tier has decided this block."""
        if self.vouching is None or self.enough or piece.episodes is None:
            return False
        found = self.vouching.vouch(piece.episodes)
        if found is None:
            return False
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
        """Return the records of a piece; for an epoch that is due, the candidate before the
        filter."""
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
        super()._header(self.given(header))
        self.vouching = Vouching(self, self.counters)
