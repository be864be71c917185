"""`proofs-check vectors`: the score of an implementation on the test vectors."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from reference.support.console import ProgressLine, add_output_options

if TYPE_CHECKING:
    from proofs_check.vectors.reader import Vector
    from proofs_check.vectors.score import Card


def add(commands: Any) -> None:
    """Add the command and its options."""
    p = commands.add_parser(
        "vectors",
        help="the score of an implementation on the test vectors",
        description="Starts COMMAND, writes one JSON line per vector to its standard input and "
        "reads one answer each. Exit status 0: everything answered is right; 1: something is "
        "wrong; 2: everything was skipped.",
    )
    p.add_argument("--against", required=True, metavar="COMMAND", help="the implementation")
    p.add_argument("--kind", action="append", metavar="KIND", help="only this kind (repeatable)")
    p.add_argument(
        "--folder",
        metavar="PATH",
        help="vectors of this folder of files KIND.jsonl, or of one such file, instead of the "
        "release's",
    )
    add_output_options(p, "the score as one JSON object")
    p.set_defaults(command=command)


def kinds() -> list[str]:
    """Return the words that can follow --kind, for shell completion."""
    from proofs_check.vectors.reader import KINDS

    return list(KINDS)


def command(options: argparse.Namespace) -> int:
    """Ask every vector, and print the score."""
    from proofs_check.vectors.reader import KINDS, read_vectors, release
    from proofs_check.vectors.score import Program, score
    from reference.support.errors import PreconditionError

    for kind in options.kind or ():
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
