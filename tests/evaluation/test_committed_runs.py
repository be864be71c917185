"""The committed runs of the suite: each is played again, and is the same bytes."""

from __future__ import annotations

import lzma
from dataclasses import replace

import pytest

from proofs_check.sampled_runs.specs import Spec, specs
from proofs_check.sampled_runs.suite import COMMITTED, make_trace, play, played_once

RUNS = {spec.name: spec for spec in played_once()}


def test_there_is_a_file_for_each() -> None:
    assert {file.name.partition(".")[0] for file in COMMITTED.iterdir()} == set(RUNS)


@pytest.mark.parametrize("name", RUNS)
def test_a_run_is_the_same_bytes_when_it_is_played_again(name: str) -> None:
    packed = (COMMITTED / f"{name}.jsonl.xz").read_bytes()
    assert lzma.decompress(packed) == play(RUNS[name]) == make_trace(RUNS[name])


@pytest.mark.parametrize("field", ["seed", "T"])
def test_a_run_of_the_same_name_but_another_spec_is_played(field: str) -> None:
    """Planted: the file is not taken for a run that differs in one number."""
    spec = next(s for s in specs() if s.name == "bandit")
    other: Spec = replace(spec, **{field: getattr(spec, field) + 1})
    assert make_trace(other) == play(other) != make_trace(spec)


def test_runs_of_the_larger_suite_are_played() -> None:
    added = [spec for spec in specs(full=True) if spec.name not in RUNS]
    assert added and all(not (COMMITTED / f"{s.name}.jsonl.xz").exists() for s in added)
