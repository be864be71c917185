r"""For every layer $h$, $\sum_{x_h,a_h}(q_{i(t)}-\mathbb{I}^{(t)})\,b_{i(t)}
=\sum_{x_h,a_h}(q_{i(t)}-\mathbb{I}^{(t)})/\sqrt{\max\{1,N_{i(t)}\}}\cdot\sqrt{2\Lambda}$, where
$\Lambda=\log(TXA/\delta)$."""

from __future__ import annotations

from collections.abc import Iterator

from proofs_check.arithmetic import Q, b_radius, sqrt
from proofs_check.evaluation.line import Line
from proofs_check.evaluation.run import EvaluatedRun
from proofs_check.ledger.evidence import Tally
from proofs_check.ledger.registry import Shown
from proofs_check.ledger.statement import Coq, Statement, argued
from proofs_check.sampled_runs.suite import Suite

statement = Statement(
    "disp:App. II.1",
    __doc__,
    box="lemma_11",
    kind="identity",
    number="App. II, display 1",
    part_of="lemma_11",
    sentences=("48ed8c49acb2", "af128730be12"),
)

printed = statement.printed(
    "$b_i$ written out",
    tex=(
        r"\sum_{x_h,a_h}(q_{i(t)}-\mathbb{I}^{(t)})\,b_{i(t)}=\sum_{x_h,a_h}"
        r"\frac{q_{i(t)}-\mathbb{I}^{(t)}}{\sqrt{\max\{1,N_{i(t)}\}}}\cdot\sqrt{2\Lambda}"
    ),
    steps=(argued("(15) written out", "eq_15"),),
    coq=(Coq("display_B1", "AppendixB.v"),),
)


def sides(run: EvaluatedRun, factor: int = 2) -> Iterator[Line]:
    """Yield both sides in every layer."""
    b = run.played(lambda e: e.b, "layer") - run.visited(lambda e: e.b, "layer")
    Y = run.played(lambda e: e.root, "layer") - run.visited(lambda e: e.root, "layer")
    yield Line(b, Y * sqrt(run.Lam * factor), equal=True, per="layer")


statement.evaluated(
    sides,
    false={r"$\sqrt\Lambda$ for $\sqrt{2\Lambda}$": {"factor": 1}},
)


@printed.check({r"$\sqrt{2\Lambda}$ replaced by $\sqrt\Lambda$": {"factor": 1}})
def display_1(suite: Suite, factor: int = 2) -> Shown:
    # Linear in b: enough that b_i = sqrt(2 Lam) / sqrt(max{1, N_i}).
    note = (
        r"$b_i=\sqrt{2\Lambda}/\sqrt{\max\{1,N_i\}}$ for $N_i=0,1,2,3,T$, with $\Lambda$ and $T$ "
        "of every run"
    )
    tally = Tally("enumerated", note)
    for run in suite.all:
        for N_i in (0, 1, 2, 3, run.T):
            split = sqrt(run.Lam * factor) * sqrt(Q(1, max(1, N_i)))
            tally.equal(b_radius(run.Lam, N_i), split, run=run.name, N=N_i)
    return tally
