"""What both command lines share: exit statuses, one clear line per error, progress on stderr."""

from __future__ import annotations

import argparse
import contextlib
import os
import signal
import sys
import time
from collections.abc import Callable, Iterator
from types import FrameType
from typing import NoReturn

from reference.errors import INTERRUPTED, USAGE, UcrlLpError


class Parser(argparse.ArgumentParser):
    """argparse with this project's exit status for a wrong command line."""

    def error(self, message: str) -> NoReturn:
        self.exit(USAGE, f"{self.prog}: error: {message}\n(try: {self.prog} --help)\n")


def guarded(prog: str, command: Callable[[], int]) -> int:
    """Run a command; a typed error becomes one line on stderr and its exit status."""
    try:
        status = command()
        sys.stdout.flush()
    except UcrlLpError as e:
        print(f"{prog}: error: {e}", file=sys.stderr)
        return e.exit_status
    except KeyboardInterrupt:
        print(f"{prog}: interrupted", file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:  # the reader of our output has gone; nothing is left to say
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    return status


@contextlib.contextmanager
def stop_on_interrupt() -> Iterator[Callable[[], bool]]:
    """The first Ctrl-C (or SIGTERM) only sets a flag, so that work ends at a safe point; the
    second one interrupts at once."""
    asked = False

    def ask(signum: int, frame: FrameType | None) -> None:
        nonlocal asked
        if asked:
            raise KeyboardInterrupt
        asked = True

    before = {s: signal.signal(s, ask) for s in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield lambda: asked
    finally:
        for s, handler in before.items():
            signal.signal(s, handler)


class ProgressLine:
    """One line on stderr that overwrites itself: on a terminal only, 5 times a second at most."""

    def __init__(self, quiet: bool = False) -> None:
        self.shown = sys.stderr.isatty() and not quiet
        self._last = 0.0
        self._width = 0

    def __call__(self, text: str, *, last: bool = False) -> None:
        now = time.monotonic()
        if not self.shown or (now - self._last < 0.2 and not last):
            return
        self._last = now
        text = text[:79]
        print("\r" + text.ljust(self._width), end="\n" if last else "", file=sys.stderr, flush=True)
        self._width = len(text)


def time_left(done: int, total: int, seconds: float) -> str:
    """`1:05 left`, from the share done so far."""
    if done == 0:
        return "? left"
    left = round(seconds * (total - done) / done)
    return f"{left // 60}:{left % 60:02d} left"
