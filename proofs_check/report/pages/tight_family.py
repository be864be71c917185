"""The family `tight`: its picture, and a table of the runs that were certified.

Both are shipped with the experiments (`ucrl-lp simulate tight` makes them)."""

from __future__ import annotations

import csv
import json
import math
from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from typing import Any

from proofs_check.report.document import (
    Blocks,
    Cell,
    Grid,
    GridRow,
    Paragraph,
    Picture,
    inlines,
    words,
)
from proofs_check.report.pages.overview import spaced
from proofs_check.report.pages.panels import panels

FILE = "tight.png"
ALT = "Regret over LX sqrt(TA Lam) and over L sqrt(XAT), for growing X and for growing L"
PANELS = (
    (0, 40, 540, 424), (540, 40, 540, 424), (0, 464, 540, 424), (540, 464, 540, 424),
    (50, 888, 620, 147), (670, 888, 620, 147),  # the legend, in two columns
)  # fmt: skip
ABOUT = (
    r"Algorithm 1, with LP1 solved by backward induction, on MDPs with layers $1,m,m,2,\dots,2,1$ "
    "and a state that is never reached, $T=100(2m+2L)^2A$. Above $X=2m+2L-4$ grows, with "
    r"$L={L}$; below $L$, with $m={m}$. On the left $\Reg/(LX\sqrt{{TA\Lam}})$ is {up_of_X} for "
    "$X={X}$, and {up_of_L} for $L={steps}$. It is not level, and need not be: on these MDPs the "
    r"regret is at most $(L-2)m\sqrt{{(A-1)T\Lam}}$; those of the lower bound have equal layers, "
    r"and need the larger $T$ of item 1. On the right $\Reg/(L\sqrt{{XAT}})$ grows with $X$, from "
    "{first} to {last}; that of UCBVI grows, too ({ucbvi} for $X={few}$). With an interval for "
    r"each successor in place of the $\ell_1$ ball, which LP1 allows and the paper does not have, "
    "it is {box_of_X}, and falls over $L$: {box_of_L}."
)
CERTIFIED = (
    "Every run of the table has a trace, of which a checker in exact arithmetic has certified that "
    r"it is a run of the algorithm. $A=2$, $\delta=1/10$."
)
ORDER, BELOW = "Reg/(LX sqrt(TA Lam))", "Reg/(L sqrt(XAT))"
HEAD = (
    "steps $L$", "states $X$", "episodes $T$", r"regret $\Reg/(LX\sqrt{TA\Lam})$",
    r"regret $\Reg/(L\sqrt{XAT})$", r"with intervals $\Reg/(L\sqrt{XAT})$",
)  # fmt: skip


def picture() -> Picture:
    """Return the picture, as a part of the page; LaTeX takes the file beside it."""
    markup = panels(picture_files()[FILE], ALT, PANELS, "tight")
    return Picture(caption=words(f"{ALT}."), markup=markup, file=FILE)


def picture_files() -> dict[str, bytes]:
    """Return the files that lie beside the pages: name -> content."""
    return {FILE: files("reference").joinpath("figure1/committed", FILE).read_bytes()}


def tight_family() -> Blocks:
    """Return the picture, what it shows, and the table."""
    return (
        Paragraph(inlines(about())),
        picture(),
        Paragraph(inlines(CERTIFIED)),
        Grid(tuple(map(inlines, HEAD)), tuple(map(_row, sizes())), "rows sizes"),
    )


def about() -> str:
    """Return what the picture shows, in numbers of the runs that are shipped."""
    (L, of_X), (m, of_L) = _over("L", "m"), _over("m", "L")
    ucbvi = _ucbvi()
    return ABOUT.format(
        L=L, m=m, X=_listed(run["X"] for run in of_X), steps=_listed(run["L"] for run in of_L),
        up_of_X=_listed(run[ORDER] for run in of_X), up_of_L=_listed(run[ORDER] for run in of_L),
        first=f"{of_X[0][BELOW]:.2g}", last=f"{of_X[-1][BELOW]:.2g}",
        ucbvi=_listed(ucbvi.values()), few=_listed(ucbvi),
        box_of_X=_listed(_box(run) for run in of_X), box_of_L=_listed(_box(run) for run in of_L),
    )  # fmt: skip


def _over(fixed: str, grows: str) -> tuple[int, list[dict[str, Any]]]:
    """Return the value of a parameter that most runs with the ball have, and these runs."""
    balls = [run for run in _runs().values() if run["radii"] == "printed"]
    values = [run[fixed] for run in balls]
    value = max(values, key=values.count)
    return value, sorted((r for r in balls if r[fixed] == value), key=lambda r: int(r[grows]))


def _box(run: dict[str, Any]) -> float:
    return float(_runs()[run["L"], run["X"], run["T"], "bernstein"][BELOW])


def _listed(numbers: Iterable[float]) -> str:
    return ", ".join(f"{x:.2g}" if isinstance(x, float) else str(x) for x in numbers)


def _ucbvi() -> dict[int, float]:
    """Return Reg/(L sqrt(XAT)) of UCBVI-BF by X, the mean of its trials with the most common L."""
    text = files("reference").joinpath("figure1/committed/tight.csv").read_text("utf-8")
    rows = [r for r in csv.DictReader(text.splitlines()) if r["algorithm"] == "ucbvi-bf"]
    found: dict[int, list[float]] = {}
    for r in rows:
        L, X, A, T = (int(r[name]) for name in ("L", "X", "A", "T"))
        found.setdefault(X, []).append(float(r["regret"]) / (L * math.sqrt(X * A * T)))
    return {X: sum(ratios) / len(ratios) for X, ratios in sorted(found.items())}


def _row(size: tuple[int, int, int]) -> GridRow:
    L, X, T = size
    ball, box = (_runs()[*size, radii] for radii in ("printed", "bernstein"))
    ratios = ball[ORDER], ball[BELOW], box[BELOW]
    said = (str(L), str(X), f"${spaced(T)}$", *(f"{ratio:.2g}" for ratio in ratios))
    names = ("L = ", "X = ", "T = ", f"{ORDER} = ", f"{BELOW} = ", f"with intervals {BELOW} = ")
    return GridRow(
        tuple(Cell(inlines(text), True, name) for name, text in zip(names, said, strict=True))
    )


def sizes() -> list[tuple[int, int, int]]:
    """Return the sizes that were run: L, X and T, sorted."""
    return sorted({key[:3] for key in _runs()})


@cache
def _runs() -> dict[tuple[int, int, int, str], dict[str, Any]]:
    """Return the certified runs by L, X, T and radii."""
    there = files("reference").joinpath("figure1/committed/tight-certified.json")
    runs = json.loads(there.read_text("utf-8"))
    return {(run["L"], run["X"], run["T"], run["radii"]): run for run in runs}
