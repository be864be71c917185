"""The family `tight`: regret of UCRL-LP and others for growing X and L.

The MDPs are those of `reference.environments.tight`: layers 1, m, m, 2, .., 2, 1, deterministic
rewards, made for the T that is played. X grows with m at a fixed L, then L grows at a fixed m, and
T = episodes (2m + 2L)^2 A grows with both, so that every size is past the episodes in which nothing
is known. Regret is reported over LX sqrt(TA Lam), the order of Theorem 4, and over L sqrt(XAT).

For growing X up to `most_X`, LP1 is solved as printed by GLOP, too, and algorithms that plan before
every episode are run, each in `slow_trials` trials; the twin by backward induction is run
everywhere. Trial k uses the seed `seed` + k for every algorithm. Beyond, the NumPy twin has played
the same MDPs (`tests/implementations/tight_runs.py`): the checker has certified its traces, its
regrets are those of the twin here, and the picture has its runs, which are shipped.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from importlib.resources import files
from math import log, sqrt
from typing import Any, ClassVar, NamedTuple

from reference.figure1 import trials
from reference.figure1.algorithm import OURS, TWIN
from reference.figure1.algorithms import ALGORITHMS, AlgorithmSpec
from reference.figure1.experiment import Experiment
from reference.figure1.results import Results, Table, regrets, spread
from reference.figure1.trials import Trial
from reference.mdp import check_whole

INTERVALS = ("radii", "bernstein")
ALL_CHOICES = (
    AlgorithmSpec(TWIN),
    AlgorithmSpec(TWIN, (INTERVALS,)),
    AlgorithmSpec(OURS),
    AlgorithmSpec(OURS, (INTERVALS,)),
    AlgorithmSpec("psrl"),
    AlgorithmSpec("ucbvi-bf"),
)
CHOICES = tuple(choice for choice in ALL_CHOICES if choice.algorithm in ALGORITHMS)
"""Those that are installed: PSRL and UCBVI are guests."""
CERTIFIED = files("reference.figure1").joinpath("committed", "tight-certified.json")
"""Runs of the NumPy twin whose traces the checker has certified."""
UPPER, LOWER = "Reg/(LX sqrt(TA Lam))", "Reg/(L sqrt(XAT))"


class Size(NamedTuple):
    """One MDP of the family, and its T."""

    m: int
    L: int
    A: int
    T: int
    delta: float

    @property
    def X(self) -> int:
        return 2 * self.m + 2 * self.L - 4

    @property
    def env(self) -> str:
        """Return its name for `reference.environments.make`."""
        return f"tight:m={self.m},L={self.L},A={self.A},T={self.T},delta={self.delta}"

    def unit(self, name: str) -> float:
        """Return what the regret is divided by in UPPER or LOWER."""
        L, X, A, T = self.L, self.X, self.A, self.T
        if name == LOWER:
            return L * sqrt(X * A * T)
        return L * X * sqrt(T * A * log(T * X * A / self.delta))


@dataclass(frozen=True)
class Tight(Experiment):
    """What is run: m for growing X, at `L_of_m`, and L, at `m_of_L`. T follows from the sizes.
    Raises PreconditionError for options out of range."""

    T: tuple[int, ...] = ()
    trials: int = 2
    seed: int = 0
    m: tuple[int, ...] = (2, 4, 8, 16)
    L: tuple[int, ...] = (3, 6, 12)
    A: int = 2
    delta: float = 0.1
    L_of_m: int = 6
    m_of_L: int = 8
    episodes: int = 100
    most_X: int = 24
    slow_trials: int = 1
    algorithms: tuple[AlgorithmSpec, ...] = CHOICES

    kind = "tight"
    SMALL: ClassVar = {
        "m": (2, 3), "L": (3, 4), "L_of_m": 3, "m_of_L": 2, "trials": 2, "episodes": 20
    }  # fmt: skip
    committed = "tight.csv"
    whole = CHOICES == ALL_CHOICES
    drawn = True

    def __post_init__(self) -> None:
        for name, least in (("m", 2), ("L", 3)):
            sizes = {check_whole(name, size, least) for size in getattr(self, name)}
            object.__setattr__(self, name, tuple(sorted(sizes)))
        check_whole("A", self.A, 2)
        sizes = {size.T for size in (*self.of_X(), *self.of_L())}
        object.__setattr__(self, "T", tuple(sorted(sizes)))
        super().__post_init__()

    def of_X(self) -> list[Size]:
        """Return the sizes of growing X."""
        return [self.size(m, self.L_of_m) for m in self.m]

    def of_L(self) -> list[Size]:
        """Return the sizes of growing L."""
        return [self.size(self.m_of_L, L) for L in self.L]

    def size(self, m: int, L: int) -> Size:
        """Return one size, and its T."""
        T = self.episodes * (2 * m + 2 * L) ** 2 * self.A
        return Size(m, L, self.A, T, self.delta)

    def plan(self) -> list[Trial]:
        """Return every trial, each once."""
        return list(dict.fromkeys(self._trials()))

    def _trials(self) -> Any:
        for size in (*self.of_X(), *self.of_L()):
            for choice in self.algorithms:
                for k in range(self.runs(choice, size)):
                    yield trials.trial(
                        size.env, choice, size.T, self.delta, "deterministic", self.seed + k
                    )

    def runs(self, choice: AlgorithmSpec, size: Size) -> int:
        """Return in how many trials `choice` is run on this size."""
        if choice.algorithm == TWIN:
            return self.trials
        small = size.X <= self.most_X and size in self.of_X()
        return min(self.trials, self.slow_trials) if small else 0

    def ratios(self, results: Results, choice: AlgorithmSpec, size: Size, name: str) -> list[float]:
        """Return UPPER or LOWER of every trial of `choice` on this size."""
        (sample,) = regrets(results, choice, T=size.T, env=size.env)
        return [regret / size.unit(name) for regret in sample]

    def tables(self, results: Results) -> list[Table]:
        """Return the tables of both ratios, for growing X and for growing L."""
        tables = []
        for grows, sizes in (("X", self.of_X()), ("L", self.of_L())):
            for name in (UPPER, LOWER):
                shown = [c for c in self.algorithms if any(self.runs(c, s) for s in sizes)]
                rows = [
                    [str(s.X), str(s.L), str(s.T)]
                    + [spread(self.ratios(results, c, s, name)) for c in shown]
                    for s in sizes
                ]
                title = (
                    f"{name} on the family `tight`, {grows} growing: mean [least, greatest] of "
                    f"{self.trials} trials of the twin, {self.slow_trials} of the others; A = "
                    f"{self.A}, delta = {self.delta}, rewards fixed"
                )
                tables.append(Table(title, ["X", "L", "T", *(c.label for c in shown)], rows))
        return tables

    def sentence(self, results: Results) -> str:
        """Return how both ratios move from the smallest X to the largest, in words."""
        sizes, said = self.of_X(), []
        for choice in self.algorithms:
            ran = [s for s in sizes if self.runs(choice, s)]
            if len(ran) < 2:
                continue
            ends = {
                name: [_mean(self.ratios(results, choice, s, name)) for s in (ran[0], ran[-1])]
                for name in (UPPER, LOWER)
            }
            moves = " and ".join(
                f"{name} from {first:.3g} to {last:.3g}" for name, (first, last) in ends.items()
            )
            said.append(f"{choice.label}: from X = {ran[0].X} to {ran[-1].X}, {moves}.")
        return " ".join(said)


def certified_runs(tight: Tight, radii: str) -> dict[Size, float]:
    """Return the regret of every certified run of the family with these sets that has the T, A and
    delta of `tight`: for growing X at its L, or at one of its sizes."""
    runs = json.loads(CERTIFIED.read_text("utf-8")) if CERTIFIED.is_file() else []
    totals = {}
    for run in runs:
        size = Size(*(run[name] for name in Size._fields))
        known = size in tight.of_L() or size == tight.size(size.m, tight.L_of_m)
        if known and run["radii"] == radii and run["verdict"] == "conforms":
            totals[size] = float(run["regret"])
    return totals


def _mean(values: list[float]) -> float:
    return sum(values) / len(values) if values else float("nan")
