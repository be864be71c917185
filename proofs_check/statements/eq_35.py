r"""Six lines: (1) $\sum_t\sum_h$ sum over $(x_h,a_h)$ of $I^{(t)}b_{i(t)}$ = (2) the same with
$b$ written out as $\sqrt{2\Lambda}/\sqrt{\max\{1,N_{i(t)}\}}$ = (3) $\sqrt{2\Lambda}\sum_h$ sum
over $(x_h,a_h)$ of $\sum_in_i/\sqrt{\max\{1,N_i\}}$ <= (4) $3\sqrt{2\Lambda}\sum_h\sqrt{TX_hA}$
<= (5) $3\sqrt{2TLXA\Lambda}$ <= (6) $5\sqrt{TLXA\Lambda}$.

Each line is right. Line 4 is drawn from the third display, which is false as printed, but
follows from its repaired form since $1+\sqrt2\leq3$."""

from __future__ import annotations

from proofs_check.arithmetic import Q, Real, b_radius, sqrt
from proofs_check.ledger.evidence import Tally
from proofs_check.ledger.registry import Shown
from proofs_check.ledger.statement import Coq, Statement, argued
from proofs_check.sampled_runs.suite import Suite
from proofs_check.statements.common.visits import layer_sum, visits

statement = Statement(
    "eq:35",
    __doc__,
    box="lemma_12",
    kind="pathwise",
    readings=("R-1",),
    part_of="lemma_12",
    sentences=("a25b4e81ae47", "5bc18468b367"),
)

printed = statement.printed(
    "chain of Lemma 12",
    tex=(
        r"\sum I^{(t)}b=\sqrt{2\Lambda}\sum_h\sum_{x_h,a_h}\sum_i n_i/\sqrt{\max\{1,N_i\}}"
        r"\leq3\sqrt{2\Lambda}\sum_h\sqrt{TX_hA}\leq3\sqrt{2TLXA\Lambda}\leq5\sqrt{TLXA"
        r"\Lambda}"
    ),
    steps=(
        argued(
            "the pigeonhole and Jensen steps of the layers, summed",
            "display_b3",
            "lemma_12_jensen",
            "lemma_12_constant",
        ),
    ),
    coq=(Coq("eq_35", "AppendixB.v"),),
)


@printed.check(
    {
        "line 4 with 3 replaced by 2": {"factor": 2},
        r"line 2 without the max: $1/\sqrt{N_i}$ read as $1/\sqrt{N_i+1}$": {"more": 1},
    }
)
def eq_35(suite: Suite, factor: int = 3, more: int = 0) -> Shown:
    second = Tally("exact on runs", "lines 1 $=2$")
    fourth = Tally("exact on runs", r"lines 3 $\leq4$, over $\sqrt{2\Lambda}$")
    for run in suite.all:
        for N in sorted({max(1, N) for found in visits(run).values() for N, _ in found}):
            root = sqrt(run.Lam * 2) * sqrt(Q(1, N + more))
            second.equal(b_radius(run.Lam, N), root, run=run.name, N=N)
        third = sum((layer_sum(run, h) for h in range(run.L)), Real.of(0))
        of_layers = sum((sqrt(run.T * X_h * run.A) for X_h in run.layers[:-1]), Real.of(0))
        fourth.leq(third, factor * of_layers, run=run.name)
    return second, fourth
