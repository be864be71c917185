"""Lemma 3: with probability at least 1 - 2 delta, r_check_i <= r <= r_hat_i at every pair in every
epoch."""

from collections.abc import Iterator

from proofs_check.arithmetic import Q
from proofs_check.evaluation.line import Each, Line
from proofs_check.evaluation.run import EvaluatedRun

is_event, claims, costs = True, 2, 2
requires = {"log": ("ln", "log2")}


def sides(run: EvaluatedRun, share: Q | int = 1, radius: str = "b") -> Iterator[Line]:
    """Yield both halves; the lower one as 1 - r <= 1 - r_check_i."""
    upper = Each(lambda e: e.at_most(e.r_bar + getattr(e, radius) * share, 1))
    lower = Each(lambda e: 1 - e.at_least(e.r_bar - getattr(e, radius) * share, 0))
    yield Line(Each(lambda e: e.r), upper, "upper")
    yield Line(Each(lambda e: 1 - e.r), lower, "lower")


def trivial(run: EvaluatedRun) -> int:
    """Return 1, the largest reward."""
    return 1


false = {
    r"$\frac14b_i$": {"share": Q(1, 4)},
    r"$1/\sqrt{\max\{1,N_i\}}$, without $\Lambda$": {"radius": "root"},
}
