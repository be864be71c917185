"""`ucrl-lp simulate --fast`: the NumPy twin plays the trials, under a name of its own."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from proofs_check.conformance.replay import check
from reference.__main__ import main
from reference.environments import make
from reference.experiments import algorithms, trials
from reference.experiments.algorithms import FAST, Choice
from reference.experiments.trials import run_trial
from reference.simulator import REWARD_LAWS
from reference.support.errors import OK, USAGE, PreconditionError
from reference.trace.reader import read
from tests.experiments.test_simulation import contents
from tests.implementations.numpy import numpy_twin

TINY = ["--env", "tiny", "--T", "20", "60", "--trials", "2", "--no-plot"]


def simulate(*arguments: str) -> int:
    return main(["simulate", "--quiet", *arguments])


@pytest.mark.parametrize(
    ("fast", "slow", "env"),
    [
        (FAST, "ucrl-lp-twin:completion=uniform", "paper"),
        (f"{FAST}:completion=greedy,log=log2", "ucrl-lp-twin:log=log2", "deepsea"),
        (f"{FAST}:completion=previous", "ucrl-lp-twin:completion=previous", "paper"),
    ],
)
def test_the_same_outcome_as_backward_induction_step_by_step(
    fast: str, slow: str, env: str
) -> None:
    """Two programs, one vertex of LP1, one noise: every field of the outcome agrees."""
    for law in REWARD_LAWS:
        rest = f"T=300~delta=0.2~{law}~seed=4"
        (mine, times), (theirs, _) = (
            run_trial(trials.parse(f"{env}~{name}~{rest}")) for name in (fast, slow)
        )
        assert vars(mine) == pytest.approx(vars(theirs), rel=1e-12)
        assert mine.updates == mine.solves > 5
        assert times.run_seconds > times.update_seconds > 0


def test_a_trial_is_a_run_whose_trace_conforms(tmp_path: Path) -> None:
    outcome, _ = run_trial(trials.parse(f"paper~{FAST}~T=400~delta=0.1~bernoulli~seed=3"))
    out = tmp_path / "run.jsonl"
    played = numpy_twin.play(make("paper", seed=3).mdp, 400, seed=3, out=out)
    found = check(read(out), file=str(out))
    assert (found.verdict, found.episodes) == ("conforms", 400), found.first
    assert found.epochs == outcome.updates + 1
    assert outcome.regret == pytest.approx(played.regret, rel=1e-12)


def test_same_bytes_on_any_number_of_workers_and_named_everywhere(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for workers in "12":
        out = str(tmp_path / workers)
        assert simulate(*TINY, "--fast", "--workers", workers, "--out", out) == OK
    assert contents(tmp_path / "1") == contents(tmp_path / "2")
    said = capsys.readouterr().out
    assert '"UCRL-LP fast twin (NumPy) has better regret than UCRL2 (chain)"' in said
    assert "UCRL-LP " not in said.replace("UCRL-LP fast twin (NumPy) ", "")
    document = json.loads((tmp_path / "1" / "figure1.json").read_text("ascii"))
    assert document["manifest"]["options"]["algorithms"] == [FAST, "ucrl2-chain", "ucrl2-fh"]
    ours = [t for t in document["trials"] if t["algorithm"].startswith("ucrl-lp")]
    assert len(ours) == 4
    assert {t["algorithm"] for t in ours} == {FAST}
    assert ours[0]["options"]["completion"] == "uniform"


@pytest.mark.parametrize("kind", [[], ["--compare"]], ids=["figure1", "compare"])
def test_smoke(kind: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As printed in the documentation, into its own default directory."""
    monkeypatch.chdir(tmp_path)
    assert simulate("--fast", "--smoke", *kind) == OK
    name = "comparison" if kind else "figure1"
    rows = (tmp_path / "out" / f"{name}-fast" / f"{name}.csv").read_text("ascii").splitlines()
    assert sum(f",{FAST}," in row for row in rows) == (8 if kind else 4)
    assert not any(",ucrl-lp," in row for row in rows)
    if not kind:
        legend = (tmp_path / "out" / "figure1-fast" / "figure1.svg").read_text("utf-8")
        assert "<!-- UCRL-LP fast twin (NumPy) -->" in legend


def test_fast_and_printed_are_never_mixed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    printed, fast = str(tmp_path / "printed"), str(tmp_path / "fast")
    chosen = ["--algorithms", "ucrl-lp:completion=first", "ucrl2-fh"]
    assert simulate(*TINY, *chosen, "--out", printed, "--workers", "1") == OK
    assert simulate(*TINY, *chosen, "--fast", "--out", fast, "--workers", "1") == OK
    assert simulate("--resume", fast, *TINY, *chosen, "--fast", "--workers", "1") == OK
    for arguments in (["--resume", printed, "--fast"], ["--resume", fast, *chosen]):
        capsys.readouterr()
        assert simulate(*arguments) == USAGE
        assert "results are never mixed" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--sensitivity"], "--fast: has no effect here"),
        (["--only", f"tiny~{FAST}~T=2~delta=0.1~bernoulli~seed=0"], "names its algorithm"),
        (["--algorithms", "psrl"], "ucrl-lp is not run"),
        (["--algorithms", "ucrl-lp:glop=default"], f"option of {FAST}"),
        (["--reading", "lp-form=reduced"], "has no effect here"),
        (["--reading", "trigger=printed"], "this twin knows max1"),
        (["--reading", "log=log10"], "this twin knows ln, log2"),
    ],
)
def test_what_fast_refuses(
    arguments: list[str], words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    where = [] if "--only" in arguments else ["--out", str(tmp_path / "out")]
    assert simulate("--fast", *arguments, *where) == USAGE
    assert words in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


def test_it_is_no_learner() -> None:
    with pytest.raises(PreconditionError, match="whole runs only"):
        Choice(FAST).learner((1, 1), 1, 1, 0.1, 0)
    known = algorithms.ALGORITHMS[FAST].defaults
    assert known == {key: numpy_twin.SUPPORTED[key][0] for key in numpy_twin.SUPPORTED}
