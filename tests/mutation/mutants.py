"""Mutation testing with mutmut: `python -m tests.mutation.mutants ROOM SCRATCH` runs in a copy.

    python -m tests.mutation.mutants lp1 /tmp/lp1      # long; interruptible, resumes when repeated
    python -m tests.mutation.mutants report /tmp/lp1   # the table and the survivors

mutmut leaves decorated functions alone; in the copy `@d def f` is therefore written `f = d(f)`,
which is what Python does with it. Mutations of text are not run: see `is_left_out`. With --sample N
only a simple random sample of N mutants is run, drawn with --seed; repeated without, all others.
"""

from __future__ import annotations

import argparse
import ast
import copy
import difflib
import inspect
import json
import os
import random
import re
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest


def rooms(*names: str) -> list[str]:
    """The modules of these rooms, of either package."""
    return [f"{package}/{name}/*.py" for name in names for package in ("reference", "proofs_check")]


# What is mutated, and the tests that are to see it: of these, mutmut runs those that call it.
ALIKE = ("arithmetic", "certificate", "environments", "vectors")
GROUPS = {
    **{room: (rooms(room), [f"tests/{room}"]) for room in ALIKE},
    "machine_checked": (
        rooms("machine_checked"),
        ["tests/machine_checked/test_record.py"],  # the others build the Coq development
    ),
    "conformance": (
        rooms("conformance", "fast"),
        ["tests/conformance", "tests/planted"],
    ),
    "paper": (["reference/*.py"], ["tests/algorithm"]),
    "sampled_runs": (
        rooms("sampled_runs"),
        [f"tests/ledger/test_{name}.py" for name in ("runs", "definitions", "claim_figures")],
    ),
    "baselines": (rooms("guests/learners"), ["tests/guests/learners", "tests/guests/family"]),
    "kl": (rooms("guests/kl", "guests/family"), ["tests/guests/kl", "tests/guests/family"]),
    "experiments": (
        rooms("figure1"),
        [
            *(f"tests/figure1/test_{name}.py" for name in ("simulation", "sensitivity")),
            "tests/guests/comparison/test_family.py",
        ],
    ),
    "trace": (rooms("trace"), ["tests/trace", "tests/guests/family/test_reader.py"]),
    "running": (
        [*rooms("running"), "reference/support/workers.py"],
        [
            *("tests/algorithm", "tests/robustness/test_resumption_checked.py"),
            *("tests/cli/test_cli.py", "tests/figure1/test_workers.py"),
        ],
    ),
    "lp1": (rooms("lp1"), ["tests/exact_lp1"]),
    "kit": (rooms("kit"), [f"tests/kit/test_{name}.py" for name in ("kit", "wrong_verdicts")]),
    "commands": (["proofs_check/commands/certificate.py"], ["tests/certificate", "tests/cli"]),
    "ledger": (
        rooms("ledger"),
        [f"tests/ledger/test_{name}.py" for name in ("ledger", "inventory")],
    ),
    "audit": (rooms("audit"), ["tests/ledger/test_ledger.py", "tests/robustness/test_killed.py"]),
    "pages": (
        rooms("report", "report/pages", "report/html"),
        [
            *(f"tests/report/test_{name}.py" for name in ("html", "html_trace", "html_pictures")),
            *("tests/report/test_document.py", "tests/ledger/test_ledger.py"),
        ],
    ),
    "statements": (
        rooms("statements", "statements/common"),
        ["tests/ledger/test_claim_figures.py"],
    ),
}
KEEP = {"staticmethod", "classmethod"}  # decorators that mutmut handles
SKIPPED = 34
WORDS: dict[int | None, str] = {  # mutmut's exit codes
    **dict.fromkeys((None, SKIPPED), "not run"),
    **dict.fromkeys((5, 33), "not covered"),
    **dict.fromkeys((1, 3), "killed"),
    **dict.fromkeys((-24, 24, 36, 152, 255), "timeout"),
    0: "survived",
}


# ------------------------------------------------------------- what pytest loads as a plugin


@pytest.fixture(autouse=True)
def _no_cached_value_hides_a_mutant() -> None:
    """Mutants run in forks of a process that has run every test: its caches are emptied."""
    for name, module in list(sys.modules.items()):
        ours = name.startswith(("reference.", "proofs_check."))
        for value in list(vars(module).values()) if ours and not name.endswith(".suite") else ():
            if hasattr(value, "cache_clear"):
                value.cache_clear()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out tests that rewrite a function's source, or run other processes: they do not see
    the mutants, or not without their switch; and the digests of traces, which take minutes."""
    sources = {i: inspect.getsource(i.function) for i in items if isinstance(i, pytest.Function)}
    unseen = re.compile(r"\bplant\(|subprocess|\bprogram\(")
    gone = [
        i
        for i, source in sources.items()
        if unseen.search(source) or i.path.name == "test_trace_digests.py"
    ]
    config.hook.pytest_deselected(items=gone)
    items[:] = [i for i in items if i not in gone]


# ------------------------------------------------------------- the copy


def prepare(group: str, scratch: Path) -> None:
    """Copy what git knows to `scratch`, decorators undone in the modules of the group."""
    patterns, tests = GROUPS[group]
    files = sorted(str(path) for pattern in patterns for path in Path().glob(pattern))
    listed = subprocess.run(["git", "ls-files", "-co", "--exclude-standard"], text=True,
                            capture_output=True, check=True).stdout.splitlines()  # fmt: skip
    settings = f"""
[tool.mutmut]
source_paths = ["reference", "proofs_check"]
only_mutate = {json.dumps(files)}
also_copy = ["spec.md", "README.md"]
pytest_add_cli_args = ["-p", "tests.mutation.mutants", "-p", "no:cacheprovider"]
pytest_add_cli_args_test_selection = {json.dumps(tests)}
timeout_multiplier = 4.0
timeout_constant = 1.0
"""
    for name in listed:
        source, target = Path(name), scratch / name
        if not source.exists():
            continue
        content = source.read_bytes()
        if name in files:
            content = undecorated(content.decode()).encode()
        if name == "pyproject.toml":
            content += settings.encode()
        if not target.exists() or target.read_bytes() != content:
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(content)
            mutated = scratch / "mutants" / name
            if mutated.exists() and mutated.suffix != ".py":
                shutil.copyfile(target, mutated)


def undecorated(source: str) -> str:
    """`@d` before `def f` as `f = d(f)` after it."""
    import libcst as cst

    class Undo(cst.CSTTransformer):
        def leave_FunctionDef(self, original_node: Any, updated_node: Any) -> Any:
            decorators = [d.decorator for d in updated_node.decorators]
            if not decorators or any(cst.Module([]).code_for_node(d) in KEEP for d in decorators):
                return updated_node
            name = updated_node.name
            value: Any = name
            for d in reversed(decorators):
                value = cst.Call(d, [cst.Arg(value)])
            rebound = cst.Assign([cst.AssignTarget(name)], value)
            bare = updated_node.with_changes(decorators=[])
            return cst.FlattenSentinel([bare, cst.SimpleStatementLine([rebound])])

    return cst.parse_module(source).visit(Undo()).code


# ------------------------------------------------------------- which mutants are text


def is_left_out(a: ast.AST, b: ast.AST) -> bool:
    """Whether all that changes from `a` to `b` is prose or the flag `strict` of a zip.

    Prose is a string literal with a space in it, an f-string, and what is called rule or note, as
    an argument too. `strict=True` is an assertion: without it nothing else happens than with it.
    """
    replaced, removed = (
        [ast.dump(WithoutProse(by).visit(copy.deepcopy(f))) for f in (a, b)]
        for by in (ast.Constant(None), None)
    )
    return replaced[0] == replaced[1] or removed[0] == removed[1]


class WithoutProse(ast.NodeTransformer):
    """Prose replaced by a node, or removed (None)."""

    def __init__(self, by: ast.expr | None) -> None:
        self.by = by

    def visit(self, node: ast.AST) -> Any:
        if isinstance(node, ast.keyword) and (node.arg == "strict" or _prose(node.value)):
            return self.by and ast.keyword(node.arg, self.by)
        return self.by if _prose(node) else self.generic_visit(node)


def _prose(node: ast.AST) -> bool:
    if isinstance(node, ast.BinOp):
        return _prose(node.left) or _prose(node.right)
    if isinstance(node, ast.Name):
        return node.id in ("rule", "note")
    text = node.value if isinstance(node, ast.Constant) else ""
    return isinstance(node, ast.JoinedStr) or (isinstance(text, str) and " " in text.strip())


def changed(mutated: str) -> Iterator[tuple[str, ast.FunctionDef, ast.FunctionDef]]:
    """In a file that mutmut wrote: mutant, and the original and mutated functions, under one
    name."""
    nodes = [node for node in ast.walk(ast.parse(mutated)) if isinstance(node, ast.FunctionDef)]
    functions = {node.name: node for node in nodes}
    for name, mutant in functions.items():
        stem, _, number = name.rpartition("__mutmut_")
        if stem and number.isdigit():
            original = functions[f"{stem}__mutmut_orig"]
            mutant.name = original.name
            yield name, original, mutant


# ------------------------------------------------------------- running


def run(group: str, scratch: Path, sample: int, seed: int) -> int:
    """Write the mutants, skip text and what the sample leaves out, run the others."""
    prepare(group, scratch)
    mutmut = [sys.executable, "-m", "mutmut", "run", "--max-children", "1"]
    env = os.environ | {"PYTHONPATH": ""}
    # A name that fits no mutant: mutmut generates them, times the tests, and stops.
    subprocess.run([*mutmut, "none"], cwd=scratch, env=env, check=False, stderr=subprocess.DEVNULL)
    metas = sorted((scratch / "mutants").rglob("*.py.meta"))
    if not metas:
        return 1
    everything = []
    for meta in metas:
        for name, original, mutant in changed(meta.with_suffix("").read_text()):
            if not is_left_out(original, mutant):
                everything.append((meta, name))
    chosen = set(random.Random(seed).sample(everything, sample) if sample else everything)
    for meta in metas:
        data = json.loads(meta.read_text())
        codes = data["exit_code_by_key"]
        for key, code in codes.items():
            if (meta, key.rpartition(".")[2]) not in chosen:
                codes[key] = SKIPPED if code is None else code
            elif code == SKIPPED:
                codes[key] = None
        meta.write_text(json.dumps(data, indent=4))
    return subprocess.run(mutmut, cwd=scratch, env=env, check=False).returncode


# ------------------------------------------------------------- reporting


def report(scratches: list[Path]) -> None:
    """Per module and per scratch: run, killed, survived; then the survivors."""
    survivors = []
    print("| module | mutants | killed | by time-out | survived | left out | not run |")
    print("|---" * 7 + "|")
    for scratch in scratches:
        total: Counter[str] = Counter()
        for meta in sorted((scratch / "mutants").rglob("*.py.meta")):
            module = meta.with_suffix("").relative_to(scratch / "mutants").as_posix()
            codes = json.loads(meta.read_text())["exit_code_by_key"]
            by_name = {key.rpartition(".")[2]: code for key, code in codes.items()}
            counts: Counter[str] = Counter()
            for name, original, mutant in changed(meta.with_suffix("").read_text()):
                word = (
                    "left out"
                    if is_left_out(original, mutant)
                    else WORDS.get(by_name[name], "crashed")
                )
                counts[word] += 1
                if word in ("survived", "not covered", "crashed"):
                    survivors.append((word, module, name, change(original, mutant)))
            total += counts
            print(_row(module, counts))
        print(_row(f"**{scratch.name}**", total))
    for word, module, name, what in survivors:
        print(f"\n{word}: {module}, {name}\n    {what}")


def _row(module: str, n: Counter[str]) -> str:
    killed, survived = n["killed"] + n["timeout"], n["survived"] + n["not covered"] + n["crashed"]
    run = killed + survived
    score = f" ({100 * killed / run:.1f} %)" if run else ""
    cells = [module, run, f"{killed}{score}", n["timeout"], survived]
    return "| " + " | ".join(map(str, [*cells, n["left out"], n["not run"]])) + " |"


def change(original: ast.FunctionDef, mutant: ast.FunctionDef) -> str:
    """The lines that differ."""
    a, b = (ast.unparse(f).splitlines() for f in (original, mutant))
    return "\n    ".join(line for line in difflib.ndiff(a, b) if line[0] in "-+")


def main() -> int:
    """See the module's docstring."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutation.mutants", description=__doc__)
    parser.add_argument("what", choices=[*GROUPS, "report"])
    parser.add_argument("scratch", type=Path, nargs="+")
    parser.add_argument("--sample", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parsed = parser.parse_args()
    if parsed.what == "report":
        report(parsed.scratch)
        return 0
    return run(parsed.what, parsed.scratch[0], parsed.sample, parsed.seed)


if __name__ == "__main__":
    sys.exit(main())
