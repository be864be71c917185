"""Which solver of LP1 a run has (R-5), and whether it keeps tables of triples."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import Protocol

from reference import readings
from reference.mdp import Tables
from reference.readings import BACKWARD_INDUCTION
from reference.running.induction import BackwardInduction
from reference.trace.records import MAX_TRIPLES, triples


class Solver(Protocol):
    """Solver of LP1 in a run, and the times that its last epoch took; `stop` is asked before it
    starts."""

    stop: Callable[[], bool] | None
    build_seconds: float
    solve_seconds: float

    def __call__(self, P_bar: Tables, eps: Tables, r_hat: Tables) -> tuple[Tables, float]:
        """Return (q_hat_i, its value)."""


def solver_of(
    layers: Sequence[int],
    A: int,
    choices: readings.Choices,
    out: str | os.PathLike[str] | None = None,
    recorded: dict[int, tuple[Tables, float]] | None = None,
) -> Solver:
    """Return the solver that R-5 names; `out` and `recorded` are for GLOP's, see there."""
    if choices["glop"] == BACKWARD_INDUCTION:
        return BackwardInduction(choices)
    from reference.running.solver import Glop  # loads OR-Tools

    return Glop(tuple(layers), A, choices, out, recorded)


def records_pi_alone(layers: Sequence[int], A: int, choices: readings.Choices) -> bool:
    """Whether a run has more triples than a table holds, so that it counts where visits are and
    records pi alone. A linear program has its tables at any size."""
    return choices["glop"] == BACKWARD_INDUCTION and triples(layers, A) > MAX_TRIPLES
