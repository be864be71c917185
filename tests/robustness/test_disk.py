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

from reference.environments import make
from reference.figure1.run_trials import run_trials
from reference.figure1.trial_store import TrialStore
from reference.running.driver import run
from reference.support.errors import UnusablePath
from tests.called import Command
from tests.figure1.test_simulation import SMALL, Here, carried_out, contents
from tests.robustness.subprocesses import limit, program, refused

RUN = ["run", "--env", "tiny", "--T", "600", "--seed", "3", "--quiet"]
SIMULATE = [
    "simulate",
    "figure1",
    "--env",
    "tiny",
    "--T",
    "20",
    "60",
    "--trials",
    "3",
    "--seed",
    "5",
]
SIMULATE += ["--algorithms", "ucrl2-fh", "ucrl2-chain", "--no-plot", "--quiet", "--workers", "1"]
AUDIT = ["audit", "--only", "lem:bias-term-2:constant", "--workers", "1", "--quiet"]
REPORT = ["report", *AUDIT[1:]]
FULL = "No space left on device"


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sampled runs: making them again and again is not what these tests are about."""
    directory = tmp_path_factory.mktemp("store")
    assert program("-m", "proofs_check", *AUDIT, "--store", directory).returncode == 0
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


def test_a_run_on_a_full_disk_can_be_gone_on_with(
    small_disk: Path, tmp_path: Path, ucrl_lp: Command
) -> None:
    whole, out = tmp_path / "whole.jsonl", small_disk / "run.jsonl"
    assert ucrl_lp(*RUN, "--out", whole).status == 0
    assert whole.stat().st_size > 40_000
    refused(program("-m", "reference", *RUN, "--out", out), f"{out}: cannot be written: {FULL}")
    assert whole.read_bytes().startswith(out.read_bytes()) and out.stat().st_size > 20_000
    refused(program("-m", "reference", "run", "--quiet", "--resume", out), FULL)
    assert whole.read_bytes().startswith(out.read_bytes())  # still there
    elsewhere = tmp_path / "run.jsonl"
    shutil.copy(out, elsewhere)
    assert ucrl_lp("run", "--quiet", "--resume", elsewhere).status == 0
    assert elsewhere.read_bytes() == whole.read_bytes()


def test_a_simulation_on_a_full_disk_can_be_gone_on_with(
    small_disk: Path, tmp_path: Path, ucrl_lp: Command
) -> None:
    expected = carried_out(tmp_path / "whole")
    out = small_disk / "out"
    # tmpfs counts pages of 4 kB: a manifest and a few trials fit.
    refused(program("-m", "reference", *SIMULATE, "--out", out), f"cannot be written: {FULL}")
    assert not list(out.rglob("*.tmp")) and (out / "manifest.json").exists()
    subprocess.run(["mount", "-o", "remount,size=1m", str(small_disk)], check=True)
    assert ucrl_lp("simulate", "resume", out, "--no-plot", "--workers", 1).status == 0
    assert contents(out) == expected


@pytest.mark.parametrize("size", [0, 1000, 20_000])
def test_a_file_that_may_not_grow(tmp_path: Path, size: int) -> None:
    """The quota of a process, where no tmpfs can be mounted."""
    out, quota = tmp_path / "run.jsonl", limit(resource.RLIMIT_FSIZE, size)
    done = program("-B", "-m", "reference", *RUN, "--out", out, preexec_fn=quota)
    refused(done, "cannot be written: File too large")
    assert out.stat().st_size <= size


def test_reports_on_a_full_disk(small_disk: Path, store: Path) -> None:
    out = small_disk / "html"
    refused(program("-m", "proofs_check", *REPORT, out, "--store", store), FULL)
    assert out.exists() and not (out / "index.html").exists()  # which is written last
    refused(program("-m", "proofs_check", *AUDIT, "--store", small_disk / "store"), FULL)


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no /dev/full here")
def test_standard_output_that_is_full(store: Path) -> None:
    for command in (
        ["reference", "env", "list"],
        ["reference", *RUN, "--json"],
        ["proofs_check", *AUDIT, "--store", store],
    ):
        with open("/dev/full", "w") as full:
            how: dict[str, Any] = {"stdout": full, "stderr": subprocess.PIPE}
            refused(program("-m", *command, capture_output=False, **how), FULL)
    done = program("-m", "reference", *RUN, "--out", "/dev/full", "--force")
    refused(done, f"/dev/full: cannot be written: {FULL}")


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
    closed: Path, store: Path, ucrl_lp: Command, proofs_check: Command
) -> None:
    for done in (
        ucrl_lp(*RUN, "--out", closed / "run.jsonl"),
        ucrl_lp(*SIMULATE, "--out", closed / "out"),
        proofs_check(*REPORT, closed / "html", "--store", store),
        proofs_check(*AUDIT, "--store", closed / "store"),
    ):
        assert done.status == 4
        assert str(closed) in done.err and done.err.count("\n") <= 2


def test_a_file_system_that_turns_read_only(tmp_path: Path) -> None:
    """As Linux does with a disk that has errors; injected."""
    store = TrialStore.create(tmp_path / "a", SMALL.options())

    def read_only(*_: object) -> None:
        raise OSError(errno.EROFS, os.strerror(errno.EROFS))

    with pytest.MonkeyPatch.context() as injected:
        injected.setattr(os, "replace", read_only)
        with pytest.raises(UnusablePath, match="Read-only file system"):
            run_trials(SMALL.plan(), store, executor=Here())
        assert not list(store.directory.rglob("*.tmp"))
    assert run_trials(SMALL.plan(), store, executor=Here()) == []


def test_a_directory_that_vanishes(tmp_path: Path) -> None:
    place = tmp_path / "place"

    def vanish(progress: object) -> None:
        shutil.rmtree(place, ignore_errors=True)

    def replaced(progress: object) -> None:
        (place / "run.jsonl").unlink(missing_ok=True)
        (place / "run.jsonl").touch()

    for change, told in (
        (vanish, r"run\.jsonl: cannot be written: No such file"),
        (replaced, "was replaced while it was written"),
    ):
        place.mkdir()
        with pytest.raises(UnusablePath, match=told):
            run(make("tiny").mdp, 30, out=place / "run.jsonl", on_progress=change)
    store = TrialStore.create(place / "out", SMALL.options())
    with pytest.raises(UnusablePath, match="cannot be written: No such file"):
        run_trials(SMALL.plan(), store, executor=Here(), on_progress=vanish)
