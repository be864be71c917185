"""What once ended in a traceback, a hang or a wrong answer is refused with its reason."""

from __future__ import annotations

import json
import os
import stat
from pathlib import Path

import pytest

from proofs_check.audit.store import _exact
from proofs_check.commands import judge
from reference import make, run
from reference.running.resume import resume_run
from reference.support.errors import FALSE, OK, USAGE
from tests.called import Command


def test_a_delta_without_a_learning_rate(tmp_path: Path, ucrl_lp: Command) -> None:
    out = tmp_path / "run.jsonl"
    words = ("run", "--env", "tiny", "--T", "20", "--algorithm", "uob-reps", "--delta", "1e-308")
    status, _, err = ucrl_lp(*words, "--out", str(out))
    assert status == USAGE and "eta = inf" in err
    assert not out.exists()


@pytest.mark.parametrize("words", [("run", "--T", "5", "--env"), ("env", "show")])
def test_a_horizon_beyond_any_memory(words: tuple[str, ...], ucrl_lp: Command) -> None:
    status, _, err = ucrl_lp(*words, "riverswim", "--horizon", "99999999999999999999")
    assert status == USAGE and "horizon: must be at most 1000000" in err


def test_memory_that_would_be_needed(ucrl_lp: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    def large(*_: object, **__: object) -> None:
        raise MemoryError("Unable to allocate 49.6 GiB")

    monkeypatch.setattr("reference.running.driver.run", large)
    status, _, err = ucrl_lp("run", "--env", "tiny", "--T", "5")
    assert status == USAGE and "49.6 GiB" in err


def test_a_link_and_its_mode_stay(tmp_path: Path) -> None:
    file, link = tmp_path / "data" / "run.jsonl", tmp_path / "link.jsonl"
    file.parent.mkdir()
    run(make("tiny").mdp, 40, seed=1, out=file, episodes=20)
    whole = file.read_bytes()
    os.chmod(file, 0o600)
    link.symlink_to(file)
    resume_run(link)
    assert link.is_symlink() and link.resolve() == file.resolve()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert file.read_bytes().startswith(whole[:100]) and len(file.read_bytes()) > len(whole)


@pytest.mark.parametrize("text", ["1/0", "1e2000000000", "0x1", "", "1/-2", 3, None])
def test_numbers_of_a_store(text: object) -> None:
    with pytest.raises(ValueError, match="is not p/q"):
        _exact(text)
    assert str(_exact("-3/7")) == "-3/7"


def test_epoch_1_has_no_linear_program(tmp_path: Path, proofs_check: Command) -> None:
    run(make("tiny").mdp, 20, seed=1, out=tmp_path / "run.jsonl")
    words = ("certificate", "write", "--trace", str(tmp_path / "run.jsonl"), "--out")
    status, _, err = proofs_check(*words, str(tmp_path / "a.vipr"), "--epoch", "1")
    assert status == USAGE and "must be at least 2" in err
    status, _, _ = proofs_check(*words, str(tmp_path / "a.vipr"), "--epoch", "2")
    assert status == OK


def test_swapped_names_of_rows(tmp_path: Path, proofs_check: Command) -> None:
    trace, file = str(tmp_path / "run.jsonl"), tmp_path / "a.vipr"
    run(make("tiny").mdp, 20, seed=1, out=trace)
    of = ("--trace", trace, "--epoch", "3")
    proofs_check("certificate", "write", *of, "--out", str(file))
    text = file.read_text()
    first, second = (next(w for w in text.split() if w.startswith(name)) for name in ("up_", "lo_"))
    file.write_text(text.replace(first, "@").replace(second, first).replace("@", second))
    status, out, _ = proofs_check("certificate", "check", str(file), *of)
    assert status == FALSE and "is where LP1 has" in out


def test_a_refusal_shows_numbers_as_the_format_writes_them(
    proofs_check: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    import io
    import sys

    question = {"layers": [1, 1], "A": 1, "N": [[[1]]], "N3": [[[[1]]]], "eps": [[[-1]]],
                "r_hat": [[[1]]]}  # fmt: skip

    class In:
        buffer = io.BytesIO(json.dumps(question).encode() + b"\n")

    monkeypatch.setattr(sys, "stdin", In)
    _, out, _ = proofs_check("optimum")
    assert "mpq" not in out and "'-1'" in out


def test_a_judge_in_the_working_directory_is_not_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, proofs_check: Command
) -> None:
    """A submission may bring one; only that of the installation is run, or one that is named."""
    monkeypatch.setattr(judge, "JUDGE", tmp_path / "installed" / "coq" / "judge" / "judge")
    monkeypatch.chdir(tmp_path)
    planted = Path("proofs_check", "coq", "judge", "judge")
    planted.parent.mkdir(parents=True)
    planted.write_text("#!/bin/sh\ntouch ran\n")
    planted.chmod(0o755)
    Path("run.jsonl").write_text("garbage\n")
    status, out, err = proofs_check("judge", "run.jsonl")
    assert (status, out) == (USAGE, "") and "the judge is not built" in err
    assert not Path("ran").exists()
