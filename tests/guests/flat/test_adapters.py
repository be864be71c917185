"""The adapters on the public packages themselves, where they are installed (extra `adapters`), and
on stand-ins of the same interface everywhere."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from reference.guests.adapters.__main__ import main
from reference.guests.adapters.public_runs import PUBLIC, river_swim
from reference.guests.adapters.rlberry_optql import recorded_learning
from reference.guests.adapters.rlberry_ucbvi import recorded_fit
from reference.guests.adapters.statisticalrl_ucrl2 import RecordedUCRL2
from reference.support.errors import OK, USAGE
from reference.trace.records import line_of
from tests.guests.flat.learners import checked
from tests.paths import ROOT

FOUND = {
    "statisticalrl-ucrl2": "ucrl2-p_opt",
    "rlberry-ucbvi": "ucbvi-bonus",
    "rlberry-optql": "ucbq-update",
}
"""The rule that each learner breaks."""


def regret(capsys: pytest.CaptureFixture[str]) -> str:
    """What the command has just printed."""
    return capsys.readouterr().out.split()[1]


@pytest.mark.parametrize("name", PUBLIC)
def test_what_the_page_says_is_what_the_command_shows(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    module = PUBLIC[name][2]
    if find_spec(module) is None:
        pytest.skip(f"{module} is not installed (reference/guests/adapters/README.md)")
    page = (ROOT / "reference/guests/adapters/README.md").read_text("utf-8")
    file = tmp_path / "run.jsonl"
    assert main([name, "--out", str(file)]) == OK
    published = regret(capsys)
    outcome = checked(file)
    assert {d.rule for d in outcome.divergences} == {FOUND[name]}
    first = outcome.divergences[0]
    assert f"line {first.line}," in page and FOUND[name] in page
    assert main([name, "--out", str(file), "--force", "--corrected"]) == OK
    again = checked(file)
    assert (again.verdict, again.total) == ("conforms", 0), again.first
    if name != "statisticalrl-ucrl2":  # which has no effect on regret
        assert published in page and regret(capsys) in page


def test_a_missing_package_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name, (_, _, module) in PUBLIC.items():
        if find_spec(module) is None:
            file = tmp_path / f"{name}.jsonl"
            assert main([name, "--out", str(file)]) == USAGE
            assert module in capsys.readouterr().err


class StandInUCRL2:
    """The interface of statisticalrl-learners' UCRL2 that the recorder uses, with one epoch."""

    def __init__(self, S: int, A: int, delta: float) -> None:
        self.nS, self.nA, self.delta, self.t = S, A, delta, 1
        self.u, self.Nk = np.zeros(S), np.zeros((S, A))
        self.policy = np.full((S, A), 1 / A)

    def reset(self, state: int) -> None:
        S, A = self.nS, self.nA
        self.r_distances = np.full((S, A), np.sqrt(3.5 * np.log(2 * S * A / self.delta)))
        self.p_distances = np.full((S, A), np.sqrt(14 * S * np.log(2 * A / self.delta)))
        self.EVI(np.zeros((S, A)), np.zeros((S, A, S)), epsilon=1.0)

    def EVI(self, r_estimate: Any, p_estimate: Any, epsilon: float = 0.01) -> None:
        for _ in range(2):  # sweeps: both give 1 more everywhere
            for s in range(self.nS):
                for a in range(self.nA):
                    self.max_proba(p_estimate, np.arange(self.nS), s, a)

    def max_proba(self, p_estimate: Any, sorted_indices: Any, s: int, a: int) -> Any:
        return np.eye(self.nS)[sorted_indices[-1]]

    def play(self, state: int) -> int:
        return 0

    def update(self, state: int, action: int, reward: float, observation: int) -> None:
        self.t += 1


def test_a_recorder_of_ucrl2_writes_a_trace_that_conforms(tmp_path: Path) -> None:
    lines: list[Any] = []
    of = RecordedUCRL2(StandInUCRL2(3, 2, 0.05), lines.append)
    of.reset(0)
    of.update(0, of.play(0), 0.5, 1)
    of.close()
    file = tmp_path / "run.jsonl"
    file.write_bytes(b"".join(map(line_of, lines)))
    outcome = checked(file)
    assert (outcome.verdict, outcome.total, outcome.steps) == ("vacuous", 0, 1), outcome.first
    assert outcome.instances["ucrl2-p_opt"] == 6 and outcome.instances["ucrl2-stop"] == 1


class StandInUCBVI:
    """The interface of rlberry-scool's UCBVIAgent that the recorder uses: one state, two actions;
    `stale`: only the bonus of the visited stage is refreshed."""

    bonus_scale_factor, stage_dependent = 1.0, False

    def __init__(self, stale: bool) -> None:
        self.horizon, self.episode, self.stale = 2, 0, stale
        self.N_sa, self.R_hat = np.zeros((1, 2)), np.zeros((1, 2))
        self.P_hat, self.Q = np.ones((1, 2, 1)), np.zeros((2, 1, 2))
        self.B_sa, self.V = np.array([[[2.0, 2.0]], [[1.0, 1.0]]]), np.array([[2.0], [1.0]])

    def fit(self, K: int) -> None:
        for _ in range(K):
            self._run_episode()

    def _update(self, s: int, a: int, s1: int, r: float, h: int) -> None:
        self.N_sa[s, a] += 1
        n = self.N_sa[s, a]
        self.R_hat[s, a] += (r - self.R_hat[s, a]) / n
        for stage in [h] if self.stale else range(2):
            self.B_sa[stage, s, a] = min(np.sqrt(1 / n) + (2 - stage) / n, 2 - stage)

    def _run_episode(self) -> None:
        for h in range(2):
            self._update(0, int(self.Q[h, 0].argmax()), 0, 0.5, h)
        for h in (1, 0):
            after = self.V[h + 1, 0] if h == 0 else 0.0
            self.Q[h] = self.R_hat + self.B_sa[h] + after
            self.V[h] = np.minimum(2.0, self.Q[h].max(axis=1))
        self.episode += 1


@pytest.mark.parametrize("stale", [False, True])
def test_a_recorder_of_ucbvi_shows_stale_bonuses(stale: bool, tmp_path: Path) -> None:
    lines: list[Any] = []
    agent: Any = StandInUCBVI(stale)
    recorded_fit(agent, 20, lines.append)
    file = tmp_path / "run.jsonl"
    file.write_bytes(b"".join(map(line_of, lines)))
    outcome = checked(file)
    assert {d.rule for d in outcome.divergences} == ({"ucbvi-bonus"} if stale else set()), (
        outcome.first
    )
    assert outcome.steps == 40 and agent._update.__func__ is StandInUCBVI._update


class StandInOptQL:
    """The interface of rlberry-research's OptQLAgent that the recorder uses: two states, of which
    the second ends the episode; `forgets`: V is 0 there."""

    def __init__(self, forgets: bool) -> None:
        self.Q, self.V = (
            np.array([[[2.0]] * 2, [[1.0]] * 2]),
            np.array([[2.0] * 2, [1.0] * 2, [0] * 2]),
        )
        self.N_sa = np.zeros((2, 2, 1))
        if forgets:
            self.V[:, 1] = 0.0

    def fit(self, K: int) -> None:
        for _ in range(K):
            self._run_episode()

    def _compute_bonus(self, n: int, hh: int) -> float:
        return float(min(np.sqrt(1 / n) + (2 - hh) / n, 2 - hh))

    def _update(self, s: int, a: int, s1: int, r: float, hh: int) -> None:
        self.N_sa[hh, s, a] += 1
        n = int(self.N_sa[hh, s, a])
        alpha = 3 / (2 + n)
        target = r + self._compute_bonus(n, hh) + self.V[hh + 1, s1]
        self.Q[hh, s, a] = (1 - alpha) * self.Q[hh, s, a] + alpha * target
        self.V[hh, s] = min(2 - hh, self.Q[hh, s].max())

    def _run_episode(self) -> None:
        self._update(0, 0, 1, 0.5, 0)


@pytest.mark.parametrize("forgets", [False, True])
def test_a_recorder_of_q_learning_shows_a_terminal_state_that_keeps_v(
    forgets: bool, tmp_path: Path
) -> None:
    lines: list[Any] = []
    recorded_learning(StandInOptQL(forgets), 10, lines.append, terminal=[1])
    file = tmp_path / "run.jsonl"
    file.write_bytes(b"".join(map(line_of, lines)))
    outcome = checked(file)
    assert {d.rule for d in outcome.divergences} == (set() if forgets else {"ucbq-update"})
    assert (outcome.steps, outcome.episodes) == (10, 10)


def test_the_river_is_numbered_from_its_reward() -> None:
    mdp = river_swim(4)
    assert mdp.r[0, 1] == 1 and mdp.r[3, 0] == 0.05 and mdp.P[1, 1, 0] == 0.35
