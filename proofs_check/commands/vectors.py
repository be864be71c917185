"""`proofs-check vectors`: the score of an implementation on the test vectors."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from reference.support.command_line import (
    Command,
    Option,
    Options,
    files,
    output_options,
    words_of,
)
from reference.support.console import ProgressLine

if TYPE_CHECKING:
    from proofs_check.vectors.reader import Vector
    from proofs_check.vectors.score import Card


def parser() -> Command:
    """Return the command with its options."""
    return Command(
        "vectors",
        command,
        [
            Option("--against", "the implementation", metavar="COMMAND", required=True),
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
        epilog="Exit status 0: everything answered is right; 1: something is wrong; 2: everything "
        "was skipped.",
    )  # fmt: skip


def kinds() -> list[str]:
    """Return the words that can follow --kind, for shell completion."""
    from proofs_check.vectors.reader import KINDS

    return list(KINDS)


def command(options: Options) -> int:
    """Ask every vector, and print the score."""
    from proofs_check.vectors.reader import KINDS, read_vectors, release
    from proofs_check.vectors.score import Program, score
    from reference.support.errors import PreconditionError

    for kind in options.kind:
        if kind not in KINDS:
            raise PreconditionError("--kind", kind, f"must be one of {', '.join(KINDS)}")
    cases = read_vectors(Path(options.folder)) if options.folder else release()
    chosen = [case for case in cases if not options.kind or case.kind in options.kind]
    with Program(options.against) as program:
        card = score(program, _counted(chosen, ProgressLine(options.quiet)))
    print(json.dumps(as_json(card)) if options.json else card.report())
    return card.exit_status


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
