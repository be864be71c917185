"""The proved judge on a run of the family: its theorem is about Algorithm 1."""

from __future__ import annotations

from pathlib import Path

from reference.support.errors import UNDECIDED
from tests.fuzz.agreement import built, of_judge
from tests.guests.family import runs


@built
def test_another_algorithm_is_not_covered(tmp_path: Path) -> None:
    status, verdict = of_judge(runs.trace(tmp_path, "uob-reps").read_bytes())
    assert (status, verdict["reading"]) == (UNDECIDED, "algorithm=UOB-REPS")
