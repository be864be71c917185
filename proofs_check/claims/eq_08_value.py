"""Eq. (8), with eq. (1): the expected reward of an episode is <q^{P,pi}, r>."""

from __future__ import annotations

from proofs_check.ledger.evidence import Tally
from proofs_check.ledger.registry import Shown, claim
from proofs_check.sampled_runs.occupancy import inner
from proofs_check.sampled_runs.suite import Suite


@claim(
    "eq:8",
    kind="identity",
    title="V(pi) = <q, r>",
    covers=("eq:1",),
    readings=("R-2",),
    tex=r"E[\sum_{h<L} r(x_h,a_h)\mid P,\pi]=\langle q^{P,\pi},r\rangle",
    cites=("occupancy measures of layered MDPs", "def:1"),
    planted={"q_hat_i in place of q^{P,pi_i}": {"measure": "q_hat_xa"}},
)
def eq_8(suite: Suite, measure: str = "q_xa") -> Shown:
    """V(pi) = E[sum_{h<L} r(x_h,a_h) | P, pi] = <q^{P,pi}, r>, with r(x,a,x') = r(x,a).

    Two computations agree: backward induction, and <q, r> by the forward recursion. Needs
    q(x_L,.,.) = 0 (R-2): no reward is collected at x_L."""
    tally = Tally("exact on runs", "backward induction = <q_i, r>, every epoch")
    for run, e in suite.all.epochs():
        tally.equal(e.V, inner(getattr(e, measure), run.r), run=run.name, i=e.i)
    return tally
