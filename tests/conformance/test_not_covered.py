"""A choice of a reading that only the learner has: every command says so by name, and judges
nothing (status 2)."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from proofs_check.kit.cases import Case, numbered_case
from proofs_check.kit.verdict import judge
from proofs_check.letters.covered import COMPUTED, NO_MATTER, refuse_uncovered
from reference import readings
from reference.support.errors import UNDECIDED, NotCovered
from tests.mutation.apply_faults import numpy_implementation
from tests.planted.faulty_producer import produce
from tests.planted.planted_runs import ALL, SHORT, keep
from tests.robustness.subprocesses import program

READER = """
import sys
from dataclasses import replace
from reference import readings
key, new = sys.argv[1:3]
old = readings.BY_KEY[key]
more = replace(old, choices=(*old.choices, new))
readings.BY_KEY[key] = readings.BY_ID[old.id] = more
readings.READINGS = tuple(more if r is old else r for r in readings.READINGS)
from proofs_check.__main__ import main
sys.exit(main(sys.argv[3:]))
"""
"""The program where the learner has one more choice."""


def test_every_choice_is_covered_or_matters_to_nothing_that_is_checked() -> None:
    for reading in readings.READINGS:
        if reading.scope == "UCRL-LP" and len(reading.choices) > 1:
            assert (reading.key in NO_MATTER) != (reading.key in COMPUTED), reading
            for choice in reading.choices:
                refuse_uncovered({reading.key: choice}, "run.jsonl")
    assert COMPUTED.keys() | set(NO_MATTER) <= readings.BY_KEY.keys()


@pytest.mark.parametrize("key", [*COMPUTED, "P_q"])
def test_a_choice_that_is_not_computed_is_refused_by_name(key: str) -> None:
    with pytest.raises(NotCovered) as e:
        refuse_uncovered({key: "new"}, "run.jsonl")
    assert e.value.exit_status == UNDECIDED and key in str(e.value) and "new" in str(e.value)


def written(path: Path, id: str, choice: str) -> None:
    """A run that declares this choice."""
    head, *rest = keep(produce(SHORT), ALL)
    head = {**head, "readings": {**head["readings"], id: choice}}
    path.write_text("".join(json.dumps(record) + "\n" for record in (head, *rest)))


@pytest.mark.parametrize(
    ("key", "words"),
    [
        ("log", ("trace", "RUN")),
        ("log", ("trace", "RUN", "--plain")),
        ("log", ("trace", "RUN", "--html", "page")),
        ("log", ("trace", "RUN", "--lemmas")),
        ("log", ("trace", "RUN", "RUN", "--workers", "1")),
        ("log", ("lemmas", "RUN")),
        ("log", ("certificate", "write", "--trace", "RUN", "--epoch", "2", "--out", "c.vipr")),
        ("completion", ("trace", "RUN")),
        ("trigger", ("trace", "RUN")),
        ("radii", ("trace", "RUN")),
    ],
)
def test_a_command_says_so_and_judges_nothing(
    key: str, words: tuple[str, ...], tmp_path: Path
) -> None:
    written(tmp_path / "run.jsonl", readings.BY_KEY[key].id, "new")
    done = program(
        "-c", READER, key, "new", *(w.replace("RUN", "run.jsonl") for w in words), cwd=tmp_path
    )
    said = done.stdout + done.stderr
    assert done.returncode == UNDECIDED and "Traceback" not in said, said
    assert f"{key}: not covered: the checker computes" in said and "found new" in said
    assert "conform" not in said


def test_the_kit_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The program is not at fault."""
    old = readings.BY_KEY["log"]
    more = replace(old, choices=(*old.choices, "new"))
    monkeypatch.setitem(readings.BY_KEY, "log", more)
    monkeypatch.setitem(readings.BY_ID, old.id, more)
    twin = numpy_implementation(tmp_path)

    def play(case: Case) -> list[dict[str, Any]]:
        head, *rest = map(json.loads, Path(str(twin(case))).read_text("utf-8").splitlines())
        return [{**head, "readings": {**head["readings"], old.id: "new"}}, *rest]

    with pytest.raises(NotCovered, match="log: not covered: the checker computes ln"):
        judge(play, numbered_case(1))
