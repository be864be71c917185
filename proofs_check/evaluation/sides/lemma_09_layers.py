"""(27): sum_h sqrt(X_h X_{h+1}) <= X, for the layers of the run; X - 1 is enough."""

from collections.abc import Iterator

from proofs_check.arithmetic import Q, Real, sqrt
from proofs_check.evaluation.line import Line
from proofs_check.evaluation.run import EvaluatedRun


def sides(run: EvaluatedRun, short: int = 1, share: Q | int = 1) -> Iterator[Line]:
    """Yield both sums."""
    found = Real.of(0)
    for s in range(run.L):
        found = found + sqrt(run.layers[s] * run.layers[s + 1])
    yield Line(found, (run.X - short) * share)


false = {r"$X-2$": {"short": 2}, r"$\frac14(X-1)$": {"share": Q(1, 4)}}
