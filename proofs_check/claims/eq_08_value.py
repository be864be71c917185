"""Eq. (8), with eq. (1): the expected reward of an episode is <q^{P,pi}, r>."""

from __future__ import annotations

from proofs_check.arithmetic import ZERO
from proofs_check.claims.common.paths import MOST
from proofs_check.ledger.evidence import Tally
from proofs_check.ledger.registry import Shown, claim, planted
from proofs_check.sampled_runs.occupancy import inner, trajectories, trajectory_count
from proofs_check.sampled_runs.suite import Suite


@claim(
    "eq:8",
    kind="identity",
    title="V(pi) = <q, r>",
    covers=("eq:1",),
    readings=("R-2",),
    tex=r"E[\sum_{h<L} r(x_h,a_h)\mid P,\pi]=\langle q^{P,\pi},r\rangle",
    cites=("occupancy measures of layered MDPs", "def:1"),
)
def eq_8(suite: Suite) -> Shown:
    """V(pi) = E[sum_{h<L} r(x_h,a_h) | P, pi] = <q^{P,pi}, r>, with r(x,a,x') = r(x,a).

    Three computations agree: backward induction, <q, r> by the forward recursion, and the mean
    over all trajectories. Needs q(x_L,.,.) = 0 (R-2): no reward is collected at x_L."""
    by_q = Tally("exact on runs", "backward induction = <q_i, r>, every epoch")
    by_paths = Tally("exact on runs", f"mean over trajectories = <q_i, r>, at most {MOST} of them")
    for run in suite.all:
        small = trajectory_count(run.layers, run.A) <= MOST
        for e in run.epochs:
            by_q.equal(e.V, inner(e.q_xa, run.r), run=run.name, i=e.i)
            if small and e.i % 4 == 1:
                mean = ZERO
                for p, xs, actions in trajectories(run.P, e.pi):
                    mean += p * sum((run.r[h][xs[h]][a] for h, a in enumerate(actions)), ZERO)
                by_paths.equal(e.V, mean, run=run.name, i=e.i)
    return by_q, by_paths


@planted(eq_8, "q_hat_i in place of q^{P,pi_i}")
def eq_8_optimistic(suite: Suite) -> Shown:
    tally = Tally("exact on runs", "V(pi_i) = <q_hat_i, r>")
    for run, e in suite.runs.epochs():
        tally.equal(e.V, inner(e.q_hat_xa, run.r), run=run.name, i=e.i)
    return tally
