"""Theorem 4, (18): the regret. As printed, what its lemmas add up to; repaired,
(2 + sqrt 2) LX sqrt(TA Lam), by value functions and by layers."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from proofs_check.arithmetic import Q, Real, sqrt
from proofs_check.evaluation.balls import join
from proofs_check.evaluation.epochs import Epochs
from proofs_check.evaluation.line import Line
from proofs_check.evaluation.run import EvaluatedRun

on, claims, costs, together = ("lemma_02", "lemma_03", "eq_31"), 2, 1, 1
printed_claims = 5
printed_on = ("lemma_02", "lemma_03", "lemma_09_azuma", "lemma_11")
requires = {"trigger": ("max1",), "log": ("ln", "log2")}


def azuma(run: EvaluatedRun) -> Real:
    """Return the bound of the martingale of the values' bounds."""
    return sqrt(run.ln_1() * Q(run.T * run.L * (2 * run.L**2 + 1), 6))


def recursion(e: Epochs) -> tuple[Any, Any]:
    """Return U_i(x_0), the regret's bound by value functions cut at L - s, and its cost at every
    pair."""
    run, size = e.run, e.size
    w_P = (size.L - 1 - size.h) * (size.next >= 2)
    w = e.at_most(e.b * Q(3, 2), 1) + e.at_most(e.eps, 1) * w_P
    m, costs = len(e.data), list[Any]()
    U = e.counts(np.zeros((m, 1), int))
    for s in reversed(range(size.L)):
        pairs, n = size.pairs_of(s), size.layers[s + 1]
        P = e.P[:, size.triples_of(s)].reshape(-1, size.layers[s] * run.A, n)
        PU = (P * U.reshape(m, 1, n)).sum(2)
        clipped = e.at_most(w[:, pairs] + PU, run.L - s)
        costs.insert(0, clipped - PU)
        U = (e.pi[:, pairs] * clipped).reshape(m, size.layers[s], run.A).sum(2)
    return U[:, 0], join(costs)


def bound_of_values(e: Epochs) -> Any:
    """Return U_i(x_0)."""
    return e.once(recursion)[0]


def costs_of_pairs(e: Epochs) -> Any:
    """Return the costs that add up to U_i along the visits, on average."""
    return e.once(recursion)[1]


def event(run: EvaluatedRun) -> Iterator[Line]:
    """Yield the martingale."""
    U = run.over_t(bound_of_values, per="epoch")
    yield Line(U - run.visited(costs_of_pairs), azuma(run))


def by_layers(run: EvaluatedRun) -> Real:
    """Return the sum over s of (3/2) sqrt(X_s), and of (L-1-s) sqrt(X_s X_{s+1}), X_{s+1} >= 2."""
    found = Real.of(0)
    for s, n in enumerate(run.layers[:-1]):
        wide = (run.L - 1 - s) * (run.layers[s + 1] >= 2)
        found = found + Q(3, 2) * sqrt(n) + wide * sqrt(n * run.layers[s + 1])
    return found


def sides(run: EvaluatedRun, share: Q | int = 1, **exponents: Q | int) -> Iterator[Line]:
    """Yield the regret against its three bounds."""
    last = run.bound(share, 2 + sqrt(2), **{"L": 1, "X": 1, **exponents})
    if not exponents:
        U = run.over_t(bound_of_values, per="epoch")
        solver = run.tolerance * (4 * run.L * run.T)
        first = (run.bound(2 + sqrt(2), by_layers(run)) + azuma(run)) * share
        yield Line(run.regret, U + solver, "by value functions", step=True)
        yield Line(run.regret, first, "by layers")
    yield Line(run.regret, last, "(18)")


def printed_sides(run: EvaluatedRun, sum_: Q | int = 1) -> Iterator[Line]:
    """Yield the sum of Lemma 5 and of Lemma 6 by Lemmas 11 and 12."""
    of_lemmas = run.bound(12, L=1, X=1) + run.bound(10, L=Q(1, 2), X=Q(1, 2))
    of_lemmas = of_lemmas + 4 * run.L * sqrt(run.T) * run.Lam
    yield Line(run.regret, of_lemmas * sum_)


def trivial(run: EvaluatedRun) -> int:
    """Return LT."""
    return run.L * run.T


false = {
    r"$\frac14$ of the bounds": {"share": Q(1, 4)},
    r"printed, $\frac1{25}$ of the sum": {"sum_": Q(1, 25)},
    r"without $\Lambda$": {"Lam": 0},
    r"$T^{1/4}$ for $\sqrt T$": {"T": Q(1, 4)},
    r"without $A$": {"A": 0},
}
beyond = {
    r"without $L$": "where every layer is explored in turn, left/right is sqrt(L)/13.6: L = 185",
    r"without $X$": "with m bandits in layer 1 left/right is 0.83 at m = 64, so m = 93 is needed",
}
