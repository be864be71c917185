"""The definitions of the Coq development on small instances: what proofs_check computes."""

from __future__ import annotations

import re
import shutil
import subprocess
from fractions import Fraction as F
from pathlib import Path
from typing import Any

import pytest

from proofs_check.arithmetic import to_q
from proofs_check.letters.nested import NestedRun
from proofs_check.letters.recorder import Recorded
from proofs_check.machine_checked.record import load_path
from reference import LayeredMDP, run
from tests.machine_checked.conftest import ran
from tests.machine_checked.definitions import Small, false_source, source

COMPUTING = Path(__file__).with_name("Computing.v")
COQC = ("coqc", *load_path(), "-w", "none")
KINDS = (
    "V", "inner", "mu", "q2", "q3", "q_1", "trig", "start", "updates", "cnt", "rbar", "Pbar",
    "by_estimates", "LP1",
)  # fmt: skip

HALF = [F(1, 2), F(1, 2)]
exact: Any = LayeredMDP  # of lists
# name -> MDP, policy, reward law, seed of the run


SMALL: dict[str, tuple[LayeredMDP, Any, str, int]] = {
    "OneStep": (exact((1, 1), 1, [[[[1]]]], [[[F(1, 3)]]]), [[[1]]], "bernoulli", 2),
    "TwoActions": (
        exact((1, 1), 2, [[[[1], [1]]]], [[[0, F(2, 5)]]]),
        [[[F(1, 7), F(6, 7)]]],
        "three-point",
        2,
    ),
    "OneAction": (
        exact((1, 2, 1), 1, [[[[F(1, 3), F(2, 3)]]], [[[1]], [[1]]]], [[[F(1, 2)]], [[1], [0]]]),
        [[[1]], [[1], [1]]],
        "bernoulli",
        2,
    ),
    "TwoSteps": (
        exact(
            (1, 2, 1),
            2,
            [[[[F(1, 4), F(3, 4)], [1, 0]]], [[[1], [1]], [[1], [1]]]],
            [[[0, F(1, 4)]], [[F(1, 2), 1], [0, F(2, 3)]]],
        ),
        [[[F(2, 5), F(3, 5)]], [[1, 0], HALF]],
        "three-point",
        2,
    ),
    "ThreeSteps": (
        exact(
            (1, 2, 2, 1),
            2,
            [
                [[[F(1, 3), F(2, 3)], [F(1, 4), F(3, 4)]]],
                [[[1, 0], HALF], [[0, 1], [F(2, 7), F(5, 7)]]],
                [[[1], [1]], [[1], [1]]],
            ],
            [[[0, F(1, 10)]], [[1, F(1, 2)], [0, 1]], [[1, F(1, 2)], [0, 1]]],
        ),
        [[HALF], [[1, 0], [F(1, 5), F(4, 5)]], [[1, 0], HALF]],
        "three-point",
        3,
    ),
}


def played(name: str, folder: Path, T: int = 10) -> Small:
    mdp, pi, law, seed = SMALL[name]
    trace = folder / f"{name}.jsonl"
    run(mdp, T=T, seed=seed, out=trace, choices={"reward-law": law})
    sampled = NestedRun(Recorded(name, trace.read_bytes()))
    return Small(name, sampled, [[[to_q(p) for p in row] for row in rows] for rows in pi])


def compiled(folder: Path, text: str) -> subprocess.CompletedProcess[str]:
    (folder / "Small.v").write_text(text, encoding="utf-8")
    return ran(folder, *COQC, "Small.v")


def with_file(folder: Path, file: Path) -> Path:
    """Compile a file of the tests beside the development."""
    shutil.copyfile(file, folder / file.name)
    done = ran(folder, *COQC, file.name)
    assert done.returncode == 0, done.stderr
    return folder


@pytest.fixture(scope="module")
def computing(built: Path) -> Path:
    return with_file(built, COMPUTING)


def test_the_definitions_give_what_is_computed(computing: Path, tmp_path: Path) -> None:
    smalls = [played(name, tmp_path) for name in SMALL]
    for small in smalls:
        assert {statement.kind for statement in small.statements()} == set(KINDS)
    done = compiled(computing, source(smalls))
    assert done.returncode == 0, done.stderr[-2000:]


@pytest.mark.parametrize("kind", KINDS)
def test_a_wrong_number_is_rejected(computing: Path, tmp_path: Path, kind: str) -> None:
    small = played("TwoSteps", tmp_path)
    statement = [s for s in small.statements() if s.kind == kind][-1]
    text = false_source(small, statement)
    done = compiled(computing, text)
    assert done.returncode == 1
    # In the proof of the false statement, which is the last line.
    assert [int(n) for n in re.findall(r"line (\d+), characters", done.stderr)] == [
        len(text.splitlines())
    ]
    assert re.search(r"Cannot find witness|Unable to unify|No applicable tactic", done.stderr)
