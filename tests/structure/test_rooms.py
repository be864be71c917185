"""The rooms of both packages and who imports whom: import-linter, on pyproject.toml's contracts.

Breaches of every contract are planted in a copy: from inside functions, and for the type checker.
"""

from __future__ import annotations

import re
import shutil
import sys
import tomllib
from collections.abc import Iterable
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from subprocess import CompletedProcess, run
from typing import Any

import grimp
import pytest

from tests.paths import ROOT
from tests.structure.imports import below, imports, modules

LINT = (
    "import sys; from importlinter.cli import lint_imports; "
    "sys.exit(lint_imports('pyproject.toml', no_cache=True, no_logo=True))"
)
TOP = "proofs_check.__main__"  # nothing may import it

# Module, and the import in it that breaks a contract.
BREACHES = [
    ("proofs_check.conformance.replay", "from reference import confidence"),
    ("proofs_check.conformance.replay", "from reference.ucrl_lp import Epoch"),
    ("proofs_check.conformance.batch", "from proofs_check.fast.check import Tiers"),
    ("proofs_check.conformance.coverage", "import proofs_check.fast.error_bounds"),
    ("proofs_check.kit.verdict", "from proofs_check.fast import check"),
    ("proofs_check.evaluation.reading", "from proofs_check.fast.check import Tiers"),
    ("proofs_check.arithmetic.limbs", "from proofs_check.fast.flat_counters import FlatCounters"),
    ("proofs_check.statements.lemma_12", "import reference.occupancy as o"),
    ("proofs_check.statements.lemma_12", "from reference import total_regret"),
    ("proofs_check.audit.audit", "from reference import run"),
    ("proofs_check.sampled_runs.suite", "from reference.ucrl_lp import Epoch"),
    ("proofs_check.kit.cases", "from reference.simulator import Simulator"),
    ("proofs_check.ledger.registry", "import proofs_check.sampled_runs"),
    ("reference.mdp", "import proofs_check.arithmetic"),
    ("reference.lp1", "import reference.running.driver"),
    ("reference.trace.records", "from reference.lp1 import solve_lp1"),
    ("proofs_check.kit.verdict", "from proofs_check.guests.kit import flat_kit"),
]
FOR_TYPES = "if TYPE_CHECKING:\n    {}\n"
CIRCLES = "no circles: of modules, of folders, of rooms BROKEN"
IN_FUNCTION = "def planted():\n    {}\n"


@cache
def contracts() -> list[dict[str, Any]]:
    """The contracts, as pyproject.toml has them."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    tables: list[dict[str, Any]] = settings["tool"]["importlinter"]["contracts"]
    return tables


@cache
def rooms() -> list[str]:
    """Every room: folders and modules at the top of a package."""
    return sorted(m for m in modules() if m.count(".") == 1 and not m.endswith("__main__"))


def lint(folder: Path) -> CompletedProcess[str]:
    """What import-linter says of the packages in a folder."""
    where = {"PYTHONPATH": str(folder), "COLUMNS": "1000"}
    return run([sys.executable, "-c", LINT], cwd=folder, env=where, capture_output=True, text=True)


def copied(folder: Path, planted: Iterable[tuple[str, str]] = ()) -> Path:
    """A copy of both packages with more code in some modules."""
    for package in ("reference", "proofs_check"):
        keep = [path for path in (ROOT / package).rglob("*.py") if "__pycache__" not in path.parts]
        for path in keep:
            new = folder / path.relative_to(ROOT)
            new.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, new)
    shutil.copyfile(ROOT / "pyproject.toml", folder / "pyproject.toml")
    for module, code in planted:
        path = folder / (module.replace(".", "/") + ".py")
        if not path.exists():  # a room: in a module of its own
            path = folder / module.replace(".", "/") / "planted.py"
            path.touch()
        path.write_text(path.read_text(encoding="utf-8") + "\n\n" + code, encoding="utf-8")
    return folder


def found_in(folder: Path, planted: Iterable[tuple[str, str]]) -> str:
    """What import-linter says of planted breaches."""
    done = lint(copied(folder, planted))
    assert done.returncode == 1 and not done.stderr, done.stderr
    return done.stdout


def test_the_rooms_keep_the_contracts() -> None:
    done = lint(ROOT)
    assert done.returncode == 0, done.stdout + done.stderr
    assert f"Contracts: {len(contracts())} kept, 0 broken." in done.stdout


def test_every_folder_says_what_it_is() -> None:
    assert len(rooms()) > 30
    for package in {module.rpartition(".")[0] for module in modules()} - {""}:
        head = modules()[package].partition('"""')[2].partition('"""')[0]
        assert len(head.split()) >= 8, f"{package} does not say what lives there"
        assert "May import" not in head, f"{package}: pyproject.toml says what it may import"


def test_the_contracts_are_eight_on_a_screen() -> None:
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    lines = text.partition("[tool.importlinter]")[2].partition("[tool.pytest")[0].splitlines()
    assert len(contracts()) == 8 and len(lines) <= 64


@pytest.mark.parametrize("package", ["reference", "proofs_check"])
def test_a_new_room_takes_a_floor(package: str, tmp_path: Path) -> None:
    copied(tmp_path)
    (tmp_path / package / "planted.py").write_text("", encoding="utf-8")
    said = lint(tmp_path)
    assert said.returncode == 1 and f"- {package}.planted" in said.stdout
    assert "floors of the " in said.stdout.partition("Broken contracts")[2]


def test_the_fast_room_is_imported_by_commands_alone() -> None:
    (fast,) = [
        contract
        for contract in contracts()
        if contract.get("protected_modules") == ["proofs_check.fast"]
    ]
    assert fast["allowed_importers"] == ["proofs_check.commands"] and "ignore_imports" not in fast


def test_modules_of_ours_are_imported_by_statements_only() -> None:
    """import_module("a.b") is invisible to import-linter; names that are computed are faces'."""
    assert [call for m, source in modules().items() for call in hidden(m, source)] == []
    source = "import importlib\nimportlib.import_module('reference.running.driver')"
    assert hidden("reference.lp1", source) == ["reference.lp1:2: reference.running.driver"]


def hidden(module: str, source: str) -> list[str]:
    """Imports of our own modules by a call."""
    return [
        f"{module}:{each.line}: {each.target}"
        for each in imports(source)
        if each.called and each.target.partition(".")[0] in ("reference", "proofs_check")
    ]


# ---------------------------------------------------------------------------- breaches


@pytest.mark.parametrize("code", [IN_FUNCTION, FOR_TYPES], ids=["in a function", "for types"])
def test_planted_breaches_are_named(code: str, tmp_path: Path) -> None:
    """All at once, in one copy: each is an importer, a protected module, and a line."""
    planted = [(module, code.format(line)) for module, line in BREACHES]
    said = found_in(tmp_path, planted)
    assert " KEPT" not in said
    for module, line in BREACHES:
        (imported, *_), path = _targets(line), tmp_path / (module.replace(".", "/") + ".py")
        lines = path.read_text(encoding="utf-8").splitlines()
        at = [k for k, text in enumerate(lines, 1) if text.strip() == line]
        expected = rf"- +{re.escape(module)} -> {re.escape(imported)} \(l\.(\d+, )*{at[-1]}\b"
        assert re.search(expected, said), (module, line, said)


def _targets(line: str) -> list[str]:
    """The modules that an import statement names: of `from a import b`, a.b if that is one."""
    names = [each.written for each in imports(line)]
    return [name if name in modules() else name.rpartition(".")[0] for name in names]


def test_a_planted_arrow_upward_is_named_in_every_room(tmp_path: Path) -> None:
    code = IN_FUNCTION.format(f"from {TOP} import parser")
    said = found_in(tmp_path, [(room, code) for room in rooms()])
    for room in rooms():
        is_module = (tmp_path / (room.replace(".", "/") + ".py")).exists()
        module = room if is_module else f"{room}.planted"
        assert f"- {module} -> {TOP} (l." in said, room


@pytest.mark.parametrize("code", ["{}\n", IN_FUNCTION, FOR_TYPES])
def test_a_planted_circle_of_folders_is_found(code: str, tmp_path: Path) -> None:
    """Folders that no contract names, so that nothing but the circle is wrong."""
    inner, outer = tmp_path / "proofs_check/kit/new/inner", tmp_path / "proofs_check/kit/new/outer"
    copied(tmp_path)
    for folder, other in ((inner, "outer"), (outer, "inner")):
        folder.mkdir(parents=True)
        (folder / "__init__.py").touch()
        line = f"from proofs_check.kit.new.{other} import second"
        (folder / "first.py").write_text(code.format(line), encoding="utf-8")
        (folder / "second.py").touch()
    (tmp_path / "proofs_check/kit/new/__init__.py").touch()
    done = lint(tmp_path)
    assert done.returncode == 1 and CIRCLES in done.stdout
    assert f"Contracts: {len(contracts()) - 1} kept, 1 broken." in done.stdout
    assert "kit.new" in done.stdout.partition("Broken contracts")[2]


def test_every_statement_is_a_module() -> None:
    """They may share functions, as the terms of (19), but never in a circle."""
    statements = "proofs_check.statements"
    shared = f"{statements}.common"
    here = [m for m in modules() if below(m, statements) and not below(m, shared)]
    assert len(here) > 100
    assert all(modules()[m].count("statement = Statement(") == 1 for m in here[1:])


def test_what_statements_share_imports_none_of_them(tmp_path: Path) -> None:
    line = "from proofs_check.statements import lemma_12"
    said = found_in(tmp_path, [("proofs_check.statements.common.paths", IN_FUNCTION.format(line))])
    assert CIRCLES in said and f"Contracts: {len(contracts()) - 1} kept, 1 broken." in said
    assert ".common" in said.partition("Broken contracts")[2]


# ------------------------------------------------------------------------------ modules


def circles(graph: grimp.ImportGraph) -> None:
    """Raise CycleError for a circle of modules, also through the face of a package, which
    import-linter's contract leaves out."""
    edges = {m: graph.find_modules_directly_imported_by(m) for m in graph.modules}
    list(TopologicalSorter(edges).static_order())


def test_no_module_needs_itself() -> None:
    graph = grimp.build_graph("reference", "proofs_check", cache_dir=None)
    assert graph.modules == set(modules()) and graph.count_imports() > 400
    circles(graph)


def test_a_planted_circle_through_the_face_of_a_package_is_found() -> None:
    graph = grimp.build_graph("reference", "proofs_check", cache_dir=None)
    graph.add_import(importer="reference.mdp", imported="reference")
    with pytest.raises(CycleError):
        circles(graph)


def unserved(page: str) -> list[set[str]]:
    """Rooms of each package that a page's table of rooms lacks, or has and there is none."""
    table = page.partition("## Rooms")[2].partition("\n## ")[0]
    rows = [row.split("|")[1:5] for row in table.splitlines() if row.startswith("| ")][1:]
    wrong = []
    for package, column in (("reference", 0), ("proofs_check", 2)):
        named = {name for row in rows for name in re.findall(r"`(\w+)`", row[column])}
        inside = (ROOT / package).iterdir()
        wrong.append(named ^ {room.name for room in inside if (room / "__init__.py").is_file()})
        assert all(row[column + 1].strip() for row in rows if row[column].strip()), rows
    return wrong


def test_every_room_serves_someone() -> None:
    page = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    assert unserved(page) == [set(), {"coq"}]  # which has no Python
    assert unserved(page.replace("`kit`, ", ""))[1] == {"coq", "kit"}
    assert unserved(page.replace("| `adapters` |", "| `adaptors` |"))[0] == {"adapters", "adaptors"}
