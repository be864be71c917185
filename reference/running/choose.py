"""Which solver of LP1 a run has (R-5), and whether it keeps tables of triples."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import Protocol

from reference import readings
from reference.mdp import Tables
from reference.readings import BACKWARD_INDUCTION
from reference.running.induction import Induction
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
        return Induction(choices)
    from reference.running.solver import Glop  # loads OR-Tools

    return Glop(tuple(layers), A, choices, out, recorded)


MANY_TRIPLES = 10**4
"""From here on LP1 takes GLOP seconds or more."""


def cost_of_lp1(n: int) -> str:
    """Return what LP1 over n triples (x,a,x') costs by GLOP, and what to choose instead; "" where
    that is little.

    Measured on two machines (tests/bench, growth and largest): 0.5 s at 4000 triples, 16 s at 18
    000, 80 s at 36 000, so that the time grows as n^2.3; 15 to 23 kB of memory a triple. Layers
    and actions in other proportions change the time several times over."""
    if n <= MANY_TRIPLES:
        return ""
    seconds, megabytes = 0.5 * (n / 4000) ** 2.3, n * 0.02
    amount = f"{megabytes / 1000:.0f} GB" if megabytes >= 1000 else f"{megabytes:.0f} MB"
    return (
        f"LP1 over {n} triples (x,a,x'): GLOP needs {_duration(seconds)} and {amount} for one, "
        "roughly; --reading glop=backward-induction has the same optimum without a linear program"
    )


def _duration(seconds: float) -> str:
    """Return a time in the unit in which it is said."""
    for unit, size in (("days", 86400), ("hours", 3600), ("minutes", 60)):
        if seconds >= 2 * size:
            return f"{seconds / size:.0f} {unit}"
    return f"{seconds:.0f} s"


def records_pi_alone(layers: Sequence[int], A: int, choices: readings.Choices) -> bool:
    """Whether a run has more triples than a table holds, so that it counts where visits are and
    records pi alone. A linear program has its tables at any size."""
    return choices["glop"] == BACKWARD_INDUCTION and triples(layers, A) > MAX_TRIPLES
