r"""$\sum_t\lVert\hat q_{i(t)}-q_{i(t)}\rVert_1$ is at most the sum over $t$, $h<L$ and
$(x_h,a_h)$ of $\lvert\hat q_i(x_h,a_h)-q_i(x_h,a_h)\rvert+q_i(x_h,a_h)\xi_i(x_h,a_h)$, $i=i(t)$.

True pair by pair and for every completion of $P_i$: on the runs the right side is taken with
$\xi_i=0$ where $\hat q_i(x,a)=0$, the least that a completion gives (by $P$ itself)."""

from __future__ import annotations

from proofs_check.arithmetic import ONE, ZERO, Q
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
    r"$\ell_1$ over triples by pairs and $\xi$",
    tex=(
        r"\sum_t\|\hat q_i-q_i\|_1\leq\sum_t\sum_{h<L}\sum_{x_h,a_h}|"
        r"\hat q_i(x_h,a_h)-q_i(x_h,a_h)|+q_i(x_h,a_h)\xi_i(x_h,a_h)"
    ),
    steps=(
        argued(
            r"$\hat q(x,a,x')-q(x,a,x')=(\hat q-q)(x,a)P_i+q(x,a)(P_i-P)$, rows of sum 1",
            "definition_1",
            "lemma_07_P_i",
        ),
    ),
    coq=(Coq("lemma_7", "AppendixA.v"),),
)


@printed.check(
    {
        r"the term with $\xi_i$ left out": {"share": ZERO},
        r"$\xi_i$ taken as a total variation distance (half)": {"share": Q(1, 2)},
    }
)
def lemma_7(suite: Suite, share: Q = ONE) -> Shown:
    tally = Tally("exact on runs", "every epoch, the completion with the least right side")
    for run, e in suite.all.epochs():
        right = sum(e.layer_l1, ZERO) + share * sum(least_q_xi(e), ZERO)
        tally.leq(e.l1, right, run=run.name, i=e.i)
    return tally
