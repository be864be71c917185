r"""$\sum_{t=1}^T\sum_{h=1}^L\sum_{s=0}^{h-1}\sum_{x_s,a_s}\mathbb{I}^{(t)}\{(x_s,a_s)\}\,
2\epsilon_{i(t)}(x_s,a_s)\leq6LX\sqrt{2TA\Lambda}$, where $\Lambda=\log(TXA/\delta)$.

Layer $s$ has the weight $L-s$. By the pigeonhole and Jensen steps in the proof of Lemma 12,
$\sum_{x_s,a_s}\sum_in_i\,2\epsilon_i\leq2\sqrt{2X_{s+1}\Lambda}\,(1+\sqrt2)\sqrt{TX_sA}$. So the
sum is at most $(4+2\sqrt2)\sqrt{TA\Lambda}\sum_{s<L}(L-s)\sqrt{X_sX_{s+1}}
\leq(4+2\sqrt2)L(X-1)\sqrt{TA\Lambda}$. The constant is 6.83 in place of 8.49, and
$X-1$ replaces $X$. Since $\xi_i=0$ on layer $L-1$, Lemma 9 needs only $s\leq L-2$, with $X-2$. On
the chain $A=1$, $X=L+1$ with $T=2^k$ the layered form is attained in the limit."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

from proofs_check.arithmetic import ONE, Enclosure, Q, Real, sqrt
from proofs_check.evaluation.epochs import Epochs
from proofs_check.evaluation.line import Line
from proofs_check.evaluation.run import EvaluatedRun
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
    section="App. I",
    readings=("R-1",),
    part_of="lemma_09",
)

printed = statement.printed(
    r"$2\epsilon_i$ along the visited pairs",
    tex=(
        r"\sum_{t=1}^T\sum_{h=1}^L\sum_{s=0}^{h-1}\sum_{x_s,a_s}\mathbb{I}^{(t)}\{(x_s,a_s)\}\,2"
        r"\epsilon_{i(t)}(x_s,a_s)\leq6LX\sqrt{2TA\Lambda}"
    ),
    steps=(
        argued(
            "the pigeonhole and Jensen steps for each layer, with the weights $L-s$",
            "eq_11",
            "display_b2",
            "display_b3",
            "lemma_09_layers",
        ),
    ),
    coq=(Coq("count_27", "AppendixA.v"),),
)


def sides(
    run: EvaluatedRun, share: Q | int = 1, width: int = 1, **exponents: Q | int
) -> Iterator[Line]:
    """Yield the sum along the visits, and both bounds."""

    def weighted(e: Epochs) -> Any:
        return e.eps * (2 * (e.size.L - e.size.h))

    layers = Real.of(0)
    for s in range(run.L):
        layers = layers + (run.L - s) * sqrt(run.layers[s] * run.layers[s + 1] ** width)
    yield Line(run.visited(weighted), run.bound(4 + 2 * sqrt(2), layers) * share, "by layers")
    if width == 1:
        last = run.bound(6 * share, sqrt(2), **{"L": 1, "X": 1, **exponents})
        yield Line(run.visited(weighted), last, "6 LX sqrt(2TA Lam)")


def trivial(run: EvaluatedRun) -> Real:
    """Return the sum with eps_i = sqrt(2 X_{h+1} Lam), its largest value, in every episode."""
    found = Real.of(0)
    for s in range(run.L):
        found = found + sqrt(run.Lam * (2 * run.layers[s + 1])) * (2 * (run.L - s) * run.T)
    return found


statement.evaluated(
    sides,
    trivial=trivial,
    requires={"trigger": ("max1",)},
    false={
        r"$\frac14$ of both bounds": {"share": Q(1, 4)},
        r"without $X_{s+1}$ in the bound by layers": {"width": 0},
        r"without $\Lambda$": {"Lam": 0},
        r"$T^{1/4}$ for $\sqrt T$": {"T": Q(1, 4)},
        r"without $L$": {"L": 0},
        r"without $X$": {"X": 0},
        r"without $A$": {"A": 0},
    },
)


@printed.check(
    {
        r"$\tfrac7{10}$ of the layered form: 4.78 in place of 6.83": {"share": Q(7, 10)},
        "$X_{s+1}$ left out of the layered form": {"width": 0},
    }
)
def count(suite: Suite, share: Q = ONE, width: int = 1) -> Shown:
    note = r"every run: the layered form; trivial from $2\sqrt{2X_{s+1}\Lambda}$ for each visit on"
    layered = Tally("exact on runs", note)
    for run in suite.all:
        root = sqrt(run.Lam * (run.T * run.A))
        right = root * by_layers(run.layers, width=width)
        layered.bounded(realised_eps(run), right.enclose(96), largest_eps(run), run=run.name)
    chain = Tally(
        "enumerated",
        r"chain $X_h=A=1$, $L\leq6$, $T=2^0,2^8,\dots,2^{40}$, both sides over $\sqrt\Lambda$",
        step=True,
    )
    for L, k in product(range(1, 7), range(0, 41, 8)):
        left = pigeonhole_bound(1 << k) * sqrt(2) * (L * (L + 1))
        right = by_layers((1,) * (L + 1)) * sqrt(1 << k) * share
        chain.leq(left, right, L=L, T=1 << k)
    return layered, chain


def realised_eps(run: SampledRun) -> Enclosure:
    """Return sum_t sum_s (L - s) 2 eps_{i(t)}(x_s,a_s) along the pairs of episode t."""
    of_layers = (
        [inner_enclosed([n], [eps]) for n, eps in zip(e.n, e.eps, strict=True)] for e in run.epochs
    )
    return Enclosure.sum(2 * weighted(E) for E in of_layers)


def largest_eps(run: SampledRun) -> Enclosure:
    """Return the same sum with N_i = 0 throughout, which no run exceeds."""
    roots = [sqrt(X_next) for X_next in run.layers[1:]]
    return (weighted(roots) * sqrt(run.Lam * 2) * (2 * run.T)).enclose(96)
