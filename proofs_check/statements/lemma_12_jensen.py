r"""$\sum_{h<L}\sqrt{TX_hA}\leq\sqrt{TLXA}$ for all layers with $X_0+\dots+X_L=X$.

The two sides are never equal, because the $X_h$ with $h<L$ add up to $X-1$. With $X-1$ in place of
$X$ they are equal for the chain $X_h=1$. Since $X_0=1$, even
$\sum_{h<L}\sqrt{X_h}\leq1+\sqrt{(L-1)(X-2)}$."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from proofs_check.arithmetic import Q, Real, sqrt
from proofs_check.evaluation.line import Line
from proofs_check.evaluation.run import EvaluatedRun
from proofs_check.ledger.evidence import Tally
from proofs_check.ledger.registry import Found
from proofs_check.ledger.statement import Coq, Statement
from proofs_check.sampled_runs.suite import Suite
from proofs_check.statements.common.shapes import shapes

statement = Statement(
    "lem:bias-term-2:jensen-2",
    __doc__,
    kind="identity",
    number="(35), line 5",
    section="App. II",
    part_of="lemma_12",
)

printed = statement.printed(
    "Jensen over the layers",
    tex=r"\sum_{h<L}\sqrt{TX_hA}\leq\sqrt{TLXA}",
    coq=(Coq("jensen_2", "AppendixB.v"),),
)


def sides(run: EvaluatedRun, share: Q | int = 1, **exponents: Q | int) -> Iterator[Line]:
    """Yield both sides."""
    found = Real.of(0)
    for n in run.layers[:-1]:
        found = found + sqrt(run.T * n * run.A)
    yield Line(found, run.bound(share, **{"L": Q(1, 2), "X": Q(1, 2), "Lam": 0, **exponents}))


statement.evaluated(
    sides,
    false={
        r"$\frac14\sqrt{TLXA}$": {"share": Q(1, 4)},
        r"without $L$": {"L": 0},
        r"without $X$": {"X": 0},
        r"without $A$": {"A": 0},
        r"$T^{1/4}$ for $\sqrt T$": {"T": Q(1, 4)},
    },
)


Bound = tuple[str, Callable[[int, int], Real]]  # of L and X


@printed.check(
    {
        "$L$ under the root left out": {"right": (r"\sqrt X", lambda L, X: sqrt(X))},
        "$X$ replaced by $X-2$": {"right": (r"\sqrt{L(X-2)}", lambda L, X: sqrt(L * (X - 2)))},
    }
)
def jensen_2(
    suite: Suite, right: Bound = (r"\sqrt{LX}", lambda L, X: sqrt(L * X))
) -> Iterator[Found]:
    sharper = r"1+\sqrt{(L-1)(X-2)}", lambda L, X: sqrt((L - 1) * (X - 2)) + 1
    for says, bound in (right, sharper):
        tally = Tally(
            "enumerated",
            rf"$\sum_{{h<L}}\sqrt{{X_h}}\leq{says}$, all layers with $X\leq7$",
            step=True,
        )
        for layers, _ in shapes(most_states=7, most_actions=1):
            left = sum((sqrt(X_h) for X_h in layers[:-1]), Real.of(0))
            tally.leq(left, bound(len(layers) - 1, sum(layers)), layers=list(layers))
        yield tally
