"""Time and memory against T, X_h, A and L: what is measured where, and what theory expects.

Every point is measured in a fresh process; "memory" is its peak above what it held after its
imports. An exponent is the slope of log(cost) against log(size) by least squares, with the 95 %
interval of the slope; a cost that is a sum of powers has no exponent, and its interval is wide or
its slope lies between the powers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import log
from pathlib import Path
from typing import NamedTuple

from tests.bench.measure import Answer, Cells, once
from tests.bench.side_by_side import PAPER


class Point(NamedTuple):
    """One instance on an axis."""

    axis: str
    value: int
    layers: list[int]
    A: int
    T: int


class Shapes(NamedTuple):
    """Instances along X_h, A and L, around a middle one."""

    axes: dict[str, tuple[int, ...]]
    middle: dict[str, int]

    def points(self, T: int) -> Iterator[Point]:
        """One axis after the other; T is the same everywhere."""
        for axis, values in self.axes.items():
            for value in values:
                at = {**self.middle, axis: value}
                yield Point(axis, value, [1, *[at["X_h"]] * (at["L"] - 1), 1], at["A"], T)


class Grid(NamedTuple):
    """T of the runs at the paper's size, and of the audited ones; shapes of runs (of `run_T`
    episodes) and of single LP1s (n visits a pair); how often; the audit's labels (None: all)."""

    T: tuple[int, ...]
    paper: tuple[list[int], int]
    runs: Shapes
    run_T: int
    lps: Shapes
    n: int
    repetitions: int
    labels: list[str] | None


RUNS = Shapes(
    {"X_h": (3, 6, 12, 18), "A": (2, 4, 8, 16), "L": (2, 4, 8, 12)}, {"X_h": 5, "A": 3, "L": 3}
)
LPS = Shapes(
    {"X_h": (6, 9, 14, 20), "A": (3, 6, 12, 24), "L": (4, 8, 16, 32)}, {"X_h": 10, "A": 5, "L": 6}
)
FULL = Grid((1000, 10_000, 100_000, 1_000_000), (PAPER, 5), RUNS, 300, LPS, 1000, 2, None)
FEW = Shapes({"X_h": (2, 3, 4)}, {"X_h": 2, "A": 2, "L": 3})
LABELS = ["eq:14", "eq:extra-term-r"]
QUICK = Grid((30, 60, 120), ([1, 2, 2, 1], 2), FEW, 40, FEW, 10, 1, LABELS)
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


def measure(grid: Grid, cells: Cells, folder: Path) -> None:
    """Every point's cells; those already known are not measured again."""
    file, small = str(folder / "growth.jsonl"), str(folder / "small.jsonl")

    def lp1(p: Point) -> dict[str, Answer]:
        lp, first = {"layers": p.layers, "A": p.A, "n": grid.n}, {**SMALL, "n": 1}
        return {
            "LP1": once("lps:glop", lp, warm_up=first),
            "exact optimum": once("exact:ours", lp, warm_up=first),
        }

    def run(p: Point) -> dict[str, Answer]:
        game = {"layers": p.layers, "A": p.A, "T": p.T, "file": file}
        return {
            "run": once("whole:run", game, warm_up={**SMALL, "T": 5, "file": small}),
            "check": once("whole:check", {"file": file}, warm_up={"file": small}),
        }

    def audit(p: Point) -> dict[str, Answer]:
        game = {"layers": p.layers, "A": p.A, "T": p.T, "labels": grid.labels}
        return {"audit": once("whole:audit", game)}

    def add(name: str, p: Point, ask: Callable[[Point], dict[str, Answer]]) -> None:
        if cells.missing(f"growth/{name}"):
            answers = {who: [answer] for who, answer in ask(p).items()}
            cells.add(f"growth/{name}", answers, **p._asdict())

    layers, A = grid.paper
    shapes = list(grid.runs.points(grid.run_T))
    for p in grid.lps.points(0):
        for k in range(grid.repetitions):
            add(f"LP1/{p.axis}={p.value}/{k}", p, lp1)
    for p in [*shapes, *(Point("T", T, layers, A, T) for T in grid.T)]:
        for k in range(1 if p.T >= LONG else grid.repetitions):
            add(f"run/{p.axis}={p.value}/{k}", p, run)
    for p in [*shapes, *(Point("T", T, [1, 3, 3, 1], 2, T) for T in grid.T)]:
        add(f"audit/{p.axis}={p.value}", p, audit)


def costs(answers: dict[str, list[Answer]]) -> Iterator[tuple[str, float]]:
    """The costs of a growth cell, by the names of THEORY."""
    for who, (answer,) in answers.items():
        if "seconds" not in answer:
            continue
        seconds = answer["seconds"]
        known = {
            **{f"{who}, {part}: seconds": spent for part, spent in seconds.items()},
            f"{who}: seconds": sum(seconds.values()),
            f"{who}: MB": answer["peak MB"] - answer["start MB"],
            f"{who}: epochs": answer.get("epochs"),
        }
        yield from ((name, cost) for name, cost in known.items() if name in THEORY)


def exponent(points: Sequence[tuple[float, float]]) -> tuple[float, float, float] | None:
    """Slope of log(value) against log(size), with its 95 % interval; None where it is not defined
    (a value of 0, or fewer than three sizes)."""
    from scipy.stats import linregress, t

    if min(value for _, value in points) <= 0 or len({size for size, _ in points}) < 3:
        return None
    fit = linregress(*zip(*((log(size), log(value)) for size, value in points), strict=True))
    half = float(t.ppf(0.975, len(points) - 2)) * float(fit.stderr)
    return float(fit.slope), float(fit.slope) - half, float(fit.slope) + half
