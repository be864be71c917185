"""Proposition 3, (7): as q_i(x,a,x') = P(x'|x,a) q_i(x,a), no triple with P(x'|x,a) = 0 is ever
visited. (The tables of q_i satisfy the equation by construction.)"""

from collections.abc import Iterator
from typing import Any

from proofs_check.evaluation.epochs import Epochs
from proofs_check.evaluation.line import Each, Line
from proofs_check.evaluation.run import EvaluatedRun, Total


def sides(run: EvaluatedRun, measure: str = "q") -> Iterator[Line]:
    """Yield the constraint of (7) for the visits, and for a measure that is not q_i."""

    def apart(e: Epochs) -> Any:
        q3 = getattr(e, measure + "3")
        return e.by_pair(abs(q3 - e.P * e.by_pair(q3)[:, e.size.pair_of]))

    def impossible(exact: bool) -> Any:
        return run.triples_N3.value(exact) * (run.mdp[0] == 0).astype(int)

    if measure != "q":
        yield Line(Each(apart), 0, measure)
    yield Line(Total(impossible), 0, "visits", per="triple")


false = {r"$\hat q_i\in Q^P$": {"measure": "q_hat"}}
