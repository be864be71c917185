r"""With probability at least $1-2\delta$ the event of Lemma 3 holds, and then
$\textsc{Bias-I}=\sum_{t=1}^T\langle q^*,r-\hat r_{i(t)}\rangle\leq0$.

Only $r\leq\hat r_i$ is needed, and only at the pairs of $q^*$. This is one half of Lemma 3's
event, so the probability is at least $1-\delta$."""

from __future__ import annotations

from proofs_check.arithmetic import ZERO, Enclosure, each, zipped
from proofs_check.ledger.evidence import Tally
from proofs_check.ledger.registry import Shown
from proofs_check.ledger.statement import Coq, Statement, argued
from proofs_check.sampled_runs.occupancy import inner, inner_enclosed
from proofs_check.sampled_runs.suite import Suite

statement = Statement(
    "thm:main:bias-1",
    __doc__,
    kind="on an event",
    number="(19), Bias-I",
    section="Sec. V",
    part_of="theorem_4",
    sentences=("9e1f6ed26ef5", "b1c8171f72ef"),
)

printed = statement.printed(
    r"$\textsc{Bias-I}\leq0$",
    tex=r"\textsc{Bias-I}=\sum_{t=1}^T\langle q^*,r-\hat r_{i(t)}\rangle\leq0",
    steps=(argued(r"$q^*\geq0$ and $r\leq\hat r_i$ at every pair", "lemma_03", "definition_1"),),
    coq=(Coq("bias_1", "MainResults.v"),),
)


@printed.check(
    {
        "off the event of Lemma 3": {"on_event": False},
        r"$\bar r_i$ in place of $\hat r_i$": {"bound": "r_bar"},
    }
)
def bias_1_is_negative(suite: Suite, on_event: bool = True, bound: str = "r_hat") -> Shown:
    tally = Tally(
        "exact on runs",
        r"$\langle q^*,r-\hat r_i\rangle\leq0$, epochs with $r\leq\hat r_i$ where $q^*>0$",
    )
    for run, e in suite.all.epochs():
        seen = zipped(run.best.q_xa, run.r, e.r_hat)
        if not on_event or all(r <= r_hat.lo for mass, r, r_hat in seen if mass):
            r_hat = each(Enclosure.of, getattr(e, bound))
            bias_1 = inner(run.best.q_xa, run.r) - inner_enclosed(run.best.q_xa, r_hat)
            tally.leq(bias_1, ZERO, run=run.name, i=e.i)
    return tally
