"""A build of the Coq development, shared by the tests that compile against it; a copy of the
checkout's own, if there is one."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from proofs_check.machine_checked import record

NO_COQ = "coqc is not installed: the development is not built here"
needs_coq = pytest.mark.skipif(shutil.which("coqc") is None, reason=NO_COQ)


def ran(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """A command in a folder; no status is an error here."""
    return subprocess.run(words, cwd=folder, capture_output=True, text=True, check=False)


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if shutil.which("coqc") is None:
        pytest.skip(NO_COQ)
    folder = tmp_path_factory.mktemp("built")
    shutil.copytree(record.COQ, folder, dirs_exist_ok=True)
    done = ran(folder, "make", "-s", "-j2")
    assert done.returncode == 0, done.stderr[-2000:]
    return folder
