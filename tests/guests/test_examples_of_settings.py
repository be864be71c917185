"""The learners of the page on settings: each runs with nothing but `record.py` and NumPy beside it,
and conforms; a fault in each is found."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from proofs_check.commands.any_trace import check_any_trace
from proofs_check.conformance.replay import GIVEN
from tests.guests.test_examples import played
from tests.paths import ROOT

PAGE = (ROOT / "reference/guests/adapters/settings.md").read_text(encoding="utf-8")
LEARNERS = dict(re.findall(r"^## (.+?)$.*?```python\n(.*?)```", PAGE, re.M | re.S))
FAULTS = {
    "Known rewards, UCBVI": ("np.where(N > 0, r, 1)", "np.where(N > 0, r / 2, 1)", "ucbvi-Q"),
    "Known rewards, UCFH": ("np.where(N > 0, [1, 0.1], 1)", "1", "ucfh-greedy"),
    "Known rewards, PSRL": ("r_sampled=r)", "r_sampled=r / 2)", "psrl-r"),
    "Only the visited pair": ("V = Q[1].max()", "V = Q[1].min()", "ucbvi-Q"),
    "A bonus of H - h, UCB-H": ("(H - h) ** 3", "H**3", "ucbq-update"),
    "A bonus of H - h, UCBVI": ("0.07 * (3 - h)", "0.07 * (2 - h)", "ucbvi-Q"),
    "Recorded radii, UCRL-LP": ("1 - r_hat[0, 0, ::-1].argmax()", "1", "pi-optimal"),
    "Stages, UCBVI": ("R[h] / np.maximum(1, N[h])", "R[0] / np.maximum(1, N[0])", "ucbvi-Q"),
    "Stages, UCFH": ("[:, 0].argmax(axis=1)", "[[0, 0], 0].argmax(axis=1)", "ucfh-greedy"),
    "Stages, PSRL": ("random.beta(1 + R, 1 + N - R)", "random.beta(1 + 0 * R, 1)", "psrl-post"),
}


@pytest.mark.parametrize("name", LEARNERS)
def test_it_conforms(name: str, tmp_path: Path) -> None:
    outcome = check_any_trace(played(LEARNERS[name], tmp_path), everything=True)
    verdict = GIVEN if name.startswith("Recorded") else "conforms"
    assert outcome.verdict == verdict, (outcome.verdict, outcome.first, outcome.untested)
    assert LEARNERS[name].count("\n") <= 16, "two imports, an empty line, thirteen lines"


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_is_found(name: str, tmp_path: Path) -> None:
    right, wrong, rule = FAULTS[name]
    assert LEARNERS[name].count(right) == 1, LEARNERS[name].count(right)
    outcome = check_any_trace(played(LEARNERS[name].replace(right, wrong), tmp_path))
    assert outcome.first is not None and rule in outcome.first.rule, outcome.first


def test_there_is_one_for_every_example() -> None:
    assert FAULTS.keys() == LEARNERS.keys()
