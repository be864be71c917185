"""Small inputs that once got a wrong answer, none, or one that was hard to use."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from reference.support.errors import FALSE, MALFORMED, OK, UNDECIDED, UNREAD, USAGE
from tests.called import Command
from tests.paths import ROOT

ARM = {"format": "layered-mdp", "version": 1, "layers": [1, 1], "A": 1, "P": [[[[1]]]],
       "r": [[[0.5]]]}  # fmt: skip


@pytest.fixture
def arm(tmp_path: Path) -> Path:
    """An MDP with one action."""
    file = tmp_path / "arm.json"
    file.write_text(json.dumps(ARM))
    return file


@pytest.fixture
def tiny(tmp_path: Path, ucrl_lp: Command) -> Path:
    """A short run."""
    run = tmp_path / "run.jsonl"
    assert ucrl_lp("run", "--env", "tiny", "--T", 20, "--quiet", "--out", run).status == OK
    return run


def renamed(run: Path, name: str, version: str) -> None:
    """Put another producer into the header of a run."""
    head, *rest = run.read_text().splitlines(keepends=True)
    header = {**json.loads(head), "producer": {"name": name, "version": version}}
    run.write_text(json.dumps(header) + "\n" + "".join(rest))


def test_a_T_that_no_trace_may_have_is_refused_before_the_first_episode(
    tmp_path: Path, ucrl_lp: Command
) -> None:
    refuses_a_long_T("ucrl-lp", tmp_path, ucrl_lp)


def refuses_a_long_T(algorithm: str, folder: Path, ucrl_lp: Command) -> None:
    """No trace may have this T."""
    run = folder / "run.jsonl"
    words = ("--env", "riverswim", "--algorithm", algorithm, "--episodes", 3)
    for written in ((), ("--out", run)):
        done = ucrl_lp("run", "--T", 10**13, *words, *written)
        assert done.status == USAGE and "T: must not exceed 1000000000000" in done.err
        assert not run.exists()


def test_a_name_of_1001_digits_is_a_name(tiny: Path, proofs_check: Command) -> None:
    """The proved judge says the same (tests/judge)."""
    renamed(tiny, "9" * 1001, "")
    assert proofs_check("trace", tiny).status in (OK, UNDECIDED)


@pytest.mark.parametrize("row", [[0.0, 0.0], [2, -1], [1000, -999]])
def test_lemmas_refuse_policies_that_are_none(
    row: list[float], tiny: Path, proofs_check: Command
) -> None:
    lines = [json.loads(line) for line in tiny.read_text().splitlines()]
    for line in lines[2:]:
        if line["record"] == "epoch":
            line["pi"] = [[row for _ in states] for states in line["pi"]]
    tiny.write_text("".join(json.dumps(line) + "\n" for line in lines))
    done = proofs_check("lemmas", tiny)
    assert done.status == MALFORMED and "pi[0][0]: must be a distribution" in done.err


def test_no_control_character_of_a_name_reaches_a_page(
    tiny: Path, tmp_path: Path, proofs_check: Command
) -> None:
    """The terminal gets none either. U+202E turns the direction of what is read."""
    renamed(tiny, "a\x1b[31m\u202eb", "\x9b1\u2066")
    done = proofs_check("trace", tiny, "--html", tmp_path / "page")
    pages = [file.read_text("utf-8") for file in (tmp_path / "page").rglob("*.html")]
    shown = "".join((*pages, done.out))
    assert pages and not set("\x1b\u202e\x9b\u2066") & set(shown)


def called(words: str, **how: Any) -> subprocess.CompletedProcess[str]:
    """`proofs-check WORDS` in a process of its own."""
    line = [sys.executable, "-m", "proofs_check", *words.split()]
    return subprocess.run(line, cwd=ROOT, capture_output=True, text=True, check=False, **how)


def test_a_trace_may_be_standard_input_and_no_file_is_called_nothing(
    arm: Path, tmp_path: Path, ucrl_lp: Command
) -> None:
    run = tmp_path / "run.jsonl"
    assert ucrl_lp("run", "--mdp", arm, "--T", 3, "--quiet", "--out", run).status == OK
    for name in ("trace", "lemmas"):  # judge: tests/judge
        done = called(f"{name} -", input=run.read_text())
        assert "No such file" not in done.stderr and done.returncode in (OK, UNDECIDED, 3), name
    assert called("trace -", input=run.read_text()).stdout.startswith("verdict ")
    nothing = ucrl_lp("run", "--mdp", arm, "--T", 3, "--out", "")
    assert nothing.status == USAGE and '"": must be the name of a file' in nothing.err


def test_a_verdict_is_the_status_whoever_reads_it(tiny: Path) -> None:
    """A reader that goes away changes nothing of it, as `head` does."""
    tiny.write_text(tiny.read_text().replace('"eps":[[[', '"eps":[[[9'))
    line = f"{sys.executable} -m proofs_check trace {tiny}"
    for reader in ("true", "head -1"):
        words = ["bash", "-c", f"set -o pipefail; {line} | {reader} > /dev/null"]
        how: dict[str, Any] = {"env": {**os.environ, "PYTHONUNBUFFERED": ""}, "text": True}
        done = subprocess.run(words, cwd=ROOT, capture_output=True, check=False, **how)
        assert (done.returncode, done.stderr) == (FALSE, ""), reader
    line = f"{sys.executable} -m proofs_check trace --explain all | true"
    words = ["bash", "-c", f"set -o pipefail; {line}"]
    page = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)
    assert page.returncode in (OK, UNREAD) and "Traceback" not in page.stderr
