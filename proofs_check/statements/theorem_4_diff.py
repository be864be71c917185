r"""On the event of Lemma 2, so with probability at least $1-\delta$: $q^*$ is in $Q^P$, a
subset of $Q^{P_i}$, so $\langle q^*,\hat r_i\rangle\leq\langle\hat q_i,\hat r_i\rangle$ for all
$i$, and Diff $=\sum_t\langle q^*-\hat q_{i(t)},\hat r_{i(t)}\rangle\leq0$.

$\hat q_1$ is set, not solved for; $\hat r_1=1$ makes every $q$ in $Q$ optimal, so epoch 1 adds
0. On the runs $\hat q_i$ is optimal up to the solver's rounding: $\langle q^*,\hat r_i\rangle$
is at most LP1's exact optimum, and Diff at most `gap`, the exact distance of $\hat q_i$ from it."""

from __future__ import annotations

from proofs_check.arithmetic import Decision
from proofs_check.ledger.evidence import Tally
from proofs_check.ledger.registry import Shown
from proofs_check.ledger.statement import Coq, Statement, argued
from proofs_check.sampled_runs.occupancy import difference, inner_enclosed
from proofs_check.sampled_runs.suite import Suite

statement = Statement(
    "thm:main:diff",
    __doc__,
    kind="on an event",
    number="(19), Diff",
    section="Sec. V",
    part_of="theorem_4",
    sentences=("882e368ed948", "fea86f9e02aa"),
)

printed = statement.printed(
    r"Diff $\leq0$",
    tex=r"\text{Diff}=\sum_t\langle q^*-\hat q_{i(t)},\hat r_{i(t)}\rangle\leq0",
    steps=(
        argued(
            (
                r"$q^*$ is in $Q^{P_i}$ when $P$ is in $P_i$, and $\hat q_i$ maximises over "
                r"it; $\hat "
                "q_1$ is an optimum"
            ),
            "lemma_02",
            "lemma_01",
            "prop_3",
            "lp1",
            "algorithm_1_line_05",
        ),
    ),
    coq=(Coq("diff", "MainResults.v"),),
)


@printed.check(
    {
        "off the event of Lemma 2": {"on_event": False},
        r"$q_i$ in place of $\hat q_i$": {"measure": "q_xa"},
    }
)
def diff_is_negative(suite: Suite, on_event: bool = True, measure: str = "q_hat_xa") -> Shown:
    optimum = Tally(
        "exact on runs", r"$\langle q^*,\hat r_i\rangle$ <= LP1's optimum, epochs with $P$ in $P_i$"
    )
    gap = Tally(
        "exact on runs",
        (r"$\langle q^*-\hat q_i,\hat r_i\rangle\leq\mathrm{gap}_i$, epochs with $P$ in $P_i$"),
    )
    for run, e in suite.all.epochs():
        if e.event_P is Decision.TRUE or not on_event:
            # The upper ends: LP1 solved with eps_i and r_hat_i rounded up, q* valued likewise.
            best = inner_enclosed(run.best.q_xa, e.r_hat)
            optimum.leq(best.hi, e.optimum_hi, run=run.name, i=e.i)
            diff = inner_enclosed(difference(run.best.q_xa, getattr(e, measure)), e.r_hat)
            gap.leq(diff.hi, e.gap, run=run.name, i=e.i)
            if e.i == 1:
                gap.equal(diff, 0, run=run.name, i=1)
    return optimum, gap
