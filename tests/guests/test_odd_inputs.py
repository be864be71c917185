"""Small inputs of the guests that once got a wrong answer, none, or one that was hard to use."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from reference.support.errors import OK, UNDECIDED, USAGE
from tests.called import Command
from tests.cli.test_odd_inputs import ARM, refuses_a_long_T
from tests.environments.test_arrays import P, R


@pytest.fixture
def arm(tmp_path: Path) -> Path:
    """An MDP with one action."""
    file = tmp_path / "arm.json"
    file.write_text(json.dumps(ARM))
    return file


@pytest.mark.parametrize("delta", ["0.9999999999999999", "0.999999999999999"])
@pytest.mark.parametrize("algorithm", ["ucb-h", "ucb-b", "ucbvi", "ucrl2", "ucfh", "psrl"])
def test_a_run_with_delta_next_to_1_is_not_refused(
    algorithm: str, delta: str, arm: Path, tmp_path: Path, ucrl_lp: Command, proofs_check: Command
) -> None:
    """ln(1/delta) is lost in doubles there."""
    run = tmp_path / "run.jsonl"
    words = ("run", "--mdp", arm, "--T", 1, "--algorithm", algorithm, "--quiet", "--out", run)
    assert ucrl_lp(*words, "--delta", delta).status == OK
    done = proofs_check("trace", run)
    assert done.status in (OK, UNDECIDED) and "divergence" not in done.out, done.out


@pytest.mark.parametrize("radius", ["bernstein", "bernstein-sum", "0.05"])
@pytest.mark.parametrize("algorithm", ["ucrl2", "ucfh"])
def test_radii_of_a_run_are_words_or_a_factor(
    algorithm: str, radius: str, tmp_path: Path, ucrl_lp: Command, proofs_check: Command
) -> None:
    run = tmp_path / "run.jsonl"
    words = ("run", "--env", "riverswim", "--T", 20, "--quiet", "--out", run)
    assert ucrl_lp(*words, "--algorithm", f"{algorithm}:radius={radius}").status == OK
    done = proofs_check("trace", run)
    assert done.status in (OK, UNDECIDED) and "divergence" not in done.out, done.out
    for wrong in ("0", "wide", "-1"):
        done = ucrl_lp(*words, "--algorithm", f"{algorithm}:radius={wrong}", "--force")
        assert done.status == USAGE and "must be one of JOA, bernstein" in done.err


@pytest.mark.parametrize("algorithm", ["ucb-h", "psrl", "fpop"])
def test_a_T_that_no_trace_may_have_is_refused_before_the_first_episode(
    algorithm: str, tmp_path: Path, ucrl_lp: Command
) -> None:
    refuses_a_long_T(algorithm, tmp_path, ucrl_lp)


def test_a_file_of_arrays_is_a_flat_mdp(
    ucrl_lp: Command, proofs_check: Command, tmp_path: Path
) -> None:
    file, out = tmp_path / "mdp.npz", tmp_path / "run.jsonl"
    np.savez(file, P=P, r=R)
    words = ("--T", "400", "--horizon", "3", "--out", out, "--force", "--quiet")
    assert ucrl_lp("run", "--mdp", file, "--algorithm", "ucb-h", *words).status == OK
    assert proofs_check("trace", out, "--quiet").status == OK


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("ucb-h", "--readings", "printed"), "--readings: is for ucrl-lp alone; found printed"),
        (("ucrl3",), "algorithm: unknown; did you mean ucrl-lp"),
    ],
)
def test_wrong_arguments_are_usage_errors(
    words: tuple[str, ...], said: str, ucrl_lp: Command
) -> None:
    done = ucrl_lp("run", "--env", "tiny", "--T", "5", "--algorithm", *words)
    assert done.status == USAGE and said in done.err
