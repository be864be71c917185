r"""$\sum_t\sum_{h=1}^L\sum_{s<h}\sum_{(x_s,a_s)}I^{(t)}\{x_s,a_s\}2\epsilon_{i(t)}(x_s,a_s)\leq6LX\sqrt{2TA\Lambda}$,
$\Lambda=\log(TXA/\delta)$.

Layer $s$ has the weight $L-s$ and, by the pigeonhole and Jensen steps of App. B, $\sum
n_i2\epsilon_i\leq2\sqrt{2X_{s+1}\Lambda}(1+\sqrt2)\sqrt{TX_sA}$. So the sum is at most
$(4+2\sqrt2)\sqrt{TA\Lambda}\sum_{s<L}(L-s)\sqrt{X_sX_{s+1}}\leq(4+2\sqrt2)L(X-1)\sqrt{TA\Lambda}$:
the constant 6.83 for 8.49, and $X-1$. As $\xi_i=0$ on layer $L-1$, $s\leq L-2$ and $X-2$ are
enough for Lemma 9. On the chain $(X=L+1,A=1)$ with $T=2^k$ the layered form is attained in the
limit."""

from __future__ import annotations

from itertools import product

from proofs_check.arithmetic import ONE, Enclosure, Q, sqrt
from proofs_check.ledger.evidence import Tally
from proofs_check.ledger.registry import Shown
from proofs_check.ledger.statement import Coq, Statement, argued
from proofs_check.sampled_runs.occupancy import inner_enclosed
from proofs_check.sampled_runs.run import SampledRun
from proofs_check.sampled_runs.suite import Suite
from proofs_check.statements.common.transitions import weighted
from proofs_check.statements.common.visits import by_layers, pigeonhole_bound

statement = Statement(
    "lem:occ-term-2:count",
    __doc__,
    kind="pathwise",
    number="(27), term 1",
    section="App. A",
    readings=("R-1",),
    part_of="lemma_09",
)

printed = statement.printed(
    r"$2\epsilon$ along the visited pairs",
    tex=(
        r"\sum_t\sum_{h=1}^L\sum_{s<h}\sum_{x_s,a_s}I^{(t)}\{x_s,a_s\}2"
        r"\epsilon_{i(t)}(x_s,a_s)\leq6LX\sqrt{2TA\Lambda}"
    ),
    steps=(
        argued(
            "each layer by the pigeonhole and Jensen steps, weights $L-s$",
            "eq_11",
            "display_b2",
            "display_b3",
            "lemma_09_layers",
        ),
    ),
    coq=(Coq("count_27", "AppendixA.v"),),
)


@printed.check(
    {
        "7/10 of the layered form: 4.78 in place of 6.83": {"share": Q(7, 10)},
        "$X_{s+1}$ left out of the layered form": {"width": 0},
    }
)
def count(suite: Suite, share: Q = ONE, width: int = 1) -> Shown:
    layered = Tally("exact on runs", "every run: the layered form")
    for run in suite.all:
        root = sqrt(run.Lam * (run.T * run.A))
        layered.leq(realised_eps(run), root * by_layers(run.layers, width=width), run=run.name)
    chain = Tally(
        "enumerated", r"chain, $L\leq6$, $T=2^k\leq2^{40}$, over $\sqrt{\Lambda}$", step=True
    )
    for L, k in product(range(1, 7), range(0, 41, 8)):
        left = pigeonhole_bound(1 << k) * sqrt(2) * (L * (L + 1))
        right = by_layers((1,) * (L + 1)) * sqrt(1 << k) * share
        chain.leq(left, right, L=L, T=1 << k)
    return layered, chain


def realised_eps(run: SampledRun) -> Enclosure:
    """sum_t sum_s (L - s) 2 eps_{i(t)}(x_s,a_s) along the pairs of episode t."""
    of_layers = (
        [inner_enclosed([n], [eps]) for n, eps in zip(e.n, e.eps, strict=True)] for e in run.epochs
    )
    return Enclosure.sum(2 * weighted(E) for E in of_layers)
