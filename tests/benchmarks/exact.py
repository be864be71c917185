"""LP1's exact optimum: backward induction with its closed-form dual, in rationals (ours)."""

from __future__ import annotations

import os
import time
from typing import Any

from proofs_check.certificate.lp_file import write_lp
from proofs_check.certificate.writer import write_certificate
from proofs_check.lp1.dual import dual
from proofs_check.lp1.optimum import solve
from tests.benchmarks.instances import instance


def ours(layers: list[int], A: int, n: int, file: str | None = None) -> dict[str, Any]:
    """Optimum and dual; with `file` also a VIPR certificate, the proof on disk."""
    data = instance(tuple(layers), A, n).data()
    started = time.perf_counter()
    optimum = solve(data)
    solved = time.perf_counter()
    multipliers = dual(data, optimum)
    proved = time.perf_counter()
    if multipliers.bound != optimum.value:
        raise ArithmeticError("the dual's bound is not the optimum")
    seconds = {"optimum": solved - started, "dual": proved - solved}
    size = {}
    if file is not None:
        started = time.perf_counter()
        write_certificate(data, file, force=True)
        seconds["certificate"] = time.perf_counter() - started
        size = {"certificate MB": round(os.path.getsize(file) / 2**20, 3)}
    return {"seconds": seconds, "optimum": str(optimum.value), **size}


def lp_file(layers: list[int], A: int, n: int, file: str) -> dict[str, Any]:
    """Write the same LP, exactly, for the others."""
    started = time.perf_counter()
    write_lp(instance(tuple(layers), A, n).data(), file, force=True)
    return {"seconds": {"write": time.perf_counter() - started}}
