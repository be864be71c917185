r"""$\sum_{t=1}^T\lVert\hat q_{i(t)}-q_{i(t)}\rVert_1\leq\sum_{t=1}^T\sum_{h=1}^L\sum_{s=0}^{h-1}
\sum_{x_s,a_s}q_{i(t)}(x_s,a_s)\,\xi_{i(t)}(x_s,a_s)$.

The right side is $\sum_t\sum_{s<L}(L-s)E_s$, where $E_s=\sum_{x_s,a_s}q_{i(t)}\xi_{i(t)}$. Here
$E_{L-1}=0$, because $X_L=1$ makes every row $P(\cdot|x_{L-1},a)$ the same. Equality is attained for
every $L\geq2$: two branches that never meet give $2L$ on both sides, the largest distance of two
occupancy measures."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from proofs_check.arithmetic import ONE, ZERO, Q
from proofs_check.evaluation.epochs import Epochs
from proofs_check.evaluation.line import Line
from proofs_check.evaluation.run import EvaluatedRun
from proofs_check.ledger.evidence import Tally
from proofs_check.ledger.registry import Shown
from proofs_check.ledger.statement import Coq, Statement, argued
from proofs_check.sampled_runs.occupancy import distance
from proofs_check.sampled_runs.suite import Suite
from proofs_check.statements.common.transitions import branches, least_q_xi, weighted
from proofs_check.statements.lemma_07 import l1

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
    r"$\ell_1$ over triples by $\xi_i$ alone",
    tex=(
        r"\sum_{t=1}^T\lVert\hat q_{i(t)}-q_{i(t)}\rVert_1\leq\sum_{t=1}^T\sum_{h=1}^L"
        r"\sum_{s=0}^{h-1}\sum_{x_s,a_s}q_{i(t)}(x_s,a_s)\,\xi_{i(t)}(x_s,a_s)"
    ),
    steps=(
        argued(
            "Lemma 8 bounds the first sum of Lemma 7, and layer $s$ is counted $L-s$ times",
            "lemma_07",
            "lemma_08",
        ),
    ),
    coq=(Coq("eq_25", "AppendixA.v"),),
)


def weighted_xi(e: Epochs) -> Any:
    """Return (L - s) xi_i: a pair of layer s counts once for each h = s + 1, ..., L."""
    return e.xi * (e.size.L - e.size.h)


def sides(run: EvaluatedRun, share: Q | int = 1, weight: int = 1) -> Iterator[Line]:
    """Yield the distance over triples, and the sum of q_i xi_i."""
    xi = weighted_xi if weight else (lambda e: e.xi)
    yield Line(l1(run), run.played(xi) * share)


def trivial(run: EvaluatedRun) -> int:
    """Return 2LT."""
    return 2 * run.L * run.T


statement.evaluated(
    sides,
    trivial=trivial,
    false={
        r"$\frac12$ of the right side": {"share": Q(1, 2)},
        r"without the weights $L-s$": {"weight": 0},
    },
)


@printed.check(
    {
        "$h$ runs to $L-1$ only": {"short": 1},
        r"$\tfrac{999}{1000}$ of the right side": {"share": Q(999, 1000)},
    }
)
def eq_25(suite: Suite, short: int = 0, share: Q = ONE) -> Shown:
    note = "every epoch, the completion with the least right side; trivial from $2L$ on"
    tally = Tally("exact on runs", note)
    for run, e in suite.all.epochs():
        right = weighted(least_q_xi(e), short) * share
        tally.bounded(e.l1, right, 2 * run.L, run=run.name, i=e.i)
    note = r"two branches, $L=2,\dots,12$: both sides are $2L$"
    attained = Tally("enumerated", note, step=True)
    for L in range(2, 13):
        q, q_hat, E = branches(L, ONE, ZERO)
        attained.leq(distance(q_hat, q), weighted(E), L=L, layers=[1, *[2] * (L - 1), 1], A=1)
        attained.equal(distance(q_hat, q), 2 * L, L=L)
        attained.equal(weighted(E), 2 * L, L=L)
    return tally, attained
