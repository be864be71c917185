r"""$V(\pi)=\mathbb{E}[\sum_{h=0}^{L-1}r(x_h,a_h)\mid P,\pi]=\langle
q^{P,\pi},r\rangle$, where $r(x,a,x')=r(x,a)$ (eq. (1) and (8)).

On the runs, the value by backward induction equals $\langle q,r\rangle$ with $q$ by the forward
recursion. The identity needs $q(x_L,\cdot,\cdot)=0$ (R-2), since no reward is collected at
$x_L$."""

from __future__ import annotations

from collections.abc import Iterator

from proofs_check.evaluation.line import Each, Line
from proofs_check.evaluation.run import EvaluatedRun
from proofs_check.ledger.evidence import Tally
from proofs_check.ledger.registry import Shown
from proofs_check.ledger.statement import Coq, Statement, cited
from proofs_check.sampled_runs.occupancy import inner
from proofs_check.sampled_runs.suite import Suite

statement = Statement(
    "eq:8",
    __doc__,
    box=("(8), (9)", "(8, 9)", "regret by $q$"),
    kind="identity",
    covers=("eq:1",),
    readings=("R-2",),
    sentences=("29d613c047a8", "a76b81698c2a", "30552d85c5c1"),
)

printed = statement.printed(
    r"$V(\pi)=\langle q,r\rangle$",
    tex=r"\mathbb{E}[\sum_{h=0}^{L-1}r(x_h,a_h)\mid P,\pi]=\langle q^{P,\pi},r\rangle",
    steps=(cited("occupancy measures of layered MDPs", "definition_1"),),
    coq=(
        Coq("eq_8", "OccupancyMeasures.v"),
        Coq("eq_8_episode", "Propositions.v"),
        Coq("eq_8_received", "Propositions.v"),
    ),
)


def sides(run: EvaluatedRun, measure: str = "q") -> Iterator[Line]:
    """Yield both sides: by backward induction, and by Definition 1."""
    inner = Each(lambda e: (getattr(e, measure) * e.r).sum(1), per="epoch")
    yield Line(Each(lambda e: e.V, per="epoch"), inner, equal=True)


statement.evaluated(
    sides,
    false={r"$\hat q_i$ in place of $q_i$": {"measure": "q_hat"}},
)


@printed.check({r"$\hat q_i$ in place of $q^{P,\pi_i}$": {"measure": "q_hat_xa"}})
def eq_8(suite: Suite, measure: str = "q_xa") -> Shown:
    tally = Tally(
        "exact on runs", r"$V(\pi_i)$ by backward induction $=\langle q_i,r\rangle$, every epoch"
    )
    for run, e in suite.all.epochs():
        tally.equal(e.V, inner(getattr(e, measure), run.r), run=run.name, i=e.i)
    return tally
