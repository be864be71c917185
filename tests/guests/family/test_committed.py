"""The committed runs that claims are checked on: they conform, and they are the algorithms'."""

from __future__ import annotations

from math import exp
from pathlib import Path

import pytest

from proofs_check.arithmetic import Decision, Enclosure, Q
from proofs_check.commands.any_trace import check_any_trace
from proofs_check.guests.kl.sets import BallP, BoxP, KnownP
from proofs_check.guests.sampled_runs.family_runs import (
    FAMILY_FILES,
    FamilyRun,
    _holds,
    family_runs,
    mirror_descent_runs,
)
from reference.guests.family.family_reader import read_family
from reference.support.errors import PreconditionError
from reference.trace.records import EpisodeRecord
from tests.guests.family.committed import RUNS, write
from tests.guests.family.runs import edited


def test_every_run_is_listed_and_every_algorithm_has_one() -> None:
    assert {file.name for file in FAMILY_FILES.glob("*")} == {f"{name}.jsonl.gz" for name in RUNS}
    assert {run.head.algorithm for run in family_runs()} == {
        "FPOP", "O-REPS", "UC-O-REPS", "UOB-REPS",
    }  # fmt: skip
    assert len(mirror_descent_runs()) == len(family_runs()) - 1


@pytest.mark.parametrize("name", RUNS)
def test_a_committed_run_conforms(name: str) -> None:
    outcome = check_any_trace(FAMILY_FILES / f"{name}.jsonl.gz", everything=True)
    assert (outcome.verdict, outcome.total) == ("conforms", 0)
    assert outcome.episodes == RUNS[name][2]


@pytest.mark.parametrize("name", ["fpop", "uob-reps-fast"])
def test_a_committed_run_is_what_the_algorithm_plays(name: str, tmp_path: Path) -> None:
    """States, actions and rewards; the last digits of a step are the machine's."""
    (again,) = write(tmp_path, name)

    def play(file: Path) -> list[EpisodeRecord]:
        return [r for r in read_family(file) if isinstance(r, EpisodeRecord)]

    for a, b in zip(play(again), play(FAMILY_FILES / again.name), strict=True):
        assert (a.x, a.a, a.r) == (b.x, b.a, b.r)


def test_the_bound_of_mirror_descent_is_about_what_it_says() -> None:
    """A narrow enclosure; and its least value is at most that of q_1 itself, where D is 0."""
    for run in mirror_descent_runs():
        first, squares, least = run.mirror_descent
        assert 0 < least.hi - least.lo < Q(1, 10**20) and 0 < first.lo and 0 < squares.lo
        if run.head.algorithm == "O-REPS":  # q_1 lies in Delta(P)
            stays = sum(
                float(v) * sum(map(exp, run.steps[0].tables["log_q"][h][x][a]))
                for step in run.steps[1:]
                for h, of_h in enumerate(step.tables["l_hat"])
                for x, row in enumerate(of_h)
                for a, v in enumerate(row)
            )  # fmt: skip
            assert float(least.hi) <= stays


def test_a_run_without_mdp_is_refused(tmp_path: Path) -> None:
    file = edited(tmp_path, "fpop", lambda lines: lines[0].pop("mdp"), T=2)
    with pytest.raises(PreconditionError):
        FamilyRun(file)


def test_whether_a_row_lies_in_a_set() -> None:
    p, third = [Q(1, 3), Q(2, 3)], Enclosure(Q(1, 3), Q(1, 3))
    unit, wide = Enclosure(Q(1), Q(1)), Enclosure(Q(1, 4), Q(1, 2))
    assert _holds(BoxP([third, third], [third, unit]), p) is Decision.TRUE
    assert _holds(BoxP([third, third], [third, third]), p) is Decision.FALSE
    assert _holds(BoxP([wide, third], [unit, unit]), p) is Decision.UNDECIDED
    assert _holds(BallP([Q(1), Q(0)], unit), p) is Decision.FALSE
    assert _holds(BallP([Q(1, 2), Q(1, 2)], third), p) is Decision.TRUE
    assert _holds(BallP([Q(0), Q(0)], unit), p) is Decision.TRUE
    assert _holds(KnownP(p), p) is Decision.TRUE
