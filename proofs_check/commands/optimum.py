"""`proofs-check optimum`: LP1's exact optimum for counts on standard input, line by line."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from typing import Any

from reference.support.console import ProgressLine, add_output_options
from reference.support.errors import USAGE, PreconditionError


def add(commands: Any) -> None:
    """Add the command and its options."""
    p = commands.add_parser(
        "optimum",
        help="exact optimum of LP1 for counts on standard input, one object per line",
        description="Reads one JSON object per line (layers, A, N, N3 and either T, delta, r_sum "
        "or rational eps and r_hat; optionally q_hat or pi) and answers each with one line: the "
        "optimum's ends, optimistic values, argmax sets, and the verdict on q_hat or pi.",
    )
    add_output_options(p, "one JSON object per line (always)")
    p.set_defaults(command=command)


def command(options: argparse.Namespace) -> int:
    """Answer until standard input ends."""
    from proofs_check.lp1.query import read_lines, serve

    status = serve(_counted(read_lines(sys.stdin.buffer), options.quiet), sys.stdout)
    if status == USAGE:
        raise PreconditionError("standard input", "nothing", "must have a question per line")
    return status


def _counted(lines: Iterator[str], quiet: bool) -> Iterator[str]:
    """Yield the questions; their number is shown unless the answers go to the terminal."""
    line = ProgressLine(quiet or sys.stdout.isatty())
    for k, question in enumerate(lines, 1):
        line(f"question {k}")
        yield question
    line("", last=True)
