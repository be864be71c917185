"""(27), first term: the radii along the visits, sum (L - s) 2 eps_{i(t)}(x_s,a_s) <=
6 LX sqrt(2TA Lam); by layers with 4 + 2 sqrt 2."""

from collections.abc import Iterator
from typing import Any

from proofs_check.arithmetic import Q, Real, sqrt
from proofs_check.evaluation.epochs import Epochs
from proofs_check.evaluation.line import Line
from proofs_check.evaluation.run import EvaluatedRun

requires = {"trigger": ("max1",)}


def sides(
    run: EvaluatedRun, share: Q | int = 1, width: int = 1, **exponents: Q | int
) -> Iterator[Line]:
    """Yield the sum along the visits, and both bounds."""

    def weighted(e: Epochs) -> Any:
        return e.eps * (2 * (e.size.L - e.size.h))

    layers = Real.of(0)
    for s in range(run.L):
        layers = layers + (run.L - s) * sqrt(run.layers[s] * run.layers[s + 1] ** width)
    yield Line(run.visited(weighted), run.bound(4 + 2 * sqrt(2), layers) * share, "by layers")
    if width == 1:
        last = run.bound(6 * share, sqrt(2), **{"L": 1, "X": 1, **exponents})
        yield Line(run.visited(weighted), last, "6 LX sqrt(2TA Lam)")


def trivial(run: EvaluatedRun) -> Real:
    """Return the sum with eps_i = sqrt(2 X_{h+1} Lam), its largest value, in every episode."""
    found = Real.of(0)
    for s in range(run.L):
        found = found + sqrt(run.Lam * (2 * run.layers[s + 1])) * (2 * (run.L - s) * run.T)
    return found


false = {
    r"$\frac14$ of both bounds": {"share": Q(1, 4)},
    r"without $X_{s+1}$ in the bound by layers": {"width": 0},
    r"without $\Lambda$": {"Lam": 0},
    r"$T^{1/4}$ for $\sqrt T$": {"T": Q(1, 4)},
    r"without $L$": {"L": 0},
    r"without $X$": {"X": 0},
    r"without $A$": {"A": 0},
}
