r"""$\sum_{h<L}\sqrt{TX_hA}\leq\sqrt{TLXA}$ for all layers with $X_0+\dots+X_L=X$.

The two sides are never equal, because the $X_h$ with $h<L$ add up to $X-1$. With $X-1$ in place of
$X$ they are equal for the chain $X_h=1$. Since $X_0=1$, even
$\sum_{h<L}\sqrt{X_h}\leq1+\sqrt{(L-1)(X-2)}$."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from proofs_check.arithmetic import Real, sqrt
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
    section="App. B",
    part_of="lemma_12",
)

printed = statement.printed(
    "Jensen over the layers",
    tex=r"\sum_{h<L}\sqrt{TX_hA}\leq\sqrt{TLXA}",
    coq=(Coq("jensen_2", "AppendixB.v"),),
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
