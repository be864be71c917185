"""App. B, display 3: the visits N_{m+1} of a layer add up to T; as printed those before the last
epoch, N_m, do."""

from collections.abc import Iterator

from proofs_check.evaluation.line import Line
from proofs_check.evaluation.run import EvaluatedRun
from proofs_check.evaluation.sides.display_b3 import in_layers


def sides(run: EvaluatedRun, more: int = 0) -> Iterator[Line]:
    """Yield the visits of every layer; a trace that was cut has fewer than T episodes."""
    for h, visits in enumerate(in_layers(run, run.N_end)):
        yield Line(visits, run.T_played + more, f"layer {h}", equal=True)


def printed_sides(run: EvaluatedRun) -> Iterator[Line]:
    """Yield the visits before the last epoch."""
    for h, visits in enumerate(in_layers(run, run.N_m)):
        yield Line(visits, run.T_played, f"layer {h}", equal=True)


false = {"$T+1$ for $T$": {"more": 1}}
