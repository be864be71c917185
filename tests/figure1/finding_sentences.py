"""What the committed trials of Figure 1 and of its readings say, sentence by sentence.

Every sentence is made from figures of the trials and says under which condition on them it is true.
findings.py makes a page of them.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from statistics import fmean
from typing import Any

from reference.figure1.algorithms import AlgorithmSpec
from reference.figure1.carry_out import BY_KIND
from reference.figure1.figure1 import Figure1
from reference.figure1.paired_tests import HOLDS, Better
from reference.figure1.results import Results, number, regrets
from reference.figure1.sensitivity import (
    CHAIN,
    FINITE,
    PRINTED,
    TWIN,
    Measured,
    Sensitivity,
    short,
)
from tests.figure1.csv_results import read_csv
from tests.paths import RESULTS


@dataclass(frozen=True)
class Sentence:
    """A sentence about the trials, and whether it is true of them."""

    text: str
    true: bool


def manifest(kind: str, folder: Path = RESULTS) -> dict[str, Any]:
    """What was asked for, and the versions that answered."""
    text: dict[str, Any] = json.loads((folder / f"{kind}-manifest.json").read_text("utf-8"))
    return text


def experiment(kind: str, folder: Path = RESULTS) -> Any:
    """The committed experiment."""
    options = manifest(kind, folder)["options"]
    return BY_KIND[options["kind"]].from_options(options)


@cache
def outcomes(kind: str, folder: Path = RESULTS) -> Results:
    """Its trials."""
    return read_csv(folder / f"{kind}.csv")


# ---------------------------------------------------------------------------------- Figure 1


def figure1(trials: Results) -> Iterator[Sentence]:
    """Sec. VI's two claims under the defaults of this page."""
    figure: Figure1 = experiment("figure1")
    lp, chain, finite = figure.algorithms
    duels = {b: figure.better(trials, lp, b) for b in (chain, finite)}
    last = {b: d[-1][1] for b, d in duels.items()}
    yield Sentence(
        f'"Significantly better regret than UCRL2" holds at T = 10^5 and at no smaller T: there '
        f"UCRL-LP wins {_of(last[chain])} paired trials against UCRL2 on the chain (ratio of "
        f"regrets {number(last[chain].ratio, 3)}) and {_of(last[finite])} against UCRL2 with known "
        f"layers "
        f"({number(last[finite].ratio, 3)}); at T = 1000 to 30000 the ratio is "
        f"{_range(d.ratio or 0 for b in duels for _, d in duels[b][:-1])}.",
        figure.T[-1] == 100_000
        and all([d.verdict == HOLDS for _, d in of] == [T == 100_000 for T in figure.T]
                for of in duels.values()),
    )  # fmt: skip
    slopes = {c: figure.slopes(trials, c) for c in figure.algorithms}
    ours = [s.mean or 0 for s in slopes[lp]]
    theirs = [s.mean or 0 for c in (chain, finite) for s in slopes[c]]
    yield Sentence(
        f'"Both sublinear" holds: every local slope d ln Reg / d ln T is below 1 with 95 % '
        f"confidence, {_range(ours)} for UCRL-LP and {_range(theirs)} for UCRL2.",
        all(s.verdict == HOLDS for of in slopes.values() for s in of),
    )
    fall = ours[-1], slopes[chain][-1].mean or 0, slopes[finite][-1].mean or 0
    yield Sentence(
        f"From T = 30000 to 100000 UCRL-LP's slope is {number(fall[0], 2)}, UCRL2's "
        f"{number(fall[1], 2)} and {number(fall[2], 2)}: the lines cross there. Nothing here says "
        f"what happens at larger T.",
        fall[0] < min(fall[1:]),
    )


# ------------------------------------------------------------------------------- sensitivity


def sensitivity(trials: Results) -> Iterator[Sentence]:
    """Which unstated choice decides what."""
    grid: Sensitivity = experiment("sensitivity")
    rows = {f.setting.what: f for f in grid.findings(trials)}
    low, middle, high = grid.T
    better = {T: [f for f in rows.values() if _better_than_both(f, T)] for T in grid.T}
    on_average = {T: sum(_less_on_average(f, T) for f in rows.values()) for T in grid.T}
    rest = [f for f in rows.values() if f not in better[high]]
    yield Sentence(
        f"At T = {short(high)} UCRL-LP is better than both UCRL2 in {len(better[high])} of "
        f"{len(rows)} settings in each of the {grid.trials} trials, on average (by the geometric "
        f"mean of the quotients) in {on_average[high]}. Not in each trial in: {_names(rest)}.",
        len(better[high]) > len(rest) > 0,
    )
    yield Sentence(
        f"At T = {short(middle)} it is better than both in {len(better[middle])} "
        f"({_names(better[middle])}), at T = {short(low)} in {len(better[low])} "
        f"({_names(better[low])}); on average in {on_average[middle]} and {on_average[low]}. So "
        "the claim depends on choices that the paper does not state.",
        rows["defaults"] not in better[middle] and 0 < len(better[low]) <= len(better[middle]) < 9,
    )
    steps = [s for f in rows.values() for of in f.slopes.values() for s in of]
    yield Sentence(
        f'"Both sublinear" holds in all {len(rows)} settings and at each step of T; the largest '
        f"mean slope is {number(max(s.mean or 0 for s in steps), 3)}.",
        all(s.verdict == HOLDS for s in steps),
    )
    lps = [f.setting.ours for f in rows.values() if f.setting.ours.algorithm == PRINTED.algorithm]
    mean = {c: _mean(trials, c, middle) for c in lps}
    best, worst = min(mean, key=mean.__getitem__), max(mean, key=mean.__getitem__)
    at_end = [_mean(trials, c, high) for c in mean]
    yield Sentence(
        f"Which optimal vertex of LP1 is found, and what is played where it says nothing, moves "
        f"UCRL-LP's own regret at T = {short(middle)} between {number(mean[best])} ({_said(best)}) "
        f"and {number(mean[worst])} ({_said(worst)}), a factor of "
        f"{number(mean[worst] / mean[best], 3)}; at T = {short(high)} the factor is "
        f"{number(max(at_end) / min(at_end), 3)}.",
        mean[worst] > 1.2 * mean[best],
    )
    first = [_mean(trials, b, middle) for b in (CHAIN, FINITE)]
    random, free = (
        [_mean(trials, b, middle) for b in rows[f"UCRL2 {what}"].better]
        for what in ("random ties", "free")
    )
    yield Sentence(
        f"UCRL2's own tie rule decides who wins at T = {short(middle)}: with first ties its regret "
        f"is {_and(first)} (chain, known layers), with random ties {_and(random)}; UCRL-LP has "
        f"{number(mean[PRINTED])}. Optimistic rewards that are not clipped at 1 decide it, too: "
        f"{_and(free)}.",
        max(first) < mean[PRINTED] < min(*random, *free),
    )
    bases = (TWIN, TWIN.having("log", "log2"), TWIN.having("log", "log10"))
    ln, log2, log10 = (_mean(trials, c, high) for c in bases)
    yield Sentence(
        f"The base of the logarithm, a constant in theory, moves the twin's regret at T = "
        f"{short(high)} from {number(ln)} (ln) to {number(log2)} (log2) and {number(log10)} "
        f"(log10, with radii below those of Lemmas 2 and 3).",
        log10 < ln < log2,
    )


def _better_than_both(f: Measured, T: int) -> bool:
    return all(dict(duels)[T].verdict == HOLDS for duels in f.better.values())


def _less_on_average(f: Measured, T: int) -> bool:
    return all((dict(duels)[T].ratio or 1) < 1 for duels in f.better.values())


SENTENCES = {"figure1": figure1, "sensitivity": sensitivity}


# -------------------------------------------------------------------------------------- words


def _of(d: Better) -> str:
    return f"{d.wins} of {d.n}"


def _range(values: Iterable[float]) -> str:
    numbers = list(values)
    return f"{number(min(numbers), 3)} to {number(max(numbers), 3)}"


def _names(settings: Iterable[Measured]) -> str:
    return ", ".join(f.setting.name for f in settings) or "none"


def _and(values: Iterable[float]) -> str:
    return " and ".join(number(v) for v in values)


def _said(choice: AlgorithmSpec) -> str:
    return ", ".join(f"{key} {value}" for key, value in choice.options) or "the defaults"


def _mean(trials: Results, choice: AlgorithmSpec, T: int) -> float:
    """Mean regret on the paper's family under the default delta and reward law."""
    where = {"env": "paper", "delta": 0.1, "reward_law": "bernoulli"}
    return fmean(regrets(trials, choice, T=T, **where)[0])
