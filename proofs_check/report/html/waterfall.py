"""A chain of inequalities as bars, one below the other; the hatched part is what a step adds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from proofs_check.report.html.chart import EDGES, FILLS, INK, PAPER, drawn
from proofs_check.report.terminal import spoken

if TYPE_CHECKING:
    from matplotlib.figure import Figure

CLEAR = {"facecolor": PAPER, "edgecolor": "none", "pad": 1}  # no line runs through a word


@dataclass(frozen=True)
class Step:
    """One side of the chain and its value."""

    name: str
    value: float


def waterfall(
    id: str, title: str, caption: str, steps: Sequence[Step], limit: Step | None = None
) -> str:
    """Return the figure: from top to bottom no bar may become shorter. `limit` is a vertical
    line."""
    values = [*(s.value for s in steps), limit.value if limit else 0.0]
    most = max(values, default=0.0) or 1.0

    def draw(drawing: Figure, axes: Any) -> None:
        before = 0.0
        for k, s in enumerate(steps):
            kept = min(before, s.value)
            axes.barh(k, kept, 0.36, facecolor=FILLS[4], edgecolor=EDGES[4])
            axes.barh(
                k, s.value - kept, 0.36, kept, facecolor=FILLS[0], edgecolor=EDGES[0], hatch="///"
            )
            factor = f" (\u00d7 {s.value / before:.3g})" if before > 0 else ""
            axes.text(0, k - 0.27, spoken(s.name), va="bottom", bbox=CLEAR)
            label = f"{s.value:.5g}{factor}"
            axes.text(s.value + most / 100, k, label, va="center", bbox=CLEAR)
            before = s.value
        if limit is not None:
            name = f"{spoken(limit.name)} = {limit.value:g}"
            axes.axvline(limit.value, color=INK, linestyle=(0, (4, 3)), label=name)
            drawing.legend(loc="outside lower center")
        axes.set_xlim(0, 1.2 * most)
        axes.set_ylim(len(steps) - 0.5, -0.8)
        axes.set_yticks([])
        axes.grid(axis="y", visible=False)

    return drawn(id, title, caption, 0.55 * len(steps) + 0.8, draw)
