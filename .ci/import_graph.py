"""Who imports whom, of both packages and the tests, read off syntax trees by the standard library
alone: `.ci/changed.py` runs before any environment exists."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path


@cache
def named(source: str, lazy: bool) -> frozenset[str]:
    """Return the dotted names that a module imports; with `lazy`, in functions too."""

    def visit(node: ast.AST) -> Iterator[str]:
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module or ""
            yield from (f"{node.module}.{name.name}" for name in node.names)
        function = isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda))
        if lazy or not function:
            for child in ast.iter_child_nodes(node):
                yield from visit(child)

    return frozenset(visit(ast.parse(source)))


class Graph:
    """Files of Python below a folder, and what each imports."""

    def __init__(self, root: Path, files: Iterable[str], lazy: bool) -> None:
        self.root, self.lazy = root, lazy
        self.files = {name for name in files if name.endswith(".py")}
        self.direct: dict[str, tuple[frozenset[str], frozenset[str]]] = {}

    def imports(self, file: str) -> tuple[frozenset[str], frozenset[str]]:
        """Return the files that one imports, and the first names of what is not of the project."""
        if file not in self.direct:
            ours, others = set(self.above(file)), set()
            for name in named((self.root / file).read_text(encoding="utf-8"), self.lazy):
                place = name.replace(".", "/")
                found = self.files & {f"{place}.py", f"{place}/__init__.py"}
                ours |= found | {f for each in found for f in self.above(each)}
                if not (self.root / name.partition(".")[0]).is_dir():
                    others.add(name.partition(".")[0])
            self.direct[file] = frozenset(ours), frozenset(others)
        return self.direct[file]

    def above(self, file: str) -> set[str]:
        """Return the `__init__.py`, and of tests the `conftest.py`, of every folder above."""
        folders = [p.as_posix() for p in Path(file).parents][:-1]
        names = ["__init__.py", *(["conftest.py"] if file.startswith("tests/") else [])]
        return {f"{folder}/{name}" for folder in folders for name in names} & self.files

    def reach(self, files: Iterable[str]) -> tuple[set[str], set[str]]:
        """Return all that files reach, themselves among it, and the names of libraries."""
        found, libraries, left = set(), set(), list(files)
        while left:
            file = left.pop()
            if file not in found and file in self.files:
                found.add(file)
                ours, others = self.imports(file)
                libraries |= others
                left += ours - found
        return found, libraries
