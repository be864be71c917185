"""`proofs-check vectors`: the score of an implementation on the test vectors."""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from reference.support.command_line import (
    Command,
    Option,
    Options,
    files,
    folders,
    output_options,
    words_of,
)
from reference.support.console import ProgressLine
from reference.support.errors import OK, UNDECIDED, PreconditionError

if TYPE_CHECKING:
    from proofs_check.vectors.reader import Vector
    from proofs_check.vectors.score import Card


def parser() -> Command:
    """Return the command with its options."""
    return Command(
        "vectors",
        command,
        [
            Option("--against", "the implementation", metavar="COMMAND"),
            Option("--write", "instead: write all questions into this new directory, to be "
                   "answered elsewhere", metavar="DIR", shell_complete=folders),
            Option("--read", "instead: judge the answers in this directory", metavar="DIR",
                   shell_complete=folders),
            Option("--kind", "only this kind (repeatable)", multiple=True, metavar="KIND",
                   shell_complete=words_of(kinds)),
            Option(
                "--folder",
                "vectors of this folder of files KIND.jsonl, or of one such file, instead of the "
                "release's",
                metavar="PATH", shell_complete=files,
            ),
            *output_options("the score as one JSON object"),
        ],
        help="Score an implementation on the test vectors. Starts COMMAND, writes one JSON line "
        "per vector to its standard input and reads one answer each.",
        epilog="Exit status 0: everything answered is right; 1: something is wrong or unanswered; "
        "2: everything was skipped, or answers are missing in --read DIR; 3: a vector, or a line "
        "of answers, is malformed; 4: usage.",
    )  # fmt: skip


def kinds() -> list[str]:
    """Return the words that can follow --kind, for shell completion."""
    from proofs_check.vectors.reader import KINDS

    return list(KINDS)


def command(options: Options) -> int:
    """Ask every vector, and print the score."""
    from proofs_check.vectors.reader import KINDS, read_vectors, release
    from proofs_check.vectors.score import Program, score

    for kind in options.kind:
        if kind not in KINDS:
            raise PreconditionError("--kind", kind, f"must be one of {', '.join(KINDS)}")
    if [options.against, options.write, options.read].count(None) != 2:
        raise PreconditionError("vectors", "", "needs one of --against, --write and --read")
    cases = read_vectors(Path(options.folder)) if options.folder else release()
    if options.read:
        return _read(options, cases)
    chosen = [case for case in cases if not options.kind or case.kind in options.kind]
    if options.write:
        return _write(options, chosen)
    with Program(options.against) as program:
        card = score(program, _counted(chosen, ProgressLine(options.quiet)))
    return _told(options, card)


def _told(options: Options, card: Card) -> int:
    """Print the score; return the exit status."""
    print(json.dumps(as_json(card)) if options.json else card.report())
    return card.exit_status


def _write(options: Options, chosen: Sequence[Vector]) -> int:
    """Write the questions into a folder."""
    from proofs_check.vectors.offline import ANSWERS, QUESTIONS, write_questions

    n = write_questions(options.write, chosen)
    again = ["proofs-check", "vectors", "--read", options.write]
    again += ["--folder", options.folder] if options.folder else []
    print(f"{n} questions are in {Path(options.write, QUESTIONS)}; write an answer to each, a line")
    print(f"of JSON, into {Path(options.write, ANSWERS)}, then: {shlex.join(again)}")
    return OK


def _read(options: Options, cases: Sequence[Vector]) -> int:
    """Judge the answers in a folder, which decides the kinds."""
    from proofs_check.vectors.offline import UnansweredQuestions, answers_of, asked_kinds
    from proofs_check.vectors.score import score

    if options.kind:
        raise PreconditionError("--kind", options.kind[0], "is what --read DIR was written with")
    kinds = asked_kinds(options.read)
    chosen = [case for case in cases if case.kind in kinds]
    try:
        answers = answers_of(options.read, chosen)
    except UnansweredQuestions as e:
        print(json.dumps({"missing": str(e)}) if options.json else str(e))
        return UNDECIDED
    return _told(options, score(answers, chosen))


def _counted(cases: Sequence[Vector], line: ProgressLine) -> Iterator[Vector]:
    for k, case in enumerate(cases, 1):
        line(f"vectors: {case.id}", k, len(cases), last=k == len(cases))
        yield case


def as_json(card: Card) -> dict[str, Any]:
    """Return the score as data: counts by kind, and the problems of each wrong answer."""
    return {
        "right": card.right,
        "wrong": card.wrong,
        "skipped": card.skipped,
        "unanswered": card.unanswered,
        "failures": [{"id": case.id, "problems": problems} for case, problems in card.failures],
    }
