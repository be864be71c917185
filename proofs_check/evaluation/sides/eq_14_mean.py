"""(14): the mean rewards lie in [0, 1], and are 0 where N_i(x,a) = 0."""

from collections.abc import Iterator

from proofs_check.evaluation.line import Each, Line
from proofs_check.evaluation.run import EvaluatedRun


def sides(run: EvaluatedRun, factor: int = 1) -> Iterator[Line]:
    """Yield 0 <= r_bar_i <= min{1, N_i}."""
    yield Line(Each(lambda e: e.r_bar * factor), Each(lambda e: 1 - e.unseen), "upper")
    yield Line(Each(lambda e: -e.r_bar), 0, "lower")


false = {"twice the mean": {"factor": 2}}
