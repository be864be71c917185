"""Many traces checked at once: each on its own, in other processes or on any executor."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import partial
from typing import Any, BinaryIO

from proofs_check.arithmetic import Q
from proofs_check.conformance.other_readings import with_readings
from proofs_check.conformance.replay import (
    MAX_TOLERANCE,
    Conformance,
    OnProgress,
    Replay,
    Tier,
    TraceCheck,
)
from proofs_check.conformance.statistics import judge_play
from proofs_check.workers import ALONE, checked_with
from reference.support.atomic_files import accessible
from reference.support.errors import FALSE, MALFORMED, OK, UNDECIDED, USAGE, UcrlLpError
from reference.support.workers import Workers, run_jobs

WORST = (FALSE, MALFORMED, USAGE, UNDECIDED, OK)


@dataclass(frozen=True)
class Checked:
    """Verdict on a trace or, if it cannot be read or its worker died, the reason."""

    file: str  # as given
    outcome: Conformance | None
    error: str = ""
    status: int = MALFORMED

    @property
    def exit_status(self) -> int:
        """Return the exit status of the verdict, else that of the error."""
        return self.outcome.exit_status if self.outcome else self.status


def check_trace(
    path: str | os.PathLike[str],
    name: str | None = None,
    tier: Tier = Replay,
    on_progress: OnProgress | None = None,
    **how: Any,
) -> Conformance:
    """Check a trace file, called `name` in messages, by `tier(name, **how)`. The outcome names the
    readings that would explain its first divergence. Raises UnusablePath and MalformedInput."""
    file = os.fspath(path)
    with accessible(file, "read"), open(file, "rb") as raw:
        name = file if name is None else name
        return check_open_trace(raw, path, tier(name, **how), on_progress)


def check_open_trace(
    raw: BinaryIO,
    path: str | os.PathLike[str],
    replay: TraceCheck,
    on_progress: OnProgress | None = None,
) -> Conformance:
    """`check_trace` of an open trace, the file or pipe `path`, by `replay`. Raises
    MalformedInput."""
    outcome = replay.check(raw, on_progress)
    outcome.coverage = replay.coverage
    judge_play(outcome, replay.statistics)
    return with_readings(outcome, path, replay.max_tolerance, type(replay))


def check_traces(
    files: Sequence[str | os.PathLike[str]],
    *,
    workers: int = 1,
    executor: Executor | None = None,
    max_tolerance: Q = MAX_TOLERANCE,
    check: Callable[..., Conformance] = check_trace,
    on_progress: Callable[[int, int], None] = lambda done, total: None,
) -> list[Checked]:
    """`check` every trace, to its end; the verdicts in the order of `files`. `check` is a function
    of a module (or a `partial` of one, such as of `check_trace` with another tier), called as
    `check_trace` is.

    `workers` processes, 1 stays in this one; or as many in flight on `executor`. Workers read the
    files themselves, in constant memory: they must see them under the same absolute path.
    `on_progress` receives done and total. Raises UnusableWorkers.
    """
    jobs = [(os.fspath(file), os.path.abspath(file)) for file in files]
    answers: dict[tuple[str, str], Checked] = {}

    def take(job: tuple[str, str], answer: Checked) -> None:
        answers[job] = answer
        on_progress(len(answers), len(set(jobs)))

    def lose(job: tuple[str, str], reason: str) -> None:
        take(job, Checked(job[0], None, reason))

    how = {"everything": True, "max_tolerance": max_tolerance}
    here = [job for job in jobs if os.path.exists(job[1]) and not os.path.isfile(job[1])]
    for job in dict.fromkeys(here):  # a pipe belongs to this process, and can be read once
        take(job, _checked(check, how, job))
    run_jobs(
        partial(_checked, check, how), [job for job in jobs if job not in answers], take, lose,
        workers=Workers(checked_with, workers, executor, in_process=True),
    )  # fmt: skip
    return [answers[job] for job in jobs]


def worst(checked: Iterable[Checked]) -> int:
    """Return the exit status of a batch: the first of WORST that occurs."""
    return min((trace.exit_status for trace in checked), key=WORST.index, default=OK)


def _checked(
    check: Callable[..., Conformance], how: dict[str, Any], job: tuple[str, str]
) -> Checked:
    name, path = job
    try:
        with ALONE:
            return Checked(name, check(path, name, **how))
    except UcrlLpError as e:  # the others are still checked
        return Checked(name, None, str(e).replace(path, name), e.exit_status)
