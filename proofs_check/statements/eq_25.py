r"""$\sum_t\lVert\hat q_i-q_i\rVert_1$, $i=i(t)$, is at most the sum over $t$, $1\leq h\leq L$,
$s<h$ and $(x_s,a_s)$ of $q_i(x_s,a_s)\xi_i(x_s,a_s)$.

That is $\sum_t\sum_s(L-s)E_s$ with $E_s=\sum q_i\xi_i$ over layer $s$; $E_{L-1}=0$, as $X_L=1$
makes every $P(\cdot|x_{L-1},a)$ the same. Attained for every $L\geq2$: two branches that never
meet give $2L$ on both sides, the largest distance two occupancy measures can have."""

from __future__ import annotations

from proofs_check.arithmetic import ONE, ZERO, Q
from proofs_check.ledger.evidence import Tally
from proofs_check.ledger.registry import Shown
from proofs_check.ledger.statement import Coq, Statement, argued
from proofs_check.sampled_runs.occupancy import distance
from proofs_check.sampled_runs.suite import Suite
from proofs_check.statements.common.transitions import branches, least_q_xi, weighted

statement = Statement(
    "eq:occ-1-norm-comb",
    __doc__,
    box="lemma_04",
    kind="pathwise",
    readings=("R-4",),
    part_of="lemma_04",
    sentences=("d686231910e4", "d0178a07fd46"),
)

printed = statement.printed(
    r"$\ell_1$ over triples by $\xi$ alone",
    tex=(
        r"\sum_t\|\hat q_i-q_i\|_1\leq\sum_t\sum_{h=1}^L\sum_{s=0}^{h-1}"
        r"\sum_{x_s,a_s}q_i(x_s,a_s)\xi_i(x_s,a_s)"
    ),
    steps=(
        argued(
            "Lemma 8 in the first sum of Lemma 7; layer $s$ is counted $L-s$ times",
            "lemma_07",
            "lemma_08",
        ),
    ),
    coq=(Coq("eq_25", "AppendixA.v"),),
)


@printed.check(
    {"$h$ runs to $L-1$": {"short": 1}, "999/1000 of the right side": {"share": Q(999, 1000)}}
)
def eq_25(suite: Suite, short: int = 0, share: Q = ONE) -> Shown:
    tally = Tally("exact on runs", "every epoch, the completion with the least right side")
    for run, e in suite.all.epochs():
        tally.leq(e.l1, weighted(least_q_xi(e), short) * share, run=run.name, i=e.i)
    attained = Tally("enumerated", "two branches, $L=2$..12: both sides are $2L$", step=True)
    for L in range(2, 13):
        q, q_hat, E = branches(L, ONE, ZERO)
        attained.leq(distance(q_hat, q), weighted(E), L=L, layers=[1, *[2] * (L - 1), 1], A=1)
        attained.equal(distance(q_hat, q), 2 * L, L=L)
        attained.equal(weighted(E), 2 * L, L=L)
    return tally, attained
