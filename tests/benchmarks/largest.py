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

from tests.benchmarks.measure import Answer, Cells, once
from tests.benchmarks.side_by_side import Tell

MEMORY = 8 * 2**30
X_H = (30, 40, 50, 60)


def shape(X_h: int) -> list[int]:
    """The paper's layers with X_h states."""
    return [1, *[X_h] * 5, 1]


def measure(cells: Cells, tell: Tell) -> None:
    """LP1 at growing sizes, then near the limit and beyond; then the largest trace."""
    measured = [_lp(cells, tell, X_h, None) for X_h in X_H]
    if "largest/verified" not in cells.known:
        start = once("bounds:lp1", {"layers": shape(2), "A": 5})["address MB"]
        above = [one["address MB"] - start for one in measured]
        predicted = extrapolate(above, 0.95 * MEMORY / 2**20 - start)
        tried: dict[int, bool] = {}
        for factor in (1.25, 1, 0.9, 0.8, 0.7):
            X_h = int(factor * predicted)
            tried[X_h] = "seconds" in _lp(cells, tell, X_h, MEMORY)
            if factor <= 1 and tried[X_h]:
                break
        cells.add(
            {
                "cell": "largest/verified", "section": "largest", "answers": {},
                "predicted": predicted, "limit GB": MEMORY / 2**30,
                "fits": max((X for X, fits in tried.items() if fits), default=None),
                "does not fit": min((X for X, fits in tried.items() if not fits), default=None),
            }
        )  # fmt: skip
    if "largest/trace" not in cells.known:
        tell("largest/trace")
        answer = once("bounds:largest_trace", {"triples": None}, memory=MEMORY)
        cell = {"cell": "largest/trace", "section": "largest", "X_h": answer.get("X_h")}
        cells.add({**cell, "answers": {"check": [answer]}})


def extrapolate(above: list[float], room: float) -> int:
    """The X_h for `room` MB, by least squares of a X_h^2 + b X_h^3 (columns and entries)."""
    import numpy as np

    X_h = np.array(X_H, dtype=float)
    (a, b), *_ = np.linalg.lstsq(np.stack([X_h**2, X_h**3], axis=1), np.array(above), rcond=None)
    return max((X for X in range(2, 1000) if a * X**2 + b * X**3 <= room), default=2)


def _lp(cells: Cells, tell: Tell, X_h: int, memory: int | None) -> Answer:
    name = f"largest/LP1/{X_h}" + ("" if memory is None else "/limited")
    if name not in cells.known:
        tell(name)
        answer = once("bounds:lp1", {"layers": shape(X_h), "A": 5}, memory=memory)
        cell = {"cell": name, "section": "largest", "X_h": X_h, "may fail": memory is not None}
        cells.add({**cell, "answers": {"LP1": [answer]}})
    found: Answer = cells.known[name]["answers"]["LP1"][0]
    return found
