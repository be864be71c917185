"""The project without the rooms of the guests: a copy, which the tests beside this run."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from subprocess import CompletedProcess

from reference.support.errors import OK
from tests.paths import ROOT

LEFT = ("guests", "__pycache__", "*.egg-info", ".hypothesis")
PAGES = ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "CITATION.cff", "LICENSE", "spec.md")


def copy_of_the_core(clone: Path) -> Path:
    """Copy the project without the guests' rooms, and without what is said of them in the contracts
    of pyproject.toml, which are about modules that are there."""
    for name in ("reference", "proofs_check", "tests", ".ci"):
        shutil.copytree(ROOT / name, clone / name, ignore=shutil.ignore_patterns(*LEFT))
    for name in PAGES:
        shutil.copy(ROOT / name, clone / name)
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    (clone / "pyproject.toml").write_text(contracts_of_the_core(text), encoding="utf-8")
    assert not list(clone.rglob("guests"))
    return clone


def contracts_of_the_core(text: str) -> str:
    """Return pyproject.toml without the contract that protects the rooms of the guests, and without
    these rooms in the others."""
    heading = "[[tool.importlinter.contracts]]\n"
    first, *contracts = re.split(rf"(?={re.escape(heading)})", text)
    rest = contracts[-1].partition("\n[tool.")
    contracts[-1] = rest[0]
    guests = re.compile(r"^protected_modules = .*\.guests\b", re.MULTILINE)
    named = re.compile(r',\s*"[\w.]+\.guests[\w.]*"|"guests", |(?<=")guests : ')
    kept = [named.sub("", c) for c in contracts if not guests.search(c)]
    return first + "".join(kept) + rest[1] + rest[2]


def ended(words: Sequence[str | Path], cwd: Path, ends: int = OK) -> CompletedProcess[str]:
    """Run a program, with nothing of this Python's settings. The exit status must be `ends`."""
    variables = {k: v for k, v in os.environ.items() if not k.startswith(("PYTHON", "PYTEST"))}
    done = subprocess.run(
        list(map(str, words)), cwd=cwd, env=variables, capture_output=True, text=True
    )
    assert done.returncode == ends, (words, done.stdout[-6000:], done.stderr[-3000:])
    return done
