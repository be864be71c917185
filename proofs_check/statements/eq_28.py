r"""$\textsc{Error}=\sum_{t=1}^T\langle\hat q_{i(t)}-q_{i(t)},\hat r_{i(t)}\rangle
\leq\sum_{t=1}^T\lVert\hat q_{i(t)}-q_{i(t)}\rVert_1\leq12LX\sqrt{TA\log(TXA/\delta)}$. The first
inequality is sure, because $\hat r_i\leq1$; the second is Lemma 4, with probability $1-2\delta$.

The first inequality also needs $0\leq\hat r_i$, which (16) gives, and it is wasteful. Both measures
have sum 1 in a layer, so $\hat r_i-\tfrac12$ may replace $\hat r_i$. Hence
$\textsc{Error}\leq\tfrac12\sum_t\sum_{h=1}^{L-1}\sum_{x_h,a_h}
\lvert\hat q_{i(t)}(x_h,a_h)-q_{i(t)}(x_h,a_h)\rvert$. The distance
over the pairs of a layer is at most the distance over the triples that end there, and at most that
over the triples that begin there. Hence
$\textsc{Error}\leq\tfrac{L-1}{2L}\sum_t\lVert\hat q_{i(t)}-q_{i(t)}\rVert_1$, which gives $6(L-1)X$
in place of $12LX$. Equality is attained for every $L$ on two branches, with $\hat r_i=1$ on one and
$\hat r_i=0$ on the other."""

from __future__ import annotations

from collections.abc import Iterator

from proofs_check.arithmetic import ONE, ZERO, Q
from proofs_check.evaluation.line import Line
from proofs_check.evaluation.run import EvaluatedRun
from proofs_check.ledger.evidence import Tally
from proofs_check.ledger.registry import Found
from proofs_check.ledger.statement import Coq, Statement, argued
from proofs_check.sampled_runs.occupancy import (
    difference,
    distance,
    inner,
    pair_mass,
)
from proofs_check.sampled_runs.suite import Suite
from proofs_check.statements.common.transitions import branches
from proofs_check.statements.eq_19 import term
from proofs_check.statements.lemma_05 import error_of
from proofs_check.statements.lemma_07 import l1

statement = Statement(
    "eq:28",
    __doc__,
    box="lemma_05",
    kind="probabilistic",
    part_of="lemma_05",
    sentences=("521f8de90607", "9afd588e697b", "e5c656c719a9"),
)

printed = statement.printed(
    r"$\textsc{Error}$ by the $\ell_1$ distances, at most $12LX\sqrt{TA\Lambda}$",
    tex=(
        r"\textsc{Error}\leq\sum_{t=1}^T\lVert\hat q_{i(t)}-q_{i(t)}\rVert_1"
        r"\leq12LX\sqrt{TA\Lambda}"
    ),
    steps=(argued(r"$0\leq\hat r_i\leq1$, then Lemma 4", "lemma_04", "eq_16"),),
    coq=(Coq("eq_28", "AppendixA.v"),),
)


def sides(run: EvaluatedRun, share: Q | int = 1) -> Iterator[Line]:
    """Yield Error against the distances."""
    of_pairs = run.over_t(lambda e: abs(e.q_hat - e.q))
    yield Line(term(run, "Error"), of_pairs * (Q(1, 2) * share), "half over pairs")
    if share == 1:
        most = 2 * (run.L - 1) * run.T
        yield Line(of_pairs, l1(run) * Q(run.L - 1, run.L), "pairs by triples", most=most)
        yield Line(term(run, "Error"), l1(run), "over triples")


def trivial(run: EvaluatedRun) -> int:
    """Return (L - 1)T."""
    return (run.L - 1) * run.T


statement.evaluated(
    sides,
    trivial=trivial,
    false={r"$\frac14$ of that": {"share": Q(1, 4)}},
)


HALF = Q(1, 2)


@printed.check(
    {
        r"$\tfrac{L-1}{6L}$ in place of $\tfrac{L-1}{2L}$, two branches": {"share": Q(1, 6)},
        r"$\tfrac14$ of the distance over pairs, on the runs": {"pairs_share": Q(1, 4)},
    }
)
def eq_28(suite: Suite, share: Q = HALF, pairs_share: Q = HALF) -> Iterator[Found]:
    note = (
        r"every epoch: $\textsc{Error}$ is at most half the distance over pairs, which is at most "
        r"$\tfrac{L-1}{2L}$ of the distance over triples"
    )
    tally = Tally("exact on runs", note)
    for run, e in suite.all.epochs():
        over_pairs = sum(e.layer_l1, ZERO)
        tally.leq(error_of(e), pairs_share * over_pairs, run=run.name, i=e.i)
        tally.leq(over_pairs, Q(run.L - 1, run.L) * e.l1, run=run.name, i=e.i)
    yield tally
    # P goes to one branch, P_i to the other, where r_hat_i = 1: <q_hat - q, r_hat> = L - 1.
    note = (
        r"two branches, $L=2,\dots,12$: "
        r"$\langle\hat q-q,\hat r\rangle\leq\tfrac{L-1}{2L}\lVert\hat q-q\rVert_1$ with equality"
    )
    attained = Tally("enumerated", note, step=True)
    for L in range(2, 13):
        q, q_hat, _ = branches(L, ONE, ZERO)
        r_hat = [[[ONE]], *[[[ZERO], [ONE]]] * (L - 1)]
        left = inner(difference(pair_mass(q_hat), pair_mass(q)), r_hat)
        attained.leq(
            left, share * Q(L - 1, L) * distance(q_hat, q), L=L, layers=[1, *[2] * (L - 1), 1], A=1
        )
    yield attained
