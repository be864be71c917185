"""Lemma 11, (32): with probability at least 1 - delta, the expected bonuses exceed those at the
visited pairs by at most 2L sqrt(T) Lam."""

from collections.abc import Iterator

from proofs_check.arithmetic import Q, Real, sqrt
from proofs_check.evaluation.line import Line
from proofs_check.evaluation.run import EvaluatedRun

on, claims = ("eq_33",), 1
requires = {"log": ("ln", "log2")}


def sides(run: EvaluatedRun, share: Q | int = 1, **exponents: Q | int) -> Iterator[Line]:
    """Yield the difference and its bound."""
    apart = run.played(lambda e: e.b) - run.visited(lambda e: e.b)
    yield Line(apart, run.bound(2 * share, **{"L": 1, "A": 0, "Lam": 1, **exponents}))


def trivial(run: EvaluatedRun) -> Real:
    """Return LT sqrt(2 Lam), the largest sum of bonuses."""
    return run.L * run.T * sqrt(run.Lam * 2)


false = {
    r"$\frac12L\sqrt T\Lambda$": {"share": Q(1, 4)},
    r"without $\Lambda$": {"Lam": 0},
    r"$\sqrt\Lambda$ for $\Lambda$": {"Lam": Q(1, 2)},
    r"$T^{1/4}$ for $\sqrt T$": {"T": Q(1, 4)},
}
