"""Jobs near the limit of memory."""

from __future__ import annotations

import tempfile
import time
from pathlib import Path
from typing import Any

from tests.benchmarks.instances import instance
from tests.benchmarks.whole import check, mdp


def lp1(layers: list[int], A: int) -> dict[str, Any]:
    """Build LP1 and let GLOP work on it for twenty seconds: by then it holds its copies of the
    rows. Solving such an LP1 takes hours; memory is what is asked for."""
    from reference import lp1 as printed
    from reference.support.errors import SolverError

    lp = instance(tuple(layers), A, 1000)
    started = time.perf_counter()
    try:
        goal = printed.objective(lp.layers, lp.r_hat)
        rows = printed.printed_lp1(lp.layers, lp.A, lp.P_bar, lp.eps)
        printed.maximise(printed.glop_model(goal, rows), time_limit=20)
        ended = "solved"
    except SolverError as e:
        ended = str(e)
    spent = {"build and try": time.perf_counter() - started}
    return {"seconds": spent, "ended": ended[:80], "address MB": _address_mb()}


def _address_mb() -> float:
    """The largest address space of this process so far (Linux): what RLIMIT_AS limits."""
    status = Path("/proc/self/status").read_text(encoding="ascii")
    return int(status.split("VmPeak:")[1].split()[0]) / 1024


def largest_trace(triples: int | None) -> dict[str, Any]:
    """Check a trace of the paper's shape with so many triples (None: as many as a trace may have),
    with all tables in every epoch."""
    from reference.trace.records import MAX_TRIPLES
    from tests.implementations.numpy.numpy_twin import play

    most, A = triples or MAX_TRIPLES, 5
    X_h = max(X for X in range(1, 1000) if A * (4 * X * X + 2 * X) <= most)
    layers = [1, *[X_h] * 5, 1]
    with tempfile.TemporaryDirectory() as name:
        file = Path(name) / "run.jsonl"
        play(mdp(layers, A), 12, out=file, everything=True)
        size = round(file.stat().st_size / 2**20, 1)
        return {
            **check(str(file)),
            "trace MB": size,
            "X_h": X_h,
            "triples": A * (4 * X_h + 2) * X_h,
        }
