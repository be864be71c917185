"""`proofs-check optimum`: LP1's exact optimum for counts on standard input, line by line."""

from __future__ import annotations

import sys
from collections.abc import Iterator

from reference.support.command_line import Command, Options, output_options
from reference.support.console import ProgressLine
from reference.support.errors import USAGE, PreconditionError


def parser() -> Command:
    """Return the command with its options."""
    return Command(
        "optimum",
        command,
        output_options("one JSON object per line (always)"),
        help="Compute LP1's exact optimum for counts. Reads one JSON object per line (layers, A, "
        "N, N3 and either T, delta, r_sum or rational eps and r_hat; optionally q_hat or pi) and "
        "answers each with one line: the optimum's ends, optimistic values, argmax sets, and the "
        "verdict on q_hat or pi.",
    )


def command(options: Options) -> int:
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
