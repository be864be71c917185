"""LP1's solver in a run: the form of LP1 and the parameters of GLOP that readings choose, the check
and clean-up of its answer (R-2, R-5, R-6, R-7), and the LP as a file if it fails."""

from __future__ import annotations

import os
import shutil
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from scipy import sparse

from reference import glop, lp1_sparse_rows, readings
from reference.glop import GLOP_PARAMETERS, INF, Layers
from reference.lp1_sparse_rows import Rows
from reference.mdp import Tables
from reference.running.lp1_check import defects
from reference.support.errors import Interrupted, MalformedInput, SolverError


def reduced_lp1(layers: Layers, A: int, P_bar_i: Tables, eps_i: Tables) -> Rows:
    """R-7, `reduced`: the same optimum from fewer rows. Positive and negative deviations have
    equal sums, so family 2 is dropped and the radius is halved; layers h >= 1 need no
    normalisation. A row of zeros (never visited) with eps_i >= 1 is the whole simplex: uniform with
    radius 2."""
    P_bar, eps = [], []
    for P, e in zip(P_bar_i, eps_i, strict=True):
        free = (P.sum(axis=2) == 0) & (e >= 1)
        P_bar.append(np.where(free[:, :, None], 1.0 / P.shape[2], P))
        eps.append(np.where(free, 2.0, e) / 2)
    every = lp1_sparse_rows.normalisation(layers, A)
    first = Rows(every.on_q[:1], every.on_dev[:1], every.lower[:1], every.upper[:1])
    above = lp1_sparse_rows.deviation_above(lp1_sparse_rows.deviation(layers, A, tuple(P_bar)))
    return lp1_sparse_rows.stack(
        [
            first,
            lp1_sparse_rows.flow(layers, A),
            above,
            lp1_sparse_rows.radius(layers, A, tuple(eps)),
        ]
    )


def interval_lp1(layers: Layers, A: int, P_bar_i: Tables, width_i: Tables) -> Rows:
    """R-37, `bernstein`: eq. (4) and |q(x,a,x') - P_bar_i(x'|x,a) q(x,a)| <= width_i(x,a,x')
    q(x,a), two rows per triple and no deviation variables."""
    D, S = lp1_sparse_rows.deviation(layers, A, P_bar_i), lp1_sparse_rows.sum_over_next(layers, A)
    width = sparse.diags(np.concatenate([w.ravel() for w in width_i]), format="csr") @ S.T @ S
    families = [lp1_sparse_rows.normalisation(layers, A), lp1_sparse_rows.flow(layers, A)]
    rows = [(f.on_q, f.lower, f.upper) for f in families]
    least, most = np.full(D.shape[0], -INF), np.zeros(D.shape[0])
    rows += [(sign * D - width, least, most) for sign in (1, -1)]
    on_q = sparse.vstack([row[0] for row in rows], format="csr")
    lower, upper = (np.concatenate([row[k] for row in rows]) for k in (1, 2))
    return Rows(on_q, sparse.csr_matrix((on_q.shape[0], 0)), lower, upper)


RETRIES = (
    GLOP_PARAMETERS["default"],
    GLOP_PARAMETERS["dual-simplex"],
    "use_preprocessing: false",
)
"""With what an LP is solved again, in this order, if GLOP does not end with OPTIMAL (R-5)."""
FORMS = {"printed": lp1_sparse_rows.lp1_rows, "reduced": reduced_lp1}


def without_ghosts(q: Tables) -> Tables:
    """R-6: negative values and masses below ZERO_BELOW set to 0, each layer renormalised to 1, so
    that eq. (5) and (6) never divide by a ghost mass of the solver."""
    kept = [np.where(q_h < readings.ZERO_BELOW, 0.0, q_h) for q_h in q]
    return tuple(q_h / q_h.sum() for q_h in kept)


class Glop:
    """Solver of LP1 for `reference.ucrl_lp`, epoch after epoch from the second on.

    `recorded` maps epochs to answers that are known already. The times of the last epoch are
    `build_seconds` and `solve_seconds`, 0 for a recorded one. An LP that fails is saved as an MPS
    file next to `out`, a trace, or in the temporary directory."""

    def __init__(
        self,
        layers: Layers,
        A: int,
        choices: readings.Choices,
        out: str | os.PathLike[str] | None = None,
        recorded: dict[int, tuple[Tables, float]] | None = None,
    ) -> None:
        self.layers, self.A, self.choices, self.out = layers, A, choices, out
        self.recorded, self.epoch = recorded or {}, 1
        self.stop: Callable[[], bool] | None = None  # asked before GLOP starts
        self.build_seconds = self.solve_seconds = 0.0
        self.tried = ""  # the other parameters with which the LP of this epoch failed

    def __call__(self, P_bar: Tables, eps: Tables, r_hat: Tables) -> tuple[Tables, float]:
        """Return (q_hat_i, its value). Raises SolverError, with epoch, if GLOP does not end with
        OPTIMAL or if its answer does not solve LP1; Interrupted on Ctrl-C."""
        self.epoch += 1
        self.build_seconds = self.solve_seconds = 0.0
        if self.epoch in self.recorded:
            q, value = self.recorded[self.epoch]
            missed = defects(P_bar, eps, r_hat, q, value)
            if missed:
                rule = f"must solve LP1 in epoch {self.epoch}"
                solution = f"one that misses {missed}"
                raise MalformedInput(os.fspath(self.out or "trace"), None, "q_hat", solution, rule)
            return q, value
        self.tried = ""
        started = time.perf_counter()
        intervals = eps[0].ndim == P_bar[0].ndim  # a width for every successor
        form = interval_lp1 if intervals else FORMS[self.choices["lp-form"]]
        rows = form(self.layers, self.A, P_bar, eps)
        # R-2, printed: q(x_L, a, x') is free and r_hat(x_L, a) = 1, so LP1 is unbounded, which
        # GLOP reports as INFEASIBLE or ABNORMAL.
        free = self.A * sum(self.layers) if self.choices["x_L"] == "printed" else 0
        model = lp1_sparse_rows.glop_model(
            lp1_sparse_rows.objective(self.layers, r_hat), rows, free
        )
        built = time.perf_counter()
        self.build_seconds = built - started
        if self.stop and self.stop():
            raise Interrupted
        try:
            values, value = self._maximise(model)
            self.solve_seconds = time.perf_counter() - built
            q = glop.tables(self.layers, self.A, values)
            missed = defects(P_bar, eps, r_hat, q)
            if missed:
                raise SolverError("OPTIMAL", detail=f", but its solution misses {missed}")
        except Interrupted:
            raise
        except SolverError as e:
            detail = f"{e.detail}, in epoch {self.epoch}"
            raise SolverError(e.status, self._save(model), detail, self.tried) from None
        return without_ghosts(q), value

    def _maximise(self, model: Any) -> tuple[Any, float]:
        """Return GLOP's answer. After any status but OPTIMAL it starts again with every other of
        the RETRIES, the first of them scaled (R-5): rounding makes it call an LP of intervals
        UNBOUNDED. Raises SolverError with the first status, once none of them ended well."""
        first = GLOP_PARAMETERS[self.choices["glop"]]
        failed: dict[str, str] = {}
        for parameters in dict.fromkeys((first, *RETRIES)):
            try:
                return glop.maximise(model, parameters)
            except Interrupted:
                raise
            except SolverError as e:
                failed[parameters or "default parameters"] = e.status
        again = ", ".join(f"{p} ({status})" for p, status in [*failed.items()][1:])
        self.tried = f"; nor do these end with OPTIMAL: {again}"
        raise SolverError(next(iter(failed.values())))

    def _save(self, model: Any) -> str:
        """Write the LP for a bug report; returns the file's name. If it cannot be written next to
        the trace, the file stays in the temporary directory."""
        descriptor, name = tempfile.mkstemp(prefix="ucrl-lp-", suffix=".mps")
        os.close(descriptor)
        model.write_to_mps_file(name)
        if self.out is None:
            return name
        try:
            return str(shutil.move(name, Path(f"{os.fspath(self.out)}.epoch-{self.epoch}.mps")))
        except OSError:
            return name
