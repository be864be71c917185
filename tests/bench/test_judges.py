"""The benchmark of the judges runs, and the committed figures keep what the kit's page promises."""

from __future__ import annotations

import copy
import json
import re

import pytest

from proofs_check.commands.judge import JUDGE
from tests.bench import Missing, judges
from tests.bench.measure import Answer
from tests.fuzz.agreement import built
from tests.mutation.apply_faults import needs_compiler

SMALL = ([1, 2, 2, 1], 2)


@built
def test_a_small_trace_through_the_pipe() -> None:
    needs_compiler("the benchmark of the judges")
    figures = json.loads(json.dumps(judges.measured({90: 1, 3000: 2}, SMALL, "-O0")))
    assert figures.keys() == judges.committed().keys()
    for run, repetitions in zip(figures["runs"], (1, 2), strict=True):
        assert list(run["answers"]) == [judges.TWIN, judges.CHECK, judges.PROVED]
        assert all(len(given) == repetitions for given in run["answers"].values())
        by_who = run["answers"]
        for check, proved in zip(by_who[judges.CHECK], by_who[judges.PROVED], strict=True):
            assert check["epochs"] == proved["epochs"] > 1
            assert check.keys() == proved.keys() == {"seconds", "wall", "MB", "epochs"}
    assert judges.page(figures).count("proved judge") == 2


@built
def test_a_trace_that_is_not_accepted_is_no_benchmark() -> None:
    play = ["printf", '{"record":"end","episodes":1,"epochs":1}\\n']
    with pytest.raises(ArithmeticError, match="status 3"):
        judges.fed(play, [str(JUDGE)], "accepted", 1)


def test_what_is_missing_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judges, "compiler", lambda: None)
    with pytest.raises(Missing, match="compiler"):
        judges.measured({90: 1}, SMALL)


def missed(figures: Answer) -> list[str]:
    """What a measurement misses of what is promised: 3 s at T = 10^6 and 25 s at T = 10^7 of
    processor time, 10 MB throughout."""
    most = {100_000: 3.0, 1_000_000: 3.0, 10_000_000: 25.0}
    misses = []
    for run in figures["runs"]:
        for answer in run["answers"][judges.PROVED]:
            if answer["seconds"] > most[run["T"]]:
                misses.append(f"{run['T']}: seconds")
            if answer["MB"] > 10:
                misses.append(f"{run['T']}: MB")
    return misses


def test_the_committed_figures() -> None:
    figures = judges.committed()
    assert [run["T"] for run in figures["runs"]] == [100_000, 1_000_000, 10_000_000]
    assert missed(figures) == []
    assert not re.search(r'"/\w+/', json.dumps(figures)), "a path"
    assert "10^7" in judges.sentence(figures)


def test_figures_that_miss_it_are_noticed() -> None:
    """Planted: a judge that takes 30 s, one that keeps the trace."""
    for key, value in (("seconds", 30.0), ("MB", 900.0)):
        figures = copy.deepcopy(judges.committed())
        figures["runs"][2]["answers"][judges.PROVED][0][key] = value
        assert missed(figures) == [f"10000000: {key}"]
