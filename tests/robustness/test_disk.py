"""Disks that are full, read-only or gone: one clear line, exit status 4, and what was written
before can be gone on with."""

from __future__ import annotations

import errno
import os
import resource
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from proofs_check.__main__ import main as proofs_check
from reference.__main__ import main as ucrl_lp
from reference.environments import make
from reference.experiments.run_trials import run_trials
from reference.experiments.trial_store import TrialStore
from reference.running.driver import run
from reference.support.errors import UnusablePath
from tests.experiments.test_simulation import SMALL, Here, carried_out, contents
from tests.robustness.subprocesses import program

RUN = ["run", "--env", "tiny", "--T", "600", "--seed", "3", "--quiet"]
SIMULATE = ["simulate", "--env", "tiny", "--T", "20", "60", "--trials", "3", "--seed", "5"]
SIMULATE += ["--algorithms", "ucrl2-fh", "ucrl2-chain", "--no-plot", "--quiet", "--workers", "1"]
AUDIT = ["--only", "lem:bias-term-2:constant", "--workers", "1", "--quiet"]


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sampled runs: making them again and again is not what these tests are about."""
    directory = tmp_path_factory.mktemp("store")
    assert proofs_check([*AUDIT, "--store", str(directory)]) == 0
    return directory


def mounted(place: Path, option: str, otherwise: str) -> Iterator[Path]:
    """A file system of its own; where none can be mounted the test is skipped and says so."""
    place.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", option, "tmpfs", str(place)]
    try:
        subprocess.run(command, check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError):
        pytest.skip(f"cannot mount a tmpfs here: {otherwise}")
    yield place
    subprocess.run(["umount", "-l", str(place)], check=True)


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of 32 kB."""
    yield from mounted(tmp_path / "disk", "size=32k", "a really full disk is not tested")


def refused(done: Any, *words: str) -> None:
    assert done.returncode == 4, done.stderr
    assert "Traceback" not in done.stderr and "error: " in done.stderr
    for word in words:
        assert word in done.stderr


def test_a_run_on_a_full_disk_can_be_gone_on_with(small_disk: Path, tmp_path: Path) -> None:
    whole = tmp_path / "whole.jsonl"
    assert ucrl_lp([*RUN, "--out", str(whole)]) == 0
    assert whole.stat().st_size > 40_000
    out = small_disk / "run.jsonl"
    done = program("-m", "reference", *RUN, "--out", out)
    refused(done, f"{out}: cannot be written: No space left on device")
    assert whole.read_bytes().startswith(out.read_bytes()) and out.stat().st_size > 20_000
    resumed = program("-m", "reference", "run", "--quiet", "--resume", out)
    refused(resumed, "No space left on device")
    assert whole.read_bytes().startswith(out.read_bytes())  # still there
    elsewhere = tmp_path / "run.jsonl"
    shutil.copy(out, elsewhere)
    assert ucrl_lp(["run", "--quiet", "--resume", str(elsewhere)]) == 0
    assert elsewhere.read_bytes() == whole.read_bytes()


def test_a_simulation_on_a_full_disk_can_be_gone_on_with(small_disk: Path, tmp_path: Path) -> None:
    expected = carried_out(tmp_path / "whole")
    out = small_disk / "out"
    # tmpfs counts pages of 4 kB: a manifest and a few trials fit.
    done = program("-m", "reference", *SIMULATE, "--out", out)
    refused(done, "cannot be written: No space left on device")
    assert not list(out.rglob("*.tmp")) and (out / "manifest.json").exists()
    subprocess.run(["mount", "-o", "remount,size=1m", str(small_disk)], check=True)
    assert ucrl_lp(["simulate", "--resume", str(out), "--no-plot", "--workers", "1"]) == 0
    assert contents(out) == expected


@pytest.mark.parametrize("limit", [0, 1000, 20_000])
def test_a_file_that_may_not_grow(tmp_path: Path, limit: int) -> None:
    """The quota of a process, where no tmpfs can be mounted."""

    def limited() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))

    out = tmp_path / "run.jsonl"
    done = program("-B", "-m", "reference", *RUN, "--out", out, preexec_fn=limited)
    refused(done, "cannot be written: File too large")
    assert out.stat().st_size <= limit


@pytest.mark.slow
def test_reports_on_a_full_disk(small_disk: Path, store: Path) -> None:
    out = small_disk / "html"
    done = program("-m", "proofs_check", *AUDIT, "--store", store, "--html", out)
    refused(done, "No space left on device")
    assert out.exists() and not (out / "index.html").exists()  # which is written last
    done = program("-m", "proofs_check", *AUDIT, "--store", small_disk / "store")
    refused(done, "No space left on device")


@pytest.mark.slow
@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no /dev/full here")
def test_standard_output_that_is_full(store: Path) -> None:
    for command in (
        ["-m", "reference", "env", "list"],
        ["-m", "reference", *RUN, "--json"],
        ["-m", "proofs_check", *AUDIT, "--store", str(store)],
    ):
        with open("/dev/full", "w") as full:
            done = program(*command, capture_output=False, stdout=full, stderr=subprocess.PIPE)
        refused(done, "No space left on device")
    done = program("-m", "reference", *RUN, "--out", "/dev/full", "--force")
    refused(done, "/dev/full: cannot be written: No space left on device")


@pytest.fixture(params=["read-only", "a file"])
def closed(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Path]:
    """A directory in which nothing can be written: permissions do not stop root."""
    place = tmp_path / "closed"
    if request.param == "a file":
        place.touch()
        yield place
    else:
        yield from mounted(place, "ro", "a read-only directory is only injected")


def test_a_directory_that_cannot_be_written(
    closed: Path, store: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for program_, arguments in (
        (ucrl_lp, [*RUN, "--out", str(closed / "run.jsonl")]),
        (ucrl_lp, [*SIMULATE, "--out", str(closed / "out")]),
        (proofs_check, [*AUDIT, "--store", str(store), "--html", str(closed / "html")]),
        (proofs_check, [*AUDIT, "--store", str(closed / "store")]),
    ):
        assert program_(arguments) == 4
        said = capsys.readouterr().err
        assert str(closed) in said and said.count("\n") <= 2


def test_a_file_system_that_turns_read_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As Linux does with a disk that has errors; injected."""
    store = TrialStore.create(tmp_path / "a", SMALL.options())
    rename = os.replace

    def read_only(*_: object) -> None:
        raise OSError(errno.EROFS, os.strerror(errno.EROFS))

    monkeypatch.setattr(os, "replace", read_only)
    with pytest.raises(UnusablePath, match="Read-only file system"):
        run_trials(SMALL.plan(), store, executor=Here())
    assert not list(store.directory.rglob("*.tmp"))
    monkeypatch.setattr(os, "replace", rename)
    assert run_trials(SMALL.plan(), store, executor=Here()) == []


def test_a_directory_that_vanishes(tmp_path: Path) -> None:
    place = tmp_path / "place"
    place.mkdir()

    def vanish(progress: object) -> None:
        shutil.rmtree(place, ignore_errors=True)

    with pytest.raises(UnusablePath, match=r"run\.jsonl: cannot be written: No such file"):
        run(make("tiny").mdp, 30, out=place / "run.jsonl", on_progress=vanish)

    def replaced(progress: object) -> None:
        (place / "run.jsonl").unlink(missing_ok=True)
        (place / "run.jsonl").touch()

    place.mkdir()
    with pytest.raises(UnusablePath, match="was replaced while it was written"):
        run(make("tiny").mdp, 30, out=place / "run.jsonl", on_progress=replaced)
    store = TrialStore.create(place / "out", SMALL.options())
    with pytest.raises(UnusablePath, match="cannot be written: No such file"):
        run_trials(SMALL.plan(), store, executor=Here(), on_progress=vanish)
