"""Two processes with one output, and clocks that go backwards."""

from __future__ import annotations

import itertools
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from reference.environments import make
from reference.running.driver import run
from reference.running.outcome import Progress
from reference.running.resume import resume_run
from reference.support import atomic_files as files
from reference.support import console
from reference.support.errors import UnusablePath
from tests.called import Command
from tests.figure1.test_simulation import carried_out, contents
from tests.paths import ROOT
from tests.robustness.subprocesses import program, refused

RUN = ["run", "--env", "tiny", "--T", "200", "--seed", "3", "--quiet"]
RESUME = ["run", "--quiet", "--resume"]


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    out = tmp_path_factory.mktemp("whole") / "run.jsonl"
    run(make("tiny").mdp, 200, seed=3, out=out)
    return out.read_bytes()


def test_a_trace_has_one_writer(tmp_path: Path, whole: bytes, ucrl_lp: Command) -> None:
    """Another process is refused, while it is written (in the middle) and while it is resumed
    (before and after the file is replaced), and the writer's file is not touched."""
    out = tmp_path / "run.jsonl"
    asked: list[int] = []

    def others(at: tuple[int, ...], *commands: list[Any]) -> Callable[[Progress], None]:
        def ask(p: Progress) -> None:
            if p.episode in at:
                asked.append(p.episode)
                for words in commands:
                    refused(program("-m", "reference", *words), "written by another process")

        return ask

    first = others((1,), [*RUN, "--out", out, "--force"], [*RESUME, out])
    run(make("tiny").mdp, 200, seed=3, out=out, on_progress=first)
    assert out.read_bytes() == whole
    out.write_bytes(whole[:30_000])
    resume_run(out, on_progress=others((1, 200), [*RESUME, out]))
    assert out.read_bytes() == whole and asked == [1, 1, 200]
    assert ucrl_lp(*RESUME, out).status == 0  # free again


def test_without_locks_nothing_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted: the test above would notice."""
    monkeypatch.setattr(files, "fcntl", None)
    first = files.open_alone(tmp_path / "a", force=True)
    files.open_alone(tmp_path / "a", force=True).close()
    first.close()
    monkeypatch.undo()
    with (
        files.open_alone(tmp_path / "a", force=True),
        pytest.raises(UnusablePath, match="another process"),
    ):
        files.open_alone(tmp_path / "a", force=True)


def test_two_simulations_in_one_directory(tmp_path: Path) -> None:
    out = tmp_path / "out"
    expected = carried_out(out)
    for file in [*out.glob("trials/*"), *out.glob("*.csv")]:
        file.unlink()
    words = ["resume", str(out), "--no-plot", "--quiet", "--workers", "1"]
    command = [sys.executable, "-m", "reference", "simulate", *words]
    both = [subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL) for _ in range(2)]
    assert [process.wait() for process in both] == [0, 0]
    assert contents(out) == expected


def test_clocks_that_go_backwards_change_nothing(
    tmp_path: Path, whole: bytes, monkeypatch: pytest.MonkeyPatch, ucrl_lp: Command
) -> None:
    """Every clock that Python has, jumping back an hour at every other look."""
    expected, out = carried_out(tmp_path / "a"), tmp_path / "run.jsonl"
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    for name in ("time", "monotonic", "perf_counter", "process_time"):
        ticks = itertools.count()
        monkeypatch.setattr(
            time, name, lambda ticks=ticks: 1e6 - 60.0 * (k := next(ticks)) - 3600 * (k % 2)
        )
    done = ucrl_lp(*RUN[:-1], "--out", out)
    simulated = carried_out(tmp_path / "b")
    line = console.ProgressLine()
    line("first")
    line("last", last=True)
    monkeypatch.undo()
    assert done.status == 0 and "Traceback" not in done.err
    assert out.read_bytes() == whole and simulated == expected
