r"""For each layer $h$, with probability at least $1-\delta/L$,
$\sum_{t=1}^T\sum_{x_h,a_h}(q_{i(t)}(x_h,a_h)-\mathbb{I}^{(t)}\{(x_h,a_h)\})
/\sqrt{\max\{1,N_{i(t)}(x_h,a_h)\}}\leq\sqrt{2T\log(L/\delta)}$, by Lemma 10 with $c_t=1$.

The inner sum lies in an interval of length 1 that is known before episode $t$. So half of the right
side, $\sqrt{T\log(L/\delta)/2}$, is already a bound, and the printed one fails with probability at
most $(\delta/L)^4$."""

from __future__ import annotations

from collections.abc import Iterator

from proofs_check.arithmetic import ONE, Q, ln, sqrt
from proofs_check.evaluation.instance import HALF
from proofs_check.evaluation.line import Line
from proofs_check.evaluation.run import EvaluatedRun
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
    "Azuma's inequality for a layer",
    tex=(
        r"\sum_{t=1}^T\sum_{x_h,a_h}\frac{q_{i(t)}(x_h,a_h)-\mathbb{I}^{(t)}\{(x_h,a_h)\}}"
        r"{\sqrt{\max\{1,N_{i(t)}(x_h,a_h)\}}}\leq\sqrt{2T\log(L/\delta)}"
    ),
    steps=(
        argued(
            r"Lemma 10 with $c_t=1$ and probability $\delta/L$", "lemma_10", "lemma_11_martingale"
        ),
    ),
    coq=(Coq("eq_33", "AppendixB.v"),),
)


def sides(run: EvaluatedRun, share: Q | int = 1, log: int = 1, T: Q = HALF) -> Iterator[Line]:
    """Yield sum_t Y_t of every layer."""
    Y = run.played(lambda e: e.root, "layer") - run.visited(lambda e: e.root, "layer")
    right = run.bound(sqrt(2), T=T, A=0, Lam=0) * (sqrt(run.ln_1(run.L)) if log else 1)
    yield Line(Y, right * share, per="layer")


def trivial(run: EvaluatedRun) -> int:
    """Return T, as Y_t <= 1."""
    return run.T


statement.evaluated(
    sides,
    trivial=trivial,
    claims=1,
    costs=1,
    is_event=True,
    false={
        r"$\frac14$ of the bound": {"share": Q(1, 4)},
        r"without $\log(L/\delta)$": {"log": 0},
        r"$T^{1/4}$ for $\sqrt T$": {"T": Q(1, 4)},
    },
)


@printed.check({r"$\tfrac1{12}$ of the right side": {"scale": Q(1, 12)}})
def eq_33(suite: Suite, scale: Q = ONE) -> Shown:
    horizons = (1, 2, 4, 8, 14) + ((20,) if suite.full else ())
    factor = "" if scale == ONE else f"({scale})"
    note = rf"$P\{{\sum_tY_t>{factor}\sqrt{{2T\log(L/\delta)}}\}}\leq\delta/L$"
    return exact_tails(note, horizons, 2, lambda T, delta: scale * sqrt(ln(2 / delta) * (2 * T)))
