"""The corrected paper: every correction applies, it compiles, and the ledger of sentences finds
nothing false left and nothing true touched. Skipped where no copy of the paper lies."""

from __future__ import annotations

import gzip
import json
import os
import shutil
import tarfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from proofs_check import statements
from proofs_check.audit import corrected as corrected_paper
from proofs_check.audit.corrected import (
    changed,
    corrected,
    corrections,
    diff_of_paper,
    faults,
    read_paper,
)
from proofs_check.ledger.findings import findings
from reference.support.errors import FALSE, MALFORMED, OK, USAGE, MalformedInput
from tests.called import Command
from tests.ledger.compiled import compiled
from tests.ledger.test_inventory import SOURCE, paper

statements.load()
STILL_THERE = (107, 112, 295, 352, 434, 436)  # lines that earlier corrections left as they were


def test_the_corrected_paper_is_sound() -> None:
    source = paper()
    assert faults(source, corrected(source)) == []


def test_every_occurrence_of_a_refuted_claim_is_gone() -> None:
    before, after = (text.splitlines() for text in (paper(), corrected(paper())))
    for line in STILL_THERE:
        assert before[line - 1] != after[line - 1]
    assert all(f.refuted_words for f in findings())


@pytest.mark.parametrize("skipped", range(len(corrections())))
def test_a_correction_that_is_left_out_is_noticed(
    skipped: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of the words of each finding one correction or another has to be noticed; all but the
    reference of a proof to itself are."""
    source, made = paper(), corrections()
    monkeypatch.setattr(
        corrected_paper, "corrections", lambda: [*made[:skipped], *made[skipped + 1 :]]
    )
    f, c = made[skipped]
    lines = faults(source, corrected_paper.corrected(source))
    assert any(line.startswith(f.name) for line in lines) == (c.printed not in NOT_A_CLAIM)


NOT_A_CLAIM = (  # what only follows another correction of the same finding
    r"& \bar{r}_1(x,a) = 0, \quad \hat{r}_1(x,a) = 1.",
    r"\bar{r}_i(x,a) \leftarrow \bar{r}_{i-1}(x,a).",
    r"\State Update empirical estimator $\bar{r}_i$ $\forall h$:",
    "where $n_i(x,a)$ is the number of visits to $(x,a)$-pair in epoch $i$.",
)


def test_a_true_sentence_that_is_touched_is_noticed() -> None:
    source = paper()
    after = (
        corrected(source)
        .replace("The regret", "A regret", 1)
        .replace("which is defined as the difference", "defined as the difference", 1)
    )
    assert [line for line in faults(source, after) if "says nothing false" in line]


def test_words_that_are_said_again_are_noticed() -> None:
    source = paper()
    again = corrected(source).replace(r"\end{document}", r"at most $XA \log T$ \end{document}")
    assert any("still says" in line and "E-2" in line for line in faults(source, again))
    hidden = corrected(source).replace(r"\end{document}", "% at most $XA \\log T$\n\\end{document}")
    assert faults(source, hidden) == []


def test_it_compiles() -> None:
    source = paper()
    if shutil.which("pdflatex") is None or "IEEECONF" not in os.environ:
        pytest.skip("pdflatex, or the folder of ieeeconf.cls in IEEECONF: not compiled")
    log = compiled(corrected(source), os.environ["IEEECONF"], times=2)["log"]
    assert "Output written" in log and "! " not in log


def test_the_command(proofs_check: Command, tmp_path: Path) -> None:
    source, diff = paper(), tmp_path / "paper.diff"
    out_file = tmp_path / "corrected.tex"
    status, out, _ = proofs_check("paper", SOURCE, "--diff", diff, "--corrected", out_file)
    assert status == OK and "nothing that is true has changed" in " ".join(out.split())
    assert diff.read_text("utf-8") == diff_of_paper(source, corrected(source))
    assert out_file.read_text("utf-8") == corrected(source)
    status, out, _ = proofs_check("paper", SOURCE, "--json")
    said = json.loads(out)
    assert status == OK and said["faults"] == [] and said["corrections"] == len(corrections())
    assert len(said["sentences"]) == len(changed(source, corrected(source)))


def test_a_paper_that_is_not_corrected_is_false(
    proofs_check: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    paper()
    monkeypatch.setattr(corrected_paper, "corrections", lambda: list(some()))
    status, out, _ = proofs_check("paper", SOURCE)
    assert status == FALSE and "fault      E-2: line" in out


def some() -> Iterator[object]:
    """The corrections without those of E-2."""
    yield from ((f, c) for f, c in corrections() if f.number != 2)


@pytest.mark.parametrize("content", [b"", b"\xff\xfe", b"\\documentclass{article}"])
def test_another_file_is_refused(content: bytes, proofs_check: Command, tmp_path: Path) -> None:
    (tmp_path / "a.tex").write_bytes(content)
    for name in ("a.tex", "none.tex", "."):
        status, out, err = proofs_check("paper", tmp_path / name)
        expected = MALFORMED if name == "a.tex" else USAGE
        assert (status, out) == (expected, "") and len(err.splitlines()) == 1
        assert name in err or name == "."


def test_a_pdf_is_refused_with_what_is_needed(proofs_check: Command, tmp_path: Path) -> None:
    (tmp_path / "a.pdf").write_bytes(b"%PDF-1.5")
    status, _, err = proofs_check("paper", tmp_path / "a.pdf")
    assert status == MALFORMED and "LaTeX source of arXiv:2304.00155v3" in err and "a PDF" in err


@pytest.mark.parametrize("packed", ["gz", "tar.gz"])
def test_the_source_is_read_as_arxiv_packs_it(packed: str, tmp_path: Path) -> None:
    paper()
    file = tmp_path / f"arxiv.{packed}"
    if packed == "gz":
        file.write_bytes(gzip.compress(SOURCE.read_bytes()))
    else:
        with tarfile.open(file, "w:gz") as tar:
            tar.add(__file__, "other.tex")
            tar.add(SOURCE, "main.tex")
    assert read_paper(file) == paper()
    file.write_bytes(file.read_bytes()[:-40])
    with pytest.raises(MalformedInput, match="SHA-256"):
        read_paper(file)
