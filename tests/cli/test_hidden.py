"""A folder or a module `reference` of the user's own, where Python finds it first."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from proofs_check.hidden import hidden_by


@pytest.mark.parametrize("own", ["reference/__init__.py", "reference.py", "reference/notes.txt"])
def test_one_line_names_it(own: str, tmp_path: Path) -> None:
    (tmp_path / own).parent.mkdir(exist_ok=True)
    (tmp_path / own).write_text("", encoding="utf-8")
    words = [sys.executable, "-m", "proofs_check", "explain", "rules"]
    done = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, check=False)
    if own.endswith(".txt"):  # no package: Python finds the installed one
        assert done.returncode == 0
        return
    assert done.returncode == 4 and done.stderr.count("\n") == 1
    assert str(tmp_path / "reference") in done.stderr and "another folder" in done.stderr


def test_the_fixture_says_so_too(tmp_path: Path) -> None:
    (tmp_path / "reference").mkdir()
    (tmp_path / "reference/__init__.py").write_text("", encoding="utf-8")
    test = "def test_mine(ucrl_lp_kit):\n    ucrl_lp_kit(print)\n"
    (tmp_path / "test_mine.py").write_text(test, encoding="utf-8")
    words = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "test_mine.py"]
    done = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 1 and "hidden by another of that name" in done.stdout
    assert "Traceback" not in done.stdout


def test_another_missing_module_is_not_excused() -> None:
    with pytest.raises(ModuleNotFoundError):
        hidden_by(ModuleNotFoundError("no numpy", name="numpy"))
