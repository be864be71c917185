"""`proofs-check docs`: report, API reference and tours as one static site."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from reference.support.console import add_output_options, whole_number
from reference.support.errors import OK, PreconditionError


def add(commands: Any) -> None:
    """Add the command and its options."""
    p = commands.add_parser(
        "docs",
        help="write report, API reference and tours as one static site",
        description="Audit the paper and write everything there is to read as one static site that "
        "any host can serve: the report, the API reference, a tour for each kind of reader. Needs "
        "the extra `docs`.",
    )
    p.add_argument("site", metavar="DIR", help="new directory for the site")
    p.add_argument("--force", action="store_true", help="write into an existing directory")
    p.add_argument(
        "--workers", type=whole_number, default=2, help="processes of the audit (default 2)"
    )
    p.add_argument(
        "--paper", metavar="SOURCE", help="a copy of the paper's source: pages lead to its lines"
    )
    add_output_options(p, "the relative names of the pages as a JSON list")
    p.set_defaults(command=command)


def command(options: argparse.Namespace) -> int:
    """Write the site; the exit statuses are those of the errors."""
    from proofs_check.audit.audit import Means
    from proofs_check.commands.tiers import reading_into
    from proofs_check.report.html.site import write_site

    if options.workers < 1:
        raise PreconditionError("--workers", options.workers, "must be at least 1")

    paper = ""
    if options.paper:
        from proofs_check.audit.corrected import read_paper

        paper = read_paper(Path(options.paper))
    means = Means(options.workers, read=reading_into(plain=False))
    pages = write_site(options.site, force=options.force, paper=paper, means=means)
    if options.json:
        import json

        print(json.dumps(pages))
    else:
        print(f"{len(pages)} pages; begin with {options.site}/index.html")
    return OK
