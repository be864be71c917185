r"""$\sum_{h=0}^{L-1}\sqrt{X_hX_{h+1}}\leq X$: by this sum, $X_{h+1}$ of $\epsilon_i$ and the $X_hA$
pairs of a layer make up the factor $X$ of Lemma 9.

The bound is true with $X-1$, which is attained if and only if every layer is a single state. The
layer $L-1$, on which $\xi_i=0$, may be left out: $\sum_{h=0}^{L-2}\sqrt{X_hX_{h+1}}\leq X-2$ for
$L\geq2$, attained in the same case."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from proofs_check.arithmetic import Q, Real, sqrt
from proofs_check.evaluation.line import Line
from proofs_check.evaluation.run import EvaluatedRun
from proofs_check.ledger.evidence import Tally
from proofs_check.ledger.registry import Shown
from proofs_check.ledger.statement import Coq, Statement, argued
from proofs_check.sampled_runs.suite import Suite
from proofs_check.statements.common.shapes import shapes

statement = Statement(
    "lem:occ-term-2:layers",
    __doc__,
    kind="identity",
    number="(27), layers",
    section="App. I",
    part_of="lemma_09",
)

printed = statement.printed(
    r"$\sum_h\sqrt{X_hX_{h+1}}\leq X$",
    tex=r"\sum_{h=0}^{L-1}\sqrt{X_hX_{h+1}}\leq X",
    steps=(
        argued(
            "a geometric mean is at most the arithmetic mean, and the layers are a partition",
            "assumption_1",
        ),
    ),
    coq=(Coq("layers_of_X", "LayerSums.v"),),
)


def sides(run: EvaluatedRun, short: int = 1, share: Q | int = 1) -> Iterator[Line]:
    """Yield both sums."""
    found = Real.of(0)
    for s in range(run.L):
        found = found + sqrt(run.layers[s] * run.layers[s + 1])
    yield Line(found, (run.X - short) * share)


statement.evaluated(
    sides,
    false={r"$X-2$": {"short": 2}, r"$\frac14(X-1)$": {"share": Q(1, 4)}},
)


@printed.check({"$X-2$ in place of $X$": {"short": 2}})
def layers_of_X(suite: Suite, short: int = 1) -> Shown:
    tally = Tally("enumerated", rf"all layers with $X\leq7$: at most $X-{short}$", step=True)
    for layers, _ in shapes(most_states=7, most_actions=1):
        left = sum((sqrt(X_h * X_next) for X_h, X_next in pairwise(layers)), Real.of(0))
        tally.leq(left, sum(layers) - short, layers=list(layers))
    return tally
