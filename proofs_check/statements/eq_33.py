r"""For each layer $h$, with probability at least $1-\delta/L$,
$\sum_{t=1}^T\sum_{x_h,a_h}(q_{i(t)}(x_h,a_h)-\mathbb{I}^{(t)}\{(x_h,a_h)\})
/\sqrt{\max\{1,N_{i(t)}(x_h,a_h)\}}\leq\sqrt{2T\log(L/\delta)}$, by Lemma 10 with $c_t=1$.

The inner sum lies in an interval of length 1 that is known before episode $t$. So half of the right
side, $\sqrt{T\log(L/\delta)/2}$, is already a bound, and the printed one fails with probability at
most $(\delta/L)^4$."""

from proofs_check.statements.common.azuma import exact_tails
from proofs_check.statements.common.prelude import *

statement = Statement(
    "eq:33",
    __doc__,
    kind="probabilistic",
    part_of="lemma_11",
)

printed = statement.printed(
    "Azuma's inequality for a layer",
    (martingale(per_root, by="layer") <= sqrt(2 * T * log(L / delta))).with_probability(1 - delta),
    steps=(
        argued(
            r"Lemma 10 with $c_t=1$ and probability $\delta/L$", "lemma_10", "lemma_11_martingale"
        ),
    ),
    coq=(Coq("eq_33", "paper/AppendixB.v"),),
)


statement.on_runs(no_more_than=T, is_event=True)  # Y_t <= 1


@printed.check({r"$\tfrac1{12}$ of the right side": {"scale": Q(1, 12)}})
def eq_33(suite: Suite, scale: Q = ONE) -> Shown:
    horizons = (1, 2, 4, 8, 14) + ((20,) if suite.full else ())
    factor = "" if scale == ONE else f"({scale})"
    note = rf"$P\{{\sum_tY_t>{factor}\sqrt{{2T\log(L/\delta)}}\}}\leq\delta/L$"
    return exact_tails(note, horizons, 2, lambda T, delta: scale * sqrt(ln(2 / delta) * (2 * T)))
