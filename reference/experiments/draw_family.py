"""The picture of the family: a panel per world, a row per algorithm, regret per episode at the
largest T: mean and range over the trials."""

from __future__ import annotations

import os
from pathlib import Path

from reference.experiments.family import OURS, Family
from reference.experiments.results import Results, regrets
from reference.running.plots import pyplot, save


def draw(family: Family, results: Results, path: Path) -> None:
    """Write the figure as `path`, whole or not at all; PNG or SVG by its suffix."""
    plt = pyplot()
    T, worlds, choices = family.T[-1], family.worlds, family.choices
    figure, axes = plt.subplots(
        1,
        len(worlds),
        figsize=(3.2 * len(worlds) + 2.4, 1.2 + 0.27 * len(choices)),
        layout="constrained",
        sharey=True,
        squeeze=False,
    )
    for panel, world in zip(axes[0], worlds, strict=True):
        for row, choice in enumerate(choices):
            found = [v / T for v in regrets(results, choice, T=T, reward_law=world)[0]]
            if not found:
                continue
            mean = sum(found) / len(found)
            colour = "tab:blue" if choice in OURS else "tab:gray"
            span = ([mean - min(found)], [max(found) - mean])
            panel.errorbar([mean], [row], xerr=span, color=colour, marker="o", markersize=4)
        panel.set_yticks(range(len(choices)), [choice.label for choice in choices])
        panel.set_xlim(left=min(0.0, panel.get_xlim()[0]))
        panel.set_xlabel(f"regret per episode, T = {T}")
        panel.set_title(world, fontsize="medium")
        panel.grid(alpha=0.3)
    axes[0][0].invert_yaxis()
    partial = path.with_name(f".{path.stem}.{os.getpid()}{path.suffix}")
    save(figure, partial)
    os.replace(partial, path)
