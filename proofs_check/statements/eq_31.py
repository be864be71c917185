r"""With probability at least $1-\delta$, for all $t$ and $(x,a)$, $\hat
r_{i(t)}-r\leq2b_{i(t)}$; and then Bias-II $=\sum_t\langle q_{i(t)},\hat
r_{i(t)}-r\rangle\leq2\sum_t\sum_h\sum
q_{i(t)}b_{i(t)}=2\sum_t\sum_h\sum(q_{i(t)}-I^{(t)})b_{i(t)}+2\sum_t\sum_h\sum I^{(t)}b_{i(t)}$.

True, but not "by Lemma 3", which as stated gives $1-2\delta$: only one side, $\bar r_i-r\leq
b_i$, is needed, and that is the half of its union bound. It fails with probability at most
$TXA\exp(-4\Lambda)=\delta(\delta/TXA)^3$, and half the radius is enough (Lemma 3), by which the
2 becomes 3/2 (used for Lemma 6, repaired). Cutting $\hat r-r$ at 1 here, before the split, is
what repairs Lemma 6."""

from __future__ import annotations

from itertools import product

from proofs_check.arithmetic import ONE, Q, lam
from proofs_check.ledger.evidence import Tally
from proofs_check.ledger.registry import Shown
from proofs_check.ledger.statement import Coq, Statement, argued
from proofs_check.sampled_runs.occupancy import pairs
from proofs_check.sampled_runs.suite import Suite
from proofs_check.statements.common.coins import COIN_DELTAS, ever_fails

statement = Statement(
    "eq:bias-decomp",
    __doc__,
    box="lemma_06",
    kind="on an event",
    part_of="lemma_06",
    sentences=("04386dfbc8df", "b4f7356c762b", "fa8e8ea0157d", "5abeada5f571"),
)

printed = statement.printed(
    "Bias-II in two sums",
    tex=(
        r"\sum_t\langle q_{i(t)},\hat r-r\rangle\leq2\sum_t\langle q_{i(t)},b\rangle=2"
        r"\sum_t\sum(q-I^{(t)})b+2\sum_t\sum I^{(t)}b"
    ),
    steps=(
        argued(
            r"$\hat r_i\leq\bar r_i+b_i$ and $\bar r_i-r\leq b_i$; $q=(q-I)$ + I",
            "lemma_02_sampling",
            "eq_15",
            "eq_16",
        ),
    ),
    coq=(Coq("eq_31", "AppendixB.v"),),
)


@printed.check(
    {
        "$b_i$ in place of $2b_i$ on the event": {"times": 1},
        "the radius a fifth of $b_i$": {"scale": Q(1, 5)},
        "without the event: every run": {"on_event": False},
    }
)
def eq_31(suite: Suite, times: int = 2, scale: Q = ONE, on_event: bool = True) -> Shown:
    note = rf"Bernoulli$(r)$, $X=2$, $A=1$: $\lvert\bar r-r\rvert>{scale}b$ for some $n\leq T$"
    event = Tally("exact probability", note)  # both sides of the radius, so one
    for T, delta, r in product((4, 16, 64), COIN_DELTAS, (Q(1, 10), Q(1, 2), Q(9, 10))):
        fails = ever_fails(r, T, lam(T, 2, 1, delta) * (2 * scale * scale))
        event.leq(fails, delta, T=T, delta=delta, r=r)
    tally = Tally("exact on runs", rf"$\hat r_i-r\leq{times}b_i$ wherever $\bar r_i-r\leq b_i$")
    for run, e in suite.all.epochs():
        for h, x, a in pairs(e.N):
            r, b = run.r[h][x][a], e.b[h][x][a]
            if not on_event or e.r_bar[h][x][a] - r <= b.lo:
                left = e.r_hat[h][x][a] - r
                tally.leq(left, b * times, run=run.name, i=e.i, h=h, x=x, a=a)
    return event, tally
