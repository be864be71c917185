"""Which other packages a module may import, and where: the core at the top, extras where used."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from collections.abc import Iterable

import pytest

from tests.paths import ROOT
from tests.robustness.subprocesses import program
from tests.structure.imports import Import, below, imports, modules

# At the top of a module only what a plain installation has (pyproject.toml, `dependencies`).
CORE = {"numpy", "scipy", "ortools", "sympy", "mpmath", "gmpy2", "flint", "click"}
OTHERS = re.compile(r"\.(woff2?|ttf|otf)$|\.min\.(js|css)|(^|/)vendor/")
TITLES = re.compile(r"Apache License\n|MIT License|SIL Open Font|Mozilla Public License", re.I)
STRATEGIES = "reference.environments.hypothesis_strategies"
HYPOTHESIS = {STRATEGIES, "proofs_check.kit.strategies"}
LP1 = {"reference.glop", "reference.lp1", "reference.lp1_sparse_rows"}
# Where each of these is imported at the top of a module; elsewhere nowhere, or in functions.
ONLY_THERE = {"ortools": LP1, "hypothesis": HYPOTHESIS}
EXTRAS = {
    "matplotlib": {"reference.running.plots"},
    "gymnasium": {"reference.environments.gym_tables"},
    "pytest": {"proofs_check.kit.pytest_plugin"},  # only pytest itself loads it
    STRATEGIES: HYPOTHESIS,
}


def violation(module: str, imported: Import) -> str | None:
    """The rule that this import breaks, or None."""
    top = STRATEGIES if below(imported.target, STRATEGIES) else imported.target.partition(".")[0]
    if top == "tests":
        return "the packages never import the tests"
    if top in ONLY_THERE and module not in ONLY_THERE[top]:
        return f"{top} is imported in {', '.join(sorted(ONLY_THERE[top]))} only"
    if top in EXTRAS and not imported.lazy and module not in EXTRAS[top]:
        return f"{top} needs an extra: import it where it is used"
    known = CORE | ONLY_THERE.keys() | EXTRAS.keys() | {"reference", "proofs_check"}
    if not imported.lazy and top not in known | sys.stdlib_module_names:
        return f"{top} is not a core dependency"
    return None


def violations(module: str, source: str) -> list[str]:
    """Every import that breaks a rule."""
    pairs = [(each, violation(module, each)) for each in imports(source)]
    return [f"{module}:{each.line}: {each.target}: {rule}" for each, rule in pairs if rule]


def test_the_packages_keep_the_rules() -> None:
    assert [line for m, source in modules().items() for line in violations(m, source)] == []


def test_each_special_home_imports_what_it_is_for() -> None:
    """A rule about a module that no longer exists, or no longer needs it, would say nothing."""
    for package, homes in {**ONLY_THERE, **EXTRAS}.items():
        for module in homes - {STRATEGIES}:
            targets = [each.target for each in imports(modules()[module])]
            assert any(below(target, package) for target in targets), (package, module)


@pytest.mark.parametrize(
    ("source", "line", "rule"),
    [
        ("def f():\n    from tests.paths import ROOT", 2, "never import the tests"),
        ("from ortools.linear_solver import pywraplp", 1, "ortools is imported in reference.glop"),
        ("def f():\n    import ortools", 2, "reference.lp1_sparse_rows only"),
        ("from hypothesis import strategies", 1, "hypothesis is imported in"),
        ("def f():\n    import hypothesis", 2, "hypothesis is imported in"),
        (f"from {STRATEGIES} import counts", 1, "needs an extra"),
        ("import matplotlib.pyplot as plt", 1, "matplotlib needs an extra"),
        ("try:\n    import gymnasium\nexcept ImportError:\n    pass", 2, "gymnasium needs"),
        ("class C:\n    import gymnasium", 2, "gymnasium needs an extra"),
        ("if TYPE_CHECKING:\n    pass\nelse:\n    import matplotlib", 4, "matplotlib needs"),
        ("import highspy", 1, "highspy is not a core dependency"),
        ("x = __import__('jsonschema')", 1, "jsonschema is not a core dependency"),
    ],
)
def test_a_planted_violation_is_named(source: str, line: int, rule: str) -> None:
    (message,) = violations("reference.mdp", source)
    assert message.startswith(f"reference.mdp:{line}: ") and rule in message


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


def loaded_by(names: Iterable[str]) -> set[str]:
    """Which modules importing these loads, in a process of its own."""
    text = "import importlib, sys\nfor m in sys.argv[1:]: importlib.import_module(m)\n"
    done = program("-c", text + "print(*sys.modules)", *names)
    assert done.returncode == 0, done.stderr
    return set(done.stdout.split())


def test_the_checker_loads_neither_the_algorithm_nor_a_solver() -> None:
    """Also not through a third module; `make` plays, and importing `__main__` is running it."""
    checker = [
        module
        for module in modules()
        if below(module, "proofs_check")
        and not module.endswith(("__main__", "sampled_runs.make", "sampled_runs.make_chosen"))
    ]
    loaded = loaded_by([*checker, "reference", "reference.trace.reader"])
    names = ("ucrl_lp", "glop", "lp1_sparse_rows", "confidence", "running")
    producer = {f"reference.{name}" for name in names}
    assert not loaded & (producer | {"reference.lp1", "ortools", "matplotlib", "gymnasium"})
    assert {"reference.trace.reader", "proofs_check.lp1.optimum"} <= loaded
    # The test would notice: the sampler's own producer does load them.
    assert producer | {"ortools"} <= loaded_by(["proofs_check.sampled_runs.make"])


def of_others(names: Iterable[str]) -> list[str]:
    """Names of files that programs or people elsewhere make: fonts, minified scripts, archives."""
    return [name for name in names if OTHERS.search(name)]


def test_no_file_of_others_is_in_the_tree() -> None:
    """Packages bring them; so there is one licence."""
    done = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True)
    ours = [
        path for room in ("reference", "proofs_check", "tests") for path in (ROOT / room).rglob("*")
    ]
    here = [path for path in (*ours, *ROOT.iterdir()) if path.is_file()]
    names = done.stdout.split() or [str(path.relative_to(ROOT)) for path in here]
    assert len(names) > 800 and of_others(names) == []
    texts = [ROOT / name for name in names if name.endswith((".txt", ".md")) or "LICENSE" in name]
    titled = [
        path.relative_to(ROOT).as_posix() for path in texts
        if TITLES.search(path.read_text(encoding="utf-8")[:2000])
    ]  # fmt: skip
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert titled == project["license-files"] == ["LICENSE"]
    assert project["license"] == "Apache-2.0"


def test_a_planted_file_of_others_is_named() -> None:
    planted = ["a/temml.min.js", "b/text.woff2", "c/axe.min.js.gz", "d.ttf", "vendor/x.py"]
    assert of_others([*planted, "reference/mdp.py", "tests/data/run.jsonl.gz"]) == planted
    assert TITLES.search("This Font Software is under the SIL Open Font License")
