r"""With probability at least $1-\delta$ the event of Lemma 2 holds, and then
$\textsc{Diff}=\sum_{t=1}^T\langle q^*-\hat q_{i(t)},\hat r_{i(t)}\rangle\leq0$. On this event
$q^*\in Q^P\subseteq Q^{\mathcal P_i}$ for all $i$, and so $\langle q^*,\hat
r_i\rangle\leq\langle\hat q_i,\hat r_i\rangle$.

$\hat q_1$ is set and not solved for, but $\hat r_1=1$ makes every $q\in Q$ optimal, so epoch 1
adds 0. On the runs $\hat q_i$ is optimal up to the solver's rounding. There $\langle q^*,\hat
r_i\rangle$ is at most the exact optimum of LP1, and $\langle q^*-\hat q_i,\hat
r_i\rangle\leq\mathrm{gap}_i$, where $\mathrm{gap}_i$ is the exact distance of $\langle\hat
q_i,\hat r_i\rangle$ from the optimum."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from proofs_check.arithmetic import Decision, Q
from proofs_check.evaluation.epochs import Epochs
from proofs_check.evaluation.line import Each, Line
from proofs_check.evaluation.run import EvaluatedRun
from proofs_check.ledger.evidence import Tally
from proofs_check.ledger.registry import Shown
from proofs_check.ledger.statement import Coq, Statement, argued
from proofs_check.sampled_runs.occupancy import difference, inner_enclosed
from proofs_check.sampled_runs.suite import Suite
from proofs_check.statements.eq_19 import term

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
    r"$\textsc{Diff}\leq0$",
    tex=r"\textsc{Diff}=\sum_{t=1}^T\langle q^*-\hat q_{i(t)},\hat r_{i(t)}\rangle\leq0",
    steps=(
        argued(
            r"if $P\in\mathcal P_i$, then $q^*\in Q^{\mathcal P_i}$, where $\hat q_i$ is optimal; "
            r"$\hat q_1$ is an optimum",
            "lemma_02",
            "lemma_01",
            "prop_3",
            "lp1",
            "algorithm_1_line_05",
        ),
    ),
    coq=(Coq("diff", "MainResults.v"),),
)


def sides(run: EvaluatedRun, measure: str = "q_hat", least: Q | int = 0) -> Iterator[Line]:
    """Yield <q* - q_hat_i, r_hat_i> of every epoch, and Diff."""
    solver = run.tolerance * (4 * run.L)

    def of_epoch(e: Epochs) -> Any:
        return ((e.q_star - getattr(e, measure)) * e.r_hat).sum(1)

    yield Line(Each(of_epoch, per="epoch"), solver, "every epoch")
    yield Line(term(run, "Diff"), (solver - least) * run.T, "Diff")


def trivial(run: EvaluatedRun) -> int:
    """Return LT."""
    return run.L * run.T


statement.evaluated(
    sides,
    trivial=trivial,
    on=("lemma_02",),
    claims=1,
    requires={"radii": ("printed",)},  # q_hat_i is optimal for other sets and bounds
    false={
        r"$q_i$ in place of $\hat q_i$": {"measure": "q"},
        r"Diff $\leq-T/10$": {"least": Q(1, 10)},
    },
)


@printed.check(
    {
        "off the event of Lemma 2": {"on_event": False},
        r"$q_i$ in place of $\hat q_i$": {"measure": "q_xa"},
    }
)
def diff_is_negative(suite: Suite, on_event: bool = True, measure: str = "q_hat_xa") -> Shown:
    optimum = Tally(
        "exact on runs",
        r"$\langle q^*,\hat r_i\rangle$ is at most LP1's optimum, epochs with $P\in\mathcal P_i$",
    )
    gap = Tally(
        "exact on runs",
        r"$\langle q^*-\hat q_i,\hat r_i\rangle\leq\mathrm{gap}_i$, epochs with $P\in\mathcal P_i$",
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
