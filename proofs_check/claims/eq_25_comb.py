"""Eq. (25): Lemmas 7 and 8 combined."""

from __future__ import annotations

from proofs_check.arithmetic import ONE, ZERO, Q
from proofs_check.claims.common.transitions import branches, least_q_xi, weighted
from proofs_check.ledger.evidence import Tally
from proofs_check.ledger.registry import Shown, claim
from proofs_check.sampled_runs.occupancy import distance
from proofs_check.sampled_runs.suite import Suite


@claim(
    "eq:occ-1-norm-comb",
    kind="pathwise",
    title="l1 over triples by xi alone",
    readings=("R-4",),
    part_of="lem:key-lem",
    tex=r"\sum_t\|\hat q_i-q_i\|_1\leq\sum_t\sum_{h=1}^L\sum_{s=0}^{h-1}\sum_{x_s,a_s}"
    r"q_i(x_s,a_s)\xi_i(x_s,a_s)",
    argues=(
        "Lemma 8 in the first sum of Lemma 7; layer s is counted L - s times",
        "lem:occ-1-norm, lem:occ-term-1",
    ),
    planted={
        "h runs to L - 1": {"short": 1},
        "999/1000 of the right side": {"share": Q(999, 1000)},
    },
)
def eq_25(suite: Suite, short: int = 0, share: Q = ONE) -> Shown:
    """sum_t ||q_hat_i - q_i||_1, i = i(t), is at most the sum over t, 1 <= h <= L, s < h and
    (x_s,a_s) of q_i(x_s,a_s) xi_i(x_s,a_s).

    That is sum_t sum_s (L - s) E_s with E_s = sum q_i xi_i over layer s; E_{L-1} = 0, as X_L = 1
    makes every P(.|x_{L-1},a) the same. Attained for every L >= 2: two branches that never meet
    give 2L on both sides, the largest distance two occupancy measures can have."""
    tally = Tally("exact on runs", "every epoch, the completion with the least right side")
    for run, e in suite.all.epochs():
        tally.leq(e.l1, weighted(least_q_xi(e), short) * share, run=run.name, i=e.i)
    attained = Tally("enumerated", "two branches, L = 2..12: both sides are 2L", step=True)
    for L in range(2, 13):
        q, q_hat, E = branches(L, ONE, ZERO)
        attained.leq(distance(q_hat, q), weighted(E), L=L, layers=[1, *[2] * (L - 1), 1], A=1)
        attained.equal(distance(q_hat, q), 2 * L, L=L)
        attained.equal(weighted(E), 2 * L, L=L)
    return tally, attained
