"""The parent's side of a measurement: processes that do the work, and answers that are kept.

A *cell* is one instance of one benchmark, a *contestant* a way to solve it. The contestants of a
cell are asked in turn, A B C A B C ..., each time in a new process, so that a change of the
machine's speed meets all of them.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from tests.paths import ROOT

Answer = dict[str, Any]
"""What a job says: "seconds" by part, "peak MB" of its process, its result; or "missing", "failed"
or "timeout" with the reason as text."""
Jobs = dict[str, tuple[str, Answer]]
"""By contestant: `module:function` of this package, and its arguments."""


def once(
    job: str,
    arguments: Answer,
    *,
    warm_up: Answer | None = None,
    timeout: float = 900.0,
    memory: int = 0,
) -> Answer:
    """The job's answer in a fresh process; never raises for what goes wrong there: the answer says
    it. With `warm_up`, the process answers for these arguments before: imports and caches belong
    neither to the seconds nor to what "start MB" leaves. `memory`: an address-space limit in bytes
    (RLIMIT_AS), set before any import."""
    questions = json.dumps([question for question in (warm_up, arguments) if question is not None])
    words = [sys.executable, "-m", "tests.bench.worker", job, questions, str(memory)]
    # NumPy with one thread: contestants are compared, not their number of threads.
    threads = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
    with subprocess.Popen(
        words, cwd=ROOT, env={**os.environ, **threads}, stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL, start_new_session=True,
    ) as child:  # fmt: skip
        try:
            said, _ = child.communicate(timeout=timeout)
        except subprocess.TimeoutExpired:
            return {"timeout": f"more than {timeout:g} s"}
        finally:
            if child.poll() is None:  # it, and what it started
                os.killpg(child.pid, signal.SIGKILL)
    ended = {"failed": f"the process ended with status {child.returncode}"}
    answer: Answer = json.loads(said) if said else ended
    return answer


def in_turn(
    jobs: Jobs, repetitions: int, timeout: float, *, warm: bool = False
) -> dict[str, list[Answer]]:
    """A B C A B C ...: `repetitions` answers of each contestant, `warm` ones after an answer that
    does not count. Who is missing, failed or too slow is not asked again."""
    answers: dict[str, list[Answer]] = {name: [] for name in jobs}
    for _ in range(repetitions):
        for name, (job, arguments) in jobs.items():
            if not answers[name] or "seconds" in answers[name][-1]:
                before = arguments if warm else None
                answers[name].append(once(job, arguments, warm_up=before, timeout=timeout))
    return answers


def needed(job: str, arguments: Answer) -> Answer:
    """An answer that later work needs."""
    answer = once(job, arguments)
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
        f"{cell['cell']}: {who} failed: {answer['failed']}"
        for who, given in cell["answers"].items()
        for answer in given
        if "failed" in answer and not cell.get("may fail")
    ]
