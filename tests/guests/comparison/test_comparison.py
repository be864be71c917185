"""The comparisons of Sec. I: what is run, the tables, the times."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from reference.figure1.carry_out import carry_out, resumed
from reference.figure1.results import number
from reference.figure1.sensitivity import TWIN
from reference.figure1.trial_store import TrialStore
from reference.figure1.trials import Times
from reference.guests.comparison.comparison import Comparison
from tests.figure1.test_sensitivity import OUTCOME
from tests.figure1.test_simulation import Here
from tests.refused import refused


def test_comparison_of_all_algorithms(tmp_path: Path) -> None:
    comparison = Comparison.smoke(worlds=("bernoulli",))
    store = TrialStore.create(tmp_path / "a", comparison.options())
    report = carry_out(comparison, store, executor=Here())
    assert not report.failures
    assert resumed(tmp_path / "a")[0] == comparison
    updates, regret, *_ = comparison.tables(report.results)
    by_name = {(row[0], row[1]): row for row in updates.rows}
    assert by_name["UCBVI-CH", "30"][2] == "29 (29)"  # T updates: all but the first policy
    XA = 4 * 2
    assert by_name["UCBVI-CH", "30"][4] == number(29 / (XA * math.log(30)), 3)
    assert by_name["UCBVI-CH", "30"][5] == number(29 / (XA * math.log2(30)), 3)
    assert by_name["UCB-Q, Hoeffding", "30"][3] == "0"  # model-free: nothing is solved
    assert len(regret.rows) == len(comparison.algorithms)
    times = comparison.time_tables(report.results, report.times)
    for table in [updates, *times]:
        assert all(len(line) <= 80 for line in table.text().splitlines())
    assert len(times) == 1 and len(times[0].rows) == 2 * len(comparison.algorithms)


def test_mean_times() -> None:
    """Two runs, five updates."""
    comparison = Comparison((10,), 2, env=("tiny",), worlds=("bernoulli",), algorithms=(TWIN,))
    plan = comparison.plan()
    results = {t: replace(OUTCOME, updates=u) for t, u in zip(plan, (2, 3), strict=True)}
    times = {t: Times(10.0 * k, 1.0 * k, 4.0 * k, 0.5 * k) for k, t in enumerate(plan, 1)}
    (table,) = comparison.time_tables(results, times)
    assert table.rows == [[TWIN.label, "10", "15", "6", "600", "300"]]


@pytest.mark.parametrize(
    ("broken", "field"),
    [
        (lambda: Comparison(env=("tiny", "tiny")), "env"),
        (lambda: Comparison(algorithms=()), "algorithms"),
        (lambda: Comparison(trials=0), "trials"),
    ],
)
def test_wrong_experiments(broken: Callable[[], object], field: str) -> None:
    refused(broken, field)
