"""Sec. IV-B: LP1 as printed, solved by GLOP. The only module that imports OR-Tools.

Variables, in this order: q(x,a,x') for h, x, a, x', then the deviations eps(x,a,x') of Lemma 1
in the same order (called `dev` here; the paper gives them the letter of the radius eps_i, R-20).
Rows, in printed order: eq. (4) normalisation and flow, then the three families of eq. (13).
Row and column order are part of the reading R-7: another order gives another optimal vertex.
"""

from __future__ import annotations

import os
import tempfile
import time
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise
from typing import Any

import numpy as np
from ortools.linear_solver.python import model_builder_helper as glop
from scipy import sparse

from reference.mdp import Array, Tables
from reference.running.lp1_check import fault
from reference.support.errors import SolverError

Layers = tuple[int, ...]
INF = float("inf")


@dataclass(frozen=True)
class Rows:
    """Rows lower <= matrix @ (q, dev) <= upper of one constraint family."""

    matrix: Any  # scipy.sparse CSR, (rows, 2 * number of triples)
    lower: Array
    upper: Array


@dataclass(frozen=True)
class LP1Solution:
    """A maximiser of LP1 and what it cost. Unit of times: seconds."""

    q: Tables  # q[h] is (X_h, A, X_{h+1})
    objective: float
    build_seconds: float
    solve_seconds: float

    def cleaned(self, zero_below: float) -> LP1Solution:
        """R-6: negative values and masses below `zero_below` set to 0, each layer renormalised
        to 1, so that no ghost mass of the solver is divided by in eq. (5) and (6)."""
        q = []
        for q_h in self.q:
            kept = np.where(q_h < zero_below, 0.0, q_h)
            q.append(kept / kept.sum())
        return replace(self, q=tuple(q))


@lru_cache(maxsize=8)
def _triples(layers: Layers, A: int) -> tuple[Array, Array, int]:
    """Per triple (h, x, a, x1) in column order: its pair's number and x1; and their count."""
    pair: list[Array] = []
    x1: list[Array] = []
    pairs = 0
    for X_h, X_next in pairwise(layers):
        K = X_h * A
        pair.append(np.repeat(np.arange(pairs, pairs + K), X_next))
        x1.append(np.tile(np.arange(X_next), K))
        pairs += K
    return np.concatenate(pair), np.concatenate(x1), sum(len(p) for p in pair)


@lru_cache(maxsize=8)
def sums_over_next(layers: Layers, A: int) -> Any:
    """The matrix that maps q to q(x,a) = sum_x' q(x,a,x'): one row per pair (x,a)."""
    pair, _, n = _triples(layers, A)
    return sparse.csr_matrix((np.ones(n), (pair, np.arange(n))))


@lru_cache(maxsize=8)
def normalisation_and_flow(layers: Layers, A: int) -> Rows:
    """Eq. (4): sum q(x,a,x') = 1 in every layer h; inflow = outflow of every inner state."""
    pair, x1, n = _triples(layers, A)
    pairs_before = np.cumsum([0, *(X_h * A for X_h in layers[:-1])])
    h_of = np.searchsorted(pairs_before, pair, side="right") - 1
    normalisation = sparse.csr_matrix((np.ones(n), (h_of, np.arange(n))))
    # States of layers 1..L-1 are numbered on from 0; x0 = 0 and x_L have no flow row.
    states_before = np.cumsum([0, 1, *layers[1:]])[: len(layers)] - 1
    of_pair = (pair - pairs_before[h_of]) // A
    inner = sum(layers[1:-1])
    into = states_before[h_of + 1] + x1
    out_of = states_before[h_of] + of_pair
    column = np.arange(n)
    enters, leaves = into < inner, h_of >= 1
    flow = sparse.csr_matrix(
        (
            np.concatenate([np.ones(enters.sum()), -np.ones(leaves.sum())]),
            (
                np.concatenate([into[enters], out_of[leaves]]),
                np.concatenate([column[enters], column[leaves]]),
            ),
        ),
        shape=(inner, n),
    )
    right = np.concatenate([np.ones(len(layers) - 1), np.zeros(inner)])
    return Rows(_with_dev(sparse.vstack([normalisation, flow]), None), right, right)


@lru_cache(maxsize=8)
def _pair_blocks(layers: Layers, A: int) -> tuple[Array, Array, Array, Array]:
    """CSR skeleton of one row per triple with a column for every triple of the same pair:
    indptr, indices, where the diagonal sits, and the triple whose P_bar each entry carries."""
    pair, _, n = _triples(layers, A)
    size = np.bincount(pair)
    indptr = np.concatenate([[0], np.cumsum(size[pair])])
    first = np.concatenate([[0], np.cumsum(size)[:-1]])
    row = np.repeat(np.arange(n), size[pair])
    indices = first[pair[row]] + np.arange(len(row)) - indptr[row]
    return indptr, indices, np.flatnonzero(indices == row), row


def deviation_bounds(layers: Layers, A: int, P_bar_i: Tables) -> tuple[Rows, Rows]:
    """Eq. (13), families 1 and 2: +-(q(x,a,x') - P_bar_i(x'|x,a) sum_y q(x,a,y)) <= dev(x,a,x')."""
    indptr, indices, diagonal, row = _pair_blocks(layers, A)
    n = len(indptr) - 1
    entries = -np.concatenate([P.ravel() for P in P_bar_i])[row]
    entries[diagonal] += 1
    deviation = sparse.csr_matrix((entries, indices, indptr), shape=(n, n))
    deviation.eliminate_zeros()
    minus = -sparse.identity(n, format="csr")
    lower, upper = np.full(n, -INF), np.zeros(n)
    return (
        Rows(_with_dev(deviation, minus), lower, upper),
        Rows(_with_dev(-deviation, minus), lower, upper),
    )


def radius_bound(layers: Layers, A: int, eps_i: Tables) -> Rows:
    """Eq. (13), family 3: sum_x' dev(x,a,x') <= eps_i(x,a) sum_x' q(x,a,x')."""
    sums = sums_over_next(layers, A)
    eps = np.concatenate([e.ravel() for e in eps_i])
    rows = sums.shape[0]
    matrix = _with_dev(-sparse.diags(eps) @ sums, sums)
    return Rows(matrix, np.full(rows, -INF), np.zeros(rows))


def printed_lp1(layers: Layers, A: int, P_bar_i: Tables, eps_i: Tables) -> Rows:
    """All rows of LP1 in the printed order (R-7)."""
    above, below = deviation_bounds(layers, A, P_bar_i)
    families = [normalisation_and_flow(layers, A), above, below, radius_bound(layers, A, eps_i)]
    return _stack(families)


def reduced_lp1(layers: Layers, A: int, P_bar_i: Tables, eps_i: Tables) -> Rows:
    """R-7, `reduced`: the same optimum from fewer rows. Positive and negative deviations have
    equal sums, so family 2 goes and the radius is halved; layers h >= 1 need no normalisation.
    A row of zeros (never visited) with eps_i >= 1 is the whole simplex: uniform with radius 2."""
    P_bar, eps = [], []
    for P, e in zip(P_bar_i, eps_i, strict=True):
        free = (P.sum(axis=2) == 0) & (e >= 1)
        P_bar.append(np.where(free[:, :, None], 1.0 / P.shape[2], P))
        eps.append(np.where(free, 2.0, e) / 2)
    all_of_Q = normalisation_and_flow(layers, A)
    keep = np.ones(all_of_Q.matrix.shape[0], dtype=bool)
    keep[1 : len(layers) - 1] = False
    of_Q = Rows(all_of_Q.matrix[keep], all_of_Q.lower[keep], all_of_Q.upper[keep])
    above, _ = deviation_bounds(layers, A, tuple(P_bar))
    return _stack([of_Q, above, radius_bound(layers, A, tuple(eps))])


FORMS = {"printed": printed_lp1, "reduced": reduced_lp1}
# R-5. LP1's coefficients lie in [-1, 1] except the radii: scaling them costs half the time.
GLOP_PARAMETERS = {
    "unscaled": "use_scaling: false",
    "default": "",
    "dual-simplex": "use_dual_simplex: true",
}


def solve_lp1(
    layers: Layers,
    A: int,
    P_bar_i: Tables,
    eps_i: Tables,
    r_hat_i: Tables,
    *,
    form: str = "printed",
    parameters: str = "unscaled",
    free_x_L: bool = False,
    time_limit: float | None = None,
) -> LP1Solution:
    """LP1: q_hat_i in argmax_{q in Q^{P_i}} <q, r_hat_i>, by GLOP, cold start (R-5, R-7).

    `free_x_L` adds the variables q(x_L, a, x') that eq. (4) as printed leaves without any
    constraint, with r_hat(x_L, a) = 1: the LP is then unbounded, which GLOP reports as
    INFEASIBLE or ABNORMAL (R-2). `time_limit` in seconds.
    Raises SolverError on any status but OPTIMAL, and if the solution is none (lp1_certificate.py);
    the LP is saved as an MPS file.
    """
    started = time.perf_counter()
    rows = FORMS[form](layers, A, P_bar_i, eps_i)
    matrix = rows.matrix
    triples = matrix.shape[1] // 2
    reward = np.concatenate(
        [np.repeat(r.ravel(), X_next) for r, X_next in zip(r_hat_i, layers[1:], strict=True)]
    )
    objective = np.concatenate([reward, np.zeros(triples)])
    if free_x_L:
        free = A * sum(layers)
        matrix = sparse.hstack([matrix, sparse.csr_matrix((matrix.shape[0], free))], format="csr")
        objective = np.concatenate([objective, np.ones(free)])
    model = glop.ModelBuilderHelper()
    variables = len(objective)
    model.fill_model_from_sparse_data(
        np.zeros(variables), np.full(variables, INF), objective, rows.lower, rows.upper, matrix
    )
    model.set_maximize(True)
    solver = glop.ModelSolverHelper("GLOP")
    if GLOP_PARAMETERS[parameters]:
        solver.set_solver_specific_parameters(GLOP_PARAMETERS[parameters])
    if time_limit is not None:
        solver.set_time_limit_in_seconds(time_limit)
    built = time.perf_counter()
    solver.solve(model)
    solved = time.perf_counter()
    status = solver.status()
    if status != glop.SolveStatus.OPTIMAL:
        raise SolverError(status.name, _save(model))
    flat = solver.variable_values()[:triples]
    q: list[Array] = []
    at = 0
    for X_h, X_next in pairwise(layers):
        size = X_h * A * X_next
        q.append(flat[at : at + size].reshape(X_h, A, X_next).copy())
        at += size
    wrong = fault(P_bar_i, eps_i, r_hat_i, tuple(q))
    if wrong:
        raise SolverError(status.name, _save(model), wrong)
    return LP1Solution(tuple(q), solver.objective_value(), built - started, solved - built)


def _with_dev(on_q: Any, on_dev: Any) -> Any:
    """A block [on_q, on_dev] over the columns (q, dev); None is a block of zeros."""
    if on_dev is None:
        on_dev = sparse.csr_matrix(on_q.shape)
    return sparse.hstack([on_q, on_dev], format="csr")


def _stack(families: list[Rows]) -> Rows:
    return Rows(
        sparse.vstack([f.matrix for f in families], format="csr"),
        np.concatenate([f.lower for f in families]),
        np.concatenate([f.upper for f in families]),
    )


def _save(model: Any) -> str:
    """Write the LP to a new file in the temporary directory, for a bug report; its name."""
    descriptor, name = tempfile.mkstemp(prefix="ucrl-lp-", suffix=".mps")
    os.close(descriptor)
    model.write_to_mps_file(name)
    return name
