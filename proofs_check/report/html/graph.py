"""The statement graph as SVG: bands are the sections in the order of the paper, nodes are links.

An arrow leads from a statement to one that uses it. All arrows are faint; those of the node that
is pointed at or has the keyboard's focus are drawn strongly, by the style sheet alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape
from itertools import pairwise

from proofs_check.report.badges import Look

WIDTH, HEIGHT, GAP, ROW_GAP, COLUMNS, TOP = 206, 64, 18, 34, 5, 34
SHEET = 1.25  # height over width of what fits on a sheet of paper


@dataclass(frozen=True)
class Node:
    """A statement; `signs`: sign and word of the status of each form, `look` that of the last."""

    label: str
    section: str
    number: str
    title: str
    signs: str
    look: Look
    href: str
    uses: tuple[str, ...]
    step: bool = False


def graph_svg(nodes: Sequence[Node], title: str, columns: int = COLUMNS) -> str:
    """The graph of these nodes, given in the order of the paper."""
    bands: dict[str, list[Node]] = {}
    for node in nodes:
        bands.setdefault(node.section, []).append(node)
    place: dict[str, tuple[int, int]] = {}
    heads: list[str] = []
    tops = [0]
    y = 0
    for section, members in bands.items():
        heads.append(f'<text class="band" x="8" y="{y + 22}">{escape(section)}</text>')
        for k, node in enumerate(members):
            row, column = divmod(k, columns)
            place[node.label] = (
                8 + column * (WIDTH + GAP),
                y + TOP + row * (HEIGHT + ROW_GAP),
            )
        y += TOP + ((len(members) - 1) // columns + 1) * (HEIGHT + ROW_GAP)
        tops.append(y)
    width = 16 + columns * (WIDTH + GAP) - GAP
    edges = [
        (used, node.label, _curve(place[used], place[node.label]))
        for node in nodes
        for used in node.uses
        if used in place
    ]
    faint = "".join(f'<path class="edge" d="{d}"/>' for _, _, d in edges)
    return "\n".join(
        [
            (
                f'<svg class="graph whole" viewBox="0 0 {width} {y}" width="{width}" height="{y}" '
                'role="group" aria-labelledby="graph-title graph-desc">'
            ),
            f'<title id="graph-title">{escape(title)}</title>',
            (
                '<desc id="graph-desc">Sections of the paper from top to bottom; every box is '
                "a link to a statement and names its status; arrows lead to those that use it. "
                "The table below says the same in words.</desc>"
            ),
            (
                '<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" '
                'markerHeight="7" orient="auto"><path class="tip" d="M0 0L8 4L0 8z"/>'
                "</marker></defs>"
            ),
            f'<g id="graph-all" class="graph"><g aria-hidden="true">{faint}</g>',
            *heads,
            *(_box(node, place[node.label], edges) for node in nodes),
            "</g></svg>",
            *_sheets(tops, width),
        ]
    )


def _sheets(tops: Sequence[int], width: int) -> list[str]:
    """The same drawing for paper, cut between sections; `tops`: where they begin, and the end."""
    cuts = [tops[0]]
    for here, after in pairwise(tops):
        if after - cuts[-1] > SHEET * width and here > cuts[-1]:
            cuts.append(here)
    return [
        f'<svg class="graph sheet" aria-hidden="true" viewBox="0 {start} {width} {end - start}">'
        '<use href="#graph-all"/></svg>'
        for start, end in pairwise([*cuts, tops[-1]])
    ]


def _curve(start: tuple[int, int], end: tuple[int, int]) -> str:
    """From the side of a box that faces the other one."""
    (x0, y0), (x1, y1) = start, end
    middle = WIDTH // 2
    if y0 == y1:  # in one row: an arc below it
        a, b, low = x0 + middle, x1 + middle, y0 + HEIGHT
        return f"M{a} {low}C{a} {low + 26} {b} {low + 26} {b} {low + 2}"
    down = y1 > y0
    start_y, end_y = (y0 + HEIGHT, y1) if down else (y0, y1 + HEIGHT)
    bend = max(30, abs(end_y - start_y) // 3) * (1 if down else -1)
    a, b = x0 + middle, x1 + middle
    return f"M{a} {start_y}C{a} {start_y + bend} {b} {end_y - bend} {b} {end_y}"


def _box(node: Node, at: tuple[int, int], edges: Iterable[tuple[str, str, str]]) -> str:
    x, y = at
    own = "".join(
        f'<path class="edge own" d="{d}" marker-end="url(#tip)"/>'
        for a, b, d in edges
        if node.label in (a, b)
    )
    name = f"{node.number}, {node.title}: {node.signs}"
    shape = " step" if node.step else ""
    return (
        f'<a href="{escape(node.href)}" class="node {node.look.colour}{shape}" '
        f'aria-label="{escape(name)}"><title>{escape(name)}</title>{own}'
        f'<rect x="{x}" y="{y}" width="{WIDTH}" height="{HEIGHT}" rx="7"/>'
        f'<text class="number" x="{x + 10}" y="{y + 19}">{escape(_fit(node.number, 26))}</text>'
        f'<text x="{x + 10}" y="{y + 36}">{escape(_fit(node.title, 30))}</text>'
        f'<text class="signs" x="{x + 10}" y="{y + 54}">{escape(_fit(node.signs, 33))}</text></a>'
    )


def _fit(text: str, width: int) -> str:
    return text if len(text) <= width else text[: width - 1] + "…"
