"""A statement's module is its mathematics: one prelude, and the claim on the first screen."""

from __future__ import annotations

import ast
import importlib
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.paths import ROOT

FOLDER = ROOT / "proofs_check" / "statements"
MODULES = sorted(path for path in FOLDER.glob("*.py") if path.name != "__init__.py")
COMMON = "proofs_check.statements.common"
SCREEN = 45  # lines: a terminal's or an editor's
ELSEWHERE = {  # taken by name, since the prelude has another thing of this name
    "from itertools import chain as chained",
    "from proofs_check.letters.occupancy import inner as exact_inner",
}


def first_claim(text: str) -> int:
    """The line of the first claim (a comparison that has a name) or form; of the last line without
    any."""
    for node in ast.parse(text).body:
        if not isinstance(node, ast.Assign) or not isinstance(node.value, (ast.Call, ast.Compare)):
            continue
        call = node.value
        form = isinstance(call, ast.Call) and ast.unparse(call.func) in (
            "statement.printed",
            "statement.repaired",
        )
        claim = any(compares_letters(part) for part in ast.walk(call))
        if form or claim:
            return node.lineno
    return text.count("\n") + 1


def compares_letters(node: ast.AST) -> bool:
    """Whether it is a comparison, and not with a number: `T >= 2` is a condition."""
    return isinstance(node, ast.Compare) and not isinstance(node.comparators[-1], ast.Constant)


def imports(text: str) -> list[ast.Import | ast.ImportFrom]:
    return [n for n in ast.parse(text).body if isinstance(n, (ast.Import, ast.ImportFrom))]


def lines_too_many(text: str) -> list[str]:
    """Imports of a module beside the prelude and other mathematics of statements."""
    beside = []
    for node in imports(text):
        module = node.module or "" if isinstance(node, ast.ImportFrom) else ""
        if not module.startswith("proofs_check.statements") and ast.unparse(node) not in ELSEWHERE:
            beside.append(ast.unparse(node))
    return beside


def exported(module: str) -> set[str]:
    names: list[str] = importlib.import_module(module).__all__
    assert sorted(set(names)) == sorted(names)
    return set(names)


def hidden(text: str) -> Iterator[str]:
    """Names that two imports of a module have."""
    seen: set[str] = set()
    for node in imports(text):
        assert isinstance(node, ast.ImportFrom) and node.module
        names = {alias.asname or alias.name for alias in node.names}
        names = exported(node.module) if names == {"*"} else names
        yield from sorted(seen & names)
        seen |= names


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.stem)
def test_the_claim_stands_on_the_first_screen(path: Path) -> None:
    assert first_claim(path.read_text("utf-8")) <= SCREEN


def test_all_modules_are_read() -> None:
    assert len(MODULES) > 110


def test_a_claim_below_the_first_screen_is_found() -> None:
    text = (FOLDER / "lemma_12.py").read_text("utf-8")
    assert first_claim(text) < SCREEN < first_claim(text.replace("BOUND =", "\n" * 40 + "BOUND ="))
    assert first_claim('"""Planted."""\n' * 3) == 4
    assert first_claim("from_two = some(T >= 2)\n\nclaim = regret <= some(T)\n") == 3


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.stem)
def test_a_module_takes_one_prelude_and_no_name_twice(path: Path) -> None:
    text = path.read_text("utf-8")
    assert lines_too_many(text) == []
    assert [ast.unparse(n) for n in imports(text)].count(f"from {COMMON}.prelude import *") == 1
    assert [*hidden(text)] == []


def test_a_second_line_and_a_hidden_name_are_found() -> None:
    prelude = f"from {COMMON}.prelude import *\n"
    assert lines_too_many(f"{prelude}from math import comb") == ["from math import comb"]
    assert [*hidden(f"from {COMMON}.azuma import exact_tails as sqrt\n{prelude}")] == ["sqrt"]


def test_imports_are_few() -> None:
    """Modules that are imported, by module of a statement: nine before the prelude."""
    assert sum(len(imports(path.read_text("utf-8"))) for path in MODULES) < 2.5 * len(MODULES)
