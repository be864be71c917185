"""Work on many processes: our own, any `concurrent.futures` executor, or Dask's.

A job is a value, `work` a function at the top of a module that computes its answer. Workers
compute, this process writes, so nothing is shared but jobs and answers. Every worker reports its
versions of the program and the libraries: answers from other versions are refused, never mixed in.
"""

from __future__ import annotations

import contextlib
import hashlib
import math
import multiprocessing
import os
import signal
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    CancelledError,
    Executor,
    Future,
    ProcessPoolExecutor,
    wait,
)
from dataclasses import dataclass
from importlib.metadata import version
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, Generic, TypeVar

from reference.support.errors import MissingLibrary, PreconditionError, UcrlLpError, UnusableWorkers
from reference.support.versions import VERSION

Job = TypeVar("Job")
Answer = TypeVar("Answer")
Versions = Callable[[], Mapping[str, str]]

GRACE = 2.0  # seconds that jobs in flight have to end after a stop


def digest(home: Path, patterns: Iterable[str]) -> str:
    """Return a short digest of the files below `home` that match: names and contents."""
    checksum = hashlib.sha256()
    for path in sorted(p for pattern in patterns for p in home.glob(pattern)):
        checksum.update(path.relative_to(home).as_posix().encode() + b"\0" + path.read_bytes())
    return checksum.hexdigest()[:16]


def computed_with(libraries: Iterable[str], home: Path, patterns: Iterable[str]) -> dict[str, str]:
    """Return what an answer depends on besides its job: the versions of the program and these
    libraries, and the `digest` of its sources. Answers are the same bit for bit only if these are
    equal."""
    versions = {name: version(name) for name in libraries}
    return {"ucrl-lp": VERSION, **versions, "sources": digest(home, patterns)}


@dataclass(frozen=True)
class Workers:
    """Who works: `number` jobs are in flight at a time, on `executor` or on processes started here;
    `in_process`: a single worker is this process. `versions()` must be the same everywhere."""

    versions: Versions
    number: int = 1
    executor: Executor | None = None
    in_process: bool = False


def run_jobs(
    work: Callable[[Job], Answer],
    jobs: Iterable[Job],
    take: Callable[[Job, Answer], None],
    lose: Callable[[Job, str], None],
    *,
    workers: Workers,
    stop: Callable[[], bool] = lambda: False,
    on_wait: Callable[[], None] = lambda: None,
) -> None:
    """Hand every answer to `take`, as it comes; a job without one to `lose`, with the reason.

    When `stop()` turns true nothing more is started, those in flight have GRACE seconds to end, and
    the call returns without the others. If one of our processes dies, each job that was in flight
    runs again alone; one that kills its process again is lost. An executor that was passed in
    manages its own workers. Raises UnusableWorkers if the versions differ there or the work was
    dropped, BrokenExecutor if the executor is dead, and every UcrlLpError that `work` raises.
    """
    if workers.in_process and workers.number == 1 and workers.executor is None:
        for job in jobs:
            if stop():
                return
            on_wait()
            take(job, work(job))
        return
    todo = deque((job, False) for job in jobs)
    if todo:
        slots = max(1, min(workers.number, len(todo)))
        batch = _Batch(work, todo, take, lose, workers.versions, slots, workers.executor)
        batch.run(stop, on_wait)


def _answered(
    work: Callable[[Job], Answer], job: Job, versions: Versions, expected: Mapping[str, str]
) -> tuple[Mapping[str, str], Answer | None]:
    """Return, in the worker, its versions and, if they are the expected ones, its answer."""
    here = dict(versions())
    return here, work(job) if here == expected else None


@dataclass
class _Batch(Generic[Job, Answer]):
    work: Callable[[Job], Answer]
    todo: deque[tuple[Job, bool]]  # True: was in flight when a process died, and runs alone
    take: Callable[[Job, Answer], None]
    lose: Callable[[Job, str], None]
    versions: Versions
    workers: int
    given: Executor | None

    def __post_init__(self) -> None:
        self.expected = self.versions()
        self.in_flight: dict[Future[Any], tuple[Job, bool]] = {}
        if self.given is None:
            self.own = _Processes(self.workers)

    def run(self, stop: Callable[[], bool], on_wait: Callable[[], None]) -> None:
        on_wait()
        deadline = math.inf
        try:
            while True:
                going = not stop()
                if going:
                    self._submit()
                elif deadline == math.inf:
                    deadline = time.monotonic() + GRACE
                if not self.in_flight:
                    if going and self.todo:  # the pool broke under the last job
                        continue
                    return
                if time.monotonic() > deadline:
                    return
                ready, _ = wait(self.in_flight, timeout=0.2, return_when=FIRST_COMPLETED)
                for future in ready:
                    if future in self.in_flight:  # no other took the pool down before
                        self._take(future, *self.in_flight.pop(future))
                on_wait()
        finally:  # also after a second Ctrl-C: what is in flight is dropped
            for future in self.in_flight:
                future.cancel()
            if self.given is None:
                self.own.end()

    def _submit(self) -> None:
        """Fill the free workers; what runs alone comes first."""
        while self.todo and len(self.in_flight) < self.workers:
            alone = self.todo[0][1] or any(alone for _, alone in self.in_flight.values())
            if alone and self.in_flight:
                return
            job, alone = self.todo.popleft()
            executor = self.own.executor if self.given is None else self.given
            try:
                future = executor.submit(_answered, self.work, job, self.versions, self.expected)
                self.in_flight[future] = job, alone
            except BrokenExecutor:  # it broke after the last answer
                self._broken(job, alone)

    def _take(self, future: Future[Any], job: Job, alone: bool) -> None:
        try:
            versions, answer = future.result()
        except BrokenExecutor:
            self._broken(job, alone)
            return
        except CancelledError:
            raise UnusableWorkers("executor", "dropped the work that was in flight") from None
        except UcrlLpError:
            raise
        except Exception as e:  # the executor's own: a worker that a cluster lost, a pickle
            self.lose(job, f"unexpected {type(e).__name__}: {e}")
            return
        for name, expected in self.expected.items():
            if versions.get(name) != expected:
                rule = f"a worker has {name} {versions.get(name)}, here it is {expected}"
                raise UnusableWorkers("executor", f"{rule}; results are never mixed")
        self.take(job, answer)

    def _broken(self, job: Job, alone: bool) -> None:
        """Continue with new processes after one died, and run the lost jobs one at a time."""
        if self.given is not None:
            raise BrokenExecutor("the executor that was passed in is broken")
        suspects = [(job, alone), *self.in_flight.values()]
        self.in_flight.clear()
        self.own.end()
        self.own = _Processes(self.workers)
        if alone:  # it was the only one
            self.lose(job, "its worker process died, twice: killed, or crashed")
        else:
            self.todo.extendleft((each, True) for each, _ in reversed(suspects))


class _Processes:
    """Our own worker processes: fresh interpreters, because a fork would share the LP solver's
    state and does not exist everywhere. They end with this process, however it ends."""

    def __init__(self, workers: int) -> None:
        for library in ("OMP", "OPENBLAS", "MKL"):  # a job has one core: threads would fight for it
            os.environ.setdefault(f"{library}_NUM_THREADS", "1")  # of the processes to come
        spawn = multiprocessing.get_context("spawn")
        # The leash: a pipe on which nothing is ever sent. It breaks when this process closes its
        # end or is killed.
        self._held, self._leash = spawn.Pipe(duplex=False)
        self.executor = ProcessPoolExecutor(
            workers, mp_context=spawn, initializer=_in_worker, initargs=(self._held,)
        )

    def end(self) -> None:
        """End the processes at once, with what they are doing: one that ended by itself would first
        spend a second freeing its memory."""
        self._leash.close()
        self.executor.shutdown(wait=False, cancel_futures=True)


def _in_worker(leash: Connection) -> None:
    """Ctrl-C is the parent's to handle; a worker on a broken leash ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)

    def follow() -> None:
        with contextlib.suppress(EOFError, OSError):
            leash.recv()
        os._exit(1)

    threading.Thread(target=follow, daemon=True).start()


PATIENCE = 10.0  # seconds that a cluster has to answer


@contextlib.contextmanager
def crew(workers: int, dask: str | None) -> Iterator[tuple[int, Executor | None]]:
    """Yield what a command line requests, as `run_jobs` takes it: jobs in flight and executor.

    `dask`: the address of a Dask scheduler. Twice as many jobs are in flight as its workers have
    threads now. Raises PreconditionError (missing extra, workers < 1), UnusableWorkers."""
    if workers < 1:
        raise PreconditionError("--workers", workers, "must be at least 1")
    if dask is None:
        yield workers, None
        return
    with _client(dask) as client:
        try:
            client.wait_for_workers(1, timeout=PATIENCE)
        except OSError:
            raise UnusableWorkers(dask, "the cluster has no workers") from None
        # The scheduler inspects jobs, and a worker that cannot load one dies: check first.
        loaded = f"__import__({__name__!r}) and None"
        try:
            client.run_on_scheduler(eval, loaded)
            client.run(eval, loaded)
        except Exception as e:  # whatever importing raises there
            rule = f"the scheduler or a worker cannot load this program: {e!r}"
            raise UnusableWorkers(dask, rule) from None
        threads = sum(client.nthreads().values())
        yield 2 * threads, client.get_executor(pure=False)  # every job has a key of its own


def _client(address: str) -> Any:
    """Return a client of a Dask scheduler, which closes as a context manager. Raises what `crew`
    raises."""
    try:
        import distributed
        from distributed.comm.addressing import get_address_host_port
    except ImportError:
        raise MissingLibrary("--dask", "distributed", "distributed") from None
    connect: Any = distributed.Client  # has no types
    try:
        get_address_host_port(address, strict=True)  # a half-made Client complains when deleted
        return connect(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError, TypeError) as e:
        raise UnusableWorkers(address, f"no Dask scheduler answers: {e}") from None
