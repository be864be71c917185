"""`proofs-check` without a command: the audit of every statement of the paper."""

from __future__ import annotations

import argparse
from pathlib import Path

from proofs_check.commands.audited import audited
from reference.support.console import add_output_options, painted, whole_number
from reference.support.errors import PreconditionError

SENDER = {"sender": "name", "address": "address", "url": "url"}
"""Option -> field of the letter's sender."""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the audit's options to the top of the command line."""
    parser.add_argument(
        "--only", metavar="NAME", help="check one statement only: a label, Lemma 6, (26), E-1, ..."
    )
    parser.add_argument(
        "--explain", metavar="NAME", help="check one statement and report it in full"
    )
    parser.add_argument(
        "--planted", action="store_true", help="also check that every planted fault is refuted"
    )
    parser.add_argument("--plain", action="store_true", help="read the runs without the fast tier")
    parser.add_argument("--full", action="store_true", help="the larger suite (under 20 minutes)")
    parser.add_argument("--workers", type=whole_number, default=2, help="processes (default 2)")
    parser.add_argument("--dask", metavar="ADDRESS", help="run on this Dask cluster instead")
    parser.add_argument(
        "--store", metavar="DIR", help="keep all results here as they are found; resume from those"
    )
    parser.add_argument(
        "--html",
        metavar="DIR",
        help="also write the report as web pages, with the findings as a letter to the authors",
    )
    parser.add_argument(
        "--paper", metavar="SOURCE", help="a copy of the paper's source, for --html: its lines"
    )
    parser.add_argument("--force", action="store_true", help="write into an existing directory")
    for name, what in (("sender", "name"), ("address", "address for replies"), ("url", "URL")):
        words = f"{what} in the letter that --html writes (default: a placeholder)"
        parser.add_argument(f"--{name}", metavar=name.upper(), help=words)
    add_output_options(parser, "the results as a JSON list (audit.schema.json)")
    parser.set_defaults(command=command)


def command(options: argparse.Namespace) -> int:
    """Run the audit and print its summary, or one statement in full."""
    from proofs_check.report.pages.audit import audit_summary
    from proofs_check.report.pages.statement import explained
    from proofs_check.report.results_json import results_json
    from proofs_check.report.terminal import for_terminal

    if options.explain and options.only and options.explain != options.only:
        raise PreconditionError("--only", options.only, "must be left out with --explain")
    if options.paper and not options.html:
        raise PreconditionError("--paper", options.paper, "is for --html")
    if options.html:
        from proofs_check.audit.corrected import read_paper
        from proofs_check.report import output_directory as folder
        from proofs_check.report.html import audit_pages, pictures
        from proofs_check.report.pages.letter import Sender
        from proofs_check.report.pages.tight_family import picture_files

        paper = read_paper(Path(options.paper)) if options.paper else ""
        pages = folder.usable(options.html, options.force)
        given = {name: getattr(options, name) for name in ("sender", "address", "url")}
        sender = Sender(**{SENDER[name]: text for name, text in given.items() if text})
    result = audited(options, options.explain or options.only)
    if options.html:  # before anything is printed: a closed pipe must not lose it
        written = audit_pages.audit_pages(result, pictures.pictures(), sender, paper=paper)
        folder.write(pages, {**written, **picture_files()})
    if options.json:
        print(results_json(result), end="")
    elif options.explain:
        print(painted(for_terminal(explained(result))))
    else:
        print(painted(for_terminal(audit_summary(result))))
    return result.exit_status
