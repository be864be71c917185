"""`proofs-check certificate write` with input that it cannot use: one line that names file, field,
value and rule, the right exit status, nothing written."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from proofs_check.lp1 import query
from reference.support.errors import MALFORMED, USAGE
from tests.called import Command
from tests.jsonl import jsonl
from tests.planted.planted_runs import BOTH, SHORT, keep, run

Refused = Callable[..., tuple[int, str]]
each_format = pytest.mark.parametrize("format", ["vipr", "lp"])
GOOD: dict[str, Any] = {"layers": [1, 1], "A": 1, "N": [[[4]]], "N3": [[[[4]]]]}
RADII = {"eps": [[["1/3"]]], "r_hat": [[["2/7"]]]}
REWARDS = {"T": 9, "delta": 0.1, "r_sum": [[[2]]]}


@pytest.fixture
def refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, proofs_check: Command) -> Refused:
    """`proofs-check certificate write --out written WORDS` in a new folder: status and the line."""
    monkeypatch.chdir(tmp_path)

    def write(*words: str) -> tuple[int, str]:
        status, out, err = proofs_check("certificate", "write", "--out", "written", *words)
        assert out == "" and "Traceback" not in err and len(err.splitlines()) == 1
        assert not Path("written").exists()
        return status, err

    return write


@each_format
@pytest.mark.parametrize(
    ("content", "status", "said"),
    [
        (None, USAGE, "counts.json: cannot be read: No such file"),
        (b"\xff\xfe", MALFORMED, "must be UTF-8"),
        (b"[1, 2]", MALFORMED, "must be a JSON object"),
        (b"{", MALFORMED, "must be valid JSON"),
        (GOOD | {"rewards": 1}, MALFORMED, "r_sum"),
        (GOOD | RADII | {"layers": "1-1"}, MALFORMED, "layers"),
        (GOOD | RADII | {"eps": [[["-1/3"]]]}, MALFORMED, "eps"),
        (GOOD | REWARDS | {"delta": 1}, MALFORMED, "delta"),
        (GOOD | REWARDS | {"r_sum": [[[5]]]}, MALFORMED, "r_sum"),
    ],
)
def test_counts_that_are_none(
    format: str, content: Any, status: int, said: str, refused: Refused
) -> None:
    if content is not None:
        raw = content if isinstance(content, bytes) else json.dumps(content).encode()
        Path("counts.json").write_bytes(raw)
    exit_status, err = refused("--format", format, "--counts", "counts.json")
    assert (exit_status, said in err, "counts.json" in err) == (status, True, True), err


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
    format: str, change: str | None, epoch: str | None, status: int, said: str, refused: Refused
) -> None:
    trace = keep(json.loads(json.dumps(run(SHORT))), BOTH)
    if change == "header":
        del trace[0]
    elif change is not None:
        next(e for e in trace if e["record"] == "episode")[change][1] = 7
    Path("run.jsonl").write_bytes(jsonl(trace))
    chosen = [] if epoch is None else ["--epoch", epoch]
    exit_status, err = refused("--format", format, "--trace", "run.jsonl", *chosen, "--quiet")
    assert (exit_status, said in err, "run.jsonl:" in err) == (status, True, change is not None), (
        err
    )


def test_counts_that_are_too_long(refused: Refused, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(query, "MAX_LINE", 100)
    Path("counts.json").write_text(" " * 101)
    exit_status, err = refused("--counts", "counts.json")
    assert (exit_status, "counts.json: size: must not exceed 100 bytes" in err) == (
        MALFORMED,
        True,
    ), err


LONG = GOOD | {"eps": [[[f"{3**40}/7"]]], "r_hat": [[["1/3"]]]}


@pytest.mark.parametrize(
    ("content", "words", "said"),
    [
        (GOOD | RADII, ["--lp-data", "data.json"], "--force"),
        (GOOD | RADII, ["--lp-data", "no/such/file.json"], "cannot be written"),
        (LONG, ["--scaled"], "--scaled: is for --format lp and mps"),
        (LONG, ["--scaled", "--format", "lp"], "scaled: row rad_0_0_0 would have a number"),
    ],
)
def test_what_cannot_be_written(
    content: dict[str, Any], words: list[str], said: str, refused: Refused
) -> None:
    Path("counts.json").write_text(json.dumps(content))
    Path("data.json").write_text("precious")
    exit_status, err = refused("--counts", "counts.json", *words)
    assert (exit_status, said in err) == (USAGE, True), err
    assert Path("data.json").read_text() == "precious"


def test_pages_are_of_one_trace(tmp_path: Path, proofs_check: Command) -> None:
    status, out, err = proofs_check("trace", "a.jsonl", "b.jsonl", "--html", tmp_path / "pages")
    assert (status, out, "--html: is for one trace" in err) == (USAGE, "", True), err
