"""A statement is written once: its label stands in its module, and one constant changed there
changes page, letter, table and check."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from proofs_check import statements
from proofs_check.ledger.registry import STATEMENTS
from tests.paths import ROOT

statements.load()
SHIPPED = (".py", ".md", ".html", ".json", ".toml", ".css")
GENERATED = {"inventory.json", "statuses.json", "graph.json"}  # by inventory, spec_page, layout
BY_LABEL = {"unrefuted.json"}  # variants of statements, by label: each is one of its bound's form
QUOTES = r"\\(?:eq)?ref\\?\{[^}]*\}"  # the paper's own words, in a correction
DESCRIBES = {"proofs_check/ledger/inventory.py"}  # says what an id looks like


def elsewhere(label: str, module: str, files: dict[str, str]) -> list[str]:
    """The shipped files that name a label, its module and generated ones left out."""
    word = re.compile(rf"(?<![\w:]){re.escape(label)}(?![\w:-])")
    home = f"proofs_check/statements/{module}.py"
    return [
        name for name, text in files.items() if name != home and label in text and word.search(text)
    ]


@pytest.fixture(scope="module")
def shipped() -> dict[str, str]:
    texts = {}
    for package in ("reference", "proofs_check"):
        for path in sorted((ROOT / package).rglob("*")):
            name = path.relative_to(ROOT).as_posix()
            skipped = path.name in GENERATED | BY_LABEL or "/coq/" in name or name in DESCRIBES
            if path.suffix in SHIPPED and not skipped:
                texts[name] = re.sub(QUOTES, "", path.read_text(encoding="utf-8"))
    assert len(texts) > 300
    return texts


def test_a_label_stands_in_its_module(shipped: dict[str, str]) -> None:
    strays = {
        (statement.label, name)
        for module, statement in STATEMENTS.items()
        for name in elsewhere(statement.label, module, shipped)
    }
    assert strays == set()


def test_a_label_elsewhere_is_named() -> None:
    files = {"a.py": "x = 'lem:bias'", "b.py": "lem:bias-term-1", "c.md": "see lem:bias."}
    assert elsewhere("lem:bias", "lemma_06", files) == ["a.py", "c.md"]


CHANGES = (
    (r"3\+2\\sqrt2", r"1+0\\sqrt2"),  # in words, formulas and the finding
    (r"CONSTANT \* ROOT", "1 * ROOT"),  # in the right side
)
SHOW = """
from proofs_check.audit.audit import Means, audit
from proofs_check.report.spec_page import status_table
found = audit("Lemma 6", means=Means(1))
print(status_table(found))
"""


def test_one_constant_changes_page_letter_table_and_check(tmp_path: Path) -> None:
    ignored = shutil.ignore_patterns("*.vo*", "*.glob", "*.aux", "__pycache__", ".*.aux")
    for package in ("reference", "proofs_check"):
        shutil.copytree(ROOT / package, tmp_path / package, ignore=ignored)
    module = tmp_path / "proofs_check" / "statements" / "lemma_06.py"
    text = module.read_text(encoding="utf-8")
    for old, new in CHANGES:
        text, times = re.subn(old, new, text)
        assert times, old
    module.write_text(text, encoding="utf-8")

    def run(*words: str) -> str:
        done = subprocess.run(
            [sys.executable, *words], cwd=tmp_path, capture_output=True, text=True, check=False,
            env={"PYTHONPATH": str(tmp_path), "PATH": ""},
        )  # fmt: skip
        assert "Traceback" not in done.stderr, done.stderr
        return done.stdout

    audit = run("-m", "proofs_check", "report", "report", "--only", "Lemma 6", "--quiet")
    # A statement with a probability: runs that fail on their event decide nothing, but are noticed.
    assert "UNEXPECTED: lem:bias (repaired) is UNDECIDED, expected HOLDS" in audit  # check
    page = (tmp_path / "report" / "statements" / "lem-bias.html").read_text("utf-8")
    assert r"1+0\sqrt2" in page  # page, in the TeX beside the formula
    findings = (tmp_path / "report" / "findings.md").read_text("utf-8")
    assert r"\textsc{Bias-II}\leq\sqrt{TLXA\Lambda}" in findings  # letter, from the claim
    assert r"3+2\sqrt2" not in findings
    row = next(line for line in run("-c", SHOW).splitlines() if "`lem:bias`" in line)
    assert "UNDECIDED" in row  # table
