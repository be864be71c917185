"""(16), (17): 0 <= r_check_i <= r_bar_i <= r_hat_i <= 1, and r_hat_i - r_check_i <= 2 b_i."""

from collections.abc import Iterator

from proofs_check.arithmetic import Q
from proofs_check.evaluation.line import Each, Line
from proofs_check.evaluation.run import Run


def sides(run: Run, share: Q | int = 1, most: str = "b") -> Iterator[Line]:
    """Yield the order, and the width of the interval."""
    yield Line(Each(lambda e: e.r_check), Each(lambda e: e.r_bar), "lower")
    yield Line(Each(lambda e: e.r_bar), Each(lambda e: e.r_hat), "upper")
    width = Each(lambda e: e.r_hat - e.r_check)
    yield Line(width, Each(lambda e: getattr(e, most) * (2 * share)), "width", most=1)


false = {
    r"width at most $\frac12b_i$": {"share": Q(1, 4)},
    r"width at most $2/\sqrt{\max\{1,N_i\}}$, without $\Lambda$": {"most": "root"},
}
