"""Cells: decisive where the wrong branch would show, not where it would not."""

from __future__ import annotations

import io
import json
from dataclasses import replace
from pathlib import Path

import pytest

from proofs_check.conformance.coverage import CELLS, Coverage
from proofs_check.conformance.replay import Replay
from proofs_check.fast.check import Tiers
from proofs_check.kit.cases import (
    Case,
    aimed_cases,
    little_mass,
    many_successors,
    near_order,
    near_tie,
    rare_successors,
    some_likely_successors,
)
from reference import make, run
from reference.trace.reader import read_stream
from tests.called import Command
from tests.implementations.numpy.numpy_twin import play


def covered(case: Case, folder: Path) -> Coverage:
    """The cells of the NumPy twin's run."""
    out = folder / "run.jsonl"
    play(case.mdp, case.T, delta=case.delta, seed=case.seed, out=out, force=True)
    coverage = Coverage()
    tiers = Tiers(coverage=coverage)
    assert tiers.check(io.BytesIO(out.read_bytes())).holds
    return coverage


@pytest.mark.parametrize("k", [3, 6, 8])
def test_a_tie_is_of_its_decade_and_of_no_smaller_one(k: int, tmp_path: Path) -> None:
    cells = covered(near_tie(5 * 10.0 ** -(k + 1)), tmp_path).hit
    others = [j for j in range(1, 10) if cells[f"action tie 1e-{j}"] and j > k]
    assert cells[f"action tie 1e-{k}"] and not others
    order = covered(near_order(5 * 10.0 ** -(k + 1)), tmp_path).hit
    assert order[f"successor tie 1e-{k}"] and not order[f"successor tie 1e-{k + 1}"]


def test_masses_and_ranks(tmp_path: Path) -> None:
    assert covered(little_mass(5e-6), tmp_path).hit["mass 1e-5"]
    many = covered(many_successors(), tmp_path).hit
    assert many["rank 4"] and many["rank 8"] and many["rank 16"]


@pytest.mark.parametrize("seed", range(3))
def test_ranks_whatever_the_noise(seed: int, tmp_path: Path) -> None:
    """`many_successors` depends on when epochs begin."""
    likely = covered(replace(some_likely_successors(), seed=seed), tmp_path).hit
    assert likely["rank 4"] and likely["rank 8"] and likely["rank 16"]


def test_differences_below_the_tolerance_are_not_decisive(tmp_path: Path) -> None:
    case = near_tie(5e-9)
    out = tmp_path / "run.jsonl"
    play(case.mdp, case.T, delta=case.delta, seed=case.seed, out=out)
    lines = out.read_text().splitlines()
    for tolerance, decisive in ((1e-10, True), (1e-7, False)):
        head = {**json.loads(lines[0]), "tolerance": tolerance}
        data = "\n".join([json.dumps(head), *lines[1:], ""]).encode()
        replay = Replay()
        replay.coverage = Coverage()
        replay.run(read_stream(io.BytesIO(data), "trace"))
        assert bool(replay.coverage.hit["action tie 1e-8"]) == decisive


def test_every_aim_is_a_cell() -> None:
    assert {cell for cells, _ in aimed_cases() for cell in cells} <= set(CELLS)
    assert all(case.episodes == case.T for _, case in aimed_cases())
    assert rare_successors().mdp.A == 4


def test_the_command_prints_cells(tmp_path: Path, proofs_check: Command) -> None:
    out = str(tmp_path / "run.jsonl")
    run(make("tiny").mdp, 60, seed=1, out=out)
    status, text, _ = proofs_check("trace", out, "--coverage")
    assert status == 0 and "decisive   " in text and "never      " in text
    counted = []
    for more in ((), ("--plain",)):
        status, data, _ = proofs_check("trace", out, "--coverage", "--json", *more)
        counted.append(json.loads(data)["coverage"])
        assert status == 0
    assert counted[0] == counted[1] and sum(counted[0].values()) > 0
