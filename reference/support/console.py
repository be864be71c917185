"""What both command lines share: exit statuses, one clear line per error, progress on stderr,
colour on terminals."""

from __future__ import annotations

import contextlib
import io
import os
import re
import sys
import textwrap
import time
import traceback
from collections.abc import Callable
from functools import cache
from typing import Any

from reference.support.errors import (
    INTERNAL,
    INTERRUPTED,
    UNREAD,
    USAGE,
    MalformedInput,
    PreconditionError,
    UcrlLpError,
    UnusablePath,
    shown,
)
from reference.support.interrupts import sigterm_is_ctrl_c

# Words that denote a verdict wherever they are printed; colour only repeats the word.
GREEN, RED, YELLOW = "32", "31", "33"
COLOURS = {
    "HOLDS": GREEN,
    "FAILS": RED,
    "GAP": YELLOW,
    "UNDECIDED": YELLOW,
    "VACUOUS": YELLOW,
    "UNEXPECTED": RED,
    "false as printed": RED,
    "gap in the printed argument": YELLOW,
    "does not conform": RED,
    "improbable": RED,
    "conforms": GREEN,
    "all cases pass": GREEN,
}
VERDICT = re.compile(r"\b(?:" + "|".join(map(re.escape, COLOURS)) + r")\b")


EXIT_STATUSES = (
    "Exit status: 0 as expected, 1 something is false, 2 undecided or vacuous, 3 malformed input "
    "or a failing solver, 4 usage, 70 an error of this program (not a verdict), 130 interrupted."
)


def whole_number(text: str) -> int:
    """Return a whole number of the command line: 1000 or 1e3. Raises ValueError."""
    try:
        return int(text)
    except ValueError:
        pass
    try:
        value = float(text)
        if value == int(value) and abs(value) <= 2**53:  # larger ones are no longer exact
            return int(value)
    except (ValueError, OverflowError):
        pass
    rule = f"must be a whole number such as 1000 or 1e3; found {shown(text)}"
    raise ValueError(rule)


def any_number(text: str) -> float:
    """Return a number of the command line. Raises ValueError."""
    try:
        return float(text)
    except ValueError:
        raise ValueError(f"must be a number; found {shown(text)}") from None


def painted(text: str) -> str:
    """Return the text with its verdicts in colour, if standard output is a terminal that wants it
    (https://no-color.org)."""
    plain = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
    if plain or not sys.stdout.isatty():
        return text
    return VERDICT.sub(lambda match: f"\x1b[{COLOURS[match[0]]}m{match[0]}\x1b[0m", text)


def number_of(n: int, noun: str) -> str:
    """Return a number of things: "1 epoch", "2 epochs"."""
    return f"{n} {noun}{'' if n == 1 else 's'}"


def hanging(lead: str, text: str) -> str:
    """Return the text after its lead, 80 columns wide and indented below the lead."""
    return textwrap.fill(
        lead + text,
        80,
        subsequent_indent=" " * len(lead),
        break_long_words=False,
        break_on_hyphens=False,  # rule ids are copied from here
    )


def guarded(prog: str, command: Callable[[], int], asked: Callable[[], str] | None = None) -> int:
    """Run a command, which is `asked()` with its subcommands; an error with an external cause
    becomes one line on stderr, with the next step, and its exit status. Any other error is the
    program's own: its status is not a verdict."""
    _prepare_output()
    try:
        with sigterm_is_ctrl_c():
            return _ended(prog, command, asked or (lambda: prog))
    except KeyboardInterrupt:  # also while an error was being printed
        print(f"{prog}: interrupted", file=sys.stderr)
        return INTERRUPTED


def _ended(prog: str, command: Callable[[], int], asked: Callable[[], str]) -> int:
    try:
        status = command()
        with contextlib.suppress(BrokenPipeError):  # the answer is known
            sys.stdout.flush()
    except UcrlLpError as e:
        print(f"{prog}: error: {e}{next_step(asked(), e)}", file=sys.stderr)
        return e.exit_status
    except BrokenPipeError:  # the reader of our output is gone, the answer is not known
        return UNREAD
    except OSError as e:  # a full disk, a limit of the system
        where = f"{e.filename}: " if e.filename else ""
        print(f"{prog}: error: {where}{e.strerror or e} (try: another place)", file=sys.stderr)
        return USAGE
    except MemoryError as e:  # NumPy says how much would be needed
        needed = f": {e}" if str(e) else ""
        print(f"{prog}: error: out of memory{needed} (try: a smaller instance)", file=sys.stderr)
        return USAGE
    except Exception as e:
        traceback.print_exc()
        name = type(e).__name__
        print(f"{prog}: internal error, not a verdict: {name}: {shown(str(e))}", file=sys.stderr)
        return INTERNAL
    finally:
        try:
            sys.stdout.flush()
        except OSError:  # Python would try again as it exits, and the status would be 120
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return status


def _prepare_output() -> None:
    """Survive closed standard streams, an encoding without our letters, and names of files that are
    not UTF-8."""
    if sys.stdin is None:
        sys.stdin = open(os.devnull, encoding="utf-8")  # noqa: SIM115  # to the end
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            if name == "stdout" and sys.stderr is not None:
                print("standard output is closed: only the exit status tells", file=sys.stderr)
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115  # to the end
        elif isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def next_step(prog: str, e: UcrlLpError) -> str:
    """Return what the reader of this error can do, unless its rule says so already."""
    if any(word in str(e) for word in ("did you mean", "pip install", "--force", "arXiv:")):
        return ""
    if isinstance(e, MalformedInput):
        return f" (the format is in {e.page})" if e.page else ""
    steps = {
        PreconditionError: f" (try: {prog} --help)",
        UnusablePath: " (try: another path)",
    }
    return next((step for kind, step in steps.items() if isinstance(e, kind)), "")


class ProgressLine:
    """Progress on stderr: on a terminal a bar, by tqdm, 5 times a second at most; elsewhere, as in
    a log file, a line now and then.

    A call says what is at work and, where `total` is known, how much of it is `done`; then there is
    a bar and the time left: `left`, or what tqdm expects. `last` ends the line, which stays if it
    has text. Work that takes long whatever it finds says so at once: `begin`."""

    def __init__(self, quiet: bool = False) -> None:
        self.shown = not quiet
        self._bar: Any = None
        self._log = None if sys.stderr.isatty() else LogLines()

    def __call__(
        self, text: str, done: int = 0, total: int = 0, *, left: str = "", last: bool = False
    ) -> None:
        if not self.shown:
            return
        if self._log is not None:
            self._log.say(text, done, total, left, last)
            return
        form = WITH_BAR + (left or "{remaining} left") if total else "{desc}"
        desc = text if total else text[:79]
        if self._bar is None:
            self._bar = _tqdm()(
                desc=desc, total=total or None, bar_format=form, file=sys.stderr,
                dynamic_ncols=True, mininterval=0.2, miniters=0, leave=False,
            )  # fmt: skip
        bar = self._bar
        bar.bar_format, bar.desc = form, desc
        if total != (bar.total or 0) or done < bar.n:  # the next phase
            bar.reset(total or None)
        bar.update(done - bar.n)
        if last:
            bar.leave = bool(text)
            bar.refresh()
            bar.close()
            self._bar = None

    def begin(self, text: str) -> None:
        """Say what begins now, in a log file too."""
        if self._log is not None:
            self._log.due = 0.0
        self(text)


FIRST, EVERY = 1.5, 10.0  # seconds until a log file has the first line, and between two


class LogLines:
    """Progress as lines: `due` is when the next may be printed."""

    def __init__(self) -> None:
        self.due = time.monotonic() + FIRST
        self._printed = False
        self._total = self._done = self._first = 0
        self._began = time.monotonic()

    def say(self, text: str, done: int, total: int, left: str, last: bool) -> None:
        """Print a line if it is due; the last one where there were others."""
        now = time.monotonic()
        if total != self._total or done < self._done:  # the next phase
            self._began, self._first = now, done
        self._total, self._done = total, done
        if not text or not (now >= self.due or (last and self._printed)):
            return
        if total and done > self._first and not left and not last:
            seconds = (now - self._began) / (done - self._first)
            left = f"about {minutes(seconds * (total - done))} left"
        counted = f": {done} of {total}" if total else ""
        with contextlib.suppress(OSError, ValueError):  # nobody reads it: the work goes on
            print(text + counted + (f", {left}" if left else ""), file=sys.stderr, flush=True)
        self._printed, self.due = True, now + EVERY


WITH_BAR = "{desc} |{bar:20}| {n_fmt}/{total_fmt}, "


@cache
def _tqdm() -> Any:
    from tqdm import tqdm

    class Bar(tqdm):  # type: ignore[misc]  # tqdm ships no types
        """Bar without tqdm's thread, which processes that fork would inherit."""

        monitor_interval = 0

    return Bar


def minutes(seconds: float) -> str:
    """Return `1:05`; never negative, since clocks can be set back."""
    whole = max(0, round(seconds))
    return f"{whole // 60}:{whole % 60:02d}"
