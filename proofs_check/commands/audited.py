"""The audit as the commands carry it out: progress, workers, and what is kept of it."""

from __future__ import annotations

import datetime
import sys
from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from reference.support.command_line import HOW, WHOLE, Option, Options, files, flag, folders
from reference.support.console import ProgressLine
from reference.support.errors import PreconditionError, UnusablePath

if TYPE_CHECKING:
    from proofs_check.audit.audit import AuditProgress, AuditResult
    from proofs_check.audit.kept import KeptPage
    from proofs_check.report.document import Blocks


ABOUT = 15
"""Seconds of processor time of an audit of everything, where it was measured."""


def suite_options() -> list[Option]:
    """Return the options that say what is checked beside the claims, and on which runs."""
    return [
        flag("--planted", "also check that every planted fault is refuted"),
        flag("--full", "on the larger suite of runs (under 20 minutes)"),
    ]


def crew_options() -> list[Option]:
    """Return the options that say who carries out an audit."""
    return [
        Option("--workers", "processes of the audit (default 1)", type=WHOLE, default=1,
               metavar="N", section=HOW),
        Option("--dask", "on this Dask cluster instead", metavar="ADDRESS", section=HOW),
    ]  # fmt: skip


def pages_options() -> list[Option]:
    """Return the options of what writes the audit as pages."""
    return [
        Option("--paper", "a copy of the paper's source: pages lead to its lines",
               metavar="SOURCE", shell_complete=files),
        flag("--force", "write into an existing directory"),
    ]  # fmt: skip


def how_options() -> list[Option]:
    """Return the options that say how an audit is carried out."""
    return [
        *crew_options(),
        Option("--store", "keep all results here as they are found; resume from those",
               metavar="DIR", section=HOW, shell_complete=folders),
        flag("--plain", "read the runs without the fast tier", section=HOW),
    ]  # fmt: skip


def audited(options: Options, only: str | Sequence[str] | None = None) -> AuditResult:
    """Return what the audit finds, of all statements or of those that names lead to, and keep it
    for `proofs-check explain`. `options`: those of the command line that say how."""
    if options.workers < 1:
        raise PreconditionError("--workers", options.workers, "must be at least 1")
    line = ProgressLine(options.quiet)
    whole = only is None and not options.full and not options.planted
    about = f" (in all about {ABOUT} s of processor time)" if whole else ""
    line.begin(f"audit: reading the statements{about}")
    from proofs_check.audit.audit import Means, audit
    from proofs_check.commands.tiers import reading_into
    from reference.support.workers import crew

    def show(p: AuditProgress) -> None:
        line(f"{p.phase}: {p.what}", p.done, p.total)

    if options.full and not options.store and not options.quiet:
        print("the larger suite takes minutes; --store DIR keeps what is done", file=sys.stderr)
    try:
        with crew(options.workers, options.dask) as (workers, executor):
            result = audit(
                only,
                options.full,
                show,
                planted=options.planted,
                means=Means(workers, executor, options.store, reading_into(options.plain)),
            )
    except KeyboardInterrupt:
        line("", last=True)
        kept = f"{options.store} keeps" if options.store else "nothing is kept; --store DIR keeps"
        print(f"{kept} what is done, and the same command resumes", file=sys.stderr)
        raise
    if not options.full:
        _keep(result, options.quiet)
    line("", last=True)
    return result


def _keep(result: AuditResult, quiet: bool) -> None:
    """Keep the page of every statement; say so where that fails: the audit is as good without."""
    from proofs_check.audit.audit import no_collection
    from proofs_check.audit.kept import keep

    try:
        with no_collection():
            keep(pages_of(result))
    except UnusablePath as e:
        if not quiet:
            print(f"proofs-check: not kept for `proofs-check explain`: {e}", file=sys.stderr)


def pages_of(result: AuditResult) -> dict[str, KeptPage]:
    """Return the page of every statement, as an audit of this statement alone has it; and, by its
    name, that of every finding all of whose statements were audited."""
    from proofs_check.audit.kept import KeptPage
    from proofs_check.report.pages.findings import finding_page
    from proofs_check.report.pages.statement import explained
    from proofs_check.report.pages.statements import statements, whole_in
    from proofs_check.report.results_json import results_rows
    from proofs_check.report.terminal import FOLDING, ascii_lines, terminal_text

    when = datetime.datetime.now(datetime.UTC).strftime("%Y-%m-%d %H:%M UTC")

    def page(blocks: Blocks, of: AuditResult) -> KeptPage:
        text, rows = terminal_text(blocks, FOLDING), results_rows(of)
        return KeptPage(text, ascii_lines(blocks, FOLDING), rows, of.exit_status, when)

    def part(labels: Collection[str]) -> AuditResult:
        of_labels = tuple(r for r in result.results if r.claim.label in labels)
        return replace(result, results=of_labels, planted=())

    pages = {}
    for label in dict.fromkeys(r.claim.label for r in result.results):
        alone = part([label])
        pages[label] = page(explained(alone), alone)
    for f in whole_in(result):
        whole = part(f.places)
        pages[f.name] = page(finding_page(f, statements(whole)), whole)
    return pages
