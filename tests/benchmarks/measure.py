"""The parent's side of a measurement: children that do the work, and answers that are kept.

A *cell* is one instance of one benchmark, a *contestant* a way to solve it. The contestants of a
cell are asked in turn, A B C A B C ..., each in a process of its own, so that a change of the
machine's speed meets all of them.
"""

from __future__ import annotations

import json
import os
import select
import statistics
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any

from tests.paths import ROOT

Answer = dict[str, Any]
"""What a job says: "seconds" by part, "peak MB" of its process, its result; or "missing", "failed"
or "timeout" with the reason as text."""


class Worker:
    """A child process that answers questions, `module:function` of this package with arguments.

    A child that dies or takes longer than `timeout` seconds is replaced at the next question.
    `memory`: an address-space limit in bytes (RLIMIT_AS), set by the child before any import."""

    def __init__(self, timeout: float = 120.0, memory: int | None = None) -> None:
        self.timeout, self.memory = timeout, memory
        self.process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Worker:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, e: BaseException | None, at: TracebackType | None
    ) -> None:
        self.stop()

    def ask(self, job: str, **arguments: Any) -> Answer:
        """The job's answer. Never raises for what goes wrong in the child: the answer says it."""
        child = self.process or self._start()
        assert child.stdin is not None and child.stdout is not None
        question = json.dumps({"job": job, "arguments": arguments}) + "\n"
        try:
            child.stdin.write(question.encode())
            child.stdin.flush()
            if not select.select([child.stdout], [], [], self.timeout)[0]:
                self.stop()
                return {"timeout": f"more than {self.timeout:g} s"}
            line = child.stdout.readline()
        except BrokenPipeError:
            line = b""
        if not line:
            status = child.wait()
            self.stop()
            return {"failed": f"the process ended with status {status}"}
        answer: Answer = json.loads(line)
        return answer

    def _start(self) -> subprocess.Popen[bytes]:
        words = [sys.executable, "-m", "tests.benchmarks.worker", str(self.memory or 0)]
        # NumPy with one thread: contestants are compared, not their number of threads.
        threads = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
        self.process = subprocess.Popen(
            words, cwd=ROOT, env={**os.environ, **threads}, stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, start_new_session=True,
        )  # fmt: skip
        return self.process

    def stop(self) -> None:
        """End the child and what it started."""
        if self.process is not None:
            if self.process.poll() is None:
                os.killpg(self.process.pid, 9)
            self.process.wait()
            for pipe in (self.process.stdin, self.process.stdout):
                if pipe is not None:
                    pipe.close()
            self.process = None


def once(
    job: str,
    arguments: Answer,
    *,
    warm_up: Answer | None = None,
    timeout: float = 900.0,
    memory: int | None = None,
) -> Answer:
    """One question to a fresh process. With `warm_up`, arguments of a small instance, that is
    asked before: imports and caches belong neither to the seconds nor to what "start MB" leaves."""
    with Worker(timeout, memory) as worker:
        if warm_up is not None:
            small = worker.ask(job, **warm_up)
            if "seconds" not in small:
                return small
        return worker.ask(job, **arguments)


def in_turn(
    workers: Mapping[str, Worker], jobs: Mapping[str, tuple[str, Answer]], repetitions: int
) -> dict[str, list[Answer]]:
    """A B C A B C ...: `repetitions` answers of each contestant, (job, arguments) by contestant.

    Who is missing, failed or too slow is not asked again."""
    answers: dict[str, list[Answer]] = {name: [] for name in jobs}
    for _ in range(repetitions):
        for name, (job, arguments) in jobs.items():
            if not answers[name] or "seconds" in answers[name][-1]:
                answers[name].append(workers[name].ask(job, **arguments))
    return answers


class Cells:
    """Finished cells, kept in `file` (JSON Lines) so that an interrupted benchmark goes on.

    The first line says what is measured and on what; where it differs, all starts again."""

    def __init__(self, file: Path | None, setting: Answer, *, fresh: bool = False) -> None:
        self.file, self.known = file, dict[str, Answer]()
        if file is None:
            return
        head = json.dumps(setting, sort_keys=True)
        lines = file.read_text().splitlines() if file.exists() and not fresh else []
        if lines and lines[0] == head:
            for line in lines[1:]:
                cell = json.loads(line)
                self.known[cell["cell"]] = cell
        else:
            file.write_text(head + "\n")

    def add(self, cell: Answer) -> None:
        """Keep a finished cell; `cell["cell"]` is its name. One that failed is tried again by the
        next benchmark."""
        self.known[cell["cell"]] = cell
        if self.file is not None and not failures(cell):
            with self.file.open("a") as out:
                out.write(json.dumps(cell) + "\n")


def failures(cell: Answer) -> list[str]:
    """What went wrong in a cell, other than being absent or slow."""
    return [
        f"{cell['cell']}: {who} failed: {one['failed']}"
        for who, given in cell["answers"].items()
        for one in given
        if "failed" in one and not cell.get("may fail")
    ]


def spread(values: Sequence[float]) -> tuple[float, float, float]:
    """Median, least, greatest."""
    return statistics.median(values), min(values), max(values)
