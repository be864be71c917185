"""Who may import what (design, section 1), read off the syntax trees, with planted violations."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

import reference
from tests.paths import ROOT

# The checker may know what an MDP, a trace and a reading are; how a program talks to a person is
# shared too. It must not know how UCRL-LP is run: what it checks would then check itself.
DEFINITIONS = {
    "mdp", "errors", "readings", "trace", "trace_reader", "strict_json", "versions",
}  # fmt: skip
MORE_FOR = {
    "proofs_check.__main__": {"console"},
    "proofs_check.commands": {"console", "files", "workers"},
    # How files are written and processes are used says nothing about UCRL-LP.
    "proofs_check.audit.audit.workers": {"workers"},
    "proofs_check.audit.audit.store": {"files"},
    "proofs_check.report.output_directory": {"files"},
    # The kit for implementers plays *their* program on generated MDPs, never the reference.
    "proofs_check.kit.verdict": {"environments"},
    "proofs_check.kit.cases": {"environments"},
    "proofs_check.kit.strategies": {"strategies"},
}
# Names that are no part of the algorithm: a version, the test of a seed.
PLAIN_NAMES = {"reference", "reference.VERSION", "reference.simulator.check_seed"}
SAMPLER = "proofs_check.sampled_runs.suite"  # may run anything of `reference`, but loads it only when it runs it

# At the top of a module only what a plain installation has (pyproject.toml, `dependencies`).
CORE = {"numpy", "scipy", "ortools", "sympy", "mpmath", "gmpy2", "flint"}
ONE_HOME = {"ortools": {"reference.lp1"}}  # anywhere else not even in a function
EXTRAS = {  # at the top of these modules, inside functions anywhere
    "matplotlib": {"reference.running.plots"},
    "gymnasium": {"reference.environments.gym_tables"},
    "pytest": {"proofs_check.kit.pytest_plugin"},  # only pytest itself loads it
}
# Both need the extra `test`, and nothing else in the packages imports them at its top.
HYPOTHESIS = {"reference.environments.hypothesis_strategies", "proofs_check.kit.strategies"}


@dataclass(frozen=True)
class Import:
    """One name that a module imports. `lazy`: in a function, or for the type checker only."""

    target: str
    line: int
    lazy: bool


def imports(module: str, source: str, *, is_package: bool = False) -> Iterator[Import]:
    """Every import statement and every import_module("constant") of a module, made absolute.

    `from reference import X` counts as `reference.X`, or as the module that X lives in."""

    def visit(node: ast.AST, lazy: bool) -> Iterator[Import]:
        if isinstance(node, ast.Import):
            for name in node.names:
                yield Import(name.name, node.lineno, lazy)
        elif isinstance(node, ast.ImportFrom):
            parent = module.split(".") if is_package else module.split(".")[:-1]
            above = parent[: len(parent) + 1 - node.level] if node.level else []
            base = ".".join([*above, *([node.module] if node.module else [])])
            for name in node.names:
                yield Import(home(base, name.name), node.lineno, lazy)
        elif isinstance(node, ast.Call) and called(node) in ("import_module", "__import__"):
            for constant in node.args[:1]:
                if isinstance(constant, ast.Constant):
                    yield Import(str(constant.value), node.lineno, lazy)
        inside = isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda))
        for_types = isinstance(node, ast.If) and called(node.test) == "TYPE_CHECKING"
        for child in ast.iter_child_nodes(node):
            in_else = isinstance(node, ast.If) and child in node.orelse
            yield from visit(child, lazy or inside or (for_types and not in_else))

    yield from visit(ast.parse(source), False)


def called(node: ast.AST) -> str:
    """The last name of f, a.f, f() or a.f()."""
    node = node.func if isinstance(node, ast.Call) else node
    return getattr(node, "attr", "") or getattr(node, "id", "")


def home(base: str, name: str) -> str:
    """What `from base import name` depends on: the lazy names of `reference` are looked up."""
    if base == "reference" and name in reference._HOME:
        return "reference." + reference._HOME[name].partition(":")[0]
    return f"{base}.{name}"


def below(target: str, module: str) -> bool:
    return target == module or target.startswith(module + ".")


def violation(module: str, found: Import) -> str | None:
    """The rule that this import breaks, or None."""
    target, top = found.target, found.target.partition(".")[0]
    package = module.partition(".")[0]
    if package == "reference" and top == "proofs_check":
        return "`reference` never imports `proofs_check`"
    if top == "tests":
        return "the packages never import the tests"
    if package == "proofs_check" and top == "reference":
        part = target.split(".")[1] if "." in target else ""
        allowed = set(DEFINITIONS)
        for importer, more in MORE_FOR.items():
            allowed |= more if below(module, importer) else set()
        if module == SAMPLER and (found.lazy or part in DEFINITIONS):
            return None
        if part not in allowed and target not in PLAIN_NAMES:
            return "`proofs_check` imports definitions only"
    if top in ONE_HOME and module not in ONE_HOME[top]:
        return f"{top} is imported in {', '.join(ONE_HOME[top])} only"
    if top == "hypothesis" and module not in HYPOTHESIS:
        return "Hypothesis is for strategies only"
    if (
        below(target, "reference.environments.hypothesis_strategies")
        and not found.lazy
        and module not in HYPOTHESIS
    ):
        return "reference.environments.hypothesis_strategies needs an extra"
    if top in EXTRAS and not found.lazy and module not in EXTRAS[top]:
        return f"{top} is an extra: import it where it is used"
    known = CORE | set(EXTRAS) | {"hypothesis", "reference", "proofs_check"}
    if not found.lazy and top not in known | sys.stdlib_module_names:
        return f"{top} is not a core dependency"
    return None


def violations(module: str, source: str, *, is_package: bool = False) -> list[str]:
    found = []
    for each in imports(module, source, is_package=is_package):
        rule = violation(module, each)
        if rule is not None:
            found.append(f"{module}:{each.line}: {each.target}: {rule}")
    return found


def modules() -> Iterator[tuple[str, Path]]:
    for package in ("reference", "proofs_check"):
        for path in sorted((ROOT / package).rglob("*.py")):
            parts = path.relative_to(ROOT).with_suffix("").parts
            yield ".".join(parts[:-1] if parts[-1] == "__init__" else parts), path


def test_the_packages_keep_the_rules() -> None:
    found = [
        broken
        for module, path in modules()
        for broken in violations(
            module, path.read_text("utf-8"), is_package=path.name == "__init__.py"
        )
    ]
    assert found == []
    assert len(list(modules())) > 40


def test_each_special_home_imports_what_it_is_for() -> None:
    """A rule about a module that no longer exists, or no longer needs it, would say nothing."""
    of = {
        module: {each.target.partition(".")[0] for each in imports(module, path.read_text("utf-8"))}
        for module, path in modules()
    }
    assert "ortools" in of["reference.lp1"]
    assert "hypothesis" in of["reference.environments.hypothesis_strategies"]
    for extra, homes in EXTRAS.items():
        assert all(extra in of[module] for module in homes)
    assert SAMPLER in of


DEFINITIONS_ONLY = "`proofs_check` imports definitions only"


@pytest.mark.parametrize(
    ("module", "source", "target", "rule"),
    [
        ("reference.mdp", "import proofs_check", "proofs_check", "`reference` never imports"),
        ("reference.running.driver", "def f():\n    from proofs_check.arithmetic import Q", "proofs_check.arithmetic.Q",
         "`reference` never imports"),
        ("reference.trace.records", "if TYPE_CHECKING:\n    import proofs_check.arithmetic",
         "proofs_check.arithmetic", "`reference` never imports"),
        ("reference.running.driver", "import importlib\nimportlib.import_module('proofs_check.conformance.replay')",
         "proofs_check.conformance.replay", "`reference` never imports"),
        ("reference.running.driver", "x = __import__('proofs_check')", "proofs_check", "`reference` never"),
        ("reference.running.driver", "from tests.algorithm.instances import random_lp1", "tests.algorithm.instances.random_lp1",
         "never import the tests"),
        ("proofs_check.conformance.replay", "from reference import confidence", "reference.confidence",
         DEFINITIONS_ONLY),
        ("proofs_check.conformance.replay", "from reference.ucrl_lp import Epoch", "reference.ucrl_lp.Epoch",
         DEFINITIONS_ONLY),
        ("proofs_check.claims.lemma_1", "from reference.lp1 import solve_lp1",
         "reference.lp1.solve_lp1", DEFINITIONS_ONLY),
        ("proofs_check.claims.prop_1", "import reference.occupancy as o", "reference.occupancy",
         DEFINITIONS_ONLY),
        ("proofs_check.claims.eq_02", "def f():\n    from reference.regret import total_regret",
         "reference.regret.total_regret", DEFINITIONS_ONLY),
        ("proofs_check.claims.eq_02", "from reference import total_regret", "reference.regret",
         DEFINITIONS_ONLY),
        ("proofs_check.audit.audit", "from reference import run", "reference.running.driver", DEFINITIONS_ONLY),
        ("proofs_check.audit.audit", "from reference.baselines import ucrl2", "reference.baselines.ucrl2",
         DEFINITIONS_ONLY),
        ("proofs_check.conformance.replay", "from reference import *", "reference.*", DEFINITIONS_ONLY),
        ("proofs_check.conformance.replay", "from reference.support.console import Parser", "reference.support.console.Parser",
         DEFINITIONS_ONLY),
        ("proofs_check.kit.verdict", "from reference.ucrl_lp import UCRL_LP", "reference.ucrl_lp.UCRL_LP",
         DEFINITIONS_ONLY),
        ("proofs_check.sampled_runs.suite", "from reference.ucrl_lp import UCRL_LP", "reference.ucrl_lp.UCRL_LP",
         DEFINITIONS_ONLY),
        ("proofs_check.kit.cases", "from reference.simulator import Simulator",
         "reference.simulator.Simulator", DEFINITIONS_ONLY),
        ("proofs_check.runs2", "def f():\n    from reference import lp1", "reference.lp1",
         DEFINITIONS_ONLY),
        ("reference.lp_file", "from ortools.linear_solver import pywraplp",
         "ortools.linear_solver.pywraplp", "ortools is imported in reference.lp1 only"),
        ("proofs_check.lp1.optimum", "def f():\n    import ortools", "ortools", "ortools is imported"),
        ("reference.mdp", "from hypothesis import strategies", "hypothesis.strategies",
         "Hypothesis is for strategies only"),
        ("reference.mdp", "def f():\n    import hypothesis", "hypothesis", "Hypothesis is for"),
        ("reference.running.driver", "from reference.environments.hypothesis_strategies import counts", "reference.environments.hypothesis_strategies.counts",
         "reference.environments.hypothesis_strategies needs an extra"),
        ("reference.running.driver", "import matplotlib.pyplot as plt", "matplotlib.pyplot",
         "matplotlib is an extra"),
        ("reference.running.driver", "try:\n    import gymnasium\nexcept ImportError:\n    pass", "gymnasium",
         "gymnasium is an extra"),
        ("reference.running.driver", "class C:\n    import gymnasium", "gymnasium", "gymnasium is an extra"),
        ("reference.running.driver", "if TYPE_CHECKING:\n    pass\nelse:\n    import matplotlib",
         "matplotlib", "matplotlib is an extra"),
        ("reference.running.driver", "import highspy", "highspy", "highspy is not a core dependency"),
        ("proofs_check.conformance.replay", "import jsonschema", "jsonschema", "not a core dependency"),
    ],
)  # fmt: skip
def test_a_planted_violation_is_named(module: str, source: str, target: str, rule: str) -> None:
    (found,) = violations(module, source)
    named = [target.partition(".")[0] in line and "import" in line for line in source.splitlines()]
    assert found.startswith(f"{module}:{len(named) - named[::-1].index(True)}: {target}: ")
    assert rule in found


@pytest.mark.parametrize(
    ("module", "source", "is_package", "target"),
    [
        ("proofs_check.claims.prop_1", "from ..exact import Q", False, "proofs_check.arithmetic.Q"),
        ("proofs_check.claims.prop_1", "from . import prop_2", False, "proofs_check.claims.prop_2"),
        ("proofs_check.claims", "from . import prop_2", True, "proofs_check.claims.prop_2"),
        ("reference.baselines.psrl", "from ...proofs_check import x", False, "proofs_check.x"),
    ],
)
def test_relative_imports_are_made_absolute(
    module: str, source: str, is_package: bool, target: str
) -> None:
    (found,) = imports(module, source, is_package=is_package)
    assert found.target == target


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("proofs_check.sampled_runs.suite", "def f():\n    from reference.ucrl_lp import UCRL_LP"),
        (
            "proofs_check.sampled_runs.suite",
            "if TYPE_CHECKING:\n    from reference.ucrl_lp import UCRL_LP",
        ),
        ("proofs_check.sampled_runs.suite", "from reference.trace.records import Header"),
        ("proofs_check.conformance.replay", "from reference.trace.records.reader import read"),
        ("proofs_check.conformance.replay", "from reference import VERSION, errors"),
        ("proofs_check.__main__", "from reference.support.console import guarded"),
        ("proofs_check.commands.trace", "from reference.support.console import ProgressLine"),
        ("reference.environments.gym_tables", "import gymnasium"),
        ("reference.running.driver", "def f():\n    import matplotlib"),
        ("reference.environments.hypothesis_strategies", "import hypothesis"),
        ("reference.lp1", "from ortools.linear_solver.python import model_builder_helper"),
        ("proofs_check.arithmetic", "import flint, gmpy2, sympy, mpmath, numpy, json"),
    ],
)
def test_what_is_allowed_is_not_named(module: str, source: str) -> None:
    assert violations(module, source) == []


def loaded_by(names: Iterable[str]) -> set[str]:
    """Which modules importing these loads, in a process of its own."""
    program = "import importlib, sys\nfor m in sys.argv[1:]: importlib.import_module(m)\n"
    program += "print(*sys.modules)"
    found = subprocess.run(
        [sys.executable, "-c", program, *names],
        check=True,
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    return set(found.stdout.split())


def test_the_checker_loads_neither_the_algorithm_nor_a_solver() -> None:
    """Also not through a third module; `__main__` is left out because importing it is running."""
    checker = [
        module
        for module, _ in modules()
        if below(module, "proofs_check") and not module.endswith("__main__")
    ]
    loaded = loaded_by([*checker, "reference", "reference.trace.records.reader"])
    producer = {
        f"reference.{name}" for name in ("ucrl_lp", "lp1", "confidence", "optimistic", "play")
    }
    assert not loaded & (producer | {"ortools", "matplotlib", "gymnasium"})
    assert {"reference.trace.records.reader", "proofs_check.lp1.optimum"} <= loaded
    # The test would notice: the sampler's own producer does load them.
    assert {"reference.ucrl_lp", "reference.lp1", "ortools"} <= loaded_by(["reference.ucrl_lp"])
