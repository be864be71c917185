"""The parent's side of a measurement: children that do the work, and answers that are kept.

A *cell* is one instance of one benchmark, a *contestant* a way to solve it. The contestants of a
cell are asked in turn, A B C A B C ..., each in a process of its own, so that a change of the
machine's speed meets all of them.
"""

from __future__ import annotations

import json
import os
import select
import subprocess
import sys
import time
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

from tests.paths import ROOT

Answer = dict[str, Any]
"""What a job says: "seconds" by part, "peak MB" of its process, its result; or "missing", "failed"
or "timeout" with the reason as text."""
Jobs = dict[str, tuple[str, Answer]]
"""By contestant: `module:function` of this package, and its arguments."""


class Worker:
    """A child process that answers questions.

    A child that dies or takes longer than `timeout` seconds is replaced at the next question.
    `memory`: an address-space limit in bytes (RLIMIT_AS), set by the child before any import."""

    def __init__(self, timeout: float = 120.0, memory: int | None = None) -> None:
        self.timeout, self.memory = timeout, memory
        self.process: subprocess.Popen[bytes] | None = None

    def ask(self, job: str, **arguments: Any) -> Answer:
        """The job's answer. Never raises for what goes wrong in the child: the answer says it."""
        child = self.process or self._start()
        assert child.stdin is not None and child.stdout is not None
        question = json.dumps({"job": job, "arguments": arguments}) + "\n"
        try:
            child.stdin.write(question.encode())
            child.stdin.flush()
            if not select.select([child.stdout], [], [], self.timeout)[0]:
                self.close()
                return {"timeout": f"more than {self.timeout:g} s"}
            line = child.stdout.readline()
        except BrokenPipeError:
            line = b""
        if not line:
            status = child.wait()
            self.close()
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

    def close(self) -> None:
        """End the child and what it started."""
        if self.process is not None:
            if self.process.poll() is None:
                os.killpg(self.process.pid, 9)
            self.process.communicate()
            self.process = None


class Pool(dict[str, Worker]):
    """A worker for every name that is asked for."""

    def __init__(self, timeout: float) -> None:
        super().__init__()
        self.timeout, self.warm = timeout, False

    def __missing__(self, name: str) -> Worker:
        return self.setdefault(name, Worker(self.timeout))

    def warm_up(self, jobs: Jobs) -> None:
        """Ask everybody once for nothing: first answers pay for imports and caches."""
        if not self.warm:
            in_turn(self, jobs, 1)
        self.warm = True

    def close(self) -> None:
        """End all of them."""
        for worker in self.values():
            worker.close()


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
    with closing(Worker(timeout, memory)) as worker:
        small = worker.ask(job, **warm_up) if warm_up is not None else {"seconds": {}}
        return worker.ask(job, **arguments) if "seconds" in small else small


def in_turn(workers: Mapping[str, Worker], jobs: Jobs, repetitions: int) -> dict[str, list[Answer]]:
    """A B C A B C ...: `repetitions` answers of each contestant.

    Who is missing, failed or too slow is not asked again."""
    answers: dict[str, list[Answer]] = {name: [] for name in jobs}
    for _ in range(repetitions):
        for name, (job, arguments) in jobs.items():
            if not answers[name] or "seconds" in answers[name][-1]:
                answers[name].append(workers[name].ask(job, **arguments))
    return answers


def checked(answer: Answer) -> Answer:
    """An answer that later work needs."""
    if "seconds" not in answer:
        raise OSError(str(answer))
    return answer


class Cells:
    """Finished cells, kept in `file` (JSON Lines) so that an interrupted benchmark goes on.

    The first line says what is measured and on what; where it differs, all starts again."""

    def __init__(self, file: Path | None, setting: Answer, *, fresh: bool = False) -> None:
        self.file, self.known, self.started = file, dict[str, Answer](), time.perf_counter()
        if file is None:
            return
        head = json.dumps(setting, sort_keys=True)
        lines = file.read_text().splitlines() if file.exists() and not fresh else []
        if lines and lines[0] == head:
            self.known = {cell["cell"]: cell for cell in map(json.loads, lines[1:])}
        else:
            file.write_text(head + "\n")

    def missing(self, name: str) -> bool:
        """Whether the cell is still to be measured; its name is then told on stderr."""
        if name not in self.known:
            spent = time.perf_counter() - self.started
            print(f"{spent:6.0f} s  {name}", file=sys.stderr, flush=True)
        return name not in self.known

    def add(self, name: str, answers: dict[str, list[Answer]], **more: Any) -> None:
        """Keep a finished cell. One that failed is tried again by the next benchmark."""
        cell = {"cell": name, "section": name.split("/")[0], **more, "answers": answers}
        self.known[name] = cell
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
