"""The tools among the tests: each starts and explains itself, and pages name only what is there."""

from __future__ import annotations

import re
from collections.abc import Iterable
from importlib.util import find_spec

import pytest

from tests.mutation.mutants import GROUPS
from tests.paths import ROOT
from tests.robustness.subprocesses import program

TOOLS = (
    "tests.bench",
    "tests.bench.committed",
    "tests.bench.judges",
    "tests.evaluation.sides",
    "tests.fuzz",
    "tests.fuzz.small",
    "tests.fuzz.agreement",
    "tests.fuzz.tiers",
    "tests.implementations.foreign_producer",
    "tests.implementations.long_run",
    "tests.implementations.tight_runs",
    "tests.mutation.mutants",
    "tests.mutation.reader",
    "tests.mutation.removals",
    "tests.mutation.score",
    "tests.vectors.make",
)
FOLDERS = ("bench", "evaluation", "fuzz", "implementations", "mutation")
PAGES = (
    "README.md",
    "CONTRIBUTING.md",
    "spec.md",
    "proofs_check/coq/judge/TRUST.md",
    "proofs_check/fast/README.md",
    "proofs_check/kit/README.md",
    "tests/README.md",
    "tests/mutation/mutants.md",
)
CHILDREN = {"tests.bench.worker"}  # processes that a tool starts


@pytest.mark.parametrize("tool", TOOLS)
def test_help(tool: str) -> None:
    explains_itself(tool)


def explains_itself(tool: str) -> None:
    """`--help` says how it is called."""
    done = program("-m", tool, "--help", cwd=ROOT)
    assert done.returncode == 0 and done.stdout.startswith(f"usage: python -m {tool}"), done.stderr


def test_all_are_listed() -> None:
    assert programs(FOLDERS) == {*TOOLS, *CHILDREN} - {"tests.vectors.make"}


def programs(folders: Iterable[str]) -> set[str]:
    """The modules in these folders of tests that are programs."""
    names = set()
    for folder in folders:
        for file in (ROOT / "tests" / folder).rglob("*.py"):
            if re.search(r"^if __name__ == \"__main__\":$", file.read_text("utf-8"), re.MULTILINE):
                name = ".".join(file.relative_to(ROOT).with_suffix("").parts)
                names.add(name.removesuffix(".__main__"))
    return names


@pytest.mark.parametrize("page", PAGES)
def test_what_a_page_names_exists(page: str) -> None:
    names_what_exists(page)


def names_what_exists(page: str) -> None:
    """Tools and files of tests that a page names."""
    text = " ".join((ROOT / page).read_text("utf-8").split())
    for module in re.findall(r"python -m (tests(?:\.\w+)+)", text):
        assert find_spec(module) is not None, module
    named = re.findall(r"(?<![\w/.-])tests(?:/[\w.-]+)+/?", text)
    for path in named:
        assert (ROOT / path.rstrip(".")).exists(), path


def test_the_tests_that_mutants_are_to_be_seen_by_exist() -> None:
    for patterns, tests in GROUPS.values():
        assert any(list(ROOT.glob(pattern)) for pattern in patterns), patterns
        assert all((ROOT / test).exists() for test in tests)
