"""`proofs-check explain`: one statement in full, from what the last audit found; or a rule."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Sequence
from dataclasses import asdict
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any

from proofs_check.audit.kept import last_audit
from proofs_check.commands.audited import how_options, suite_options
from proofs_check.conformance.rules import BY_ID, REASONS, RULES, guests_rules
from proofs_check.report.folding import HINT, SUMMARY, unfolded
from reference.support.command_line import (
    Argument,
    Command,
    Options,
    flag,
    output_options,
    words_of,
)
from reference.support.console import hanging, painted
from reference.support.errors import FALSE, OK, UNDECIDED, PreconditionError
from reference.support.versions import VERSION

if TYPE_CHECKING:
    from proofs_check.audit.kept import KeptPage

RULES_BY_ID = {**BY_ID, **{reason.id: reason for reason in REASONS}}
"""Rules of a trace of UCRL-LP, and reasons of the judge; the guests' are loaded when asked for."""

GRAVEST = (FALSE, UNDECIDED, OK)  # of several statements


def parser() -> Command:
    """Return the command with its options."""
    return Command(
        "explain",
        command,
        [
            Argument(
                "name", "[NAME]",
                'a statement: "Lemma 6", (26), a label; a finding such as E-1; a reading such as '
                "R-4; or a rule that `proofs-check trace` names; `rules` lists these. Without "
                "NAME, the names of all statements and findings are listed",
                required=False,
                shell_complete=words_of(names),
            ),
            flag("--all", "print also what is folded: constants, steps, the evidence"),
            flag("--recheck", "check it again now, in place of what the last audit found"),
            *suite_options(),
            *how_options(),
            *output_options("the results as a JSON list (audit.schema.json)"),
        ],
        help="Print everything about one statement, or a finding: what the paper says, whether "
        "that is true, whether the printed argument shows it, the counterexample, the repair, why "
        "it holds, what uses it, the evidence. It is printed from what the last audit found with "
        "these sources; where nothing is kept, the statement is checked now.",
    )  # fmt: skip


def names() -> list[str]:
    """Return what can be explained, for shell completion."""
    kept, _ = last_audit()
    from proofs_check.report.pages.readings import reading_names

    return [*(kept.pages if kept else ()), *reading_names(), *BY_ID, "rules"]


def command(options: Options) -> int:
    """Print a rule, or what the last audit found of a statement; audit the statement now where that
    is asked for, or nothing is kept. Without a name, list the names."""
    if not options.name:
        return show_names(options.json)
    if options.name == "rules" or options.name in RULES_BY_ID:
        return show_rules(options.name, options.json)
    if re.fullmatch(r"R-\d+", options.name):
        return show_reading(options.name, options.json)
    asked = options.recheck or options.planted or options.full
    kept, why = (None, "") if asked else last_audit()
    pages = kept.pages_of(options.name) if kept else None
    if pages is not None:
        return _print(options, pages, f"From the audit of {pages[0].when} by version {VERSION}")
    from proofs_check.audit.kept import with_names
    from proofs_check.commands.audited import audited, pages_of

    if options.name in guests_rules():
        return show_rules(options.name, options.json)
    _refuse_unknown(options.name)  # before anything else is said
    if not options.quiet and not asked:
        why = why or f"the last audit did not check {options.name}"
        print(f"proofs-check: {why}: checking {options.name} now", file=sys.stderr)
    result = audited(options, options.name)
    if options.planted or options.full:
        return _print_whole(options, result)
    checked = with_names(pages_of(result)).pages_of(options.name)
    return _print(options, checked or (), "Checked just now")


def _print(options: Options, pages: Sequence[KeptPage], whence: str) -> int:
    """Print the pages, and where they are from."""
    if options.json:
        rows = [row for page in pages for row in page.rows]
        print(json.dumps(rows, indent=1))
        if not options.quiet:
            print(f"proofs-check: {_sentence(whence)}", file=sys.stderr)
    else:
        text = "\n\n".join(_encodable(page) for page in pages)
        print(painted(unfolded(text, options.all)))
        more = "" if options.all or SUMMARY not in text else f"{HINT}\n"
        print(f"\n{more}{_sentence(whence)}")
    return min((page.status for page in pages), key=GRAVEST.index)


def _sentence(whence: str) -> str:
    return f"{whence}; --recheck repeats it."


def _encodable(page: KeptPage) -> str:
    """Return the text of a page that standard output can write."""
    try:
        page.text.encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return page.ascii
    return page.text


def _print_whole(options: Options, result: Any) -> int:
    """Print what is not kept: planted faults, the larger suite."""
    from proofs_check.report.pages.statement import explained
    from proofs_check.report.results_json import results_json
    from proofs_check.report.terminal import for_terminal

    if options.json:
        print(results_json(result), end="")
    else:
        print(painted(for_terminal(explained(result))))
    return int(result.exit_status)


# ----------------------------------------------------------------------------- names, rules


def show_names(as_data: bool) -> int:
    """Print the name of every statement, by section of the paper, and of every finding."""
    from proofs_check.report.pages.names import names_as_data, names_by_section
    from proofs_check.report.terminal import for_terminal

    print(json.dumps(names_as_data(), indent=1) if as_data else for_terminal(names_by_section()))
    return OK


def _refuse_unknown(name: str) -> None:
    """Raise PreconditionError for what is neither a statement nor a rule."""
    from proofs_check.audit.audit import select

    try:
        select(name)
    except PreconditionError:
        if near := get_close_matches(name, [*RULES_BY_ID, *guests_rules(), "rules"], cutoff=0.75):
            rule = f"neither a statement nor a rule; did you mean {' or '.join(near)}?"
            raise PreconditionError("NAME", name, rule) from None
        raise


def show_reading(name: str, as_data: bool) -> int:
    """Print a reading: its choices, its section, the statements that depend on it. Raises
    PreconditionError for a number that none has."""
    from proofs_check import statements
    from proofs_check.report.pages import readings
    from proofs_check.report.terminal import spoken

    reading = readings.find_reading(name)
    if reading is None:
        known = readings.reading_names()
        rule = f"no reading; they are {known[0]} to {known[-1]}, in spec.md"
        raise PreconditionError("NAME", name, rule)
    statements.load()
    if as_data:
        print(json.dumps(readings.reading_as_data(reading), indent=1))
    else:
        print(painted(readings.reading_as_text(reading, spoken)))
    return OK


def show_rules(name: str, as_data: bool) -> int:
    """Print a rule of `proofs-check trace`, or all of them (`rules`)."""
    known = {**RULES_BY_ID, **guests_rules()}
    chosen = [*RULES, *guests_rules().values()] if name == "rules" else [known[name]]
    if as_data:
        from proofs_check.report.html.algorithm import OF_RULE

        print(json.dumps([{**asdict(rule), "lines": OF_RULE.get(rule.id, [])} for rule in chosen]))
        return OK
    for rule in chosen:
        print(hanging(f"{rule.id:<20} ", f"[{rule.equation}] {rule.sentence}"))
    return OK
