"""The largest instance in 8 GB: where memory ends, by extrapolation and then by trying.

Two things of the paper's shape (L = 6, A = 5, X_h states in every inner layer) need memory: GLOP's
LP1, which has 2 X_h^3 A entries a layer, and the check of a trace, which holds one line, at most
`trace.MAX_TRIPLES` triples. For LP1 the peak of the address space is measured at growing X_h, a
power law is fitted, and the X_h that it predicts for 95 % of the limit is tried under RLIMIT_AS,
and one well beyond it, which should not fit. The largest trace that the format allows is checked
under the same limit. Linux only. Takes some minutes and, unlimited, never more than 3 GB.
"""

from __future__ import annotations

from tests.benchmarks.growth import exponent
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
        fit = exponent([float(X_h) for X_h in X_H], above)
        if fit is None:
            raise OSError(f"no memory to extrapolate from: {above}")
        room = 0.95 * MEMORY / 2**20 - start
        X_h = int(X_H[-1] * (room / above[-1]) ** (1 / fit[0]))
        beyond = int(1.25 * X_h)
        near, far = (_lp(cells, tell, size, MEMORY) for size in (X_h, beyond))
        cells.add(
            {
                "cell": "largest/verified", "section": "largest", "answers": {}, "X_h": X_h,
                "exponent": fit, "limit GB": MEMORY // 2**30, "fits": "seconds" in near,
                "beyond": beyond, "beyond fits": "seconds" in far,
            }
        )  # fmt: skip
    if "largest/trace" not in cells.known:
        tell("largest/trace")
        answer = once("bounds:largest_trace", {"triples": None}, memory=MEMORY)
        cell = {"cell": "largest/trace", "section": "largest", "X_h": answer.get("X_h")}
        cells.add({**cell, "answers": {"check": [answer]}})


def _lp(cells: Cells, tell: Tell, X_h: int, memory: int | None) -> Answer:
    name = f"largest/LP1/{X_h}" + ("" if memory is None else "/limited")
    if name not in cells.known:
        tell(name)
        answer = once("bounds:lp1", {"layers": shape(X_h), "A": 5}, memory=memory)
        cell = {"cell": name, "section": "largest", "X_h": X_h, "may fail": memory is not None}
        cells.add({**cell, "answers": {"LP1": [answer]}})
    found: Answer = cells.known[name]["answers"]["LP1"][0]
    return found
