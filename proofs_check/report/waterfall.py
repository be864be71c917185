"""A chain of inequalities as bars, one below the other; the lighter part is what a step adds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

WIDTH, ROW, LEFT, RIGHT = 720, 44, 12, 110


@dataclass(frozen=True)
class Step:
    """One side of the chain and its value."""

    name: str
    value: float


def waterfall(id: str, title: str, caption: str, steps: Sequence[Step]) -> str:
    """The figure: from above to below no bar may become shorter, as far as the chain goes."""
    most = max((s.value for s in steps), default=0.0) or 1.0
    height = ROW * len(steps) + 8
    title, caption = escape(title), escape(caption)
    rows, before = [], 0.0
    for k, s in enumerate(steps):
        y, x0 = ROW * k + 4, round(_x(min(before, s.value), most), 1)
        x1 = round(_x(s.value, most), 1)
        factor = f" (x {s.value / before:.3g})" if before > 0 else ""
        rows.append(
            f'<text x="{LEFT}" y="{y + 13}">{escape(s.name)}</text>'
            f'<rect class="bar" x="{LEFT}" y="{y + 18}" width="{x0 - LEFT:.1f}" height="14"/>'
            f'<rect class="more" x="{x0}" y="{y + 18}" width="{x1 - x0:.1f}" height="14"/>'
            f'<text x="{x1 + 6}" y="{y + 30}">{s.value:.5g}{factor}</text>'
        )
        before = s.value
    return "\n".join(
        [
            (
                f'<figure id="{id}"><h3>{title}</h3><div class="scroll" tabindex="0" role="region" '
                f'aria-label="{title}, scrolls sideways">'
                f'<svg class="chart" role="group" aria-labelledby="{id}-t" viewBox="0 0 {WIDTH} '
                f'{height}" width="{WIDTH}" height="{height}"><title id="{id}-t">{title}</title>'
            ),
            *rows,
            (
                f"</svg></div><figcaption>{caption} Each bar is a link of the chain, its factor "
                "over the one above in brackets; the last holds without a proof.</figcaption>"
                "</figure>"
            ),
        ]
    )


def _x(value: float, most: float) -> float:
    return LEFT + (WIDTH - LEFT - RIGHT) * value / most
