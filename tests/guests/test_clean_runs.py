"""False alarms: of a thousand clean runs of each algorithm on `tiny`, with as many seeds, none is
refused, by a rule or by chance."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from proofs_check.guests.kit.flat_cases import FlatCase
from proofs_check.guests.kit.flat_kit import judge_flat
from proofs_check.kit import verdict as kit
from proofs_check.kit.cases import Case
from reference.environments import make
from reference.guests.family.traced_run import run_traced
from reference.guests.flat.flat_mdp import merged
from reference.guests.flat.flat_records import OPTIONS_OF, UCRL2
from tests.guests.family.runs import EVERY, checked
from tests.guests.flat.learners import implementation
from tests.guests.flat.test_planted import SMALL
from tests.mutation.apply_faults import numpy_implementation

RUNS, EPISODES = 1000, 30
TINY = make("tiny").mdp
Clean = Callable[[Path, int], str]  # why a run with a seed is refused, "" if it is not


def of_ucrl_lp(folder: Path, seed: int) -> str:
    case = Case(TINY, EPISODES, 0.1, seed, EPISODES)
    failure, _ = kit.judge(numpy_implementation(folder), case)
    return failure.text if failure else ""


def of_flat(algorithm: str) -> Clean:
    own = SMALL.get(algorithm, {})
    H = 0 if algorithm == UCRL2 else TINY.L
    case = FlatCase(algorithm, merged(TINY), EPISODES * (1 if H else TINY.L), H, 0.1, 0, own)

    def refused(folder: Path, seed: int) -> str:
        more = {"seed": seed} if algorithm == "PSRL" else {}
        clean = implementation(algorithm, options={**own, **more}, declared=own, detailed=False)
        failure, _ = judge_flat(clean, replace(case, seed=seed))
        return failure.text if failure else ""

    return refused


def of_family(algorithm: str) -> Clean:
    def refused(folder: Path, seed: int) -> str:
        file = folder / "run.jsonl"
        run_traced(TINY, algorithm, EPISODES, seed=seed, out=file, force=True)
        outcome = checked(file)
        return str(outcome.certain or outcome.improbable or "")

    return refused


CLEAN: dict[str, Clean] = {
    "UCRL-LP": of_ucrl_lp,
    **{algorithm: of_flat(algorithm) for algorithm in OPTIONS_OF},
    **{algorithm: of_family(algorithm) for algorithm in EVERY},
}


@pytest.mark.parametrize("algorithm", CLEAN)
def test_few_clean_runs(algorithm: str, tmp_path: Path) -> None:
    assert [why for seed in range(3) if (why := CLEAN[algorithm](tmp_path, seed))] == []


@pytest.mark.long
@pytest.mark.parametrize("algorithm", CLEAN)
def test_a_thousand_clean_runs(algorithm: str, tmp_path: Path) -> None:
    assert [why for seed in range(RUNS) if (why := CLEAN[algorithm](tmp_path, seed))] == []
