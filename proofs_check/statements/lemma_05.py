r"""With probability at least $1-2\delta$,
$\textsc{Error}=\sum_{t=1}^T\langle\hat q_{i(t)}-q_{i(t)},\hat r_{i(t)}\rangle
\leq O(LX\sqrt{TA\log(TXA/\delta)})$.

The proof gives the constant 12, in (28), and this constant is checked."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from proofs_check.arithmetic import ONE, Decision, Enclosure, Q, Real, ln, sqrt, zipped
from proofs_check.evaluation.epochs import Epochs
from proofs_check.evaluation.line import Line
from proofs_check.evaluation.run import EvaluatedRun
from proofs_check.ledger.evidence import Tally
from proofs_check.ledger.registry import Found, Shown
from proofs_check.ledger.statement import Coq, Statement, argued
from proofs_check.sampled_runs.epoch import SampledEpoch
from proofs_check.sampled_runs.occupancy import (
    difference,
    inner_enclosed,
)
from proofs_check.sampled_runs.suite import Suite
from proofs_check.statements.common.bounds import Size
from proofs_check.statements.common.forks import fork_error, on_forks, on_one_fork
from proofs_check.statements.common.theorem_4 import Bound, leading
from proofs_check.statements.common.visits import error_layers
from proofs_check.statements.eq_19 import term

statement = Statement(
    "lem:error",
    __doc__,
    box=("Lemma 5", "L 5", "Error"),
    kind="asymptotic",
    covers=("eq:21",),
    sentences=("46f88727d582", "bfa1b8ae94a1"),
)

printed = statement.printed(
    r"$\textsc{Error}\leq O(LX\sqrt{TA\Lambda})$",
    tex=r"\textsc{Error}\leq O(LX\sqrt{TA\Lambda})",
    steps=(argued("the constant of (28)", "eq_28"),),
    coq=(Coq("lemma_5", "AppendixA.v"),),
)

repaired = statement.repaired(
    r"$\textsc{Error}$, layer by layer",
    tex=(
        r"\textsc{Error}\leq(2+\sqrt2)\sqrt{TA\Lambda}\sum_{s\leq L-2,\,X_{s+1}\geq2}(L-1-s)"
        r"\sqrt{X_sX_{s+1}}+\tfrac12L(L-1)\sqrt{\tfrac T2\log\tfrac1\delta}"
        r"\leq(2+\tfrac54\sqrt2)LX\sqrt{TA\Lambda}"
    ),
    says=r"""With probability at least $1-2\delta$,
$\textsc{Error}\leq(2+\sqrt2)\sqrt{TA\Lambda}\sum_{s\leq L-2,\,X_{s+1}\geq2}(L-1-s)
\sqrt{X_sX_{s+1}}+\tfrac12L(L-1)\sqrt{\tfrac T2\log\tfrac1\delta}
\leq(2+\tfrac54\sqrt2)LX\sqrt{TA\Lambda}$, where $\Lambda=\log(TXA/\delta)$.

The constant is 3.768 in place of 12. $\textsc{Error}$ is at most half the sum of the distances over
pairs of the layers $1,\dots,L-1$. By Lemma 8, layer $s$ then has the weight $(L-1-s)/2$, where (28)
has $L-s$. The steps of Lemma 9 give the rest, with the interval form of Lemma 10: the martingale's
differences lie in intervals of half the length.""",
    kind="probabilistic",
    readings=("R-1", "R-4"),
    steps=(
        argued(
            "half of the distances of Lemma 8, then the visits and one martingale as in Lemma 9",
            "eq_28",
            "lemma_08",
            "lemma_09",
            "lemma_10",
        ),
    ),
    coq=(
        Coq("lemma_5_layered", "AppendixA.v"),
        Coq("lemma_5_constant", "RepairedForms.v"),
    ),
)


def clipped(e: Epochs) -> Any:
    """Return (L - 1 - s) min{1, eps_i} where X_{s+1} >= 2, else 0."""
    return e.at_most(e.eps, 1) * ((e.size.L - 1 - e.size.h) * (e.size.next >= 2))


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


statement.evaluated(
    sides,
    printed_sides=printed_sides,
    event=event,
    trivial=trivial,
    on=("lemma_02",),
    printed_on=("lemma_02", "lemma_09_azuma"),
    claims=2,
    costs=1,
    false={
        r"$\frac15$ of the bound by layers": {"share": Q(1, 5)},
        r"printed, $\frac16$ for 12": {"constant": Q(1, 6)},
    },
)


@printed.check(
    {
        r"the constant $\tfrac14$, deterministic fork with layers 1, 2, 1": lambda _: on_one_fork(
            "$T=2^k$", fork_error, 2, last=40
        )
    }
)
def lemma_5(suite: Suite) -> Shown:
    return _on_forks(suite, partial(leading, constant=Real.of(12)))


@repaired.check(
    {
        r"$\tfrac25$ of the first right side, two branches": {"share": Q(2, 5)},
        "the weight $L-2-s$ in place of $L-1-s$": {"short": 2},
    }
)
def lemma_5_repaired(suite: Suite, share: Q = ONE, short: int = 1) -> Iterator[Found]:
    yield _on_forks(suite, lambda *one: sharp_error(*one) * share)
    note = (
        r"$\langle\hat q_i-q_i,\hat r_i\rangle\leq\sum_s"
        rf"(L-{short}-s)\sum_{{x_s,a_s}}q_i\min\{{1,\epsilon_i\}}$, every epoch with "
        r"$P\in\mathcal P_i$; trivial from $L-1$ on"
    )
    tally = Tally("exact on runs", note)
    for run, e in suite.all.epochs():
        if e.event_P is Decision.TRUE:
            tally.bounded(error_of(e), clipped_eps(e, short), run.L - 1, run=run.name, i=e.i)
    yield tally


def error_of(e: SampledEpoch) -> Enclosure:
    """Return <q_hat_i - q_i, r_hat_i>, the part of Error that one episode of epoch i has."""
    return inner_enclosed(difference(e.q_hat_xa, e.q_xa), e.r_hat)


def clipped_eps(e: SampledEpoch, short: int) -> Enclosure:
    """Return sum_s (L - short - s) sum q_i(x_s,a_s) min{1, eps_i(x_s,a_s)}."""
    L = e.run.L
    return Enclosure.sum(
        eps.at_most(ONE) * ((L - short - s) * m)
        for s in range(L - short)
        for m, eps in zipped(e.q_xa[s], e.eps[s])
    )


def sharp_error(size: Size, T: int, Lam: Real, delta: Q) -> Real:
    """Return the first right side of the repaired lemma."""
    azuma = sqrt(ln(1 / delta) * Q(T, 8)) * (size.L * (size.L - 1))
    return error_layers(size.layers) * sqrt(Lam * (T * size.A)) + azuma


def _on_forks(suite: Suite, bound: Bound) -> Tally:
    return on_forks("trivial from $LT$ on", suite.full, fork_error, bound, lambda L: L)
