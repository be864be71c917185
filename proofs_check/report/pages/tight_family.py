"""The family on which Theorem 4 is tight: its picture, and a table of the runs that were certified.

Both are shipped with the experiments (`ucrl-lp simulate tight` makes them)."""

from __future__ import annotations

import json
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
    r"Algorithm 1 on MDPs with a state that is never reached, for growing $X$ and $L$, with "
    r"$T=100(2m+2L)^2A$. A level line is growth of exactly that order. On the left, "
    r"$LX\sqrt{TA\Lam}$, the order of Theorem 4, which this family has in $X$ for a fixed $L$, "
    "not in $L$. On the right, "
    r"$L\sqrt{XAT}$: level if the $\ell_1$ ball is replaced by an interval for each successor, "
    "which LP1 allows, and which is not the algorithm of the paper."
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
        Paragraph(inlines(ABOUT)),
        picture(),
        Paragraph(inlines(CERTIFIED)),
        Grid(tuple(map(inlines, HEAD)), tuple(map(_row, sizes())), "rows sizes"),
    )


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
