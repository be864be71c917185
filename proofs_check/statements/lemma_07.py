r"""$\sum_{t=1}^T\lVert\hat q_{i(t)}-q_{i(t)}\rVert_1\leq\sum_{t=1}^T\sum_{h<L}\sum_{x_h,a_h}
(\lvert\hat q_{i(t)}(x_h,a_h)-q_{i(t)}(x_h,a_h)\rvert
+q_{i(t)}(x_h,a_h)\,\xi_{i(t)}(x_h,a_h))$.

The inequality is true for every pair and for every completion of $P_i$. On the runs the right side
is taken with $\xi_i=0$ where $\hat q_i(x,a)=0$. No completion gives less, and $P$ itself gives
this."""

from __future__ import annotations

from collections.abc import Iterator

from proofs_check.arithmetic import ONE, ZERO, Q
from proofs_check.evaluation.line import Line
from proofs_check.evaluation.run import EvaluatedRun, Total
from proofs_check.ledger.evidence import Tally
from proofs_check.ledger.registry import Shown
from proofs_check.ledger.statement import Coq, Statement, argued
from proofs_check.sampled_runs.suite import Suite
from proofs_check.statements.common.transitions import least_q_xi

statement = Statement(
    "lem:occ-1-norm",
    __doc__,
    box=("Lemma 7", "L 7", "triples by pairs"),
    kind="pathwise",
    covers=("eq:23",),
    readings=("R-4",),
    part_of="lemma_04",
    sentences=("611aa0b4b243",),
)

printed = statement.printed(
    r"$\ell_1$ over triples by pairs and $\xi_i$",
    tex=(
        r"\sum_{t=1}^T\lVert\hat q_{i(t)}-q_{i(t)}\rVert_1\leq\sum_{t=1}^T\sum_{h<L}\sum_{x_h,a_h}"
        r"(\lvert\hat q_{i(t)}(x_h,a_h)-q_{i(t)}(x_h,a_h)\rvert"
        r"+q_{i(t)}(x_h,a_h)\,\xi_{i(t)}(x_h,a_h))"
    ),
    steps=(
        argued(
            r"$\hat q_i(x,a,x')-q_i(x,a,x')=(\hat q_i-q_i)(x,a)\,P_i(x'|x,a)"
            r"+q_i(x,a)\,(P_i-P)(x'|x,a)$, and the rows of $P_i$ have sum 1",
            "definition_1",
            "lemma_07_P_i",
        ),
    ),
    coq=(Coq("lemma_7", "AppendixA.v"),),
)


def l1(run: EvaluatedRun) -> Total:
    """Return sum_t ||q_hat_{i(t)} - q_{i(t)}||_1."""
    return run.over_t(lambda e: e.l1)


def sides(run: EvaluatedRun, share: Q | int = 1, pairs: int = 1) -> Iterator[Line]:
    """Yield the distance over triples, and that over pairs with the sum of q_i xi_i."""
    of_pairs = run.over_t(lambda e: abs(e.q_hat - e.q)) * pairs
    yield Line(l1(run), of_pairs + run.played(lambda e: e.xi) * share)


def trivial(run: EvaluatedRun) -> int:
    """Return 2LT: two measures of mass 1 in every layer."""
    return 2 * run.L * run.T


statement.evaluated(
    sides,
    trivial=trivial,
    false={
        r"$\frac14$ of the sum of $q_i\xi_i$": {"share": Q(1, 4)},
        "without the distance over pairs": {"pairs": 0},
    },
)


@printed.check(
    {
        r"the term with $\xi_i$ left out": {"share": ZERO},
        r"$\tfrac12\xi_i$, the total variation distance, in place of $\xi_i$": {"share": Q(1, 2)},
    }
)
def lemma_7(suite: Suite, share: Q = ONE) -> Shown:
    note = "every epoch, the completion with the least right side; trivial from $2L$ on"
    tally = Tally("exact on runs", note)
    for run, e in suite.all.epochs():
        right = sum(e.layer_l1, ZERO) + share * sum(least_q_xi(e), ZERO)
        tally.bounded(e.l1, right, 2 * run.L, run=run.name, i=e.i)
    return tally
