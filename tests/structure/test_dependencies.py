"""Which other packages a module may import, and where: the core at the top, extras where used."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterable

import pytest

from tests.paths import ROOT
from tests.structure.imports import Import, below, imports, modules

# At the top of a module only what a plain installation has (pyproject.toml, `dependencies`).
CORE = {"numpy", "scipy", "ortools", "sympy", "mpmath", "gmpy2", "flint"}
ONE_HOME = {"ortools": {"reference.lp1"}}  # elsewhere not even lazily
EXTRAS = {  # at the top of these modules, inside functions anywhere
    "matplotlib": {"reference.running.plots"},
    "gymnasium": {"reference.environments.gym_tables"},
    "pytest": {"proofs_check.kit.pytest_plugin"},  # only pytest itself loads it
}
STRATEGIES = "reference.environments.hypothesis_strategies"
# Both need the extra `test`, and nothing else in the packages imports them at its top.
HYPOTHESIS = {STRATEGIES, "proofs_check.kit.strategies"}


def violation(module: str, found: Import) -> str | None:
    """The rule that this import breaks, or None."""
    target, top = found.target, found.target.partition(".")[0]
    if top == "tests":
        return "the packages never import the tests"
    if top in ONE_HOME and module not in ONE_HOME[top]:
        return f"{top} is imported in {', '.join(sorted(ONE_HOME[top]))} only"
    if top == "hypothesis" and module not in HYPOTHESIS:
        return "Hypothesis is for strategies only"
    if below(target, STRATEGIES) and not found.lazy and module not in HYPOTHESIS:
        return f"{STRATEGIES} needs an extra"
    if top in EXTRAS and not found.lazy and module not in EXTRAS[top]:
        return f"{top} is an extra: import it where it is used"
    known = CORE | set(EXTRAS) | {"hypothesis", "reference", "proofs_check"}
    if not found.lazy and top not in known | sys.stdlib_module_names:
        return f"{top} is not a core dependency"
    return None


def violations(module: str, source: str) -> list[str]:
    """Every import that breaks a rule."""
    found = [(each, violation(module, each)) for each in imports(module, source)]
    return [f"{module}:{each.line}: {each.target}: {rule}" for each, rule in found if rule]


def test_the_packages_keep_the_rules() -> None:
    assert [line for m, path in modules() for line in violations(m, path.read_text("utf-8"))] == []


def test_each_special_home_imports_what_it_is_for() -> None:
    """A rule about a module that no longer exists, or no longer needs it, would say nothing."""
    of = {
        module: {each.target.partition(".")[0] for each in imports(module, path.read_text("utf-8"))}
        for module, path in modules()
    }
    for package, homes in {**ONE_HOME, **EXTRAS, "hypothesis": HYPOTHESIS}.items():
        assert all(package in of[module] for module in homes), package


@pytest.mark.parametrize(
    ("module", "source", "rule"),
    [
        ("reference.mdp", "def f():\n    from tests.paths import ROOT", "never import the tests"),
        ("reference.mdp", "from ortools.linear_solver import pywraplp", "ortools is imported in"),
        ("proofs_check.lp1.optimum", "def f():\n    import ortools", "ortools is imported in"),
        ("reference.mdp", "from hypothesis import strategies", "Hypothesis is for strategies"),
        ("reference.mdp", "def f():\n    import hypothesis", "Hypothesis is for strategies"),
        ("reference.mdp", f"from {STRATEGIES} import counts", "needs an extra"),
        ("reference.mdp", "import matplotlib.pyplot as plt", "matplotlib is an extra"),
        ("reference.mdp", "try:\n    import gymnasium\nexcept ImportError:\n    pass", "an extra"),
        ("reference.mdp", "class C:\n    import gymnasium", "gymnasium is an extra"),
        ("reference.mdp", "if TYPE_CHECKING:\n    pass\nelse:\n    import matplotlib", "an extra"),
        ("reference.mdp", "import highspy", "highspy is not a core dependency"),
        ("reference.mdp", "x = __import__('jsonschema')", "jsonschema is not a core dependency"),
    ],
)
def test_a_planted_violation_is_named(module: str, source: str, rule: str) -> None:
    (found,) = violations(module, source)
    line = 1 + [("import" in one) for one in source.split("\n")].index(True)
    lines = source.split("\n")
    last = len(lines) - [("import" in one and "Error" not in one) for one in lines[::-1]].index(
        True
    )
    assert found.startswith((f"{module}:{line}: ", f"{module}:{last}: ")) and rule in found


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("reference.environments.gym_tables", "import gymnasium"),
        ("reference.mdp", "def f():\n    import matplotlib"),
        (STRATEGIES, "import hypothesis"),
        ("proofs_check.arithmetic", "import flint, gmpy2, sympy, mpmath, numpy, json"),
    ],
)
def test_what_is_allowed_is_not_named(module: str, source: str) -> None:
    assert violations(module, source) == []


@pytest.mark.parametrize(
    ("module", "source", "is_package", "target"),
    [
        ("proofs_check.claims.prop_1", "from ..lp1 import Q", False, "proofs_check.lp1.Q"),
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
    """Also not through a third module; `make` plays, and importing `__main__` is running it."""
    checker = [
        module
        for module, _ in modules()
        if below(module, "proofs_check") and not module.endswith(("__main__", "sampled_runs.make"))
    ]
    loaded = loaded_by([*checker, "reference", "reference.trace.reader"])
    producer = {f"reference.{name}" for name in ("ucrl_lp", "lp1", "confidence", "running")}
    assert not loaded & (producer | {"ortools", "matplotlib", "gymnasium"})
    assert {"reference.trace.reader", "proofs_check.lp1.optimum"} <= loaded
    # The test would notice: the sampler's own producer does load them.
    assert producer | {"ortools"} <= loaded_by(["proofs_check.sampled_runs.make"])
