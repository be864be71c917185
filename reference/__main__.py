"""The command line `ucrl-lp` (= python -m reference): run, env, simulate."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

from reference.support.console import EXIT_STATUSES, Parser, add_printers, guarded


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; exit statuses as in proofs_check/README.md."""
    for library in ("OMP", "OPENBLAS", "MKL"):  # its matrices are small: threads would wait idly
        os.environ.setdefault(f"{library}_NUM_THREADS", "1")
    from reference.commands import simulate

    words = sys.argv[1:] if arguments is None else arguments
    options = parser().parse_args(simulate.spelt(words))
    return guarded("ucrl-lp", lambda: int(options.command(options)), options.prog)


def parser() -> Parser:
    """Return all commands and their options; a command imports what it needs when it runs."""
    from reference.commands import env, run, simulate

    top = Parser(
        prog="ucrl-lp",
        description="UCRL-LP (Leon & Etesami) as a plain reference: run it, look at its "
        "environments, rerun the paper's Figure 1.",
        epilog="example: ucrl-lp run --env frozenlake-4x4 --T 2000 --out run.jsonl. "
        + EXIT_STATUSES,
    )
    add_printers(top, {"ENV": env.environment_names})
    commands = top.add_subparsers(required=True, metavar="COMMAND")
    for module in (run, env, simulate):
        module.add(commands)
    return top


if __name__ == "__main__":
    sys.exit(main())
