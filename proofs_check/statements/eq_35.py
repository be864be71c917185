r"""Six lines: (1) $\sum_{t=1}^T\sum_{h<L}\sum_{x_h,a_h}\mathbb{I}^{(t)}b_{i(t)}$;
(2) $=\sum_{t=1}^T\sum_{h<L}\sum_{x_h,a_h}\mathbb{I}^{(t)}
\sqrt{2\Lambda}/\sqrt{\max\{1,N_{i(t)}\}}$;
(3) $=\sqrt{2\Lambda}\sum_{h<L}\sum_{x_h,a_h}\sum_{i=1}^mn_i/\sqrt{\max\{1,N_i\}}$;
(4) $\leq3\sqrt{2\Lambda}\sum_{h<L}\sqrt{TX_hA}$; (5) $\leq3\sqrt{2TLXA\Lambda}$;
(6) $\leq5\sqrt{TLXA\Lambda}$.

Each line is right. Line 4 is drawn from the third display of the proof. That display is false as
printed, but line 4 follows from its repaired form because $1+\sqrt2\leq3$."""

from __future__ import annotations

from collections.abc import Iterator

from proofs_check.arithmetic import Q, Real, b_radius, sqrt
from proofs_check.evaluation.instance import HALF
from proofs_check.evaluation.line import Line
from proofs_check.evaluation.run import EvaluatedRun
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
    "the six lines of Lemma 12's proof",
    tex=(
        r"\sum_{t=1}^T\sum_{h<L}\sum_{x_h,a_h}\mathbb{I}^{(t)}b_{i(t)}"
        r"=\sqrt{2\Lambda}\sum_{h<L}\sum_{x_h,a_h}\sum_{i=1}^m\frac{n_i}{\sqrt{\max\{1,N_i\}}}"
        r"\leq3\sqrt{2\Lambda}\sum_{h<L}\sqrt{TX_hA}\leq3\sqrt{2TLXA\Lambda}"
        r"\leq5\sqrt{TLXA\Lambda}"
    ),
    steps=(
        argued(
            "the pigeonhole and Jensen steps, summed over the layers",
            "display_b3",
            "lemma_12_jensen",
            "lemma_12_constant",
        ),
    ),
    coq=(Coq("eq_35", "AppendixB.v"),),
)


def sides(
    run: EvaluatedRun, three: Q | int = 3, weight: str = "root", pairs: int = 1, T: Q = HALF
) -> Iterator[Line]:
    """Yield the six lines."""
    factor = sqrt(run.Lam * 2)
    first = run.visited(lambda e: e.b)
    second = run.visited(lambda e: getattr(e, weight)) * factor
    third = run.over_i(lambda e: e.root * e.n, by="layer").sum() * factor
    layers = Real.of(0)
    for n in run.layers[:-1]:
        layers = layers + sqrt((n * run.A) ** pairs)
    fourth = run.bound(three, factor, layers, T=T, A=0, Lam=0)
    fifth = run.bound(3, sqrt(2), L=Q(1, 2), X=Q(1, 2))
    yield Line(first, second, "lines 1 and 2", equal=True)
    yield Line(second, third, "lines 2 and 3", equal=True)
    yield Line(third, fourth, "lines 3 and 4")
    if three == 3 and pairs == 1 and T == HALF:
        yield Line(fourth, fifth, "lines 4 and 5", step=True)
        yield Line(fifth, run.bound(5, L=Q(1, 2), X=Q(1, 2)), "lines 5 and 6", step=True)


def trivial(run: EvaluatedRun) -> Real:
    """Return LT sqrt(2 Lam)."""
    return run.L * run.T * sqrt(run.Lam * 2)


statement.evaluated(
    sides,
    trivial=trivial,
    requires={"trigger": ("max1",)},
    false={
        r"$\frac34$ for 3 in line 4": {"three": Q(3, 4)},
        "2 for 3 in line 4": {"three": 2},
        r"$1/N_i$ for $1/\sqrt{N_i}$": {"weight": "share"},
        r"$1/\sqrt{N_i+1}$ for $1/\sqrt{\max\{1,N_i\}}$": {"weight": "later"},
        r"without $X_hA$ in line 4": {"pairs": 0},
        r"$T^{1/4}$ for $\sqrt T$ in line 4": {"T": Q(1, 4)},
    },
)


@printed.check(
    {
        "2 in place of 3 in line 4": {"factor": 2},
        r"$\max\{1,N_i\}+1$ in place of $\max\{1,N_i\}$ in line 2": {"more": 1},
    }
)
def eq_35(suite: Suite, factor: int = 3, more: int = 0) -> Shown:
    second = Tally("exact on runs", "line 1 equals line 2, every count of every run")
    note = r"line 3 is at most line 4, both over $\sqrt{2\Lambda}$, every run; trivial from $LT$ on"
    fourth = Tally("exact on runs", note)
    for run in suite.all:
        for N in sorted({max(1, N) for found in visits(run).values() for N, _ in found}):
            root = sqrt(run.Lam * 2) * sqrt(Q(1, N + more))
            second.equal(b_radius(run.Lam, N), root, run=run.name, N=N)
        third = sum((layer_sum(run, h) for h in range(run.L)), Real.of(0))
        of_layers = sum((sqrt(run.T * X_h * run.A) for X_h in run.layers[:-1]), Real.of(0))
        fourth.bounded(third, factor * of_layers, run.L * run.T, run=run.name)
    return second, fourth
