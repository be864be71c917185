r"""For all $t$ and all $h$ with $1\leq h\leq L-1$,
$\sum_{x_h,a_h}\lvert\hat q_{i(t)}(x_h,a_h)-q_{i(t)}(x_h,a_h)\rvert
\leq\sum_{s=0}^{h-1}\sum_{x_s,a_s}q_{i(t)}(x_s,a_s)\,\xi_{i(t)}(x_s,a_s)$.

The inequality is true for every completion of $P_i$; on the runs the least right side is taken, as
for Lemma 7. It is sharp. Both sides are equal for $h=1$ and $A=1$. On two branches that never meet
they are equal for every $h$, and they reach 2, the largest distance possible."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate, product
from typing import Any

import numpy as np

from proofs_check.arithmetic import ONE, ZERO, Q
from proofs_check.evaluation.epochs import Epochs
from proofs_check.evaluation.line import Each, Line
from proofs_check.evaluation.run import EvaluatedRun
from proofs_check.ledger.evidence import Tally
from proofs_check.ledger.registry import Shown
from proofs_check.ledger.statement import Coq, Statement, argued
from proofs_check.sampled_runs.occupancy import distance, pair_mass
from proofs_check.sampled_runs.suite import Suite
from proofs_check.statements.common.transitions import branches, least_q_xi

statement = Statement(
    "lem:occ-term-1",
    __doc__,
    box=("Lemma 8", "L 8", "pairs of a layer"),
    kind="pathwise",
    covers=("eq:24",),
    readings=("R-4",),
    part_of="lemma_04",
    sentences=("4f265e3169f2",),
)

printed = statement.printed(
    "distance of pairs, layer $h$",
    tex=(
        r"\sum_{x_h,a_h}\lvert\hat q_{i(t)}(x_h,a_h)-q_{i(t)}(x_h,a_h)\rvert\leq\sum_{s=0}^{h-1}"
        r"\sum_{x_s,a_s}q_{i(t)}(x_s,a_s)\,\xi_{i(t)}(x_s,a_s)"
    ),
    steps=(argued("induction on $h$, by the identity of Lemma 7", "definition_1", "lemma_07_P_i"),),
    coq=(Coq("lemma_8", "AppendixA.v"),),
)


def sides(run: EvaluatedRun, share: Q | int = 1, back: int = 0) -> Iterator[Line]:
    """Yield |q_hat_i - q_i| in layer h, and q_i xi_i in the layers before."""

    def before(e: Epochs) -> Any:
        of_layers = e.by_layer(e.q * e.xi)
        h = range(run.L)
        earlier = [[int(s + back < k) for k in h] for s in h]  # s < h - back
        return sum_of(e, of_layers, earlier)

    if run.L > 1:
        apart = Each(pair_distance, per="layer")
        yield Line(apart, Each(lambda e: before(e) * share, per="layer"), most=2)


def pair_distance(e: Epochs) -> Any:
    """Return |q_hat_i - q_i| summed over the pairs of each layer, 0 for layer 0."""
    return e.by_layer(abs(e.q_hat - e.q)) * e.counts(np.minimum(1, np.arange(e.size.L)))


def sum_of(e: Epochs, of_layers: Any, earlier: list[list[int]]) -> Any:
    """Return, for every layer k, the sum over the layers s with earlier[s][k] = 1."""
    chosen = e.counts(np.array(earlier))[None]
    L = e.size.L
    return (chosen * of_layers.reshape(-1, L, 1)).sum(1)


statement.evaluated(
    sides,
    false={
        r"the inner sum ends at $s=h-2$": {"back": 1},
        r"$\frac14$ of the right side": {"share": Q(1, 4)},
        r"$\frac{99}{100}$ of the right side": {"share": Q(99, 100)},
    },
)


@printed.check(
    {
        "$s$ runs to $h-2$ only": {"back": 1},
        r"$\tfrac{99}{100}$ of the right side": {"share": Q(99, 100)},
    }
)
def lemma_8(suite: Suite, back: int = 0, share: Q = ONE) -> Shown:
    note = "every epoch and layer, the completion with the least right side; trivial from 2 on"
    tally = Tally("exact on runs", note)
    for run, e in suite.all.epochs():
        bounds = [ZERO, *accumulate(least_q_xi(e))]
        for h in range(1, run.L):
            right = bounds[h - back] * share
            tally.bounded(e.layer_l1[h], right, 2, run=run.name, i=e.i, h=h)
    # Two branches: D_h = E_0 = 2 |p - p_i| for every h
    note = (
        r"two branches, $L=2,\dots,6$: both sides are equal for all "
        r"$p,p_i\in\{0,\tfrac14,\tfrac12,\tfrac34,1\}$"
    )
    attained = Tally("enumerated", note, step=True)
    grid = [Q(k, 4) for k in range(5)]
    for L, p, p_i in product(range(2, 7), grid, grid):
        q, q_hat, E = branches(L, p, p_i)
        q_xa, q_hat_xa = pair_mass(q), pair_mass(q_hat)
        for h, bound in zip(range(1, L), accumulate(E), strict=False):
            attained.equal(distance(q_hat_xa[h], q_xa[h]), bound, L=L, h=h, p=p, p_i=p_i)
    return tally, attained
