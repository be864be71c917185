"""The API reference: docstrings that name their errors, examples that run, pages that are made."""

from __future__ import annotations

import ast
import doctest
import importlib
import inspect
import re
import subprocess
import sys
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest

import reference
from proofs_check.report.html.site import angles_kept
from reference.support import errors
from tests.structure.imports import modules

ERRORS = {
    name
    for name, kind in vars(errors).items()
    if inspect.isclass(kind) and issubclass(kind, errors.UcrlLpError)
}
NOT_API = {"commands", "claims"}  # command lines say their errors; a check gives a verdict
ENTRY_POINTS = {
    "reference": "reference",
    "proofs_check": "proofs_check",
    "proofs_check.audit.audit": "audit",
    "proofs_check.lp1.optimum": "solve",
    "reference.regret": "total_regret",
}


WITH_EXAMPLES = [name for name, source in modules().items() if ">>> " in source]


@pytest.mark.parametrize("name", WITH_EXAMPLES)
def test_examples_do_what_they_show(name: str) -> None:
    outcome = doctest.testmod(importlib.import_module(name), optionflags=doctest.ELLIPSIS)
    assert outcome.attempted > 0
    assert outcome.failed == 0


def test_entry_points_have_examples() -> None:
    for name, what in ENTRY_POINTS.items():
        module = importlib.import_module(name)
        documented = module if what == name else getattr(module, what)
        assert ">>> " in (documented.__doc__ or ""), name


def test_a_wrong_example_is_noticed() -> None:
    test = doctest.DocTestParser().get_doctest(">>> 1 + 1\n3\n", {}, "planted", None, 0)
    assert doctest.DocTestRunner(verbose=False).run(test, out=lambda text: None).failed == 1


@pytest.mark.extra("docs")
def test_a_formula_in_angles_is_no_tag() -> None:
    from pdoc.render_helpers import to_html

    said = "(q_hat_i, <q, r_hat_i>), and `<code>`\n\n    <indented>\n\n>>> 1 < 2\nTrue"
    shown = unescape(re.sub("<[^>]*>", "", to_html(angles_kept(said))))
    assert "(q_hat_i, <q, r_hat_i>), and <code>" in shown
    assert "<indented>" in shown
    assert "<q, r_hat_i>" not in unescape(re.sub("<[^>]*>", "", to_html(said)))


def test_everything_exported_has_a_docstring() -> None:
    for name in dir(reference):
        if name != "VERSION":
            assert (getattr(reference, name).__doc__ or "").strip(), name


# ----------------------------------------------------------------------------- errors


def undocumented(source: str) -> Iterator[tuple[str, str]]:
    """(function, error) for each public function that raises an error which it does not name."""

    def visit(node: ast.AST) -> Iterator[tuple[str, str]]:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.ClassDef) and not child.name.startswith("_"):
                yield from visit(child)
            elif isinstance(child, ast.FunctionDef) and not child.name.startswith("_"):
                said = ast.get_docstring(child) or ""
                for raised in ast.walk(child):
                    if isinstance(raised, ast.Raise) and isinstance(raised.exc, ast.Call):
                        error = ast.unparse(raised.exc.func)
                        if error in ERRORS and error not in said:
                            yield child.name, error

    yield from visit(ast.parse(source))


def test_public_functions_name_the_errors_they_raise() -> None:
    silent = {
        (name, *unnamed)
        for name, source in modules().items()
        if name.split(".")[-2:][0] not in NOT_API
        for unnamed in undocumented(source)
    }
    assert silent == set()


def test_an_error_that_is_not_named_is_noticed() -> None:
    body = 'raise PreconditionError("T", 0, "must be positive")\n'
    assert list(undocumented(f'def f():\n    """Eq. (1)."""\n    {body}'))
    assert not list(undocumented(f'def f():\n    """Raises PreconditionError."""\n    {body}'))
    assert not list(undocumented(f"def _f():\n    {body}"))


# ----------------------------------------------------------------------------- pages


@pytest.mark.extra("docs")
def test_pages_are_made_without_a_warning(tmp_path: Path) -> None:
    """As `proofs-check docs` does; pdoc warns of types and names that it cannot resolve."""
    made = "from pathlib import Path; from proofs_check.report.html.site import _write_api"
    command = [sys.executable, "-W", "error", "-c", f"{made}; _write_api(Path())"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    for name in modules():
        page = tmp_path / f"{name.replace('.', '/')}.html"
        statement = re.match(r"proofs_check\.statements\.(?!common)", name)
        assert page.exists() != bool(statement or name.endswith("__main__")), name
    exported = (tmp_path / "reference.html").read_text("utf-8")
    assert 'make("riverswim", horizon=6).mdp' in re.sub("<[^>]*>", "", unescape(exported))
    for name in reference.__all__:
        assert f'id="{name}"' in exported, name
    assert "Raises PreconditionError" in (tmp_path / "reference/ucrl_lp.html").read_text("utf-8")
