"""The picture of a comparison: a panel per environment and world, a row per algorithm; regret per
episode at each T, darker for larger T: mean and range over the trials."""

from __future__ import annotations

from itertools import product
from pathlib import Path
from statistics import fmean

from reference.figure1.results import Results, regrets
from reference.guests.comparison.comparison import BOTH_COMPLETIONS, Comparison
from reference.running.plots import pyplot, save


def draw(compared: Comparison, results: Results, path: Path) -> None:
    """Write the figure as `path`, whole or not at all; PNG or SVG by its suffix."""
    plt = pyplot()
    choices = compared.algorithms
    places = list(product(compared.env, compared.worlds))
    figure, axes = plt.subplots(
        1,
        len(places),
        figsize=(3.2 * len(places) + 2.4, 1.2 + 0.27 * len(choices)),
        layout="constrained",
        sharey=True,
        squeeze=False,
    )
    for panel, (env, world) in zip(axes[0], places, strict=True):
        for (row, choice), T in product(enumerate(choices), compared.T):
            sample = regrets(results, choice, T=T, env=env, reward_law=world)[0]
            if not sample:
                continue
            per_episode = [regret / T for regret in sample]
            mean = fmean(per_episode)
            panel.errorbar(
                [mean],
                [row],
                xerr=([mean - min(per_episode)], [max(per_episode) - mean]),
                color="tab:blue" if choice in BOTH_COMPLETIONS else "black",
                alpha=1.0 if T == compared.T[-1] else 0.35,
                marker="o",
                markersize=4,
            )
        panel.set_yticks(range(len(choices)), [choice.label for choice in choices])
        panel.set_xlim(left=min(0.0, panel.get_xlim()[0]))
        panel.set_xlabel(f"regret per episode, T = {', '.join(map(str, compared.T))}")
        panel.set_title(world if len(compared.env) == 1 else f"{env}, {world}", fontsize="medium")
        panel.grid(alpha=0.3)
    axes[0][0].invert_yaxis()
    save(figure, path)
