"""Proposition 1, (4): the recorded q_hat_i satisfies the constraints of Q, up to the tolerance of
the header. (The tables of q_i satisfy them by construction.)"""

from collections.abc import Iterator
from typing import Any

from proofs_check.evaluation.epochs import Epochs
from proofs_check.evaluation.line import Each, Line
from proofs_check.evaluation.run import EvaluatedRun


def sides(run: EvaluatedRun, layer: int = 1, shift: int = 0) -> Iterator[Line]:
    """Yield the constraints."""
    inner = sum(run.layers[1:-1])

    def flow(e: Epochs) -> Any:
        into = e.into(e.recorded)[:, :inner]
        out = e.out(e.by_pair(e.recorded))[:, 1 + shift :]
        return abs(into[:, : inner - shift] - out)

    sums = Each(lambda e: abs(e.by_layer(e.by_pair(e.recorded)) - layer), per="layer")
    yield Line(sums, run.tolerance, "sums")
    yield Line(Each(lambda e: -e.recorded, per="triple"), run.tolerance, "signs")
    if inner > shift:
        yield Line(Each(flow, per="state"), run.tolerance, "flow")


false = {
    "each layer's sum is 2": {"layer": 2},
    "the outflow of the next state": {"shift": 1},
}
