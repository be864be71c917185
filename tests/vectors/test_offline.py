"""The vectors as files: written, answered elsewhere, scored as if the program had been asked."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from reference.support.errors import FALSE, MALFORMED, OK, UNDECIDED, USAGE
from tests.called import Command
from tests.vectors.consumer import answer
from tests.vectors.test_vectors import CONSUMER

KINDS = ("--kind", "confidence", "--kind", "pi")


def answered(folder: Path) -> list[dict[str, Any]]:
    """What the example answers to the questions of a folder."""
    asked = (folder / "questions.jsonl").read_text(encoding="ascii").splitlines()
    return [answer(json.loads(line)) for line in asked]


def give(folder: Path, answers: list[Any]) -> None:
    lines = (line if isinstance(line, str) else json.dumps(line) for line in answers)
    (folder / "answers.jsonl").write_text("".join(f"{line}\n" for line in lines))


@pytest.fixture
def folder(tmp_path: Path, proofs_check: Command) -> Path:
    there = tmp_path / "there"
    done = proofs_check("vectors", "--write", there, *KINDS)
    assert done.status == OK and "45 questions are in" in done.out
    assert f"proofs-check vectors --read {there}" in done.out
    return there


def test_a_folder_is_scored_as_a_program_is(folder: Path, proofs_check: Command) -> None:
    done = proofs_check("vectors", "--read", folder)
    assert done.status == UNDECIDED
    assert done.out.startswith("45 of 45 questions have no line in answers.jsonl: confidence/")
    answers = answered(folder)
    give(folder, answers[::-1])
    for words in ((), ("--json",)):
        done = proofs_check("vectors", "--read", folder, *words)
        told = proofs_check("vectors", "--against", CONSUMER, *KINDS, "--quiet", *words)
        assert done == told and done.status == OK
    give(folder, answers[:-1])
    done = proofs_check("vectors", "--read", folder, "--json")
    assert done.status == UNDECIDED and answers[-1]["id"] in json.loads(done.out)["missing"]
    answers[0]["output"]["Lam"] += 1
    answers[1]["output"]["Lam"] = float("nan")
    give(folder, answers)
    done = proofs_check("vectors", "--read", folder)
    assert done.status == FALSE
    assert f"{answers[0]['id']}: " in done.out and f"{answers[1]['id']}: " in done.out
    give(folder, [{"id": a["id"], "skip": "later"} for a in answers])
    assert proofs_check("vectors", "--read", folder).status == UNDECIDED


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("{", "must be JSON"),
        ("[1]", "must be an object"),
        ('{"output": {}}', "must be an object"),
        ('{"id": "confidence/none", "output": {}}', "must be that of a question"),
        ("[" * 100_000, "must be JSON"),
    ],
)
def test_a_line_that_is_no_answer_is_refused(
    folder: Path, proofs_check: Command, line: str, why: str
) -> None:
    give(folder, [*answered(folder), line])
    done = proofs_check("vectors", "--read", folder)
    assert done.status == MALFORMED and "answers.jsonl:46: " in done.err and why in done.err


def test_an_answer_that_is_given_twice_is_refused(folder: Path, proofs_check: Command) -> None:
    answers = answered(folder)
    give(folder, [*answers, answers[3]])
    done = proofs_check("vectors", "--read", folder)
    assert done.status == MALFORMED and "must not be answered twice" in done.err


def test_a_folder_that_is_foreign_or_altered_is_refused(
    folder: Path, tmp_path: Path, proofs_check: Command
) -> None:
    give(folder, answered(folder))
    asked, manifest = folder / "questions.jsonl", folder / "vectors.json"
    right, ours = asked.read_bytes(), manifest.read_text()
    asked.write_bytes(right.replace(b'"T": 1', b'"T": 2', 1))
    done = proofs_check("vectors", "--read", folder)
    assert done.status == USAGE and "was altered, or is of other vectors" in done.err
    asked.write_bytes(right)
    for text, why in (
        ("[]", "was not written by"),
        ("\xff", "was not written by"),
        (ours.replace('"version": 1', '"version": 2'), "has version 2 of its format"),
        (ours.replace('"kinds"', '"sorts"'), "names no kinds"),
        (ours.replace('"pi"', '"q_hat"'), "was altered, or is of other vectors"),
    ):
        manifest.write_text(text, encoding="latin-1")
        done = proofs_check("vectors", "--read", folder)
        assert done.status == USAGE and why in done.err, text
    manifest.write_text(ours)
    assert proofs_check("vectors", "--read", folder).status == OK
    assert proofs_check("vectors", "--read", folder, "--kind", "pi").status == USAGE
    assert proofs_check("vectors", "--read", tmp_path / "none").status == USAGE
    assert proofs_check("vectors", "--write", folder).status == USAGE, "it exists"
    assert proofs_check("vectors").status == USAGE
    assert proofs_check("vectors", "--write", folder, "--read", folder).status == USAGE


def test_a_pipe_in_the_place_of_a_file_is_not_waited_for(
    folder: Path, proofs_check: Command
) -> None:
    for name in ("answers.jsonl", "questions.jsonl", "vectors.json"):
        (folder / name).unlink(missing_ok=True)
        os.mkfifo(folder / name)
        done = proofs_check("vectors", "--read", folder)
        assert done.status == USAGE and f"{name}: is no regular file" in done.err
