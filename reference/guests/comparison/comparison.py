"""Sec. I's comparisons, measured, and every system that the paper builds on, in pairs.

"Reducing the number of steps for model estimation and policy update from T to at most XA log T":
the updates of every run against XA ln T and XA log2 T. An update is a policy computed and used
after the first; a solve is a linear program, an (extended) value iteration or a KL step. What an
update costs is a separate question, of measured times: `time_tables`.

For each environment, world, T and algorithm: the regret (`worlds` defines which), and in how many
of the trials with the same MDP and noise UCRL-LP has the smaller one, under either completion
(R-3).
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import astuple, dataclass
from itertools import product
from statistics import fmean
from typing import ClassVar

from reference.figure1.algorithms import AlgorithmSpec, parse
from reference.figure1.experiment import Experiment
from reference.figure1.paired_tests import DECIDING, better
from reference.figure1.results import Results, Table, number, regrets, spread
from reference.figure1.trials import Times, Trial

BOTH_COMPLETIONS = (AlgorithmSpec("ucrl-lp"), AlgorithmSpec("ucrl-lp", (("completion", "greedy"),)))
CHOICES = (
    *BOTH_COMPLETIONS,
    *map(parse, (
        "ucrl-lp-twin", "ucrl-lp-twin:completion=greedy", "ucrl2-chain", "ucrl2-fh", "ucbvi-ch",
        "ucbvi-bf", "ucb-q-h", "ucb-q-b", "psrl", "opsrl", "ucrl-chain", "ucrl-layers",
        "scal-chain", "fpop", "o-reps", "o-reps-bandit", "uc-o-reps", "uc-o-reps-bandit",
        "uob-reps", "uob-reps:scale=10,exploration=10", "jhl", "jhl-bandit",
    )),
)  # fmt: skip


@dataclass(frozen=True)
class Comparison(Experiment):
    """What is compared in which worlds. Raises PreconditionError for options out of range."""

    T: tuple[int, ...] = (1_000, 10_000)
    trials: int = DECIDING
    seed: int = 0
    env: tuple[str, ...] = ("paper",)
    delta: float = 0.1
    worlds: tuple[str, ...] = ("bernoulli", "adversary-switch", "adversary-bait")
    algorithms: tuple[AlgorithmSpec, ...] = CHOICES

    kind = "comparison"
    SMALL: ClassVar = {"T": (10, 30), "trials": 2, "env": ("tiny",)}
    committed = "family.csv"
    room = "reference.guests.comparison"
    drawn = True

    def plan(self) -> list[Trial]:
        """Return every trial."""
        return [
            trial
            for env, world in product(self.env, self.worlds)
            for trial in self.paired_trials(self.algorithms, env, self.delta, world)
        ]

    def tables(self, results: Results) -> list[Table]:
        """Return, for each environment, the updates against the bounds; for each world there the
        regrets, and UCRL-LP against each other algorithm where that can decide anything."""
        tables: list[Table] = []
        for env in self.env:
            tables.append(self.updates(results, env))
            for world in self.worlds:
                tables.append(self.regret(results, env, world))
                tables += [
                    self.wins(results, env, world, ours)
                    for ours in BOTH_COMPLETIONS
                    if ours in self.algorithms and self.trials >= DECIDING
                ]
        return tables

    def updates(self, results: Results, env: str) -> Table:
        """Return the updates and solves against T, XA ln T and XA log2 T, over all worlds."""
        rows: list[list[str]] = []
        sizes = ""
        for choice, T in product(self.algorithms, self.T):
            outcomes = [o for t, o in results.items() if (t.env, t.choice, t.T) == (env, choice, T)]
            if not outcomes:
                continue
            first, most = outcomes[0], max(o.updates for o in outcomes)
            sizes = f"X = {first.X}, A = {first.A}, L = {first.L}"
            updates = f"{number(fmean(o.updates for o in outcomes))} ({most})"
            bounds = [first.X * first.A * log(T) for log in (math.log, math.log2)]
            shares = [number(most / bound if bound else None, 3) for bound in bounds]
            solves = number(fmean(o.solves for o in outcomes))
            rows.append([choice.label, str(T), updates, solves, *shares])
        header = ["algorithm", "T", "updates", "solves", "/XA ln", "/XA log2"]
        title = (
            f"Updates on {env} ({sizes}): mean (most), solves (mean), and the most updates as a "
            "share of XA ln T and of XA log2 T"
        )
        return Table(title, header, rows)

    def regret(self, results: Results, env: str, world: str) -> Table:
        """Return the regret at equal T, best first at the largest T."""
        rows = []
        for choice in self.algorithms:
            per_T = [regrets(results, choice, T=T, env=env, reward_law=world)[0] for T in self.T]
            last = per_T[-1]
            mean = fmean(last) if last else math.inf
            rows.append((mean, [choice.label, *(spread(sample) for sample in per_T)]))
        rows.sort(key=lambda row: row[0])
        header = ["algorithm", *(f"T = {T}" for T in self.T)]
        title = f"Regret on {env}, {world}: mean [least, greatest]"
        return Table(title, header, [row for _, row in rows])

    def wins(self, results: Results, env: str, world: str, ours: AlgorithmSpec) -> Table:
        """Return in how many trials `ours` has the smaller regret, with the exact interval."""
        rows = []
        others = [choice for choice in self.algorithms if choice not in BOTH_COMPLETIONS]
        for choice, T in product(others, self.T):
            a, b = regrets(results, ours, choice, T=T, env=env, reward_law=world)
            if a:
                duel = better(a, b)
                won = [number(duel.ratio, 3), f"{duel.wins}/{duel.n}", str(duel.chance)]
                rows.append([choice.label, str(T), *won, duel.verdict])
        header = ["against", "T", "ratio", "won", "95 %", "smaller"]
        return Table(f"{ours.label} on {env}, {world}: paired", header, rows)

    def time_tables(self, results: Results, times: Mapping[Trial, Times]) -> list[Table]:
        """Return the wall and processor time on this machine, per run and per update (means)."""
        header = ["algorithm", "T", "s/run", "CPU s", "ms/update", "CPU ms"]
        tables = []
        for env in self.env:
            rows = []
            for choice, T in product(self.algorithms, self.T):
                of = [t for t in times if (t.env, t.choice, t.T) == (env, choice, T)]
                if not of:
                    continue
                clocks = zip(*(astuple(times[t]) for t in of), strict=True)
                run, update, run_cpu, update_cpu = map(sum, clocks)
                updates = sum(results[t].updates for t in of)
                per_update = [1000 * s / updates if updates else None for s in (update, update_cpu)]
                means = (run / len(of), run_cpu / len(of), *per_update)
                rows.append([choice.label, str(T), *(number(mean, 3) for mean in means)])
            tables.append(Table(f"Time on {env}, trials in parallel", header, rows))
        return tables
