"""`kill -9` at random points of a run, a simulation and a report: nothing is corrupt, what was
done is not done again, and the end is the same, byte by byte."""

from __future__ import annotations

import shutil
from pathlib import Path
from random import Random
from typing import Any

import pytest

from proofs_check.audit.store import AuditStore
from reference import glop
from tests.called import Command
from tests.figure1.test_simulation import contents
from tests.robustness.subprocesses import calls, killed

RUN = ["--env", "tiny", "--T", "400", "--seed", "3", "--quiet"]
EPOCH = b'"record":"epoch"'


@pytest.mark.parametrize("name", ["run.jsonl", "run.jsonl.gz"])
def test_a_run_killed_anywhere_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ucrl_lp: Command, name: str
) -> None:
    whole, cut, random = tmp_path / f"whole-{name}", tmp_path / name, Random(name)
    total = calls("reference", "run", *RUN, "--out", whole)
    solved: list[int] = []
    maximise = glop.maximise

    def counted(*arguments: Any) -> Any:
        solved.append(1)
        return maximise(*arguments)

    monkeypatch.setattr(glop, "maximise", counted)
    for round_ in range(3):
        cut.unlink(missing_ok=True)
        # The first kill falls into the run itself, the second into going on with it.
        assert killed(random.randrange(total // 3, total), "reference", "run", *RUN, "--out", cut)
        before = cut.read_bytes()
        killed(random.randrange(total // 10, total), "reference", "run", "--resume", cut)
        assert len(cut.read_bytes()) >= len(before)
        solved.clear()
        assert ucrl_lp("run", "--quiet", "--resume", cut).status == 0
        assert cut.read_bytes() == whole.read_bytes(), round_
        if name.endswith(".jsonl"):  # the last epoch may be half written
            assert len(solved) <= whole.read_bytes().count(EPOCH) - before.count(EPOCH) + 1
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted([name, f"whole-{name}"])


def test_a_run_killed_before_its_header_begins_again(tmp_path: Path, ucrl_lp: Command) -> None:
    cut, whole = tmp_path / "run.jsonl", tmp_path / "whole.jsonl"
    assert ucrl_lp("run", *RUN, "--out", whole).status == 0
    for size in (0, 100):  # opened; in the middle of the header
        cut.write_bytes(whole.read_bytes()[:size])
        assert ucrl_lp("run", "--quiet", "--resume", cut).status == 3
        assert ucrl_lp("run", *RUN, "--out", cut, "--force").status == 0
        assert cut.read_bytes() == whole.read_bytes()


def results(directory: Path) -> dict[str, bytes]:
    """What must be the same: not what a killed writer left half written."""
    return {name: data for name, data in contents(directory).items() if name[-4:] != ".tmp"}


def test_a_simulation_killed_anywhere_goes_on(tmp_path: Path, ucrl_lp: Command) -> None:
    options = ["--env", "tiny", "--T", "20", "60", "--trials", "3", "--no-plot", "--quiet"]
    options += ["--algorithms", "ucrl2-fh", "ucrl2-chain", "--workers", "1"]
    whole, cut, random = tmp_path / "whole", tmp_path / "cut", Random(1)
    total = calls("reference", "simulate", "figure1", *options, "--out", whole)
    deaths = 0
    for _ in range(3):
        shutil.rmtree(cut, ignore_errors=True)
        where: list[str | Path] = ["figure1", "--out", cut]
        for _ in range(2):
            n = random.randrange(1, total)
            deaths += killed(n, "reference", "simulate", *where, *options)
            if (cut / "manifest.json").exists():
                where = ["resume", cut]
            stored = {path: path.stat().st_mtime_ns for path in cut.glob("trials/[!.]*")}
            assert results(cut).items() <= results(whole).items()
        assert ucrl_lp("simulate", *where, *options).status == 0
        assert results(cut) == results(whole)
        assert {path: path.stat().st_mtime_ns for path in stored} == stored  # none is run twice
    assert deaths >= 3


def test_a_report_killed_anywhere_goes_on(tmp_path: Path, proofs_check: Command) -> None:
    options = ["--only", "eq:14", "--workers", "1", "--quiet"]
    whole, store = tmp_path / "whole", tmp_path / "store"
    assert proofs_check("report", whole, *options, "--store", store).status == 0
    for file in [*store.glob("claims/*"), store / "runs" / "bandit.jsonl"]:
        file.unlink()
    first, cut, random = tmp_path / "first", tmp_path / "cut", Random(2)
    shutil.copytree(store, first)
    total = calls("proofs_check", "report", tmp_path / "counted", *options, "--store", first)
    for _ in range(3):
        for directory in (cut, first):
            shutil.rmtree(directory, ignore_errors=True)
        shutil.copytree(store, first)
        arguments = ["report", cut, *options, "--store", first, "--force"]
        assert killed(random.randrange(total // 4, total), "proofs_check", *arguments)
        kept = results(first)
        assert not cut.exists() or results(cut).items() <= results(whole).items()
        assert proofs_check(*arguments).status == 0
        assert results(cut) == results(whole)
        assert kept.items() <= results(first).items()


def test_what_a_store_keeps_is_what_was_found(
    tmp_path: Path, proofs_check: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = ["audit", "--only", "eq:28", "--planted", "--workers", 1, "--quiet", "--json"]
    reply = proofs_check(*words)
    assert reply.status == 0 and proofs_check(*words, "--store", tmp_path / "a") == reply
    for again in ("evaluate", "refute", "make_trace"):
        monkeypatch.delattr(f"proofs_check.audit.audit.{again}")
    assert proofs_check(*words, "--store", tmp_path / "a") == reply


def test_a_store_that_was_changed_is_refused(tmp_path: Path, proofs_check: Command) -> None:
    store = tmp_path / "a"

    def audit(*words: object) -> int:
        return proofs_check("audit", "--only", "eq:14", "--quiet", *words).status

    assert audit("--store", store) == 0
    (file,) = (store / "claims").iterdir()
    said = file.read_text()
    for changed in (said[:-10], said.replace("HOLDS", "PERHAPS"), said.replace("eq:14", "eq:15")):
        file.write_text(changed)
        assert audit("--store", store) == 3
    file.write_text(said)
    assert audit("--store", store, "--full") == 4
    manifest = store / "manifest.json"
    manifest.write_text(manifest.read_text().replace('"sources": "', '"sources": "other'))
    assert audit("--store", store) == 4
    (tmp_path / "b").mkdir()
    (tmp_path / "b" / "file").touch()
    assert audit("--store", tmp_path / "b") == 4
    assert AuditStore.of(tmp_path / "c", full=False).trace("bandit") is None
