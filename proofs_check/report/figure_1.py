"""Figure 1 and its settings, counted in the results that are shipped with the experiments.

`figure1.csv` has a line per trial. `claims.csv` has a line per setting, claim and T: one choice
that the paper leaves open differs in each setting.
"""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

Lines = Iterable[Mapping[str, str]]  # of a CSV file: column -> cell


@dataclass(frozen=True)
class Figure1Counts:
    """Counts by T: `trials` on one MDP each, in `wins` of which UCRL-LP has less regret than UCRL2
    on the chain, in `wins_known_horizon` than UCRL2 that knows layers and horizon; of `settings`,
    those in which it is `better` than both UCRL2 in every trial, and those in which it is so
    `on_average` (the geometric mean of the quotients of the regrets is below 1). `sublinear`: the
    regret of all three algorithms is, in every setting."""

    trials: Mapping[int, int]
    wins: Mapping[int, int]
    wins_known_horizon: Mapping[int, int]
    better: Mapping[int, int]
    on_average: Mapping[int, int]
    settings: int
    sublinear: bool


@cache
def figure_1() -> Figure1Counts:
    """Return the counts of the shipped results."""
    return counts_in(_lines("figure1.csv"), _lines("claims.csv"))


def counts_in(trials: Lines, claims: Lines) -> Figure1Counts:
    """Return the counts of these lines: of trials, and of claims in settings."""
    regret = {(x["algorithm"], int(x["T"]), x["seed"]): float(x["regret"]) for x in trials}
    ours = [(T, seed, mine) for (name, T, seed), mine in regret.items() if name == "ucrl-lp"]
    played = Counter(T for T, _, _ in ours)
    chain, known_horizon = (
        Counter(T for T, seed, mine in ours if mine < regret[name, T, seed])
        for name in ("ucrl2-chain", "ucrl2-fh")
    )
    holds: dict[tuple[str, int], bool] = {}  # of a setting at T: against both
    less: dict[tuple[str, int], bool] = {}
    sublinear = True
    for x in claims:
        yes = x["holds"] == "yes"
        if x["claim"].startswith("<"):
            at = x["setting"], int(float(x["T"]))
            holds[at] = yes and holds.get(at, True)
            less[at] = float(x["figure"]) < 1 and less.get(at, True)
        else:
            sublinear &= yes
    return Figure1Counts(
        dict(played),
        {T: chain[T] for T in played},
        {T: known_horizon[T] for T in played},
        {T: sum(holds[at] for at in holds if at[1] == T) for _, T in holds},
        {T: sum(less[at] for at in less if at[1] == T) for _, T in less},
        len({setting for setting, _ in holds}),
        sublinear,
    )


def _lines(name: str) -> Lines:
    folder = files("reference").joinpath("figure1/committed")
    return csv.DictReader(folder.joinpath(name).read_text("utf-8").splitlines())
