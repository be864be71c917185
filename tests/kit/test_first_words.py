"""Every message of the kit begins at the beginning of a sentence: with a capital, a number or an
option; or it is a label with a colon, a verdict, or stands behind a colon."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from proofs_check.kit.implementations import _last_words
from proofs_check.kit.verdict import CaseFailure, KitResult
from reference.support.errors import PreconditionError, UnusablePath

ROOT = Path(__file__).parents[2]
FILES = [
    *sorted((ROOT / "proofs_check/kit").glob("*.py")),
    *sorted((ROOT / "proofs_check/guests/kit").glob("*.py")),
    ROOT / "proofs_check/commands/kit.py",
]
BEGINNING = re.compile(r"[A-Z0-9{]|--")
LABEL = re.compile(r"[a-z][a-z ,'-]*: ")
VERDICTS = ("{} in case {}; {} passed before", "{} (first in case {}; {} in all)")
PRINTED = ("print", "append", "hanging", "_wrapped", "fail")
ALONE = ("KitError", "MissingAnswers")
BEHIND = ("PreconditionError", "UnusablePath", "Ended", "Attempt", "OtherCase", "CaseFailure",
          "FlatFailure", "RuntimeError")  # fmt: skip
"""What is raised or kept and then composed behind a colon; what stands alone."""


def words(node: ast.expr) -> str:
    """The text of a literal, {} for what is put in; "" of what is none."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.JoinedStr):
        return "".join(words(v) if isinstance(v, ast.Constant) else "{}" for v in node.values)
    return ""


def messages(source: str) -> Iterator[str]:
    """What is printed or raised and begins a line."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call):
            name = getattr(node.func, "id", getattr(node.func, "attr", ""))
            if name in (*PRINTED, *ALONE, "__init__"):
                yield from (words(of) for of in node.args[:1])
        elif isinstance(node, ast.Assign | ast.AugAssign):
            target = node.targets[0] if isinstance(node, ast.Assign) else node.target
            if getattr(target, "id", "") == "lines" and isinstance(node.value, ast.List):
                yield from (words(of) for of in node.value.elts)
        elif isinstance(node, ast.List) and node.elts and isinstance(node.elts[0], ast.Starred):
            yield from (words(of) for of in node.elts[1:])


def wrong(source: str) -> list[str]:
    """The messages that begin in the middle of a sentence."""
    return [
        text for text in messages(source)
        if text.strip() and text not in VERDICTS
        and not BEGINNING.match(text.strip()) and not LABEL.match(text.strip() + " ")
    ]  # fmt: skip


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}/{file.name}")
def test_messages_begin_at_the_beginning(file: Path) -> None:
    assert wrong(file.read_text(encoding="utf-8")) == []


def test_all_that_is_raised_is_known() -> None:
    """What is raised stands alone, where it was looked at above, or behind a colon."""
    for file in FILES:
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call):
                name = getattr(node.exc.func, "id", getattr(node.exc.func, "attr", ""))
                known = (*ALONE, *BEHIND, "NotConforming", "FlatNotConforming")
                assert name in known, (file.name, name)


def test_they_are_composed_behind_a_colon() -> None:
    assert str(PreconditionError("runs", 0, "must be at least 1")).startswith("runs: ")
    assert str(UnusablePath("run.jsonl", "exists")).startswith("run.jsonl: ")
    for rule in ("crashed", "case", "malformed", "improbable", "slow", "no-answer"):
        failure = CaseFailure(rule, "the text of it")
        report = KitResult(cases=2, first_failure=1, failure=failure).report()
        assert re.search(r"^[a-z-]+: the text of it$", report, re.MULTILINE), report


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ('print(f"nothing is kept in {file}")', ["nothing is kept in {}"]),
        ('raise KitError("kept trace is another")', ["kept trace is another"]),
        ('lines = ["and so on"]', ["and so on"]),
        ('lines.append(f"of which {n}")', ["of which {}"]),
        ('print("Nothing is kept")', []),
        ('print(f"its trace: {again}")', []),
    ],
)
def test_one_that_does_not_is_found(line: str, found: list[str]) -> None:
    assert wrong(line) == found


def test_what_a_program_said_begins_at_a_word() -> None:
    told = _last_words("one sentence. " * 100)
    assert told.startswith("... ") and told[4:].split()[0] in ("one", "sentence.")
