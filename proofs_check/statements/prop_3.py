r"""$Q^P$, the set of the occupancy measures with the transition function $P$, is the non-empty
polytope $Q\cap\{q:q(x,a,x')=P(x'|x,a)\sum_yq(x,a,y)\text{ for }x\in\mathcal X_h,\ x'\in\mathcal
X_{h+1},\ h<L\}$ (Proposition 3, eq. (7)).

As printed, $q(x_L,a,x')$ is free here, too."""

from proofs_check.statements.common.prelude import *
from proofs_check.statements.common.shapes import refused_at_x_L

statement = Statement(
    "prop:3",
    __doc__,
    kind="definition",
    covers=("eq:plyh-P-occ-mea",),
    readings=("R-2",),
)

printed = statement.printed(
    "$Q^P$ is the polytope (7)",
    wording=ButForWording(3),
    tex=(
        r"Q^P=Q\cap\{q:\ q(x,a,x')=P(x'|x,a)\sum_yq(x,a,y)\text{ for }x\in\mathcal X_h,"
        r"\ x'\in\mathcal X_{h+1},\ h<L\}"
    ),
    repair="the $x_L$-fix, as for Proposition 1",
    no_claim="set",
    coq=(Coq("prop_3_printed_unbounded", "paper/PrintedPolytope.v", refutes=True),),
)


def visits_of_none(run: Run) -> Total:
    """Return N_{m+1}(x,a,x') where P(x'|x,a) = 0, else 0."""
    return Total(lambda exact: run.triples_N3.value(exact) * (run.mdp[0] == 0).astype(int))


VISITS_OF_NONE = EndOfRun(
    "visits of probability 0", r"N_{m+1}(x,a,x')\mathbb I\{P(x'|x,a)=0\}", visits_of_none, "triple"
)
OFF_P = sum_over_next(abs(q_hat3 - P * at_triples(q_hat)))  # (7) for a measure that is not q_i

repaired = statement.repaired(
    "$Q^P$ is the polytope (7), $x_L$-fix",
    (VISITS_OF_NONE <= 0).named("visits").with_probability(SURELY),
    changes=(
        Change(r"$\hat q_i\in Q^P$", lambda claim: (OFF_P <= 0).named("q_hat"), part="visits"),
    ),
    typed="a set; the comparisons are what a member of it satisfies",
    tex=(
        r"Q^P=\{q\in Q:\ q(x_L,\cdot,\cdot)=0,\ q(x,a,x')=P(x'|x,a)\sum_yq(x,a,y)"
        r"\text{ for }x\in\mathcal X_h,\ x'\in\mathcal X_{h+1},\ h<L\}"
    ),
    says=r"""$Q^P$, the set of the occupancy measures with the transition function $P$, is a
non-empty polytope. With the $x_L$-fix it consists of all $q\in Q$ with
$q(x,a,x')=P(x'|x,a)\sum_yq(x,a,y)$.""",
    steps=(cited(r"$Q$, $P^q$ and $\pi^q$", "definition_1", "prop_1", "prop_2"),),
    coq=(Coq("prop_3", "paper/Propositions.v"),),
)

statement.counterexample(
    by_hand=(
        r"(7) constrains the layers $h\leq L-1$ only: with $q(x_0,a,x_L)=1$ every constraint "
        r"holds for every $q(x_L,a,x_0)\geq0$, here 1000000."
    ),
)


statement.on_runs()


@printed.check({r"(false already: $q(x_L,\cdot,\cdot)=1$ is outside)": {"value": 1}})
def prop_3(suite: Suite, value: int = 10**6) -> Shown:
    # The constraint of (7) is printed for x in X_h, h < L: it does not see x_L either.
    return refused_at_x_L(value=value)


@repaired.check(
    {
        r"$\hat q_i\in Q^P$, as if $Q^P$ were $Q^{\mathcal P_i}$": {"measure": "q_hat"},
        r"$2q_i\in Q^P$": {"times": 2},
    }
)
def prop_3_repaired(suite: Suite, measure: str = "q", times: int = 1) -> Shown:
    inside = Tally("exact on runs", "$q_i$ satisfies (7), about 20 epochs of every run")
    for run, e in suite.all.epochs(about=20):
        q: Triples = getattr(e, measure + "3")
        times_q = [[[[times * v for v in row] for row in rows] for rows in q_h] for q_h in q]
        violated = violation_of_Q_P(times_q, run.P)
        inside.holds(violated is None, run=run.name, i=e.i, violated=violated)
    return inside
