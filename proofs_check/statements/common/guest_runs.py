"""Runs of O-REPS, UC-O-REPS, UOB-REPS and FPOP, for the statements of Sec. I and IV-B about them.

They are guests (reference/support/guests.py). Where these are not installed there are no runs, and
the comparisons that need them say so; what Coq proves of the statement stays.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from proofs_check.ledger.evidence import Tally
from reference.support.guests import NOT_HERE, guest, installed

GuestRuns = Callable[..., tuple[Any, ...]]


def family_runs(*needed_by: Tally) -> tuple[Any, ...]:
    """Return every committed run, by name; none, which these comparisons then say, where the
    guests are not installed."""
    return _runs("runs of the family", needed_by)


def mirror_descent_runs(*needed_by: Tally) -> tuple[Any, ...]:
    """Return the runs whose updates are KL steps, likewise."""
    return _runs("runs of mirror descent", needed_by)


def _runs(part: str, needed_by: tuple[Tally, ...]) -> tuple[Any, ...]:
    if installed(part):
        runs: tuple[Any, ...] = guest(part)()
        return runs
    for tally in needed_by:
        tally.absent = f"{part}: {NOT_HERE}"
    return ()
