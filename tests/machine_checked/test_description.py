"""The description for a proof archive and the opam file say what the record and the folder say."""

from __future__ import annotations

import re
from pathlib import Path
from textwrap import dedent

import pytest

from proofs_check import statements
from proofs_check.machine_checked import kernels, record

DESCRIPTION = record.COQ / "DESCRIPTION.md"
README = record.COQ / "README.md"
OPAM = record.COQ / "coq-ucrl-lp.opam"
HEADLINE = "theorem_4_three"


def quoted(page: str) -> list[str]:
    """The indented blocks of a page of Markdown."""
    return [dedent(block).strip("\n") for block in re.findall(r"\n\n((?:    .*\n+)+)", page)]


def missing(page: str) -> list[str]:
    """The files that a page names in code and that are not there, nor in the judge's folder."""
    named = re.findall(r"`((?:[a-z]+/)?[\w-]+\.(?:v|md|json|opam))`", page)
    folders = (record.COQ, record.COQ / "judge")
    return [name for name in named if not any((folder / name).exists() for folder in folders)]


def axioms(page: str) -> set[str]:
    return set(re.findall(r"`(\w+)`", page)) & {
        name.rpartition(".")[2] for name in record.ALLOWED_AXIOMS
    }


def test_the_description_quotes_coq() -> None:
    statements.load()
    stated = record.read_record().theorems[HEADLINE]
    page = DESCRIPTION.read_text(encoding="utf-8")
    assert stated.statement in quoted(page)
    assert stated.statement.replace("3 *", "2 *") not in quoted(page)
    allowed = {name.rpartition(".")[2] for name in record.ALLOWED_AXIOMS}
    assert {name.rpartition(".")[2] for name in stated.axioms} <= allowed == axioms(page)
    assert axioms(page.replace("`classic`", "")) != allowed


@pytest.mark.parametrize("page", [DESCRIPTION, README], ids=lambda page: page.name)
def test_the_files_that_a_page_names_are_there(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert missing(text) == []
    assert missing(text + " `NoSuchFile.v`") == ["NoSuchFile.v"]


def test_the_page_of_claims_has_the_lines_that_the_description_says() -> None:
    said = re.search(r"are the paper's: (\d+) lines", DESCRIPTION.read_text(encoding="utf-8"))
    assert said and int(said[1]) == len((record.COQ / record.PAGE).read_text("utf-8").splitlines())


def test_pages_count_the_claims() -> None:
    """`21 claims` on the audit's page, `twenty more claims` beside the theorem here."""
    n = len(record.PAIRS)
    audit = " ".join((record.COQ.parent / "README.md").read_text(encoding="utf-8").split())
    front = " ".join((record.COQ.parents[1] / "README.md").read_text(encoding="utf-8").split())
    assert f"states model, Algorithm 1 and {n} claims" in audit
    assert f"([{n} on one page](proofs_check/coq/challenge/Challenge.v))" in front
    more = {20: "twenty", 21: "twenty-one", 22: "twenty-two", 23: "twenty-three", 24: "twenty-four"}
    assert f"{more[n - 1]} more claims" in " ".join(DESCRIPTION.read_text("utf-8").split())


def kernels_named(page: str) -> set[str]:
    """The kernels that a page names with a version: Coq 8.16.1, Rocq 9.2."""
    return set(re.findall(r"\b(?:Coq|Rocq) \d+\.\d+(?:[.+][a-z\d]+)*", page))


def test_the_description_names_no_kernel_that_is_not_recorded() -> None:
    """A build that no row of `kernels.json` has is not claimed."""
    page = DESCRIPTION.read_text(encoding="utf-8")
    rows = {row.name for row in kernels.read_kernels()}
    assert f"Coq {record.read_record().coq}" in kernels_named(page) <= rows
    assert not kernels_named(f"{page} It built also with Coq 8.20.1.") <= rows


def test_the_opam_file_has_what_an_archive_asks_for() -> None:
    text = OPAM.read_text(encoding="utf-8")
    fields = dict(re.findall(r"^([a-z-]+): (.*)$", text, re.MULTILINE))
    asked = {
        "opam-version", "name", "version", "synopsis", "description", "maintainer", "authors",
        "homepage", "bug-reports", "license", "depends", "build", "install", "tags",
    }  # fmt: skip
    assert asked <= fields.keys()
    assert fields["name"] == f'"{OPAM.stem}"' and fields["license"] == '"Apache-2.0"'
    project = (record.COQ / "_CoqProject").read_text(encoding="utf-8")
    logpath = re.search(r'"logpath:(\w+)"', text)
    assert logpath and f"-Q model {logpath[1]}.model\n" in project
    needed = {"coq", "coq-mathcomp-ssreflect", "coq-mathcomp-algebra", "coq-coquelicot"}
    needed |= {"coq-previsions"}
    bounds = dict(re.findall(r'^  "([\w-]+)" \{(.*)\}$', text, re.MULTILINE))
    assert bounds.keys() == needed
    lowest = re.search(r'>= "([\d.]+)"', bounds["coq"])
    assert lowest and record.read_record().coq.startswith(f"{lowest[1]}.")
