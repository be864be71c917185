"""A trace in pieces: blocks of episode lines, admitted epoch lines, and plain records.

A block or an epoch can always be read again plainly, from the same bytes and with the same
errors (`records`).
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import dataclass
from typing import BinaryIO

from proofs_check.fast.episode_lines import Episodes, Layout
from proofs_check.fast.epoch_lines import EpochLayout
from reference.trace.raw_lines import MAX_LINE, NOT_GZIP, half_gzip, too_long, unzipped
from reference.trace.reader import RecordParser
from reference.trace.records import EpisodeRecord, EpochRecord, Record

CHUNK = 1 << 18  # bytes read at once: NumPy's arrays of them stay in the cache


@dataclass(frozen=True)
class Piece:
    """Whole lines of the trace from `line` on, read plainly by `records`. `episodes`: the numbers
    of episodes that all have the known layout; `epoch`: the epoch that an admitted line is."""

    reader: Reader
    line: int
    data: bytes
    episodes: Episodes | None = None
    epoch: EpochRecord | None = None

    def records(self) -> Iterator[Record]:
        """Yield the records of these lines, strictly. Raises MalformedInput."""
        return self.reader.strictly(self.line, self.data)


class Reader:
    """Pieces of one trace, in order."""

    def __init__(
        self,
        raw: BinaryIO,
        file: str,
        chunk: int = CHUNK,
        parser: type[RecordParser] = RecordParser,
    ) -> None:
        self.raw, self.file, self.chunk = raw, file, chunk
        self.lines = parser(file)
        self.layout: Layout | None = None
        self.epoch_layout: EpochLayout | None = None
        self.learn_from = 1  # the first line from which another layout is learned

    def strictly(self, line: int, data: bytes) -> Iterator[Record]:
        """Yield the lines of `data` as the strict reader has them, and learn layouts from them."""
        for whole in io.BytesIO(data):
            if len(whole) > MAX_LINE:
                raise too_long(self.file, line, whole)
            record = self.lines.record(line, whole.removesuffix(b"\n"))
            if isinstance(record, EpisodeRecord):
                self._learn(line, whole, record)
            elif isinstance(record, EpochRecord) and record.i > 1:
                self.epoch_layout = EpochLayout.of(whole)
            yield record
            line += 1

    def _learn(self, line: int, whole: bytes, record: EpisodeRecord) -> None:
        """Learn a layout, from ever fewer lines: a trace of ever new layouts costs little more."""
        if line >= self.learn_from and not (self.layout and self.layout.fits(whole)):
            self.layout = Layout.of(whole, record)
            self.learn_from = line + line // 64

    def pieces(self) -> Iterator[Piece]:
        """Yield the pieces of the whole trace. Raises MalformedInput, as reading it plainly
        does."""
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
        """Return the piece that starts at `at`: a block as long as possible, else one line."""
        stop = self._end_of_episodes(data, at)
        if self.layout is not None and stop > at and data[stop - 1 : stop] == b"\n":
            block = data[at:stop]
            return Piece(self, line, block, self.layout.episodes(block, _count(block)))
        whole = data[at : data.find(b"\n", at) + 1 or len(data)]
        epoch = None
        if self.epoch_layout and not self.lines.ended and len(whole) <= MAX_LINE:
            epoch = self.epoch_layout.read(whole, line)
        return Piece(self, line, whole, epoch=epoch)

    def _end_of_episodes(self, data: bytes, at: int) -> int:
        """Return where the next line that is not an episode starts, as far as a cheap test
        shows."""
        if self.layout is None or self.lines.ended or not data.startswith(self.layout.lead, at):
            return at
        stop = len(data)
        for word in (b'"epoch"', b'"end"'):
            position = data.find(word, at, stop)
            if position >= 0:
                stop = max(at, data.rfind(b"\n", at, position) + 1)
        return stop

    def _whole_lines(self) -> Iterator[bytes]:
        """Yield the file in pieces that end with a newline, except the last."""
        source, rest, number = unzipped(self.raw), bytearray(), 0
        while True:
            try:
                new = source.read1(self.chunk)
            except NOT_GZIP as e:
                raise half_gzip(self.file, number + 1, e) from None
            cut = new.rfind(b"\n") + 1
            if cut or not new:
                data, rest = bytes(rest) + new[:cut], bytearray()
                number += data.count(b"\n")
                yield data
            if not new:
                return
            rest += new[cut:]
            if len(rest) > MAX_LINE:
                raise too_long(self.file, number + 1, bytes(rest))


def _count(data: bytes) -> int:
    """Return the number of lines."""
    return data.count(b"\n") + (not data.endswith(b"\n"))
