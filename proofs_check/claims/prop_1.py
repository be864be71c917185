"""Prop. 1, eq. (4): the set Q of all occupancy measures as a polytope."""

from __future__ import annotations

from proofs_check.claims.common.shapes import refused_at_x_L
from proofs_check.ledger.evidence import Tally
from proofs_check.ledger.registry import Shown, claim
from proofs_check.sampled_runs.occupancy import violation_of_Q
from proofs_check.sampled_runs.suite import Suite


@claim(
    "prop:1",
    kind="definition",
    title="Q is the polytope (4)",
    tex=r"Q=\{q\geq0:\ \sum_{x\in\mathcal X_h}\sum_{a,x'}q(x,a,x')=1,\ "
    r"\sum_{a,x'}q(x,a,x')=\sum_{y,a}q(y,a,x),\ q(x,a,x')=0\text{ for }x\in"
    r"\mathcal X_h,\ x'\notin\mathcal X_{h+1},\ h<L\}",
    covers=("eq:plyh-all-occ-mea",),
    expected="FAILS",
    readings=("R-2",),
    repair="x_L-fix: set q(x_L,.,.) = 0, or let q be defined for x outside X_L only",
    planted={
        "(the printed form is false already: q(x_L,.,.) = 1 is refused nowhere)": {"value": 1},
    },
)
def prop_1(suite: Suite, value: int = 10**6) -> Shown:
    """Q, the set of all occupancy measures, is the set of q >= 0 in R^{XAX} with sum 1 in every
    layer h < L, equal in- and outflow at every x in X_h, 1 <= h < L, and q(x,a,x') = 0 for x in
    X_h, h < L, and x' outside X_{h+1}; and it is a non-empty polytope, so bounded.

    As printed no constraint mentions q(x_L,a,x'): adding any c >= 0 there stays inside."""
    return refused_at_x_L(value=value)


@claim(
    "prop:1",
    form="repaired",
    title="Q is the polytope (4), x_L-fix",
    tex=r"Q=\{q\geq0:\ q(x_L,\cdot,\cdot)=0,\ \sum_{a,x'}q(x_0,a,x')=1,\ "
    r"\sum_{a,x'}q(x,a,x')=\sum_{y,a}q(y,a,x),\ q(x,a,x')=0\text{ for }x\in"
    r"\mathcal X_h,\ x'\notin\mathcal X_{h+1}\}",
    cites=("layers, Definition 1", "as:layered-mdp, def:1"),
    planted={"the outflow is that of the next state of the layer": {"shift": 1}},
)
def prop_1_repaired(suite: Suite, shift: int = 0) -> Shown:
    """Q, the set of all occupancy measures, is the non-empty polytope of all q >= 0 on the triples
    (x,a,x') of consecutive layers with sum 1 in layer 0 and equal in- and outflow at every x in
    X_h, 1 <= h < L. The sums of the other layers are then 1 as well."""
    inside = Tally("exact on runs", "every q_i and q_hat_i satisfies (4)")
    for run, e in suite.all.epochs(about=20):
        for name, q in (("q_i", e.q), ("q_hat_i", e.q_hat)):
            found = violation_of_Q([[*q_h[shift:], *q_h[:shift]] for q_h in q])
            inside.holds(found is None, run=run.name, i=e.i, q=name, violated=found)
    return inside
