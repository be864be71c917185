"""A build of the Coq development, shared by the tests that compile against it; a copy of the
checkout's own, if there is one."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from proofs_check.machine_checked import record

NO_COQ = "coqc is not installed: the development is not built here"


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if shutil.which("coqc") is None:
        pytest.skip(NO_COQ)
    folder = tmp_path_factory.mktemp("built")
    shutil.copytree(record.COQ, folder, dirs_exist_ok=True)
    done = subprocess.run(["make", "-s", "-j2"], cwd=folder, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-2000:]
    return folder
