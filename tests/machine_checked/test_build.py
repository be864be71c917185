"""A build of the Coq development: what is recorded comes out; coqchk names what is only assumed."""

from __future__ import annotations

import json
import os
import shutil
from contextlib import nullcontext
from pathlib import Path

import pytest

from proofs_check.__main__ import main
from proofs_check.machine_checked import build, record
from tests.machine_checked.conftest import needs_coq

SHORT = os.environ.get("UCRL_LP_LONG") != "1"


@needs_coq
def test_it_builds_here_as_recorded(
    built: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """From what this session has compiled of the development; README's command starts from
    nothing."""
    laid_out = build.laid_out

    def compiled(folder: Path, place: Path) -> Path:
        laid_out(folder, place)
        for name in build.development(place):
            if (built / f"{name}o").is_file():
                shutil.copyfile(built / f"{name}o", place / f"{build.inside(name)}o")
        return place

    monkeypatch.setattr(build, "laid_out", compiled)
    status = main(["coq", "--json", "--quiet"])
    report = json.loads(capsys.readouterr().out)
    assert (status, report["differences"]) == (0, [])
    assert report["sources"] == record.read_record().sources
    assert report["claims"] == list(record.PAIRS)


@needs_coq
@pytest.mark.skipif(SHORT, reason="UCRL_LP_LONG=1 checks the libraries again too")
def test_coqchk_accepts_the_libraries_too(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["coq", "--json", "--quiet", "--libraries"]) == 0
    assert json.loads(capsys.readouterr().out)["differences"] == []


@needs_coq
@pytest.mark.parametrize(
    ("planted", "answer"),
    [
        ("Theorem planted : 1 = 1. Proof. reflexivity. Qed.", ""),
        ("Theorem planted : 1 = 2. Admitted.", r"coqchk: UCRLLP\.Planted\.planted is assumed"),
        ("Unset Universe Checking. Definition U : Type@{Set} := Set.", r"Planted\.U is assumed"),
        (
            "Unset Guard Checking. Fixpoint absurd (n : nat) : False := absurd n.",
            r"Planted\.absurd is assumed",
        ),
        (
            "Unset Positivity Checking. Inductive bad := Bad (_ : bad -> False).",
            r"Planted\.bad is assumed",
        ),
    ],
    ids=["nothing", "axiom", "universe", "recursion", "positivity"],
)
def test_coqchk_names_what_is_only_assumed(tmp_path: Path, planted: str, answer: str) -> None:
    for folder in (*build.ROOTS, "home"):
        (tmp_path / folder).mkdir()
    build.write_project(tmp_path, ["Planted.v"])
    texts = {
        "dev/Planted.v": planted,
        "challenge/Challenge.v": "",
        "solution/Solution.v": "",
        "expected/Expected.v": "",
        "verdict/Check.v": "",
    }
    for file, text in texts.items():
        (tmp_path / file).write_text(text + "\n", encoding="utf-8")
        build._coqc(tmp_path, build._paths(tmp_path), file)
    with pytest.raises(build.BuildFailed, match=answer) if answer else nullcontext():
        build.recheck(tmp_path, lambda name: None, libraries=False)
