"""How the two claims of Sec. VI depend on what the paper leaves open.

One choice at a time is moved away from the defaults of spec.md, for the algorithms and the
environment alike, and both claims are tested again (`reference.figure1.paired_tests`).
Where it matters which optimal vertex of LP1 is played, the printed LP is solved; elsewhere
UCRL-LP's twin by backward induction replaces it, with uniform completion: the same value of LP1,
another vertex. Its own row shows how far that alone moves the figures.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Any, ClassVar

from reference.figure1.algorithms import AlgorithmSpec
from reference.figure1.experiment import Experiment
from reference.figure1.paired_tests import (
    DECIDING,
    DEPENDS,
    FAILS,
    HOLDS,
    Better,
    Interval,
    Slope,
    overall,
)
from reference.figure1.results import Results, Table, number
from reference.figure1.trials import Trial

PRINTED = AlgorithmSpec("ucrl-lp")
TWIN = AlgorithmSpec("ucrl-lp-twin")
CHAIN, FINITE = AlgorithmSpec("ucrl2-chain"), AlgorithmSpec("ucrl2-fh")


@dataclass(frozen=True)
class Setting:
    """One row: a reading (spec.md), its setting, and the trials that result. A star marks the
    twin."""

    reading: str
    what: str
    ours: AlgorithmSpec
    theirs: tuple[AlgorithmSpec, ...]
    env: str
    delta: float = 0.1
    reward_law: str = "bernoulli"

    @property
    def name(self) -> str:
        return f"{self.reading} {self.what}".strip()

    @property
    def where(self) -> dict[str, Any]:
        return {"env": self.env, "delta": self.delta, "reward_law": self.reward_law}


def settings(env: str) -> Iterator[Setting]:
    """Yield every setting, the defaults first; `env` is the environment of all but R-14's."""
    base = Setting("", "defaults", PRINTED, (CHAIN, FINITE), env)
    yield base
    for completion in ("first", "previous", "greedy"):
        yield replace(
            base, reading="R-3", what=completion, ours=PRINTED.having("completion", completion)
        )
    for glop in ("default", "dual-simplex"):
        yield replace(base, reading="R-5", what=f"GLOP {glop}", ours=PRINTED.having("glop", glop))
    yield replace(base, reading="R-7", what="reduced LP", ours=PRINTED.having("lp-form", "reduced"))
    step = CHAIN.having("reset", "step")
    yield replace(base, reading="R-22", what="UCRL2 resets", theirs=(step, FINITE))
    free = tuple(choice.having("clip", False) for choice in base.theirs)
    yield replace(base, reading="R-23", what="UCRL2 free", theirs=free)
    ties = tuple(choice.having("ties", "random") for choice in base.theirs)
    yield replace(base, what="UCRL2 random ties", theirs=ties)

    twin = replace(base, reading="R-8", what="twin*", ours=TWIN)
    yield twin
    yield replace(twin, what="random ties*", ours=TWIN.having("ties", "random"))
    yield replace(twin, what="greedy*", ours=TWIN.having("completion", "greedy"))
    for log in ("log2", "log10"):
        yield replace(twin, reading="R-10", what=f"{log}*", ours=TWIN.having("log", log))
    for delta in (0.01, 0.5):
        yield replace(twin, reading="R-12", what=f"delta {delta}*", delta=delta)
    for law in ("uniform", "deterministic", "three-point"):
        yield replace(twin, reading="R-13", what=f"R {law}*", reward_law=law)
    for law in ("dirichlet-sparse", "dirichlet-dense", "sparse", "deterministic", "bottleneck"):
        yield replace(twin, reading="R-14", what=f"P {law}*", env=f"random:{law}/uniform")
    for means in ("sparse", "zero-one"):
        env = f"random:dirichlet/{means}"
        yield replace(twin, reading="R-14", what=f"r {means}*", env=env)


@dataclass(frozen=True)
class Measured:
    """Both claims in one setting: `better[choice]` per T, `slopes[choice]` per step of T."""

    setting: Setting
    better: Mapping[AlgorithmSpec, Sequence[tuple[int, Better]]]
    slopes: Mapping[AlgorithmSpec, Sequence[Slope]]


@dataclass(frozen=True)
class Sensitivity(Experiment):
    """Settings and their trials. Raises PreconditionError for options out of range."""

    T: tuple[int, ...] = (1_000, 10_000, 100_000)
    trials: int = DECIDING
    seed: int = 0
    env: str = "paper"

    kind = "sensitivity"
    SMALL: ClassVar = {"T": (20, 60), "trials": 2, "env": "tiny"}
    committed = "sensitivity.csv"

    def plan(self) -> list[Trial]:
        """Return every trial of every setting, each once."""
        every = (self.paired_trials((s.ours, *s.theirs), **s.where) for s in settings(self.env))
        return list(dict.fromkeys(chain.from_iterable(every)))

    def findings(self, results: Results) -> list[Measured]:
        """Return the claims, setting by setting."""
        return [
            Measured(
                s,
                {b: self.better(results, s.ours, b, **s.where) for b in s.theirs},
                {c: self.slopes(results, c, **s.where) for c in (s.ours, *s.theirs)},
            )
            for s in settings(self.env)
        ]

    def tables(self, results: Results) -> list[Table]:
        """Return every claim with its figures, and a summary with a line per setting."""
        findings = self.findings(results)
        return [claims(findings), self.summary(findings)]

    def summary(self, findings: Sequence[Measured]) -> Table:
        """Return a table with a row per setting: does each claim hold at every T?"""
        rows = [
            [
                finding.setting.name,
                *(_over_T(finding.better[choice]) for choice in finding.setting.theirs),
                *(_over_steps(steps) for steps in finding.slopes.values()),
            ]
            for finding in findings
        ]
        title = (
            f"Sec. VI's claims under other readings (* by the twin): UCRL-LP better than UCRL2? "
            f"Sublinear? {self.trials} paired trials at T = {', '.join(map(str, self.T))}"
        )
        header = ["setting", "than chain", "than FH", "UCRL-LP", "chain", "FH"]
        return Table(title, header, rows)


ANSWERS = {HOLDS: "yes", FAILS: "no", DEPENDS: "depends"}


def _over_T(duels: Sequence[tuple[int, Better]]) -> str:
    """Return one answer for every T, or the T from which on it is yes."""
    verdict = overall([d.said for _, d in duels])
    holding = ""
    for T, d in reversed(duels):
        if d.verdict != HOLDS:
            break
        holding = short(T)
    return f"from {holding}" if holding and verdict == DEPENDS else _answer(verdict)


def _answer(said: str) -> str:
    """Return a verdict as an answer; what is no verdict as it is."""
    return ANSWERS.get(said, said)


def _over_steps(steps: Sequence[Slope]) -> str:
    return _answer(overall([s.said for s in steps])) if steps else "-"


def short(T: int) -> str:
    """Return T in short: 1e5 for 100000."""
    mantissa, _, exponent = f"{T:.0e}".partition("e+")
    return f"{mantissa}e{int(exponent)}" if int(float(f"{T:.0e}")) == T else str(T)


def claims(findings: Sequence[Measured]) -> Table:
    """Return the one table: setting, claim, T; the paired ratio of regrets with the trials won and
    the exact interval of the sign test, or the slope with its interval; the answer."""
    rows: list[list[str]] = []
    sloped: set[tuple[Any, ...]] = set()  # the same trials under another setting: listed once
    for finding in findings:
        setting = finding.setting
        for choice, duels in finding.better.items():
            for T, d in duels:
                won = [short(T), number(d.ratio, 3), f"{d.wins}/{d.n}", _interval(d.chance)]
                claim = f"< UCRL2 {SHORT[choice.algorithm]}"
                rows.append([setting.what, claim, *won, _answer(d.said)])
        for choice, steps in finding.slopes.items():
            which = (choice, *setting.where.values())
            if which not in sloped:
                sloped.add(which)
                for s in steps:
                    grown = [f"{short(s.T0)}..{short(s.T1)}", number(s.mean, 3), "-"]
                    claim, interval = f"slope {SHORT[choice.algorithm]}", _interval(s.interval)
                    rows.append([setting.what, claim, *grown, interval, _answer(s.said)])
    title = (
        'Each claim of Sec. VI in each setting. "< UCRL2": paired ratio of regrets UCRL-LP / UCRL2 '
        "(geometric mean), trials won, exact 95 % interval of the chance to win (sign test); "
        '"slope": d ln Reg / d ln T, mean and 95 % interval (Student); below 1 is sublinear'
    )
    return Table(title, ["setting", "claim", "T", "figure", "won", "95 %", "holds"], rows)


SHORT = {
    PRINTED.algorithm: "UCRL-LP",
    TWIN.algorithm: "UCRL-LP",
    CHAIN.algorithm: "chain",
    FINITE.algorithm: "FH",
}


def _interval(interval: Interval | None) -> str:
    return "-" if interval is None else f"{interval.low:.2f}..{interval.high:.2f}"
