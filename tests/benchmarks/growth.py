"""Time and memory against T, X_h, A and L: what is measured where, and what theory expects.

Every point is measured in a fresh process; "memory" is its peak above what it held after its
imports. An exponent is the slope of log(cost) against log(size) by least squares, with the 95 %
interval of the slope; a cost that is a sum of powers has no exponent, and its interval is wide or
its slope lies between the powers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from tests.benchmarks.measure import Answer, Cells, once
from tests.benchmarks.side_by_side import PAPER, Tell


class Point(NamedTuple):
    """One instance on an axis."""

    axis: str
    value: int
    layers: list[int]
    A: int
    T: int


class Axis(NamedTuple):
    """Layers and A of a family of instances along X_h, A or L, around a middle one."""

    X_h: tuple[int, ...]
    A: tuple[int, ...]
    L: tuple[int, ...]
    middle: tuple[int, int, int]  # X_h, A, L

    def points(self, T: int) -> Iterator[Point]:
        """One axis after the other; T is the same everywhere."""
        x, a, steps = self.middle
        for X_h in self.X_h:
            yield Point("X_h", X_h, [1, *[X_h] * (steps - 1), 1], a, T)
        for A in self.A:
            yield Point("A", A, [1, *[x] * (steps - 1), 1], A, T)
        for L in self.L:
            yield Point("L", L, [1, *[x] * (L - 1), 1], a, T)


class Grid(NamedTuple):
    """T of the runs at the paper's size, and of the audited ones; shapes of runs (of `run_T`
    episodes) and of single LP1s (n visits a pair); how often; the audit's labels (None: all)."""

    T: tuple[int, ...]
    paper: tuple[list[int], int]
    audit_T: tuple[int, ...]
    runs: Axis
    run_T: int
    lps: Axis
    n: int
    repetitions: int
    labels: list[str] | None


FULL = Grid(
    (1000, 10_000, 100_000, 1_000_000), (PAPER, 5), (1000, 10_000, 100_000, 1_000_000),
    Axis((3, 6, 12, 18), (2, 4, 8, 16), (2, 4, 8, 12), (5, 3, 3)), 300,
    Axis((6, 9, 14, 20), (3, 6, 12, 24), (4, 8, 16, 32), (10, 5, 6)), 1000, 2, None,
)  # fmt: skip
QUICK = Grid(
    (30, 60, 120), ([1, 2, 2, 1], 2), (30, 60, 120),
    Axis((2, 3, 4), (), (), (2, 2, 3)), 40, Axis((2, 3, 4), (), (), (2, 2, 3)), 10,
    1, ["eq:14", "eq:extra-term-r"],
)  # fmt: skip

SMALL: Answer = {"layers": [1, 2, 1], "A": 2}
LONG = 100_000  # a run of so many episodes or more is measured once

# What theory says of a cost, per axis: an exponent, or words. Why, in `spec.md`.
THEORY: dict[str, dict[str, str]] = {
    "LP1, build: seconds": {"X_h": "3", "A": "1", "L": "1"},
    "LP1, solve: seconds": {"X_h": "none", "A": "none", "L": "none"},
    "LP1: MB": {"X_h": "3", "A": "1", "L": "1"},
    "exact optimum: seconds": {"X_h": "2", "A": "1", "L": "1"},
    "run: epochs": {"T": "log", "X_h": "1", "A": "1", "L": "1"},
    "run, episodes: seconds": {"T": "1", "X_h": "0", "A": "0", "L": "1"},
    "run: seconds": {"T": "1", "X_h": "none", "A": "none", "L": "none"},
    "run: MB": {"T": "log", "X_h": "3", "A": "2", "L": "2"},
    "check: seconds": {"T": "1", "X_h": "3", "A": "2", "L": "2"},
    "check: MB": {"T": "0", "X_h": "2", "A": "1", "L": "1"},
    "audit: seconds": {"T": "1", "X_h": "3", "A": "2", "L": "2"},
    "audit: MB": {"T": "1", "X_h": "3", "A": "2", "L": "2"},
}


def measure(grid: Grid, cells: Cells, folder: Path, tell: Tell) -> None:
    """Every point's cells; those already known are not measured again."""
    layers, A = grid.paper
    runs = [Point("T", T, layers, A, T) for T in grid.T]
    shapes = list(grid.runs.points(grid.run_T))
    audited = [Point("T", T, [1, 3, 3, 1], 2, T) for T in grid.audit_T]
    for p in [*grid.lps.points(0)]:
        for k in range(grid.repetitions):
            _add(f"growth/LP1/{p.axis}={p.value}/{k}", p, _lp1(p, grid.n), cells, tell)
    for p in [*shapes, *runs]:
        for k in range(1 if p.T >= LONG else grid.repetitions):
            _add(f"growth/run/{p.axis}={p.value}/{k}", p, _run(p, folder), cells, tell)
    for p in [*shapes, *audited]:
        _add(f"growth/audit/{p.axis}={p.value}", p, _audit(p, grid.labels), cells, tell)


Ask = Callable[[], dict[str, Answer]]


def _lp1(p: Point, n: int) -> Ask:
    lp = {"layers": p.layers, "A": p.A, "n": n}
    return lambda: {
        "LP1": once("lps:glop", lp, warm_up={**SMALL, "n": 1}),
        "exact optimum": once("exact:ours", lp, warm_up={**SMALL, "n": 1}),
    }


def _run(p: Point, folder: Path) -> Ask:
    file, small = str(folder / "growth.jsonl"), str(folder / "small.jsonl")
    game = {"layers": p.layers, "A": p.A, "T": p.T, "file": file}
    return lambda: {
        "run": once("whole:run", game, warm_up={**SMALL, "T": 5, "file": small}),
        "check": once("whole:check", {"file": file}, warm_up={"file": small}),
    }


def _audit(p: Point, labels: list[str] | None) -> Ask:
    game = {"layers": p.layers, "A": p.A, "T": p.T, "labels": labels}
    return lambda: {"audit": once("audits:one_run", game)}


def _add(name: str, p: Point, ask: Ask, cells: Cells, tell: Tell) -> None:
    if name not in cells.known:
        tell(name)
        cells.add(_cell(name, p, ask()))


def _cell(name: str, p: Point, answers: dict[str, Answer]) -> Answer:
    return {
        "cell": name, "section": "growth", "axis": p.axis, "value": p.value, "T": p.T,
        "layers": p.layers, "A": p.A, "answers": {who: [one] for who, one in answers.items()},
    }  # fmt: skip


def costs(answers: dict[str, list[Answer]]) -> Iterator[tuple[str, float]]:
    """The costs of a growth cell, by the names of THEORY."""
    for who, (one,) in answers.items():
        if "seconds" not in one:
            continue
        seconds = one["seconds"]
        above = one["peak MB"] - one["start MB"]
        if who == "LP1":
            yield "LP1, build: seconds", seconds["build"]
            yield "LP1, solve: seconds", seconds["solve"]
            yield "LP1: MB", above
        elif who == "exact optimum":
            yield "exact optimum: seconds", sum(seconds.values())
        else:
            if who == "run":
                yield "run: epochs", one["epochs"]
                yield "run, episodes: seconds", seconds["episodes"]
            yield f"{who}: seconds", sum(seconds.values())
            yield f"{who}: MB", above


def exponent(sizes: list[float], values: list[float]) -> tuple[float, float, float] | None:
    """Slope of log(value) against log(size), with its 95 % interval; None where it is not defined
    (a value of 0, or fewer than three sizes)."""
    from math import log

    from scipy.stats import linregress, t

    if min(values) <= 0 or len(set(sizes)) < 3:
        return None
    fit = linregress([log(s) for s in sizes], [log(v) for v in values])
    half = float(t.ppf(0.975, len(sizes) - 2)) * float(fit.stderr)
    return float(fit.slope), float(fit.slope) - half, float(fit.slope) + half
