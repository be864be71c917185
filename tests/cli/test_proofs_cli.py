"""`proofs-check optimum` and `certificate` as a person uses them."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from pathlib import Path

import pytest

from reference.environments import make
from reference.running.driver import run as play
from reference.support.errors import FALSE, MALFORMED, OK, USAGE
from tests.called import Command
from tests.jsonl import jsonl

COUNTS = {"layers": [1, 2, 1], "A": 1, "N": [[[4]], [[1], [3]]]}
QUESTION = {
    **COUNTS,
    "N3": [[[[1, 3]]], [[[1]], [[3]]]],
    "eps": [[["1/2"]], [["1/4"], ["1/4"]]],
    "r_hat": [[["1/2"]], [["1/3"], ["1"]]],
}


def test_optimum_answers_lines_refuses_a_bad_one_and_goes_on(
    proofs_check: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    bad = {**QUESTION, "N": [[[5]], [[1], [3]]]}
    lines = io.BytesIO(jsonl([QUESTION, bad, QUESTION]))
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(lines))
    status, out, err = proofs_check("optimum")
    first, second, third = (json.loads(line) for line in out.splitlines())
    assert (status, err) == (MALFORMED, "")
    # 1/2 + (P_bar(1) + 1/4) * 1 + (P_bar(0) - 1/4) * 1/3 = 1/2 + 1 + 0
    assert first["lower"] == first["upper"] == "3/2"
    assert first["argmax"] == [[[0]], [[0], [0]]]
    assert "N3[0][0][0]" in second["error"]["field"]
    assert third == first


def test_certificate_of_counts_round_trip(tmp_path: Path, proofs_check: Command) -> None:
    counts, out = tmp_path / "q.json", tmp_path / "q.vipr"
    counts.write_text(json.dumps(QUESTION))
    words = ["certificate", "write", "--counts", counts, "--out", out]
    status, text, _ = proofs_check(*words)
    assert status == OK and "optimum  3/2" in text
    status, text, _ = proofs_check("certificate", "check", out, "--counts", counts)
    assert status == OK and "holds" in text and "assumed" not in text
    status, text, _ = proofs_check("certificate", "check", out)
    assert status == OK
    assert "assumed" in text  # without counts the problem in the file is taken on trust
    assert proofs_check(*words).status == USAGE  # exists


def test_certificate_of_an_epoch(tmp_path: Path, proofs_check: Command) -> None:
    run, out, data = tmp_path / "run.jsonl", tmp_path / "e.vipr", tmp_path / "e.json"
    play(make("tiny").mdp, 20, out=run)
    write, check = ("certificate", "write"), ("certificate", "check", out)
    of_epoch = ("--trace", run, "--epoch", "4")
    assert proofs_check(*write, *of_epoch, "--out", out, "--lp-data", data).status == OK
    assert proofs_check(*check, *of_epoch).status == OK
    assert proofs_check(*check, "--counts", data).status == OK
    status, text, _ = proofs_check(*check, *of_epoch, "--round", "up")
    assert status == FALSE and "VIPR-PROBLEM" in text


def test_no_garbage_is_sought_when_the_program_ends() -> None:
    """Among all that an audit holds it would take a second."""
    ends = "import atexit, gc; atexit.register(lambda: print(gc.get_freeze_count() > 0))"
    for program, said in (("", "False"), ("; import proofs_check.__main__", "True")):
        done = subprocess.run([sys.executable, "-c", ends + program], capture_output=True)
        assert (done.returncode, done.stdout.decode().strip()) == (OK, said)
