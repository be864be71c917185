"""`proofs-check vectors`: ask an implementation the test vectors and print its score card."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from reference.support.console import ProgressLine, add_output_options

if TYPE_CHECKING:
    from proofs_check.vectors.score import Card, Case


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
    p.add_argument("--folder", metavar="DIR", help="other vectors than those of this release")
    add_output_options(p, "the score as one JSON object")
    p.set_defaults(command=command)


def command(options: argparse.Namespace) -> int:
    """Ask, and print the card."""
    from proofs_check.vectors.score import KINDS, Program, folder, read_cases, score
    from reference.support.errors import PreconditionError

    for kind in options.kind or ():
        if kind not in KINDS:
            raise PreconditionError("--kind", kind, f"must be one of {', '.join(KINDS)}")
    cases = read_cases(Path(options.folder) if options.folder else folder())
    chosen = [case for case in cases if not options.kind or case.kind in options.kind]
    with Program(options.against) as program:
        card = score(program, _counted(chosen, ProgressLine(options.quiet)))
    print(json.dumps(as_json(card)) if options.json else card.report())
    return card.exit_status


def _counted(cases: Sequence[Case], line: ProgressLine) -> Iterator[Case]:
    for k, case in enumerate(cases, 1):
        line(f"vector {k}/{len(cases)}: {case.id}", last=k == len(cases))
        yield case


def as_json(card: Card) -> dict[str, Any]:
    """The score as data: counts by kind, and what is wrong case by case."""
    return {
        "right": card.right,
        "wrong": card.wrong,
        "skipped": card.skipped,
        "failures": [{"id": case.id, "problems": found} for case, found in card.failures],
    }
