"""(27), line 2: 6 LX sqrt(2TA Lam) + 2 LX sqrt(2T log(L/delta)) <= 12 LX sqrt(TA Lam)."""

from collections.abc import Iterator

from proofs_check.arithmetic import Q, sqrt
from proofs_check.evaluation.line import Line
from proofs_check.evaluation.run import EvaluatedRun
from proofs_check.evaluation.sides.lemma_09_azuma import azuma

requires = {"log": ("ln", "log2"), "scale": ("1",)}


def sides(run: EvaluatedRun, twelve: Q | int = 12, **exponents: Q | int) -> Iterator[Line]:
    """Yield both right sides of (27)."""
    first = run.bound(6, sqrt(2), L=1, X=1) + azuma(run)
    yield Line(first, run.bound(twelve, **{"L": 1, "X": 1, **exponents}))


false = {
    r"$3LX\sqrt{TA\Lambda}$": {"twelve": 3},
    r"$11LX\sqrt{TA\Lambda}$": {"twelve": 11},
    r"without $\Lambda$": {"Lam": 0},
    r"without $L$": {"L": 0},
    r"$\sqrt X$ for $X$": {"X": Q(1, 2)},
    r"without $A$": {"A": 0},
    r"$T^{1/4}$ for $\sqrt T$": {"T": Q(1, 4)},
}
