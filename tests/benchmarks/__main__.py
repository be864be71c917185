"""`python -m tests.benchmarks`: what a run and a check cost at the paper's size, as ratios.

Every ratio is of two things measured in turn, A B A B ..., in this process; its spread is the
smallest and the largest of the repetitions. `--T` sets the length of the run (default 10^5, a
minute or two); `--json FILE` writes the figures.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import resource
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

from proofs_check.enclosed import enclosing_data
from proofs_check.exact import Q, Radii, lam, to_q
from proofs_check.feasible import certify_policy, certify_q
from proofs_check.lp1_data import LP1Data
from proofs_check.optimum import dual, solve
from proofs_check.replay import check
from reference import confidence, lp1
from reference.environments import make
from reference.mdp import Tables
from reference.occupancy import induced_policy
from reference.play import run
from reference.trace_reader import read

LAYERS, A, DELTA = (1, 10, 10, 10, 10, 10, 1), 5, 0.1


def counts(n: int, seed: int) -> tuple[Tables, Tables, Tables]:
    """N between n and 4n per pair, N3 multinomial from Dirichlet(1) rows, sums of 0/1 rewards."""
    rng = np.random.default_rng([n, seed])
    N, N3, S = [], [], []
    for X_h, X_next in pairwise(LAYERS):
        N_h = rng.integers(n, 4 * n, size=(X_h, A))
        P = rng.dirichlet(np.ones(X_next), size=(X_h, A))
        N.append(N_h)
        N3.append(
            np.array([[rng.multinomial(N_h[x, a], P[x, a]) for a in range(A)] for x in range(X_h)])
        )
        S.append(rng.binomial(N_h, rng.random((X_h, A))))
    return tuple(N), tuple(N3), tuple(S)


def seconds(work: Callable[[], Any]) -> float:
    started = time.perf_counter()
    work()
    return time.perf_counter() - started


def spread(values: Sequence[float]) -> dict[str, float]:
    return {"median": statistics.median(values), "min": min(values), "max": max(values)}


def one_epoch(n: int, T: int, repetitions: int) -> dict[str, Any]:
    """LP1 of one epoch: building against solving, exact work against GLOP's solve."""
    N, N3, S = counts(n, 0)
    Lam = confidence.log_term(T, sum(LAYERS), A, DELTA)
    P_bar = confidence.empirical_transition(N, N3)
    eps = confidence.transition_radius(N, LAYERS, Lam)
    r_hat = confidence.reward_ucb(confidence.mean_reward(S, N), confidence.reward_radius(N, Lam))
    exact_N, exact_N3 = ([t.tolist() for t in tables] for tables in (N, N3))
    exact_S = [[[to_q(int(v)) for v in row] for row in table.tolist()] for table in S]
    exact_Lam = lam(T, sum(LAYERS), A, to_q(DELTA))

    def enclosed() -> tuple[LP1Data, LP1Data]:
        return enclosing_data(LAYERS, A, exact_N, exact_N3, exact_S, Radii(exact_Lam))

    def certify(q_hat: list[Any], pi: list[Any]) -> None:
        lo, hi = enclosed()
        optima = solve(lo), solve(hi)
        certify_q(lo, hi, q_hat, Q(1, 10**7), optima)
        certify_policy(lo, hi, pi, Q(1, 10**7), optima)

    def optimum_and_dual() -> None:
        dual(lower, solve(lower))

    lower, _ = enclosed()
    solves: list[float] = []
    ratios: dict[str, list[float]] = {
        "build / solve": [],
        "optimum and dual / solve": [],
        "full certification / solve": [],
    }
    for _ in range(repetitions):
        solution = lp1.solve_lp1(LAYERS, A, P_bar, eps, r_hat).cleaned(1e-9)
        uniform = tuple(np.full(e.shape, 1 / A) for e in eps)
        pi = [table.tolist() for table in induced_policy(solution.q, uniform)]
        q_hat = [table.tolist() for table in solution.q]
        solves.append(solution.solve_seconds)
        spent = (
            solution.build_seconds,
            seconds(optimum_and_dual),
            seconds(partial(certify, q_hat, pi)),
        )
        for name, value in zip(ratios, spent, strict=True):
            ratios[name].append(value / solution.solve_seconds)
    return {
        "N per pair": [n, 4 * n],
        "solve seconds": spread(solves),
        **{name: spread(values) for name, values in ratios.items()},
    }


def whole_run(T: int, directory: Path) -> dict[str, Any]:
    """A run with trace at the paper's size, then its check, every epoch certified."""
    path = directory / "run.jsonl"
    outcome = run(make("paper").mdp, T, out=path)
    summary = outcome.summary()
    checked = seconds(lambda: _conforms(path))
    return {
        "T": T,
        "epochs": summary["epochs"],
        "run seconds": summary["seconds"],
        "LP build seconds": summary["LP build seconds"],
        "LP solve seconds": summary["LP solve seconds"],
        "share outside GLOP": summary["share outside GLOP"],
        "check seconds": checked,
        "check / run": checked / summary["seconds"],
        "peak memory MB": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
        "trace MB": path.stat().st_size / 2**20,
    }


def _conforms(path: Path) -> None:
    outcome = check(read(path))
    if outcome.verdict != "conforms":
        raise SystemExit(f"the benchmark's own trace: {outcome.first}")


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks", description=__doc__)
    parser.add_argument("--T", type=int, default=100_000)
    parser.add_argument("--repetitions", type=int, default=5)
    parser.add_argument("--json", metavar="FILE")
    options = parser.parse_args()
    report: dict[str, Any] = {
        "machine": {
            "python": platform.python_version(),
            "system": platform.system(),
            "processor": platform.machine(),
            "cores": os.cpu_count(),
        },
        "epoch": [one_epoch(n, 100_000, options.repetitions) for n in (100, 400, 2000)],
    }
    for epoch in report["epoch"]:
        print(f"LP1 at the paper's size, N from {epoch['N per pair'][0]} per pair")
        for name, value in epoch.items():
            if isinstance(value, dict):
                ends = f"({value['min']:.4f} .. {value['max']:.4f})"
                print(f"  {name:<28} {value['median']:.4f}  {ends}")
    with tempfile.TemporaryDirectory() as directory:
        report["run"] = whole_run(options.T, Path(directory))
    print("UCRL-LP at the paper's size with trace, then its check")
    for name, value in report["run"].items():
        print(f"  {name:<28} {value:.4g}")
    if options.json:
        Path(options.json).write_text(json.dumps(report, indent=1) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
