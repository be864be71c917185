"""`proofs-check optimum` and `certificate` as a person uses them."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

from reference.environments import make
from reference.running.driver import run as play
from reference.support.errors import FALSE, MALFORMED, OK, USAGE
from tests.called import Command

COUNTS = {"layers": [1, 2, 1], "A": 1, "N": [[[4]], [[1], [3]]]}
QUESTION = {
    **COUNTS,
    "N3": [[[[1, 3]]], [[[1]], [[3]]]],
    "eps": [[["1/2"]], [["1/4"], ["1/4"]]],
    "r_hat": [[["1/2"]], [["1/3"], ["1"]]],
}


def ask(proofs_check: Command, monkeypatch: pytest.MonkeyPatch, text: str) -> tuple[int, str, str]:
    class Stdin:
        buffer = io.BytesIO(text.encode())

    monkeypatch.setattr("sys.stdin", Stdin())
    return proofs_check("optimum")


def test_optimum_answers_a_line_with_a_line(
    proofs_check: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    status, out, _ = ask(proofs_check, monkeypatch, json.dumps(QUESTION) + "\n")
    answer = json.loads(out)
    assert status == OK
    # 1/2 + (P_bar(1) + 1/4) * 1 + (P_bar(0) - 1/4) * 1/3 = 1/2 + 1 + 0
    assert answer["lower"] == answer["upper"] == "3/2"
    assert answer["argmax"] == [[[0]], [[0], [0]]]


def test_optimum_refuses_a_bad_line_and_goes_on(
    proofs_check: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    bad = json.dumps({**QUESTION, "N": [[[5]], [[1], [3]]]})
    status, out, err = ask(proofs_check, monkeypatch, f"{bad}\n{json.dumps(QUESTION)}\n")
    first, second = (json.loads(line) for line in out.splitlines())
    assert status == MALFORMED
    assert "N3[0][0][0]" in first["error"]["field"]
    assert second["lower"] == "3/2"
    assert err == ""


def test_certificate_of_counts_round_trip(tmp_path: Path, proofs_check: Command) -> None:
    counts, out = tmp_path / "q.json", tmp_path / "q.vipr"
    counts.write_text(json.dumps(QUESTION))
    words = ["certificate", "write", "--counts", str(counts), "--out", str(out)]
    status, text, _ = proofs_check(*words)
    assert status == OK
    assert "optimum  3/2" in text
    status, text, _ = proofs_check("certificate", "check", out, "--counts", counts)
    assert status == OK
    assert "holds" in text
    assert "assumed" not in text
    status, text, _ = proofs_check("certificate", "check", out)
    assert status == OK
    assert "assumed" in text  # without counts the problem in the file is taken on trust
    assert proofs_check(*words)[0] == USAGE  # exists


def test_certificate_of_an_epoch(tmp_path: Path, proofs_check: Command) -> None:
    run, out, data = tmp_path / "run.jsonl", tmp_path / "e.vipr", tmp_path / "e.json"
    play(make("tiny").mdp, 20, out=run)
    of_epoch = ["--trace", str(run), "--epoch", "4"]
    words = ["certificate", "write", *of_epoch, "--out", str(out), "--lp-data", str(data)]
    assert proofs_check(*words)[0] == OK
    assert proofs_check("certificate", "check", str(out), *of_epoch)[0] == OK
    words = ["certificate", "check", str(out), "--counts", str(data)]
    assert proofs_check(*words)[0] == OK
    rounded_up = ["certificate", "check", str(out), *of_epoch, "--round", "up"]
    status, text, _ = proofs_check(*rounded_up)
    assert status == FALSE
    assert "VIPR-PROBLEM" in text
    words = ["certificate", "write", "--trace", str(run), "--epoch", "99", "--out", "x"]
    assert proofs_check(*words)[0] == USAGE
