"""Cases as files: written, answered elsewhere, and judged as if they had been played here."""

from __future__ import annotations

import json
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


def answer(folder: Path, play: Any) -> None:
    """Let an implementation answer all cases of a folder."""
    for k, case in enumerate(kit.written_cases(RUNS, 0, {}), 1):
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


def test_what_is_missing_is_counted(tmp_path: Path) -> None:
    cases = kit.written_cases(20, 0, {})
    asked = AskedCases("ucrl-lp", 20, 0, {})
    assert write_cases(str(tmp_path / "cases"), asked, cases) == len(cases)
    with pytest.raises(MissingAnswers, match=rf"{len(cases)} of {len(cases)} cases .*, \.\.\."):
        answered_in(str(tmp_path / "cases"), cases)
