"""The command line `ucrl-lp` (= python -m reference): run, env, lp, simulate."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from reference import VERSION
from reference.console import Parser, guarded


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; the exit status is as spec.md lists it."""
    options = parser().parse_args(arguments)
    return guarded("ucrl-lp", lambda: int(options.command(options)))


def parser() -> Parser:
    """All commands and their options."""
    from reference.commands import env, lp, run, simulate

    top = Parser(
        prog="ucrl-lp",
        description="UCRL-LP (Leon & Etesami) as a plain reference: run it, look at its "
        "environments, write its linear programs.",
        epilog="example: ucrl-lp run --env frozenlake-4x4 --T 2000 --out run.jsonl",
    )
    top.add_argument("--version", action="version", version=versions())
    commands = top.add_subparsers(required=True, metavar="COMMAND")
    for module in (run, env, lp, simulate):
        module.add(commands)
    return top


def versions() -> str:
    """Version of the program, of Python, of OR-Tools and of the trace format."""
    from importlib.metadata import version

    from reference.trace import VERSION as TRACE_VERSION

    python = ".".join(str(n) for n in sys.version_info[:3])
    return (
        f"ucrl-lp {VERSION} (Python {python}, OR-Tools {version('ortools')}, "
        f"trace format {TRACE_VERSION})"
    )


Subparsers = argparse._SubParsersAction  # its public name does not exist

if __name__ == "__main__":
    sys.exit(main())
