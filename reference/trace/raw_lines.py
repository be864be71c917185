"""The lines of a trace file, plain or gzipped, in bounded memory."""

from __future__ import annotations

import gzip
import io
import zlib
from collections.abc import Iterator
from typing import Any, BinaryIO

from reference.support.errors import MalformedInput

MAX_LINE = 32 * 2**20  # bytes of one line
NOT_GZIP = (EOFError, zlib.error, gzip.BadGzipFile)


class TruncatedTrace(MalformedInput):
    """Trace file without an `end` record; what came before it was readable."""


def lines(raw: BinaryIO, file: str) -> Iterator[tuple[int, bytes]]:
    """(number, bytes without newline) of every line, none longer than MAX_LINE. Raises
    MalformedInput for a longer one, TruncatedTrace for an incomplete gzip file."""
    source = unzipped(raw)
    number = 0
    while True:
        try:
            data = source.readline(MAX_LINE + 1)
        except NOT_GZIP as e:
            raise half_gzip(file, number + 1, e) from None
        if not data:
            return
        number += 1
        if len(data) > MAX_LINE:
            raise too_long(file, number, data)
        yield number, data.removesuffix(b"\n")


def unzipped(raw: BinaryIO) -> Any:
    """Return the bytes of a trace file, plain or gzipped (by content), as a buffered stream."""
    stream = io.BufferedReader(raw) if not hasattr(raw, "peek") else raw  # type: ignore[type-var]  # a raw file has readinto
    zipped = stream.peek(2)[:2] == b"\x1f\x8b"
    return gzip.GzipFile(fileobj=stream, mode="rb") if zipped else stream


class _From(io.RawIOBase):
    """Bytes already read, then what is left of a stream."""

    def __init__(self, first: bytes, rest: BinaryIO) -> None:
        self.first, self.rest = first, rest

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        """Fill the buffer, as far as one read does."""
        chunk = self.first[: len(buffer)] or self.rest.read1(len(buffer))  # type: ignore[attr-defined]  # buffered
        self.first = self.first[len(chunk) :]
        buffer[: len(chunk)] = chunk
        return len(chunk)


def first_line(raw: BinaryIO, file: str) -> tuple[bytes, BinaryIO]:
    """Return the first line of a trace, unzipped and without its newline, and a stream of the whole
    trace: a pipe can be read only once. `raw` is open and buffered. Raises MalformedInput for a
    line that is too long."""
    if raw.seekable():
        line = next(lines(raw, file), (1, b""))[1]
        raw.seek(0)
        return line, raw
    seen, unzip, line = b"", None, b""
    while b"\n" not in line:
        new = raw.read1(1 << 16)  # type: ignore[attr-defined]  # buffered
        seen += new
        if unzip is None and seen[:2] == b"\x1f\x8b":
            unzip, new = zlib.decompressobj(31), seen
        try:
            line += unzip.decompress(new, MAX_LINE) if unzip else new
        except zlib.error:  # the reader will say so
            break
        if len(line) > MAX_LINE:
            raise too_long(file, 1, line)
        if not new:
            break
    return line.partition(b"\n")[0], io.BufferedReader(_From(seen, raw), 1 << 18)


def half_gzip(file: str, line: int, error: Exception) -> TruncatedTrace:
    """Return the error for a gzip file that ends or breaks within `line`."""
    return TruncatedTrace(file, line, "gzip", str(error), "must be a whole gzip file")


def too_long(file: str, line: int, data: bytes) -> MalformedInput:
    """Return the error for a line of more than MAX_LINE bytes."""
    return MalformedInput(file, line, "line", data[:40], f"is longer than {MAX_LINE} bytes")
