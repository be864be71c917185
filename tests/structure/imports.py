"""What a module imports, read off its syntax tree."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

import reference
from tests.paths import ROOT


@dataclass(frozen=True)
class Import:
    """One name that a module imports. `lazy`: in a function, or for the type checker only;
    `called`: by import_module or __import__; `written`: as the source has it."""

    target: str
    line: int
    lazy: bool
    written: str
    called: bool = False


@cache
def tree_of(source: str) -> ast.Module:
    """The syntax tree of a module, parsed once for all tests of a process."""
    return ast.parse(source)


@cache
def imports(source: str) -> tuple[Import, ...]:
    """Every import statement and every import_module("constant") of a module; those under `if
    TYPE_CHECKING` too. Relative ones do not exist (pyproject.toml, TID252).

    `from reference import X` counts as `reference.X`, or as the module that X lives in."""

    def visit(node: ast.AST, lazy: bool) -> Iterator[Import]:
        if isinstance(node, ast.Import):
            for name in node.names:
                yield Import(name.name, node.lineno, lazy, name.name)
        elif isinstance(node, ast.ImportFrom):
            for name in node.names:
                written = f"{node.module}.{name.name}"
                yield Import(_home(node.module or "", name.name), node.lineno, lazy, written)
        elif isinstance(node, ast.Call) and _called(node) in ("import_module", "__import__"):
            for constant in node.args[:1]:
                if isinstance(constant, ast.Constant):
                    written = str(constant.value)
                    yield Import(written, node.lineno, lazy, written, called=True)
        inside = isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda))
        for_types = isinstance(node, ast.If) and _called(node.test) == "TYPE_CHECKING"
        for child in ast.iter_child_nodes(node):
            in_else = isinstance(node, ast.If) and child in node.orelse
            yield from visit(child, lazy or inside or (for_types and not in_else))

    return tuple(visit(tree_of(source), False))


def _called(node: ast.AST) -> str:
    """The last name of f, a.f, f() or a.f()."""
    node = node.func if isinstance(node, ast.Call) else node
    return getattr(node, "attr", "") or getattr(node, "id", "")


def _home(base: str, name: str) -> str:
    """What `from base import name` depends on: the lazy names of `reference` are looked up."""
    if base == "reference" and name in reference._HOME:
        return "reference." + reference._HOME[name].partition(":")[0]
    return f"{base}.{name}"


@cache
def modules() -> dict[str, str]:
    """Name and source of every module of both packages."""
    sources = {}
    for package in ("reference", "proofs_check"):
        for path in sorted((ROOT / package).rglob("*.py")):
            name = ".".join(path.relative_to(ROOT).with_suffix("").parts)
            sources[name.removesuffix(".__init__")] = path.read_text("utf-8")
    return sources


def below(target: str, module: str) -> bool:
    """It is that module, or something in it."""
    return target == module or target.startswith(module + ".")
