"""(35), line 6: 3 sqrt(2TLXA Lam) <= 5 sqrt(TLXA Lam)."""

from collections.abc import Iterator

from proofs_check.arithmetic import Q, sqrt
from proofs_check.evaluation.line import Line
from proofs_check.evaluation.run import EvaluatedRun


def sides(run: EvaluatedRun, five: Q | int = 5, **exponents: Q | int) -> Iterator[Line]:
    """Yield both sides."""
    half = {"L": Q(1, 2), "X": Q(1, 2)}
    yield Line(run.bound(3, sqrt(2), **half), run.bound(five, **{**half, **exponents}))


false = {
    "4 for 5": {"five": 4},
    r"$\frac54$ for 5": {"five": Q(5, 4)},
    r"without $\Lambda$": {"Lam": 0},
    r"$T^{1/4}$ for $\sqrt T$": {"T": Q(1, 4)},
}
