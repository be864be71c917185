"""Play of the family that is not what is recorded: every learner, every feedback."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from reference.environments.random_layered import random_layered
from reference.figure1.learner import Learner
from reference.guests.family.traced_run import run_traced
from reference.simulator import Simulator
from tests.guests.family.runs import EVERY, MDP, checked

DETERMINISTIC = ("fpop",)  # its policies: an action that they exclude breaks a rule
WIDE = random_layered((1, 9, 9, 9, 1), 3, seed=2, transitions="dirichlet")


def run(folder: Path, algorithm: str, mdp: Any, T: int) -> Path:
    file = folder / "run.jsonl"
    run_traced(mdp, algorithm, T, out=file, force=True)
    return file


def playing_least(least: float) -> Any:
    """Play the least probable action above `least`; of a certain policy, another one."""

    def act(self: Learner, h: int, x: int) -> int:
        row = self._p[h][x]
        self._uniform()
        drawn = [a for a, p in enumerate(row) if p > least]
        if max(row) == 1:
            return (drawn[0] + 1) % len(row)
        return min(drawn, key=row.__getitem__)

    return act


@pytest.mark.parametrize("algorithm", EVERY)
def test_P2_the_least_probable_action(
    algorithm: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    T = 120
    outcome = checked(run(tmp_path, algorithm, MDP, T))
    assert outcome.first is None and outcome.improbable is None, outcome.play
    least = 0.05 if algorithm == "o-reps-bandit" else 1e-4  # its importance weights overflow
    monkeypatch.setattr(Learner, "act", playing_least(least))
    file = run(tmp_path, algorithm, MDP, T)
    outcome = checked(file)
    if algorithm in DETERMINISTIC:
        assert outcome.first is not None and outcome.first.rule == "played"
        return
    assert outcome.verdict == "improbable" and "actions" in outcome.play
    assert checked(file, play=False).first is None, "no rule is broken"


@pytest.mark.parametrize("algorithm", EVERY)
def test_P7_first_transitions_that_are_not_chance(
    algorithm: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    T, right = 80, Simulator.step
    outcome = checked(run(tmp_path, algorithm, WIDE, T))
    assert outcome.first is None and outcome.improbable is None, outcome.play
    seen: set[tuple[int, int, int]] = set()

    def step(self: Simulator, h: int, x: int, a: int) -> tuple[float, int]:
        r, x1 = right(self, h, x, a)
        if (h, x, a) not in seen:
            seen.add((h, x, a))
            x1 = int(np.argmax(self.mdp.P[h][x, a]))
        return r, x1

    monkeypatch.setattr(Simulator, "step", step)
    outcome = checked(run(tmp_path, algorithm, WIDE, T))
    assert outcome.verdict == "improbable" and "first visits" in outcome.play, outcome.play
