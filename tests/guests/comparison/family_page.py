"""The page of findings on the family, from the committed trials of `ucrl-lp simulate compare`.

    python -m tests.guests.comparison.family_page

rewrites family.md and the picture from the CSV files beside them, in
reference/guests/comparison/committed; test_family.py compares.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator
from itertools import product, takewhile
from statistics import fmean

from reference.figure1.algorithms import AlgorithmSpec, parse
from reference.figure1.paired_tests import DECIDING, DEPENDS, HOLDS, Slope, better, slope
from reference.figure1.results import Results, Table, number, paired, regrets
from reference.figure1.trials import Times, Trial
from reference.guests.comparison.comparison import BOTH_COMPLETIONS, Comparison
from reference.guests.comparison.draw_comparison import draw
from tests.figure1.csv_results import read_times
from tests.guests.comparison.committed import OF_GUESTS, experiment, outcomes

PAGE = OF_GUESTS / "family.md"
UNIFORM, GREEDY = BOTH_COMPLETIONS
RIVALS = tuple(parse(name) for name in ("uob-reps", "uc-o-reps", "fpop", "ucrl2-chain", "ucrl2-fh"))
STOCHASTIC = "bernoulli"
AGAIN = (
    "Two of them, UCRL-LP with completion greedy, seed 2, T = 10000, under adversaries, first "
    "ended with GLOP's status ABNORMAL and were run again once the solver had a second start "
    "(R-5). FPOP, O-REPS, UC-O-REPS and JHL with Bernoulli rewards were run again once the tables "
    "that they see had a stream of their own (R-32), UCRL-LP with completion greedy once eq. "
    "(12)'s maximum was summed so that ties stay ties, and FPOP once its eta paid for every epoch "
    "(R-26)."
)


def committed() -> tuple[Results, dict[Trial, Times]]:
    """Trials and times."""
    return outcomes("family"), read_times(OF_GUESTS / "family-times.csv")


def page() -> str:
    """The whole page."""
    of, (trials, times) = experiment("family"), committed()
    parts = [
        "# The family: findings\n",
        _wrapped(_head(of)),
        "",
        _wrapped(_whole(of, trials, times)),
        "\n## Findings\n",
        *_items(sentences(of, trials, times)),
        "\n## Longer runs under adversaries\n",
        _wrapped(_longer_head()),
        "",
        *_items(longer()),
        "\n![Regret per episode](family.png)\n\n## Regret\n",
        *map(_table, of.tables(trials)),
        "## Time\n",
        *map(_table, of.time_tables(trials, times)),
    ]
    return "\n".join(parts).rstrip("\n") + "\n"


def sentences(of: Comparison, results: Results, times: dict[Trial, Times]) -> Iterator[str]:
    """What the trials say, each sentence recomputed from them."""
    for world, rival in product(of.worlds, RIVALS):
        yield _against(of, results, rival, world)
    for world in of.worlds:
        yield _completion(of, results, world)
    for world, choice in product(of.worlds, (*BOTH_COMPLETIONS, *RIVALS)):
        if world != STOCHASTIC:
            yield growth(of, results, choice, world)
    yield linear(of, results)
    for choice in (UNIFORM, *RIVALS[:3]):
        yield _cost(of, results, times, choice)
    yield from _effects(of, results)


def _effects(of: Comparison, results: Results) -> Iterator[str]:
    """What constants and the cut of SCAL do."""
    T, (full, bandit, rest) = _last(of, results, "jhl", "jhl-bandit", "ucrl-lp")
    yield (
        f"With its published constants, 64 L^5 and 128 L^4, JHL has mean regret "
        f"{number(fmean(full))} at T = {T}, with bandit feedback {number(fmean(bandit))}; UCRL-LP "
        f"has {number(fmean(rest))}."
    )
    T, (published, tuned) = _last(of, results, "uob-reps", "uob-reps:scale=10,exploration=10")
    yield (
        f"UOB-REPS with ten times its eta and gamma: mean regret {number(fmean(tuned))} at T = {T},"
        f" {number(fmean(published))} with R-30's."
    )
    T, (cut, whole) = _last(of, results, "scal-chain", "ucrl2-chain")
    same = sum(a == b for a, b in zip(cut, whole, strict=True))
    yield (
        f"SCAL with c = L has exactly UCRL2's regret on the chain in {same} of {len(cut)} trials "
        f"at T = {T}: there the cut changes nothing."
    )


def _last(of: Comparison, results: Results, *names: str) -> tuple[int, list[list[float]]]:
    """The largest T with trials of all of them with fixed means, and their regrets there."""
    choices = [parse(name) for name in names]
    T = _there(of, results, STOCHASTIC, *choices)[-1]
    return T, regrets(results, *choices, T=T, reward_law=STOCHASTIC)


def _there(of: Comparison, results: Results, world: str, *choices: AlgorithmSpec) -> list[int]:
    """The T at which all of them have a trial of the same MDP in this world."""
    return [T for T in of.T if regrets(results, *choices, T=T, reward_law=world)[0]]


def _against(of: Comparison, results: Results, rival: AlgorithmSpec, world: str) -> str:
    """Who is better where, under either completion, and from which T on."""
    words, standings = [], []
    for ours in BOTH_COMPLETIONS:
        duels = [(T, d) for T, d in of.better(results, ours, rival, reward_law=world) if d.n]
        each = ", ".join(f"{d.wins} of {d.n} at T = {T} {d.chance}" for T, d in duels)
        words.append(f"completion {ours.full['completion']} {each}")
        standings.append(_standing([(T, d.verdict) for T, d in duels if d.n >= DECIDING]))
    uniform, greedy = standings
    if uniform == greedy:
        said = f"{uniform}, under either completion"
    else:
        decides = ": the completion (R-3) decides" if "ahead" in (uniform[:5], greedy[:5]) else ""
        said = f"{uniform} with uniform, {greedy} with greedy{decides}"
    better = f"{world}, smaller regret than {rival.label}: {'; '.join(words)}"
    return f"{better}. UCRL-LP is {said}."


def _standing(verdicts: list[tuple[int, str]]) -> str:
    """Ahead since when, behind or neither, at the largest T."""
    last, verdict = verdicts[-1]
    if verdict == DEPENDS:
        return f"neither ahead nor behind for certain at T = {last}"
    *_, (since, _) = takewhile(lambda standing: standing[1] == verdict, reversed(verdicts))
    word = "ahead" if verdict == HOLDS else "behind"
    return f"{word} at T = {last}" if since == last else f"{word} from T = {since} on"


def _completion(of: Comparison, results: Results, world: str) -> str:
    words = "; ".join(
        f"T = {T}: {d.wins} of {d.n} {d.chance}, ratio {number(d.ratio, 3)}"
        for T, d in of.better(results, GREEDY, UNIFORM, reward_law=world)
        if d.n
    )
    return (
        f"{world}, completion (R-3): trials in which greedy has the smaller regret than uniform. "
        f"{words}."
    )


def growth(of: Comparison, results: Results, choice: AlgorithmSpec, world: str) -> str:
    """Regret at every T, and its slope in T."""
    grid = _there(of, results, world, choice)
    mean = {T: fmean(regrets(results, choice, T=T, reward_law=world)[0]) for T in grid}
    words = ", ".join(f"{number(r)} at T = {T} ({number(r / T, 3)})" for T, r in mean.items())
    said = f"{world}, {choice.label}: mean regret (per episode) {words}"
    rate = _slope(of, results, choice, world)
    if rate is None:
        return f"{said}."
    if rate.interval is None:
        last = regrets(results, choice, T=grid[-1], reward_law=world)[0]
        return (
            f"{said}; negative in {sum(r < 0 for r in last)} of {len(last)} trials at T = "
            f"{grid[-1]}: there the learner beats every fixed policy."
        )
    return (
        f"{said}; slope d ln Reg / d ln T {number(rate.mean, 3)} {rate.interval}, sublinear: "
        f"{rate.verdict}."
    )


def _slope(of: Comparison, results: Results, choice: AlgorithmSpec, world: str) -> Slope | None:
    """From the least T to the largest; None with one T or one trial."""
    grid = _there(of, results, world, choice)
    if len(grid) < 2:
        return None
    ends = paired(results, (choice, grid[0]), (choice, grid[-1]), reward_law=world)
    rate = slope(grid[0], grid[-1], *ends)
    return rate if rate.n > 1 else None


def linear(of: Comparison, results: Results) -> str:
    """Is UCRL-LP's regret linear under the adversaries?"""
    ours = [choice for choice in of.algorithms if choice.algorithm.startswith("ucrl-lp")]
    worlds = [world for world in of.worlds if world != STOCHASTIC]
    cases = below = 0
    for choice, world in product(ours, worlds):
        if (rate := _slope(of, results, choice, world)) is not None:
            last = regrets(results, choice, T=of.T[-1], reward_law=world)[0]
            cases, below = cases + 1, below + (rate.verdict == HOLDS or max(last) < 0)
    return (
        f"Linear regret of UCRL-LP or its twin under an adversary, T = {of.T[0]} to {of.T[-1]}: in "
        f"{below} of {cases} cases the slope is certainly below 1, or the regret negative in every "
        "trial."
    )


def _cost(
    of: Comparison, results: Results, times: dict[Trial, Times], choice: AlgorithmSpec
) -> str:
    words = []
    for T in of.T:
        runs = [t for t in times if (t.choice, t.T, t.reward_law) == (choice, T, STOCHASTIC)]
        if not runs:
            continue
        updates = sum(results[t].updates for t in runs)
        seconds = sum(times[t].update_cpu_seconds for t in runs)
        words.append(
            f"at T = {T} {number(updates / len(runs))} updates of "
            f"{number(1000 * seconds / updates, 3)} ms, {number(seconds / len(runs), 3)} s per run"
        )
    return f"Processor time of the updates of {choice.label}: {'; '.join(words)}."


def _head(of: Comparison) -> str:
    worlds, grid = ", ".join(of.worlds), ", ".join(map(str, of.T))
    low = better([0.0] * of.trials, [1.0] * of.trials).chance.low
    return (
        f"Trials of `ucrl-lp simulate compare`: T = {grid}, {of.trials} random "
        f"MDPs of the simulation's size per T, the same MDP and noise for all algorithms, delta = "
        f"{of.delta}. Worlds: {worlds}. With fixed means the regret is eq. (2); under an adversary "
        "it is against the best fixed policy in hindsight. Both are exact up to rounding. "
        "Intervals are exact 95 % intervals (Clopper and Pearson) of the chance to win a new "
        f"trial: with {of.trials} trials even {of.trials} wins leave [{low:.2f}, 1]. "
        "FPOP, O-REPS, UC-O-REPS and JHL see the whole reward table of every episode (R-32), "
        "O-REPS knows P; UCRL-LP, UCRL2, UCRL, UOB-REPS and the bandit variants do not."
    )  # fmt: skip


def longer() -> Iterator[str]:
    """Growth to the largest T, from the trials of family-long.csv."""
    of, trials = experiment("family-long"), outcomes("family-long")
    for world, choice in product(of.worlds, of.algorithms):
        yield growth(of, trials, choice, world)
    yield linear(of, trials)


def _longer_head() -> str:
    of = experiment("family-long")
    words = " ".join(map(str, of.algorithms))
    return (
        f"{of.trials} trials each of `ucrl-lp simulate compare --T {' '.join(map(str, of.T))} "
        f"--trials {of.trials} --worlds {' '.join(of.worlds)} --algorithms {words}`. The twin "
        "solves LP1 by backward induction in UCRL-LP's place."
    )


def _whole(of: Comparison, results: Results, times: dict[Trial, Times]) -> str:
    """How many trials there are, and what they took."""
    minutes = sum(spent.run_cpu_seconds for spent in times.values()) / 60
    return (
        f"{len(results)} of the {len(of.plan())} trials of that command are here; they took "
        f"{minutes:.0f} minutes of processor time, {minutes / 2:.0f} for each of 2 cores. {AGAIN}"
    )


def _items(lines: Iterable[str]) -> list[str]:
    return [f"- {_wrapped(line, '  ')}" for line in lines]


def _table(table: Table) -> str:
    return f"{_wrapped(table.title)}\n\n{table.markdown()}"


def _wrapped(text: str, indent: str = "") -> str:
    return textwrap.fill(
        text, 98, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False
    )


def main() -> None:
    """Rewrite the page and the picture."""
    PAGE.write_text(page(), "utf-8")
    for suffix in (".svg", ".png"):
        draw(experiment("family"), outcomes("family"), PAGE.with_suffix(suffix))


if __name__ == "__main__":
    main()
