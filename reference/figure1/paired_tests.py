"""Comparing two algorithms over paired trials: Sec. VI's two claims as testable statements.

"A achieves better regret than B" at one T: in how many of n trials, on the same MDPs, is A's
regret the smaller? The chance of that in a new trial has an exact interval (Clopper and Pearson
1934): above 1/2 the claim holds, below it does not, and otherwise it depends on the trial.

"Sublinear": the local slope d ln Reg / d ln T between successive T, a number per trial; its mean
has Student's t interval: below 1 the claim holds, at or above 1 it does not. It is about the T
that were run: no finite number of them shows what happens as T grows without bound.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy.special import betaincinv, stdtrit

CONFIDENCE = 0.95
ROUNDING = 1e-9
"""A regret that grows by the same amount in every episode has slope 1 up to rounding."""

ENOUGH, DECADE = 5, 10
"""Fewer trials, or a T that grows by a smaller factor, give a slope and its interval but no verdict
on growth."""

DECIDING = 6
"""The least number of trials with which winning all of them excludes 1/2 from the interval."""

HOLDS, FAILS, DEPENDS = "holds", "does not hold", "depends"


@dataclass(frozen=True)
class Interval:
    """Confidence interval at level CONFIDENCE."""

    low: float
    high: float

    def __str__(self) -> str:
        return f"[{self.low:.2f}, {self.high:.2f}]"


@dataclass(frozen=True)
class Better:
    """Whether A's regret is smaller than B's: `ratio` A/B (geometric mean; None if a regret is
    not positive), `wins` of `n` trials (equal regrets do not count; `trials` of them with these),
    P(win) in `chance`."""

    ratio: float | None
    wins: int
    n: int
    chance: Interval
    verdict: str
    trials: int

    @property
    def said(self) -> str:
        """Return the verdict; with too few trials for any, that."""
        return too_few(self.trials, DECIDING) or self.verdict


@dataclass(frozen=True)
class Slope:
    """d ln Reg / d ln T from `T0` to `T1`, mean over `n` trials; None and DEPENDS where a regret
    is not positive or there are fewer than two trials, DEPENDS below ENOUGH trials."""

    T0: int
    T1: int
    mean: float | None
    interval: Interval | None
    n: int
    verdict: str

    @property
    def said(self) -> str:
        """Return the verdict; with too few trials for any, that."""
        return too_few(self.n, ENOUGH) or self.verdict


def too_few(trials: int, least: int) -> str:
    """Return that there are fewer trials than a verdict takes; "" if there are not."""
    return f"too few trials ({trials} < {least})" if trials < least else ""


def chance_of_winning(wins: int, n: int) -> Interval:
    """Return Clopper and Pearson's interval for a proportion, `wins` of `n`; [0, 1] if n = 0."""
    tail = (1 - CONFIDENCE) / 2
    low = float(betaincinv(wins, n - wins + 1, tail)) if wins > 0 else 0.0
    high = float(betaincinv(wins + 1, n - wins, 1 - tail)) if wins < n else 1.0
    return Interval(low, high)


def better(a: Sequence[float], b: Sequence[float]) -> Better:
    """Compare A's regrets `a` with B's regrets `b`, trial by trial."""
    wins = sum(x < y for x, y in zip(a, b, strict=True))
    n = sum(x != y for x, y in zip(a, b, strict=True))
    chance = chance_of_winning(wins, n)
    verdict = HOLDS if chance.low > 0.5 else FAILS if chance.high < 0.5 else DEPENDS
    ratio = None
    if a and min(*a, *b) > 0:
        logs = [math.log(x / y) for x, y in zip(a, b, strict=True)]
        ratio = math.exp(math.fsum(logs) / len(logs))
    return Better(ratio, wins, n, chance, verdict, len(a))


def slope(T0: int, T1: int, regret0: Sequence[float], regret1: Sequence[float]) -> Slope:
    """Return the local slope from the regrets at T0 and T1 of the same trials."""
    n = len(regret0)
    if n < 2 or min(*regret0, *regret1) <= 0:
        return Slope(T0, T1, None, None, n, DEPENDS)
    step = math.log(T1 / T0)
    slopes = [math.log(y / x) / step for x, y in zip(regret0, regret1, strict=True)]
    mean = math.fsum(slopes) / n
    error = float(np.std(slopes, ddof=1)) / math.sqrt(n)
    width = float(stdtrit(n - 1, (1 + CONFIDENCE) / 2)) * error
    interval = Interval(mean - width, mean + width)
    threshold = 1 - ROUNDING
    verdict = (
        HOLDS if interval.high < threshold else FAILS if interval.low >= threshold else DEPENDS
    )
    verdict = verdict if n >= ENOUGH else DEPENDS
    return Slope(T0, T1, mean, interval, n, verdict)


def overall(verdicts: Sequence[str]) -> str:
    """Return one verdict for all T: the unanimous one, or DEPENDS."""
    return verdicts[0] if len(set(verdicts)) == 1 else DEPENDS
