"""`proofs-check report`: the audit as web pages, with the findings as a letter to the authors."""

from __future__ import annotations

from pathlib import Path

from proofs_check.commands.audited import audited, how_options, pages_options, suite_options
from reference.support.command_line import (
    Argument,
    Command,
    Option,
    Options,
    folders,
    output_options,
)
from reference.support.console import ProgressLine, painted

LETTER = "The letter to the authors"
SENDER = {"sender": "name", "address": "address", "url": "url"}
"""Option -> field of the letter's sender."""


def parser() -> Command:
    """Return the command with its options."""
    of_letter = (
        ("sender", "name of the sender"),
        ("address", "address for replies"),
        ("url", "where the report stands"),
    )
    return Command(
        "report",
        command,
        [
            Argument("directory", "DIR", "new directory for the pages", shell_complete=folders),
            Option("--only", "some statements: a label, Lemma 6, (26), E-1, ...; may be repeated",
                   multiple=True, metavar="NAME"),
            *suite_options(),
            *pages_options(),
            *(
                Option(f"--{name}", f"{what} (default: a placeholder)",
                       metavar=name.upper(), section=LETTER)
                for name, what in of_letter
            ),
            *how_options(),
            *output_options("the results as a JSON list (audit.schema.json)"),
        ],
        help="Audit the paper and write the results as web pages that need no network, with the "
        "findings as a letter to the authors. Needs the extra `html`.",
    )  # fmt: skip


def command(options: Options) -> int:
    """Run the audit, write the pages and print the audit's summary."""
    from proofs_check.report import output_directory as folder

    pages = folder.usable(options.directory, options.force, "report")  # refused before the audit
    from proofs_check.audit.corrected import read_paper
    from proofs_check.report.html import audit_pages, pictures
    from proofs_check.report.pages.audit import audit_summary
    from proofs_check.report.pages.letter import Sender
    from proofs_check.report.pages.tight_family import picture_files
    from proofs_check.report.results_json import results_json
    from proofs_check.report.terminal import for_terminal

    paper = read_paper(Path(options.paper)) if options.paper else ""
    given = {name: getattr(options, name) for name in SENDER}
    sender = Sender(**{SENDER[name]: text for name, text in given.items() if text})
    result = audited(options, options.only or None)
    line = ProgressLine(options.quiet)
    line.begin(f"report: {options.directory} is written")
    written = audit_pages.audit_pages(result, pictures.pictures(), sender, paper=paper)
    folder.write(pages, {**written, **picture_files()})
    line("", last=True)
    if options.json:
        print(results_json(result), end="")
    else:
        print(painted(for_terminal(audit_summary(result))))
    return result.exit_status
