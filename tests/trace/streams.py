"""Bytes that are made while they are read, and the memory that a piece of work takes."""

from __future__ import annotations

import io
import tracemalloc
from collections.abc import Callable, Iterator
from typing import Any


class Parts(io.RawIOBase):
    """The parts one after the other, perhaps without end; counts what is read."""

    def __init__(self, parts: Iterator[bytes]) -> None:
        self.parts, self.left, self.bytes_read = parts, b"", 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        self.left = self.left or next(self.parts, b"")
        n = min(len(buffer), len(self.left))
        buffer[:n], self.left = self.left[:n], self.left[n:]
        self.bytes_read += n
        return n


def peak(work: Callable[[], Any]) -> int:
    """Bytes in use at the highest point of `work`."""
    tracemalloc.start()
    try:
        work()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
