"""Prop. 2, eq. (5), (6): the transition function and the policy that q induces."""

from __future__ import annotations

from collections.abc import Iterator

from proofs_check.arithmetic import ONE, ZERO, Q
from proofs_check.ledger.evidence import Tally
from proofs_check.ledger.registry import Found, Shown, claim
from proofs_check.sampled_runs.occupancy import (
    PairValues,
    induced_policy,
    induced_transition,
    occupancy_measure,
    one_hot,
    pairs,
)
from proofs_check.sampled_runs.suite import Suite

NOTHING, ANY = "0/0 = 0", "0/0 is any distribution"


@claim(
    "prop:2",
    kind="definition",
    title="P^q and pi^q, 0/0 undefined",
    covers=("eq:5", "eq:6"),
    expected="UNDERSPECIFIED",
    readings=("R-3", "R-4"),
    repair="any distribution where the denominator is 0 (R-3, R-4)",
    tex=r"P^q(x'|x,a)=q(x,a,x')/q(x,a),\quad \pi^q(a|x)=q(x,a)/q(x)",
    planted={"(underspecified; here 0/0 = 0)": {"readings": (NOTHING,)}},
)
def prop_2(suite: Suite, readings: tuple[str, ...] = (NOTHING, ANY)) -> Iterator[Found]:
    """Any q in Q induces the transition function P^q(x'|x,a) = q(x,a,x') / sum_y q(x,a,y) and the
    policy pi^q(a|x) = q(x,a) / sum_b q(x,b).

    Where a denominator is 0 the text only says that they are not unique. With 0/0 = 0 a row of pi^q
    is no distribution, so pi^q is no policy; with any distribution there both are what is claimed.
    Line 19 of Algorithm 1 has the same 0/0."""
    for under in readings:
        tally = Tally("enumerated", "layers 1-2-1, A = 1, q(u) = 1 - p: rows of pi^q", under=under)
        for p in (Q(1, 2), ONE):  # the mass of v; u has none if p = 1
            for state, mass in (("u", 1 - p), ("v", p)):
                row = mass / mass if mass else Q(under == ANY)
                tally.equal(row, ONE, layers=[1, 2, 1], A=1, state=state, q_x=mass)
        yield tally


@claim(
    "prop:2",
    form="repaired",
    title="P^q and pi^q, completed",
    tex=r"q^{P^q,\pi^q}=q,\quad P^q,\pi^q\text{ any distributions where }0/0",
    cites=("occupancy measures and Q", "def:1, prop:1"),
    planted={"pi^q normalised over the layer, not over the actions": {"by_layer": True}},
)
def prop_2_repaired(suite: Suite, by_layer: bool = False) -> Shown:
    """For q in Q, P^q(x'|x,a) = q(x,a,x') / sum_y q(x,a,y) and pi^q(a|x) = q(x,a) / sum_b q(x,b),
    and any distributions where these denominators are 0, are a transition function and a policy
    that induce q again; no others do so where the denominators are not 0."""
    induce = Tally("exact on runs", "q^{P^q,pi^q} = q for q = q_i and q_hat_i, two completions")
    for run in suite.all:
        first, last = ([[one_hot(a, run.A)] * n for n in run.layers[:-1]] for a in (0, run.A - 1))
        to_first = [[[one_hot(0, len(row)) for row in rows] for rows in P_h] for P_h in run.P]
        for e in run.epochs[:: max(1, len(run.epochs) // 5)]:
            for name, q in (("q_i", e.q), ("q_hat_i", e.q_hat)):
                for name_0, pi_0, P_0 in (("first", first, to_first), ("last", last, e.P_i)):
                    again = occupancy_measure(induced_transition(q, P_0), induced_policy(q, pi_0))
                    induce.holds(again == q, run=run.name, i=e.i, q=name, completion=name_0)
    unique = Tally("exact on runs", "pi^q is the policy played wherever q = q^{P,pi_i} has mass")
    for run, e in suite.runs.epochs():
        masses: PairValues = e.q_xa
        for h, x, a in pairs(e.pi):
            if any(masses[h][x]):
                total = sum(map(sum, masses[h]), ZERO) if by_layer else sum(masses[h][x], ZERO)
                share = Q(masses[h][x][a]) / total
                unique.equal(share, e.pi[h][x][a], run=run.name, i=e.i, h=h, x=x, a=a)
    return induce, unique
