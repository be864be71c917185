"""The page of claims: what its header says of it, and which kernels agreed, is so."""

from __future__ import annotations

import datetime
import re
from dataclasses import replace
from pathlib import Path

import pytest

from proofs_check.machine_checked import kernels, record
from proofs_check.machine_checked.tokens import coq_sentences
from proofs_check.machine_checked.vernacular import as_one
from reference.support.errors import MalformedInput

PAGE = record.COQ / record.PAGE
TEXT = PAGE.read_text(encoding="utf-8")
CLAIM = re.compile(r"Definition (\w+) : Prop := .*")


def claims(text: str) -> list[str]:
    """The closed statements of the page: what is claimed in every setting."""
    matches = (CLAIM.fullmatch(as_one(sentence)) for sentence in coq_sentences(text))
    return [match[1] for match in matches if match]


def test_the_header_counts_the_claims_right() -> None:
    said = re.search(r"Solution\.v\s+proves the (\d+) statements at the end", TEXT)
    assert said and int(said[1]) == len(claims(TEXT)) == len(record.PAIRS)
    assert set(claims(TEXT)) == record.PAIRS.keys()
    assert len(claims(TEXT + "\nDefinition One_more : Prop := True.")) == len(record.PAIRS) + 1
    readme = (record.COQ / "README.md").read_text(encoding="utf-8")
    assert f"and {len(record.PAIRS)} claims." in readme


def test_a_reader_finishes_it() -> None:
    lines = TEXT.splitlines()
    assert len(lines) <= 330 and max(map(len, lines)) <= 120
    required = [as_one(s) for s in coq_sentences(TEXT) if s[0].text in ("From", "Require")]
    assert all(line.startswith(("From Coq ", "From mathcomp ")) for line in required)


def test_the_pinned_digest_is_that_of_the_page(tmp_path: Path) -> None:
    record.check_page(PAGE)
    other = tmp_path / "Challenge.v"
    other.write_text(TEXT.replace("3 (1 - delta)", "4 (1 - delta)"), encoding="utf-8")
    with pytest.raises(MalformedInput, match="read the page again"):
        record.check_page(other)
    other.write_text(f"{TEXT}(* a comment *)\n", encoding="utf-8")
    with pytest.raises(MalformedInput, match="read the page again"):
        record.check_page(other)


def test_the_page_says_which_kernels_agreed_and_on_how_many_claims() -> None:
    """A row of other sources than these is of fewer claims: the page and README.md say so."""
    rows, built = kernels.read_kernels(), record.read_record()
    partial = [row for row in rows if row.claims < len(record.PAIRS)]
    assert all((row.sources == built.sources) != (row in partial) for row in rows)
    assert built.coq in {row.version for row in rows if row not in partial}
    readme = " ".join((record.COQ / "README.md").read_text(encoding="utf-8").split())
    said = [f"The row of {row.name} is of the sources without" for row in partial]
    assert readme.count("is of the sources without") == len(said)
    assert all(row in readme for row in said)
    assert all(set(row.axioms) <= record.ALLOWED_AXIOMS.keys() for row in rows)
    major = {int(row.version.partition(".")[0]) for row in rows}
    assert 8 in major and max(major) >= 9  # from Rocq 9.1 on #21051 is corrected
    assert kernels.of_page() == kernels.agreement(rows)


def test_a_row_takes_the_place_of_its_version(tmp_path: Path) -> None:
    file = tmp_path / "kernels.json"
    built = record.read_record()
    row = kernels.of_build(built, datetime.date(2026, 11, 26))
    kernels.write_kernel(row, file)
    kernels.write_kernel(replace(row, version="9.2.0"), file)
    kernels.write_kernel(replace(row, date="2027-01-01"), file)
    entries = kernels.read_kernels(file)
    assert [(k.name, k.date) for k in entries] == [
        (f"Coq {built.coq}", "2027-01-01"),
        ("Rocq 9.2.0", "2026-11-26"),
    ]
    file.write_text("[{}]", encoding="utf-8")
    with pytest.raises(MalformedInput, match="cannot be read"):
        kernels.read_kernels(file)
