r"""O-REPS, UC-O-REPS and UOB-REPS apply online mirror descent on the space of occupancy measures
(Sec. I-A). So on every run on which $P$ lies in all confidence sets, every $q\in Q^P$ satisfies
$\sum_{t=1}^T\langle q_t-q,\hat l_t\rangle\leq D(q\|q_1)/\eta+\eta\sum_{t=1}^T\langle q_t,\hat
l_t^2\rangle$.

This is checked for all $q$ at once. The least value of
$\langle q,\sum_t\hat l_t\rangle+D(q\|q_1)/\eta$ is itself the value of a mirror descent step from
$q_1$, and any multipliers bound it from below. (The last sum has no factor $1/2$, which the
divergence $D$ would allow.) It holds for any losses of at least 0 and any convex sets that contain
$Q^P$. If the sets are closed, as these are, every step exists, and there is one only."""

from proofs_check.statements.common.guest_runs import mirror_descent_runs
from proofs_check.statements.common.prelude import *

statement = Statement(
    "sec:I:mirror-descent",
    __doc__,
    kind="pathwise",
    number="Sec. I-A, OMD",
    section="Sec. I-A",
    readings=("R-27", "R-28", "R-30"),
    part_of="sec_1b_best",
)

printed = statement.printed(
    "regret of online mirror descent",
    tex=(
        r"\sum_{t=1}^T\langle q_t-q,\hat l_t\rangle\leq\frac{1}{\eta}D(q\|q_1)"
        r"+\eta\sum_{t=1}^T\langle q_t,\hat l_t^2\rangle"
    ),
    no_claim="another algorithm",
    coq=(
        Coq("mirror_descent", "systems/MirrorDescent.v"),
        Coq("sets_convex", "systems/MirrorDescent.v"),
        Coq("mirror_descent_runs", "systems/StepsExist.v"),
        Coq("mirror_descent_exists", "systems/EveryStep.v"),
        Coq("sets_closed", "systems/EveryStep.v"),
    ),
)


@printed.check({"a quarter of the last sum": {"share": Q(1, 4)}})
def mirror_descent(suite: Suite, share: Q = ONE) -> Shown:
    every = Tally("exact on runs", r"all $q\in Q^P$ at once, runs with $P$ in all confidence sets")
    full = Tally(
        "exact on runs", r"full information: $\sum_t\langle q_t,l_t^2\rangle\leq L(T-1)$", step=True
    )
    for run in mirror_descent_runs(every, full):
        first, squares, least = run.mirror_descent
        if run.head.full_information:
            full.leq(squares, Q(run.L * (run.T - 1)), run=run.name)
        if every.holds(run.in_confidence_sets, run=run.name, event="P in P_i for all i"):
            every.leq(first - least, squares * (share * run.eta), run=run.name)
    return every, full
