"""What killed writers leave is removed by the next one, what living ones write is not; a result
that was changed by hand is refused."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from proofs_check.audit.store import AuditStore
from reference.figure1.trial_store import TrialStore
from reference.support.atomic_files import (
    SCRATCH,
    STRAY,
    clear_scratch,
    clear_strays,
    write_whole,
)
from reference.support.errors import INTERRUPTED, MALFORMED, OK, MalformedInput
from tests.called import Command
from tests.robustness.subprocesses import until

pytestmark = pytest.mark.skipif(os.name != "posix", reason="no locks on this system")

KILLED = """
import os, signal, sys
from pathlib import Path
from reference.support import atomic_files
atomic_files.os.replace = lambda *_: os.kill(os.getpid(), signal.SIGKILL)
atomic_files.write_whole(Path(sys.argv[1]), "half")
"""
WAITS = """
import sys
from pathlib import Path
from reference.support import atomic_files
replace = atomic_files.os.replace
def wait(*names):
    print(flush=True)
    sys.stdin.readline()
    replace(*names)
atomic_files.os.replace = wait
atomic_files.write_whole(Path(sys.argv[1]), "whole")
"""


def strays(directory: Path) -> list[str]:
    return sorted(name for name in os.listdir(directory) if STRAY.fullmatch(name))


def killed(file: Path) -> None:
    """Let a process be killed between writing and renaming."""
    done = subprocess.run([sys.executable, "-c", KILLED, str(file)], check=False)
    assert done.returncode == -9 and not file.exists()


def test_what_a_killed_writer_left_is_removed(tmp_path: Path) -> None:
    file = tmp_path / "run.json"
    killed(file)
    assert len(strays(tmp_path)) == 1
    (tmp_path / ".mine.tmp").write_text("kept: not of this form")
    (tmp_path / ".a.0123abcd.tmp").mkdir()
    write_whole(file, "next")
    assert file.read_text() == "next"
    assert sorted(os.listdir(tmp_path)) == [".a.0123abcd.tmp", ".mine.tmp", "run.json"]


def test_what_a_living_writer_writes_stays(tmp_path: Path) -> None:
    file = tmp_path / "run.json"
    with subprocess.Popen(
        [sys.executable, "-c", WAITS, str(file)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as writer:
        assert writer.stdout is not None and writer.stdin is not None
        writer.stdout.readline()
        (mine,) = strays(tmp_path)
        clear_strays(tmp_path)
        assert strays(tmp_path) == [mine]
        writer.stdin.write(b"\n")
        writer.stdin.close()
        assert writer.wait() == 0
    assert file.read_text() == "whole" and strays(tmp_path) == []


def test_a_store_that_is_opened_has_no_strays(tmp_path: Path) -> None:
    directory = tmp_path / "store"
    AuditStore.of(directory, full=False)
    killed(directory / "runs" / "a.jsonl")
    killed(directory / "manifest2.json")
    AuditStore.of(directory, full=False)
    assert strays(directory / "runs") == strays(directory) == []


def test_a_trial_that_was_changed_by_hand_is_noticed(tmp_path: Path, ucrl_lp: Command) -> None:
    out = tmp_path / "out"
    words: list[object] = ["--env", "tiny", "--T", "20", "--trials", "2", "--no-plot", "--quiet"]
    words += ["--algorithms", "ucrl2-chain", "--workers", "1", "--out", out]
    assert ucrl_lp("simulate", "figure1", *words).status == OK
    again = ("simulate", "resume", out, "--quiet")
    assert ucrl_lp(*again).status == OK
    trial = sorted((out / "trials").iterdir())[0]
    right = trial.read_text()
    found = re.search(r'"regret": ([0-9.]+)', right)
    assert found is not None
    trial.write_text(right.replace(found[0], f'"regret": {float(found[1]) + 1e-9!r}'))
    done = ucrl_lp(*again)
    assert done.status == MALFORMED and "sha256: must be that of the rest" in done.err
    without = {key: value for key, value in json.loads(right).items() if key != "sha256"}
    trial.write_text(json.dumps(without))
    assert ucrl_lp(*again).status == MALFORMED
    trial.unlink()
    assert ucrl_lp(*again).status == OK and trial.read_text() == right


KIT = """
import os, signal, sys
from proofs_check.kit.cases import numbered_case
from proofs_check.kit.implementations import command
os.environ["KIT"] = str(os.getpid())
command(sys.argv[1] + " {mdp} {T}")(numbered_case(0))
"""


def test_the_folder_of_a_killed_kit_is_removed_by_the_next(tmp_path: Path) -> None:
    def scratch() -> list[str]:
        return sorted(name for name in os.listdir(tmp_path) if name.startswith(SCRATCH))

    def kit(words: str) -> subprocess.Popen[bytes]:
        given = [sys.executable, "-c", KIT, words]
        return subprocess.Popen(given, env={**os.environ, "TMPDIR": str(tmp_path)},
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE)  # fmt: skip

    assert kit("sh -c 'kill -9 $KIT'").wait() == -9
    (left,) = scratch()
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)
    (tmp_path / f"{SCRATCH}mine").write_text("kept: not a folder")
    living = kit(f"sh -c 'echo > {fifo}; cat {fifo}'")
    fifo.read_text()  # it runs
    mine = [name for name in scratch() if name != f"{SCRATCH}mine"]
    assert len(mine) == 1 and left not in mine
    clear_scratch(tmp_path)
    assert mine[0] in scratch(), "that of a living kit stays"
    fifo.write_text("")
    living.communicate()
    assert scratch() == [f"{SCRATCH}mine"]


def hears_ctrl_c() -> None:
    """Hear Ctrl-C, which a process in the background of a script ignores."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_the_program_ends_with_a_kit_that_is_ended(tmp_path: Path, number: signal.Signals) -> None:
    file = tmp_path / "pid"
    words = ["kit", "--quiet", "--against", f"sh -c 'echo $$ > {file}; sleep 600' {{mdp}} {{T}}"]
    given = [sys.executable, "-m", "proofs_check", *words]
    with subprocess.Popen(
        given, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, preexec_fn=hears_ctrl_c
    ) as kit:
        try:
            assert until(lambda: file.exists() and file.read_text().endswith("\n"), 60)
            program = int(file.read_text())
            kit.send_signal(number)
            _, err = kit.communicate(timeout=60)
        finally:
            kit.kill()  # one that goes on must not be waited for
    assert kit.returncode == INTERRUPTED and err == "proofs-check: interrupted\n"
    with pytest.raises(ProcessLookupError):
        os.kill(program, 0)


def test_a_seal_is_of_everything_but_itself() -> None:
    from reference.support.job_store import check_seal, sealed

    record = {"a": 1, "b": [0.5, None]}
    check_seal(sealed(record), "file")
    for wrong in ({**sealed(record), "a": 2}, {**sealed(record), "c": 0}, record):
        with pytest.raises(MalformedInput, match="sha256"):
            check_seal(wrong, "file")
    assert TrialStore.FORMAT.parts == ("trials", "times", "failed")
