"""Sec. VI, Figure 1: regret of UCRL-LP and UCRL2 against T, on random MDPs of one size.

The paper: L = 6, layers of 1, 10, 10, 10, 10, 10, 1 states, A = 5; "in each trial, a new MDP model
... is randomly generated"; 10 trials for each T; the line is the mean regret, the filled area the
range. It leaves open the values of T, delta, the distributions of rewards and MDPs, and how
UCRL2 is applied to episodes: the defaults here are those of spec.md (R-12 to R-14, R-22 to R-25).

Trial k uses the seed `seed + k` for every algorithm and every T, so algorithms are compared on the
same MDP, and so are successive T. Every run starts anew, with its T known (R-11).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from reference.figure1.algorithms import AlgorithmSpec
from reference.figure1.experiment import Experiment
from reference.figure1.paired_tests import DECADE, ENOUGH, HOLDS, Better, Slope, overall
from reference.figure1.results import Results, Table, number, regrets, spread
from reference.figure1.trials import Trial

CHOICES = (AlgorithmSpec("ucrl-lp"), AlgorithmSpec("ucrl2-chain"), AlgorithmSpec("ucrl2-fh"))


@dataclass(frozen=True)
class Figure1(Experiment):
    """What Figure 1 is drawn from. Raises PreconditionError for options out of range."""

    T: tuple[int, ...] = (1_000, 3_000, 10_000, 30_000, 100_000)
    trials: int = 10
    seed: int = 0
    env: str = "paper"
    delta: float = 0.1
    reward_law: str = "bernoulli"
    algorithms: tuple[AlgorithmSpec, ...] = CHOICES

    kind = "figure1"
    SMALL: ClassVar = {"T": (20, 60), "trials": 2}
    committed = "figure1.csv"
    drawn = True

    def plan(self) -> list[Trial]:
        """Return every trial of the figure."""
        return [*self.paired_trials(self.algorithms, self.env, self.delta, self.reward_law)]

    def duels(self) -> list[tuple[AlgorithmSpec, AlgorithmSpec]]:
        """Return the pairs of UCRL-LP, in each of its forms, against each of the others."""
        ours = [c for c in self.algorithms if c.algorithm.startswith("ucrl-lp")]
        return [(a, b) for a in ours for b in self.algorithms if b not in ours]

    def sentence(self, results: Results) -> str:
        """Return what the figure shows about the two claims of Sec. VI, in words."""
        T = ", ".join(map(str, self.T))
        said = []
        for a, b in self.duels():
            wins = ", ".join(f"{d.wins} of {d.n}" for _, d in self.better(results, a, b))
            said.append(f"{a.label} has smaller regret than {b.label} in {wins} trials (T = {T}).")
        for choice in self.algorithms if len(self.T) > 1 else ():
            said.append(self._growth(choice, self.slopes(results, choice)))
        return " ".join(said)

    def _growth(self, choice: AlgorithmSpec, steps: Sequence[Slope]) -> str:
        """Return how the regret grew over the T that were run: no sentence on larger T."""
        least, last = min(self.T), max(self.T)
        over = f"on T = {least} to {last} ({self.trials} trials)"
        name = f"The slope d ln Reg / d ln T of {choice.label}"
        if self.trials < ENOUGH or last < DECADE * least:
            means = ", ".join(number(s.mean, 3) for s in steps)
            rule = f"no verdict below {ENOUGH} trials or a decade of T"
            return f"{name} is {means} {over}: {rule}."
        holds = all(s.verdict == HOLDS for s in steps)
        word = "below 1" if holds else "not everywhere shown to be below 1"
        return f"{name} is {word} {over}, with 95 % confidence at each step."

    def tables(self, results: Results) -> list[Table]:
        """Return the tables of regret, of who is better, and of slopes."""
        rows = [
            [str(T), *(spread(regrets(results, choice, T=T)[0]) for choice in self.algorithms)]
            for T in self.T
        ]
        title = (
            f"Regret (eq. (2)) on {self.env}: mean [least, greatest] of {self.trials} trials; "
            f"delta = {self.delta}, {self.reward_law} rewards"
        )
        tables = [Table(title, ["T", *(choice.label for choice in self.algorithms)], rows)]
        tables.extend(better_table(self.better(results, a, b), a, b) for a, b in self.duels())
        if len(self.T) > 1:
            tables.append(slope_table({c: self.slopes(results, c) for c in self.algorithms}))
        return tables


def better_table(duels: Sequence[tuple[int, Better]], a: AlgorithmSpec, b: AlgorithmSpec) -> Table:
    """Return a table with a row per T, and one for all."""
    rows = [
        [str(T), number(d.ratio, 3), f"{d.wins} of {d.n}", str(d.chance), d.said] for T, d in duels
    ]
    if len(rows) > 1:
        rows.append(["all", "", "", "", overall([d.said for _, d in duels])])
    return Table(
        f'"{a.label} has better regret than {b.label}"',
        ["T", "ratio", "wins", "P(win), 95 %", "claim"],
        rows,
    )


def slope_table(growth: Mapping[AlgorithmSpec, Sequence[Slope]]) -> Table:
    """Return a table with a row per algorithm and step of T."""
    rows = [
        [
            choice.label,
            f"{s.T0} to {s.T1}",
            number(s.mean, 3),
            "-" if s.interval is None else str(s.interval),
            s.said,
        ]
        for choice, slopes in growth.items()
        for s in slopes
    ]
    return Table(
        '"Sublinear in T", on these T: slope d ln Reg / d ln T below 1',
        ["algorithm", "T", "slope", "95 %", "claim"],
        rows,
    )
