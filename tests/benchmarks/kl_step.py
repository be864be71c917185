"""The KL step at the paper's size: `python -m tests.benchmarks.kl_step`.

Reduced dual (`reference.kl.step`) against the same program given to cvxpy's exponential-cone
solvers, where cvxpy and they are installed, and the certificate of each step. Processor seconds,
median of STEPS steps of a run of UOB-REPS' kind.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from proofs_check.kl.certificate import certify
from reference.kl.step import kl_step
from reference.mdp import Array
from tests.kl.instances import KINDS, Instance, instance, losses, objective

LAYERS, A, STEPS, VISITS = (1, 10, 10, 10, 10, 10, 1), 5, 10, 100
CONE_SOLVERS = ("CLARABEL", "ECOS")


def timed(work: Callable[..., Any], *arguments: Any) -> tuple[float, Any]:
    started = time.process_time()
    answer = work(*arguments)
    return time.process_time() - started, answer


def by_cvxpy(given: Instance, c: Array, solver: str) -> float | None:
    """The optimum by a cone solver, or None if it is not installed. Box sets only."""
    try:
        import cvxpy as cp
    except ImportError:
        return None
    if solver not in cp.installed_solvers():
        return None
    pairs: Any = given.pairs
    box: Any = given.solver
    q = cp.Variable((pairs.K, pairs.Y), nonneg=True)
    total = cp.sum(q, axis=1, keepdims=True)
    ones = np.ones((1, pairs.Y))
    rules = [q <= cp.multiply(box.hi, total @ ones), q >= cp.multiply(box.lo, total @ ones)]
    enters = np.zeros((pairs.X, pairs.K * pairs.Y))
    where = np.flatnonzero(pairs.real.ravel())
    enters[pairs.next.ravel()[where], where] = 1.0
    leaves = np.zeros((pairs.X, pairs.K))
    leaves[pairs.state, np.arange(pairs.K)] = 1.0
    flow = enters @ cp.reshape(q, (pairs.K * pairs.Y,), order="C") - leaves @ cp.sum(q, axis=1)
    rules += [flow[1 : pairs.X - 1] == 0]
    rules += [cp.sum(q[pairs.layer == h]) == 1 for h in range(pairs.L)]
    old = np.where(pairs.real, np.exp(given.log_q), 1.0)
    goal = cp.sum(cp.multiply(c[:, None], q)) + cp.sum(cp.rel_entr(q, old))
    return float(cp.Problem(cp.Minimize(goal), rules).solve(solver=solver))


def main() -> None:
    rows = ["| set | reduced dual, ms | certificate, ms | gap | radius |", "| --- " * 5 + "|"]
    for kind in KINDS:
        given = instance(kind, 0, LAYERS, A, VISITS)
        steps, proofs, gap, radius = [], [], 0.0, 0.0
        for k in range(STEPS):
            c = losses(given.pairs, k, 0.5)
            seconds, found = timed(kl_step, given.pairs, given.log_q, c, given.solver)
            steps.append(seconds)
            log_q = [table.tolist() for table in given.pairs.split(found.log_q)]
            beta, problem = given.beta(found.beta), given.problem(c)
            seconds, proof = timed(certify, problem, beta, log_q)
            proofs.append(seconds)
            gap, radius = max(gap, float(proof.gap)), max(radius, float(proof.radius))
        cells = [f"{1000 * statistics.median(times):.1f}" for times in (steps, proofs)]
        rows.append(f"| {kind} | {' | '.join(cells)} | {gap:.1e} | {radius:.1e} |")
    given = instance("box", 0, LAYERS, A, VISITS)
    c = losses(given.pairs, 0, 0.5)
    ours = kl_step(given.pairs, given.log_q, c, given.solver)
    for solver in CONE_SOLVERS:
        seconds, value = timed(by_cvxpy, given, c, solver)
        if value is None:
            rows.append(f"\n{solver} is not installed here.")
        else:
            away = abs(value - objective(given.pairs, ours.log_q, given.log_q, c))
            rows.append(
                f"\n{solver} through cvxpy: {1000 * seconds:.0f} ms, optima differ by {away:.1e}."
            )
    print("\n".join(rows))


if __name__ == "__main__":
    main()
