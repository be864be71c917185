r"""Let $q^*\in\operatorname{arg\,max}_{q\in Q^P}\langle q,r\rangle$. Then the regret (2),
$\mathrm{Reg}_T=T\cdot V(\pi^*)-\sum_{t=1}^TV(\pi_t)$, equals $T\cdot\langle
q^*,r\rangle-\sum_{t=1}^T\langle q^{P,\pi_t},r\rangle=\sum_{t=1}^T\langle q^*-q^{P,\pi_t},r\rangle$
(eq. (9))."""

from __future__ import annotations

from collections.abc import Iterator

from proofs_check.arithmetic import ZERO
from proofs_check.evaluation.line import Line
from proofs_check.evaluation.run import EvaluatedRun
from proofs_check.ledger.evidence import Tally
from proofs_check.ledger.registry import Shown
from proofs_check.ledger.statement import Coq, Statement, cited
from proofs_check.sampled_runs.occupancy import difference, inner, value
from proofs_check.sampled_runs.suite import Suite

statement = Statement(
    "eq:regret-occ",
    __doc__,
    box="eq_08",
    kind="identity",
    covers=("eq:regret",),
    readings=("R-15",),
    sentences=(
        "f40027b447f1",
        "c5e10ee8427f",
        "fe0f4eae16ce",
        "11850daea147",
        "bc54cd62a82c",
        "52b33746243c",
        "ecd597edefab",
        "56c5fbe1f92b",
    ),
)

printed = statement.printed(
    "regret by occupancy measures",
    tex=(
        r"\mathrm{Reg}_T=T\cdot\langle q^*,r\rangle-\sum_{t=1}^T\langle q^{P,\pi_t},r\rangle="
        r"\sum_{t=1}^T\langle q^*-q^{P,\pi_t},r\rangle"
    ),
    steps=(cited("values and $Q^P$", "eq_08", "prop_3", "eq_09_pi_star"),),
    coq=(
        Coq("eq_regret_occ", "MainResults.v"),
        Coq("eq_9", "Propositions.v"),
        Coq("optimal_occ_exists", "Propositions.v"),
    ),
)


def sides(run: EvaluatedRun, measure: str = "q") -> Iterator[Line]:
    """Yield both sides: (2) by values, and (9)."""
    by_measures = run.over_t(lambda e: (e.q_star - getattr(e, measure)) * e.r)
    yield Line(run.regret, by_measures, equal=True, cheap=True)


statement.evaluated(
    sides,
    false={r"$\hat q_i$ in place of $q_i$": {"measure": "q_hat"}},
)


@printed.check({"one episode of epoch 1 not counted": {"uncounted": 1}})
def eq_9(suite: Suite, uncounted: int = 0) -> Shown:
    regret = Tally("exact on runs", "both sums of (9) equal (2), with values by backward induction")
    for run in suite.all:
        q_star = run.best.q_xa
        top = inner(q_star, run.r)
        played = [(e.length - uncounted * (e.i == 1), e) for e in run.epochs]
        of_q = sum((n * inner(e.q_xa, run.r) for n, e in played), ZERO)
        terms = sum((n * inner(difference(q_star, e.q_xa), run.r) for n, e in played), ZERO)
        by_value = run.T * value(run.P, run.r, run.best.pi)
        by_value -= sum((e.length * e.V for e in run.epochs), ZERO)
        regret.equal(run.T * top - of_q, by_value, run=run.name)
        regret.equal(terms, by_value, run=run.name)
        regret.leq(0, by_value, run=run.name)
    return regret
