"""Cases as files: written, answered elsewhere, and judged as if they had been played here."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from proofs_check.kit import verdict as kit
from proofs_check.kit.offline import AskedCases, MissingAnswers, answered_in, write_cases
from reference.support.errors import FALSE, OK, UNDECIDED, USAGE
from tests.called import Command
from tests.mutation.apply_faults import numpy_implementation
from tests.mutation.faults import FAULTS

RUNS = 6
BY_ID = {fault.id: fault for fault in FAULTS}


def answer(folder: Path, play: Any, runs: int = RUNS) -> None:
    """Let an implementation answer all cases of a folder."""
    for k, case in enumerate(kit.written_cases(runs, 0, {}), 1):
        run = Path(str(play(case)))
        (folder / f"case-{k:04d}" / "run.jsonl").write_bytes(run.read_bytes())


def test_a_folder_is_judged_as_a_program_is(tmp_path: Path, proofs_check: Command) -> None:
    folder = tmp_path / "cases"
    done = proofs_check("kit", "--write", folder, "--runs", RUNS)
    assert done.status == OK and f"cases are in {folder}" in done.out
    assert proofs_check("kit", "--write", folder).status != OK, "it exists"
    done = proofs_check("kit", "--read", folder)
    assert done.status == UNDECIDED and "have no run.jsonl: case-0001, case-0002" in done.out
    twin = numpy_implementation(tmp_path)
    answer(folder, twin)
    done = proofs_check("kit", "--read", folder, "--quiet")
    assert done.status in (OK, UNDECIDED) and "6 cases" in done.out
    assert done.out.strip() == kit.run_cases(twin, runs=RUNS).report()
    answer(folder, numpy_implementation(tmp_path, BY_ID["x_L-not-counted"]))
    done = proofs_check("kit", "--read", folder, "--quiet")
    assert done.status == FALSE and "broken: rule eps" in done.out
    assert "\nfailing case: " in done.out and "smallest" not in done.out, "nothing was shrunk"
    (folder / "case-0003" / "run.jsonl").unlink()
    done = proofs_check("kit", "--read", folder)
    assert done.status == UNDECIDED and "1 of" in done.out and "case-0003" in done.out


def test_a_folder_that_is_foreign_or_altered_is_refused(
    tmp_path: Path, proofs_check: Command
) -> None:
    folder = tmp_path / "cases"
    assert proofs_check("kit", "--read", folder).status == USAGE
    folder.mkdir()
    (folder / "kit.json").write_text("[]")
    done = proofs_check("kit", "--read", folder)
    assert done.status == USAGE and "was not written by" in done.err
    done = proofs_check("kit", "--write", tmp_path / "more", "--runs", 2)
    case = tmp_path / "more" / "case-0002" / "case.json"
    case.write_text(case.read_text().replace('"T": ', '"T": 1'))
    done = proofs_check("kit", "--read", tmp_path / "more")
    assert done.status == USAGE and "case-0002" in done.err and "was altered" in done.err
    manifest = tmp_path / "more" / "kit.json"
    manifest.write_text(json.dumps({**json.loads(manifest.read_text()), "runs": "2"}))
    done = proofs_check("kit", "--read", tmp_path / "more")
    assert done.status == USAGE and "wrong type" in done.err
    assert proofs_check("kit").status == USAGE


def _manifest(folder: Path, **changed: Any) -> None:
    manifest = json.loads((folder / "kit.json").read_text())
    (folder / "kit.json").write_text(json.dumps({**manifest, **changed}))


def _a_pipe(file: Path) -> None:
    file.unlink()
    os.mkfifo(file)


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda d: _manifest(d, options={"tolerance": 1e-6}), "was altered"),
        (lambda d: _manifest(d, options={"log": "log2"}), "was altered"),
        (lambda d: _manifest(d, seed=1), "was altered"),
        (lambda d: _manifest(d, algorithm="ucrl2"), "was altered"),
        (lambda d: _manifest(d, runs=10**9), "more cases than it names"),
        (lambda d: _manifest(d, runs=1), "other cases"),
        (lambda d: _manifest(d, cases=[]), "names no cases"),
        (lambda d: _manifest(d, version=2), "has version 2"),
        (lambda d: (d / "kit.json").write_text("[" * 100_000), "was not written by"),
        (lambda d: (d / "case-0001" / "mdp.json").write_bytes(b"\xff"), "was altered"),
        (lambda d: (d / "case-0001" / "mdp.json").unlink(), "cannot be read"),
        (lambda d: _a_pipe(d / "case-0001" / "case.json"), "is no regular file"),
        (lambda d: _a_pipe(d / "kit.json"), "is no regular file"),
    ],
)
def test_what_was_altered_is_refused(
    tmp_path: Path, proofs_check: Command, change: Callable[[Path], object], why: str
) -> None:
    """Also the options, which stand in no case's digest alone; nothing is waited for."""
    folder = tmp_path / "cases"
    assert proofs_check("kit", "--write", folder, "--runs", 2).status == OK
    answer(folder, numpy_implementation(tmp_path), runs=2)
    assert proofs_check("kit", "--read", folder).status in (OK, UNDECIDED)
    change(folder)
    done = proofs_check("kit", "--read", folder)
    if "known is ucrl-lp; found ucrl2" in done.err:  # refused for another reason
        pytest.skip("the algorithms of the guests are not installed")
    assert done.status == USAGE and why in done.err, (done.out, done.err)


def test_a_directory_that_is_there_is_not_overwritten(
    tmp_path: Path, proofs_check: Command
) -> None:
    for name in ("kit", "vectors"):
        done = proofs_check(name, "--write", tmp_path)
        assert done.status == USAGE and "a new directory is wanted" in done.err
        assert "--force" not in done.err, "it would not help"


def test_what_is_missing_is_counted(tmp_path: Path) -> None:
    cases = kit.written_cases(20, 0, {})
    asked = AskedCases("ucrl-lp", 20, 0, {})
    assert write_cases(str(tmp_path / "cases"), asked, cases) == len(cases)
    with pytest.raises(MissingAnswers, match=rf"{len(cases)} of {len(cases)} cases .*, \.\.\."):
        answered_in(str(tmp_path / "cases"), cases)
