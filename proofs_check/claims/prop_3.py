"""Prop. 3, eq. (7): the occupancy measures of a fixed P as a polytope."""

from __future__ import annotations

from proofs_check.claims.common.shapes import refused_at_x_L
from proofs_check.ledger.evidence import Tally
from proofs_check.ledger.registry import Shown, claim
from proofs_check.sampled_runs.occupancy import Triples, violation_of_Q_P
from proofs_check.sampled_runs.suite import Suite


@claim(
    "prop:3",
    kind="definition",
    title="Q^P is the polytope (7)",
    tex=r"Q^P=Q\cap\{q:\ q(x,a,x')=P(x'|x,a)\sum_yq(x,a,y)\text{ for }x\in\mathcal X_h,"
    r"\ x'\in\mathcal X_{h+1},\ h<L\}",
    covers=("eq:plyh-P-occ-mea",),
    expected="FAILS",
    readings=("R-2",),
    repair="x_L-fix, as for Prop. 1",
    planted={"(the printed form is false already: one more at q(x_L,.,.))": {"value": 1}},
)
def prop_3(suite: Suite, value: int = 10**6) -> Shown:
    """Q^P, the occupancy measures of the transition function P, is Q intersected with
    {q : q(x,a,x') = P(x'|x,a) sum_y q(x,a,y) for x in X_h, x' in X_{h+1}, h < L}, a non-empty
    polytope. As printed, q(x_L,a,x') is free here too."""
    # The constraint of (7) is printed for x in X_h, h < L: it does not see x_L either.
    return refused_at_x_L(value=value)


@claim(
    "prop:3",
    form="repaired",
    title="Q^P is the polytope (7), x_L-fix",
    tex=r"Q^P=\{q\in Q:\ q(x_L,\cdot,\cdot)=0,\ q(x,a,x')=P(x'|x,a)\sum_yq(x,a,y)"
    r"\text{ for }x\in\mathcal X_h,\ x'\in\mathcal X_{h+1},\ h<L\}",
    cites=("Q, P^q and pi^q", "def:1, prop:1, prop:2"),
    planted={
        "Q^P taken for Q^{P_i}: q_hat_i in Q^P": {"measure": "q_hat"},
        "2 q_i in Q^P": {"times": 2},
    },
)
def prop_3_repaired(suite: Suite, measure: str = "q", times: int = 1) -> Shown:
    """Q^P, the occupancy measures of the transition function P, is the non-empty polytope of all
    q in Q (x_L-fix) with q(x,a,x') = P(x'|x,a) sum_y q(x,a,y)."""
    inside = Tally("exact on runs", "every q_i satisfies (7)")
    for run, e in suite.all.epochs(about=20):
        q: Triples = getattr(e, measure)
        times_q = [[[[times * v for v in row] for row in rows] for rows in q_h] for q_h in q]
        found = violation_of_Q_P(times_q, run.P)
        inside.holds(found is None, run=run.name, i=e.i, violated=found)
    return inside
