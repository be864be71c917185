"""Prop. 2, eq. (5), (6): the transition function and the policy that q induces."""

from __future__ import annotations

from collections.abc import Iterator

from proofs_check.arithmetic import ONE, ZERO, Q
from proofs_check.ledger.evidence import Tally, each
from proofs_check.ledger.registry import Evidence, claim, planted
from proofs_check.sampled_runs.occupancy import (
    induced_policy,
    induced_transition,
    occupancy_measure,
    one_hot,
    pairs,
)
from proofs_check.sampled_runs.suite import Suite


@claim(
    "prop:2",
    kind="definition",
    title="P^q and pi^q",
    uses=("def:1", "prop:1"),
    covers=("eq:5", "eq:6"),
    readings=("R-3", "R-4"),
    tex=r"P^q(x'|x,a)=q(x,a,x')/q(x,a),\quad \pi^q(a|x)=q(x,a)/q(x)",
)
def prop_2(suite: Suite) -> Iterator[Evidence]:
    """For q in Q, P^q(x'|x,a) = q(x,a,x') / sum_y q(x,a,y) and pi^q(a|x) = q(x,a) / sum_b q(x,b)
    are distributions that induce q again, and are unique where the denominators are not 0.

    Where they are 0, any completion induces the same q (two are tried: R-3, R-4 decide)."""
    induce = Tally("exact on runs", "q^{P^q,pi^q} = q for q = q_i and q_hat_i, two completions")
    unique = Tally("exact on runs", "P^q = P and pi^q = pi_i wherever q = q^{P,pi_i} has mass")
    for run in suite.all:
        first = [[one_hot(0, run.A) for _ in range(X_h)] for X_h in run.layers[:-1]]
        last = [[one_hot(run.A - 1, run.A) for _ in range(X_h)] for X_h in run.layers[:-1]]
        to_first = [[[one_hot(0, len(row)) for row in rows] for rows in P_h] for P_h in run.P]
        for e in run.epochs[:: max(1, len(run.epochs) // 20)]:
            for name, q, P in (("q_i", e.q, run.P), ("q_hat_i", e.q_hat, e.P_i)):
                for a, pi_0, P_0 in (("first", first, to_first), ("last", last, e.P_i)):
                    again = occupancy_measure(induced_transition(q, P_0), induced_policy(q, pi_0))
                    induce.holds(again == q, run=run.name, i=e.i, q=name, completion=a)
                P_q, pi_q = induced_transition(q, P), induced_policy(q, e.pi)
                unique.holds(P_q == P and pi_q == e.pi, run=run.name, i=e.i, q=name)
                for h, x, _ in pairs(e.pi):
                    unique.equal(sum(pi_q[h][x], ZERO), ONE, run=run.name, i=e.i, h=h, x=x)
    yield from each(induce, unique)


@planted("prop:2", change="pi^q normalised over the layer instead of over the actions")
def prop_2_by_layer(suite: Suite) -> Iterator[Evidence]:
    tally = Tally("exact on runs", "is q(x,a) / (mass of the layer) the policy played?")
    for run, e in suite.runs.epochs():
        for h, x, a in pairs(e.pi):
            if sum(e.q_xa[h][x], ZERO) > 0:
                total = sum((sum(row, ZERO) for row in e.q_xa[h]), ZERO)
                share = Q(e.q_xa[h][x][a]) / total
                tally.equal(share, e.pi[h][x][a], run=run.name, i=e.i, h=h, x=x, a=a)
    yield tally.evidence()
