"""What all workers of the checker must share, and one job at a time in each."""

from __future__ import annotations

import threading
from functools import cache
from pathlib import Path

from reference.support.workers import computed_with

LIBRARIES = ("gmpy2", "mpmath", "numpy", "ortools", "python-flint", "scipy", "sympy")
SOURCES = ("proofs_check/**/*.py", "reference/**/*.py")

ALONE = threading.RLock()
"""Held while a job runs: precisions of mpmath and others belong to the process, not to a thread."""


@cache
def checked_with() -> dict[str, str]:
    """Return what a verdict depends on: the libraries, and a digest of all sources of both
    packages."""
    return computed_with(LIBRARIES, Path(__file__).parents[1], SOURCES)
