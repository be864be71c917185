"""The picture of Figure 1: mean line and filled range, UCRL-LP blue, UCRL2 orange (Sec. VI).

Left: as the paper describes it, with the smaller T magnified in a box. Right: the same on
logarithmic axes, where a straight line of slope below 1 is sublinear regret.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from reference.figure1.algorithms import AlgorithmSpec
from reference.figure1.figure1 import Figure1
from reference.figure1.results import Results, regrets
from reference.running.plots import pyplot, save

COLOURS = {
    "ucrl-lp": ("tab:blue", "-"),
    "ucrl-lp-twin": ("tab:cyan", "--"),
    "ucrl2-chain": ("tab:orange", "-"),
    "ucrl2-fh": ("#b35900", "--"),  # a darker orange
}
"""The paper's colours; a second form of one algorithm differs in line style, too."""

OTHERS = ("tab:green", "tab:red", "tab:purple", "tab:brown", "tab:pink", "tab:olive", "tab:gray")


def draw(figure1: Figure1, results: Results, path: Path) -> None:
    """Write the figure as `path`, whole or not at all; PNG or SVG by its suffix."""
    plt = pyplot()
    figure, axes = plt.subplots(1, 2, figsize=(9.6, 4.0), layout="constrained")
    for scale, panel in zip(("linear", "log"), axes, strict=True):
        for number, choice in enumerate(figure1.algorithms):
            _line(panel, figure1, results, choice, _style(figure1.algorithms, number))
        panel.set_xscale(scale)
        panel.set_yscale(scale)
        panel.set_xlabel("T, in episodes" + (" (both axes logarithmic)" if scale == "log" else ""))
        panel.grid(alpha=0.3)
    axes[0].set_xlim(left=0)
    axes[0].set_ylim(bottom=0)
    small = [T for T in figure1.T if 10 * T <= max(figure1.T)]
    if len(small) > 1:
        _magnify(axes[0], figure1, results, small)
    axes[0].set_ylabel("regret Reg_T, in rewards of [0, 1]")
    axes[0].legend(frameon=False, loc="upper left")
    axes[1].set_xticks(figure1.T, [f"{T:g}" for T in figure1.T])
    axes[1].tick_params(axis="x", which="minor", bottom=False, labelbottom=False)
    _slope_one(axes[1])
    figure.suptitle(
        f"Environment {figure1.env}: mean and range of {figure1.trials} trials, "
        f"delta = {figure1.delta}, {figure1.reward_law} rewards",
        fontsize="medium",
    )
    save(figure, path)


def _style(choices: tuple[AlgorithmSpec, ...], number: int) -> dict[str, Any]:
    choice = choices[number]
    others = [c for c in choices if c.algorithm not in COLOURS]
    if choice in others:
        return {"color": OTHERS[others.index(choice) % len(OTHERS)], "linestyle": "-."}
    colour, line = COLOURS[choice.algorithm]
    earlier = sum(c.algorithm == choice.algorithm for c in choices[:number])
    return {"color": colour, "linestyle": (line, ":", "-.", "--")[earlier % 4]}


def _line(
    panel: Any, figure1: Figure1, results: Results, choice: AlgorithmSpec, style: dict[str, Any]
) -> None:
    at = {T: sample for T in figure1.T if (sample := regrets(results, choice, T=T)[0])}
    mean = [sum(sample) / len(sample) for sample in at.values()]
    panel.plot([*at], mean, marker=".", label=choice.label, **style)
    low, high = [*map(min, at.values())], [*map(max, at.values())]
    panel.fill_between([*at], low, high, color=style["color"], alpha=0.2, linewidth=0)


def _magnify(panel: Any, figure1: Figure1, results: Results, T: list[int]) -> None:
    """Draw the horizons `T` of a linear panel once more, in a box at its lower right."""
    box = panel.inset_axes((0.56, 0.1, 0.41, 0.38))
    for number, choice in enumerate(figure1.algorithms):
        _line(box, figure1, results, choice, _style(figure1.algorithms, number))
    shown = [
        regret for c in figure1.algorithms for t in T for regret in regrets(results, c, T=t)[0]
    ]
    box.set_xlim(0, 1.08 * T[-1])
    box.set_ylim(0, 1.15 * max(shown, default=1.0))
    box.set_xticks(T, [f"{t:g}" for t in T])
    box.tick_params(labelsize="x-small")
    box.grid(alpha=0.3)
    panel.indicate_inset_zoom(box, edgecolor="gray")


def _slope_one(panel: Any) -> None:
    """Draw a grey line of slope 1 from the lower left corner."""
    (left, right), (bottom, top) = panel.get_xlim(), panel.get_ylim()
    panel.plot([left, right], [bottom, bottom * right / left], ":", color="gray", linewidth=1)
    at = min(right / left, top / bottom) ** 0.85
    panel.annotate(
        "slope 1",
        (left * at, bottom * at),
        (-6, 4),
        textcoords="offset points",
        color="gray",
        horizontalalignment="right",
    )
    panel.set_xlim(left, right)
    panel.set_ylim(bottom, top)
