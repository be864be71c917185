"""Many processes for the checker: what all workers must share, and one job at a time in each."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable
from concurrent.futures import Executor
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import TypeVar

from reference.support.versions import VERSION
from reference.support.workers import digest, run_jobs

Job = TypeVar("Job")
Answer = TypeVar("Answer")

LIBRARIES = ("gmpy2", "mpmath", "numpy", "ortools", "python-flint", "scipy", "sympy")
SOURCES = ("proofs_check/**/*.py", "reference/**/*.py")

ALONE = threading.RLock()
"""Held while a job runs: precisions of mpmath and others belong to the process, not to a thread."""


@cache
def computed_with() -> dict[str, str]:
    """What a verdict depends on: the libraries, and a digest of all sources of both packages."""
    found = {name: version(name) for name in LIBRARIES}
    home = Path(__file__).parents[1]
    return {"ucrl-lp": VERSION, **found, "sources": digest(home, SOURCES)}


def run_each(
    work: Callable[[Job], Answer],
    jobs: Iterable[Job],
    take: Callable[[Job, Answer], None],
    lose: Callable[[Job, str], None],
    workers: int,
    executor: Executor | None,
) -> None:
    """`run_jobs`; a single worker without an executor stays in this process."""
    if workers == 1 and executor is None:
        for job in jobs:
            take(job, work(job))
    else:
        run_jobs(work, jobs, take, lose, versions=computed_with, workers=workers, executor=executor)
