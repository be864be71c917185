"""Lemma 8, (24): the distance over the pairs of layer h >= 1, in every epoch."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from proofs_check.arithmetic import Q
from proofs_check.evaluation.epochs import Epochs
from proofs_check.evaluation.line import Each, Line
from proofs_check.evaluation.run import EvaluatedRun


def sides(run: EvaluatedRun, share: Q | int = 1, back: int = 0) -> Iterator[Line]:
    """Yield |q_hat_i - q_i| in layer h, and q_i xi_i in the layers before."""

    def before(e: Epochs) -> Any:
        of_layers = e.by_layer(e.q * e.xi)
        h = range(run.L)
        earlier = [[int(s + back < k) for k in h] for s in h]  # s < h - back
        return sum_of(e, of_layers, earlier)

    if run.L > 1:
        apart = Each(distance, per="layer")
        yield Line(apart, Each(lambda e: before(e) * share, per="layer"), most=2)


def distance(e: Epochs) -> Any:
    """Return |q_hat_i - q_i| summed over the pairs of each layer, 0 for layer 0."""
    return e.by_layer(abs(e.q_hat - e.q)) * e.counts(np.minimum(1, np.arange(e.size.L)))


def sum_of(e: Epochs, of_layers: Any, earlier: list[list[int]]) -> Any:
    """Return, for every layer k, the sum over the layers s with earlier[s][k] = 1."""
    chosen = e.counts(np.array(earlier))[None]
    L = e.size.L
    return (chosen * of_layers.reshape(-1, L, 1)).sum(1)


false = {
    r"the inner sum ends at $s=h-2$": {"back": 1},
    r"$\frac14$ of the right side": {"share": Q(1, 4)},
    r"$\frac{99}{100}$ of the right side": {"share": Q(99, 100)},
}
