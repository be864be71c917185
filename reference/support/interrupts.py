"""Interruption by Ctrl-C or SIGTERM: of Python's own work, and of a computation outside Python."""

from __future__ import annotations

import contextlib
import os
import signal
import threading
from collections.abc import Callable, Iterator
from types import FrameType

STOPPING = (signal.SIGINT, signal.SIGTERM)


@contextlib.contextmanager
def stop_on_interrupt() -> Iterator[Callable[[], bool]]:
    """Let the first Ctrl-C (or SIGTERM) only set a flag, so that work ends at a safe point; the
    second one interrupts at once, and so does the first while nothing has asked for the flag yet:
    then there is nothing to keep."""
    asked = begun = False

    def ask(signum: int, frame: FrameType | None) -> None:
        nonlocal asked
        if asked or not begun:
            raise KeyboardInterrupt
        asked = True

    def stop() -> bool:
        nonlocal begun
        begun = True
        return asked

    before = {s: signal.signal(s, ask) for s in STOPPING}
    try:
        yield stop
    finally:
        for s, handler in before.items():
            signal.signal(s, handler)


@contextlib.contextmanager
def sigterm_is_ctrl_c() -> Iterator[None]:
    """Let SIGTERM, `timeout`'s signal, end what runs here as Ctrl-C does, and thereby the programs
    that it has started."""
    if threading.current_thread() is not threading.main_thread():  # signals are not for it
        yield
        return

    def interrupt(signum: int, frame: FrameType | None) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGTERM, interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


@contextlib.contextmanager
def woken(end: Callable[[], object]) -> Iterator[list[int]]:
    """Call `end` as soon as one of these signals arrives, while the main thread computes outside
    Python; yields a list that then has the signal. Python runs its own handlers only after that
    computation, so another thread waits for the signal, and does nothing else."""
    signals: list[int] = []
    if threading.current_thread() is not threading.main_thread():  # signals are not for it
        yield signals
        return
    reading, writing = os.pipe()
    os.set_blocking(writing, False)
    before = signal.set_wakeup_fd(writing, warn_on_full_buffer=False)

    def wait() -> None:
        while number := os.read(reading, 1):
            if before != -1:  # of an event loop
                os.write(before, number)
            if number[0] in STOPPING:
                signals.append(number[0])
                end()

    waiting = threading.Thread(target=wait, daemon=True)
    waiting.start()
    try:
        yield signals
    finally:
        signal.set_wakeup_fd(before)
        os.close(writing)
        waiting.join()
        os.close(reading)
