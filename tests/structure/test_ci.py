"""What .ci/run leaves out: the slow tests whose files and subjects are what passed last; and what
the others are said to cost."""

from __future__ import annotations

import json
import os
import runpy
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from proofs_check.report.spec_page import part
from tests import rooms
from tests.conftest import COSTS, SLOW, announcement
from tests.paths import ROOT

CI: dict[str, Any] = runpy.run_path(str(ROOT / ".ci/changed.py"))


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """A small repository with a file for each test and each subject."""
    subjects = {s for group in CI["SUBJECTS"].values() for s in group}
    tests = {f"tests/{test.partition('::')[0]}" for test in SLOW}
    for name in {*subjects, "tests/machine_checked", *tests}:
        file = tmp_path / name if name.endswith(".py") else tmp_path / name / "a.txt"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(name, encoding="utf-8")
    subprocess.run(["git", "init", "-q"], cwd=tmp_path, check=True)
    subprocess.run(["git", "add", "-A"], cwd=tmp_path, check=True)
    return tmp_path


def passed(root: Path) -> dict[str, str]:
    files = CI["tracked"](root)
    return {test: CI["digest"](test, files, root) for test in SLOW}


def test_each_slow_test_has_its_subjects_and_they_exist() -> None:
    assert CI["slow"]() == list(SLOW) == list(CI["SUBJECTS"])
    assert all((ROOT / s).exists() for group in CI["SUBJECTS"].values() for s in group)
    known = ROOT / ".ci/passed.json"
    assert not known.is_file() or json.loads(known.read_text()).keys() <= SLOW.keys()


@pytest.mark.skipif(shutil.which("git") is None, reason="git: is not installed")
def test_a_changed_subject_is_due_and_the_others_are_not(clone: Path) -> None:
    before = passed(clone)
    assert CI["unchanged"](clone, before) == list(SLOW)
    assert CI["unchanged"](clone, {}) == []
    for changed in (
        "proofs_check/coq/a.txt", "tests/mutation/a.txt", "tests/machine_checked/a.txt",
    ):  # fmt: skip
        text = (clone / changed).read_text(encoding="utf-8")
        (clone / changed).write_text("changed", encoding="utf-8")
        due = set(SLOW) - set(CI["unchanged"](clone, before))
        prefix = changed.removesuffix("/a.txt")
        room = prefix.removeprefix("tests/")
        about = {
            test
            for test, subjects in CI["SUBJECTS"].items()
            if test.split("/")[0] == room or any(f"{prefix}/".startswith(f"{s}/") for s in subjects)
        }
        assert due == about != set()
        (clone / changed).write_text(text, encoding="utf-8")


def test_without_git_none_is_left_out(tmp_path: Path) -> None:
    nothing = {test: CI["digest"](test, [], tmp_path) for test in SLOW}
    assert CI["unchanged"](tmp_path, nothing) == []


def test_what_a_minute_buys_is_what_was_measured() -> None:
    page, costs = ROOT / "tests/README.md", json.loads(COSTS.read_text(encoding="utf-8"))
    assert part(page.read_text(encoding="utf-8"), "rooms") == rooms.table(costs)
    assert set(costs) <= {p.name for p in (ROOT / "tests").iterdir()}
    assert f"about {sum(room['tests'] for room in costs.values())} tests" in announcement()


def test_the_table_joins_cheap_rooms_and_adds_all() -> None:
    costs = {"a": {"tests": 9, "processor": 30.0}, "b": {"tests": 1, "processor": 1.0}}
    assert rooms.table(costs).splitlines()[2:] == [
        "| a | 9 | 30 | 18 |", "| 1 other | 1 | 1 | 60 |", "| in all | 10 | 31 | 19 |",
    ]  # fmt: skip


def test_the_second_command_says_at_once_what_it_runs(tmp_path: Path) -> None:
    """With no arguments of its own, in the project's folder; not for a part of the tests."""
    words = [sys.executable, "-m", "pytest", "--collect-only", "-m", "not slow"]
    (tmp_path / "test_one.py").write_text("def test_one(): ...", encoding="utf-8")
    shutil.copy(ROOT / "tests/conftest.py", tmp_path)
    shutil.copy(COSTS, tmp_path)
    (tmp_path / "pytest.ini").write_text("[pytest]\naddopts = -q\nmarkers = slow: x\n")
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    whole = subprocess.run(words, cwd=tmp_path, env=env, capture_output=True, text=True)
    assert whole.stdout.startswith(announcement()), whole.stderr
    part = subprocess.run([*words, "test_one.py"], cwd=tmp_path, env=env, capture_output=True,
                          text=True)  # fmt: skip
    assert announcement() not in part.stdout and "test_one" in part.stdout
