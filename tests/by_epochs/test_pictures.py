"""The committed pictures by epochs: captions are computed from their tables, and say what these
have."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from proofs_check.statements.common.bounds import says_nothing
from proofs_check.statements.common.theorem_4 import first_informative
from proofs_check.statements.lemma_06 import MOST
from proofs_check.statements.theorem_4 import SUM
from reference.by_epochs import pictures, series
from reference.by_epochs.pictures import (
    COMMITTED,
    LEVEL,
    LineOfRuns,
    line_of_runs,
    order,
    page_of,
    slope_of,
    speaks,
)
from reference.by_epochs.series import WITH_BALL, WITH_INTERVALS, LongRun, as_csv, from_csv


def table(name: str) -> list[LongRun]:
    return from_csv((COMMITTED / f"{name}.csv").read_text("utf-8"))


@pytest.mark.parametrize("name", pictures.PICTURES)
def test_the_committed_pages_are_made_of_their_tables(name: str, tmp_path: object) -> None:
    pytest.importorskip("matplotlib")
    assert (COMMITTED / f"{name}.md").read_text("utf-8") == page_of(name, tmp_path)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", pictures.PICTURES)
def test_tables_survive_their_form_and_are_what_was_planned(name: str) -> None:
    outcomes = table(name)
    assert as_csv(outcomes) == (COMMITTED / f"{name}.csv").read_text("utf-8")
    planned = series.figure1_runs() if name == "figure1" else series.chain_runs()
    runs = {(p.env, p.algorithm, p.T, p.seed) for p in planned}
    assert {(o.env, o.algorithm, o.T, o.seed) for o in outcomes} <= runs


def test_the_series_of_the_lower_bound_is_whole() -> None:
    runs = {(p.env, p.algorithm, p.T, p.seed) for p in series.chain_runs()}
    assert {(o.env, o.algorithm, o.T, o.seed) for o in table("chain")} == runs


@pytest.mark.parametrize(
    ("L", "X", "first"), [(3, 6, 8.4e11), (3, 8, 1e13), (3, 10, 1e13), (6, 17, 5e13)]
)
def test_where_the_theorem_speaks(L: int, X: int, first: float) -> None:
    one = next(o for o in table("chain") if (o.L, o.X) == (L, X) and o.T == 10**14)
    assert speaks(one) and not speaks(replace(one, T=int(first / 10)))
    assert order(one) / pictures.LOWER <= one.regret or one.algorithm == WITH_INTERVALS


def test_where_the_theorem_speaks_its_bound_holds() -> None:
    told = [o for o in table("chain") if speaks(o) and o.algorithm == WITH_BALL]
    assert told and all(o.regret >= order(o) / pictures.LOWER for o in told)


@pytest.mark.parametrize("steep", [0.0, 0.05, 0.15, -0.7])
def test_level_is_a_word_that_the_slope_allows(steep: float) -> None:
    at = [10, 20, 40, 80]
    values = [2.0 * k**steep for k in at]
    assert slope_of(at, values) == pytest.approx(steep)
    said = LineOfRuns(at, values, values, values, [1] * 4).sentence("It", "X")
    assert ("level" in said) == (abs(steep) <= LEVEL)
    assert f"slope {steep:.2f}" in said and f"{min(values):.3g}" in said


def test_no_line_of_the_lower_bound_is_called_level_that_is_not() -> None:
    text = (COMMITTED / "chain.md").read_text("utf-8")
    for sentence in (s for s in text.splitlines() if "slope " in s):
        number = float(sentence.partition("slope ")[2].rstrip(".").removesuffix(": level"))
        assert ("level" in sentence) <= (abs(number) <= LEVEL + 0.005)


def test_a_changed_table_changes_the_caption() -> None:
    runs = [o for o in table("chain") if o.L == 6 and o.T == 10**14 and o.algorithm == WITH_BALL]
    right = line_of_runs(runs, "X", lambda o: o.regret / order(o))
    worse = line_of_runs([replace(o, regret=o.regret * o.X) for o in runs], "X", lambda o: o.regret)
    assert right.sentence("It", "X") != worse.sentence("It", "X")


def test_from_where_on_the_bounds_say_something() -> None:
    """The ledger finds the same T at the paper's size in its own arithmetic, for both forms."""
    one = next(o for o in table("figure1") if (o.L, o.X, o.A, o.delta) == (6, 52, 5, 0.1))
    (printed,) = (v for v in says_nothing(SUM, MOST) if "$X=52$" in v.instance)  # type: ignore[union-attr]
    for bound, first in (
        (pictures.as_repaired, first_informative()),
        (pictures.as_printed, printed.T),  # type: ignore[union-attr]
    ):
        assert pictures.largest_above(one, bound) + 1 == first
        planted = pictures.largest_above(one, lambda o, bound=bound: 1.0001 * bound(o))  # type: ignore[misc]
        assert planted + 1 != first
    page = (COMMITTED / "figure1.md").read_text("utf-8")
    assert f"T = {first_informative():,} on" in page and f"T = {printed.T:,} on" in page  # type: ignore[union-attr]


def test_a_series_is_the_same_bytes_on_any_number_of_workers(tmp_path: Path) -> None:
    """Table and rows: with one worker, with two, and where a table of some runs is continued."""
    runs = [
        series.Planned("tiny", algorithm, 2000, seed, "bernoulli")
        for algorithm in (WITH_BALL, series.GLOP_BALL, series.KNOWS_HORIZON)
        for seed in (0, 1)
    ]
    made = {}
    for name, workers, first in (("one", 1, 6), ("two", 2, 6), ("continued", 2, 3)):
        folder = tmp_path / name
        folder.mkdir()
        for some in (runs[:first], runs):
            series.count_all(some, folder, folder / "table.csv", workers)
        made[name] = {file.name: file.read_bytes() for file in folder.iterdir()}
    assert len(made["one"]) == 1 + len(runs)
    assert made["one"] == made["two"] == made["continued"]


def test_the_series_of_figure_1_is_whole() -> None:
    """Ten trials up to 10^6, three above, of every planned line."""
    runs = {(p.env, p.algorithm, p.T, p.seed) for p in series.figure1_runs()}
    assert {(o.env, o.algorithm, o.T, o.seed) for o in table("figure1")} == runs
    for T in (10**6, 10**7, 10**8):
        for algorithm in series.CONTINUED:
            trials = {o.seed for o in table("figure1") if (o.algorithm, o.T) == (algorithm, T)}
            assert len(trials) == (10 if T <= 10**6 else 3), (algorithm, T)
