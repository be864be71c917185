"""(8): V(pi_i) = <q_i, r> in every epoch."""

from collections.abc import Iterator

from proofs_check.evaluation.line import Each, Line
from proofs_check.evaluation.run import EvaluatedRun


def sides(run: EvaluatedRun, measure: str = "q") -> Iterator[Line]:
    """Yield both sides: by backward induction, and by Definition 1."""
    inner = Each(lambda e: (getattr(e, measure) * e.r).sum(1), per="epoch")
    yield Line(Each(lambda e: e.V, per="epoch"), inner, equal=True)


false = {r"$\hat q_i$ in place of $q_i$": {"measure": "q_hat"}}
