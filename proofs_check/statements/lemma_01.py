r"""$Q^{\mathcal P_i}=\bigcup_{P\in\mathcal P_i}Q^P$ is a non-empty polytope. It is the set of
those $q\in Q$ for which numbers $\epsilon(x,a,x')\geq0$ satisfy $\lvert q(x,a,x')-\bar
P_i(x'|x,a)\sum_yq(x,a,y)\rvert\leq\epsilon(x,a,x')$ and
$\sum_{x'}\epsilon(x,a,x')\leq\epsilon_i(x,a)\sum_{x'}q(x,a,x')$ for all $x\in\mathcal X_h$,
$a\in\mathcal A$, $x'\in\mathcal X_{h+1}$ and $h<L$.

As printed $q(x_L,\cdot,\cdot)$ is free, so the set is unbounded and contains points that are no
occupancy measures. $\epsilon(x,a,x')$ is free for $x'\notin\mathcal X_{h+1}$ as well. Moreover,
$Q$ is a set of measures $q$, but it is intersected with a set of pairs $(q,\epsilon)$.

The paper takes it from Rosenberg and Mansour (2019), as their Theorem 4.2. We read only the
abstract of their work and have not verified the attribution."""

from proofs_check.statements.common.prelude import *
from proofs_check.statements.common.shapes import refused_at_x_L
from proofs_check.statements.common.transitions import broken_row, chosen

statement = Statement(
    "lem:conf-set-polytope",
    __doc__,
    kind="definition",
    covers=("eq:13",),
    readings=("R-2", "R-20"),
)

printed = statement.printed(
    r"$Q^{\mathcal P_i}$ is the polytope (13)",
    wording=ButForWording(3),
    tex=(
        r"Q^{\mathcal P_i}=Q\cap\{(q,\epsilon):"
        r"\lvert q(x,a,x')-\bar P_i(x'|x,a)q(x,a)\rvert\leq\epsilon(x,a,x'),"
        r"\ \sum_{x'}\epsilon(x,a,x')\leq\epsilon_i(x,a)q(x,a)\}"
    ),
    repair=(
        r"$q(x_L,\cdot,\cdot)=0$, variables $\epsilon(x,a,x')$ on consecutive layers only, and the "
        "projection onto $q$"
    ),
    no_claim="set",
    coq=(Coq("lemma_1_printed_unbounded", "paper/PrintedPolytope.v", refutes=True),),
)

MASS = sum_over_next(q_hat_recorded)
DEVIATIONS = sum_over_next(abs(q_hat_recorded - P_bar * at_triples(MASS)))  # the least of (13)

repaired = statement.repaired(
    r"$Q^{\mathcal P_i}$ is (13) with the $x_L$-fix",
    (unvisited <= eps).named("some row is within eps_i of P_bar_i = 0"),
    (DEVIATIONS <= with_slack(eps * MASS, 2 * tolerance)).named("q_hat_i").no_more_than(2 * MASS),
    changes=(
        swap(eps, Q(1, 4) * eps, r"$\frac14\epsilon_i$"),
        swap(
            eps,
            per_root,
            r"$1/\sqrt{\max\{1,N_i\}}$ for $\epsilon_i$, without $X_{h+1}$ and $\Lambda$",
        ),
        swap(eps, b, r"$b_i$ for $\epsilon_i$, without $X_{h+1}$"),
    ),
    typed="a set; the comparisons are what a member of it satisfies",
    tex=(
        r"Q^{\mathcal P_i}=\{q\in Q:q(x_L,\cdot,\cdot)=0,\ \exists\epsilon\geq0:"
        r"\lvert q(x,a,x')-\bar P_i(x'|x,a)q(x,a)\rvert\leq\epsilon(x,a,x'),"
        r"\ \sum_{x'}\epsilon(x,a,x')\leq\epsilon_i(x,a)q(x,a)\}"
    ),
    says=r"""$Q^{\mathcal P_i}$, the union of the $Q^P$ with $P\in\mathcal P_i$, is a non-empty
polytope. It is the set of those $q\in Q$ with $q(x_L,\cdot,\cdot)=0$ for which numbers
$\epsilon(x,a,x')\geq0$, $x'\in\mathcal X_{h+1}$, satisfy $\lvert q(x,a,x')-\bar
P_i(x'|x,a)q(x,a)\rvert\leq\epsilon(x,a,x')$ and
$\sum_{x'}\epsilon(x,a,x')\leq\epsilon_i(x,a)q(x,a)$ for all $x\in\mathcal X_h$, $a\in\mathcal A$
and $h<L$, where $q(x,a)=\sum_yq(x,a,y)$.

The least choice is $\epsilon(x,a,x')=\lvert q(x,a,x')-\bar P_i(x'|x,a)q(x,a)\rvert$. If $q(x,a)>0$,
the constraints say that $P^q(\cdot|x,a)$ is within $\epsilon_i(x,a)$ of $\bar P_i(\cdot|x,a)$. If
$q(x,a)=0$, they say nothing, and $P^q$ can be completed within the radius: by $\bar P_i(\cdot|x,a)$
if $(x,a)$ was visited, and by any distribution $p$ if not, because then $\epsilon_i>1=\lVert
p-0\rVert_1$. With a radius below 1 there, as $\log_{10}$ allows for $TXA\leq3$, $\mathcal P_i$
would be empty and (13) would not.""",
    readings=("R-2", "R-10", "R-20"),
    steps=(cited(r"$Q$, $P^q$ and $\mathcal P_i$", "prop_1", "prop_2", "eq_12"),),
    coq=(
        Coq("lemma_1", "paper/LinearProgram.v"),
        Coq("lemma_1_history", "paper/LinearProgram.v"),
    ),
)

statement.counterexample(
    by_hand=(
        r"(13) constrains the layers $h\leq L-1$ only. With $q(x_0,a,x_L)=1$ every constraint "
        r"holds for every $q(x_L,a,x_0)\geq0$, for example 2."
    ),
)


statement.on_runs(readings=ANY_LOG)


@printed.check()
def lemma_1(suite: Suite) -> Shown:
    # (13) has no row for x_L: (4) decides.
    return refused_at_x_L(
        r"$N_i=0$, smallest shapes first: do (4) and (13) imply $q(x_L,a,x')\leq1$?"
    )


@printed.planted("(false already: with the $x_L$-fix, but without the row of the radius)")
def lemma_1_no_radius(suite: Suite) -> Shown:
    tally = Tally("exact on runs", r"$q_i\in Q$ in every epoch: is $P\in\mathcal P_i$?")
    for run, e in suite.all.epochs():
        tally.holds(e.in_confidence_set, run=run.name, i=e.i)
    return tally


@repaired.check({r"(13) with $\epsilon_i/2$": {"scale": Q(1, 2)}})
def lemma_1_repaired(suite: Suite, scale: Q = ONE) -> Shown:
    tally = Tally(
        "exact on runs",
        r"(13) holds for $q=\hat q_i$ and $q=q_i$ if and only if $P^q$ is within $\epsilon_i$",
    )
    for run in suite.all:
        for e in chosen(run):
            eps = e.lp1_lo.eps
            rows = PrintedLP1(replace(e.lp1_lo, eps=each(lambda v: v * scale, eps)))
            for name, q, P in (("q_hat_i", e.q_hat3, e.P_i(ESTIMATED)), ("q_i", e.q3, run.P)):
                in_ball = all(
                    distance(P[h][x][a], e.P_bar[h][x][a]) <= eps[h][x][a]
                    for h, x, a in rows.pairs()
                    if e.N[h][x][a] and any(q[h][x][a])
                )
                fits = broken_row(rows, q) is None
                tally.holds(fits == in_ball, run=run.name, i=e.i, q=name, fits=fits)
    return tally
