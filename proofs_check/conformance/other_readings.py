"""The other readings that would explain a divergence: the trace is checked again under each."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from typing import BinaryIO

from proofs_check.arithmetic import Q, to_q
from proofs_check.conformance.replay import MAX_TOLERANCE, Conformance, Replay, Tier, TraceCheck
from proofs_check.letters.covered import COMPUTED
from reference.support.errors import MalformedInput
from reference.trace.records import Header

SWITCHED = ("trigger", "completion", "log", "last-trigger")
UNREAD = frozenset(("tolerance", "x_L", "order", "episode-number", "state", "action", "reward",
                    "possible", "epoch-number", "end"))  # fmt: skip
"""Rules on which no reading bears."""
ANYTHING = "any"  # the completion that explains nothing


def with_readings(
    outcome: Conformance,
    path: str | os.PathLike[str],
    max_tolerance: Q = MAX_TOLERANCE,
    tier: Tier = Replay,
) -> Conformance:
    """Return the outcome with the readings that would explain its first divergence; a pipe cannot
    be read again. Raises OSError if the file is gone."""
    if outcome.certain is not None and os.path.isfile(path):

        def opened() -> BinaryIO:
            return open(path, "rb")

        outcome.readings = tuple(explaining(outcome, opened, max_tolerance, tier))
    return outcome


def explaining(
    outcome: Conformance,
    opened: Callable[[], BinaryIO],
    max_tolerance: Q = MAX_TOLERANCE,
    tier: Tier = Replay,
) -> Iterator[str]:
    """Yield every reading under which the trace conforms up to the line of its first divergence,
    there or throughout; `opened` opens it again, and `tier` checks it."""
    if outcome.certain is None or outcome.header is None or outcome.certain.rule in UNREAD:
        return
    yield from _tolerance(outcome, opened, max_tolerance, tier)
    for key in SWITCHED:
        for choice in COMPUTED[key]:
            if choice in (ANYTHING, outcome.header.choices[key]):
                continue

            def given(head: Header, new: Mapping[str, str] = {key: choice}) -> Header:
                return replace(head, choices={**head.choices, **new})

            yield from _checked(
                f"{key}={choice}",
                outcome.certain.line,
                opened,
                tier(max_tolerance=max_tolerance, given=given),
            )


def _checked(
    change: str, before: int, opened: Callable[[], BinaryIO], replay: TraceCheck
) -> Iterator[str]:
    """Yield that the trace would conform with a change, if its first divergence is not in line
    `before` then; `replay` checks it with the change."""
    line = None
    with opened() as raw, suppress(MalformedInput):  # the outcome says so if it is
        line = next((c.certain.line for c in replay.follow(raw) if c.certain), None)
    if line is None or line > before:
        here = "" if line is None else " here, not later"
        yield f"{change} would conform{here}"


def _tolerance(
    outcome: Conformance,
    opened: Callable[[], BinaryIO],
    max_tolerance: Q,
    tier: Tier,
) -> Iterator[str]:
    """Yield the tolerance with which a number that looks rounded is right, if the header declares
    less and a second check finds that it helps."""
    first, head = outcome.certain, outcome.header
    if first is None or head is None or not to_q(head.tolerance) < to_q(first.tolerance):
        return
    t = first.tolerance
    replay = tier(max_tolerance=max_tolerance, given=lambda head: replace(head, tolerance=t))
    yield from _checked(f"tolerance={t:g}", first.line, opened, replay)
