"""Chance over the cases: draws of epoch 1 on their own, and a seed that is ignored."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from proofs_check.conformance.statistics import Accumulated, Statistics
from proofs_check.kit.cases import Case, numbered_case
from proofs_check.kit.seeds import ignored, noisy
from proofs_check.kit.verdict import run_cases
from reference.trace.records import Header
from tests.mutation.apply_faults import numpy_implementation


def test_a_seed_that_is_ignored_is_noticed(tmp_path: Path) -> None:
    play = numpy_implementation(tmp_path)

    def no_seed(case: Case) -> Any:
        return play(replace(case, seed=7))

    k = next(k for k in range(3, 60) if noisy(numbered_case(k)))
    case = numbered_case(k)
    assert ignored(play, case) == ""
    why = ignored(no_seed, case)
    assert "{seed} is ignored" in why and "all" in why
    outcome = run_cases(no_seed, runs=k)
    assert outcome.failure is not None and outcome.failure.rule == "improbable"
    assert "{seed} is ignored" in outcome.report() and outcome.failure.accumulated
    assert run_cases(play, runs=k).failure is None
    assert run_cases(no_seed, runs=k, told=("episodes",)).failure is None


def first_epochs(always_0: bool, runs: int, independent: bool = True) -> Accumulated:
    """Evidence from the first epochs of many runs, uniform or always action 0."""
    rng, evidence = np.random.default_rng(1), Accumulated(runs, independent)
    for _ in range(runs):
        statistics = Statistics()
        statistics.header(Header((1, 2, 1), 2, 40, 0.1, {}, 1e-7, {}, None, None, 1))
        a = np.zeros((1, 2), np.int64) if always_0 else rng.integers(0, 2, (1, 2))
        statistics.block(np.zeros((1, 2), np.int64), a, np.full((1, 2), 0.5))
        evidence.add(statistics)
    return evidence


def test_actions_of_epoch_1_are_tested_over_the_cases() -> None:
    """Each case draws two actions from pi_1: in one case nothing shows, in 60 it is certain."""
    assert first_epochs(False, 60).found() is None
    assert first_epochs(True, 3).found() is None
    assert first_epochs(True, 60, independent=False).found() is None
    alarm = first_epochs(True, 60).found()
    assert alarm is not None and alarm.family == "first actions" and alarm.power > 20
