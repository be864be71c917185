r"""With probability at least $1-\delta$ the event of Lemma 2 holds, and then
$\textsc{Diff}=\sum_{t=1}^T\langle q^*-\hat q_{i(t)},\hat r_{i(t)}\rangle\leq0$. On this event
$q^*\in Q^P\subseteq Q^{\mathcal P_i}$ for all $i$, and so $\langle q^*,\hat
r_i\rangle\leq\langle\hat q_i,\hat r_i\rangle$.

$\hat q_1$ is set and not solved for, but $\hat r_1=1$ makes every $q\in Q$ optimal, so epoch 1
adds 0. On the runs $\hat q_i$ is optimal up to the solver's rounding. There $\langle q^*,\hat
r_i\rangle$ is at most the exact optimum of LP1, and $\langle q^*-\hat q_i,\hat
r_i\rangle\leq\mathrm{gap}_i$, where $\mathrm{gap}_i$ is the exact distance of $\langle\hat
q_i,\hat r_i\rangle$ from the optimum."""

from proofs_check.statements.common.prelude import *

statement = Statement(
    "thm:main:diff",
    __doc__,
    kind="on an event",
    number="(19), Diff",
    section="Sec. V",
    part_of="theorem_4",
)

EPOCH = inner(q_star - q_hat, r_hat) <= solver_gap

printed = statement.printed(
    r"$\textsc{Diff}\leq0$",
    EPOCH.named("every epoch").aside().with_probability(1 - delta),
    (let(r"\textsc{Diff}", diff) <= up_to(solver_gap * T, number(0)))
    .named("Diff")
    .with_probability(1 - delta),
    EPOCH.named("every epoch with P in P_i").in_epochs_with(P_error <= eps),
    changes=(
        swap(q_hat, q, r"$q_i$ in place of $\hat q_i$", of="every epoch", left=True),
        Change(r"Diff $\leq-T/10$", lambda claim: diff <= (solver_gap - Q(1, 10)) * T, part="Diff"),
    ),
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
    coq=(Coq("diff", "paper/MainResults.v"),),
)


statement.on_runs(
    no_more_than=L * T,
    events=("lemma_02",),
    readings=PRINTED_RADII,  # q_hat_i is optimal for other sets and bounds
)


@printed.check(
    {
        "off the event of Lemma 2": {"on_event": False},
        r"$q_i$ in place of $\hat q_i$": {"measure": "q"},
    }
)
def diff_is_negative(suite: Suite, on_event: bool = True, measure: str = "q_hat") -> Shown:
    optimum = Tally(
        "exact on runs",
        r"$\langle q^*,\hat r_i\rangle$ is at most LP1's optimum, epochs with $P\in\mathcal P_i$",
    )
    gap = Tally(
        "exact on runs",
        r"$\langle q^*-\hat q_i,\hat r_i\rangle\leq\mathrm{gap}_i$, epochs with $P\in\mathcal P_i$",
    )
    for run, e in suite.all.epochs():
        if e.in_confidence_set is Decision.TRUE or not on_event:
            # The upper ends: LP1 solved with eps_i and r_hat_i rounded up, q* valued likewise.
            best = inner_enclosed(run.best.q_xa, e.r_hat)
            optimum.leq(best.hi, e.optimum_hi, run=run.name, i=e.i)
            apart = inner_enclosed(difference(run.best.q_xa, getattr(e, measure)), e.r_hat)
            gap.leq(apart.hi, e.gap, run=run.name, i=e.i)
            if e.i == 1:
                gap.equal(apart, 0, run=run.name, i=1)
    return optimum, gap
