"""Every system the paper stands on, in the stochastic and in adversarial worlds, in pairs.

For each world, T and algorithm the regret (`worlds` says which one), and over the trials of the
same MDP and noise in how many of them UCRL-LP has the smaller one, under either completion (R-3).
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from reference.experiments import algorithms, trials
from reference.experiments.algorithms import AlgorithmSpec
from reference.experiments.figure1 import check_grid, check_trials
from reference.experiments.paired_tests import better
from reference.experiments.results import Results, Table, number, regrets, spread
from reference.experiments.trials import Times, Trial
from reference.support.errors import PreconditionError

T_GRID = (1_000,)
TRIALS = 6
WORLDS = ("bernoulli", "adversary-switch", "adversary-bait")
BOTH_COMPLETIONS = (AlgorithmSpec("ucrl-lp"), AlgorithmSpec("ucrl-lp", (("completion", "greedy"),)))
CHOICES = (
    *BOTH_COMPLETIONS,
    *(
        algorithms.parse(text)
        for text in (
            "ucrl2-chain", "ucrl2-fh", "ucrl-chain", "ucrl-layers", "fpop", "o-reps",
            "o-reps-bandit", "uc-o-reps", "uc-o-reps-bandit", "uob-reps",
            "uob-reps:scale=10,exploration=10", "jhl", "jhl-bandit",
        )
    ),
)  # fmt: skip


@dataclass(frozen=True)
class Family:
    """What is compared in which worlds. Raises PreconditionError for options out of range."""

    T: tuple[int, ...] = T_GRID
    trials: int = TRIALS
    seed: int = 0
    env: str = "paper"
    delta: float = 0.1
    worlds: tuple[str, ...] = WORLDS
    choices: tuple[AlgorithmSpec, ...] = CHOICES

    kind = "family"

    def __post_init__(self) -> None:
        check_trials(self.trials)
        object.__setattr__(self, "T", check_grid(self.T))
        names = [str(choice) for choice in self.choices]
        if len(set(names)) != len(names) or not names:
            raise PreconditionError("algorithms", names, "must be different, and at least one")

    @classmethod
    def smoke(cls, **given: Any) -> Family:
        """In seconds: says nothing but that it works."""
        return cls(**{"T": (10, 30), "trials": 2, "env": "tiny", **given})

    def plan(self) -> list[Trial]:
        """Every trial."""
        return [
            trials.trial(self.env, choice, T, self.delta, world, self.seed + k)
            for world in self.worlds
            for T in self.T
            for k in range(self.trials)
            for choice in self.choices
        ]

    def options(self) -> dict[str, Any]:
        """As plain data, for the manifest."""
        return {
            "kind": self.kind,
            "T": list(self.T),
            "trials": self.trials,
            "seed": self.seed,
            "env": self.env,
            "delta": self.delta,
            "worlds": list(self.worlds),
            "algorithms": [str(choice) for choice in self.choices],
        }

    @classmethod
    def from_options(cls, options: Mapping[str, Any]) -> Family:
        """The experiment of a manifest."""
        return cls(
            tuple(options["T"]),
            options["trials"],
            options["seed"],
            options["env"],
            options["delta"],
            tuple(options["worlds"]),
            tuple(algorithms.parse(text) for text in options["algorithms"]),
        )

    def tables(self, results: Results) -> list[Table]:
        """For each world the regrets, and UCRL-LP against each other algorithm."""
        tables: list[Table] = []
        for world in self.worlds:
            tables.append(self.regret(results, world))
            tables += [
                self.against(results, world, ours)
                for ours in BOTH_COMPLETIONS
                if ours in self.choices
            ]
        return tables

    def regret(self, results: Results, world: str) -> Table:
        """Regret at equal T, best first at the largest T."""
        rows = []
        for choice in self.choices:
            per_T = [regrets(results, choice, T=T, reward_law=world)[0] for T in self.T]
            last = per_T[-1]
            mean = sum(last) / len(last) if last else math.inf
            rows.append((mean, [choice.label, *(spread(found) for found in per_T)]))
        rows.sort(key=lambda row: row[0])
        header = ["algorithm", *(f"T = {T}" for T in self.T)]
        title = f"Regret on {self.env}, {world}: mean [least, greatest]"
        return Table(title, header, [row for _, row in rows])

    def against(self, results: Results, world: str, ours: AlgorithmSpec) -> Table:
        """In how many trials `ours` has the smaller regret, with the exact interval."""
        rows = []
        for choice in self.choices:
            if choice in BOTH_COMPLETIONS:
                continue
            for T in self.T:
                a, b = regrets(results, ours, choice, T=T, reward_law=world)
                found = better(a, b)
                rows.append(
                    [
                        choice.label,
                        str(T),
                        number(found.ratio, 3),
                        f"{found.wins}/{found.n}",
                        str(found.chance),
                        found.verdict,
                    ]
                )
        header = ["against", "T", "ratio", "won", "95 %", "smaller"]
        return Table(f"{ours.label} on {self.env}, {world}: paired", header, rows)

    def time_tables(self, results: Results, times: Mapping[Trial, Times]) -> list[Table]:
        """Processor time on this machine, per run and per update, over all worlds."""
        rows = []
        for choice in self.choices:
            for T in self.T:
                of = [t for t in times if (t.choice, t.T) == (choice, T)]
                if of:
                    updates = sum(results[t].updates for t in of)
                    run = sum(times[t].run_cpu_seconds for t in of) / len(of)
                    update = sum(times[t].update_cpu_seconds for t in of)
                    per_update = 1000 * update / updates if updates else None
                    cells = [number(updates / len(of)), number(run, 3), number(per_update, 3)]
                    rows.append([choice.label, str(T), *cells])
        header = ["algorithm", "T", "updates", "CPU s/run", "CPU ms/update"]
        return [Table(f"Processor time on {self.env}", header, rows)]
