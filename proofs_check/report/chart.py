"""Small charts as inline SVG: lines with a dash and a mark each, so that colour is not needed.

Each comes with its numbers as a table, for readers who cannot see it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from html import escape

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 720, 340, 74, 16, 12, 46
DASHES = ("", "9 4", "2 4", "12 4 2 4", "5 5")
MOST = 120  # points of a line; more could not be told apart


@dataclass(frozen=True)
class Series:
    """One line; `steps` draws it as a step function, `marks` as circles without a line."""

    name: str
    points: Sequence[tuple[float, float]]
    steps: bool = False
    marks: bool = False


@dataclass(frozen=True)
class Chart:
    """Lines over one pair of axes."""

    id: str
    title: str
    caption: str
    x: str
    y: str
    series: Sequence[Series]
    log_x: bool = False
    log_y: bool = False


def thinned(points: Sequence[tuple[float, float]], most: int = MOST) -> list[tuple[float, float]]:
    """At most about `most` of the points, the last one included."""
    step = -(-len(points) // most) if points else 1
    kept = list(points[::step])
    return kept if not points or kept[-1] == points[-1] else [*kept, points[-1]]


def figure(chart: Chart) -> str:
    """The chart, its caption and its numbers."""
    series = [replace(s, points=thinned(_drawable(s, chart))) for s in chart.series]
    every = [p for s in series for p in s.points]
    if not every:
        return f"<p>{escape(chart.title)}: nothing to draw.</p>"
    across = _Axis([p[0] for p in every], chart.log_x, LEFT, WIDTH - RIGHT)
    up = _Axis([p[1] for p in every], chart.log_y, HEIGHT - BOTTOM, TOP)
    title, caption = escape(chart.title), escape(chart.caption)
    lines = [
        (
            f'<figure id="{chart.id}"><h3>{title}</h3>'
            '<div class="scroll" tabindex="0" role="region" '
            f'aria-label="{title}, scrolls sideways">'
            f'<svg class="chart" role="img" aria-labelledby="{chart.id}-t {chart.id}-d" '
            f'viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}">'
            f'<title id="{chart.id}-t">{title}</title><desc id="{chart.id}-d">{caption}</desc>'
        ),
        *_grid(across, up),
        f'<text x="{WIDTH // 2}" y="{HEIGHT - 8}" text-anchor="middle">{escape(chart.x)}</text>',
        (
            f'<text x="14" y="{HEIGHT // 2}" text-anchor="middle" '
            f'transform="rotate(-90 14 {HEIGHT // 2})">{escape(chart.y)}</text>'
        ),
    ]
    for k, s in enumerate(series):
        lines.append(_line(s, k, across, up))
    lines.append("</svg></div>")
    key = "".join(
        f'<li><svg width="44" height="14" aria-hidden="true">{_sample(one, k)}</svg> '
        f"{escape(one.name)}</li>"
        for k, one in enumerate(series)
    )
    lines.append(f'<ul class="key">{key}</ul><figcaption>{caption}</figcaption>')
    lines.append(_numbers(chart, series))
    return "\n".join([*lines, "</figure>"])


def _drawable(s: Series, chart: Chart) -> list[tuple[float, float]]:
    return [
        p
        for p in s.points
        if all(map(math.isfinite, p))
        and (p[0] > 0 or not chart.log_x)
        and (p[1] > 0 or not chart.log_y)
    ]


class _Axis:
    def __init__(self, values: Sequence[float], log: bool, start: float, end: float) -> None:
        self.log, self.start, self.end = log, start, end
        low, high = min(values), max(values)
        if log:
            self.low = float(math.floor(math.log10(low)))
            self.high = float(math.ceil(math.log10(high)))
            self.high = max(self.high, self.low + 1)
            step = -(-(int(self.high) - int(self.low)) // 8)
            exponents = range(int(self.low), int(self.high) + 1, step)
            self.ticks = [(10.0**k, f"1e{k}" if abs(k) > 3 else f"{10.0**k:g}") for k in exponents]
            return
        low, high = min(low, 0.0), max(high, 0.0)
        raw = ((high - low) or 1.0) / 5
        power = 10.0 ** math.floor(math.log10(raw))
        unit = next(power * m for m in (1, 2, 5, 10) if power * m >= raw)
        first, last = math.floor(low / unit), max(math.ceil(high / unit), 1)
        self.low, self.high = first * unit, last * unit
        self.ticks = [(k * unit, f"{k * unit:.6g}") for k in range(first, last + 1)]

    def at(self, value: float) -> float:
        v = math.log10(value) if self.log else value
        share = (v - self.low) / (self.high - self.low)
        return round(self.start + share * (self.end - self.start), 1)


def _grid(across: _Axis, up: _Axis) -> list[str]:
    lines = []
    for value, text in up.ticks:
        y = up.at(value)
        lines.append(f'<path class="grid" d="M{LEFT} {y}H{WIDTH - RIGHT}"/>')
        lines.append(f'<text x="{LEFT - 6}" y="{y + 4}" text-anchor="end">{text}</text>')
    for value, text in across.ticks:
        x = across.at(value)
        lines.append(f'<path class="grid" d="M{x} {TOP}V{HEIGHT - BOTTOM}"/>')
        lines.append(f'<text x="{x}" y="{HEIGHT - 28}" text-anchor="middle">{text}</text>')
    return lines


def _line(s: Series, k: int, across: _Axis, up: _Axis) -> str:
    if s.marks or len(s.points) == 1:
        return "".join(_mark(k, across.at(x), up.at(y)) for x, y in s.points)
    path, before = "", None
    for x, y in s.points:
        px, py = across.at(x), up.at(y)
        if before is None:
            path += f"M{px} {py}"
        elif s.steps:
            path += f"H{px}V{py}"
        else:
            path += f"L{px} {py}"
        before = px
    return _stroke(k, path)


def _sample(s: Series, k: int) -> str:
    return _mark(k, 22, 7) if s.marks or len(s.points) == 1 else _stroke(k, "M0 7H44")


def _stroke(k: int, path: str) -> str:
    return f'<path class="line s{k % 5}" stroke-dasharray="{DASHES[k % 5]}" d="{path}"/>'


def _mark(k: int, x: float, y: float) -> str:
    return f'<circle class="dot s{k % 5}" cx="{x}" cy="{y}" r="5"/>'


def _numbers(chart: Chart, series: Sequence[Series]) -> str:
    rows = "".join(
        f"<tr><td>{escape(s.name)}</td><td>{x:.6g}</td><td>{y:.6g}</td></tr>"
        for s in series
        for x, y in thinned(s.points, 12)
    )
    return (
        f"<details><summary>Numbers of this picture</summary><table><thead><tr><th>line</th>"
        f"<th>{escape(chart.x)}</th><th>{escape(chart.y)}</th></tr></thead>"
        f"<tbody>{rows}</tbody></table></details>"
    )
