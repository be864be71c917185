"""Proposition 1, (4): q_i and the recorded q_hat_i satisfy the constraints of Q, the latter up to
the tolerance of the header."""

from collections.abc import Iterator
from typing import Any

from proofs_check.evaluation.line import Each, Line
from proofs_check.evaluation.run import Epochs, Run


def sides(run: Run, layer: int = 1, shift: int = 0) -> Iterator[Line]:
    """Yield the constraints."""
    inner = sum(run.layers[1:-1])

    def flow(e: Epochs) -> Any:
        into = e.into(e.recorded)[:, :inner]
        out = e.out(e.by_pair(e.recorded))[:, 1 + shift :]
        return abs(into[:, : inner - shift] - out)

    yield Line(Each(lambda e: e.by_layer(e.q), per="layer"), layer, "q_i, sums", equal=True)
    sums = Each(lambda e: abs(e.by_layer(e.by_pair(e.recorded)) - layer), per="layer")
    yield Line(sums, run.tolerance, "q_hat_i, sums")
    yield Line(Each(lambda e: -e.recorded, per="triple"), run.tolerance, "q_hat_i, signs")
    if inner > shift:
        yield Line(Each(flow, per="state"), run.tolerance, "q_hat_i, flow")


false = {
    "each layer's sum is 2": {"layer": 2},
    "the outflow of the next state": {"shift": 1},
}
