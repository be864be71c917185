"""The counts that the report quotes of Figure 1 and of its settings."""

from __future__ import annotations

import csv
from statistics import fmean

from proofs_check.report.figure_1 import Figure1Counts, counts_in, figure_1
from proofs_check.report.html.audit_pages import TEN_TRIALS, ten_trials
from reference.figure1.sensitivity import settings
from tests.paths import RESULTS

PAIRS = {"ucrl-lp": (1.0, 3.0), "ucrl2-chain": (2.0, 2.0), "ucrl2-fh": (0.0, 0.0)}
TRIALS = [
    {"algorithm": algorithm, "T": "1000", "seed": str(seed), "regret": str(regret)}
    for algorithm, regrets in PAIRS.items()
    for seed, regret in enumerate(regrets)
]
ROWS = (
    ("defaults", "< UCRL2 chain", "1e3", "yes", "0.5"),
    ("defaults", "< UCRL2 FH", "1e3", "yes", "0.5"),
    ("defaults", "< UCRL2 chain", "1e4", "yes", "0.5"),
    ("defaults", "< UCRL2 FH", "1e4", "depends", "0.9"),
    ("defaults", "slope UCRL-LP", "1e3..1e4", "yes", "0.8"),
    ("greedy", "< UCRL2 chain", "1e3", "no", "1.2"),
    ("greedy", "< UCRL2 FH", "1e3", "yes", "0.9"),
    ("greedy", "< UCRL2 chain", "1e4", "no", "1.1"),
    ("greedy", "< UCRL2 FH", "1e4", "no", "1.1"),
)
CLAIMS = [dict(zip(("setting", "claim", "T", "holds", "figure"), row, strict=True)) for row in ROWS]


def test_counts_by_hand() -> None:
    expected = Figure1Counts(
        {1000: 2}, {1000: 1}, {1000: 0}, {1000: 1, 10_000: 0}, {1000: 1, 10_000: 1}, 2, True
    )
    assert counts_in(TRIALS, CLAIMS) == expected


def test_a_slope_that_may_be_linear_is_counted() -> None:
    assert not counts_in(TRIALS, [*CLAIMS, {**CLAIMS[4], "holds": "depends"}]).sublinear


def test_against_either_version_of_ucrl2() -> None:
    """The two counts that the picture of the first page draws, of the committed trials."""
    assert list(figure_1().wins.values()) == [3, 0, 3, 0, 10]
    assert list(figure_1().wins_known_horizon.values()) == [3, 0, 1, 0, 9]


def test_the_picture_says_which_version_it_counts() -> None:
    drawn = str(ten_trials())
    told, label = drawn.split('aria-label="')[1].split('"')[0], TEN_TRIALS
    for name, wins in zip(label, (figure_1().wins, figure_1().wins_known_horizon), strict=True):
        counts = ", ".join(f"{n} at T = {T:,}".replace(",", " ") if T > 9999 else f"{n} at T = {T}"
                           for T, n in wins.items())  # fmt: skip
        assert f"{name}: {counts}" in told
        assert f">{name}<" in drawn
    assert drawn.count('class="won"') == sum(sum(w.values()) for w in (
        figure_1().wins, figure_1().wins_known_horizon))  # fmt: skip


def test_the_settings_won_on_average_are_those_won_by_mean_regret() -> None:
    """As the paper's figure draws it: the mean of the regrets, not of their quotients."""
    regret: dict[tuple[str, ...], list[float]] = {}
    with (RESULTS / "sensitivity.csv").open(encoding="utf-8", newline="") as file:
        for x in csv.DictReader(file):
            spec = f"{x['algorithm']}:{x['options']}".rstrip(":")
            at = spec, x["env"], x["delta"], x["reward_law"], x["T"]
            regret.setdefault(at, []).append(float(x["regret"]))
    counts = figure_1()
    for T, on_average in counts.on_average.items():
        won = 0
        for s in settings("paper"):
            where = s.env, str(s.delta), s.reward_law, str(T)
            ours, *theirs = (fmean(regret[str(a), *where]) for a in (s.ours, *s.theirs))
            won += all(ours < mean for mean in theirs)
        assert won == on_average, T
