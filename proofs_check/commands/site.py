"""`proofs-check site`: report, API reference and tours as one static site."""

from __future__ import annotations

import json
from pathlib import Path

from proofs_check.commands.audited import audited, crew_options, pages_options
from reference.support.command_line import (
    Argument,
    Command,
    Options,
    folders,
    output_options,
)
from reference.support.console import ProgressLine
from reference.support.errors import OK, PreconditionError


def parser() -> Command:
    """Return the command with its options."""
    return Command(
        "site",
        command,
        [
            Argument("site", "DIR", "new directory for the site", shell_complete=folders),
            *pages_options(),
            *crew_options(),
            *output_options("the relative names of the pages as a JSON list"),
        ],
        help="Audit the paper and write everything there is to read as one static site that any "
        "host can serve: the report, the API reference, a tour for each kind of reader. Needs the "
        "extra `docs`.",
    )  # fmt: skip


def command(options: Options) -> int:
    """Write the site; the exit statuses are those of the errors."""
    from proofs_check.report.html.site import write_site

    if options.workers < 1:
        raise PreconditionError("--workers", options.workers, "must be at least 1")
    paper = ""
    if options.paper:
        from proofs_check.audit.corrected import read_paper

        paper = read_paper(Path(options.paper))
    usual = {"planted": False, "full": False, "store": None, "plain": False}
    line = ProgressLine(options.quiet)
    pages = write_site(
        options.site,
        lambda: audited(Options(**usual, **vars(options))),
        force=options.force,
        paper=paper,
        on_part=lambda part: line.begin(f"site: {part}"),
    )
    line("", last=True)
    print(json.dumps(pages) if options.json else _summary(len(pages), options.site))
    return OK


def _summary(number: int, site: str) -> str:
    return f"{number} pages; begin with {site}/index.html"
