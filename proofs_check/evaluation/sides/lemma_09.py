"""Lemma 9, (27), P_i completed by P or inside the confidence set: the sum of q_{i(t)} xi_{i(t)} is
at most 6 LX sqrt(2TA Lam) + 2 LX sqrt(2T log(L/delta)) <= 12 LX sqrt(TA Lam)."""

from collections.abc import Iterator

from proofs_check.arithmetic import Q, sqrt
from proofs_check.evaluation.line import Line
from proofs_check.evaluation.run import EvaluatedRun
from proofs_check.evaluation.sides.eq_25 import weighted_xi
from proofs_check.evaluation.sides.lemma_09_azuma import azuma

on, claims = ("lemma_02", "lemma_09_azuma"), 2


def sides(run: EvaluatedRun, constant: Q | int = 12, **exponents: Q | int) -> Iterator[Line]:
    """Yield both right sides."""
    q_xi = run.played(weighted_xi)
    last = run.bound(constant, **{"L": 1, "X": 1, **exponents})
    if constant == 12 and not exponents:
        first = run.bound(6, sqrt(2), L=1, X=1) + azuma(run)
        yield Line(q_xi, first, "first right side")
        yield Line(first, last, "second", step=True)
    yield Line(q_xi, last, "12 LX sqrt(TA Lam)")


def printed_sides(run: EvaluatedRun) -> Iterator[Line]:
    """Yield the same with uniform rows where q_hat_i(x,a) = 0, which the text does not exclude."""
    q_xi = run.played(lambda e: e.xi_uniform * (e.size.L - e.size.h))
    yield Line(q_xi, run.bound(6, sqrt(2), L=1, X=1) + azuma(run), "first right side")
    yield Line(q_xi, run.bound(12, L=1, X=1), "12 LX sqrt(TA Lam)")


def trivial(run: EvaluatedRun) -> int:
    """Return the sum's largest value: xi_i <= 2, and 0 in the last layer."""
    return run.T * (run.L * (run.L + 1) - 2)


false = {
    r"$\frac75$ for 12": {"constant": Q(7, 5)},
    r"without $\Lambda$": {"Lam": 0},
    r"$T^{1/4}$ for $\sqrt T$": {"T": Q(1, 4)},
    r"without $L$": {"L": 0},
    r"without $X$": {"X": 0},
}
beyond = {
    r"without $A$": "on the fork left/right is at most 0.0937, so 114 actions in turn are needed",
}
