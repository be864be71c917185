"""Sec. VI's claims as tests over paired trials, the grid of readings."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from scipy import stats

from reference import readings
from reference.figure1 import trials
from reference.figure1.carry_out import carry_out, resumed
from reference.figure1.figure1 import Figure1
from reference.figure1.paired_tests import (
    DEPENDS,
    FAILS,
    HOLDS,
    better,
    chance_of_winning,
    slope,
)
from reference.figure1.results import number, regrets, spread, times_to_csv, to_csv
from reference.figure1.sensitivity import (
    CHAIN,
    FINITE,
    PRINTED,
    TWIN,
    Sensitivity,
    settings,
)
from reference.figure1.trial_store import TrialStore
from reference.figure1.trials import Outcome, Times, Trial
from tests.figure1.csv_results import read_csv
from tests.figure1.csv_results import read_times as read_times_csv
from tests.figure1.test_simulation import Here
from tests.refused import refused

OUTCOME = Outcome(52, 5, 6, 4.5, 1.0, 1.0, 1.0, 10, 10)


# Paired trials


def test_the_interval_of_the_sign_test_is_scipys() -> None:
    for n in (1, 2, 5, 6, 10, 30):
        for wins in range(n + 1):
            interval = chance_of_winning(wins, n)
            expected = stats.binomtest(wins, n).proportion_ci(0.95, "exact")
            assert (interval.low, interval.high) == pytest.approx(expected, abs=1e-12)


def test_no_trials_say_nothing() -> None:
    assert str(chance_of_winning(0, 0)) == "[0.00, 1.00]"
    assert better([], []).verdict == DEPENDS
    assert better([1.0] * 9, [1.0] * 9).n == 0


@pytest.mark.parametrize(
    ("wins", "n", "verdict"),
    [
        (6, 6, HOLDS),
        (5, 5, DEPENDS),
        (9, 10, HOLDS),
        (8, 10, DEPENDS),
        (1, 10, FAILS),
        (0, 6, FAILS),
    ],
)
def test_verdicts_by_wins(wins: int, n: int, verdict: str) -> None:
    a = [1.0] * wins + [4.0] * (n - wins)
    duel = better(a, [2.0] * n)
    assert (duel.wins, duel.n, duel.verdict) == (wins, n, verdict)
    assert duel.ratio == pytest.approx(2 ** ((n - 2 * wins) / n))


def test_pairs_matter() -> None:
    """The planted fault: the same regrets, paired wrongly, give another verdict."""
    easy_to_hard = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0]
    always_better = [0.9 * x for x in easy_to_hard]
    assert better(always_better, easy_to_hard).verdict == HOLDS
    assert better(always_better, easy_to_hard[1:] + easy_to_hard[:1]).verdict == DEPENDS


def test_a_regret_that_is_not_positive_has_no_ratio_and_no_slope() -> None:
    assert better([0.0, 1.0], [1.0, 2.0]).ratio is None
    assert slope(10, 100, [0.0, 1.0], [1.0, 2.0]).mean is None
    assert slope(10, 100, [1.0], [1.0]).verdict == DEPENDS


def test_slope_and_its_interval() -> None:
    exponents = [0.4, 0.5, 0.6, 0.7]
    regret0 = [3.0, 5.0, 7.0, 9.0]
    regret1 = [r * 10**e for r, e in zip(regret0, exponents, strict=True)]
    growth = slope(100, 1000, regret0, regret1)
    expected = stats.t.interval(0.95, 3, 0.55, stats.sem(exponents))
    assert growth.mean == pytest.approx(0.55) and growth.verdict == DEPENDS
    assert growth.interval is not None
    assert (growth.interval.low, growth.interval.high) == pytest.approx(expected)


@pytest.mark.parametrize(
    ("exponents", "verdict"),
    [
        ([1.0] * 9, FAILS),
        ([1.2, 1.21] * 3, FAILS),
        ([0.9, 1.05] * 3, DEPENDS),
        ([0.8, 0.81, 0.79] * 2, HOLDS),
        ([0.8, 0.81, 0.8, 0.81], DEPENDS),  # too few for a verdict
    ],
)
def test_verdicts_by_slope(exponents: list[float], verdict: str) -> None:
    """Slope 1 exactly, the same regret in every episode, is not sublinear."""
    regret0 = [math.pi * (k + 1) for k in range(len(exponents))]
    regret1 = [r * 3**e for r, e in zip(regret0, exponents, strict=True)]
    assert slope(1000, 3000, regret0, regret1).verdict == verdict


# Synthetic results


def synthetic(plan: Sequence[Trial], regret: Callable[[Trial], float]) -> dict[Trial, Outcome]:
    return {t: replace(OUTCOME, regret=regret(t)) for t in plan}


def powers(t: Trial) -> float:
    """UCRL-LP has slope 0.5 and is better from T = 1000 on; UCRL2 has slope 1.1. Seeds differ."""
    growth = 0.5 if t.choice.algorithm.startswith("ucrl-lp") else 1.1
    return float((1 + t.seed) * 100 * (t.T / 300) ** growth)


@pytest.mark.parametrize("T, trials", [((100, 200), 6), ((100, 1000), 4)])
def test_no_verdict_on_growth_from_too_little(T: tuple[int, ...], trials: int) -> None:
    figure1 = Figure1(T, trials)
    said = figure1.sentence(synthetic(figure1.plan(), powers))
    slopes = f"UCRL-LP is 0.5 on T = {T[0]} to {T[1]} ({trials} trials): no verdict below 5 trials"
    assert slopes in said and "sublinear" not in said and "below 1" not in said


def test_figure_1_answers_both_claims() -> None:
    figure1 = Figure1((100, 1000, 10000), 6)
    results = synthetic(figure1.plan(), powers)
    (lp, chain, _) = figure1.algorithms
    assert [d.verdict for _, d in figure1.better(results, lp, chain)] == [FAILS, HOLDS, HOLDS]
    assert [s.verdict for s in figure1.slopes(results, lp)] == [HOLDS, HOLDS]
    assert [s.mean for s in figure1.slopes(results, chain)] == pytest.approx([1.1, 1.1])
    tables = figure1.tables(results)
    assert [row[-1] for row in tables[1].rows] == [FAILS, HOLDS, HOLDS, DEPENDS]
    assert tables[0].rows[0][1] == spread([100 * (k + 1) / 3**0.5 for k in range(6)])
    assert figure1.time_tables(results, {}) == []


def test_a_missing_trial_leaves_its_pair_out() -> None:
    figure1 = Figure1((100, 1000), 6)
    results = synthetic(figure1.plan(), powers)
    lp, chain, _ = figure1.algorithms
    del results[trials.trial("paper", chain, 1000, 0.1, "bernoulli", 3)]
    assert [d.n for _, d in figure1.better(results, lp, chain)] == [6, 5]
    assert figure1.slopes(results, chain)[0].n == 5
    assert [len(side) for side in regrets(results, lp, chain, T=1000)] == [5, 5]


def test_the_grid_moves_one_choice_at_a_time() -> None:
    grid = list(settings("paper"))
    assert len({s.name for s in grid}) == len({s.what for s in grid}) == len(grid)
    assert len({(s.ours, s.theirs, *s.where.values()) for s in grid}) == len(grid)
    known = {r.id for r in readings.READINGS}
    used = {s.reading for s in grid} - {""}
    assert used <= known
    # What the issue lists: completion, LP form and vertex, UCRL2 setting and clipping, delta,
    # reward law, MDP law, log base.
    assert {f"R-{n}" for n in (3, 5, 7, 8, 10, 12, 13, 14, 22, 23)} <= used
    for setting in grid:
        moved = (
            setting.ours not in (PRINTED, TWIN),
            setting.theirs != (CHAIN, FINITE),
            setting.env != "paper",
            setting.delta != 0.1,
            setting.reward_law != "bernoulli",
        )
        assert sum(moved) == (0 if setting.name in ("defaults", "R-8 twin*") else 1), setting.name
        assert ("*" in setting.name) == (setting.ours.algorithm == "ucrl-lp-twin")
        assert setting.reading == "" or setting.reading in known


def test_every_choice_of_the_varied_readings_is_in_the_grid() -> None:
    grid = list(settings("paper"))
    for key in ("completion", "glop", "lp-form"):
        choices = {s.ours.full[key] for s in grid if s.ours.algorithm == "ucrl-lp"}
        # optima by backward induction, whatever their tie rule, are those of R-8's twin
        assert choices == set(readings.BY_KEY[key].choices) - {"any", readings.BACKWARD_INDUCTION}
    assert {s.reward_law for s in grid} == set(readings.BY_KEY["reward-law"].choices)
    logs = {s.ours.full["log"] for s in grid}
    assert logs == set(readings.BY_KEY["log"].choices)


def test_the_grid_answers_setting_by_setting() -> None:
    grid = Sensitivity((100, 1000, 10000), 6)
    plan = grid.plan()
    assert len(plan) == len(set(plan))
    claims, summary = grid.tables(synthetic(plan, powers))
    assert len(summary.rows) == len(list(settings("paper")))
    assert {tuple(row[1:]) for row in summary.rows} == {("from 1e3", "from 1e3", "yes", "no", "no")}
    better = [row for row in claims.rows if row[1].startswith("<")]
    assert len(better) == 2 * 3 * len(summary.rows)
    # 0 of 6 at T = 100, 6 of 6 later: 1 - 0.05/2 = 1 - p^6 at the ends of the exact intervals.
    edge = 0.025 ** (1 / 6)
    assert {tuple(row[2:]) for row in better} == {
        ("1e2", number((100 / 300) ** -0.6, 3), "0/6", f"0.00..{1 - edge:.2f}", "no"),
        ("1e3", number((1000 / 300) ** -0.6, 3), "6/6", f"{edge:.2f}..1.00", "yes"),
        ("1e4", number((10000 / 300) ** -0.6, 3), "6/6", f"{edge:.2f}..1.00", "yes"),
    }
    ours = {tuple(row[2:]) for row in claims.rows if row[1] == "slope UCRL-LP"}
    assert ours == {(T, "0.5", "-", "0.50..0.50", "yes") for T in ("1e2..1e3", "1e3..1e4")}
    theirs = [row for row in claims.rows if row[1] in ("slope chain", "slope FH")]
    assert {row[3] for row in theirs} == {"1.1"} and {row[-1] for row in theirs} == {"no"}
    # Every set of trials has its slope once: UCRL2's under the defaults, not once per setting.
    assert sum(row[:2] == ["defaults", "slope chain"] for row in theirs) == 2
    assert not any(row[0] == "greedy" for row in theirs)
    worse = grid.tables(synthetic(plan, lambda t: 1e6 / powers(t)))[1]
    assert worse.rows[0][1:3] == ["depends", "depends"]  # better at 100 only: not "from"
    equal = grid.tables(synthetic(plan, lambda t: 1.0 + t.T + t.seed))[1]
    assert set(equal.rows[0][1:3]) == {"depends"}
    few = replace(grid, trials=4)
    each, all_T = few.tables(synthetic(few.plan(), powers))
    said = {row[-1] for row in each.rows} | {cell for row in all_T.rows for cell in row[1:]}
    assert said == {"too few trials (4 < 6)", "too few trials (4 < 5)"}
    assert all(len(line) <= 80 for line in summary.text().splitlines())
    assert all(len(line) <= 80 for line in claims.text().splitlines())


def test_settings_do_not_see_each_others_trials() -> None:
    """The planted fault: one setting's trials are worse, and only its row changes."""
    grid = Sensitivity((100, 1000), 6)

    def regret(t: Trial) -> float:
        return powers(t) * (100 if t.delta == 0.5 and t.choice.algorithm == TWIN.algorithm else 1)

    rows = grid.tables(synthetic(grid.plan(), regret))[1].rows
    before = grid.tables(synthetic(grid.plan(), powers))[1].rows
    assert [new[0] for new, old in zip(rows, before, strict=True) if new != old] == [
        "R-12 delta 0.5*"
    ]


def test_the_grid_runs_and_resumes(tmp_path: Path) -> None:
    grid = Sensitivity.smoke(T=(3, 9))
    store = TrialStore.create(tmp_path / "a", grid.options())
    report = carry_out(grid, store, executor=Here())
    assert not report.failures and len(report.results) == len(grid.plan())
    assert resumed(tmp_path / "a")[0] == grid
    assert [len(table.header) for table in grid.tables(report.results)] == [7, 6]
    assert grid.time_tables(report.results, report.times) == []


@pytest.mark.parametrize(
    ("broken", "field"),
    [
        (lambda: Sensitivity(T=()), "T"),
        (lambda: Figure1(T=(10, 0)), "T"),
    ],
)
def test_wrong_experiments(broken: Callable[[], object], field: str) -> None:
    refused(broken, field)


# Files


def test_csv_round_trip(tmp_path: Path) -> None:
    names = ("ucrl2-fh", "ucrl-lp-twin:completion=first,ties=random")
    plan = [
        trials.parse(f"tiny~{n}~T=7~delta=0.1~bernoulli~seed={k}") for n in names for k in (2, 1)
    ]
    some = {t: trials.run_trial(t)[0] for t in plan}
    (tmp_path / "a.csv").write_text(to_csv(some))
    copy = read_csv(tmp_path / "a.csv")
    assert copy == some and list(copy) == sorted(some)
    times = {t: Times(1.5, 0.25, 1.0, 0.125) for t in some}
    (tmp_path / "t.csv").write_text(times_to_csv(times))
    assert read_times_csv(tmp_path / "t.csv") == times
