"""The extra `test` brings what its tests need and nothing heavier; tests of other extras say so."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from tests.conftest import EXTRAS
from tests.paths import ROOT
from tests.robustness.subprocesses import program

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def brought_by(extra: str) -> set[str]:
    """The packages of an extra, and of those that it names."""
    names: set[str] = set()
    for line in PROJECT["optional-dependencies"][extra]:
        name, inner = re.fullmatch(r"([\w.-]+)(?:\[([\w,-]+)\])?(?:[>=].*)?", line).groups()  # type: ignore[union-attr]
        more = inner.split(",") if name == PROJECT["name"] else []
        names |= set().union(*map(brought_by, more)) if more else {name}
    return names


def test_test_brings_no_extra_whose_tests_are_marked() -> None:
    for extra, package in EXTRAS.items():
        assert package in brought_by(extra) and package not in brought_by("test")
        assert package in brought_by("dev")
    assert {"pytest", "hypothesis", "jinja2"} <= brought_by("test")


def test_no_extra_asks_for_pygame() -> None:
    """Gymnasium's tables need none of it: it draws."""
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    assert "toy-text" not in text and "gymnasium" in brought_by("gym")


def test_markers_name_an_extra() -> None:
    marked = {
        name
        for path in (ROOT / "tests").rglob("test_*.py")
        for name in re.findall(r"mark\.extra\(\"(\w+)\"\)", path.read_text("utf-8"))
    }
    assert marked == EXTRAS.keys()


@pytest.mark.parametrize("absent", [False, True])
def test_without_its_extra_a_test_is_skipped_and_the_summary_says_which(
    absent: bool, tmp_path: Path
) -> None:
    """Planted: a Python in which the package of the extra cannot be imported, and one with it."""
    if absent:
        plant = "import sys; sys.modules['distributed'] = None"
        (tmp_path / "sitecustomize.py").write_text(plant, "utf-8")
    else:
        (tmp_path / "distributed.py").touch()
    (tmp_path / "test_one.py").write_text(
        "import pytest\n@pytest.mark.extra('distributed')\ndef test_it() -> None: pass\n", "utf-8"
    )
    env = {"PYTHONPATH": f"{tmp_path}:{ROOT}"}
    words = ("-m", "pytest", "-p", "tests.conftest", "-p", "no:cacheprovider", "-c")
    done = program(*words, ROOT / "pyproject.toml", tmp_path, env=env, cwd=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    said = "the extra `distributed` is not installed: python -m pip install '.[distributed]'"
    assert (said in done.stdout) == absent
