r"""UOB-REPS solves a convex program at each update, where UCRL-LP solves a linear program (Sec.
I-B, commented out in the source, which calls the convex program involved and the linear one
simpler).

The program is convex, but it is not involved. Its multipliers of the confidence set separate by
pair. Only $X-2$ others remain, one for each inner state: 50 at the paper's size, where LP1 has 4200
variables. On the runs these $X-2$ numbers prove that each step is within $10^{-9}$ of its
optimum. Where all radii are positive, some $X-2$ numbers prove exactly that it is the optimum."""

from proofs_check.statements.common.guest_runs import mirror_descent_runs
from proofs_check.statements.common.prelude import *

statement = Statement(
    "sec:I:convex-program",
    __doc__,
    number="Sec. I-B, convex program",
    section="Sec. I-B",
    part_of="sec_1b_best",
)

printed = statement.printed(
    "convex program: $X-2$ multipliers",
    tex=r"\min_{q\in Q^{\mathcal P_i}}\eta\langle q,\hat l_t\rangle+D(q\|q_t)",
    no_claim="another algorithm",
    coq=(
        Coq("convex_program", "systems/Regularisation.v"),
        Coq("convex_program_exact", "systems/ExactMultipliers.v"),
    ),
)


NEAR = Q(1, 10**9)


@printed.check({"no multipliers at all": {"inner": False}})
def convex_program(suite: Suite, inner: bool = True) -> Shown:
    note = (
        r"$X-2<2\sum_{h<L}X_hAX_{h+1}$, the variables of LP1; layers 1-1, layers 1-2-2-1 and the "
        "paper's size"
    )
    sizes = Tally("enumerated", note)
    for layers, A in (((1, 1), 1), ((1, 2, 2, 1), 2), (PAPER_LAYERS, PAPER_A)):
        variables = 2 * sum(X_h * A * X_next for X_h, X_next in pairwise(layers))
        sizes.leq(sum(layers) - 1, variables, layers=list(layers), A=A)
    sizes.equal(sum(PAPER_LAYERS) - 2, 50)
    sizes.equal(variables, 4200)
    steps = Tally(
        "exact on runs",
        r"$X-2$ multipliers show that every step is within $10^{-9}$ of its optimum",
    )
    for run in mirror_descent_runs(steps):
        for kl_step, problem in run.kl_steps():
            beta = [[v * inner for v in of_h] for of_h in kl_step.tables["beta"]]
            near = run.gap(kl_step, problem, beta) <= NEAR
            steps.holds(near, run=run.name, t=kl_step.t)
    return sizes, steps
