"""LP1's exact optimum: backward induction with its closed-form dual, in rationals (ours)."""

from __future__ import annotations

import os
from typing import Any

from proofs_check.certificate.lp_file import write_lp
from proofs_check.certificate.writer import write_certificate
from proofs_check.lp1.dual import dual
from proofs_check.lp1.optimum import solve
from tests.bench import Laps
from tests.bench.instances import instance


def ours(layers: list[int], A: int, n: int, file: str | None = None) -> dict[str, Any]:
    """Optimum and dual; with `file` also a VIPR certificate, the proof on disk."""
    data = instance(tuple(layers), A, n).data()
    seconds = Laps()
    optimum = solve(data)
    seconds.over("optimum")
    multipliers = dual(data, optimum)
    seconds.over("dual")
    if multipliers.bound != optimum.value:
        raise ArithmeticError("the dual's bound is not the optimum")
    size = {}
    if file is not None:
        write_certificate(data, file, force=True)
        seconds.over("certificate")
        size = {"certificate MB": round(os.path.getsize(file) / 2**20, 3)}
    return {"seconds": seconds, "optimum": str(optimum.value), **size}


def lp_file(layers: list[int], A: int, n: int, file: str) -> dict[str, Any]:
    """Write the same LP, exactly, for the others."""
    write_lp(instance(tuple(layers), A, n).data(), file, force=True)
    return {"seconds": {}}
