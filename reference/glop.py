"""R-5: GLOP, OR-Tools' simplex solver: how LP1 is given to it, and what it answers."""

from __future__ import annotations

from itertools import pairwise
from math import prod
from typing import Any

import numpy as np
from ortools.linear_solver.python import model_builder_helper

from reference.mdp import Array, Tables
from reference.support.errors import Interrupted, SolverError
from reference.support.interrupts import woken

Layers = tuple[int, ...]
INF = float("inf")
# LP1's coefficients lie in [-1, 1] except the radii: scaling them costs half the time.
GLOP_PARAMETERS = {
    "unscaled": "use_scaling: false",
    "default": "",
    "dual-simplex": "use_dual_simplex: true",
}


def maximise(
    model: Any, parameters: str = GLOP_PARAMETERS["unscaled"], time_limit: float | None = None
) -> tuple[Array, float]:
    """GLOP's maximiser, all variables in column order, and its value; a cold start (R-7).

    `time_limit` in seconds. Raises SolverError on any status but OPTIMAL, Interrupted on Ctrl-C."""
    solver = model_builder_helper.ModelSolverHelper("GLOP")
    if parameters:
        solver.set_solver_specific_parameters(parameters)
    if time_limit is not None:
        solver.set_time_limit_in_seconds(time_limit)
    with woken(solver.interrupt_solve) as signals:
        solver.solve(model)
    if solver.status() != model_builder_helper.SolveStatus.OPTIMAL:
        if signals:
            raise Interrupted
        raise SolverError(solver.status().name)
    return solver.variable_values(), solver.objective_value()


def tables(layers: Layers, A: int, values: Array) -> Tables:
    """Return the first values, in column order, as q[h][x, a, x1]."""
    shapes = [(X_h, A, X_next) for X_h, X_next in pairwise(layers)]
    parts = np.split(values, np.cumsum([prod(shape) for shape in shapes]))
    return tuple(q_h.reshape(shape).copy() for q_h, shape in zip(parts, shapes, strict=False))
