"""The KL step, certified, and the same program by cvxpy's exponential-cone solvers.

    python -m tests.guests.bench.kl_step [--commit | --committed]

Box, ball and known P at the paper's size, steps of a run of UOB-REPS' kind. Processor seconds,
median of STEPS; "off by" is the largest difference of the optima. A solver that is not installed
is listed as missing. --commit writes kl_step.json beside this file, --committed prints what
is there.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np

from proofs_check.guests.kl.certificate import certify
from reference.figure1.results import Table
from reference.guests.kl.step import kl_step
from reference.mdp import Array
from tests.bench import machine
from tests.guests.kl.instances import KINDS, Instance, instance, losses, objective

PAPER = ((1, 10, 10, 10, 10, 10, 1), 5, 100)
STEPS = 10
CONE_SOLVERS = ("CLARABEL", "ECOS")
FILE = Path(__file__).with_suffix(".json")


def timed(work: Callable[..., Any], *arguments: Any) -> tuple[float, Any]:
    """Processor seconds and the answer."""
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


def ours(size: Any, steps: int) -> Table:
    """For each set the step, its certificate, and how near the optimum that is proved to be."""
    rows = []
    for kind in KINDS:
        given = instance(kind, 0, *size)
        measurements = []  # seconds of the step and of its certificate, gap, distance
        for k in range(steps):
            c = losses(given.pairs, k, 0.5)
            solving, new = timed(kl_step, given.pairs, given.log_q, c, given.solver)
            log_q = [table.tolist() for table in given.pairs.split(new.log_q)]
            proving, proof = timed(certify, given.problem(c), given.beta(new.beta), log_q)
            measurements.append((solving, proving, float(proof.gap), float(proof.radius)))
        step, certificate, gaps, radii = zip(*measurements, strict=True)
        worst = [f"{max(each):.1e}" for each in (gaps, radii)]
        rows.append([kind, _ms(step), _ms(certificate), *worst])
    header = ["set", "step, ms", "certificate, ms", "gap, at most", "distance, at most"]
    return Table("The reduced dual and its certificate", header, rows)


def beside(size: Any, steps: int) -> Table:
    """Who solves the step over a box how fast, the reduced dual first; they take turns."""
    given = instance("box", 0, *size)
    timings: dict[str, list[tuple[float, float]]] = defaultdict(list)  # seconds, off by
    for k in range(steps):
        c = losses(given.pairs, k, 0.5)
        took, new = timed(kl_step, given.pairs, given.log_q, c, given.solver)
        timings["reduced dual"].append((took, 0.0))
        least = objective(given.pairs, new.log_q, given.log_q, c)
        for solver in CONE_SOLVERS:
            took, value = timed(by_cvxpy, given, c, solver)
            if value is not None:
                timings[solver].append((took, abs(value - least)))
    rows = []
    for who, answers in timings.items():
        seconds, off = zip(*answers, strict=True)
        rows.append([who, _ms(seconds), f"{max(off):.1e}"])
    rows += [[solver, "not installed", "-"] for solver in CONE_SOLVERS if solver not in timings]
    return Table("The step over a box", ["who", "ms", "off by"], rows)


def measured(size: Any = PAPER, steps: int = STEPS) -> dict[str, Any]:
    """What is committed: both tables, and where they were measured."""
    tables = [asdict(ours(size, steps)), asdict(beside(size, steps))]
    where = {"processor": machine.description()["processor"], "load": machine.load()}
    return {"steps": steps, **where, "tables": tables}


def page(figures: dict[str, Any]) -> str:
    """The figures as Markdown."""
    lines = [
        f"Processor milliseconds, median of {figures['steps']}; the cone solvers through cvxpy.",
        f"{figures['processor']}, shared: load {figures['load']}.\n",
    ]
    for table in figures["tables"]:
        lines += [f"{table['title']}:\n", Table(**table).markdown()]
    return "\n".join(lines).rstrip("\n") + "\n"


def _ms(seconds: Sequence[float]) -> str:
    return f"{1000 * statistics.median(seconds):.1f}"


def main() -> int:
    """Measure and print the figures, or write them, too; or print the committed ones."""
    p = argparse.ArgumentParser(prog="python -m tests.guests.bench.kl_step", description=__doc__)
    p.add_argument("--commit", action="store_true")
    p.add_argument("--committed", action="store_true", help="measure nothing")
    options = p.parse_args()
    figures = json.loads(FILE.read_text("utf-8")) if options.committed else measured()
    if options.commit:
        FILE.write_text(json.dumps(figures, indent=1) + "\n", "utf-8")
    print(page(figures), end="")
    return 0


if __name__ == "__main__":
    sys.exit(main())
