"""The command line `proofs-check` (= python -m proofs_check)."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from reference.support.console import EXIT_STATUSES, Parser, add_printers, guarded
from reference.support.errors import USAGE


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; exit statuses as in spec.md."""
    if sys.flags.optimize > 1:  # the statements are docstrings
        print("proofs-check: error: python -OO removes the statements; use -O", file=sys.stderr)
        return USAGE
    options = parser().parse_args(arguments)
    return guarded("proofs-check", lambda: int(options.command(options)), options.prog)


def parser() -> Parser:
    """Return all commands and their options; a command's room is imported when the command runs."""
    from proofs_check.commands import (
        audit,
        certificate,
        coq,
        docs,
        explain,
        judge,
        kit,
        lemmas,
        optimum,
        paper,
        trace,
        vectors,
    )

    top = Parser(
        prog="proofs-check",
        description="Checks what Leon & Etesami prove about UCRL-LP, and whether a trace is a run "
        "of their Algorithm 1, in exact arithmetic.",
        epilog=EXIT_STATUSES,
    )
    add_printers(top, {"RULE": trace.rules, "KIND": vectors.kinds})
    audit.add_options(top)
    commands = top.add_subparsers(metavar="COMMAND")
    modules = (explain, trace, lemmas, judge, optimum, certificate, kit, vectors, coq, paper, docs)
    for module in modules:
        module.add(commands)
    return top


if __name__ == "__main__":
    sys.exit(main())
