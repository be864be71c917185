"""The command line `proofs-check` (= python -m proofs_check)."""

from __future__ import annotations

import atexit
import gc
import sys
from collections.abc import Sequence

from proofs_check.hidden import refuse

try:
    from reference.support.command_line import CommandLine, run_program
    from reference.support.errors import USAGE
except ModuleNotFoundError as e:
    refuse(e)

atexit.register(gc.freeze)  # what is left ends with the process: no search for cycles among it

COMMANDS = {
    "The paper": {
        "audit": "check every statement of the paper; what is done without a command",
        "explain": "everything about one statement, from the last audit",
        "report": "the audit as web pages, with a letter to the authors",
        "coq": "build the machine-checked proofs with this machine's coqc",
        "site": "everything there is to read, as one static site",
    },
    "Runs and programs": {
        "trace": "check whether a trace is a run of Algorithm 1, and where it diverges",
        "epochs": "check a run whose episodes were counted, not played",
        "lemmas": "evaluate every inequality of the paper on a run",
        "judge": "the verdict on a trace of a program that is proved correct in Coq",
        "kit": "check a program that implements UCRL-LP or a relative, on generated MDPs",
        "vectors": "the score of an implementation on the test vectors",
    },
    "Advanced": {
        "optimum": "exact optimum of LP1 for counts on standard input",
        "certificate": "write or check a proof of LP1's optimum; write LP1 as a file",
        "paper": "apply all corrections to a copy of the paper's source, and audit the result",
        "completion": "print a completion script for a shell",
    },
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; exit statuses as in proofs_check/README.md."""
    if sys.flags.optimize > 1:  # the statements are docstrings
        print("proofs-check: error: python -OO removes the statements; use -O", file=sys.stderr)
        return USAGE
    words = sys.argv[1:] if arguments is None else arguments
    return run_program("proofs-check", parser(), words or ["audit"])


def parser() -> CommandLine:
    """Return all commands; each is imported when it is called."""
    return CommandLine(
        "proofs-check",
        "proofs_check.commands",
        COMMANDS,
        help="Checks what Leon & Etesami prove about UCRL-LP, and whether a trace is a run of "
        "their Algorithm 1, in exact arithmetic.",
    )


if __name__ == "__main__":
    sys.exit(main())
