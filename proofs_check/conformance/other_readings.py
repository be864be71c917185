"""The other readings that would explain a divergence: the trace is checked again under each."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import BinaryIO

from proofs_check.arithmetic import Q
from proofs_check.conformance.fast.check import Tiers
from proofs_check.conformance.replay import MAX_TOLERANCE, Conformance
from reference.readings import BY_KEY
from reference.trace.records import Header

SWITCHED = ("trigger", "completion", "log", "last-trigger")
ANYTHING = "any"  # the completion that explains nothing


@dataclass(frozen=True)
class OtherReading:
    """A reading under which the trace has no divergence up to the line of the first one;
    `throughout`: nor after it."""

    key: str
    choice: str
    throughout: bool

    def __str__(self) -> str:
        here = "" if self.throughout else " here, not later"
        return f"--reading {self.key}={self.choice} would conform{here}"


class _Diverged(Exception):
    """Raised to end a check at its first divergence."""


def with_readings(
    outcome: Conformance, path: str | os.PathLike[str], max_tolerance: Q = MAX_TOLERANCE
) -> Conformance:
    """The outcome with the readings that would explain its first divergence; a pipe cannot be read
    again. Raises OSError or MalformedInput if the file has changed."""
    if outcome.certain is not None and os.path.isfile(path):

        def opened() -> BinaryIO:
            return open(path, "rb")

        others = explaining(outcome, opened, max_tolerance)
        outcome.readings = tuple(map(str, others))
    return outcome


def explaining(
    outcome: Conformance,
    opened: Callable[[], BinaryIO],
    max_tolerance: Q = MAX_TOLERANCE,
    given: Callable[[Header], Header] = lambda header: header,
) -> Iterator[OtherReading]:
    """Every reading under which the trace conforms at the place of its first divergence; `opened`
    opens it again, `given` is the argument of Tiers. Raises MalformedInput."""
    if outcome.certain is None or outcome.header is None:
        return
    for key in SWITCHED:
        for choice in BY_KEY[key].choices:
            if choice in (ANYTHING, outcome.header.choices[key]):
                continue
            tiers = Tiers(
                max_tolerance=max_tolerance,
                given=lambda head, new={key: choice}: replace(  # type: ignore[misc]  # binds new
                    given(head), choices={**head.choices, **new}
                ),
            )
            found = _first_line(tiers, opened)
            if found is None or found > outcome.certain.line:
                yield OtherReading(key, choice, found is None)


def _first_line(tiers: Tiers, opened: Callable[[], BinaryIO]) -> int | None:
    """The line of the first certain divergence; the rest is not read."""

    def stop(outcome: Conformance) -> None:
        if outcome.certain is not None:
            raise _Diverged

    with opened() as raw:
        try:
            certain = tiers.check(raw, on_progress=stop).certain
        except _Diverged:
            certain = tiers.outcome.certain
    return None if certain is None else certain.line
