"""Sec. I's comparisons, measured: updates, solves, time and regret of every algorithm.

"Reducing the number of steps for model estimation and policy update from T to at most XA log T":
the updates of every run against XA ln T and XA log2 T. An update is a policy computed and used
after the first; a solve is a linear programme or a (extended) value iteration. What an update
costs is another matter, and the clock's: `time_tables`.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from reference.experiments import algorithms, trials
from reference.experiments.algorithms import AlgorithmSpec
from reference.experiments.figure1 import check_grid, check_trials
from reference.experiments.results import Results, Table, number, regrets, spread
from reference.experiments.trials import Outcome, Times, Trial
from reference.support.errors import PreconditionError

T_GRID = (1_000, 10_000)
TRIALS = 3
ENVIRONMENTS = ("paper", "riverswim", "deepsea", "frozenlake-4x4")
CHOICES = (
    AlgorithmSpec("ucrl-lp"),
    AlgorithmSpec("ucrl-lp-twin", (("completion", "uniform"),)),
    AlgorithmSpec("ucrl-lp-twin"),
    *(
        AlgorithmSpec(name)
        for name in (
            "ucrl2-chain", "ucrl2-fh", "ucbvi-ch", "ucbvi-bf", "ucb-q-h", "ucb-q-b", "psrl",
            "opsrl",
        )
    ),
)  # fmt: skip


@dataclass(frozen=True)
class Comparison:
    """What is compared where. Raises PreconditionError for options out of range."""

    T: tuple[int, ...] = T_GRID
    trials: int = TRIALS
    seed: int = 0
    env: tuple[str, ...] = ENVIRONMENTS
    delta: float = 0.1
    reward_law: str = "bernoulli"
    choices: tuple[AlgorithmSpec, ...] = CHOICES

    kind = "comparison"

    def __post_init__(self) -> None:
        check_trials(self.trials)
        object.__setattr__(self, "T", check_grid(self.T))
        for field, values in (("algorithms", self.choices), ("env", self.env)):
            names = [str(value) for value in values]
            if len(set(names)) != len(names) or not names:
                raise PreconditionError(field, names, "must be different, and at least one")

    @classmethod
    def smoke(cls, **given: Any) -> Comparison:
        """In seconds: says nothing but that it works."""
        return cls(**{"T": (10, 30), "trials": 2, "env": ("tiny", "deepsea"), **given})

    def plan(self) -> list[Trial]:
        """Every trial."""
        return [
            trials.trial(env, choice, T, self.delta, self.reward_law, self.seed + k)
            for env in self.env
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
            "env": list(self.env),
            "delta": self.delta,
            "reward_law": self.reward_law,
            "algorithms": [str(choice) for choice in self.choices],
        }

    @classmethod
    def from_options(cls, options: Mapping[str, Any]) -> Comparison:
        """The experiment of a manifest."""
        return cls(
            tuple(options["T"]),
            options["trials"],
            options["seed"],
            tuple(options["env"]),
            options["delta"],
            options["reward_law"],
            tuple(algorithms.parse(text) for text in options["algorithms"]),
        )

    def tables(self, results: Results) -> list[Table]:
        """For each environment: updates against the bounds, and regret."""
        tables: list[Table] = []
        for env in self.env:
            tables += [self.updates(results, env), self.regret(results, env)]
        return tables

    def updates(self, results: Results, env: str) -> Table:
        """Updates and solves against T, XA ln T and XA log2 T."""
        rows: list[list[str]] = []
        sizes = ""
        for choice in self.choices:
            for T in self.T:
                found = self._outcomes(results, env, choice, T)
                if not found:
                    continue
                one = found[0]
                XA = one.X * one.A
                sizes = f"X = {one.X}, A = {one.A}, L = {one.L}"
                most = max(o.updates for o in found)
                rows.append(
                    [
                        choice.label,
                        str(T),
                        f"{number(sum(o.updates for o in found) / len(found))} ({most})",
                        number(sum(o.solves for o in found) / len(found)),
                        *(_share(most, XA * log(T)) for log in (math.log, math.log2)),
                    ]
                )
        header = ["algorithm", "T", "updates", "solves", "/XA ln", "/XA log2"]
        title = (
            f"Updates on {env} ({sizes}): mean (most), solves (mean), and the most updates as a "
            "share of XA ln T and of XA log2 T"
        )
        return Table(title, header, rows)

    def regret(self, results: Results, env: str) -> Table:
        """Regret at equal T, best first at the largest T."""
        rows = []
        for choice in self.choices:
            per_T = [regrets(results, choice, T=T, env=env)[0] for T in self.T]
            last = per_T[-1]
            mean = sum(last) / len(last) if last else math.inf
            rows.append((mean, [choice.label, *(spread(found) for found in per_T)]))
        rows.sort(key=lambda row: row[0])
        header = ["algorithm", *(f"T = {T}" for T in self.T)]
        return Table(f"Regret on {env}: mean [least, greatest]", header, [row for _, row in rows])

    def time_tables(self, results: Results, times: Mapping[Trial, Times]) -> list[Table]:
        """Wall and processor time on this machine, per run and per update (means)."""
        tables = []
        for env in self.env:
            rows = []
            for choice in self.choices:
                for T in self.T:
                    of = [t for t in times if (t.env, t.choice, t.T) == (env, choice, T)]
                    if of:
                        updates = sum(results[t].updates for t in of)
                        clock = [times[t] for t in of]
                        rows.append([choice.label, str(T), *_mean_times(clock, updates)])
            header = ["algorithm", "T", "s/run", "CPU s", "ms/update", "CPU ms"]
            tables.append(Table(f"Time on {env}, trials in parallel", header, rows))
        return tables

    def _outcomes(self, results: Results, env: str, choice: AlgorithmSpec, T: int) -> list[Outcome]:
        return [results[t] for t in sorted(results) if (t.env, t.choice, t.T) == (env, choice, T)]


def _mean_times(clock: Sequence[Times], updates: int) -> list[str]:
    """Seconds per run and milliseconds per update; wall before processor."""
    runs = [[c.run_seconds for c in clock], [c.run_cpu_seconds for c in clock]]
    made = [[c.update_seconds for c in clock], [c.update_cpu_seconds for c in clock]]
    per_run = [number(sum(seconds) / len(clock), 3) for seconds in runs]
    per_update = [number(1000 * sum(s) / updates if updates else None, 3) for s in made]
    return [*per_run, *per_update]


def _share(updates: int, bound: float) -> str:
    return number(updates / bound, 3) if bound > 0 else "-"
