"""A trace of any algorithm, checked by that algorithm's rules."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from typing import Any

from proofs_check.arithmetic import Q
from proofs_check.conformance.batch import check_trace
from proofs_check.conformance.replay import MAX_TOLERANCE, Announced, Conformance, take_each
from reference.support.errors import MalformedInput
from reference.trace.family_reader import FamilyRecord, algorithm_of, read_family
from reference.trace.family_records import StepRecord, is_family


def check_any_trace(
    path: str | os.PathLike[str], name: str | None = None, plain: bool = False, **how: Any
) -> Conformance:
    """`check_trace`, or `check_family` if the header names an algorithm other than UCRL-LP. Raises
    UnusablePath and MalformedInput, as they do."""
    if is_family(algorithm_of(path)):
        return check_family(read_family(path), os.fspath(path) if name is None else name, **how)
    return check_trace(path, name, plain, **how)


def check_family(
    records: Iterable[FamilyRecord],
    file: str = "trace",
    *,
    everything: bool = False,
    max_tolerance: Q = MAX_TOLERANCE,
    on_progress: Callable[[Conformance], None] | None = None,
) -> Conformance:
    """Check a trace of the family, to the first divergence or (`everything`) to the end. Raises
    MalformedInput with file and line, as the reader does."""
    from proofs_check.family.replay import FamilyReplay  # SciPy, which other traces do not need

    outcome = Conformance()
    replay = FamilyReplay(outcome, file, everything, max_tolerance)
    take_each(records, AnnouncedSteps(file).see_any, replay.take, outcome, on_progress)
    return outcome


class AnnouncedSteps(Announced):
    """Also refuses more steps than episodes."""

    steps = 0

    def see_any(self, record: FamilyRecord) -> None:
        """Count one record. Raises MalformedInput."""
        if not isinstance(record, StepRecord):
            self.see(record)
            return
        self.steps += 1
        if self.steps > self.T:
            rule = f"step-number: there are at most T = {self.T} steps"
            raise MalformedInput(self.file, record.line, "step", f"step {self.steps}", rule)
