"""The learners of the page on adapters: each runs with nothing but `record.py` and NumPy beside it,
and conforms; a fault in each is found."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

import reference.guests.adapters.record as module
from proofs_check.commands.any_trace import check_any_trace
from tests.paths import ROOT

PAGE = (ROOT / "reference/guests/adapters/examples.md").read_text(encoding="utf-8")
LEARNERS = dict(re.findall(r"^## (\S+).*?```python\n(.*?)```", PAGE, re.M | re.S))
FAULTS = {
    "UCRL-LP": ("(n < np", "(n <= np", "epoch"),
    "UCRL2": ("v[0, a] = max(1, N[0, a])", "v[0, a] = max(2, N[0, a])", "ucrl2-epoch"),
    "UCFH": ("r=[a == 0]", "r=[a == 1]", "ucfh"),
    "UCBVI": ("np.minimum(Q[0], ", "np.minimum(1, 0.9 * ", "ucbvi"),
    "UCB-H": ("step * (a == 0)", "step * (a == 1)", "ucb"),
    "PSRL": ("1 + R, 1 + N - R", "1 + N - R, 1 + R", "psrl"),
    "O-REPS": ("np.exp(-eta * loss)", "np.exp(eta * loss)", "kl-step"),
}


def played(code: str, folder: Path) -> Path:
    (folder / "record.py").write_text(Path(str(module.__file__)).read_text("utf-8"), "utf-8")
    (folder / "mine.py").write_text(code, encoding="utf-8")
    subprocess.run([sys.executable, "mine.py"], cwd=folder, check=True)
    return folder / "run.jsonl"


@pytest.mark.parametrize("name", LEARNERS)
def test_it_conforms(name: str, tmp_path: Path) -> None:
    outcome = check_any_trace(played(LEARNERS[name], tmp_path), everything=True)
    assert outcome.verdict == "conforms", (outcome.verdict, outcome.first)
    assert LEARNERS[name].count("\n") <= 16, "two imports, an empty line, thirteen lines"


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_is_found(name: str, tmp_path: Path) -> None:
    right, wrong, rule = FAULTS[name]
    assert LEARNERS[name].count(right) == 1
    outcome = check_any_trace(played(LEARNERS[name].replace(right, wrong), tmp_path))
    assert outcome.first is not None and rule in outcome.first.rule, outcome.first


def test_there_is_one_for_every_algorithm() -> None:
    assert FAULTS.keys() == LEARNERS.keys()
