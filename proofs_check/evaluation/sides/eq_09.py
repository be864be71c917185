"""(9): the regret by occupancy measures, Reg_T = sum_t <q* - q_{i(t)}, r>."""

from collections.abc import Iterator

from proofs_check.evaluation.line import Line
from proofs_check.evaluation.run import EvaluatedRun


def sides(run: EvaluatedRun, measure: str = "q") -> Iterator[Line]:
    """Yield both sides: (2) by values, and (9)."""
    yield Line(run.regret, run.over_t(lambda e: (e.q_star - getattr(e, measure)) * e.r), equal=True)


false = {r"$\hat q_i$ in place of $q_i$": {"measure": "q_hat"}}
