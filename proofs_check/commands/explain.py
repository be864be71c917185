"""`proofs-check explain`: one statement in full, from what the last audit found."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from proofs_check.audit.kept import last_audit
from reference.support.console import add_output_options, painted, whole_number
from reference.support.errors import FALSE, OK, UNDECIDED
from reference.support.versions import VERSION

if TYPE_CHECKING:
    from proofs_check.audit.kept import KeptPage

GRAVEST = (FALSE, UNDECIDED, OK)  # of several statements


def add(commands: Any) -> None:
    """Add the command and its options."""
    p = commands.add_parser("explain", help="one statement in full")
    p.add_argument("name", metavar="NAME")
    p.add_argument("--recheck", action="store_true", help="check it again")
    p.add_argument("--planted", action="store_true", help="also check its planted faults")
    p.add_argument("--plain", action="store_true", help="read the runs without the fast tier")
    p.add_argument("--full", action="store_true", help="the larger suite")
    p.add_argument("--workers", type=whole_number, default=2, help="processes (default 2)")
    p.add_argument("--dask", metavar="ADDRESS", help="run on this Dask cluster instead")
    p.add_argument("--store", metavar="DIR", help="keep all results here")
    add_output_options(p, "the results as a JSON list (audit.schema.json)")
    p.set_defaults(command=command)


def command(options: argparse.Namespace) -> int:
    """Print what the last audit found; audit the statement now where that is asked for, or nothing
    is kept."""
    asked = options.recheck or options.planted or options.full
    kept, why = (None, "") if asked else last_audit()
    pages = kept.pages_of(options.name) if kept else None
    if pages is not None:
        return _print(options, pages, f"From the audit of {pages[0].when}, version {VERSION}")
    from proofs_check.audit.audit import select
    from proofs_check.commands.audited import audited, pages_of

    select(options.name)  # an unknown name is refused before anything else is said
    if not options.quiet and not asked:
        why = why or f"the last audit did not check {options.name}"
        print(f"proofs-check: {why}: checking {options.name} now", file=sys.stderr)
    result = audited(options, options.name)
    if options.planted or options.full:
        return _print_whole(options, result)
    return _print(options, list(pages_of(result).values()), "Checked just now")


def _print(options: argparse.Namespace, pages: Sequence[KeptPage], whence: str) -> int:
    """Print the pages, and where they are from."""
    if options.json:
        rows = [row for page in pages for row in page.rows]
        print(json.dumps(rows, indent=1))
        if not options.quiet:
            print(f"proofs-check: {_sentence(whence)}", file=sys.stderr)
    else:
        print(painted("\n\n".join(_encodable(page) for page in pages)))
        print(f"\n{_sentence(whence)}")
    return min((page.status for page in pages), key=GRAVEST.index)


def _sentence(whence: str) -> str:
    return f"{whence}; --recheck checks it again."


def _encodable(page: KeptPage) -> str:
    """Return the text of a page that standard output can write."""
    try:
        page.text.encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return page.ascii
    return page.text


def _print_whole(options: argparse.Namespace, result: Any) -> int:
    """Print what is not kept: planted faults, the larger suite."""
    from proofs_check.report.pages.statement import explained
    from proofs_check.report.results_json import results_json
    from proofs_check.report.terminal import for_terminal

    if options.json:
        print(results_json(result), end="")
    else:
        print(painted(for_terminal(explained(result))))
    return int(result.exit_status)
