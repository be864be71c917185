"""What both command lines share: exit statuses, one clear line per error, progress on stderr,
colour on terminals, shell completion."""

from __future__ import annotations

import argparse
import contextlib
import io
import os
import re
import signal
import sys
import textwrap
import time
import traceback
from collections.abc import Callable, Iterator, Mapping
from types import FrameType
from typing import Any, NoReturn

from reference.support.errors import (
    INTERNAL,
    INTERRUPTED,
    USAGE,
    MalformedInput,
    PreconditionError,
    UcrlLpError,
    UnusablePath,
    shown,
)
from reference.support.versions import versions

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


class Parser(argparse.ArgumentParser):
    """argparse with this project's exit status for a wrong command line."""

    def error(self, message: str) -> NoReturn:
        """Print one line on stderr and exit with 4."""
        self.exit(USAGE, f"{self.prog}: error: {message} (try: {self.prog} --help)\n")


def add_output_options(p: argparse.ArgumentParser, json: str) -> None:
    """Add `--json` and `--quiet`, the same on every command; `json`: what `--json` prints."""
    p.add_argument("--json", action="store_true", help=f"print {json}")
    p.add_argument("--quiet", action="store_true", help="no progress on stderr")


def painted(text: str) -> str:
    """Return the text with its verdicts in colour, if standard output is a terminal that wants it
    (https://no-color.org)."""
    plain = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
    if plain or not sys.stdout.isatty():
        return text
    return VERDICT.sub(lambda found: f"\x1b[{COLOURS[found[0]]}m{found[0]}\x1b[0m", text)


def hanging(lead: str, text: str) -> str:
    """Return the text after its lead, 80 columns wide and indented below the lead."""
    return textwrap.fill(
        lead + text,
        80,
        subsequent_indent=" " * len(lead),
        break_long_words=False,
        break_on_hyphens=False,  # rule ids are copied from here
    )


def guarded(prog: str, command: Callable[[], int]) -> int:
    """Run a command; an error with an external cause becomes one line on stderr, with the next
    step, and its exit status. Any other error is the program's own: its status is not a verdict."""
    _prepare_output()
    try:
        return _ended(prog, command)
    except KeyboardInterrupt:  # also while an error was being printed
        print(f"{prog}: interrupted", file=sys.stderr)
        return INTERRUPTED


def _ended(prog: str, command: Callable[[], int]) -> int:
    try:
        status = command()
        sys.stdout.flush()
    except UcrlLpError as e:
        print(f"{prog}: error: {e}{next_step(prog, e)}", file=sys.stderr)
        return e.exit_status
    except BrokenPipeError:  # the reader of our output is gone; nothing is left to write
        return 0
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
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115  # to the end
        elif isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def next_step(prog: str, e: UcrlLpError) -> str:
    """Return what the reader of this error can do, unless its rule says so already."""
    if any(word in str(e) for word in ("did you mean", "pip install", "--force")):
        return ""
    steps = {
        PreconditionError: f" (try: {prog} --help)",
        MalformedInput: " (the format is in spec.md)",
        UnusablePath: " (try: another path)",
    }
    return next((step for kind, step in steps.items() if isinstance(e, kind)), "")


class PrintVersion(argparse.Action):
    """`--version`: asks for the versions when they are printed, and keeps the lines as they are."""

    def __call__(self, parser: argparse.ArgumentParser, *found: Any) -> None:
        """Print and exit."""
        print(versions(parser.prog))
        parser.exit()


class PrintCompletion(argparse.Action):
    """`--print-completion SHELL`: the completion script of the whole command line, by shtab.

    `words`: metavar -> a function that lists its possible values."""

    def __init__(self, *of_every: Any, words: Mapping[str, Any], **named: Any) -> None:
        super().__init__(*of_every, **named)
        self.words = words

    def __call__(self, parser: argparse.ArgumentParser, *found: Any) -> None:
        """Print and exit. Raises no error but the parser's own."""
        try:
            import shtab
        except ImportError:
            parser.error("--print-completion needs shtab: pip install 'ucrl-lp[completion]'")
        for action in _actions(parser):
            if isinstance(action.metavar, str) and action.metavar in self.words:
                action.choices = list(self.words[action.metavar]())
            elif action.metavar == "DIR":
                action.complete = shtab.DIRECTORY  # type: ignore[attr-defined]  # shtab's own mark
            elif action.metavar in ("FILE", "RUN"):
                action.complete = shtab.FILE  # type: ignore[attr-defined]
        print(shtab.complete(parser, shell=str(found[1])), end="")
        parser.exit()


def add_printers(p: argparse.ArgumentParser, words: Mapping[str, Any]) -> None:
    """Add `--version` and `--print-completion`, which print and exit."""
    p.add_argument(
        "--version",
        action=PrintVersion,
        nargs=0,
        dest=argparse.SUPPRESS,
        help="print the versions of this program and of its dependencies",
    )
    p.add_argument(
        "--print-completion",
        action=PrintCompletion,
        choices=("bash", "zsh", "tcsh"),
        default=argparse.SUPPRESS,
        words=words,
        help="print a completion script for this shell",
    )


def _actions(parser: argparse.ArgumentParser) -> Iterator[argparse.Action]:
    for action in parser._actions:  # argparse has no other way to see them
        yield action
        if isinstance(action, argparse._SubParsersAction):
            for one in action.choices.values():
                yield from _actions(one)


@contextlib.contextmanager
def stop_on_interrupt() -> Iterator[Callable[[], bool]]:
    """Let the first Ctrl-C (or SIGTERM) only set a flag, so that work ends at a safe point; the
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
    """Return `1:05 left`, from the share done so far."""
    return "? left" if done == 0 else f"{minutes(seconds * (total - done) / done)} left"


def minutes(seconds: float) -> str:
    """Return `1:05`; never negative, since clocks can be set back."""
    whole = max(0, round(seconds))
    return f"{whole // 60}:{whole % 60:02d}"
