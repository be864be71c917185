"""The largest instance in 8 GB: where memory ends, by extrapolation and then by trying.

Two things of the paper's shape (L = 6, A = 5, X_h states in every inner layer) need memory: GLOP's
LP1, which has 2 X_h^3 A entries a layer, and the check of a trace, which holds one line, at most
`trace.MAX_TRIPLES` triples. For LP1 the peak of the address space is measured at growing X_h, a
curve is fitted, and the X_h that it predicts for 95 % of the limit is tried under RLIMIT_AS (then
smaller ones until one fits), and one well beyond it, which should not fit. The largest trace that
the format allows is checked under the same limit. Linux only. Takes some minutes and, unlimited,
never more than 3 GB.
"""

from __future__ import annotations

import tempfile
import time
from pathlib import Path
from typing import Any

from tests.bench.measure import Answer, Cells, once

MEMORY = 8 * 2**30
X_H = (30, 40, 50, 60)


def measure(cells: Cells) -> None:
    """LP1 at growing sizes, then near the limit and beyond; then the largest trace."""
    measured = [_lp(cells, X_h) for X_h in X_H]
    if cells.missing("largest/verified"):
        start = once("largest:lp1", {"X_h": 2})["address MB"]
        above = [cost["address MB"] - start for cost in measured]
        predicted = extrapolate(above, 0.95 * MEMORY / 2**20 - start)
        fits: dict[bool, list[int]] = {True: [], False: []}
        for factor in (1.25, 1, 0.9, 0.8, 0.7):
            X_h = int(factor * predicted)
            fits["seconds" in _lp(cells, X_h, MEMORY)].append(X_h)
            if factor <= 1 and fits[True]:
                break
        most, least = max(fits[True], default=None), min(fits[False], default=None)
        limits = {"predicted": predicted, "limit GB": MEMORY / 2**30}
        cells.add("largest/verified", {}, **limits, fits=most, **{"does not fit": least})
    if cells.missing("largest/trace"):
        answer = once("largest:largest_trace", {}, memory=MEMORY)
        cells.add("largest/trace", {"check": [answer]}, X_h=answer.get("X_h"))


def extrapolate(above: list[float], room: float) -> int:
    """The X_h for `room` MB, by least squares of a X_h^2 + b X_h^3 (columns and entries)."""
    import numpy as np

    X_h = np.array(X_H, dtype=float)
    (a, b), *_ = np.linalg.lstsq(np.stack([X_h**2, X_h**3], axis=1), np.array(above), rcond=None)
    return max((X for X in range(2, 1000) if a * X**2 + b * X**3 <= room), default=2)


def _lp(cells: Cells, X_h: int, memory: int = 0) -> Answer:
    name = f"largest/LP1/{X_h}" + "/limited" * bool(memory)
    if cells.missing(name):
        answer = once("largest:lp1", {"X_h": X_h}, memory=memory)
        cells.add(name, {"LP1": [answer]}, X_h=X_h, **{"may fail": bool(memory)})
    cost: Answer = cells.known[name]["answers"]["LP1"][0]
    return cost


# ----------------------------------------------------------------------------- jobs


def lp1(X_h: int) -> dict[str, Any]:
    """Build LP1 and let GLOP work on it for twenty seconds: by then it holds its copies of the
    rows. Solving such an LP1 takes hours; memory is what is asked for."""
    from reference import glop, lp1_sparse_rows
    from reference.support.errors import SolverError
    from tests.bench.instances import instance

    lp = instance((1, *[X_h] * 5, 1), 5, 1000)
    started = time.perf_counter()
    try:
        goal = lp1_sparse_rows.objective(lp.layers, lp.r_hat)
        rows = lp1_sparse_rows.lp1_rows(lp.layers, lp.A, lp.P_bar, lp.eps)
        glop.maximise(lp1_sparse_rows.glop_model(goal, rows), time_limit=20)
        ended = "solved"
    except SolverError as e:
        ended = str(e)
    spent = {"build and try": time.perf_counter() - started}
    # The largest address space of this process so far (Linux): what RLIMIT_AS limits.
    status = Path("/proc/self/status").read_text(encoding="ascii")
    address = int(status.split("VmPeak:")[1].split()[0]) / 1024
    return {"seconds": spent, "ended": ended[:80], "address MB": address}


def largest_trace() -> dict[str, Any]:
    """Check a trace of the paper's shape with as many triples as a trace may have, with all tables
    in every epoch."""
    from reference.trace.records import MAX_TRIPLES
    from tests.bench.whole import check, mdp
    from tests.implementations.numpy.numpy_twin import play

    A = 5
    X_h = max(X for X in range(1, 1000) if A * (4 * X * X + 2 * X) <= MAX_TRIPLES)
    with tempfile.TemporaryDirectory() as name:
        file = Path(name) / "run.jsonl"
        play(mdp([1, *[X_h] * 5, 1], A), 12, out=file, everything=True)
        size = {"trace MB": round(file.stat().st_size / 2**20, 1), "X_h": X_h}
        return {**check(str(file)), **size, "triples": A * (4 * X_h + 2) * X_h}
