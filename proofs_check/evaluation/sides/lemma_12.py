"""Lemma 12, (34): on every path the bonuses at the visited pairs add up to at most
5 sqrt(TLXA Lam)."""

from collections.abc import Iterator

from proofs_check.arithmetic import Q, Real, sqrt
from proofs_check.evaluation.line import Line
from proofs_check.evaluation.run import EvaluatedRun

requires = {"trigger": ("max1",)}


def sides(run: EvaluatedRun, constant: Q | int = 5, **exponents: Q | int) -> Iterator[Line]:
    """Yield the bonuses along the visits, and their bound."""
    half = {"L": Q(1, 2), "X": Q(1, 2), **exponents}
    yield Line(run.visited(lambda e: e.b), run.bound(constant, **half))


def trivial(run: EvaluatedRun) -> Real:
    """Return LT sqrt(2 Lam), the largest sum of bonuses."""
    return run.L * run.T * sqrt(run.Lam * 2)


false = {
    r"$\frac54$ for 5": {"constant": Q(5, 4)},
    "3 for 5": {"constant": 3},
    r"without $\Lambda$": {"Lam": 0},
    r"$T^{1/4}$ for $\sqrt T$": {"T": Q(1, 4)},
    r"without $L$": {"L": 0},
    r"without $X$": {"X": 0},
    r"without $A$": {"A": 0},
}
