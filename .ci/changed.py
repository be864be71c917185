"""Says which slow tests (SLOW of tests/conftest.py) are due; runs them in a budget; records them.

A slow test depends on what its files reach by imports (.ci/import_graph.py), on what it opened,
listed, looked for and handed to its children when it passed last (.ci/reads/sitecustomize.py), on
the versions of Python and of the libraries that these files import, and on Coq's where it reads
Coq. `.ci/passed.json` has for each the reads that no import tells, a digest of all, and seconds. It
is due unless all is as it was; one without a record is due, and all are without git, or with CI_ALL
set. Nothing but the standard library is needed; run it by the Python whose libraries count.
"""

from __future__ import annotations

import argparse
import ast
import hashlib
import importlib.metadata
import json
import os
import platform
import re
import shutil
import subprocess
import sys
import tomllib
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))

from budget import Budget
from import_graph import Graph

ROOT = Path(__file__).parents[1]
PASSED = ROOT / ".ci/passed.json"

COMPILED = {
    "proofs_check/coq": "what `make` compiles there is no file of git: whoever reads it depends on "
    "all sources",
}
"""Folder -> why a file that git does not have stands for the whole of it."""
IN_PART = {
    "tests/conftest.py": (
        re.compile(rb"^SLOW = \{.*?^\}", re.MULTILINE | re.DOTALL),
        "which other tests are slow, and why, is no subject of a test",
    ),
}
"""File -> the part that does not count, and why."""
NO_SUBJECT = {
    ".ci/passed.json": "written after every test that passes",
    "tests/rooms.json": "the costs that are printed; tests/structure, which is not slow, reads it",
    "CHANGELOG.md": "read by tests that are not slow; others copy it with all the rest",
}
"""File -> why it does not count. These three tables are all that is typed by hand."""


def slow(root: Path = ROOT) -> list[str]:
    """Return the keys of SLOW."""
    tree = ast.parse((root / "tests/conftest.py").read_text(encoding="utf-8"))
    for node in tree.body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "SLOW":
            return list(ast.literal_eval(node.value))
    raise SystemExit("ci: tests/conftest.py has no SLOW")


def tracked(root: Path) -> list[str]:
    """Return the files that git has here, and new ones that it does not ignore."""
    words = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    done = subprocess.run(words, cwd=root, capture_output=True, check=True)
    return sorted(name for name in set(done.stdout.decode().split("\0")) if name)


@dataclass(frozen=True)
class Subject:
    """What a test is about: files, folders whose list it has read, programs, libraries."""

    files: frozenset[str]
    lists: frozenset[str]
    programs: frozenset[str]
    libraries: frozenset[str]


class State:
    """The project as it is now: every file's digest, and who imports whom."""

    def __init__(self, root: Path = ROOT) -> None:
        self.root = root
        self.files = [name for name in tracked(root) if (root / name).is_file()]
        self.digests = {name: self.content(name) for name in self.files}
        self.graph = Graph(root, self.files, lazy=False)

    def content(self, name: str) -> str:
        """Return the digest of a file, of the part that counts."""
        text = (self.root / name).read_bytes()
        if name in IN_PART:
            text = IN_PART[name][0].sub(b"", text)
        return "" if name in NO_SUBJECT else hashlib.sha256(text).hexdigest()

    def below(self, folder: str) -> set[str]:
        """Return the files at a path or below it."""
        if folder == ".":
            return set(self.files)
        return {name for name in self.files if name == folder or name.startswith(f"{folder}/")}

    def own(self, test: str) -> set[str]:
        """Return the files of a test itself: its module, or its whole folder."""
        return self.below(f"tests/{test.partition('::')[0]}")

    @cached_property
    def in_folders(self) -> dict[tuple[str, str], set[str]]:
        """Return folder and suffix -> files."""
        found: dict[tuple[str, str], set[str]] = defaultdict(set)
        for name in self.files:
            path = Path(name)
            found[path.parent.as_posix(), path.suffix].add(name)
        return found

    def reached(self, test: str) -> set[str]:
        """Return what a test's files reach by imports."""
        return self.graph.reach(self.own(test))[0] | self.own(test)

    def subject(self, test: str, reads: Iterable[str]) -> Subject:
        """Return what a test is about, given what it was seen to read."""
        files, lists, programs = self.reached(test), set(), set()
        for line in reads:
            kind, _, what = line.partition(" ")
            if kind == "F":
                files.add(what)
            elif kind == "G":
                path = Path(what)
                files |= self.in_folders[path.parent.as_posix(), path.suffix]
            elif kind == "C":
                files |= self.below(what)
            elif kind == "L":
                lists.add(what)
            elif kind == "W":
                programs.add(what)
        if any(name.startswith("proofs_check/coq/") and name.endswith(".v") for name in files):
            programs.add("coqc")
        libraries = self.graph.reach(name for name in files if name.endswith(".py"))[1]
        return Subject(*map(frozenset, (files, lists, programs, libraries)))

    @cached_property
    def settings(self) -> Any:
        """Return pytest's settings, which every test has."""
        text = (self.root / "pyproject.toml").read_text(encoding="utf-8")
        return tomllib.loads(text)["tool"]["pytest"]

    def listing(self, folder: str) -> list[str]:
        """Return the names in a folder."""
        start = "" if folder == "." else f"{folder}/"
        inside = (name[len(start) :] for name in self.files if name.startswith(start))
        return sorted({name.partition("/")[0] for name in inside} - {"passed.json"})

    def digest(self, test: str, reads: Iterable[str]) -> str:
        """Return the digest of all that a test is about."""
        about = self.subject(test, reads)
        content = hashlib.sha256()
        for name in sorted(about.files):
            content.update(f"{name} {self.digests.get(name)}\n".encode())
        for name in sorted(about.lists):
            content.update(f"{name}/ {self.listing(name)}\n".encode())
        for name in sorted(about.programs):
            content.update(f"{program(name)}\n".encode())
        for name in ["pytest", *sorted(about.libraries)]:
            content.update(f"{name} {version(name)}\n".encode())
        content.update(platform.python_version().encode())
        content.update(json.dumps(self.settings, sort_keys=True).encode())
        return content.hexdigest()

    def condensed(self, test: str, lines: Iterable[str]) -> list[str]:
        """Return what was read beyond imports, shortly: `C folder` is all below it, `G folder/*.py`
        all such files in it."""
        known, found = self.reached(test), set(self.files)
        files, rest = set(), set()
        for line in lines:
            kind, _, what = line.partition(" ")
            if kind == "F":
                what = source(what)
                made = [folder for folder in COMPILED if what.startswith(f"{folder}/")]
                if what in found:
                    files.add(what)
                elif made and (self.root / what).exists():
                    rest |= {f"C {folder}" for folder in made}
            elif kind == "C" and what != "." and not self.below(what):
                rest |= {f"C {folder}" for folder in COMPILED if what.startswith(f"{folder}/")}
            elif kind != "L" or what == "." or self.below(what):
                rest.add(line)
        wholes = {what for kind, _, what in (line.partition(" ") for line in rest) if kind == "C"}
        covered = known.union(*(self.below(whole) for whole in wholes))
        folders = {parent.as_posix() for name in self.files for parent in Path(name).parents}
        for folder in sorted(folders - {"."}):
            names = self.below(folder)
            if len(names) > 5 and names <= files | covered and names & files - covered:
                rest.add(f"C {folder}")
                covered |= names
        for (folder, suffix), names in self.in_folders.items():
            if len(names) > 5 and suffix and names <= files | covered and names & files - covered:
                rest.add(f"G {folder}/*{suffix}")
                covered |= names
        return sorted(rest | {f"F {name}" for name in files - covered})


def source(name: str) -> str:
    """Return the module that a compiled one was made from."""
    path = Path(name)
    if path.parent.name == "__pycache__":
        return (path.parent.parent / f"{path.name.partition('.')[0]}.py").as_posix()
    return name


def version(library: str) -> str:
    """Return the version of what an import names, or nothing."""
    names = DISTRIBUTIONS.get(library, [library] if library == "pytest" else [])
    return " ".join(sorted({importlib.metadata.version(name) for name in names}))


DISTRIBUTIONS = importlib.metadata.packages_distributions()


def program(name: str) -> str:
    """Return whether a program is here; of coqc, its version."""
    found = shutil.which(name)
    if found is None or name != "coqc":
        return f"{name} {found is not None}"
    return subprocess.run([found, "--version"], capture_output=True, text=True).stdout


def known(file: Path = PASSED) -> dict[str, Any]:
    """Return what passed, by test."""
    found = json.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}
    return {test: entry for test, entry in found.items() if isinstance(entry, dict)}


def unchanged(state: State | None, passed: dict[str, Any]) -> list[str]:
    """Return the slow tests that passed as they are."""
    if state is None:
        return []
    names = [test for test in slow(state.root) if test in passed]
    return [
        test
        for test in names
        if passed[test]["digest"] == state.digest(test, passed[test]["reads"])
    ]


def state_of(root: Path = ROOT) -> State | None:
    """Return the state, or None without git."""
    try:
        return State(root)
    except (OSError, subprocess.CalledProcessError):
        return None


def concerned(state: State, changed: set[str], passed: dict[str, Any]) -> list[str]:
    """Return the tests to run for changed files: slow ones that read one of them or whose reads are
    unknown, and modules of tests that reach one by an import anywhere, in a function too."""
    lists = {str(Path(name).parent.as_posix()) for name in changed if name not in state.files}
    found = []
    for test in slow(state.root):
        about = state.subject(test, passed.get(test, {}).get("reads", ["C ."]))
        if about.files & changed or about.lists & lists:
            found.append(f"tests/{test}")
    graph = Graph(state.root, state.files, lazy=True)
    for name in state.files:
        path = Path(name)
        if name.startswith("tests/") and path.match("test_*.py"):
            folder = [whole for whole in slow(state.root) if name.startswith(f"tests/{whole}")]
            if not folder and graph.reach([name])[0] & changed:
                found.append(name)
    return found


def differing(root: Path) -> set[str]:
    """Return the files that differ from the last commit."""
    words = ["git", "status", "--porcelain", "-z", "--no-renames", "--untracked-files=all"]
    done = subprocess.run(words, cwd=root, capture_output=True, text=True, check=True)
    return {line[3:] for line in done.stdout.split("\0") if line}


def run(budget: Budget, state: State, names: list[str]) -> int:
    """Run slow tests within a budget; record each that passes, forget each that fails."""
    passed = known()

    def ended(test: str, status: int, seconds: float, lines: list[str]) -> None:
        if status == 0:
            reads = state.condensed(test, lines)
            passed[test] = {
                "digest": state.digest(test, reads), "seconds": round(seconds, 1), "reads": reads,
            }  # fmt: skip
        else:
            passed.pop(test, None)
        order = {name: passed[name] for name in slow() if name in passed}
        PASSED.write_text(json.dumps(order, indent=1) + "\n", encoding="utf-8")

    costs = {test: entry["seconds"] for test, entry in passed.items()}
    return budget.run(names, costs, ended)


def parser() -> argparse.ArgumentParser:
    """Return the command line."""
    words = argparse.ArgumentParser(
        prog=".ci/changed.py",
        description="Which tests for what I changed? Without options: the tests that files changed "
        "since the last commit concern, or the FILEs named. " + " ".join((__doc__ or "").split()),
    )
    words.add_argument(
        "files", nargs="*", metavar="FILE", help="what has changed; with --run, TESTs"
    )
    only = words.add_mutually_exclusive_group()
    only.add_argument("--due", action="store_true", help="list the slow tests that are due")
    only.add_argument("--left-out", action="store_true", help="list those that are not")
    only.add_argument("--about", action="store_true", help="list what a slow test is about")
    only.add_argument(
        "--run", action="store_true", help="run those that are due, record in .ci/passed.json what "
        "passes; what the budget does not hold is named",
    )  # fmt: skip
    words.add_argument("--seconds", type=float, default=2400, help="budget of --run (2400)")
    words.add_argument("--workers", type=int, default=2, help="tests at once (2)")
    words.add_argument("--log", metavar="DIR", help="keep the output of each test there")
    return words


def main(words: list[str]) -> int:
    """Answer, or run."""
    asked = parser().parse_args(words)
    names = [name.removeprefix("tests/") for name in asked.files]
    if asked.run or asked.about:
        unknown = sorted(set(names) - set(slow()))
        if unknown:
            raise SystemExit(f"ci: not in SLOW of tests/conftest.py: {', '.join(unknown)}")
    state = state_of()
    if asked.due or asked.left_out:
        out = unchanged(state, {} if os.environ.get("CI_ALL") else known())
        lines = [test for test in slow() if (test in out) == asked.left_out]
        print("".join(f"tests/{test}\n" for test in lines), end="")
        return 0
    if state is None:
        raise SystemExit("ci: git does not know this folder")
    if asked.run:
        out = unchanged(state, {} if os.environ.get("CI_ALL") else known())
        log = Path(asked.log) if asked.log else None
        budget = Budget(ROOT, asked.seconds, asked.workers, log)
        return run(budget, state, names or [test for test in slow() if test not in out])
    if asked.about:
        for test in names:
            about = state.subject(test, known().get(test, {}).get("reads", ["C ."]))
            print(
                *sorted(about.files), *(f"{f}/ (its list)" for f in sorted(about.lists)), sep="\n"
            )
            print("programs:", *sorted(about.programs), "\nlibraries:", *sorted(about.libraries))
        return 0
    changed = {os.path.relpath(name, ROOT) for name in asked.files} or differing(ROOT)
    print("".join(f"{test}\n" for test in concerned(state, changed, known())), end="")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
