"""The two charts of the overview, as SVG in the colours of the style sheet."""

from __future__ import annotations

import math
from collections.abc import Sequence

from proofs_check.ledger.registry import Result
from proofs_check.report.overview import WINS, spaced, thresholds

WIDE, LEFT, RIGHT = 384, 10, 374
DECADES = range(3, 9)


def informative(forms: Sequence[Result]) -> str:
    """From which T each bound of the main theorem is below LT, against the range of Figure 1."""
    found = sorted((T, form) for form, T in thresholds(forms).items())
    bottom = 32 + 28 * len(found)
    named = "; ".join(f"{form} from T = {spaced(T)}" for T, form in found)
    start, end = _at(min(WINS)), _at(max(WINS))
    shown = [
        (
            f'<svg viewBox="0 0 {WIDE} {bottom + 26}" role="img" aria-label="T, logarithmic. '
            f'Figure 1 is {spaced(min(WINS))} to {spaced(max(WINS))}. Bounds below LT: {named}.">'
        ),
        (
            f'<rect class="range" x="{start:.0f}" y="4" width="{end - start:.0f}" '
            f'height="{bottom - 4}"/><text class="on" x="{start + 6:.0f}" y="20">Figure 1</text>'
            f'<text class="soft" x="{RIGHT}" y="20" text-anchor="end">bound below LT</text>'
        ),
    ]
    for k, (T, form) in enumerate(found):
        x, y = _at(T), 42 + 28 * k
        tone = "printed" if form == "printed" else "repaired"
        shown.append(
            f'<line class="of-{tone}" x1="{x:.1f}" x2="{RIGHT}" y1="{y}" y2="{y}"/>'
            f'<text class="{"on" if x < 190 else ""}" x="{x - 7:.0f}" y="{y + 4}" '
            f'text-anchor="end"><tspan class="b">{spaced(T)}</tspan> {form}</text>'
        )
    for k in DECADES:
        x = _at(10**k)
        shown.append(
            f'<line class="axis" x1="{x:.1f}" x2="{x:.1f}" y1="{bottom}" y2="{bottom + 5}"/>'
            f'<text x="{x:.0f}" y="{bottom + 20}" text-anchor="middle">10<tspan dy="-4" '
            f'font-size="9">{k}</tspan></text>'
        )
    shown.append(f'<line class="axis" x1="{LEFT}" x2="{RIGHT}" y1="{bottom}" y2="{bottom}"/></svg>')
    return "".join(shown)


def _at(T: int) -> float:
    share = (math.log10(T) - DECADES[0]) / (DECADES[-1] - DECADES[0])
    return LEFT + 6 + share * (RIGHT - LEFT - 12)


def wins() -> str:
    """In how many of ten trials UCRL-LP has the smaller regret, for each T of Figure 1."""
    named = ", ".join(f"{n} at T = {spaced(T)}" for T, n in WINS.items())
    shown = [
        (
            f'<svg viewBox="0 0 {WIDE} 92" role="img" aria-label="Trials of ten in which UCRL-LP '
            f'has the smaller regret: {named}.">'
        )
    ]
    for j, (T, n) in enumerate(WINS.items()):
        x = 12 + 76 * j
        shown += [
            f'<circle class="{"won" if k < n else "lost"}" cx="{x + 6 + (k % 5) * 11}" '
            f'cy="{16 + (k // 5) * 12}" r="4.2"/>'
            for k in range(10)
        ]
        shown.append(
            f'<text class="b" x="{x + 28}" y="52" text-anchor="middle">{n} of 10</text>'
            f'<text x="{x + 28}" y="69" text-anchor="middle">{spaced(T)}</text>'
        )
    return "".join([*shown, '<text x="12" y="87">T, number of episodes</text></svg>'])
