r"""The confidence set is $\mathcal P_i=\{P:\lVert P(\cdot|x,a)-\bar P_i(\cdot|x,a)\rVert_1\leq
\epsilon_i(x,a),\ \forall x\in\mathcal X,a\in\mathcal A\}$.

At $x_L$ the radius $\epsilon_i$ is not defined (eq. (11)). If only $x\notin\mathcal X_L$ are
meant, $\mathcal P_i$ is never empty. If $x_L$ has a distribution $P(\cdot|x_L,a)$ like every
state, then $\bar P_i(\cdot|x_L,a)=0$ is at distance 1 from it; with $X_{L+1}=0$ the radius is
$\epsilon_i(x_L,a)=0$, and $\mathcal P_i$ is empty."""

from proofs_check.statements.common.algebra import never_above
from proofs_check.statements.common.prelude import *
from proofs_check.statements.common.radii import NO_LAYER, OUTSIDE, above_1

statement = Statement(
    "eq:conf-set-P",
    __doc__,
    kind="definition",
    readings=("R-2", "R-10"),
)

MEMBERS = (
    (sum_over_next(abs(estimated_P - P_bar)) <= eps).named("never empty").on_events(),
    (unvisited * P_error <= eps).named("all P where nothing was seen").on_events(),
)

printed = statement.printed(
    r"confidence set $\mathcal P_i$, all $x\in\mathcal X$",
    *MEMBERS,
    choices=(OpenChoice(OUTSIDE), OpenChoice(NO_LAYER, no_letter="no run has a radius at x_L")),
    typed="a set; the comparisons are of its members",
    wording=ButForWording(12),
    tex=(
        r"\mathcal P_i=\{P:\lVert P(\cdot|x,a)-\bar P_i(\cdot|x,a)\rVert_1\leq\epsilon_i(x,a),"
        r"\ \forall x\in\mathcal X,a\in\mathcal A\}"
    ),
    repair=r"for all $x\in\mathcal X_h$ with $h<L$",
    coq=(
        Coq("conf_set_x_L", "paper/Readings.v", refutes=True, assumed=NO_LAYER),
        Coq("eq_12", "paper/Estimates.v", assumed=OUTSIDE),
    ),
)

repaired = statement.repaired(
    r"confidence set $\mathcal P_i$, never empty",
    *MEMBERS,
    changes=(
        swap(estimated_P, P, "$P$ in every epoch", of="never empty", left=True),
        swap(eps, Q(1, 4) * eps, r"$\frac14\epsilon_i$", of="all P where nothing was seen"),
    ),
    typed="a set; the comparisons are of its members",
    tex=(
        r"\mathcal P_i=\{P:\lVert P(\cdot|x,a)-\bar P_i(\cdot|x,a)\rVert_1\leq\epsilon_i(x,a),"
        r"\ \forall x\in\mathcal X\setminus\mathcal X_L,a\in\mathcal A\}"
    ),
    says=r"""$\mathcal P_i$ is the set of the transition functions $P$ with $\lVert
P(\cdot|x,a)-\bar P_i(\cdot|x,a)\rVert_1\leq\epsilon_i(x,a)$ for all $x\in\mathcal X_h$, $h<L$, and
all $a\in\mathcal A$. It is never empty. An unvisited pair is not restricted at all, because its
row $\bar P_i(\cdot|x,a)$ of zeros is at distance $1<\epsilon_i$ from every distribution. A visited
pair is restricted only if $\epsilon_i(x,a)<2(1-\min_{x'}\bar P_i(x'|x,a))$.

With $\log_{10}$ the radius of an unvisited pair can be below 1, but only if $TXA\leq3$. Then
$A=T=1$, all layers are singletons, and every pair is visited in episode 1. So $\mathcal P_i$ is not
empty for $i\geq2$ with $\log_{10}$ either, and LP1 is feasible on every run of Algorithm 1.""",
    kind="identity",
    steps=(
        cited(
            r"if $N_i=0$, the row is 0 and $\epsilon_i>1$; if $N_i\geq1$, $\bar P_i(\cdot|x,a)$ "
            "itself is a distribution",
            "eq_10_rows",
            "eq_11",
        ),
    ),
    coq=(Coq("eq_12", "paper/Estimates.v"),),
)

statement.counterexample(
    by_hand=(
        r"With $X_{L+1}=0$ in (11), $\epsilon_1(x_L,a)=0$. But $\bar P_1(\cdot|x_L,a)=0$ has "
        "distance 1 from every distribution."
    ),
)


statement.on_runs(readings=ANY_LOG)


@printed.check({"(underspecified; here $X_{L+1}=0$)": lambda _: above_1((0,))})
def eq_12(suite: Suite) -> Iterator[Found]:
    yield above_1((1, 2, 10), OUTSIDE)  # ||p - 0||_1 = 1 is within eps_i
    yield above_1((0, 1, 2, 10), NO_LAYER)


@repaired.check(
    {r"$\epsilon_i/2$ in place of $\epsilon_i$": lambda _: above_1((1, 2), scale=Q(1, 2))}
)
def eq_12_repaired(suite: Suite) -> Shown:
    tally = Tally(
        "enumerated",
        r"$\log_{10}$, $N_i=0$: every $(T,X,A)$ with some $\epsilon_i<1$ has $T=A=1$",
    )
    for T, X, A in product((1, 2, 3), repeat=3):
        if X >= 2 and 2 <= T * X * A <= 3:  # 2 X_{h+1} log10(TXA/delta) < 1: TXA < sqrt(10)
            tally.holds(T == A == 1, T=T, X=X, A=A)  # X <= 3 states: layers 1-1 and 1-1-1
    nearest = lam(1, 3, 1, Q(99, 100), "log10")  # an instance shows that the case exists
    tally.holds(certainly_leq(eps_radius(1, nearest, 0), 1), T=1, X=3, A=1, delta=Q(99, 100))
    return tally


@repaired.proves(
    r"the largest distance of a distribution from $\bar P_i(\cdot|x,a)$ is that of a vertex of the "
    "simplex"
)
def farthest(suite: Suite) -> Shown:
    # ||p - P_bar||_1 is twice the sum of p - P_bar over D = {p > P_bar}. That sum is at most
    # 1 - P_bar(y) for any y in D, and at the vertex y the distance is 2 (1 - P_bar(y)).
    import sympy

    proof = Tally(
        "proved",
        r"$p(D)-\bar P(D)\leq1-\min_y\bar P(y)$, for all distributions $p$, all $\bar P$ and all "
        r"$D\neq\emptyset$",
    )
    least, more, p_out = sympy.symbols("least more p_out", nonnegative=True)
    never_above(proof, (1 - p_out) - (least + more), 1 - least, "p(D) - P_bar(D) <= 1 - P_bar(y)")
    return proof


@repaired.planted(r"no pair is restricted: $\mathcal P_i$ contains all $P$")
def eq_12_free(suite: Suite) -> Shown:
    tally = Tally("exact on runs", r"is every deterministic row within $\epsilon_i$ of $\bar P_i$?")
    for run, e in suite.runs.epochs():
        for h, x, a in pairs(e.N):
            row = e.P_bar[h][x][a]
            if e.N[h][x][a]:
                far = max(distance(one_hot(y, len(row)), row) for y in range(len(row)))
                tally.leq(far, e.eps[h][x][a], run=run.name, i=e.i, h=h, x=x, a=a)
    return tally
