"""`proofs-check audit`: every statement of the paper, or some of them."""

from __future__ import annotations

from proofs_check.commands.audited import audited, how_options, suite_options
from reference.support.command_line import Command, Option, Options, output_options
from reference.support.console import painted


def parser() -> Command:
    """Return the command with its options."""
    return Command(
        "audit",
        command,
        [
            Option(
                "--only",
                "some statements: a label, Lemma 6, (26), E-1, ...; may be given several times",
                multiple=True,
                metavar="NAME",
            ),
            *suite_options(),
            *how_options(),
            *output_options("the results as a JSON list (audit.schema.json)"),
        ],
        help="Check every statement of the paper, and compare the verdicts with the committed "
        "ones. `proofs-check explain` prints what was found of one statement, `proofs-check "
        "report` writes all as pages.",
        epilog="Exit status 0: every verdict is as committed; 1: a statement has become false, or "
        "is false no longer, or is not what Coq proved; 2: others have become undecided or "
        "vacuous.",
    )


def command(options: Options) -> int:
    """Run the audit and print its summary."""
    result = audited(options, options.only or None)
    from proofs_check.report.pages.audit import audit_summary
    from proofs_check.report.results_json import results_json
    from proofs_check.report.terminal import for_terminal

    if options.json:
        print(results_json(result), end="")
    else:
        print(painted(for_terminal(audit_summary(result))))
    return result.exit_status
