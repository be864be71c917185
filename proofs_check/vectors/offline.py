"""The vectors as files, answered where and when the program can: `vectors --write DIR`, then
`vectors --read DIR`.

DIR has `vectors.json` (format, version, kinds, the number of questions and their digest) and
`questions.jsonl`, a line {"id", "kind", "input"} for each vector. The program writes
`answers.jsonl`, a line {"id", "output"} or {"id", "skip"} for each, in any order. What is expected
does not stand there: it is this package's.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

from proofs_check.vectors.reader import Vector
from reference.support.atomic_files import accessible, new_directory, regular_bytes
from reference.support.errors import MalformedInput, UnusablePath

MANIFEST, FORMAT, VERSION = "vectors.json", "vector-questions", 1
QUESTIONS, ANSWERS = "questions.jsonl", "answers.jsonl"
NAMED = 8  # unanswered questions that are named


class UnansweredQuestions(Exception):
    """Questions of a folder that have no answer."""

    def __init__(self, missing: Sequence[str], of: int) -> None:
        named = ", ".join(missing[:NAMED]) + (", ..." if len(missing) > NAMED else "")
        super().__init__(f"{len(missing)} of {of} questions have no line in {ANSWERS}: {named}")


def write_questions(folder: str, cases: Sequence[Vector]) -> int:
    """Write the questions into a new folder and return how many. Raises UnusablePath."""
    there, asked = Path(folder), questions(cases)
    manifest = {
        "format": FORMAT, "version": VERSION, "kinds": list(dict.fromkeys(c.kind for c in cases)),
        "questions": len(cases), "sha256": sha256(asked).hexdigest(),
    }  # fmt: skip
    new_directory(there)
    with accessible(folder, "written"):
        (there / QUESTIONS).write_bytes(asked)
        (there / MANIFEST).write_text(json.dumps(manifest, indent=1) + "\n", encoding="utf-8")
    return len(cases)


def questions(cases: Iterable[Vector]) -> bytes:
    """Return the lines of the questions."""
    lines = ({"id": case.id, "kind": case.kind, "input": case.input} for case in cases)
    return b"".join(json.dumps(line).encode("ascii") + b"\n" for line in lines)


def asked_kinds(folder: str) -> list[str]:
    """Return the kinds that a folder asks. Raises UnusablePath for one that is not ours."""
    kinds = _manifest(folder).get("kinds")
    if not isinstance(kinds, list) or not all(isinstance(kind, str) for kind in kinds):
        raise UnusablePath(folder, f"its {MANIFEST} names no kinds")
    return kinds


def answers_of(folder: str, cases: Sequence[Vector]) -> Callable[[dict[str, Any]], dict[str, Any]]:
    """Return what has answered the questions of a folder, as a program. Raises UnusablePath where
    the questions are not as they were written, or are others; MalformedInput for a line that is no
    answer; UnansweredQuestions where some have none."""
    asked = questions(cases)
    digest = sha256(asked).hexdigest()
    same = regular_bytes(Path(folder, QUESTIONS)) == asked
    if not same or _manifest(folder).get("sha256") != digest:
        raise UnusablePath(f"{folder}/{QUESTIONS}", "was altered, or is of other vectors")
    answers = _answers(Path(folder, ANSWERS), {case.id for case in cases})
    if missing := [case.id for case in cases if case.id not in answers]:
        raise UnansweredQuestions(missing, len(cases))
    return lambda question: answers[question["id"]]


def _answers(file: Path, known: set[str]) -> dict[str, dict[str, Any]]:
    """Return the answers by their ids; none where there is no file."""
    if not file.exists():
        return {}
    lines = regular_bytes(file).split(b"\n")
    answers: dict[str, dict[str, Any]] = {}
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue

        def refuse(name: str, value: object, rule: str, number: int = number) -> MalformedInput:
            return MalformedInput(str(file), number, name, value, rule)

        try:
            answer = json.loads(line)
        except (ValueError, RecursionError) as e:
            raise refuse("line", line, f"must be JSON: {e}") from None
        if not isinstance(answer, dict) or not isinstance(answer.get("id"), str):
            raise refuse("line", line, 'must be an object {"id", "output"} or {"id", "skip"}')
        if answer["id"] not in known:
            raise refuse("id", answer["id"], f"must be that of a question in {QUESTIONS}")
        if answer["id"] in answers:
            raise refuse("id", answer["id"], "must not be answered twice")
        answers[answer["id"]] = answer
    return answers


def _manifest(folder: str) -> dict[str, Any]:
    file = Path(folder, MANIFEST)
    try:
        content = json.loads(regular_bytes(file))
    except (ValueError, RecursionError):
        content = None
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        raise UnusablePath(folder, "was not written by `proofs-check vectors --write`")
    if content.get("version") != VERSION:
        raise UnusablePath(folder, f"has version {content.get('version')} of its format")
    return content
