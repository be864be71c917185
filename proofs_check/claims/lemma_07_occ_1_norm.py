"""Lemma 7, eq. (23): from distances of triples to distances of pairs."""

from __future__ import annotations

from proofs_check.arithmetic import ONE, ZERO, Q
from proofs_check.claims.common.transitions import least_q_xi
from proofs_check.ledger.evidence import Tally
from proofs_check.ledger.registry import Shown, claim, planted
from proofs_check.sampled_runs.suite import Suite


@claim(
    "lem:occ-1-norm",
    kind="pathwise",
    title="l1 over triples by pairs and xi",
    covers=("eq:23",),
    readings=("R-4",),
    part_of="lem:key-lem",
    tex=r"\sum_t\|\hat q_i-q_i\|_1\leq\sum_t\sum_{h<L}\sum_{x_h,a_h}"
    r"|\hat q_i(x_h,a_h)-q_i(x_h,a_h)|+q_i(x_h,a_h)\xi_i(x_h,a_h)",
    argues=(
        "q_hat(x,a,x') - q(x,a,x') = (q_hat - q)(x,a) P_i + q(x,a) (P_i - P), rows of sum 1",
        "def:1, lem:occ-1-norm:P_i",
    ),
)
def lemma_7(suite: Suite) -> Shown:
    """sum_t ||q_hat_{i(t)} - q_{i(t)}||_1 is at most the sum over t, h < L and (x_h,a_h) of
    |q_hat_i(x_h,a_h) - q_i(x_h,a_h)| + q_i(x_h,a_h) xi_i(x_h,a_h), i = i(t).

    True pair by pair and for every completion of P_i: on the runs the right side is taken with
    xi_i = 0 where q_hat_i(x,a) = 0, the least that a completion gives (by P itself)."""
    return _on_runs(suite, ONE)


planted(lemma_7, "the term with xi_i left out", lambda suite: _on_runs(suite, ZERO))
planted(
    lemma_7,
    "xi_i taken as a total variation distance (half)",
    lambda suite: _on_runs(suite, Q(1, 2)),
)


def _on_runs(suite: Suite, share: Q) -> Tally:
    tally = Tally("exact on runs", "every epoch, the completion with the least right side")
    for run, e in suite.all.epochs():
        right = sum(e.layer_l1, ZERO) + share * sum(least_q_xi(e), ZERO)
        tally.leq(e.l1, right, run=run.name, i=e.i)
    return tally
