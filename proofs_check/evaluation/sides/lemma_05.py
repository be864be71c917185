"""Lemma 5, (21): Error, at most 12 LX sqrt(TA Lam) by the printed proof; repaired by layers."""

from collections.abc import Iterator
from typing import Any

from proofs_check.arithmetic import Q, Real, sqrt
from proofs_check.evaluation.epochs import Epochs
from proofs_check.evaluation.line import Line
from proofs_check.evaluation.run import EvaluatedRun
from proofs_check.evaluation.sides.eq_19 import term

on, claims, costs = ("lemma_02",), 2, 1
printed_on = ("lemma_02", "lemma_09_azuma")


def clipped(e: Epochs) -> Any:
    """Return (L - 1 - s) min{1, eps_i}."""
    return e.at_most(e.eps, 1) * (e.size.L - 1 - e.size.h)


def azuma(run: EvaluatedRun) -> Real:
    """Return the martingale's bound, in intervals of half the length."""
    return sqrt(run.ln_1() * Q(run.T, 8)) * (run.L * (run.L - 1))


def event(run: EvaluatedRun) -> Iterator[Line]:
    """Yield the martingale of the visits' radii."""
    yield Line(run.played(clipped) - run.visited(clipped), azuma(run))


def by_layers(run: EvaluatedRun) -> Real:
    """Return the sum over s of (L - 1 - s) sqrt(X_s X_{s+1}), where X_{s+1} >= 2."""
    found = Real.of(0)
    for s in range(run.L - 1):
        if run.layers[s + 1] >= 2:
            found = found + (run.L - 1 - s) * sqrt(run.layers[s] * run.layers[s + 1])
    return found


def sides(run: EvaluatedRun, share: Q | int = 1, **exponents: Q | int) -> Iterator[Line]:
    """Yield Error, and the bound by layers."""
    first = run.bound(sqrt(2) + 2, by_layers(run), **exponents) + azuma(run)
    last = run.bound(2 + Q(5, 4) * sqrt(2), L=1, X=1)
    yield Line(term(run, "Error"), first * share, "by layers")
    if share == 1 and not exponents:
        yield Line(first, last, "3.768 LX sqrt(TA Lam)", step=True)


def printed_sides(run: EvaluatedRun, constant: Q | int = 12, **powers: Q | int) -> Iterator[Line]:
    """Yield Error, and the bound of (28)."""
    yield Line(term(run, "Error"), run.bound(constant, **{"L": 1, "X": 1, **powers}))


def trivial(run: EvaluatedRun) -> int:
    """Return (L - 1)T: r_hat_i <= 1, and both measures agree in layer 0."""
    return (run.L - 1) * run.T


false = {
    r"$\frac15$ of the bound by layers": {"share": Q(1, 5)},
    r"printed, $\frac16$ for 12": {"constant": Q(1, 6)},
}
