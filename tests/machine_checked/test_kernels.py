"""What pages say of the kernels that agreed is what `kernels.json` has."""

from __future__ import annotations

import json
import os
import re
from dataclasses import replace
from pathlib import Path

import pytest

from proofs_check.machine_checked import build, kernels, record
from proofs_check.machine_checked.build import BuildFailed
from proofs_check.machine_checked.critical_bugs import read_bugs
from proofs_check.machine_checked.record import COQ


def test_the_readme_has_the_table() -> None:
    page, rows = (COQ / "README.md").read_text("utf-8"), kernels.read_kernels()
    assert f"<!-- generated: kernels -->\n{kernels.kernels_table(rows)}\n<!-- end -->" in page
    other = [replace(rows[0], date="2026-01-01"), *rows[1:]]
    assert kernels.kernels_table(other) not in page


def test_the_readme_says_which_of_them_has_guard_bugs() -> None:
    """A development version is of the release that it leads to, and has what its commit has."""
    page, rows = (COQ / "README.md").read_text("utf-8"), kernels.read_kernels()
    bugs, _, _ = read_bugs()
    said = kernels.guards_said(rows, bugs)
    assert f"<!-- generated: guards -->\n{said}\n<!-- end -->" in page
    assert "- Coq 8.16.1: #20413, #20455, " in said and "#21839" in said.partition("- Rocq")[2]
    rows = [row for row in rows if row.release == row.version]
    newer = replace(rows[0], version="9.4+alpha.0123456789")
    assert "Without one: Rocq 9.4+alpha.0123456789." in kernels.guards_said([*rows, newer], bugs)
    kept = [replace(b, also=newer.version if b.bug == "rocq#22366" else "") for b in bugs]
    said = kernels.guards_said([*rows, newer], kept)
    assert "No kernel without one" in said and "- Rocq 9.4+alpha.0123456789: #22366" in said


def test_a_version_that_is_said_to_have_agreed_has_a_row() -> None:
    """On every page of the project: `Coq 8.x agreed`, `agreed with Rocq 9.x`, in whatever words."""
    rows = {row.name for row in kernels.read_kernels()}
    for file in (*COQ.glob("**/*.md"), COQ.parent / "README.md", COQ.parents[1] / "README.md"):
        text = file.read_text("utf-8")
        for sentence in re.split(r"(?<=[.:])\s", text):
            if "agreed" in sentence.split():
                named = set(re.findall(r"(?:Coq|Rocq) \d+\.\d+(?:[.+][a-z\d]+)*", sentence))
                assert named <= rows, (file.name, sentence)


def test_another_kernel_agrees_on_claims_theorems_and_axioms() -> None:
    """Not on the words in which it prints a statement, nor on what our own check counts."""
    # the record that is committed, of whatever sources: nothing here is built
    read = json.loads((COQ / "record.json").read_text("utf-8"))
    theorems = {
        t["name"]: record.Theorem(**{**t, "axioms": tuple(t["axioms"])}) for t in read["theorems"]
    }
    claims = tuple(tuple(row) for row in read["claims"])
    ours = record.Record("s", "8.16.1", ("-q",), "e", (), theorems, claims, 227)
    printed = {n: replace(t, statement=f"{t.statement} ") for n, t in theorems.items()}
    theirs = replace(ours, coq="9.2", expected="another", fixpoints=0, theorems=printed)
    assert record.unconfirmed(ours, theirs) == []
    one = next(n for n, t in theorems.items() if t.axioms)
    name, proved, digest = claims[0]
    fewer = {n: t for n, t in printed.items() if n != one}
    for planted, said in (
        (replace(theirs, sources="others"), "sources: "),
        (replace(theirs, claims=((name, proved, f"{digest}0"), *claims[1:])), f"claims: {name}"),
        (replace(theirs, theorems=fewer), f"{one}: is recorded, not built"),
        (replace(theirs, theorems=printed | {one: replace(printed[one], axioms=())}), f"{one}: ax"),
        (replace(theirs, theorems=printed | {one: replace(printed[one], file="X.v")}), f"{one}: f"),
    ):
        found = record.unconfirmed(ours, planted)
        assert found and all(text.startswith(said) for text in found), found


def test_a_development_version_says_its_commit_and_what_is_added(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A row `Rocq 9.4+alpha` alone would not say which; it stands after the releases before it."""
    (tmp_path / "home").mkdir()
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")

    def says(name: str, text: str) -> None:
        (tmp_path / name).write_text(f"#!/bin/sh\necho '{text}'\n", "utf-8")
        (tmp_path / name).chmod(0o755)

    says("coqc", "9.4+alpha 5.4.1")
    says("coqtop", f"Welcome to Rocq rocq,master+22379+22384 ({'9b9978d355' * 4})")
    assert build.version(tmp_path) == "9.4+alpha.9b9978d355+22379+22384"
    says("coqtop", f"Welcome to Rocq rocq,master ({'9b9978d355' * 4})")
    assert build.version(tmp_path) == "9.4+alpha.9b9978d355"
    rows = kernels.read_kernels()
    file = tmp_path / "kernels.json"
    for number in ("9.4+alpha.9b9978d355", "9.10.0", "9.2.0"):
        kernels.write_kernel(replace(rows[0], version=number), file)
    names = [row.name for row in kernels.read_kernels(file)]
    assert names == ["Rocq 9.2.0", "Rocq 9.4+alpha.9b9978d355", "Rocq 9.10.0"]
    says("coqtop", "Welcome to Rocq 9.4+alpha")
    with pytest.raises(BuildFailed, match="a development version, names no commit"):
        build.version(tmp_path)
    says("coqc", "9.2.0 5.4.1")
    assert build.version(tmp_path) == "9.2.0"
