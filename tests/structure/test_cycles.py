"""No module of the packages needs itself: neither at its top nor from inside a function.

Imports that only the type checker sees do not count: nothing is loaded by them.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from graphlib import CycleError, TopologicalSorter

import pytest

from tests.structure.test_imports import modules


def loaded(tree: ast.AST) -> Iterator[ast.ImportFrom | ast.Import]:
    """Every import of a module, those under `if TYPE_CHECKING` left out."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.ImportFrom | ast.Import):
            yield node
        elif not (isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"):
            yield from loaded(node)


def graph(sources: Mapping[str, str]) -> dict[str, set[str]]:
    """Module -> the modules of `sources` that it imports; a package's own names are its
    `__init__`, which its modules may use."""
    edges: dict[str, set[str]] = {}
    for name, source in sources.items():
        found = set()
        for node in loaded(ast.parse(source)):
            base = f"{node.module}." if isinstance(node, ast.ImportFrom) else ""
            for alias in node.names:
                target = base + alias.name
                found.add(target if target in sources else base.rstrip("."))
        edges[name] = {t for t in found & set(sources) if not name.startswith(f"{t}.")} - {name}
    return edges


def test_no_cycles() -> None:
    edges = graph({name: path.read_text(encoding="utf-8") for name, path in modules()})
    assert sum(map(len, edges.values())) > 500
    list(TopologicalSorter(edges).static_order())


@pytest.mark.parametrize("second", ["from a.x import f", "def g():\n    import a.x"])
def test_a_planted_cycle_is_found(second: str) -> None:
    sources = {"a": "", "a.x": "from a import VERSION\nfrom a.y import g", "a.y": second}
    with pytest.raises(CycleError):
        list(TopologicalSorter(graph(sources)).static_order())


def test_types_alone_make_no_cycle() -> None:
    typed = "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from a.x import T"
    list(TopologicalSorter(graph({"a.x": "from a.y import g", "a.y": typed})).static_order())
