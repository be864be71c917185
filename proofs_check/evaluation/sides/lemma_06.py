"""Lemma 6, (22): Bias-II. As printed, what Lemmas 11 and 12 add up to; repaired,
(3 + 2 sqrt 2) sqrt(TLXA Lam)."""

from collections.abc import Iterator
from typing import Any

from proofs_check.arithmetic import Q, sqrt
from proofs_check.evaluation.epochs import Epochs
from proofs_check.evaluation.line import Line
from proofs_check.evaluation.run import EvaluatedRun
from proofs_check.evaluation.sides.eq_19 import term

on, claims, costs = ("eq_31",), 2, 1
printed_on = ("lemma_03", "lemma_11")  # F-11: 2 delta + delta
requires = {"trigger": ("max1",)}


def clipped(e: Epochs) -> Any:
    """Return min{1, 3 b_i/2}."""
    return e.at_most(e.b * Q(3, 2), 1)


def event(run: EvaluatedRun, share: Q | int = 1, log: int = 1) -> Iterator[Line]:
    """Yield the martingale of the visits' bonuses."""
    right = run.L * sqrt(Q(run.T, 2)) * (sqrt(run.ln_1()) if log else 1)
    yield Line(run.played(clipped) - run.visited(clipped), right * share)


def sides(run: EvaluatedRun, share: Q | int = 1, log: int = 1) -> Iterator[Line]:
    """Yield both bounds."""
    T, L, X, A = run.T, run.L, run.X, run.A
    Lam = run.Lam if log else 1
    root = sqrt(run.ln_1()) if log else 1
    first = Q(3, 2) * (2 + sqrt(2)) * sqrt(Lam * (T * L * (X - 1) * A)) + L * sqrt(Q(T, 2)) * root
    last = (3 + 2 * sqrt(2)) * sqrt(Lam * (T * L * X * A))
    yield Line(term(run, "Bias-II"), first * share, "first right side")
    yield Line(term(run, "Bias-II"), last * share, "(3 + 2 sqrt 2) sqrt(TLXA Lam)")
    if log:
        yield Line(first, last, "second", step=True)


def printed_sides(run: EvaluatedRun, sum_: Q | int = 1) -> Iterator[Line]:
    """Yield twice the sum of Lemmas 11 and 12."""
    of_lemmas = 4 * run.L * sqrt(run.T) * run.Lam + run.bound(10, L=Q(1, 2), X=Q(1, 2))
    yield Line(term(run, "Bias-II"), of_lemmas * sum_)


def trivial(run: EvaluatedRun) -> int:
    """Return LT."""
    return run.L * run.T


false = {
    r"$\frac14$ of both bounds": {"share": Q(1, 4)},
    "without logarithms": {"log": 0},
    r"printed, $\frac19$ of the sum": {"sum_": Q(1, 9)},
}
