"""A long run of the C++ twin at the paper's size, checked as it is played.

    python -m tests.implementations.long_run [--T 1000000] [--seed 0] [--write]

The trace goes through a pipe and is never stored. The summary has the checker's verdict and counts,
and the regret, computed exactly from the recorded policies and the MDP that is played. `--write`
puts it into proofs_check/statements/common/long_runs.json, which Theorem 4's claim reads: there its
bounds are below the trivial bound LT.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import subprocess
import sys
import tempfile
from decimal import Decimal
from pathlib import Path
from typing import Any, BinaryIO, cast

from proofs_check.arithmetic import ONE, ZERO, Q, to_q
from proofs_check.conformance.policy_rules import Policy
from proofs_check.conformance.replay import Conformance
from proofs_check.fast.check import Tiers
from proofs_check.letters.occupancy import optimal, value
from proofs_check.statements.common.theorem_4 import LONG_RUNS
from reference.environments import mdp_text, random_layered
from reference.mdp import LayeredMDP
from tests.mutation.apply_faults import CPP, build

LAYERS, A = (1, 10, 10, 10, 10, 10, 1), 5
DECADES = tuple(10**k for k in range(2, 13))
DIGITS = 6  # after the point, in the summary


class Regret:
    """Reg_t, the sum of V* - V^{pi_i} over the episodes, exactly, at the ends of decades."""

    def __init__(self, mdp: LayeredMDP) -> None:
        exact = mdp.to_exact()
        self.P = [[[[to_q(p) for p in row] for row in rows] for rows in P_h] for P_h in exact.P]
        self.r = [[[to_q(v) for v in row] for row in r_h] for r_h in exact.r]
        self.best = optimal(self.P, self.r).value
        self.t, self.total, self.loss = 0, ZERO, ZERO  # loss: V* - V^{pi_i} per episode
        self.decades: dict[int, Q] = {}

    def until(self, t: int) -> None:
        """The episodes up to t were played with the present policy."""
        for decade in DECADES:
            if self.t < decade <= t:
                self.decades[decade] = self.total + self.loss * (decade - self.t)
        self.total += self.loss * (t - self.t)
        self.t = t

    def adopt(self, pi: Policy) -> None:
        """A new epoch; rows of pi are divided by their sums."""
        rows = [[_normalised(row) for row in pi_h] for pi_h in pi]
        self.loss = self.best - value(self.P, self.r, rows)


def _normalised(weights: Any) -> list[Q]:
    positive = [max(ZERO, p) for p in weights]
    total = sum(positive, ZERO)
    return [p / total for p in positive]


def play(T: int, seed: int, folder: Path) -> dict[str, Any]:
    """Play, check, sum up."""
    mdp = random_layered(LAYERS, A, seed=0)
    (folder / "mdp.json").write_text(mdp_text(mdp), encoding="utf-8")
    program = build(folder, optimise="-O2")
    line = [str(program), "play", str(folder / "mdp.json"), str(T), "0.1", str(seed), "--pi-only"]
    tiers, regret, epochs = Tiers("run", everything=True), Regret(mdp), 0

    def follow(c: Conformance) -> None:
        nonlocal epochs
        if c.epochs > epochs and tiers.replay.pi is not None:
            epochs = c.epochs
            regret.until(c.episodes)
            regret.adopt(tiers.replay.pi)

    with subprocess.Popen(line, stdout=subprocess.PIPE) as running:
        assert running.stdout is not None
        outcome = tiers.check(cast("BinaryIO", running.stdout), on_progress=follow)
    regret.until(outcome.episodes)
    return summary(outcome, tiers, regret, seed)


def summary(c: Conformance, tiers: Tiers, regret: Regret, seed: int) -> dict[str, Any]:
    """What the ledger reads."""
    head = c.header
    assert head is not None
    return {
        "layers": list(head.layers),
        "A": A,
        "T": head.T,
        "delta": str(to_q(head.delta)),
        "mdp": "random_layered(layers, A, seed=0)",
        "seed": seed,
        "program": {
            "file": "tests/implementations/cpp/ucrl_lp.cpp",
            "sha256": hashlib.sha256(CPP.read_bytes()).hexdigest(),
        },
        "verdict": c.verdict,
        "episodes": c.episodes,
        "epochs": c.epochs,
        "vouched": tiers.vouched,
        "largest_gap": float(c.largest_gap),
        "rules": {rule: n for rule, n in sorted(c.instances.items()) if n},
        "best value": _between(regret.best, regret.best),
        "regret": _between(regret.total, regret.total),
        "regret after": {str(t): _between(v, v) for t, v in sorted(regret.decades.items())},
    }


def _between(low: Q, high: Q) -> list[str]:
    """Decimals below and above."""
    ends = low * 10**DIGITS // ONE, -(-high * 10**DIGITS // ONE)
    return [f"{Decimal(int(n)).scaleb(-DIGITS):f}" for n in ends]


def main() -> int:
    """Print the summary, or write it in place of the one with its T and seed."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.implementations.long_run", description=__doc__
    )
    parser.add_argument("--T", type=int, default=10**6)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        entry = play(options.T, options.seed, Path(folder))
    if options.write:
        runs = json.loads(LONG_RUNS.read_text(encoding="utf-8"))
        others = [r for r in runs if (r["T"], r["seed"]) != (entry["T"], entry["seed"])]
        runs = sorted([*others, entry], key=lambda r: (r["T"], r["seed"]))
        LONG_RUNS.write_text(json.dumps(runs, indent=1) + "\n", encoding="utf-8")
    else:
        print(json.dumps(entry, indent=1))
    return 0


if __name__ == "__main__":
    sys.exit(main())
