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

with contextlib.suppress(ImportError):  # POSIX; before a fork, which may happen beside threads
    import resource

MOST_WRITTEN = 1 << 28  # bytes of one file, in it and in whatever it starts
MARK = "UCRL_LP_STARTED_BY"
"""The variable of their environment by which descendants are known that left the group."""
ROUNDS = 50  # of looking for descendants, as some may start others meanwhile
_MARKS: dict[int, str] = {}


def started(line: list[str], **how: Any) -> subprocess.Popen[Any]:
    """Start a command in a process group of its own, in which no file may grow beyond MOST_WRITTEN.
    Raises OSError."""

    def limited() -> None:
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


def processor_seconds(process: subprocess.Popen[Any]) -> float:
    """Return the processor time so far of a command and of all that it started (Linux); 0 where
    there is no /proc."""
    ticks, mark = 0, _MARKS.get(process.pid, "")
    for pid in _marked(mark) if mark else ():
        with contextlib.suppress(OSError, ValueError, IndexError):
            fields = Path("/proc", str(pid), "stat").read_text().rpartition(")")[2].split()
            ticks += sum(map(int, fields[11:15]))  # its own, and of its children that ended
    return ticks / os.sysconf("SC_CLK_TCK") if ticks else 0.0


def _marked(mark: str) -> Iterator[int]:
    """Yield the running processes with this mark. Where there is no /proc, none is seen."""
    wanted = f"{MARK}={mark}".encode()
    for folder in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            if wanted in (folder / "environ").read_bytes().split(b"\0"):
                yield int(folder.name)
