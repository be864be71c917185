"""The project's outside: its top level, its two commands, its metadata, nothing of any machine."""

from __future__ import annotations

import re
import subprocess
import tomllib
from pathlib import Path

import pytest

from tests.paths import ROOT

VISIBLE = {"README.md", "proofs_check", "pyproject.toml", "reference", "spec.md", "tests"}
VISIBLE |= {"CITATION.cff", "LICENSE"}  # GitHub and other readers look for them here only
VISIBLE |= {"CHANGELOG.md", "CONTRIBUTING.md"}  # likewise
TEXTS = {".py", ".md", ".toml", ".cff", ".json", ".jsonl", ".cpp", ".csv", ".svg", ""}


def tracked() -> list[str]:
    if not (ROOT / ".git").exists():
        pytest.skip("git: this copy of the project is not a clone")
    done = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True)
    return done.stdout.splitlines()


def test_top_level_is_what_the_readme_says() -> None:
    visible = {name.split("/")[0] for name in tracked() if not name.startswith(".")}
    assert visible == VISIBLE


def test_readme_has_exactly_two_set_up_lines() -> None:
    lines = (ROOT / "README.md").read_text(encoding="utf-8").splitlines()
    commands = [line for line in lines if re.match(r"python -m pip install .+ && .+", line)]
    assert len(commands) == 2
    assert all(line in lines[:45] for line in commands)
    assert commands[1].endswith('python -m pytest -n 2 -m "not slow"')


def test_every_dependency_says_what_it_is_for() -> None:
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    data = tomllib.loads(text)
    extras = data["project"]["optional-dependencies"]
    needed = data["project"]["dependencies"] + [d for ds in extras.values() for d in ds]
    for dependency in needed:
        if not dependency.startswith("ucrl-lp["):
            line = next(line for line in text.splitlines() if f'"{dependency}"' in line)
            assert "#" in line, dependency
    assert {"plot", "gym", "distributed", "test", "dev"} <= set(extras)


def test_no_file_names_a_machine() -> None:
    home = re.compile(r"(?<![\w.])/(?:home|root|Users|work)/\w+|index" + "-url")
    for path in map(ROOT.joinpath, tracked()):
        if path.suffix in TEXTS and path.name != Path(__file__).name:
            assert home.search(path.read_text("utf-8", errors="replace")) is None, path


@pytest.mark.parametrize("status", [0, 3])
def test_cleaning_up_does_not_change_the_status_of_ci(status: int, tmp_path: Path) -> None:
    """The trap kills a background run that has long ended: that kill fails."""
    script = (ROOT / ".ci/run").read_text(encoding="utf-8")
    (trap,) = re.findall("^trap .+ EXIT$", script, re.M)
    lines = ["set -euo pipefail", f"scratch={tmp_path}/gone; mkdir $scratch",
             "lowest= judge= fuzz=", trap, "true & lowest=$!", "wait $lowest",
             f"exit {status}"]  # fmt: skip
    assert subprocess.run(["bash", "-c", "\n".join(lines)], check=False).returncode == status
    assert not (tmp_path / "gone").exists()
