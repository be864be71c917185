"""Typed errors of `reference`: each says whose fault it is and carries the compared values.

Exit statuses, shared by both command lines (proofs_check/README.md):
0 as expected, 1 something is false, 2 undecided or vacuous, 3 malformed input or a failing
solver, 4 usage (an argument outside its range, a path that cannot be used), 70 an error of the
program itself, 130 interrupted.
"""

from __future__ import annotations

import copyreg
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from difflib import get_close_matches
from numbers import Rational
from typing import Any

OK = 0
FALSE = 1
UNDECIDED = 2
MALFORMED = 3
USAGE = 4
INTERNAL = 70
INTERRUPTED = 130
UNREAD = 141  # 128 + SIGPIPE: who read the output went before the answer was known
INSTALL = "in the clone, python -m pip install"
"""How an extra is installed: not from a package index, where other projects have these names."""
EMPTY = '""'  # a key without letters, as JSON writes it: an error names its field


def shown(value: object, limit: int = 240) -> str:
    """Return `value` as text of bounded length, safe to print on one line."""
    if callable(item := getattr(value, "item", None)) and getattr(value, "ndim", None) == 0:
        value = item()  # a number of NumPy's, as Python writes it
    try:
        text = str(value) if isinstance(value, (str, Rational)) else repr(value)
    except ValueError:  # Python writes no whole number of more than 4300 digits
        text = "a number of thousands of digits"
    text = text.encode("unicode_escape").decode("ascii")
    return (text or EMPTY) if len(text) <= limit else text[:limit] + "..."


def meant(word: str, known: Iterable[str]) -> str:
    """Return what may have been meant by an unknown word, else all that is known."""
    names = list(known)
    near = [name for name in names if word and name.startswith(word)][:3]
    bare = {name.lstrip("-"): name for name in names}  # what all options share is not near
    near = near or [bare[stem] for stem in get_close_matches(word.lstrip("-"), bare, 3, 0.6)]
    if near:
        return f"; did you mean {' or '.join(near)}?"
    return "" if word.startswith("-") else f"; must be one of {', '.join(names)}"


class UcrlLpError(Exception):
    """Base of every error this package raises on purpose."""

    exit_status: int = MALFORMED

    def __reduce__(self) -> tuple[Any, ...]:
        """Return what pickle needs, as errors cross processes: its default would call __init__ with
        the message alone."""
        return copyreg.__newobj__, (type(self), *self.args), self.__dict__  # type: ignore[attr-defined]  # pickle's own


class PreconditionError(UcrlLpError):
    """Argument of a caller that breaks a stated precondition: names `field`, `value` and `rule`."""

    exit_status = USAGE

    def __init__(self, field: str, value: object, rule: str) -> None:
        field = field or EMPTY
        super().__init__(f"{shown(field)}: {rule}; found {shown(value)}")
        self.field, self.value, self.rule = field, value, rule


class MissingLibrary(PreconditionError):
    """Library that `field` needs and that is not installed; `extra` of this package brings it."""

    def __init__(self, field: str, library: str, extra: str) -> None:
        rule = f"needs {library}: {INSTALL} '.[{extra}]'"
        UcrlLpError.__init__(self, f"{field}: {rule}")
        self.field, self.value, self.rule, self.extra = field, library, rule, extra


class NotInstalled(PreconditionError):
    """System that the paper compares itself with, asked for where its rooms are not installed;
    `known` is what is."""

    def __init__(self, field: str, value: object, known: Iterable[str] = ("ucrl-lp",)) -> None:
        super().__init__(field, value, f"not installed here; known is {', '.join(known)}")
        self.known = tuple(known)


class NotCovered(UcrlLpError):
    """Trace that is read with a choice that the checker does not compute: no verdict is given."""

    exit_status = UNDECIDED

    def __init__(self, file: str, reading: str, choice: str, known: Iterable[str]) -> None:
        rule = f"not covered: the checker computes {', '.join(known)}"
        super().__init__(f"{shown(file)}: reading {shown(reading)}: {rule}; found {shown(choice)}")
        self.file, self.reading, self.choice, self.known = file, reading, choice, tuple(known)


class NoTruthValue(UcrlLpError):
    """Error in the program: a value with more answers than yes and no stands as a condition."""

    exit_status = INTERNAL

    def __init__(self, value: str, rule: str) -> None:
        super().__init__(f"{value} is no truth value; {rule}")
        self.value, self.rule = value, rule


class BrokenSides(UcrlLpError):
    """Error in a statement's module: its sides cannot be computed or compared; names both."""

    exit_status = INTERNAL

    def __init__(self, statement: str, reason: str, rule: str) -> None:
        super().__init__(f"{statement}: its sides cannot be compared: {reason}; {rule}")
        self.statement, self.reason, self.rule = statement, reason, rule


class MalformedInput(UcrlLpError):
    """File that cannot be read as what it claims to be: names file, line, field, value, rule."""

    exit_status = MALFORMED
    page = ""
    """The page of this project that has the file's format, where one has: see `of_format`."""

    def __init__(self, file: str, line: int | None, field: str, value: object, rule: str) -> None:
        where = shown(file) if line is None else f"{shown(file)}:{line}"
        field = field or EMPTY
        super().__init__(f"{where}: {shown(field)}: {rule}; found {shown(value)}")
        self.file, self.line, self.field, self.value, self.rule = file, line, field, value, rule


class TooLarge(MalformedInput):
    """Trace that may be right and is too large for what is asked: no verdict is given, and the rule
    says what would fit."""

    exit_status = UNDECIDED


@contextmanager
def of_format(page: str) -> Iterator[None]:
    """Name the page that has the format in what is raised here, unless it names one already. Also a
    decorator of what reads a file, but not of a generator."""
    try:
        yield
    except MalformedInput as e:
        e.page = e.page or page
        raise


class UnusablePath(UcrlLpError):
    """Path that cannot be written or must not be overwritten."""

    exit_status = USAGE

    def __init__(self, path: str, rule: str) -> None:
        super().__init__(f"{shown(path)}: {rule}")
        self.path, self.rule = path, rule


class UnusableWorkers(UcrlLpError):
    """Executor or cluster that cannot do this program's work; `where` names it."""

    exit_status = USAGE

    def __init__(self, where: str, rule: str) -> None:
        super().__init__(f"{shown(where)}: {rule}")
        self.where, self.rule = where, rule


class SolverError(UcrlLpError):
    """End of the LP solver with any status but optimal, or with an invalid solution. `lp_file`, if
    any, is the LP as a file, `tried` what else was tried."""

    exit_status = MALFORMED

    def __init__(
        self, status: str, lp_file: str | None = None, detail: str = "", tried: str = ""
    ) -> None:
        expected = "" if status == "OPTIMAL" else ", expected OPTIMAL"
        saved = f"; the LP is saved in {lp_file}" if lp_file else ""
        super().__init__(f"LP1: solver status {status}{expected}{detail}{saved}{tried}")
        self.status, self.lp_file, self.detail = status, lp_file, detail


class Interrupted(SolverError):
    """End of the LP solver by Ctrl-C or SIGTERM: what was played until then is kept."""

    exit_status = INTERRUPTED

    def __init__(self) -> None:
        super().__init__("interrupted")


class StepError(UcrlLpError):
    """KL step whose solver stopped too early: its q violates flow by `residual`."""

    exit_status = MALFORMED

    def __init__(self, residual: float, limit: float, rounds: int) -> None:
        super().__init__(
            f"KL step: flow is violated by {residual:.3g} after {rounds} rounds, "
            f"must be at most {limit:g}"
        )
        self.residual, self.limit, self.rounds = residual, limit, rounds
