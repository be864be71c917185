"""LP1's rows as sparse matrices: the LP of `lp1`, built in a tenth of the time, for a run.

Variables and rows are those of the page, in its order (R-7), and a test holds them to it bit for
bit. A linear map of q is a sparse matrix; `M @ q` reads as in the paper.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Any

import numpy as np
from ortools.linear_solver.python import model_builder_helper
from scipy import sparse

from reference.glop import INF, Layers
from reference.mdp import Array, Tables

Matrix = Any  # scipy.sparse, CSR


@dataclass(frozen=True)
class Rows:
    """Rows lower <= on_q @ q + on_dev @ dev <= upper of one constraint family."""

    on_q: Matrix
    on_dev: Matrix
    lower: Array
    upper: Array


# ---- Eq. (4): the polytope Q -------------------------------------------------------------------


@lru_cache(maxsize=8)
def sum_over_next(layers: Layers, A: int) -> Matrix:
    """Return the map q -> q(x,a) = sum_x' q(x,a,x'): a row per pair (x,a), a column per triple."""
    return _diagonal([_each(X_h * A, np.ones((1, X_next))) for X_h, X_next in pairwise(layers)])


@lru_cache(maxsize=8)
def normalisation(layers: Layers, A: int) -> Rows:
    """Eq. (4): sum_x sum_a sum_x' q(x,a,x') = 1 for h = 0..L-1."""
    total = _diagonal([np.ones((1, X_h * A * X_next)) for X_h, X_next in pairwise(layers)])
    return _equal(total, np.ones(len(layers) - 1))


@lru_cache(maxsize=8)
def flow(layers: Layers, A: int) -> Rows:
    """Eq. (4): sum_x' sum_a q(x',a,x) = sum_a sum_x' q(x,a,x') for x in X_h, h = 1..L-1."""
    L = len(layers) - 1
    blocks: list[list[Matrix]] = [[None] * L for _ in range(L - 1)]
    for h in range(1, L):
        enters = sparse.kron(np.ones((1, layers[h - 1] * A)), sparse.eye(layers[h]))
        leaves = _each(layers[h], np.ones((1, A * layers[h + 1])))
        blocks[h - 1][h - 1], blocks[h - 1][h] = enters, -leaves
    if L == 1:
        return _equal(sparse.csr_matrix((0, A)), np.zeros(0))
    return _equal(sparse.bmat(blocks, format="csr"), np.zeros(sum(layers[1:-1])))


# ---- Eq. (13): the confidence set ----------------------------------------------------------------


def deviation(layers: Layers, A: int, P_bar_i: Tables) -> Matrix:
    """Return the map q -> q(x,a,x') - P_bar_i(x'|x,a) sum_y q(x,a,y): a row per triple."""
    P_bar = _rows_times(P_bar_i, _pair_of_triple(layers, A))  # few P_bar_i are not 0
    return _plain(_identity(P_bar.shape[0]) - P_bar @ sum_over_next(layers, A))


def deviation_above(D: Matrix) -> Rows:
    """Eq. (13), family 1: q(x,a,x') - P_bar_i(x'|x,a) sum_y q(x,a,y) <= dev(x,a,x'), of the
    `deviation` D."""
    return _at_most_0(D, -_identity(D.shape[1]))


def deviation_below(D: Matrix) -> Rows:
    """Eq. (13), family 2: P_bar_i(x'|x,a) sum_y q(x,a,y) - q(x,a,x') <= dev(x,a,x'), of the
    `deviation` D."""
    return _at_most_0(-D, -_identity(D.shape[1]))


def radius(layers: Layers, A: int, eps_i: Tables) -> Rows:
    """Eq. (13), family 3: sum_x' dev(x,a,x') <= eps_i(x,a) sum_x' q(x,a,x')."""
    S = sum_over_next(layers, A)
    return _at_most_0(-_rows_times(eps_i, S), S)


def lp1_rows(layers: Layers, A: int, P_bar_i: Tables, eps_i: Tables) -> Rows:
    """Return all rows of LP1 in the printed order (R-7)."""
    D = deviation(layers, A, P_bar_i)
    return stack(
        [
            normalisation(layers, A),
            flow(layers, A),
            deviation_above(D),
            deviation_below(D),
            radius(layers, A, eps_i),
        ]
    )


def objective(layers: Layers, r_hat_i: Tables) -> Array:
    """<q, r_hat_i> with r_hat_i(x,a,x') = r_hat_i(x,a): a coefficient per triple."""
    rows = zip(r_hat_i, layers[1:], strict=True)
    return np.concatenate([np.repeat(r_h.ravel(), X_next) for r_h, X_next in rows])


# ---- LP1 ---------------------------------------------------------------------------------------


def glop_model(goal: Array, rows: Rows, free: int = 0) -> Any:
    """max <q, goal> over q, dev >= 0 and `rows`, for GLOP; with `free` more variables of reward 1
    in no row (R-2)."""
    matrix = sparse.hstack([rows.on_q, rows.on_dev], format="csr")
    if free:
        more = sparse.csr_matrix((matrix.shape[0], free))
        matrix = sparse.hstack([matrix, more], format="csr")
    variables = matrix.shape[1]
    weights = np.concatenate([goal, np.zeros(rows.on_dev.shape[1]), np.ones(free)])
    model = model_builder_helper.ModelBuilderHelper()
    model.fill_model_from_sparse_data(
        np.zeros(variables), np.full(variables, INF), weights, rows.lower, rows.upper, matrix
    )
    model.set_maximize(True)
    return model


# ---- Sparse matrices ---------------------------------------------------------------------------


def _each(times: int, block: Array) -> Matrix:
    """Return `block` repeated along the diagonal."""
    return sparse.kron(sparse.eye(times), block)


def _diagonal(blocks: list[Matrix]) -> Matrix:
    return sparse.block_diag(blocks, format="csr")


@lru_cache(maxsize=8)
def _pair_of_triple(layers: Layers, A: int) -> Matrix:
    """Return 1 where a triple (row) is one of a pair (column)."""
    return sparse.csr_matrix(sum_over_next(layers, A).T)


@lru_cache(maxsize=8)
def _identity(size: int) -> Matrix:
    return sparse.eye(size, format="csr")


def _rows_times(factors: Tables, matrix: Matrix) -> Matrix:
    """Return the matrix with each row times its entry of a table."""
    product = matrix.copy()
    flat = np.concatenate([of_h.ravel() for of_h in factors])
    product.data *= np.repeat(flat, np.diff(matrix.indptr))
    product.eliminate_zeros()
    return product


def _plain(matrix: Matrix) -> Matrix:
    """Return the matrix without stored zeros, columns in order: the same rows regardless of how
    they were computed."""
    matrix = sparse.csr_matrix(matrix)
    matrix.eliminate_zeros()
    matrix.sort_indices()
    return matrix


def _equal(on_q: Matrix, right: Array) -> Rows:
    on_q = _plain(on_q)
    return Rows(on_q, sparse.csr_matrix(on_q.shape), right, right)


def _at_most_0(on_q: Matrix, on_dev: Matrix) -> Rows:
    rows = on_q.shape[0]
    return Rows(on_q, on_dev, np.full(rows, -INF), np.zeros(rows))


def stack(families: list[Rows]) -> Rows:
    """Return the rows of all families, one below the other."""
    return Rows(
        sparse.vstack([f.on_q for f in families], format="csr"),
        sparse.vstack([f.on_dev for f in families], format="csr"),
        np.concatenate([f.lower for f in families]),
        np.concatenate([f.upper for f in families]),
    )
