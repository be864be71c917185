"""The page of findings on the family, from the committed trials of `ucrl-lp simulate --family`.

    python -m tests.experiments.family_page

rewrites tests/data/simulation/family.md from the CSV files beside it; test_family.py compares.
"""

from __future__ import annotations

import json
import textwrap
from collections.abc import Iterator
from math import log
from pathlib import Path
from statistics import fmean

from reference.experiments.algorithms import AlgorithmSpec, parse
from reference.experiments.family import OURS, Family
from reference.experiments.paired_tests import better
from reference.experiments.results import Results, number, read_csv, read_times, regrets
from reference.experiments.trials import Times, Trial
from tests.paths import ROOT

DATA = ROOT / "tests/data/simulation"
PAGE = DATA / "family.md"
RIVALS = tuple(parse(name) for name in ("uob-reps", "uc-o-reps", "fpop", "ucrl2-chain", "ucrl2-fh"))
STOCHASTIC = "bernoulli"


def family() -> Family:
    """The experiment of the committed manifest."""
    manifest = json.loads((DATA / "family-manifest.json").read_text("utf-8"))
    return Family.from_options(manifest["options"])


def committed() -> tuple[Results, dict[Trial, Times]]:
    return read_csv(DATA / "family.csv"), read_times(DATA / "family-times.csv")


def page() -> str:
    """The whole page."""
    of = family()
    results, times = committed()
    tables = of.tables(results)
    parts = ["# The family: findings\n", _wrapped(_head(of)), "\n## Findings\n"]
    parts += [f"- {_wrapped(line, '  ')}" for line in sentences(of, results, times)]
    parts.append("\n## Regret\n")
    for table in tables:
        parts += [_wrapped(table.title), "", table.markdown()]
    parts.append("## Time\n")
    for table in of.time_tables(results, times):
        parts += [_wrapped(table.title), "", table.markdown()]
    return "\n".join(parts).rstrip("\n") + "\n"


def sentences(of: Family, results: Results, times: dict[Trial, Times]) -> Iterator[str]:
    """What the trials say, each sentence recomputed from them."""
    for ours in OURS:
        name = ours.full["completion"]
        for rival in RIVALS:
            yield _against(of, results, ours, rival, name)
    uniform, greedy = OURS
    for T in of.T:
        a, b = regrets(results, greedy, uniform, T=T, reward_law=STOCHASTIC)
        found = better(a, b)
        yield (
            f"Completion (R-3), T = {T}: greedy has the smaller regret than uniform in "
            f"{found.wins} of {found.n} trials, chance in {found.chance}; "
            f"ratio {number(found.ratio, 3)}."
        )
    for world in of.worlds:
        if world != STOCHASTIC:
            yield from (_growth(of, results, ours, world) for ours in (*OURS, RIVALS[0], RIVALS[1]))
    for choice in (OURS[0], *RIVALS[:3]):
        yield _cost(of, results, times, choice)
    T = of.T[-1]
    full, bandit = (_mean(results, parse(name), T, STOCHASTIC) for name in ("jhl", "jhl-bandit"))
    worst = max(_mean(results, choice, T, STOCHASTIC) for choice in of.choices)
    yield (
        f"With its published constants (64 L^5, 128 L^4) JHL does not learn within T = {T}: "
        f"mean regret {number(full)}, bandit {number(bandit)}; the worst of all here is "
        f"{number(worst)}."
    )
    tuned, published = parse("uob-reps:scale=10,exploration=10"), parse("uob-reps")
    yield (
        f"UOB-REPS with ten times its eta and gamma: mean regret "
        f"{number(_mean(results, tuned, T, STOCHASTIC))} at T = {T}, "
        f"{number(_mean(results, published, T, STOCHASTIC))} with R-30's."
    )


def _against(
    of: Family, results: Results, ours: AlgorithmSpec, rival: AlgorithmSpec, name: str
) -> str:
    words = []
    for T in of.T:
        found = better(*regrets(results, ours, rival, T=T, reward_law=STOCHASTIC))
        words.append(
            f"T = {T}: {found.wins} of {found.n}, chance in {found.chance}, {found.verdict}"
        )
    return (
        f"Fixed means, completion {name}: trials in which UCRL-LP has a smaller regret than "
        f"{rival.label}. {'; '.join(words)}."
    )


def _growth(of: Family, results: Results, choice: AlgorithmSpec, world: str) -> str:
    T0, T1 = of.T[0], of.T[-1]
    first, last = (_mean(results, choice, T, world) for T in (T0, T1))
    if T0 == T1:
        return (
            f"{world}: {choice.label} has mean regret {number(last)} at T = {T1}, "
            f"{number(last / T1, 3)} per episode."
        )
    slope = number(log(last / first) / log(T1 / T0), 3) if min(first, last) > 0 else "-"
    return (
        f"{world}: {choice.label} has mean regret {number(first)} at T = {T0} and "
        f"{number(last)} at T = {T1}, per episode {number(first / T0, 3)} and "
        f"{number(last / T1, 3)}, slope {slope}."
    )


def _cost(of: Family, results: Results, times: dict[Trial, Times], choice: AlgorithmSpec) -> str:
    T = of.T[-1]
    runs = [t for t in times if (t.choice, t.T) == (choice, T)]
    updates = sum(results[t].updates for t in runs)
    whole = fmean(times[t].update_cpu_seconds for t in runs)
    each = 1000 * sum(times[t].update_cpu_seconds for t in runs) / updates
    return (
        f"{choice.label} at T = {T}: {number(updates / len(runs))} updates of "
        f"{number(each, 3)} ms, {number(whole, 3)} s of processor time per run."
    )


def _mean(results: Results, choice: AlgorithmSpec, T: int, world: str) -> float:
    return fmean(regrets(results, choice, T=T, reward_law=world)[0])


def _head(of: Family) -> str:
    worlds, grid = ", ".join(of.worlds), ", ".join(map(str, of.T))
    low = better([0.0] * of.trials, [1.0] * of.trials).chance.low
    return (
        f"Trials of `ucrl-lp simulate --family`: T = {grid}, {of.trials} random "
        f"MDPs of the simulation's size per T, the same MDP and noise for all algorithms, delta = "
        f"{of.delta}. Worlds: {worlds}. With fixed means the regret is eq. (2); under an adversary "
        "it is against the best fixed policy in hindsight. Both are exact up to rounding. "
        "Intervals are exact 95 % intervals (Clopper and Pearson) of the chance to win a new trial: "
        f"with {of.trials} trials even {of.trials} wins leave [{low:.2f}, 1]. "
        "FPOP, O-REPS, UC-O-REPS and JHL see the whole reward table of every episode (R-32), "
        "O-REPS knows P; UCRL-LP, UCRL2, UCRL, UOB-REPS and the bandit variants do not."
    )  # fmt: skip


def _wrapped(text: str, indent: str = "") -> str:
    return textwrap.fill(
        text, 98, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False
    )


def main(path: Path = PAGE) -> None:
    path.write_text(page(), "utf-8")


if __name__ == "__main__":
    main()
