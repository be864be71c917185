"""The other readings that would explain a divergence: the trace is checked again under each."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from itertools import islice
from typing import BinaryIO

from proofs_check.arithmetic import Q, to_q
from proofs_check.conformance.divergence import Divergence
from proofs_check.conformance.replay import MAX_TOLERANCE, Conformance, Replay, Tier, TraceCheck
from proofs_check.conformance.supposed import supposed
from proofs_check.letters.covered import COMPUTED
from reference.support.errors import MalformedInput
from reference.trace.records import MAX_TRIPLES, Header, triples

UNREAD = frozenset(("tolerance", "x_L", "order", "episode-number", "state", "action", "reward",
                    "possible", "epoch-number", "end"))  # fmt: skip
"""Rules on which no reading bears."""
MOST_RECHECKS = 3
"""For each divergence: so many times a trace is read again up to it."""
OF_LOG = frozenset(("Lam", "eps", "b", "r_hat", "r_check", "V", "q_hat-radius", "q_hat-optimal",
                    "lp1-infeasible", "value"))  # fmt: skip
"""Rules about numbers that a logarithm is in, or that are computed of them."""
BEARS_ON: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(OF_LOG, ("log",)),
    "epoch-missing": ("trigger",),
    "epoch-early": ("trigger", "last-trigger"),
    "last-trigger": ("last-trigger", "trigger"),
    "completion": ("completion",),
    "played": ("completion",),
    "pi_1": ("completion",),
    "pi-induced": ("completion",),
    "pi-optimal": ("log", "completion"),
    "N": ("trigger",),
    "N3": ("trigger",),
}
"""The readings on which each rule depends; the others depend on none."""
ANYTHING = "any"  # the completion that explains nothing


def with_readings(
    outcome: Conformance,
    path: str | os.PathLike[str],
    max_tolerance: Q = MAX_TOLERANCE,
    tier: Tier = Replay,
) -> Conformance:
    """Return the outcome with the readings that would explain its first divergence; a pipe cannot
    be read again, and a trace of more than MAX_TRIPLES would take minutes for each. Raises OSError
    if the file is gone."""
    head = outcome.header
    if head is None or triples(head.layers, head.A) > MAX_TRIPLES:
        return outcome
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
    """Yield what was found to explain the first divergence, best first: readings, a tolerance, and
    faults that are supposed (supposed.py). With each the trace conforms up to the line of that
    divergence, there or throughout; `opened` opens it again, and `tier` checks it. MOST_RECHECKS
    are followed, the likeliest first."""
    first, head = outcome.certain, outcome.header
    if first is None or head is None or first.rule in UNREAD:
        return
    found: list[tuple[int, str]] = []
    candidates = _candidates(first, head, max_tolerance, tier)
    for change, replay in islice(candidates, MOST_RECHECKS):
        line = _moves_on(first.line, opened, replay)
        if line is not None:
            here = "" if line == NEVER else " here, not later"
            found.append((line, f"{change} would conform{here}"))
    yield from (told for _, told in sorted(found, key=lambda of: -of[0]))


NEVER = 1 << 62  # the line of a divergence that does not come


def _candidates(
    first: Divergence, head: Header, max_tolerance: Q, tier: Tier
) -> Iterator[tuple[str, TraceCheck]]:
    """Yield what may explain a divergence, in words, and the replay that checks it."""
    if to_q(head.tolerance) < to_q(first.tolerance):  # the number looks rounded
        t = first.tolerance
        yield (
            f"tolerance={t:g}",
            tier(max_tolerance=max_tolerance, given=lambda head: replace(head, tolerance=t)),
        )
    for change, kind, how in supposed(first):
        replay = kind(max_tolerance=max_tolerance)
        vars(replay).update(how)
        yield change, replay
    for key, choice in _readings(first, head):

        def given(head: Header, new: Mapping[str, str] = {key: choice}) -> Header:
            return replace(head, choices={**head.choices, **new})

        yield f"{key}={choice}", tier(max_tolerance=max_tolerance, given=given)


def _readings(first: Divergence, head: Header) -> Iterator[tuple[str, str]]:
    """Yield the readings on which the broken rule depends, likeliest first: log2 makes a radius
    larger, log10 smaller; "first" has all mass on one action, "previous" and "greedy" the mass of
    another policy."""
    for key in BEARS_ON.get(first.rule, ()):
        choices = [c for c in COMPUTED[key] if c not in (ANYTHING, head.choices[key])]
        if key == "log":
            choices.sort(key=("log10", "ln", "log2").index, reverse=_larger(first))
        for choice in choices:
            yield key, choice


def _larger(first: Divergence) -> bool:
    """Whether the number that was found is larger than the expected one, as far as they are
    numbers."""
    with suppress(ValueError, ZeroDivisionError):
        found, expected = (
            float(Fraction(text.partition(":")[0].strip("[]. ").partition(",")[0]))
            for text in (first.found, first.expected)
        )
        return found > expected
    return True


def _moves_on(before: int, opened: Callable[[], BinaryIO], replay: TraceCheck) -> int | None:
    """Return the line of the first divergence that `replay` finds, NEVER if there is none; None if
    it is not after line `before`."""
    line = None
    with opened() as raw, suppress(MalformedInput):  # the outcome says so if it is
        line = next((c.certain.line for c in replay.follow(raw) if c.certain), None)
    if line is None:
        return NEVER
    return line if line > before else None
