"""(35), line 5: sum_h sqrt(T X_h A) <= sqrt(TLXA), for the layers of the run."""

from collections.abc import Iterator

from proofs_check.arithmetic import Q, Real, sqrt
from proofs_check.evaluation.line import Line
from proofs_check.evaluation.run import EvaluatedRun


def sides(run: EvaluatedRun, share: Q | int = 1, **exponents: Q | int) -> Iterator[Line]:
    """Yield both sides."""
    found = Real.of(0)
    for n in run.layers[:-1]:
        found = found + sqrt(run.T * n * run.A)
    yield Line(found, run.bound(share, **{"L": Q(1, 2), "X": Q(1, 2), "Lam": 0, **exponents}))


false = {
    r"$\frac14\sqrt{TLXA}$": {"share": Q(1, 4)},
    r"without $L$": {"L": 0},
    r"without $X$": {"X": 0},
    r"without $A$": {"A": 0},
    r"$T^{1/4}$ for $\sqrt T$": {"T": Q(1, 4)},
}
