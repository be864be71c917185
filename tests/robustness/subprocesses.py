"""Commands in processes of their own: undisturbed, or killed in the middle of what they do.

    python -m tests.robustness.subprocesses N PACKAGE ARGUMENTS...

runs `python -m PACKAGE ARGUMENTS...` and kills it (SIGKILL) at the N-th call that code of this
project makes or receives; if it ends before, it says how many there were.
"""

from __future__ import annotations

import importlib
import os
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from types import FrameType
from typing import Any

from tests.paths import ROOT

OURS = tuple(str(ROOT / package) + os.sep for package in ("reference", "proofs_check"))


def program(
    *arguments: object, env: dict[str, str] | None = None, **how: Any
) -> subprocess.CompletedProcess[str]:
    """`python ARGUMENTS` with this checkout importable; no status is an error here."""
    return subprocess.run(
        [sys.executable, *map(str, arguments)],
        env={**os.environ, "PYTHONPATH": str(ROOT), **(env or {})},
        **{"capture_output": True, "text": True, "errors": "replace", "timeout": 900, **how},
    )


def refused(done: subprocess.CompletedProcess[str], *words: str, status: int = 4) -> None:
    """It ended with the status and a clear line, no traceback."""
    assert done.returncode == status, done.stderr
    assert "Traceback" not in done.stderr and "error: " in done.stderr
    for word in words:
        assert word in done.stderr


def limit(kind: int, number: int) -> Callable[[], None]:
    """`preexec_fn=limit(resource.RLIMIT_..., number)`."""
    return lambda: resource.setrlimit(kind, (number, number))


MEMORY = limit(resource.RLIMIT_AS, 1500 << 20)


def calls(package: str, *arguments: object) -> int:
    """How many calls there are when nothing happens."""
    done = program("-m", "tests.robustness.subprocesses", "0", package, *arguments)
    assert done.returncode == 0, done.stderr
    return int(done.stderr.rpartition("calls ")[2])


def killed(n: int, package: str, *arguments: object) -> bool:
    """Whether the command was killed, at its n-th call; if not, it has ended as it should."""
    done = program("-m", "tests.robustness.subprocesses", str(n), package, *arguments)
    assert done.returncode in (0, -signal.SIGKILL), done.stderr
    return done.returncode != 0


def until(condition: Callable[[], bool], seconds: float = 600) -> bool:
    """Wait for it, patiently: machines that run tests are busy."""
    end = time.monotonic() + seconds
    while not (answer := condition()) and time.monotonic() < end:
        time.sleep(0.05)
    return answer


def main(fatal: int, package: str, arguments: list[str]) -> int:
    """See the module."""
    seen = 0

    def count(frame: FrameType, event: str, argument: object) -> None:
        nonlocal seen
        if frame.f_code.co_filename.startswith(OURS):
            seen += 1
            if seen == fatal:
                os.kill(os.getpid(), signal.SIGKILL)

    run = importlib.import_module(f"{package}.__main__").main
    sys.setprofile(count)
    status = int(run(arguments))
    sys.setprofile(None)
    print(f"calls {seen}", file=sys.stderr)
    return status


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), sys.argv[2], sys.argv[3:]))
