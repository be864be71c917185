"""reference.support.workers: no job is dropped, whenever a process dies."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, Future
from typing import Any

import pytest

from reference.support import workers


def double(job: int) -> int:
    return 2 * job


class Pool:
    """In place of our own processes: the first pool breaks at the submission number `breaks`; what
    is in flight then is lost. Later pools are sound, or break at `deadly` whenever it comes."""

    made = 0

    def __init__(self, breaks: int, deadly: int | None) -> None:
        first, Pool.made = Pool.made == 0, Pool.made + 1
        lost: list[Future[Any]] = []

        class Submitted(Executor):
            def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
                future: Future[Any] = Future()
                if first:
                    if len(lost) == breaks:
                        for each in lost:
                            each.set_exception(BrokenExecutor("died"))
                        raise BrokenExecutor("died before")
                    lost.append(future)
                elif args[1] == deadly:
                    future.set_exception(BrokenExecutor("died of it"))
                else:
                    future.set_result(fn(*args, **kwargs))
                return future

        self.executor = Submitted()

    def end(self) -> None: ...


@pytest.mark.parametrize("jobs", [1, 2, 3, 4])
@pytest.mark.parametrize("deadly", [None, 0])
@pytest.mark.parametrize("breaks", [0, 1, 2])
def test_a_pool_that_breaks_at_a_submission_drops_nothing(
    jobs: int, deadly: int | None, breaks: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    if breaks >= jobs:
        breaks = jobs - 1
    monkeypatch.setattr(Pool, "made", 0)
    monkeypatch.setattr(workers, "_Processes", lambda number: Pool(breaks, deadly))
    answers: dict[int, int] = {}
    lost: dict[int, str] = {}
    workers.run_jobs(
        double,
        range(jobs),
        answers.__setitem__,
        lost.__setitem__,
        workers=workers.Workers(dict, 3),
    )
    assert set(lost) == ({0} if deadly == 0 else set())
    assert answers == {job: 2 * job for job in range(jobs) if job not in lost}
