"""Programs of other people, run so that what they start ends with them (POSIX)."""

from __future__ import annotations

import contextlib
import os
import secrets
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

MOST_WRITTEN = 1 << 28  # bytes of one file, in it and in whatever it starts
MARK = "UCRL_LP_STARTED_BY"
"""The variable of their environment by which descendants are known that left the group."""
ROUNDS = 50  # of looking for descendants, as some may start others meanwhile
_MARKS: dict[int, str] = {}


def started(line: list[str], **how: Any) -> subprocess.Popen[Any]:
    """Start a command in a process group of its own, in which no file may grow beyond MOST_WRITTEN.
    Raises OSError."""

    def limited() -> None:
        import resource

        resource.setrlimit(resource.RLIMIT_FSIZE, (MOST_WRITTEN + 1, MOST_WRITTEN + 1))

    mark = secrets.token_hex(16)
    how["env"] = {**(how.get("env") or os.environ), MARK: mark}
    if os.name == "posix":
        how |= {"start_new_session": True, "preexec_fn": limited}
    process = subprocess.Popen(line, **how)
    _MARKS[process.pid] = mark
    return process


def ended(process: subprocess.Popen[Any]) -> int:
    """End a command and all processes of its group, and (Linux) those that it started and that have
    left the group; return its exit status."""
    if os.name == "posix":
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
    process.kill()
    status = process.wait()
    mark = _MARKS.pop(process.pid, "")
    for _ in range(ROUNDS if mark else 0):
        left = list(_marked(mark))
        for pid in left:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(pid, signal.SIGKILL)
        if not left:
            break
    return status


def _marked(mark: str) -> Iterator[int]:
    """Yield the running processes with this mark. Where there is no /proc, none is seen."""
    wanted = f"{MARK}={mark}".encode()
    for folder in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            if wanted in (folder / "environ").read_bytes().split(b"\0"):
                yield int(folder.name)
