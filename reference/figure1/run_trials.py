"""Many trials in parallel: whatever fails, only the trials in flight are lost.

Runs on processes of our own, on any executor or on a Dask cluster (workers.py). Workers compute,
this process writes. Results do not depend on the number of workers: trials are independent.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence, Set
from concurrent.futures import Executor
from dataclasses import dataclass
from typing import TypeAlias

from reference.figure1.trial_store import TrialStore, computed_by
from reference.figure1.trials import Outcome, Times, Trial, run_trial
from reference.support.errors import UcrlLpError
from reference.support.workers import Workers, run_jobs

Answer: TypeAlias = tuple[Outcome, Times] | str  # a result, or why there is none
Work: TypeAlias = Callable[[Trial], Answer]


def attempt(trial: Trial) -> Answer:
    """Run in a worker: an error is returned as one line, so that the rest can continue."""
    try:
        return run_trial(trial)
    except UcrlLpError as e:
        return f"{type(e).__name__}: {e}"
    except Exception as e:  # a bug, in us or in a library: reported with what repeats it
        return f"unexpected {type(e).__name__}: {e}"


@dataclass(frozen=True)
class FailedTrial:
    """Trial without a result, and why."""

    trial: Trial
    error: str


@dataclass(frozen=True)
class Standing:
    """Progress: trials done, those of earlier runs included, and the time left."""

    done: int
    total: int
    failed: int
    seconds_left: float


def run_trials(
    trials: Iterable[Trial],
    store: TrialStore,
    *,
    workers: int = 1,
    executor: Executor | None = None,
    work: Work = attempt,
    stop: Callable[[], bool] = lambda: False,
    on_progress: Callable[[Standing], None] = lambda standing: None,
) -> list[FailedTrial]:
    """Run what the store does not have yet, the longest first; returns what failed.

    A stop drops the trials in flight that do not end at once; they run again when resumed.

    `workers` trials are in flight at a time, on `executor` or on processes started here; `stop`,
    a worker that dies and what is raised: see workers.run_jobs.
    """
    plan = set(trials)
    todo = sorted((t for t in plan if not store.done(t)), key=lambda t: (-_weight(t), t))
    failures: list[FailedTrial] = []
    done: set[Trial] = set()
    started = time.monotonic()

    def take(trial: Trial, answer: Answer) -> None:
        if isinstance(answer, str):
            lose(trial, answer)
        else:
            store.write(trial, *answer)
            done.add(trial)

    def lose(trial: Trial, error: str) -> None:
        store.write_failure(trial, error)
        failures.append(FailedTrial(trial, error))
        done.add(trial)

    def report() -> None:
        left = seconds_left(todo, done, workers, time.monotonic() - started)
        stored = len(plan) - len(todo)
        on_progress(Standing(stored + len(done), len(plan), len(failures), left))

    run_jobs(
        work,
        todo,
        take,
        lose,
        workers=Workers(computed_by, workers, executor),
        stop=stop,
        on_wait=report,
    )
    return failures


def seconds_left(todo: Sequence[Trial], done: Set[Trial], workers: int, seconds: float) -> float:
    """Estimate the wall time to the end, weighted by what trials cost, from the first second on.

    Trials in flight count for the time they have had; the slowdown of this machine against the
    estimate is learned from finished trials, and used once these have taken some time.
    """
    ahead = [_weight(t) / 1000 for t in todo if t not in done]
    finished = sum(_weight(t) / 1000 for t in done)
    spent = seconds * workers
    in_flight = min(sum(ahead[:workers]), max(0.0, spent - finished))
    slower = (10 + spent) / (10 + finished + in_flight)
    return max(0.0, sum(ahead) - in_flight) * slower / max(1, min(workers, len(ahead)))


def _weight(trial: Trial) -> int:
    """Estimate the milliseconds of a trial, at least 1."""
    return 1 + round(1000 * trial.choice.seconds(trial.T))
