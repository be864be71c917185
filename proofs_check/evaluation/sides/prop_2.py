"""Proposition 2, (5) and (6): P^q and pi^q of the recorded q_hat_i induce it again, up to the
tolerance of the header at each state."""

from collections.abc import Iterator
from typing import Any

from proofs_check.evaluation.epochs import Epochs
from proofs_check.evaluation.line import Each, Line
from proofs_check.evaluation.run import EvaluatedRun


def sides(run: EvaluatedRun, by_layer: bool = False) -> Iterator[Line]:
    """Yield what (6) and Definition 1 say of the recorded q_hat_i."""

    def of_pi(e: Epochs) -> Any:
        q = e.by_pair(e.recorded)
        of_state = e.out(q)[:, e.size.state_of] if not by_layer else 1
        return abs(e.pi * of_state - q)

    yield Line(Each(of_pi), 2 * run.tolerance, "pi^q")
    again = Each(lambda e: abs(e.q_hat3 - e.recorded), per="triple")
    yield Line(again, 4 * run.X * run.tolerance, "q again")


false = {r"$\pi^q$ normalised over the layer": {"by_layer": True}}
