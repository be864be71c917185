"""App. B, display 2, the pigeonhole: for every pair with N_{m+1} >= 1 visits in all,
sum_i n_i/sqrt(max{1, N_i}) <= (1 + sqrt 2) sqrt(N_{m+1}) - sqrt 2; as printed 3 sqrt(N_m)."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from proofs_check.arithmetic import Q, Real, sqrt
from proofs_check.evaluation.line import Line
from proofs_check.evaluation.run import EvaluatedRun, Total

ROOT, PIGEONHOLE = sqrt(2), 1 + sqrt(2)
requires = {"trigger": ("max1",)}


def left(run: EvaluatedRun) -> Total:
    """Return sum_i n_i/sqrt(max{1, N_i}) of every pair."""
    return run.over_i(lambda e: e.root * e.n, by="pair")


def sides(
    run: EvaluatedRun, constant: Real | Q = PIGEONHOLE, minus: Real | Q = ROOT, root: int = 1
) -> Iterator[Line]:
    """Yield the sum of every pair."""

    def visited(exact: bool) -> Any:
        found = run.N_end.value(exact)
        return np.asarray((found if exact else found.mid) > 0).astype(int)

    roots = run.N_end.sqrt() if root else Total(visited)
    right = roots * (constant - minus) + (roots - Total(visited)) * minus
    yield Line(left(run), right, per="pair")


def printed_sides(run: EvaluatedRun, three: Q | int = 3) -> Iterator[Line]:
    """Yield the sum against 3 sqrt(N_m), with the maximum under the first root."""
    yield Line(left(run), run.N_m.sqrt() * three, per="pair")


false = {
    r"$\frac14(1+\sqrt2)$ for $1+\sqrt2$": {"constant": Q(6, 10), "minus": Q(0)},
    r"$\frac{12}5$ for $1+\sqrt2$, without $-\sqrt2$": {"constant": Q(12, 5), "minus": Q(0)},
    r"$\frac32$ for $\sqrt2$": {"minus": Q(3, 2)},
    r"without $\sqrt{N_{m+1}}$": {"root": 0},
    r"printed, with $\frac{17}5$ for 3": {"three": Q(17, 5)},
}
