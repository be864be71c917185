"""The picture of the family: a panel per world, regret per episode against T, mean and range."""

from __future__ import annotations

import os
from pathlib import Path

from reference.experiments.family import Family
from reference.experiments.results import Results, regrets
from reference.running.plots import pyplot, save

MARKERS = "osv^D<>pPXh*d"


def draw(family: Family, results: Results, path: Path) -> None:
    """Write the figure as `path`, whole or not at all; PNG or SVG by its suffix."""
    plt = pyplot()
    worlds = family.worlds
    figure, axes = plt.subplots(
        1, len(worlds), figsize=(3.6 * len(worlds) + 2.6, 4.4), layout="constrained", squeeze=False
    )
    colours = plt.get_cmap("tab20").colors
    for panel, world in zip(axes[0], worlds, strict=True):
        for number, choice in enumerate(family.choices):
            at = [(T, regrets(results, choice, T=T, reward_law=world)[0]) for T in family.T]
            at = [(T, found) for T, found in at if found]
            if not at:
                continue
            T = [T for T, _ in at]
            mean = [sum(found) / len(found) / T for T, found in at]
            low = [m - min(found) / T for m, (T, found) in zip(mean, at, strict=True)]
            high = [max(found) / T - m for m, (T, found) in zip(mean, at, strict=True)]
            panel.errorbar(
                T,
                mean,
                (low, high),
                color=colours[number % len(colours)],
                marker=MARKERS[number % len(MARKERS)],
                markersize=4,
                linewidth=1,
                label=choice.label,
            )
        panel.set_xscale("log")
        panel.set_xticks(family.T, [f"{T:g}" for T in family.T])
        panel.tick_params(axis="x", which="minor", bottom=False, labelbottom=False)
        panel.set_xlabel("T, in episodes")
        panel.set_title(world, fontsize="medium")
        panel.grid(alpha=0.3)
    axes[0][0].set_ylabel("regret per episode")
    handles, labels = axes[0][0].get_legend_handles_labels()
    figure.legend(handles, labels, loc="outside right center", frameon=False, fontsize="small")
    partial = path.with_name(f".{path.stem}.{os.getpid()}{path.suffix}")
    save(figure, partial)
    os.replace(partial, path)
