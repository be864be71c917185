"""(16), (17): 0 <= r_check_i <= r_bar_i <= r_hat_i at every pair in every epoch."""

from collections.abc import Iterator

from proofs_check.arithmetic import Q
from proofs_check.evaluation.line import Each, Line
from proofs_check.evaluation.run import EvaluatedRun


def sides(run: EvaluatedRun, share: Q | int = 1, reverse: int = 0) -> Iterator[Line]:
    """Yield the order of the three."""
    yield Line(Each(lambda e: e.r_check * share), Each(lambda e: e.r_bar), "lower")
    if reverse:
        yield Line(Each(lambda e: e.r_hat), Each(lambda e: e.r_bar), "upper")
    else:
        yield Line(Each(lambda e: e.r_bar), Each(lambda e: e.r_hat), "upper")
        yield Line(Each(lambda e: -e.r_check), 0, "0 <= r_check")


false = {
    r"$2\check r_i\leq\bar r_i$": {"share": 2},
    r"$\hat r_i\leq\bar r_i$": {"reverse": 1},
}
