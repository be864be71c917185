"""LP1 in doubles: GLOP as the reference calls it, and its rivals on the same rows.

The reference builds LP1 from P_bar_i, eps_i and r_hat_i; the rivals are handed the finished sparse
rows, in the same order, and only have to take them over: "build" is what each needs until it could
start to solve. So the comparison of build + solve leans against the reference.
"""

from __future__ import annotations

import importlib
import time
from typing import Any

import numpy as np
from scipy import sparse

from tests.benchmarks.instances import instance


def rows(layers: list[int], A: int, n: int, file: str) -> dict[str, Any]:
    """Write the rows of LP1 as the reference builds them."""
    from reference.lp1 import objective as objective_of_q
    from reference.lp1 import printed_lp1

    lp = instance(tuple(layers), A, n)
    started = time.perf_counter()
    printed = printed_lp1(lp.layers, lp.A, lp.P_bar, lp.eps)
    spent = time.perf_counter() - started
    goal = objective_of_q(lp.layers, lp.r_hat)
    objective = np.concatenate([goal, np.zeros(len(goal))])
    matrix = sparse.hstack([printed.on_q, printed.on_dev], format="csr")
    sparse.save_npz(file, matrix)
    np.savez(f"{file}.bounds.npz", lower=printed.lower, upper=printed.upper, objective=objective)
    rows, columns = matrix.shape
    size = {"rows": rows, "columns": columns, "nonzeros": int(matrix.nnz)}
    return {"seconds": {"rows": spent}, "size": size}


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
    return _said(solver.build_seconds, solver.solve_seconds, value)


def highs(file: str) -> dict[str, Any]:
    """HiGHS called directly, default options."""
    highspy = importlib.import_module("highspy")
    matrix, lower, upper, objective = _read(file)
    started = time.perf_counter()
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
    built = time.perf_counter()
    solver.run()
    solved = time.perf_counter()
    if solver.getModelStatus() != highspy.HighsModelStatus.kOptimal:
        raise ArithmeticError(str(solver.getModelStatus()))
    return _said(built - started, solved - built, solver.getObjectiveValue())


def _in_two(matrix: Any, lower: Any, upper: Any, objective: Any) -> tuple[Any, ...]:
    """(c, A_ub, b_ub, A_eq, b_eq): LP1 has equations first, then rows without a lower bound."""
    k = int(np.isfinite(lower).sum())
    return objective, matrix[k:], upper[k:], matrix[:k], upper[:k]


def cvxpy_highs(file: str) -> dict[str, Any]:
    """cvxpy's matrix form, compiled and solved by HiGHS."""
    cp = importlib.import_module("cvxpy")
    importlib.import_module("highspy")
    given = _read(file)
    started = time.perf_counter()
    c, A_ub, b_ub, A_eq, b_eq = _in_two(*given)
    z = cp.Variable(len(c), nonneg=True)
    problem = cp.Problem(cp.Maximize(c @ z), [A_eq @ z == b_eq, A_ub @ z <= b_ub])
    data, chain, inverse = problem.get_problem_data("HIGHS")
    built = time.perf_counter()
    problem.unpack_results(chain.solve_via_data(problem, data), chain, inverse)
    solved = time.perf_counter()
    if problem.status != "optimal":
        raise ArithmeticError(problem.status)
    return _said(built - started, solved - built, problem.value)


def linprog(file: str) -> dict[str, Any]:
    """SciPy's linprog with method "highs"."""
    from scipy.optimize import linprog as solve

    given = _read(file)
    started = time.perf_counter()
    c, *rows = _in_two(*given)
    built = time.perf_counter()
    found = solve(-c, *rows, method="highs")
    solved = time.perf_counter()
    if found.status != 0:
        raise ArithmeticError(found.message)
    return _said(built - started, solved - built, -found.fun)


def _said(build: float, solve: float, optimum: float) -> dict[str, Any]:
    return {"seconds": {"build": build, "solve": solve}, "optimum": float(optimum)}
