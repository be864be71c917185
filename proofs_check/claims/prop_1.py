"""Prop. 1, eq. (4): the set Q of all occupancy measures as a polytope."""

from __future__ import annotations

from proofs_check.arithmetic import ZERO
from proofs_check.claims.common.shapes import (
    flat,
    printed_violation,
    refused_at_x_L,
    shapes,
    uniform_transition,
)
from proofs_check.ledger.evidence import Tally
from proofs_check.ledger.registry import Shown, claim, planted
from proofs_check.sampled_runs.occupancy import (
    occupancy_measure,
    uniform,
    violation_of_Q,
)
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
)
def prop_1(suite: Suite) -> Shown:
    """Q, the set of all occupancy measures, is the set of q >= 0 in R^{XAX} with sum 1 in every
    layer h < L, equal in- and outflow at every x in X_h, 1 <= h < L, and q(x,a,x') = 0 for x in
    X_h, h < L, and x' outside X_{h+1}; and it is a non-empty polytope, so bounded.

    As printed no constraint mentions q(x_L,a,x'): adding any c >= 0 there stays inside."""
    return refused_at_x_L("smallest shapes first: is every ray of the printed set zero?")


@planted(prop_1, "(the printed form is false already: q(x_L,.,.) = 1 is refused nowhere)")
def prop_1_negative(suite: Suite) -> Shown:
    tally = Tally("enumerated", "is a point with q(x_0,a,x') = 2 in the printed set?")
    for layers, A in shapes(3, 1):
        q = flat(occupancy_measure(uniform_transition(layers, A), uniform(layers, A)), layers)
        doubled = {key: 2 * v for key, v in q.items()}
        inside = printed_violation(doubled, layers, A) is None
        tally.holds(
            inside, layers=list(layers), A=A, violated=printed_violation(doubled, layers, A)
        )
    return tally


@claim(
    "prop:1",
    form="repaired",
    title="Q is the polytope (4), x_L-fix",
    tex=r"Q=\{q\geq0:\ q(x_L,\cdot,\cdot)=0,\ \sum_{a,x'}q(x_0,a,x')=1,\ "
    r"\sum_{a,x'}q(x,a,x')=\sum_{y,a}q(y,a,x),\ q(x,a,x')=0\text{ for }x\in"
    r"\mathcal X_h,\ x'\notin\mathcal X_{h+1}\}",
    cites=("layers, Definition 1", "as:layered-mdp, def:1"),
)
def prop_1_repaired(suite: Suite) -> Shown:
    """Q, the set of all occupancy measures, is the non-empty polytope of all q >= 0 on the triples
    (x,a,x') of consecutive layers with sum 1 in layer 0 and equal in- and outflow at every x in
    X_h, 1 <= h < L. The sums of the other layers are then 1 as well."""
    inside = Tally("exact on runs", "every q_i and q_hat_i satisfies (4)")
    for run in suite.all:
        for e in run.epochs[:: max(1, len(run.epochs) // 20)]:
            for name, q in (("q_i", e.q), ("q_hat_i", e.q_hat)):
                found = violation_of_Q(q)
                inside.holds(found is None, run=run.name, i=e.i, q=name, violated=found)
    return inside


@planted(prop_1_repaired, "flow compared with the inflow of the next state")
def prop_1_shifted(suite: Suite) -> Shown:
    tally = Tally("exact on runs", "inflow of x against outflow of x + 1")
    for run, e in suite.runs.epochs():
        for h in range(1, run.L):
            for x in range(run.layers[h]):
                into = sum((row[x] for rows in e.q[h - 1] for row in rows), ZERO)
                out = sum(e.q_xa[h][(x + 1) % run.layers[h]], ZERO)
                tally.equal(into, out, run=run.name, i=e.i, h=h, x=x)
    return tally
