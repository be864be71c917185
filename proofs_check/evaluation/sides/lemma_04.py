"""Lemma 4, (20), the key lemma: sum_t ||q_hat_{i(t)} - q_{i(t)}||_1 <= 12 LX sqrt(TA Lam)."""

from collections.abc import Iterator

from proofs_check.arithmetic import Q
from proofs_check.evaluation.line import Line
from proofs_check.evaluation.run import EvaluatedRun
from proofs_check.evaluation.sides.lemma_07 import l1

on, claims = ("lemma_02", "lemma_09_azuma"), 2


def sides(run: EvaluatedRun, constant: Q | int = 12, **exponents: Q | int) -> Iterator[Line]:
    """Yield the distance and its bound."""
    yield Line(l1(run), run.bound(constant, **{"L": 1, "X": 1, **exponents}))


def trivial(run: EvaluatedRun) -> int:
    """Return 2LT: two measures of mass 1 in every layer."""
    return 2 * run.L * run.T


false = {
    r"$\frac{11}{10}$ for 12": {"constant": Q(11, 10)},
    r"without $\Lambda$": {"Lam": 0},
    r"$T^{1/4}$ for $\sqrt T$": {"T": Q(1, 4)},
    r"without $L$": {"L": 0},
    r"without $X$": {"X": 0},
}
beyond = {
    r"without $A$": "on the fork left/right is at most 0.0937, so 114 actions in turn are needed",
}
