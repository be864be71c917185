"""Lemma 11, end: L sqrt(2T log(L/delta)) sqrt(2 Lam) <= 2L sqrt(T) Lam."""

from collections.abc import Iterator

from proofs_check.arithmetic import Q, sqrt
from proofs_check.evaluation.line import Line
from proofs_check.evaluation.run import EvaluatedRun

requires = {"log": ("ln", "log2"), "scale": ("1",)}


def sides(run: EvaluatedRun, share: Q | int = 1, **exponents: Q | int) -> Iterator[Line]:
    """Yield both sides."""
    left = run.L * sqrt(run.ln_1(run.L) * (2 * run.T)) * sqrt(run.Lam * 2)
    yield Line(left, run.bound(2 * share, **{"L": 1, "A": 0, "Lam": 1, **exponents}))


false = {
    r"$\frac12L\sqrt T\Lambda$": {"share": Q(1, 4)},
    r"$\sqrt\Lambda$ for $\Lambda$": {"Lam": Q(1, 2)},
    r"$T^{1/4}$ for $\sqrt T$": {"T": Q(1, 4)},
    r"without $L$": {"L": 0},
}
