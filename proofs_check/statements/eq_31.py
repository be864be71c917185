r"""With probability at least $1-\delta$, $\hat r_{i(t)}-r\leq2b_{i(t)}$ for all $t$ and $(x,a)$;
then $\textsc{Bias-II}=\sum_{t=1}^T\langle q_{i(t)},\hat r_{i(t)}-r\rangle
\leq2\sum_{t=1}^T\sum_{h<L}\sum_{x_h,a_h}q_{i(t)}b_{i(t)}
=2\sum_{t=1}^T\sum_{h<L}\sum_{x_h,a_h}(q_{i(t)}-\mathbb{I}^{(t)})b_{i(t)}
+2\sum_{t=1}^T\sum_{h<L}\sum_{x_h,a_h}\mathbb{I}^{(t)}b_{i(t)}$.

The statement is true, but not "by Lemma 3", which gives $1-2\delta$. The proof needs only one side,
$\bar r_i-r\leq b_i$, which costs half of the union bound. That side fails with probability at most
$TXA\exp(-4\Lambda)=\delta(\delta/(TXA))^3$. Half the radius is enough (Lemma 3), and then
$\tfrac32$ replaces 2, as in the repaired Lemma 6. To repair Lemma 6, cut $\hat r_i-r$ at 1 here,
before the split."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from proofs_check.arithmetic import ONE, Q, lam
from proofs_check.evaluation.instance import HALF
from proofs_check.evaluation.line import Each, Line
from proofs_check.evaluation.run import EvaluatedRun
from proofs_check.ledger.evidence import Tally
from proofs_check.ledger.registry import Shown
from proofs_check.ledger.statement import Coq, Statement, argued
from proofs_check.sampled_runs.occupancy import pairs
from proofs_check.sampled_runs.suite import Suite
from proofs_check.statements.common.coins import COIN_DELTAS, ever_fails
from proofs_check.statements.eq_19 import term

statement = Statement(
    "eq:bias-decomp",
    __doc__,
    box="lemma_06",
    kind="on an event",
    part_of="lemma_06",
    sentences=("04386dfbc8df", "b4f7356c762b", "fa8e8ea0157d", "5abeada5f571"),
)

printed = statement.printed(
    r"$\textsc{Bias-II}$ in two sums",
    tex=(
        r"\sum_{t=1}^T\langle q_{i(t)},\hat r_{i(t)}-r\rangle"
        r"\leq2\sum_{t=1}^T\sum_{h<L}\sum_{x_h,a_h}q_{i(t)}b_{i(t)}"
        r"=2\sum_{t=1}^T\sum_{h<L}\sum_{x_h,a_h}(q_{i(t)}-\mathbb{I}^{(t)})b_{i(t)}"
        r"+2\sum_{t=1}^T\sum_{h<L}\sum_{x_h,a_h}\mathbb{I}^{(t)}b_{i(t)}"
    ),
    steps=(
        argued(
            r"$\hat r_i\leq\bar r_i+b_i$ and $\bar r_i-r\leq b_i$; "
            r"$q_{i(t)}=(q_{i(t)}-\mathbb{I}^{(t)})+\mathbb{I}^{(t)}$",
            "lemma_02_sampling",
            "eq_15",
            "eq_16",
        ),
    ),
    coq=(Coq("eq_31", "AppendixB.v"),),
)


def sides(run: EvaluatedRun, share: Q = HALF, radius: str = "b") -> Iterator[Line]:
    """Yield the event, one half of a union bound."""
    yield Line(Each(lambda e: e.r_bar - e.r), Each(lambda e: getattr(e, radius) * share))


def printed_sides(run: EvaluatedRun, factor: Q | int = 2, of: str = "b") -> Iterator[Line]:
    """Yield r_hat_i - r <= 2 b_i, and Bias-II by the bonuses."""
    above = Each(lambda e: e.r_hat - e.r)
    yield Line(above, Each(lambda e: getattr(e, of) * factor), "every pair", most=1)
    played = run.played(lambda e: e.b)
    yield Line(term(run, "Bias-II"), played * factor, "Bias-II", most=run.L * run.T)


statement.evaluated(
    sides,
    printed_sides=printed_sides,
    printed_on=("lemma_03",),
    claims=1,
    costs=1,
    requires={"log": ("ln", "log2")},
    is_event=True,
    false={
        r"$\frac18b_i$": {"share": Q(1, 8)},
        r"$\frac12/\sqrt{\max\{1,N_i\}}$, without $\Lambda$": {"radius": "root"},
        r"printed, $\frac12b_i$": {"factor": Q(1, 2)},
        r"printed, without $\Lambda$": {"of": "root"},
    },
)


@printed.check(
    {
        "$b_i$ in place of $2b_i$, on the event": {"times": 1},
        r"$\tfrac15b_i$ as the radius of $\bar r_i$": {"scale": Q(1, 5)},
        "every run, also off the event": {"on_event": False},
    }
)
def eq_31(suite: Suite, times: int = 2, scale: Q = ONE, on_event: bool = True) -> Shown:
    radius = "b" if scale == ONE else f"({scale})b"
    note = (
        r"rewards 0 and 1 with mean $r$, $X=2$, $A=1$: "
        rf"$\lvert\bar r-r\rvert>{radius}$ for some $n\leq T$ with probability at most $\delta$"
    )
    event = Tally("exact probability", note)  # both sides of the radius, so one
    for T, delta, r in product((4, 16, 64), COIN_DELTAS, (Q(1, 10), Q(1, 2), Q(9, 10))):
        fails = ever_fails(r, T, lam(T, 2, 1, delta) * (2 * scale * scale))
        event.leq(fails, delta, T=T, delta=delta, r=r)
    note = (
        rf"$\hat r_i-r\leq{times}b_i$ at every pair of every epoch with $\bar r_i-r\leq b_i$; "
        "trivial from 1 on"
    )
    tally = Tally("exact on runs", note)
    for run, e in suite.all.epochs():
        for h, x, a in pairs(e.N):
            r, b = run.r[h][x][a], e.b[h][x][a]
            if not on_event or e.r_bar[h][x][a] - r <= b.lo:
                left = e.r_hat[h][x][a] - r
                tally.bounded(left, b * times, ONE, run=run.name, i=e.i, h=h, x=x, a=a)
    return event, tally
