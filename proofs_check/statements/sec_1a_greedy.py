r"""UCRL-LP optimises greedily, without regularisation, by a linear program; O-REPS, UC-O-REPS and
UOB-REPS apply online mirror descent (Sec. I-A, commented out in the source).

The difference shows in the policies. A step of mirror descent leaves some mass on every pair that
$P$ allows, so $\pi_t$ plays every action. A solution of LP1 can leave pairs, and whole states,
without mass (R-3)."""

from proofs_check.statements.common.guest_runs import GuestRuns, family_runs, mirror_descent_runs
from proofs_check.statements.common.prelude import *

statement = Statement(
    "sec:I:greedy",
    __doc__,
    number="Sec. I-A, greedy",
    section="Sec. I-A",
    part_of="sec_1b_best",
)

printed = statement.printed(
    "greedily, without regularisation",
    tex=r"\hat q_i\in\operatorname{arg\,max}_{q\in Q^{\mathcal P_i}}\langle q,\hat r_i\rangle",
    no_claim="another algorithm",
    coq=(Coq("greedy_without_regularisation", "systems/Regularisation.v"),),
)


@printed.check({"FPOP, which is greedy, plays every action too": {"runs": family_runs}})
def greedy_without_regularisation(suite: Suite, runs: GuestRuns = mirror_descent_runs) -> Shown:
    every = Tally(
        "exact on runs", r"$\pi_t(a|x)>0$ for all $t$, $x$ and $a$, runs of mirror descent"
    )
    for family_run in runs(every):
        for step in family_run.steps:
            least = min(p for of_h in step.tables["pi"] for row in of_h for p in row)
            every.holds(least > 0, run=family_run.name, t=step.t)
    empties = Tally(
        "exact on runs",
        r"some $\hat q_i$, $i\geq2$, is 0 at a pair; runs of Algorithm 1 with $A\geq2$",
    )
    for run in suite.runs:
        if run.A >= 2 and len(run.epochs) > 1:
            later = (e.q_hat[h][x][a] for e in run.epochs[1:] for h, x, a in pairs(e.N))
            empties.holds(not all(later), run=run.name)
    return every, empties
