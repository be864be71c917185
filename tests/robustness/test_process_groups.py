"""What a tested program starts ends with it."""

from __future__ import annotations

import contextlib
import os
import shlex
import subprocess
import sys
import time
from pathlib import Path

import pytest

from proofs_check.kit.cases import numbered_case
from proofs_check.kit.implementations import Ended, command
from proofs_check.vectors.reader import folder, read_vectors
from proofs_check.vectors.score import Program, score
from reference.support import process_groups

pytestmark = pytest.mark.skipif(os.name != "posix", reason="process groups are POSIX")


def alive(file: Path) -> bool:
    """Whether the process whose number a child wrote is still there, and no zombie."""
    end = time.monotonic() + 10
    while not file.exists() and time.monotonic() < end:
        time.sleep(0.05)
    stat = Path(f"/proc/{int(file.read_text())}/stat")
    for _ in range(100):  # its new parent has yet to collect it
        if not stat.exists() or stat.read_text().rpartition(")")[2].split()[0] == "Z":
            return False
        time.sleep(0.05)
    return True


def wrapper(folder: Path, after: str) -> tuple[str, Path]:
    """A script that starts a program which never ends, and then does something."""
    pid, script = folder / "pid", folder / "wrapper.sh"
    new, there = (shlex.quote(f"{pid}{end}") for end in (".new", ""))
    script.write_text(f"sleep 1000 & echo $! > {new}\nmv {new} {there}\n{after}\n")
    return f"sh {shlex.quote(str(script))}", pid


@pytest.mark.parametrize("after", ["exit 0", "exit 3", "wait"])
def test_the_kit_ends_what_a_wrapper_started(after: str, tmp_path: Path) -> None:
    line, pid = wrapper(tmp_path, after)
    play = command(f"{line} {{mdp}} {{T}}", timeout=2)
    with pytest.raises(Ended) if after != "exit 0" else contextlib.suppress(RuntimeError):
        play(numbered_case(1))
    assert not alive(pid)


def test_the_vectors_end_what_a_wrapper_started(tmp_path: Path) -> None:
    line, pid = wrapper(tmp_path, "wait")
    cases = read_vectors(folder())[:20]
    with Program(line, timeout=2) as program:
        card = score(program, cases)
    assert sum(card.unanswered.values()) == 20
    assert program.starts == 1, "one that never reads is waited for once"
    assert not alive(pid)


def test_no_file_grows_without_bound(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also one that the kit does not look at."""
    monkeypatch.setattr(process_groups, "MOST_WRITTEN", 1 << 16)
    other = tmp_path / "other"
    code = f"open({str(other)!r}, 'wb').write(b'x' * 2**20)"
    process = process_groups.started([sys.executable, "-c", code], stderr=subprocess.DEVNULL)
    process.wait()
    process_groups.ended(process)
    assert process.returncode != 0 and other.stat().st_size <= (1 << 16) + 1


LEAVES_THE_GROUP = """
import os, subprocess, sys, time
code = "import time\\nwhile True:\\n open({!r}, 'a').write('x'); time.sleep(0.02)"
code = code.format(sys.argv[1])
subprocess.Popen([sys.executable, "-c", code], start_new_session=True)
while not os.path.exists(sys.argv[1]):
    time.sleep(0.01)
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs /proc")
def test_a_grandchild_that_has_left_the_group_is_ended(tmp_path: Path) -> None:
    """It would write for ever, after its parent has ended with status 0."""
    file = tmp_path / "written"
    line = [sys.executable, "-c", LEAVES_THE_GROUP, str(file)]
    process = process_groups.started(line, stderr=subprocess.DEVNULL)
    assert process.wait(30) == 0
    before = file.stat().st_size
    time.sleep(0.3)
    assert file.stat().st_size > before  # it does write on
    process_groups.ended(process)
    size = file.stat().st_size
    time.sleep(0.3)
    assert file.stat().st_size == size
