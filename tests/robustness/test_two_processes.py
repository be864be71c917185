"""Two processes with one output, and clocks that go backwards."""

from __future__ import annotations

import itertools
import subprocess
import sys
import time
from pathlib import Path

import pytest

from reference.__main__ import main
from reference.environments import make
from reference.running.driver import Progress, run
from reference.running.resume import resume_run
from reference.support import console
from reference.support.errors import UnusablePath
from tests.experiments.test_simulation import carried_out, contents
from tests.paths import ROOT
from tests.robustness.subprocesses import program

RUN = ["run", "--env", "tiny", "--T", "200", "--seed", "3", "--quiet"]


def test_a_trace_has_one_writer(tmp_path: Path) -> None:
    """Another process is refused, and the writer's file is not touched."""
    whole, out = tmp_path / "whole.jsonl", tmp_path / "run.jsonl"
    run(make("tiny").mdp, 200, seed=3, out=whole)
    asked: list[int] = []

    def second(p: Progress) -> None:
        """In the middle of the first run."""
        if not asked:
            for how in (
                ["--out", str(out), "--force"],
                ["--out", str(out)],
                ["--resume", str(out)],
            ):
                command = ["run", "--quiet", *how] if how[0] == "--resume" else [*RUN, *how]
                done = program("-m", "reference", *command)
                asked.append(done.returncode)
                known = "exists" if how == ["--out", str(out)] else "written by another process"
                assert known in done.stderr and "Traceback" not in done.stderr

    run(make("tiny").mdp, 200, seed=3, out=out, on_progress=second)
    assert asked == [4, 4, 4]
    assert out.read_bytes() == whole.read_bytes()


def test_a_trace_is_resumed_by_one(tmp_path: Path) -> None:
    whole, out = tmp_path / "whole.jsonl", tmp_path / "run.jsonl"
    run(make("tiny").mdp, 200, seed=3, out=whole)
    out.write_bytes(whole.read_bytes()[:30_000])
    asked: list[int] = []

    def second(p: Progress) -> None:
        if p.episode in (1, 200):  # before and after the file is replaced
            done = program("-m", "reference", "run", "--quiet", "--resume", out)
            asked.append(done.returncode)
            assert "written by another process" in done.stderr

    resume_run(out, on_progress=second)
    assert asked == [4, 4]
    assert out.read_bytes() == whole.read_bytes()
    assert main(["run", "--quiet", "--resume", str(out)]) == 0  # free again


def test_without_locks_nothing_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted: the test above would notice."""
    from reference.support import atomic_files as files

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


@pytest.mark.slow
def test_two_simulations_in_one_directory(tmp_path: Path) -> None:
    expected = carried_out(tmp_path / "whole")
    options = ["--env", "tiny", "--T", "20", "60", "--trials", "3", "--seed", "5", "--quiet"]
    options += ["--algorithms", "ucrl2-fh", "ucrl2-chain", "--no-plot", "--workers", "1"]
    out = tmp_path / "out"
    carried_out(out)
    for file in [*out.glob("trials/*"), *out.glob("*.csv")]:
        file.unlink()
    both = [
        subprocess.Popen(
            [sys.executable, "-m", "reference", "simulate", *options, "--resume", str(out)],
            cwd=ROOT,
            stdout=subprocess.DEVNULL,
        )
        for _ in range(2)
    ]
    assert [process.wait() for process in both] == [0, 0]
    assert contents(out) == expected


def backwards(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every clock that Python has, jumping back an hour at every other look."""
    for name in ("time", "monotonic", "perf_counter", "process_time"):
        ticks = itertools.count()
        monkeypatch.setattr(
            time, name, lambda ticks=ticks: 1e6 - 60.0 * (k := next(ticks)) - 3600 * (k % 2)
        )


def test_clocks_that_go_backwards_change_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    whole, out = tmp_path / "whole.jsonl", tmp_path / "run.jsonl"
    assert main([*RUN, "--out", str(whole)]) == 0
    expected = carried_out(tmp_path / "a")
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    backwards(monkeypatch)
    assert main([*RUN[:-1], "--out", str(out)]) == 0
    simulated = carried_out(tmp_path / "b")
    line = console.ProgressLine()
    line("first")
    line("last", last=True)
    monkeypatch.undo()
    assert out.read_bytes() == whole.read_bytes()
    assert simulated == expected
    assert "Traceback" not in capsys.readouterr().err


@pytest.mark.parametrize("seconds", [-3600.0, -1e-9, 0.0, 1e12])
def test_time_left_is_never_negative(seconds: float) -> None:
    assert not console.time_left(1, 3, seconds).startswith("-")
