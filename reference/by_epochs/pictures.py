"""The two pictures by epochs and their pages, from the committed tables; every number of a caption
is computed from its table.

`python -m reference.by_epochs.pictures` draws them anew into the folder `committed`.
"""

from __future__ import annotations

import csv
import io
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from importlib.resources import files
from math import log, sqrt
from pathlib import Path
from typing import Any

from reference.by_epochs.series import KNOWS_HORIZON, WITH_BALL, WITH_INTERVALS, LongRun, from_csv
from reference.running.plots import pyplot, save
from reference.support.atomic_files import write_whole

COMMITTED = Path(__file__).parent / "committed"
NAMES = {
    WITH_BALL: "UCRL-LP's twin, L1 ball",
    WITH_INTERVALS: "UCRL-LP's twin, intervals (not the paper's)",
    KNOWS_HORIZON: "UCRL2 that knows the horizon",
    "ucrl-lp": "UCRL-LP by GLOP, L1 ball",
    "ucrl-lp:radii=bernstein": "UCRL-LP by GLOP, intervals",
}
STYLE = {
    WITH_BALL: ("tab:blue", "-"),
    WITH_INTERVALS: ("tab:green", "-"),
    KNOWS_HORIZON: ("#b35900", "--"),
    "ucrl-lp": ("tab:blue", ":"),
    "ucrl-lp:radii=bernstein": ("tab:green", ":"),
}
PLAYED = {
    "ucrl-lp": ("UCRL-LP, played", "tab:cyan"),
    "ucrl2-fh": ("UCRL2 that knows the horizon, played", "tab:orange"),
    "ucrl2-chain": ("UCRL2 on the chain, played", "tab:red"),
}
LEVEL = 0.1
"""The largest slope, in size, of a ratio that a caption may call level."""
UPPER, LOWER = 3, 75
"""Theorem 4 as repaired: Reg <= UPPER LX sqrt(TA Lam); the theorem of the lower bound: some Reg >=
LX sqrt(TA Lam) / LOWER, where T >= 10^7 X^4 A Lam."""


def order(o: LongRun) -> float:
    """Return LX sqrt(TA Lam), the order of Theorem 4."""
    return o.L * o.X * sqrt(o.T * o.A * log(o.T * o.X * o.A / o.delta))


def as_printed(o: LongRun) -> float:
    """Return what stands behind the O of Theorem 4: the bounds that Lemmas 5, 11 and 12 print."""
    Lam = log(o.T * o.X * o.A / o.delta)
    of_lemmas = 4 * o.L * sqrt(o.T) * Lam + 10 * sqrt(o.T * o.L * o.X * o.A * Lam)
    return 12 * order(o) + of_lemmas


def as_repaired(o: LongRun) -> float:
    """Return the bound of Theorem 4 as repaired."""
    return UPPER * order(o)


def speaks(o: LongRun) -> bool:
    """Return whether the theorem of the lower bound speaks of this L, X, A and T."""
    Lam = log(o.T * o.X * o.A / o.delta)
    return o.T >= 10**7 * o.X**4 * o.A * Lam


def slope_of(at: Sequence[float], values: Sequence[float]) -> float:
    """Return the slope of the line of least squares through (ln at, ln values)."""
    u, v = [*map(log, at)], [*map(log, values)]
    mean_u, mean_v = sum(u) / len(u), sum(v) / len(v)
    above = sum((a - mean_u) * (b - mean_v) for a, b in zip(u, v, strict=True))
    return above / sum((a - mean_u) ** 2 for a in u)


@dataclass(frozen=True)
class LineOfRuns:
    """Mean of the trials at each abscissa, the least and the greatest."""

    places: list[int]
    mean: list[float]
    least: list[float]
    most: list[float]
    trials: list[int]

    def sentence(self, what: str, over: str) -> str:
        """Return what the line does: between which values, with which slope; "level" if that is
        at most LEVEL in size."""
        if len(self.places) < 2:
            return f"{what}: {self.mean[0]:.3g} at {over} = {self.places[0]}."
        steep = slope_of(self.places, self.mean)
        level = ": level" if abs(steep) <= LEVEL else ""
        ends = f"{over} = {self.places[0]:g} to {self.places[-1]:g}"
        low, high = min(self.mean), max(self.mean)
        return f"{what}: between {low:.3g} and {high:.3g} for {ends}; slope {steep:.2f}{level}."


def line_of_runs(outcomes: Iterable[LongRun], x: str, value: Any) -> LineOfRuns:
    """Return the line of these runs over their field `x`."""
    groups: dict[int, list[float]] = {}
    for o in outcomes:
        groups.setdefault(getattr(o, x), []).append(value(o))
    at = sorted(groups)
    sets = [groups[k] for k in at]
    means = [sum(s) / len(s) for s in sets]
    return LineOfRuns(at, means, [*map(min, sets)], [*map(max, sets)], [*map(len, sets)])


def draw_line(panel: Any, of: LineOfRuns, algorithm: str, label: bool = True) -> None:
    """Draw a line and its range."""
    colour, dashes = STYLE[algorithm]
    said = NAMES[algorithm] if label else None
    panel.plot(of.places, of.mean, marker=".", color=colour, linestyle=dashes, label=said)
    panel.fill_between(of.places, of.least, of.most, color=colour, alpha=0.2, linewidth=0)


def largest_above(one: LongRun, bound: Callable[[LongRun], float]) -> int:
    """Return the largest T with bound >= LT at the size of `one`: up to there the bound says
    nothing."""
    low, high = 1, 10**15
    while high - low > 1:
        T = (low + high) // 2
        low, high = (T, high) if bound(replace(one, T=T)) >= one.L * T else (low, T)
    return low


def played_runs() -> list[LongRun]:
    """Return the runs of Figure 1, whose episodes were played."""
    file = files("reference.figure1").joinpath("committed", "figure1.csv")
    rows = csv.DictReader(io.StringIO(file.read_text("utf-8")))
    return [
        LongRun(
            r["env"], r["algorithm"], int(r["L"]), int(r["X"]), int(r["A"]), int(r["T"]),
            float(r["delta"]), int(r["seed"]), r["reward_law"], float(r["regret"]),
            int(r["updates"]),
        )
        for r in rows
        if not r["options"] and r["algorithm"] in PLAYED
    ]  # fmt: skip


def figure1_continued(outcomes: list[LongRun], path: Path) -> str:
    """Draw Figure 1 continued and return its page."""
    plt = pyplot()
    figure, panel = plt.subplots(figsize=(7.2, 4.8), layout="constrained")
    sentences = []
    lines = {}
    for algorithm in NAMES:
        mine = [o for o in outcomes if o.algorithm == algorithm]
        if mine:
            lines[algorithm] = line_of_runs(mine, "T", regret_of)
            draw_line(panel, lines[algorithm], algorithm)
            sentences.append(lines[algorithm].sentence(f"Regret of {NAMES[algorithm]}", "T"))
    for algorithm, (name, colour) in PLAYED.items():
        of = line_of_runs((o for o in played_runs() if o.algorithm == algorithm), "T", regret_of)
        panel.plot(of.places, of.mean, marker="x", color=colour, label=name)
        panel.fill_between(of.places, of.least, of.most, color=colour, alpha=0.2, linewidth=0)
        sentences.append(of.sentence(f"Regret of {name}, {max(of.trials)} trials", "T"))
    one = outcomes[0]
    Ts = sorted({o.T for o in outcomes})
    low = [min(o.T for o in played_runs()), *Ts]
    panel.plot(low, [one.L * T for T in low], ":", color="gray", label="LT: nothing is said")
    for how, bound, what, dashes in (
        ("as repaired", as_repaired, f"{UPPER} LX sqrt(TA Lam)", "-"),
        ("as printed", as_printed, "Lemmas 5, 11 and 12 together", "--"),
    ):
        first = largest_above(one, bound) + 1
        says = [first, *[T for T in Ts if T > first]]
        heights = [bound(replace(one, T=T)) for T in says]
        name = f"Theorem 4 {how}, from T = {first:,} on"
        panel.plot(says, heights, dashes, color="black", label=name)
        sentences.append(f"Theorem 4 {how}, {what}, says something from T = {first:,} on.")
    panel.set_xscale("log")
    panel.set_yscale("log")
    panel.set_xlabel("T, in episodes")
    panel.set_ylabel("regret Reg_T, in rewards of [0, 1]")
    panel.grid(alpha=0.3)
    panel.legend(frameon=False, fontsize="small")
    save(figure, path)
    rows = [
        f"| {T:g} | " + " | ".join(cell(lines[a], T) if a in lines else "-" for a in NAMES) + " |"
        for T in Ts
    ]
    speak_from = next(T for T in (10**k for k in range(9, 40)) if speaks(replace(one, T=T)))
    return "\n".join([
        "# Figure 1 continued", "",
        f"Random MDPs of Sec. VI (L = {one.L}, X = {one.X}, A = {one.A}, delta = {one.delta}),",
        "a new one for each trial, Bernoulli rewards. Episodes are counted, not played",
        "(`ucrl-lp simulate epochs`). Means; from the least to the greatest trial.",
        "UCRL2 on the chain is not here: its epochs end in mid-episode, so it cannot go by epochs;",
        "its line is the played one, to T = 10^5.",
        "UCRL-LP's twin solves LP1 by backward induction in place of GLOP, with the first of equal",
        "actions; its completion is uniform, as GLOP's lines have it.",
        "",
        f"![Regret against T]({path.name})", "",
        *[f"- {s}" for s in sentences],
        "- At a smaller T each of the two is at least LT, which every learner keeps.",
        f"- The lower bound speaks of this size from about T = {speak_from:.0e} on: not here.",
        "",
        "| T | " + " | ".join(NAMES.values()) + " |", "|---" * (len(NAMES) + 1) + "|", *rows, "",
    ])  # fmt: skip


def regret_of(run: LongRun) -> float:
    """Return the regret of a run."""
    return run.regret


def cell(of: LineOfRuns, T: int) -> str:
    """Return mean, range and number of trials at T."""
    if T not in of.places:
        return "-"
    k = of.places.index(T)
    return f"{of.mean[k]:.4g} [{of.least[k]:.4g}, {of.most[k]:.4g}], {of.trials[k]}"


def lower_bound(outcomes: list[LongRun], path: Path) -> str:
    """Draw the picture of the lower bound and return its page."""
    plt = pyplot()
    figure, axes = plt.subplots(1, 3, figsize=(11, 4.0), layout="constrained", sharey=True)
    most = max(o.T for o in outcomes)
    sentences = []
    panels = (
        ("X", f"L = 6, T = {most:.0e}", [o for o in outcomes if o.T == most and o.L == 6]),
        ("L", f"k = 3, T = {most:.0e}", [o for o in outcomes if o.T == most and "k=3," in o.env]),
        ("T", "L = 3, X = 6", [o for o in outcomes if (o.L, o.X) == (3, 6)]),
    )
    for panel, (x, fixed, runs) in zip(axes, panels, strict=True):
        for algorithm in (WITH_BALL, WITH_INTERVALS):
            of = line_of_runs(
                (o for o in runs if o.algorithm == algorithm), x, lambda o: o.regret / order(o)
            )
            draw_line(panel, of, algorithm)
            what = f"Reg/(LX sqrt(TA Lam)), {fixed}, {NAMES[algorithm]}"
            sentences.append(of.sentence(what, x))
            told = sorted({getattr(o, x) for o in runs if speaks(o)})
            if algorithm == WITH_BALL and told:
                values = [of.mean[of.places.index(k)] for k in told]
                panel.plot(told, values, "o", color="black", fillstyle="none", markersize=10,
                           label="here the theorem speaks")  # fmt: skip
        panel.axhline(1 / LOWER, color="black", linewidth=0.8, label=f"1/{LOWER}, the theorem's")
        panel.set_xscale("log")
        panel.set_yscale("log")
        panel.set_xlabel(x)
        panel.set_title(fixed, fontsize="medium")
        panel.grid(alpha=0.3)
        ticks = sorted({getattr(o, x) for o in runs})
        panel.set_xticks(ticks, [f"{t:g}" for t in ticks], fontsize="small")
        panel.tick_params(axis="x", which="minor", bottom=False, labelbottom=False)
    axes[0].set_ylabel("Reg/(LX sqrt(TA Lam))")
    axes[2].legend(frameon=False, fontsize="small", loc="lower left")
    save(figure, path)
    spoken = sorted({(o.L, o.X, o.A, o.T) for o in outcomes if speaks(o)})
    silent = sorted({(o.L, o.X, o.A, o.T) for o in outcomes if not speaks(o)})
    least = min(
        (o.regret / order(o) for o in outcomes if speaks(o) and o.algorithm == WITH_BALL), default=0
    )
    rows = []
    for key in sorted({(o.L, o.X, o.T) for o in outcomes}):
        mine = [o for o in outcomes if (o.L, o.X, o.T) == key]
        cells = []
        for algorithm in (WITH_BALL, WITH_INTERVALS):
            ratios = [o.regret / order(o) for o in mine if o.algorithm == algorithm]
            mean = sum(ratios) / max(1, len(ratios))
            cells.append(f"{mean:.4g} [{min(ratios):.4g}, {max(ratios):.4g}]" if ratios else "-")
        says = "yes" if speaks(mine[0]) else "not yet"
        rows.append(f"| {key[0]} | {key[1]} | {key[2]:g} | {says} | {cells[0]} | {cells[1]} |")
    return "\n".join([
        "# The lower bound, on the family of its theorem", "",
        "`tight-chain`: layers 1, k, .., k, 1, X = k (L - 1) + 2, A = 2, deterministic rewards",
        "made for the T that is played, delta = 0.1, three seeds. UCRL-LP's twin (LP1 by backward",
        "induction), completion uniform; episodes are counted, not played.", "",
        f"![Reg/(LX sqrt(TA Lam)) over X, L and T]({path.name})", "",
        *[f"- {s}" for s in sentences],
        f"- The theorem speaks (T >= 10^7 X^4 A Lam) at {len(spoken)} of "
        f"{len(spoken) + len(silent)} settings (L, X, A, T), circles: "
        + ", ".join(f"({L}, {X}, {A}, {T:.0e})" for L, X, A, T in spoken)
        + f". There the ratio with the ball is at least {least:.3g}; the theorem says 1/{LOWER} = "
        f"{1 / LOWER:.3g}.", "",
        "| L | X | T | the theorem speaks | L1 ball: mean [least, greatest] | intervals |",
        "|---|---|---|---|---|---|", *rows, "",
    ])  # fmt: skip


PICTURES = {"figure1": figure1_continued, "chain": lower_bound}


def page_of(name: str, folder: Path = COMMITTED) -> str:
    """Draw the picture of a committed table into `folder` and return its page."""
    outcomes = from_csv((COMMITTED / f"{name}.csv").read_text("utf-8"))
    return PICTURES[name](outcomes, folder / f"{name}.png")


def main() -> int:
    """Draw both pictures and write their pages."""
    for name in PICTURES:
        if (COMMITTED / f"{name}.csv").exists():
            write_whole(COMMITTED / f"{name}.md", page_of(name))
    return 0


if __name__ == "__main__":
    sys.exit(main())
