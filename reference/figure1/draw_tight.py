"""The picture of the family `tight`: both ratios, for growing X and L.

Above, X grows; below, L grows. Left, the regret over the order of Theorem 4. Right, over L
sqrt(XAT). A horizontal line would be growth of exactly that order.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from reference.figure1.algorithm import OURS, TWIN
from reference.figure1.algorithms import AlgorithmSpec
from reference.figure1.results import Results
from reference.figure1.tight import INTERVALS, LOWER, UPPER, Size, Tight, certified_runs
from reference.running.plots import pyplot, save

BALL, BOX = "tab:blue", "tab:orange"
OTHERS = ("tab:green", "tab:red", "tab:purple", "tab:brown")
AXIS = {
    UPPER: r"$\mathrm{Reg}_T\,/\,(LX\sqrt{TA\Lambda})$",
    LOWER: r"$\mathrm{Reg}_T\,/\,(L\sqrt{XAT})$",
}


def draw(tight: Tight, results: Results, path: Path) -> None:
    """Write the figure as `path`, whole or not at all; PNG or SVG by its suffix."""
    figure, axes = pyplot().subplots(2, 2, figsize=(7.2, 6.9), layout="constrained")
    rows = (("X", tight.of_X()), ("L", tight.of_L()))
    for (grows, sizes), panels in zip(rows, axes, strict=True):
        for name, panel in zip((UPPER, LOWER), panels, strict=True):
            for choice in tight.algorithms:
                _line(panel, tight, results, choice, (grows, sizes, name))
            shown = {_at(size, grows) for size in sizes}
            for radii, colour in (("printed", BALL), ("bernstein", BOX)):
                shown |= _crosses(panel, tight, radii, colour, (grows, sizes, name))
            panel.set_xlabel(f"{grows} (" + _fixed(tight, grows) + ")")
            panel.set_title(AXIS[name], fontsize="medium")
            panel.set_xscale("log")
            panel.set_xticks(sorted(shown), [str(n) for n in sorted(shown)])
            panel.tick_params(axis="x", which="minor", bottom=False, labelbottom=False)
            panel.set_ylim(bottom=0)
            panel.grid(alpha=0.3)
    handles, labels = axes[0][0].get_legend_handles_labels()
    figure.legend(handles, labels, loc="outside lower center", ncols=2, frameon=False)
    figure.suptitle(
        f"Layers 1, m, m, 2, .., 2, 1; A = {tight.A}, $T = {tight.episodes}(2m+2L)^2A$, "
        rf"$\delta$ = {tight.delta}; mean and range of {tight.trials} trials",
        fontsize="medium",
    )
    save(figure, path)


def _crosses(
    panel: Any, tight: Tight, radii: str, colour: str, what: tuple[str, list[Size], str]
) -> set[int]:
    """Draw the certified runs of the NumPy twin that belong to a panel; return where."""
    grows, sizes, name = what
    same = "L" if grows == "X" else "m"
    runs = certified_runs(tight, radii)
    at = {
        _at(size, grows): regret / size.unit(name)
        for size, regret in sorted(runs.items())
        if getattr(size, same) == getattr(sizes[0], same)
    }
    label = "certified traces" if radii == "printed" else "certified traces, intervals"
    if at:
        style = {"color": colour, "linestyle": ":", "marker": "x"}
        panel.plot([*at], [*at.values()], label=label, **style)
    return set(at)


def _fixed(tight: Tight, grows: str) -> str:
    return f"L = {tight.L_of_m}" if grows == "X" else f"m = {tight.m_of_L}"


def _at(size: Size, grows: str) -> int:
    return size.X if grows == "X" else size.L


def _line(
    panel: Any,
    tight: Tight,
    results: Results,
    choice: AlgorithmSpec,
    what: tuple[str, list[Size], str],
) -> None:
    grows, sizes, name = what
    at = {
        _at(size, grows): sample
        for size in sizes
        if (sample := tight.ratios(results, choice, size, name))
    }
    style, mean = _style(tight, choice), [sum(sample) / len(sample) for sample in at.values()]
    panel.plot([*at], mean, label=_label(choice), **style)
    if at and style["linestyle"] != "none":
        low, high = [*map(min, at.values())], [*map(max, at.values())]
        panel.fill_between([*at], low, high, color=style["color"], alpha=0.2, linewidth=0)


def _label(choice: AlgorithmSpec) -> str:
    if choice.algorithm not in (OURS, TWIN):
        return choice.label
    sets = "intervals (not the paper's)" if INTERVALS in choice.options else "L1 ball"
    return f"UCRL-LP, {sets}: LP1 by GLOP" if choice.algorithm == OURS else f"UCRL-LP twin, {sets}"


def _style(tight: Tight, choice: AlgorithmSpec) -> dict[str, Any]:
    others = [c for c in tight.algorithms if c.algorithm not in (OURS, TWIN)]
    if choice in others:
        colour = OTHERS[others.index(choice) % len(OTHERS)]
        return {"color": colour, "linestyle": "--", "marker": "."}
    colour = BOX if INTERVALS in choice.options else BALL
    if choice.algorithm == TWIN:
        return {"color": colour, "linestyle": "-", "marker": "."}
    return {"color": colour, "linestyle": "none", "marker": "o", "fillstyle": "none"}
