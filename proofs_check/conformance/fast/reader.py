"""A trace in pieces: blocks of episode lines, candidates for epochs, and plain records.

A block or a candidate can always be read again plainly, from the same bytes and with the same
errors (`records`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import BinaryIO

from proofs_check.conformance.fast.episode_lines import Episodes, Layout
from proofs_check.conformance.fast.epoch_lines import EpochLayout
from reference.trace.raw_lines import MAX_LINE, NOT_GZIP, half_gzip, too_long, unzipped
from reference.trace.reader import RecordParser
from reference.trace.records import EpisodeRecord, EpochRecord, Record

CHUNK = 1 << 18  # bytes read at once: NumPy's arrays of them stay in the cache


@dataclass(frozen=True)
class Piece:
    """Whole lines of the trace from `line` on, read plainly by `records`."""

    reader: Reader
    line: int
    data: bytes

    def records(self) -> Iterator[Record]:
        """The records of these lines, strictly. Raises MalformedInput."""
        return self.reader.ascii_text(self.line, self.data)


@dataclass(frozen=True)
class Block(Piece):
    """Lines that look like episodes; `episodes` are their numbers if all have the known layout."""

    episodes: Episodes | None


@dataclass(frozen=True)
class EpochLine(Piece):
    """A line that looks like an epoch, with its apparent content."""

    candidate: EpochRecord

    def epoch(self) -> EpochRecord:
        """The record, strictly. Raises MalformedInput."""
        (record,) = self.records()
        if not isinstance(record, EpochRecord):  # its strings are those of an epoch
            raise TypeError(record)
        return record


class Reader:
    """The pieces of one trace, in order."""

    def __init__(self, raw: BinaryIO, file: str, chunk: int = CHUNK) -> None:
        self.raw, self.file, self.chunk = raw, file, chunk
        self.lines = RecordParser(file)
        self.layout: Layout | None = None
        self.epoch_layout: EpochLayout | None = None
        self.learn_from = 1  # the first line from which another layout is learned

    def ascii_text(self, line: int, data: bytes) -> Iterator[Record]:
        """The lines of `data` as the strict reader has them; learns layouts from them."""
        for whole in _lines(data):
            if len(whole) > MAX_LINE:
                raise too_long(self.file, line, whole)
            record = self.lines.record(line, whole.removesuffix(b"\n"))
            if isinstance(record, EpisodeRecord):
                self._learn(line, whole, record)
            elif isinstance(record, EpochRecord) and record.i > 1:
                self.epoch_layout = EpochLayout.of(whole, record)
            yield record
            line += 1

    def _learn(self, line: int, whole: bytes, record: EpisodeRecord) -> None:
        """Learn a layout, from ever fewer lines: a trace of ever new layouts costs little more."""
        if line >= self.learn_from and not (self.layout and self.layout.fits(whole)):
            self.layout = Layout.of(whole, record)
            self.learn_from = line + line // 64

    def pieces(self) -> Iterator[Piece]:
        """The whole trace. Raises MalformedInput, as reading it plainly does."""
        line = 1
        for data in self._whole_lines():
            at = 0
            while at < len(data):
                piece = self._piece(line, data, at)
                yield piece
                at += len(piece.data)
                line += _count(piece.data)
        self.lines.end(line - 1)

    def _piece(self, line: int, data: bytes, at: int) -> Piece:
        """The piece that starts at `at`: a block as long as possible, else one line."""
        layout, stop = self.layout, at
        if layout is not None and not self.lines.ended:
            stop = self._end_of_episodes(layout, data, at)
        if layout is None or stop == at or data[stop - 1 : stop] != b"\n":
            stop = data.find(b"\n", at) + 1 or len(data)
            return self._one_line(line, data[at:stop])
        block = data[at:stop]
        return Block(self, line, block, layout.episodes(block, _count(block)))

    def _one_line(self, line: int, whole: bytes) -> Piece:
        if self.epoch_layout is not None and not self.lines.ended and len(whole) <= MAX_LINE:
            candidate = self.epoch_layout.candidate(whole, line)
            if candidate is not None:
                return EpochLine(self, line, whole, candidate)
        return Piece(self, line, whole)

    @staticmethod
    def _end_of_episodes(layout: Layout, data: bytes, at: int) -> int:
        """Where the next line that is not an episode starts, as far as a cheap test shows."""
        if not data.startswith(layout.lead, at):
            return at
        stop = len(data)
        for word in (b'"epoch"', b'"end"'):
            found = data.find(word, at, stop)
            if found >= 0:
                stop = max(at, data.rfind(b"\n", at, found) + 1)
        return stop

    def _whole_lines(self) -> Iterator[bytes]:
        """The file in pieces that end with a newline, except the last."""
        source = unzipped(self.raw)
        rest: list[bytes] = []  # of an unfinished line
        size = number = 0
        while True:
            try:
                data = source.read1(self.chunk)
            except NOT_GZIP as e:
                raise half_gzip(self.file, number + 1, e) from None
            if not data:
                break
            cut = data.rfind(b"\n") + 1
            if cut:
                piece = b"".join([*rest, data[:cut]])
                number += piece.count(b"\n")
                yield piece
                rest, size = [], 0
            rest.append(data[cut:])
            size += len(data) - cut
            if size > MAX_LINE:
                raise too_long(self.file, number + 1, b"".join(rest))
        if size:
            yield b"".join(rest)


def _lines(data: bytes) -> list[bytes]:
    """The lines with their newlines."""
    *whole, last = data.split(b"\n")
    return [line + b"\n" for line in whole] + ([last] if last else [])


def _count(data: bytes) -> int:
    """The number of lines."""
    return data.count(b"\n") + (not data.endswith(b"\n"))
