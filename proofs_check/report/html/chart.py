"""Matplotlib charts as inline SVG: dashes and hatches carry the information, colours only repeat
it.

Each comes with its numbers as a table, for readers who cannot see it. Colours are written as names
of the style sheet, so that a picture follows the page into dark mode and onto paper.
"""

from __future__ import annotations

import io
import math
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from html import escape
from typing import TYPE_CHECKING, Any

from proofs_check.report.document import Link, inlines
from proofs_check.report.html.render import line_markup, markup, template
from proofs_check.report.terminal import spoken

if TYPE_CHECKING:
    from markupsafe import Markup
    from matplotlib.figure import Figure

DASHES: tuple[Any, ...] = ("-", (0, (5, 2)), (0, (1, 1.5)), (0, (7, 2, 1.5, 2)), (0, (3, 3)))
HATCHES = ("///", "...", "\\\\\\", "xx", "++")
RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
MOST = 400  # points of a line; more could not be told apart

# Placeholders that occur nowhere else in the SVG, and their names in the style sheet.
INK, SOFT, GRID, PAPER = "#010101", "#010102", "#010103", "#010104"
EDGES = ("#010201", "#010202", "#010203", "#010204", "#010205")
FILLS = ("#010301", "#010302", "#010303", "#010304", "#010305")
TONES = ("run", "bad", "ok", "rep", "dim")
NAMES = {INK: "ink", SOFT: "soft", GRID: "line", PAPER: "paper"}
NAMES |= {colour: f"{tone}-line" for colour, tone in zip(EDGES, TONES, strict=True)}
NAMES |= dict(zip(FILLS, ("run", "bad", "okf", "rep", "dim"), strict=True))
STYLE: Any = {
    "svg.fonttype": "none",  # text stays text
    "svg.hashsalt": "ucrl-lp",  # the same ids in every run
    "font.size": 10,
    "text.color": INK,
    "axes.labelcolor": INK,
    "axes.edgecolor": SOFT,
    "xtick.color": INK,
    "ytick.color": INK,
    "grid.color": GRID,
    "grid.linewidth": 0.6,
    "axes.grid": True,
    "axes.axisbelow": True,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "lines.linewidth": 2.0,
    "hatch.linewidth": 0.7,
    "legend.frameon": False,
}


@dataclass(frozen=True)
class Series:
    """One line; `steps` draws it as a step function, `marks` as circles without a line."""

    name: str
    points: Sequence[tuple[float, float]]
    steps: bool = False
    marks: bool = False


@dataclass(frozen=True)
class Chart:
    """Lines over one pair of axes. `stack`: areas with the same abscissae, stacked, the negative
    ones below zero. `event`: (x, name) of a vertical line."""

    id: str
    title: str
    caption: str
    x: str
    y: str
    series: Sequence[Series]
    log_x: bool = False
    log_y: bool = False
    stack: Sequence[Series] = ()
    event: tuple[float, str] | None = None


def thinned(points: Sequence[tuple[float, float]], most: int = MOST) -> list[tuple[float, float]]:
    """Return at most about `most` of the points, the last one included."""
    step = -(-len(points) // most) if points else 1
    kept = list(points[::step])
    return kept if not points or kept[-1] == points[-1] else [*kept, points[-1]]


def figure(chart: Chart) -> str:
    """Return the chart, its caption and its numbers."""
    series = [replace(s, points=thinned(_drawable(s, chart))) for s in chart.series]
    stack = [replace(s, points=thinned(s.points)) for s in chart.stack]
    if not any(s.points for s in series):
        return f"<p>{escape(chart.title)}: nothing to draw.</p>"

    def draw(drawing: Figure, axes: Any) -> None:
        _areas(axes, stack)
        for k, s in enumerate(series):
            _line(axes, s, k)
        if chart.event is not None:
            x, name = chart.event
            axes.axvline(x, color=INK, linestyle=(0, (4, 3)), label=spoken(name))
        _scale(axes, chart)
        drawing.legend(loc="outside lower center", ncols=1)

    rows = [(s.name, x, y) for s in (*series, *stack) for x, y in thinned(s.points, 12)]
    columns = ("line", chart.x, chart.y)
    return drawn(chart.id, chart.title, chart.caption, 4.1, draw, columns, rows)


def drawn(
    id: str,
    title: str,
    caption: str,
    height: float,
    draw: Callable[[Figure, Any], None],
    columns: Sequence[str] = (),
    rows: Sequence[tuple[str, float, float]] = (),
) -> str:
    """Return what `draw` puts on a pair of axes of the common width, `height` inches high, as a
    figure of a page with heading, caption and numbers: its ids are unique, its colours the style
    sheet's."""
    import matplotlib
    from matplotlib.figure import Figure

    out = io.StringIO()
    with matplotlib.rc_context(STYLE):
        drawing = Figure(figsize=(5.6, height), layout="constrained", facecolor="none")
        draw(drawing, drawing.add_subplot())
        drawing.savefig(out, format="svg", transparent=True, metadata={"Date": None})
    head, _, inner = out.getvalue().partition('viewBox="')[2].partition(">")
    inner = re.sub(r"<(metadata|style)\b.*?</\1>", "", inner, flags=re.DOTALL)
    inner = re.sub(r'\b(id="|href="#|url\(#)', rf"\g<1>{id}-", inner)
    for colour, name in NAMES.items():
        inner = inner.replace(colour, f"var(--{name})")
    return template(
        "figure.html",
        id=id,
        title=_say(title),
        caption=_say(caption),
        spoken_title=spoken(title),
        spoken_caption=spoken(caption),
        box=head.partition('"')[0],
        inner=markup(inner.rpartition("</svg>")[0]),
        columns=[_say(name) for name in columns],
        rows=[(_say(name), shown_number(x), shown_number(y)) for name, x, y in rows],
    )


def _say(said: str) -> Markup:
    """Return a text of a figure as markup."""
    return markup(line_markup(inlines(said), _nowhere))


def _nowhere(_: Link) -> str:
    """Return no address: a figure has no links."""
    return ""


def shown_number(value: float) -> str:
    """Return six digits, with a power of ten where there is an exponent: 10⁶, 2.5·10⁻⁷."""
    head, _, exponent = f"{value:.6g}".partition("e")
    power = f"10{str(int(exponent)).translate(RAISED)}" if exponent else ""
    return power if power and head == "1" else head + "·" * bool(power) + power


def _drawable(s: Series, chart: Chart) -> list[tuple[float, float]]:
    return [
        p
        for p in s.points
        if all(map(math.isfinite, p))
        and (p[0] > 0 or not chart.log_x)
        and (p[1] > 0 or not chart.log_y)
    ]


def _line(axes: Any, s: Series, k: int) -> None:
    x, y = [p[0] for p in s.points], [p[1] for p in s.points]
    edge, name = EDGES[k % len(EDGES)], spoken(s.name)
    if s.marks or len(x) == 1:
        axes.plot(x, y, "o", color=edge, markerfacecolor=PAPER, markeredgewidth=2, label=name)
    else:
        dashes, steps = DASHES[k % len(DASHES)], "steps-post" if s.steps else "default"
        axes.plot(x, y, color=edge, linestyle=dashes, drawstyle=steps, label=name)


def _areas(axes: Any, stack: Sequence[Series]) -> None:
    if not stack:
        return
    x = [p[0] for p in stack[0].points]
    above, below = [0.0] * len(x), [0.0] * len(x)
    for k, s in enumerate(stack):
        look = {"facecolor": FILLS[k + 1], "edgecolor": EDGES[k + 1], "linewidth": 0.8}
        top = [v + max(y, 0.0) for v, (_, y) in zip(above, s.points, strict=True)]
        low = [v + min(y, 0.0) for v, (_, y) in zip(below, s.points, strict=True)]
        named = spoken(s.name)
        for start, end in ((above, top), (below, low)):
            if start != end:
                axes.fill_between(x, start, end, hatch=HATCHES[k], label=named, **look)
                named = "_again"
        above, below = top, low


def _scale(axes: Any, chart: Chart) -> None:
    from matplotlib.ticker import FuncFormatter

    plain = FuncFormatter(lambda value, _: shown_number(value))
    axes.set_xlabel(spoken(chart.x))
    axes.set_ylabel(spoken(chart.y))
    if chart.log_x:
        axes.set_xscale("log")
    if chart.log_y:
        axes.set_yscale("log")
    else:
        axes.axhline(0, color=SOFT, linewidth=0.8)
    for axis in (axes.xaxis, axes.yaxis):
        axis.set_major_formatter(plain)
