r"""For a layer $h$, with probability at least $1-\delta/L$, $\sum_t$ sum over $(x_h,a_h)$ of
$(q_{i(t)}-I^{(t)})/\sqrt{\max\{1,N_{i(t)}\}}\leq\sqrt{2T\ln(L/\delta)}$: Lemma 10 with $c_t=1$.

$Y_t$ lies in an interval of length 1 known before episode $t$, so half of the right side,
$\sqrt{T\ln(L/\delta)/2}$, already holds; what is printed fails with probability $(\delta/L)^4$
at most."""

from __future__ import annotations

from proofs_check.arithmetic import ONE, Q, ln, sqrt
from proofs_check.ledger.registry import Shown
from proofs_check.ledger.statement import Coq, Statement, argued
from proofs_check.sampled_runs.suite import Suite
from proofs_check.statements.common.azuma import exact_tails

statement = Statement(
    "eq:33",
    __doc__,
    box="lemma_11",
    kind="probabilistic",
    part_of="lemma_11",
    sentences=("6da649534d78", "5a0e91e68e63"),
)

printed = statement.printed(
    "Azuma step of a layer",
    tex=r"\sum_tY_t\leq\sqrt{2T\ln(L/\delta)}\text{ w.p. }\geq1-\delta/L",
    steps=(
        argued(r"Lemma 10 with $c_t=1$ and tail $\delta/L$", "lemma_10", "lemma_11_martingale"),
    ),
    coq=(Coq("eq_33", "AppendixB.v"),),
)


@printed.check({r"$\sqrt{2T\ln(L/\delta)}$ divided by 12": {"scale": Q(1, 12)}})
def eq_33(suite: Suite, scale: Q = ONE) -> Shown:
    horizons = (1, 2, 4, 8, 14) + ((20,) if suite.full else ())
    note = rf"$P\{{\sum Y_t>{scale}\sqrt{{2T\ln(L/\delta)}}\}}$ against $\delta/L$"
    return exact_tails(note, horizons, 2, lambda T, delta: scale * sqrt(ln(2 / delta) * (2 * T)))
