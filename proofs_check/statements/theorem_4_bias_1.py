r"""With probability at least $1-2\delta$ the event of Lemma 3 holds, and then
$\textsc{Bias-I}=\sum_{t=1}^T\langle q^*,r-\hat r_{i(t)}\rangle\leq0$.

Only $r\leq\hat r_i$ is needed, and only at the pairs of $q^*$. This is one half of Lemma 3's
event, so the probability is at least $1-\delta$."""

from __future__ import annotations

from collections.abc import Iterator

from proofs_check.arithmetic import ZERO, Enclosure, Q, each, zipped
from proofs_check.evaluation.line import Each, Line
from proofs_check.evaluation.run import EvaluatedRun
from proofs_check.ledger.evidence import Tally
from proofs_check.ledger.registry import Shown
from proofs_check.ledger.statement import Coq, Statement, argued
from proofs_check.sampled_runs.occupancy import inner, inner_enclosed
from proofs_check.sampled_runs.suite import Suite
from proofs_check.statements.eq_19 import term

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


def sides(run: EvaluatedRun, bound: str = "r_hat", least: Q | int = 0) -> Iterator[Line]:
    """Yield <q*, r - r_hat_i> of every epoch, and Bias-I."""
    of_epoch = Each(lambda e: (e.q_star * (e.r - getattr(e, bound))).sum(1), per="epoch")
    yield Line(of_epoch, 0, "every epoch")
    yield Line(term(run, "Bias-I"), -least * run.T, "Bias-I")


def trivial(run: EvaluatedRun) -> int:
    """Return LT."""
    return run.L * run.T


statement.evaluated(
    sides,
    trivial=trivial,
    on=("lemma_03",),
    claims=2,
    false={
        r"$\bar r_i$ in place of $\hat r_i$": {"bound": "r_bar"},
        r"Bias-I $\leq-T$": {"least": 1},
    },
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
