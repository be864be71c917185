"""Readings in pairs: each run is played, and conforms."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import pytest

import reference
from proofs_check.conformance.replay import check
from reference.environments import random_layered
from reference.readings import READINGS, Reading
from reference.support.errors import SolverError

OPEN = [r for r in READINGS if r.scope == "UCRL-LP" and len(r.choices) > 1]
PAIRS = [
    pytest.param(a, x, b, y, id=f"{a.key}={x},{b.key}={y}")
    for a, b in combinations(OPEN, 2)
    for x in a.choices[1:]
    for y in b.choices[1:]
    if "any" not in (x, y)  # for foreign traces only
]
MDP = random_layered((1, 3, 2, 1), 2, seed=4, transitions="sparse")


@pytest.mark.parametrize(("a", "x", "b", "y"), PAIRS)
def test_a_run_of_two_readings_conforms(
    a: Reading, x: str, b: Reading, y: str, tmp_path: Path
) -> None:
    out = tmp_path / "run.jsonl"
    chosen = {a.key: x, b.key: y}
    if "x_L" in chosen:  # LP1 as printed has no optimum
        with pytest.raises(SolverError, match="INFEASIBLE"):
            reference.run(MDP, T=20, delta=0.9, choices=chosen, out=out)
        return
    reference.run(MDP, T=20, delta=0.9, choices=chosen, out=out)
    outcome = check(reference.read_trace(out))
    assert outcome.first is None and outcome.episodes == 20
