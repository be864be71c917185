"""Many trials in parallel processes: whatever happens, only the trials in flight are lost.

Runs on any executor of the kind of `concurrent.futures`. Workers compute, this process writes, so
nothing is shared but the trial's text. Results do not depend on the number of workers: a trial
knows nothing of the others.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    Executor,
    Future,
    ProcessPoolExecutor,
    wait,
)
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import TypeAlias

from reference.errors import UcrlLpError
from reference.trial_store import TrialStore
from reference.trials import Outcome, Times, Trial, run_trial

Answer: TypeAlias = tuple[Outcome, Times] | str  # a result, or why there is none
Work: TypeAlias = Callable[[Trial], Answer]


def attempt(trial: Trial) -> Answer:
    """Run in a worker: an error comes back as one line, so that the rest can go on."""
    try:
        return run_trial(trial)
    except UcrlLpError as e:
        return f"{type(e).__name__}: {e}"
    except Exception as e:  # a bug, in us or in a library: reported with what repeats it
        return f"unexpected {type(e).__name__}: {e}"


@dataclass(frozen=True)
class Failure:
    """A trial without a result, and why."""

    trial: Trial
    error: str


@dataclass(frozen=True)
class Standing:
    """How far the work is; `weight` is the estimated work done of `total_weight`."""

    done: int
    total: int
    failed: int
    weight: int
    total_weight: int
    seconds: float


def run_trials(
    trials: Iterable[Trial],
    store: TrialStore,
    *,
    workers: int = 1,
    executor: Executor | None = None,
    work: Work = attempt,
    stop: Callable[[], bool] = lambda: False,
    on_progress: Callable[[Standing], None] = lambda standing: None,
) -> list[Failure]:
    """Run what the store does not have yet, the longest first; returns what failed.

    `workers` trials are in flight at a time, on `executor` or on processes started here. When
    `stop()` turns true nothing more is started, and the call returns when those in flight are
    stored. If a worker dies, each trial that was in flight runs again alone; one that kills its
    worker then, too, has failed. A dead `executor` that was passed in is not replaced: raises
    BrokenExecutor.
    """
    todo = sorted({t for t in trials if not store.done(t)}, key=lambda t: (-_weight(t), t))
    return _Batch(todo, store, workers, executor, work, on_progress).run(stop)


class _Batch:
    def __init__(
        self,
        todo: list[Trial],
        store: TrialStore,
        workers: int,
        executor: Executor | None,
        work: Work,
        on_progress: Callable[[Standing], None],
    ) -> None:
        self.todo, self.store, self.work, self.on_progress = deque(todo), store, work, on_progress
        self.workers, self.given = max(1, min(workers, len(todo))), executor
        self.suspects: deque[Trial] = deque()  # were in flight when a worker died
        self.alone: Trial | None = None  # the suspect that is running now
        self.in_flight: dict[Future[Answer], Trial] = {}
        self.failures: list[Failure] = []
        self.total, self.total_weight = len(todo), sum(_weight(t) for t in todo)
        self.done = self.weight = 0
        self.started = time.monotonic()

    def run(self, stop: Callable[[], bool]) -> list[Failure]:
        if not self.todo:
            return []
        if self.given is None:
            self.own = _Processes(self.workers)
        self._report()
        try:
            while True:
                if not stop():
                    self._submit()
                if not self.in_flight:
                    break
                ready, _ = wait(self.in_flight, timeout=0.5, return_when=FIRST_COMPLETED)
                for future in ready:
                    self._take(future)
                self._report()
        except BaseException:  # also a second Ctrl-C: what is in flight is given up
            if self.given is None:
                self.own.end()
            raise
        if self.given is None:
            self.own.executor.shutdown()
        return self.failures

    def _submit(self) -> None:
        """Fill the free workers; suspects run alone."""
        if self.suspects:
            if not self.in_flight:
                self.alone = self.suspects.popleft()
                self._start(self.alone)
            return
        while self.todo and self.alone is None and len(self.in_flight) < self.workers:
            self._start(self.todo.popleft())

    def _start(self, trial: Trial) -> None:
        executor = self.own.executor if self.given is None else self.given
        try:
            self.in_flight[executor.submit(self.work, trial)] = trial
        except BrokenExecutor:  # it broke after the last answer
            self._broken(trial)

    def _take(self, future: Future[Answer]) -> None:
        trial = self.in_flight.pop(future, None)
        if trial is None:
            return
        try:
            answer = future.result()
        except BrokenExecutor:
            self._broken(trial)
            return
        except Exception as e:  # the executor's own: a worker that a cluster lost, a pickle
            answer = f"unexpected {type(e).__name__}: {e}"
        if trial == self.alone:
            self.alone = None
        if isinstance(answer, str):
            self._fail(trial, answer)
        else:
            self.store.write(trial, *answer)
            self._count(trial)

    def _broken(self, trial: Trial) -> None:
        """A worker died: go on with new processes, and with the lost trials one at a time."""
        if self.given is not None:
            raise BrokenExecutor("the executor that was passed in is broken")
        lost = [trial, *self.in_flight.values()]
        self.in_flight.clear()
        self.own.end()
        self.own = _Processes(self.workers)
        for trial in lost:
            if trial == self.alone:
                self.alone = None
                self._fail(trial, "its worker process died, twice: killed, or crashed")
            else:
                self.suspects.append(trial)

    def _fail(self, trial: Trial, error: str) -> None:
        self.store.write_failure(trial, error)
        self.failures.append(Failure(trial, error))
        self._count(trial)

    def _count(self, trial: Trial) -> None:
        self.done += 1
        self.weight += _weight(trial)

    def _report(self) -> None:
        seconds = time.monotonic() - self.started
        self.on_progress(
            Standing(
                self.done,
                self.total,
                len(self.failures),
                self.weight,
                self.total_weight,
                seconds,
            )
        )


def _weight(trial: Trial) -> int:
    """Estimated milliseconds, at least 1."""
    return 1 + round(1000 * trial.choice.seconds(trial.T))


class _Processes:
    """Our own worker processes: fresh interpreters, because a fork would share the LP solver's
    state and does not exist everywhere. They end with this process, however it ends."""

    def __init__(self, workers: int) -> None:
        spawn = multiprocessing.get_context("spawn")
        # The leash: a pipe on which nothing is ever sent. It breaks when this process closes its
        # end or is killed.
        self._held, self._leash = spawn.Pipe(duplex=False)
        self.executor = ProcessPoolExecutor(
            workers, mp_context=spawn, initializer=_in_worker, initargs=(self._held,)
        )

    def end(self) -> None:
        """End the processes at once, with what they are doing."""
        self.executor.shutdown(wait=False, cancel_futures=True)
        self._leash.close()


def _in_worker(leash: Connection) -> None:
    """Ctrl-C is the parent's to handle; a worker on a broken leash ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)

    def follow() -> None:
        with contextlib.suppress(EOFError, OSError):
            leash.recv()
        os._exit(1)

    threading.Thread(target=follow, daemon=True).start()
