"""Runs slow tests, each in a process of its own, within a budget of time.

A process of its own for each: what one test has loaded, another has not, so that what is recorded
of a test is all of it.
"""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

UNKNOWN = 60.0
"""Seconds that a test without a record is taken to cost."""
NOTHING = 5
"""Pytest's status where no test is left: all of them are long."""
NOT_INSTALLED = re.compile(r"^SKIPPED .*not installed", re.MULTILINE)
"""What was skipped for want of a program or library has not passed."""

Ended = Callable[[str, int, float, list[str]], None]


@dataclass(frozen=True)
class Budget:
    """Where, for how many seconds, with how many processes; the folder of the outputs, if kept."""

    root: Path
    seconds: float
    workers: int
    log: Path | None = None

    def chosen(self, names: list[str], costs: Mapping[str, float]) -> tuple[list[str], list[str]]:
        """Return what fits, the longest first, and what does not: the cheapest are taken."""
        fits: list[str] = []
        left: list[str] = []
        spent = 0.0
        for name in sorted(names, key=lambda name: costs.get(name, UNKNOWN)):
            cost = costs.get(name, UNKNOWN)
            fit = cost <= self.seconds and spent + cost <= self.seconds * self.workers * 0.95
            spent += cost if fit else 0
            (fits if fit else left).append(name)
        return fits[::-1], left

    def run(self, names: list[str], costs: Mapping[str, float], ended: Ended) -> int:
        """Run what fits; say what failed, and what is left. Return 1 if one failed, else 0."""
        until = time.monotonic() + self.seconds
        fits, left = self.chosen(names, costs)
        waiting, failed, skipped = list(fits), [], []
        lock = threading.Lock()

        def work() -> None:
            while True:
                with lock:
                    if not waiting:
                        return
                    test = waiting.pop(0)
                if time.monotonic() >= until:
                    with lock:
                        left.append(test)
                    continue
                start = time.monotonic()
                status, text, lines = self.one(test, until)
                seconds = time.monotonic() - start
                with lock:
                    if status in (None, NOTHING):
                        left.append(test)
                        why = "marked long" if status else f"stopped after {seconds:.0f} s"
                        print(f"ci: {why}: tests/{test}", flush=True)
                        continue
                    missing = NOT_INSTALLED.search(text)
                    if status:
                        failed.append(test)
                        print(text[-20000:], flush=True)
                    elif missing:
                        skipped.append(f"tests/{test} ({missing[0][:200]})")
                    print(
                        f"ci: {'FAILED' if status else 'passed'} in {seconds:.0f} s: tests/{test}",
                        flush=True,
                    )
                    ended(test, 1 if status or missing else 0, seconds, lines)

        threads = [threading.Thread(target=work) for _ in range(self.workers)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        if skipped:
            print("ci: not recorded, since a part was skipped:", *skipped, sep="\n  ")
        if left:
            print(
                f"ci: left to .ci/nightly, long, or more than {self.seconds / 60:.0f} min hold:",
                *(f"tests/{test}" for test in left), sep="\n  ",
            )  # fmt: skip
        if failed:
            print("ci: failed:", *(f"tests/{test}" for test in failed), sep="\n  ")
        return 1 if failed else 0

    def one(self, test: str, until: float) -> tuple[int | None, str, list[str]]:
        """Run one test; return its status (None: stopped), its output, and what it read. A child of
        it in a session of its own may outlive it, and write what it reads until the end."""
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
            output, reads = Path(folder, "output"), Path(folder, "reads")
            reads.mkdir()
            here = str(Path(__file__).parent / "reads")
            path = os.pathsep.join(p for p in (os.environ.get("PYTHONPATH", ""), here) if p)
            env = {**os.environ, "CI_READS": str(reads), "PYTHONPATH": path}
            words = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", f"tests/{test}"]
            if not os.environ.get("UCRL_LP_LONG"):
                words += ["-m", "not long"]
            with output.open("wb") as file:
                process = subprocess.Popen(
                    words, cwd=self.root, env=env, stdout=file, stderr=subprocess.STDOUT,
                    stdin=subprocess.DEVNULL, start_new_session=True,
                )  # fmt: skip
                try:
                    status: int | None = process.wait(max(0.0, until - time.monotonic()))
                except subprocess.TimeoutExpired:
                    os.killpg(process.pid, signal.SIGKILL)
                    process.wait()
                    status = None
            text = output.read_text(encoding="utf-8", errors="replace")
            if self.log is not None:
                self.log.mkdir(parents=True, exist_ok=True)
                name = re.sub(r"[^A-Za-z0-9]+", "-", test)
                (self.log / f"{name}.txt").write_text(text, encoding="utf-8")
            lines = {
                line
                for file in reads.iterdir()
                for line in file.read_text(encoding="utf-8", errors="replace").splitlines()
            }
            return status, text, sorted(lines)
