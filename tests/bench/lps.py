"""LP1 in doubles: GLOP as the reference calls it, and its rivals on the same rows.

The reference builds LP1 from P_bar_i, eps_i and r_hat_i; the rivals are handed the finished sparse
rows, in the same order, and only have to take them over: "build" is what each needs until it could
start to solve. So the comparison of build + solve leans against the reference.
"""

from __future__ import annotations

import importlib
from typing import Any

import numpy as np
from scipy import sparse

from tests.bench import Laps
from tests.bench.instances import instance


def rows(layers: list[int], A: int, n: int, file: str) -> dict[str, Any]:
    """Write the rows of LP1 as the reference builds them."""
    from reference.lp1_sparse_rows import lp1_rows
    from reference.lp1_sparse_rows import objective as objective_of_q

    lp = instance(tuple(layers), A, n)
    printed = lp1_rows(lp.layers, lp.A, lp.P_bar, lp.eps)
    goal = objective_of_q(lp.layers, lp.r_hat)
    objective = np.concatenate([goal, np.zeros(len(goal))])
    matrix = sparse.hstack([printed.on_q, printed.on_dev], format="csr")
    sparse.save_npz(file, matrix)
    np.savez(f"{file}.bounds.npz", lower=printed.lower, upper=printed.upper, objective=objective)
    rows, columns = matrix.shape
    size = {"rows": rows, "columns": columns, "nonzeros": int(matrix.nnz)}
    return {"seconds": {}, "size": size}


def _read(file: str) -> tuple[Any, Any, Any, Any]:
    arrays = np.load(f"{file}.bounds.npz")
    return sparse.load_npz(file), arrays["lower"], arrays["upper"], arrays["objective"]


def glop(layers: list[int], A: int, n: int) -> dict[str, Any]:
    """The reference: LP1 built from its tables, solved by GLOP with the default readings."""
    from reference.readings import choose
    from reference.running.solver import Glop

    lp = instance(tuple(layers), A, n)
    solver = Glop(lp.layers, lp.A, choose())
    _, value = solver(lp.P_bar, lp.eps, lp.r_hat)
    seconds = {"build": solver.build_seconds, "solve": solver.solve_seconds}
    return {"seconds": seconds, "optimum": value}


def highs(file: str) -> dict[str, Any]:
    """HiGHS called directly, default options."""
    highspy = importlib.import_module("highspy")
    matrix, lower, upper, objective = _read(file)
    seconds = Laps()
    lp = highspy.HighsLp()
    lp.num_row_, lp.num_col_ = matrix.shape
    lp.col_cost_ = objective
    lp.col_lower_ = np.zeros(len(objective))
    lp.col_upper_ = np.full(len(objective), highspy.kHighsInf)
    lp.row_lower_, lp.row_upper_ = lower, upper
    lp.a_matrix_.format_ = highspy.MatrixFormat.kRowwise
    lp.a_matrix_.start_, lp.a_matrix_.index_ = matrix.indptr, matrix.indices
    lp.a_matrix_.value_ = matrix.data
    lp.sense_ = highspy.ObjSense.kMaximize
    solver = highspy.Highs()
    solver.silent()
    solver.passModel(lp)
    seconds.over("build")
    solver.run()
    seconds.over("solve")
    if solver.getModelStatus() != highspy.HighsModelStatus.kOptimal:
        raise ArithmeticError(str(solver.getModelStatus()))
    return {"seconds": seconds, "optimum": float(solver.getObjectiveValue())}


def _in_two(matrix: Any, lower: Any, upper: Any, objective: Any) -> tuple[Any, ...]:
    """(c, A_ub, b_ub, A_eq, b_eq): LP1 has equations first, then rows without a lower bound."""
    k = int(np.isfinite(lower).sum())
    return objective, matrix[k:], upper[k:], matrix[:k], upper[:k]


def cvxpy_highs(file: str) -> dict[str, Any]:
    """cvxpy's matrix form, compiled and solved by HiGHS."""
    cp = importlib.import_module("cvxpy")
    importlib.import_module("highspy")
    given = _read(file)
    seconds = Laps()
    c, A_ub, b_ub, A_eq, b_eq = _in_two(*given)
    z = cp.Variable(len(c), nonneg=True)
    problem = cp.Problem(cp.Maximize(c @ z), [A_eq @ z == b_eq, A_ub @ z <= b_ub])
    data, chain, inverse = problem.get_problem_data("HIGHS")
    seconds.over("build")
    problem.unpack_results(chain.solve_via_data(problem, data), chain, inverse)
    seconds.over("solve")
    if problem.status != "optimal":
        raise ArithmeticError(problem.status)
    return {"seconds": seconds, "optimum": float(problem.value)}


def linprog(file: str) -> dict[str, Any]:
    """SciPy's linprog with method "highs"."""
    from scipy.optimize import linprog as solve

    given = _read(file)
    seconds = Laps()
    c, *rows = _in_two(*given)
    seconds.over("build")
    solution = solve(-c, *rows, method="highs")
    seconds.over("solve")
    if solution.status != 0:
        raise ArithmeticError(solution.message)
    return {"seconds": seconds, "optimum": float(-solution.fun)}
