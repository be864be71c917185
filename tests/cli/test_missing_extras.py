"""`report` and `site` without what their extras bring: one line that says what to install, the
status of a usage error, and no directory."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from proofs_check.report import output_directory
from proofs_check.report.html import site
from reference.support.errors import USAGE

WITHOUT = """
import importlib.util, sys
from importlib.abc import MetaPathFinder
class Without(MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] == sys.argv[1]:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
sys.meta_path.insert(0, Without())
found = importlib.util.find_spec
importlib.util.find_spec = lambda name, *of: None if name == sys.argv[1] else found(name, *of)
from proofs_check.__main__ import main
sys.exit(main(sys.argv[2:]))
"""
"""An environment in which one library is not installed."""
CASES = [
    *(("report", library, "html") for library in output_directory.NEEDED),
    *(
        # with all the others there: of several that are missing the first is named
        pytest.param("site", library, "docs", marks=pytest.mark.extra("docs"))
        for library in (output_directory.NEEDED[0], *site.NEEDED)
    ),
]


@pytest.mark.parametrize(("command", "library", "extra"), CASES)
def test_one_line_says_what_to_install(
    command: str, library: str, extra: str, tmp_path: Path
) -> None:
    target = tmp_path / "pages"
    words = [sys.executable, "-c", WITHOUT, library, command, str(target)]
    root = Path(__file__).parents[2]
    done = subprocess.run(
        words, capture_output=True, text=True, check=False, cwd=root,
        env={**os.environ, "PYTHONPATH": str(root)},
    )  # fmt: skip
    (line,) = done.stderr.splitlines()
    assert line.startswith(f"proofs-check: error: {command}: needs {library}: ")
    assert line.endswith(f"pip install '.[{extra}]'")
    assert done.returncode == USAGE and done.stdout == "" and not target.exists()
