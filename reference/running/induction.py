"""R-5, `backward-induction`: LP1's exact optimum without an LP, for `reference.ucrl_lp`.

LP1's value is unique, its optimiser is not. Here pi_i plays the first action whose optimistic value
is within TIE of the best, and of successors of equal value the first is filled first and emptied
last; q_hat_i is the occupancy measure of pi_i and of the transitions that attain the optimum.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import numpy as np

from reference import readings
from reference.backward_induction import ball_maximiser, ball_maximum, descending
from reference.mdp import Array, Tables
from reference.readings import TIE
from reference.support.errors import Interrupted, PreconditionError, SolverError

LEAST_MASS = 1e-300  # far below every rounding error of LP1, and positive


def first_best(Q: Array) -> Array:
    """Return the first action whose Q(x,a) is within TIE of the best: (X_h,), of Q (X_h, A)."""
    best: Array = np.argmax(Q >= Q.max(axis=1, keepdims=True) - TIE, axis=1)
    return best


def refuse_empty_sets(N: Tables, eps: Tables) -> None:
    """Raise PreconditionError where N = 0 and eps < 1: no distribution is in the set (R-10)."""
    for N_h, eps_h in zip(N, eps, strict=True):
        radius = eps_h.max(axis=2) if eps_h.ndim == 3 else eps_h
        if (radius[N_h == 0] < 1).any():
            rule = "eps_i < 1 at N = 0: no transition is in the confidence set; choose another"
            raise PreconditionError("reading log", float(radius.max()), rule)


class Induction:
    """Solver of LP1 for `reference.ucrl_lp`, epoch after epoch from the second on.

    With completion=greedy (R-3) states without mass have LEAST_MASS, so that eq. (6) gives the
    action that is chosen there. The times of the last epoch are `build_seconds`, always 0, and
    `solve_seconds`."""

    def __init__(self, choices: readings.Choices) -> None:
        self.complete = choices["completion"] == "greedy"
        self.unbounded = choices["x_L"] == "printed"
        self.stop: Callable[[], bool] | None = None  # asked before an epoch is planned
        self.build_seconds = self.solve_seconds = 0.0

    def __call__(self, P_bar: Tables, eps: Tables, r_hat: Tables) -> tuple[Tables, float]:
        """Return (q_hat_i, its value). Raises Interrupted, and PreconditionError where LP1 has no
        solution."""
        with self.running():
            return self._optimum(P_bar, eps, r_hat)

    @contextmanager
    def running(self) -> Iterator[None]:
        """Take the time of what is done, unless a stop is asked for or LP1 is to be unbounded.
        Raises Interrupted, and SolverError."""
        if self.stop and self.stop():
            raise Interrupted
        if self.unbounded:
            raise SolverError("INFEASIBLE", None, ": q(x_L,a,x') is free, and LP1 unbounded (R-2)")
        started = time.perf_counter()
        yield
        self.solve_seconds = time.perf_counter() - started

    def _optimum(self, P_bar: Tables, eps: Tables, r_hat: Tables) -> tuple[Tables, float]:
        refuse_empty_sets(tuple(np.asarray(P_h.any(axis=2)) for P_h in P_bar), eps)
        V: Array = np.zeros(1)
        best: list[tuple[Array, Array]] = []  # of each layer: a, and the order of successors
        for P_h, eps_h, r_h in zip(reversed(P_bar), reversed(eps), reversed(r_hat), strict=True):
            order = descending(V)
            Q = r_h + ball_maximum(P_h, eps_h, V, order)
            best.insert(0, (first_best(Q), order))
            V = Q.max(axis=1)
        q_hat: list[Array] = []
        mass: Array = np.ones(1)
        for P_h, eps_h, (a, order) in zip(P_bar, eps, best, strict=True):
            x = np.arange(len(a))
            p = ball_maximiser(P_h[x, a], eps_h[x, a], order)
            q_h = np.zeros(P_h.shape)
            q_h[x, a] = np.maximum(mass, LEAST_MASS if self.complete else 0.0)[:, None] * p
            q_hat.append(q_h)
            mass = mass @ p
        return tuple(q_hat), float(V[0])
