r"""Fix a pair $(x,a)$ and $n\geq1$, and let the policies depend on the past in any way. The
first $n$ samples $y_1$, ..., $y_n$ at the pair deviate as independent ones do: for $f$ in [0,1],
$\Pr\{n\text{ visits}\text{ are}\text{ made}\text{ and}\sum_{k\leq n}(f(y_k)-Ef)\geq
s\}\leq\exp(-2s^2/n)$; and with $d$ successors $\Pr\{\text{ after}\text{ exactly}n\text{
visits}\|\bar P-P\|_1\geq\epsilon\}\leq(2^d-2)\exp(-n\epsilon^2/2)$.

The paper takes it for granted. Proof: $\exp(cS-c^2\min\{n,N\}/8)$, $S$ the sum so far, is a
supermartingale (Hoeffding's lemma at a visit, constant otherwise), then Markov's inequality at
$c=4s/n$. A count $N_i$ is a random time: a bound for it needs the union over all $n\leq T$."""

from __future__ import annotations

from itertools import product

from proofs_check.arithmetic import Q, ln
from proofs_check.ledger.evidence import Tally
from proofs_check.ledger.registry import Shown
from proofs_check.ledger.statement import Coq, Statement, cited
from proofs_check.sampled_runs.suite import Suite
from proofs_check.statements.common.coins import COIN_DELTAS, ever_fails

statement = Statement(
    "lem:adaptive-sampling",
    __doc__,
    box=("Sampling", "Samp.", "adaptive visits"),
    kind="probabilistic",
    number="Lemma 2, sampling",
    section="Sec. IV-A",
    readings=("R-13",),
    part_of="lemma_02",
)

repaired = statement.repaired(
    "visits at times that depend on it",
    tex=(
        r"\Pr\{N\geq n,\ \textstyle\sum_{k\leq n}(f(y_k)-\mathbb E f)\geq s\}"
        r"\leq e^{-2s^2/n},\quad\Pr\{\|\bar P-P\|_1\geq\epsilon\text{ after }n"
        r"\text{ visits}\}\leq(2^d-2)e^{-n\epsilon^2/2}"
    ),
    steps=(
        cited(
            "samples are drawn anew at each visit",
            "assumption_1",
            "algorithm_1_line_08",
            "algorithm_1_line_09",
        ),
    ),
    coq=(
        Coq("hoeffding_visits", "Concentration.v"),
        Coq("weissman_visits", "Concentration.v"),
    ),
)


@repaired.planted("for the random count $N$, without a union")
def without_union(suite: Suite) -> Shown:
    tally = Tally(
        "exact probability",
        (r"$\Pr\{\text{ off}\text{ by}\sqrt{n\ln(2/\delta)/2},\text{ some}n\leq T\}\leq\delta$"),
    )
    for delta, T in product(COIN_DELTAS, (8, 32, 128)):
        tally.leq(ever_fails(Q(1, 2), T, ln(2 / delta) / 2), delta, T=T, delta=delta, p=Q(1, 2))
    return tally
