"""Lemma 11: |Y_t| <= 1; Y_t lies in an interval of length 1, in every epoch and layer."""

from collections.abc import Iterator
from typing import Any

from proofs_check.arithmetic import Q
from proofs_check.evaluation.epochs import Epochs
from proofs_check.evaluation.line import Each, Line
from proofs_check.evaluation.run import EvaluatedRun


def sides(run: EvaluatedRun, most: Q | int = 1, weight: str = "root") -> Iterator[Line]:
    """Yield the largest value of Y_t, and its least at every pair."""

    def above(e: Epochs) -> Any:
        return e.by_layer(e.q * (getattr(e, weight) - 1))  # the mean of the weights, minus 1

    def least(e: Epochs) -> Any:
        return getattr(e, weight) - 1 - above(e)[:, e.size.h]

    yield Line(Each(above, per="layer"), most - 1, "Y_t <= 1")
    yield Line(Each(least), most, "Y_t >= -1")


false = {
    r"$|Y_t|\leq\frac14$": {"most": Q(1, 4)},
    r"$|Y_t|\leq\frac9{10}$": {"most": Q(9, 10)},
    r"with $b_i$ for $1/\sqrt{\max\{1,N_i\}}$": {"weight": "b"},
}
