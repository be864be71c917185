"""`proofs-check` without a command: the audit of every statement of the paper."""

from __future__ import annotations

import argparse
import os
from pathlib import Path

from proofs_check.audit import Progress, audit
from proofs_check.report import claim_pages, folder, pictures
from proofs_check.report_text import explain, findings, print_table, to_json
from reference.console import ProgressLine, time_left
from reference.errors import PreconditionError, UnusablePath
from reference.files import write_whole
from reference.workers import crew


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the audit's options to the top of the command line."""
    parser.add_argument("--only", metavar="LABEL", help="check the claims with this label only")
    parser.add_argument(
        "--explain", metavar="LABEL", help="check one statement and say everything about it"
    )
    parser.add_argument("--teeth", action="store_true", help="also refute every planted fault")
    parser.add_argument("--full", action="store_true", help="the larger suite (under 20 minutes)")
    parser.add_argument("--workers", type=int, default=2, help="processes (default 2)")
    parser.add_argument("--dask", metavar="ADDRESS", help="run on this Dask cluster instead")
    parser.add_argument(
        "--store", metavar="DIR", help="keep all results here as they are found; go on from those"
    )
    parser.add_argument("--json", metavar="FILE", help="also write the result as JSON")
    parser.add_argument("--html", metavar="DIR", help="also write the report as web pages")
    parser.add_argument("--force", action="store_true", help="overwrite existing files")
    parser.add_argument("--quiet", action="store_true", help="no progress on stderr")
    parser.set_defaults(command=command)


def command(options: argparse.Namespace) -> int:
    """Run the audit and print its table, or one statement's explanation."""
    if options.explain and options.only and options.explain != options.only:
        raise PreconditionError("--only", options.only, "must be left out with --explain")
    out = _usable(options.json, options.force) if options.json else None
    pages = folder.usable(options.html, options.force) if options.html else None
    line = ProgressLine(options.quiet)

    def show(p: Progress) -> None:
        left = time_left(p.done, p.total, p.seconds)
        line(f"{p.phase} {p.done}/{p.total}, {left}: {p.what}")

    only = options.explain or options.only
    with crew(options.workers, options.dask) as (workers, executor):
        result = audit(
            only,
            options.full,
            workers,
            show,
            teeth=options.teeth,
            executor=executor,
            store=options.store,
        )
    line("", last=True)
    if pages is not None:  # before anything is printed: a closed pipe must not lose it
        folder.write(pages, claim_pages.pages(result, pictures.pictures()))
    if options.explain:
        print(explain(result, options.explain))
    else:
        print(print_table(result))
        found = findings(result)
        if found:
            print("\nFindings: what does not hold as printed\n")
            print(found)
    if out is not None:
        write_whole(out, to_json(result))
    return result.exit_status


def _usable(name: str, force: bool) -> Path:
    """The path, if it can be written: known before a minute of work, not after."""
    path = Path(name)
    if path.exists() and not force:
        raise UnusablePath(name, "exists; use --force to overwrite it")
    if not os.access(path.parent, os.W_OK):
        raise UnusablePath(name, "its directory cannot be written")
    return path
