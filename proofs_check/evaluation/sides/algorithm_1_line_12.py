"""Algorithm 1, line 12, repaired: n_i(x,a) <= max{1, N_i(x,a)} at every pair of every epoch."""

from collections.abc import Iterator

from proofs_check.arithmetic import Q
from proofs_check.evaluation.line import Each, Line
from proofs_check.evaluation.run import EvaluatedRun


def sides(run: EvaluatedRun, share: Q | int = 1, most: str = "seen") -> Iterator[Line]:
    """Yield n_i against max{1, N_i}."""
    yield Line(Each(lambda e: e.n), Each(lambda e: getattr(e, most) * share))


false = {
    r"$n_i\leq\frac34\max\{1,N_i\}$": {"share": Q(3, 4)},
    r"$n_i\leq N_i$, without the maximum": {"most": "N"},
}
