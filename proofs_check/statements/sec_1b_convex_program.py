r"""UOB-REPS has to solve a convex program at each update, where UCRL-LP solves a linear
program. (Commented out in the source, which calls the first involved and the second simpler.)

A convex program it is. Involved it is not: its multipliers of the confidence set separate by
pair, and $X-2$ of them are left, one per inner state: 50 at the paper's size, where LP1 has 4200
variables. On the runs these $X-2$ numbers prove every step to within $1\cdot10^{-9}$ of its
optimum."""

from __future__ import annotations

from itertools import pairwise

from proofs_check.arithmetic import Q
from proofs_check.ledger.evidence import Tally
from proofs_check.ledger.registry import Shown
from proofs_check.ledger.statement import Statement
from proofs_check.sampled_runs.family_runs import mirror_descent_runs
from proofs_check.sampled_runs.specs import PAPER_A, PAPER_LAYERS
from proofs_check.sampled_runs.suite import Suite

statement = Statement(
    "sec:I:convex-program",
    __doc__,
    number="Sec. I-B, l. 114",
    section="Sec. I-B",
    part_of="sec_1b_best",
    sentences=("24b8ea26b532",),
)

printed = statement.printed(
    "convex program: $X-2$ multipliers",
    tex=r"\min_{q\in\Delta(P_i)}\eta\langle q,\hat l\rangle+D(q\|q_t)",
)


NEAR = Q(1, 10**9)


@printed.check({"no multipliers at all": {"inner": False}})
def convex_program(suite: Suite, inner: bool = True) -> Shown:
    note = r"$X-2<2\sum_hX_hAX_{h+1}$, LP1's variables; the paper's size"
    sizes = Tally("enumerated", note)
    for layers, A in (((1, 1), 1), ((1, 2, 2, 1), 2), (PAPER_LAYERS, PAPER_A)):
        variables = 2 * sum(X_h * A * X_next for X_h, X_next in pairwise(layers))
        sizes.leq(sum(layers) - 1, variables, layers=list(layers), A=A)
    sizes.equal(sum(PAPER_LAYERS) - 2, 50)
    sizes.equal(variables, 4200)
    steps = Tally(
        "exact on runs", r"gap of every $KL$ step $\leq1\cdot10^{-9}$, by $X-2$ multipliers"
    )
    for run in mirror_descent_runs():
        for kl_step, problem in run.kl_steps():
            beta = [[v * inner for v in of_h] for of_h in kl_step.tables["beta"]]
            near = run.gap(kl_step, problem, beta) <= NEAR
            steps.holds(near, run=run.name, t=kl_step.t)
    return sizes, steps
