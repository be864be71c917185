r"""$Q^P$, the set of the occupancy measures with the transition function $P$, is the non-empty
polytope $Q\cap\{q:q(x,a,x')=P(x'|x,a)\sum_yq(x,a,y)\text{ for }x\in\mathcal X_h,\ x'\in\mathcal
X_{h+1},\ h<L\}$ (Proposition 3, eq. (7)).

As printed, $q(x_L,a,x')$ is free here, too."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from proofs_check.evaluation.epochs import Epochs
from proofs_check.evaluation.line import Each, Line
from proofs_check.evaluation.run import EvaluatedRun, Total
from proofs_check.ledger.evidence import Tally
from proofs_check.ledger.registry import Shown
from proofs_check.ledger.statement import Coq, Statement, cited
from proofs_check.sampled_runs.occupancy import Triples, violation_of_Q_P
from proofs_check.sampled_runs.suite import Suite
from proofs_check.statements.common.shapes import refused_at_x_L

statement = Statement(
    "prop:3",
    __doc__,
    box=("Prop. 3", "P 3", r"$Q^{\mathcal P}$"),
    kind="definition",
    covers=("eq:plyh-P-occ-mea",),
    readings=("R-2",),
    sentences=("b8667d115c32", "3c9e3f59b165", "21f737abdd75", "06ed1b1fe205"),
    by_hand=(
        r"(7) constrains the layers $h\leq L-1$ only: with $q(x_0,a,x_L)=1$ every constraint "
        r"holds for every $q(x_L,a,x_0)\geq0$, here 1000000."
    ),
    corrections={
        3: "prop_1",
    },
)

printed = statement.printed(
    "$Q^P$ is the polytope (7)",
    tex=(
        r"Q^P=Q\cap\{q:\ q(x,a,x')=P(x'|x,a)\sum_yq(x,a,y)\text{ for }x\in\mathcal X_h,"
        r"\ x'\in\mathcal X_{h+1},\ h<L\}"
    ),
    repair="the $x_L$-fix, as for Proposition 1",
    coq=(Coq("prop_3_printed_unbounded", "PrintedPolytope.v", refutes=True),),
)

repaired = statement.repaired(
    "$Q^P$ is the polytope (7), $x_L$-fix",
    tex=(
        r"Q^P=\{q\in Q:\ q(x_L,\cdot,\cdot)=0,\ q(x,a,x')=P(x'|x,a)\sum_yq(x,a,y)"
        r"\text{ for }x\in\mathcal X_h,\ x'\in\mathcal X_{h+1},\ h<L\}"
    ),
    says=r"""$Q^P$, the set of the occupancy measures with the transition function $P$, is a
non-empty polytope. With the $x_L$-fix it consists of all $q\in Q$ with
$q(x,a,x')=P(x'|x,a)\sum_yq(x,a,y)$.""",
    steps=(cited(r"$Q$, $P^q$ and $\pi^q$", "definition_1", "prop_1", "prop_2"),),
    coq=(Coq("prop_3", "Propositions.v"),),
)


def sides(run: EvaluatedRun, measure: str = "q") -> Iterator[Line]:
    """Yield the constraint of (7) for the visits, and for a measure that is not q_i."""

    def apart(e: Epochs) -> Any:
        q3 = getattr(e, measure + "3")
        return e.by_pair(abs(q3 - e.P * e.by_pair(q3)[:, e.size.pair_of]))

    def impossible(exact: bool) -> Any:
        return run.triples_N3.value(exact) * (run.mdp[0] == 0).astype(int)

    if measure != "q":
        yield Line(Each(apart), 0, measure)
    yield Line(Total(impossible), 0, "visits", per="triple")


statement.evaluated(
    sides,
    false={r"$\hat q_i\in Q^P$": {"measure": "q_hat"}},
    form="repaired",
)


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
        q: Triples = getattr(e, measure)
        times_q = [[[[times * v for v in row] for row in rows] for rows in q_h] for q_h in q]
        found = violation_of_Q_P(times_q, run.P)
        inside.holds(found is None, run=run.name, i=e.i, violated=found)
    return inside
