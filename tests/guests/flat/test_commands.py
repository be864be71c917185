"""The commands of flat learners: a run that `ucrl-lp run` writes conforms, and a changed one does
not."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from reference.support.errors import FALSE, MALFORMED, OK, UNDECIDED
from tests.called import Command

NAMES = {"ucrl2": "UCRL2", "ucbvi": "UCBVI", "ucb-h": "UCB-H", "ucb-b": "UCB-B"}


@pytest.mark.parametrize("name", NAMES)
def test_a_run_conforms(name: str, ucrl_lp: Command, proofs_check: Command, tmp_path: Path) -> None:
    out = tmp_path / "run.jsonl"
    words = ("run", "--env", "tiny", "--out", out, "--quiet")
    few = ("--T", "40", "--algorithm", name)
    more = {
        "ucrl2": ("--T", "400", "--algorithm", name, "--detailed"),
        "ucbvi": ("--T", "40", "--algorithm", "ucbvi:scale=0.02"),
    }
    if name in more:  # as published, 40 episodes decide nothing
        assert ucrl_lp(*words, *few).status == OK
        done = proofs_check("trace", out, "--quiet", "--coverage")
        assert done.status == UNDECIDED and done.out.startswith("verdict    vacuous")
        assert "a program that never learns" in " ".join(done.out.split())
        out.unlink()
    assert ucrl_lp(*words, *more.get(name, few)).status == OK
    assert json.loads(out.read_text("utf-8").splitlines()[0])["algorithm"] == NAMES[name]
    status, said, _ = proofs_check("trace", out, "--quiet")
    assert status == OK and "conforms" in said
    cut = tmp_path / "cut.jsonl"
    cut.write_text("".join(out.read_text("utf-8").splitlines(keepends=True)[:-1]), "utf-8")
    assert proofs_check("trace", cut, "--quiet").status == MALFORMED


def test_another_delta_does_not(ucrl_lp: Command, proofs_check: Command, tmp_path: Path) -> None:
    """The bonuses of UCB-H are in its Q; with another delta in the header they are too small."""
    out = tmp_path / "run.jsonl"
    ucrl_lp("run", "--env", "tiny", "--T", "40", "--algorithm", "ucb-h", "--out", out, "--quiet")
    head, *rest = out.read_text("utf-8").splitlines(keepends=True)
    header = json.loads(head)
    header["delta"] = header["delta"] / 100
    changed = tmp_path / "changed.jsonl"
    changed.write_text(json.dumps(header) + "\n" + "".join(rest), "utf-8")
    assert proofs_check("trace", changed, "--quiet").status == FALSE
