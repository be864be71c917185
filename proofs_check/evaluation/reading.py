"""A trace that is read once, from a file or a pipe, while it is checked."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from typing import Any, BinaryIO

from proofs_check.letters.recorder import Recorder
from reference.support.errors import MalformedInput, UnusablePath

PIPE = 1 << 20  # bytes that a pipe may hold, so that the writer need not wait for the reader


class Beside:
    """What a recorder takes of a trace that is checked as it is read: up to the first record that
    no table could hold (`refused`)."""

    def __init__(self, recorder: Recorder) -> None:
        self.recorder = recorder
        self.refused: MalformedInput | None = None

    def take(self, see: Callable[..., None], *what: Any) -> None:
        """Pass it to a method of the recorder."""
        if self.refused is None:
            try:
                see(*what)
            except MalformedInput as e:  # a rule of the check has named it
                self.refused = e

    def seen(self, records: Iterable[Any]) -> Iterator[Any]:
        """Yield the records; take each after the check has seen it."""
        for record in records:
            yield record
            self.take(self.recorder.see, record)


def opened(path: str) -> BinaryIO:
    """Return a trace to read: `-` and /dev/stdin are standard input. Raises UnusablePath."""
    try:
        raw: BinaryIO = os.fdopen(0, "rb", closefd=False) if path == "-" else open(path, "rb")  # noqa: SIM115
    except OSError as e:
        raise UnusablePath(path, f"cannot be read: {e.strerror or e}") from None
    with suppress(ImportError, AttributeError, OSError):  # Linux
        import fcntl

        fcntl.fcntl(raw, fcntl.F_SETPIPE_SZ, PIPE)
    return raw
