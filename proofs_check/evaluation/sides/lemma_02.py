"""Lemma 2: with probability at least 1 - delta, ||P(.|x,a) - P_bar_i(.|x,a)||_1 <= eps_i(x,a) at
every pair in every epoch."""

from collections.abc import Iterator

from proofs_check.arithmetic import Q
from proofs_check.evaluation.line import Each, Line
from proofs_check.evaluation.run import EvaluatedRun

is_event, claims, costs = True, 1, 1
requires = {"log": ("ln", "log2")}


def sides(run: EvaluatedRun, share: Q | int = 1, radius: str = "eps") -> Iterator[Line]:
    """Yield the event."""
    yield Line(Each(lambda e: e.P_off), Each(lambda e: getattr(e, radius) * share))


def trivial(run: EvaluatedRun) -> int:
    """Return 2, the largest distance of two distributions."""
    return 2


false = {
    r"$\frac14\epsilon_i$": {"share": Q(1, 4)},
    r"$1/\sqrt{\max\{1,N_i\}}$, without $X_{h+1}$ and $\Lambda$": {"radius": "root"},
    r"$b_i$, without $X_{h+1}$": {"radius": "b"},
}
