"""Programs of other people, run so that what they start ends with them (POSIX)."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
from typing import Any

MOST_WRITTEN = 1 << 28  # bytes of one file, in it and in whatever it starts


def started(line: list[str], **how: Any) -> subprocess.Popen[Any]:
    """Start a command in a process group of its own, in which no file may grow beyond MOST_WRITTEN.
    Raises OSError."""

    def limited() -> None:
        import resource

        resource.setrlimit(resource.RLIMIT_FSIZE, (MOST_WRITTEN + 1, MOST_WRITTEN + 1))

    if os.name == "posix":
        how |= {"start_new_session": True, "preexec_fn": limited}
    return subprocess.Popen(line, **how)


def ended(process: subprocess.Popen[Any]) -> int:
    """End a command and all processes of its group, and return its exit status."""
    if os.name == "posix":
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
    process.kill()
    return process.wait()
