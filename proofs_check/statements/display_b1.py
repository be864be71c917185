r"""For every layer $h$: sum over $(x_h,a_h)$ of $(q_{i(t)}-I^{(t)})b_{i(t)}$ = sum over
$(x_h,a_h)$ of $(q_{i(t)}-I^{(t)})/\sqrt{\max\{1,N_{i(t)}\}}$, times $\sqrt{2\Lambda}$."""

from __future__ import annotations

from proofs_check.arithmetic import Q, b_radius, sqrt
from proofs_check.ledger.evidence import Tally
from proofs_check.ledger.registry import Shown
from proofs_check.ledger.statement import Coq, Statement, argued
from proofs_check.sampled_runs.suite import Suite

statement = Statement(
    "disp:App. B.1",
    __doc__,
    box="lemma_11",
    kind="identity",
    number="App. B, display 1",
    part_of="lemma_11",
    sentences=("48ed8c49acb2", "af128730be12"),
)

printed = statement.printed(
    "$b_i$ written out",
    tex=r"(q-I)b=(q-I)/\sqrt{\max\{1,N\}}\cdot\sqrt{2\Lambda}",
    steps=(argued("(15) written out", "eq_15"),),
    coq=(Coq("display_B1", "AppendixB.v"),),
)


@printed.check({r"$\sqrt{2\Lambda}$ replaced by $\sqrt{\Lambda}$": {"factor": 1}})
def display_1(suite: Suite, factor: int = 2) -> Shown:
    # Linear in b: enough that b_i = sqrt(2 Lam) / sqrt(max{1, N_i}).
    proof = Tally(
        "exact on runs", r"$b_i=\sqrt{2\Lambda}/\sqrt{\max\{1,N_i\}}$, $N_i=0$, 1, 2, 3, $T$"
    )
    for run in suite.all:
        for N_i in (0, 1, 2, 3, run.T):
            split = sqrt(run.Lam * factor) * sqrt(Q(1, max(1, N_i)))
            proof.equal(b_radius(run.Lam, N_i), split, run=run.name, N=N_i)
    return proof
