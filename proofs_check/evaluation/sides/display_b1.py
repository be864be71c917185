"""App. B, display 1: in every layer, sum_t sum (q_{i(t)} - I^{(t)}) b_{i(t)} is the martingale of
(33) times sqrt(2 Lam)."""

from collections.abc import Iterator

from proofs_check.arithmetic import sqrt
from proofs_check.evaluation.line import Line
from proofs_check.evaluation.run import EvaluatedRun


def sides(run: EvaluatedRun, factor: int = 2) -> Iterator[Line]:
    """Yield both sides in every layer."""
    b = run.played(lambda e: e.b, "layer") - run.visited(lambda e: e.b, "layer")
    Y = run.played(lambda e: e.root, "layer") - run.visited(lambda e: e.root, "layer")
    yield Line(b, Y * sqrt(run.Lam * factor), equal=True, per="layer")


false = {r"$\sqrt\Lambda$ for $\sqrt{2\Lambda}$": {"factor": 1}}
