"""`proofs-check certificate write` with input that it cannot use: one line that names file, field,
value and rule, the right exit status, nothing written."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from proofs_check.__main__ import main as proofs_check
from reference.support.errors import MALFORMED, USAGE
from tests.planted.planted_runs import BOTH, SHORT, keep, run

each_format = pytest.mark.parametrize("format", ["vipr", "lp"])
WRITE = ["certificate", "write", "--out", "written", "--format"]
GOOD: dict[str, Any] = {"layers": [1, 1], "A": 1, "N": [[[4]]], "N3": [[[[4]]]]}
RADII = {"eps": [[["1/3"]]], "r_hat": [[["2/7"]]]}
REWARDS = {"T": 9, "delta": 0.1, "r_sum": [[[2]]]}


def refused(words: list[str], capsys: pytest.CaptureFixture[str]) -> tuple[int, str]:
    status = proofs_check(words)
    found = capsys.readouterr()
    assert found.out == "" and "Traceback" not in found.err
    assert len(found.err.splitlines()) == 1
    return status, found.err


@each_format
@pytest.mark.parametrize(
    ("content", "status", "said"),
    [
        (None, USAGE, "counts.json: cannot be read: No such file"),
        (b"\xff\xfe", MALFORMED, "must be UTF-8"),
        (b"[1, 2]", MALFORMED, "must be a JSON object"),
        (b"{", MALFORMED, "must be valid JSON"),
        (json.dumps(GOOD | {"rewards": 1}).encode(), MALFORMED, "r_sum"),
        (json.dumps(GOOD | RADII | {"layers": "1-1"}).encode(), MALFORMED, "layers"),
        (json.dumps(GOOD | RADII | {"N3": []}).encode(), MALFORMED, "N3"),
        (json.dumps(GOOD | RADII | {"N3": [[[[5]]]]}).encode(), MALFORMED, "N"),
        (json.dumps(GOOD | RADII | {"eps": [[["-1/3"]]]}).encode(), MALFORMED, "eps"),
        (json.dumps(GOOD | RADII | {"r_hat": [[["1.5e"]]]}).encode(), MALFORMED, "r_hat"),
        (json.dumps(GOOD | REWARDS | {"delta": 1}).encode(), MALFORMED, "delta"),
        (json.dumps(GOOD | REWARDS | {"T": 0}).encode(), MALFORMED, "T: "),
        (json.dumps(GOOD | REWARDS | {"T": "5/2"}).encode(), MALFORMED, "T: "),
        (json.dumps(GOOD | REWARDS | {"r_sum": [[[1, 1]]]}).encode(), MALFORMED, "r_sum"),
        (json.dumps(GOOD | REWARDS | {"r_sum": [[["-1/2"]]]}).encode(), MALFORMED, "r_sum"),
        (json.dumps(GOOD | REWARDS | {"r_sum": [[[5]]]}).encode(), MALFORMED, "r_sum"),
    ],
)
def test_counts_that_are_none(
    format: str, content: bytes | None, status: int, said: str,
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    monkeypatch.chdir(tmp_path)
    if content is not None:
        Path("counts.json").write_bytes(content)
    found, err = refused([*WRITE, format, "--counts", "counts.json"], capsys)
    assert (found, said in err, "counts.json" in err) == (status, True, True), err
    assert not Path("written").exists()


@each_format
@pytest.mark.parametrize(
    ("change", "epoch", "status", "said"),
    [
        (None, None, USAGE, "--epoch: is required with --trace"),
        (None, "99", USAGE, "has no such epoch"),
        ("header", "2", MALFORMED, "must"),
        ("a", "3", MALFORMED, "states and actions must lie within layers and A"),
        ("x", "3", MALFORMED, "states and actions must lie within layers and A"),
    ],
)
def test_traces_without_the_epoch(
    format: str, change: str | None, epoch: str | None, status: int, said: str,
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    monkeypatch.chdir(tmp_path)
    trace = keep(json.loads(json.dumps(run(SHORT))), BOTH)
    if change == "header":
        del trace[0]
    elif change is not None:
        next(e for e in trace if e["record"] == "episode")[change][1] = 7
    Path("run.jsonl").write_text("".join(json.dumps(record) + "\n" for record in trace))
    chosen = [] if epoch is None else ["--epoch", epoch]
    words = [*WRITE, format, "--trace", "run.jsonl", *chosen, "--quiet"]
    found, err = refused(words, capsys)
    assert (found, said in err) == (status, True), err
    assert not Path("written").exists()


def test_lp_data_is_not_overwritten(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("counts.json").write_text(json.dumps(GOOD | RADII))
    Path("data.json").write_text("precious")
    words = [*WRITE, "vipr", "--counts", "counts.json"]
    for data, said in (("data.json", "--force"), ("no/such/file.json", "cannot be written")):
        found, err = refused([*words, "--lp-data", data], capsys)
        assert (found, said in err) == (USAGE, True), err
    assert Path("data.json").read_text() == "precious"


def test_what_cannot_be_scaled_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    long = {"eps": [[[f"{3**40}/7"]]], "r_hat": [[["1/3"]]]}
    Path("counts.json").write_text(json.dumps(GOOD | long))
    found, err = refused([*WRITE, "vipr", "--counts", "counts.json", "--scaled"], capsys)
    assert (found, "--scaled: is for --format lp and mps" in err) == (USAGE, True), err
    found, err = refused([*WRITE, "lp", "--counts", "counts.json", "--scaled"], capsys)
    assert (found, "scaled: row rad_0_0_0 would have a number" in err) == (USAGE, True), err
    assert not Path("written").exists()


def test_pages_are_of_one_trace(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["trace", "a.jsonl", "b.jsonl", "--html", str(tmp_path / "pages")]
    found, err = refused(words, capsys)
    assert (found, "--html: is for one trace" in err) == (USAGE, True), err
