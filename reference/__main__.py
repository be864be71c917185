"""The command line `ucrl-lp` (= python -m reference): run, env, simulate."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

from reference.support.command_line import CommandLine, run_program

COMMANDS = {
    "Commands": {
        "run": "play UCRL-LP, write a trace, print a summary",
        "env": "list the environments, or show one",
        "simulate": "reproduce Figure 1; measure what it depends on; compare algorithms",
    },
    "Advanced": {"completion": "print a completion script for a shell"},
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; exit statuses as in proofs_check/README.md."""
    for library in ("OMP", "OPENBLAS", "MKL"):  # its matrices are small: threads would wait idly
        os.environ.setdefault(f"{library}_NUM_THREADS", "1")
    return run_program("ucrl-lp", parser(), sys.argv[1:] if arguments is None else arguments)


def parser() -> CommandLine:
    """Return all commands; each is imported when it is called."""
    return CommandLine(
        "ucrl-lp",
        "reference.commands",
        COMMANDS,
        help="UCRL-LP (Leon & Etesami) as a plain reference: run it, look at its environments, "
        "rerun the paper's Figure 1. Example: ucrl-lp run --env frozenlake-4x4 --T 2000 --out "
        "run.jsonl.",
    )


if __name__ == "__main__":
    sys.exit(main())
