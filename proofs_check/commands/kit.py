"""`proofs-check kit`: a program on generated MDPs, every trace checked."""

from __future__ import annotations

import argparse
import json
import os
import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Any

from reference.support.console import ProgressLine, add_output_options, painted, whole_number
from reference.support.errors import FALSE, OK, UNDECIDED, PreconditionError, UnusablePath
from reference.support.guests import FLAT, guest

if TYPE_CHECKING:
    from proofs_check.kit.verdict import KitResult


def add(commands: Any) -> None:
    """Add the command and its options."""
    p = commands.add_parser(
        "kit",
        help="check a program that implements UCRL-LP or one of its relatives, on generated MDPs",
        description="Runs COMMAND on generated MDPs and checks every trace exactly. {mdp} in it "
        "becomes an MDP file; {T}, {delta}, {seed} and {episodes} become numbers. The trace is "
        "its standard output, or the file {out}. A failing case is shrunk. Exit status 0: all "
        "cases pass; 1: one fails; 2: undecided, or vacuous. With --algorithm, {mdp} becomes the "
        "file of a flat MDP, {T} the number of episodes, each of {H} steps, or of steps of UCRL2; "
        "there is no {episodes}.",
    )
    p.add_argument("--against", required=True, metavar="COMMAND", help="'PROGRAM {mdp} {T} ...'")
    p.add_argument(
        "--algorithm",
        choices=("ucrl-lp", *FLAT),
        default="ucrl-lp",
        metavar="NAME",
        help=f"what the program implements: {', '.join(('ucrl-lp', *FLAT))} (default ucrl-lp)",
    )
    p.add_argument(
        "--runs", type=whole_number, help="number of cases (default 100; 60 of another algorithm)"
    )
    p.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="KEY=VALUE",
        help="test this variant: of UCRL-LP a reading (log=log2), of others an option "
        "(scale=0.02); or tolerance=1e-6; a trace whose header declares another fails",
    )
    p.add_argument("--seed", type=whole_number, default=0, help="seed of the cases (default 0)")
    p.add_argument(
        "--keep", metavar="RUN", help="write the trace of the smallest failing case here"
    )
    p.add_argument("--force", action="store_true", help="let --keep overwrite a file")
    p.add_argument("--plain", action="store_true", help="without the fast tier")
    add_output_options(p, "the outcome as one JSON object")
    p.set_defaults(command=command)


def command(options: argparse.Namespace) -> int:
    """Run the cases, and report."""
    if options.keep and not options.force and os.path.lexists(options.keep):
        raise UnusablePath(options.keep, "exists; use --force to overwrite it")
    line = ProgressLine(options.quiet)
    line.begin(f"kit: starting {options.against.split(maxsplit=1)[0]}")
    outcome: Any
    if options.algorithm in FLAT:
        from proofs_check.kit import implementations

        flat_kit = guest("kit on flat states", "--algorithm", options.algorithm)
        outcome = flat_kit.run_flat_cases(
            FLAT[options.algorithm],
            implementations.command(options.against, placeholders=flat_kit.FLAT_PLACEHOLDERS),
            runs=flat_kit.FLAT_RUNS if options.runs is None else options.runs,
            seed=options.seed,
            options=variant(options.option),
            on_progress=line,
        )
        verdict = outcome.as_json()
    else:
        outcome = _of_ucrl_lp(options, line)
        verdict = as_json(outcome)
    undecided = bool(outcome.undecided or outcome.vacuous)
    line("", last=True)
    print(json.dumps(verdict) if options.json else painted(outcome.report()))
    if outcome.failure is None:
        return UNDECIDED if undecided else OK
    if options.keep and outcome.failure.trace:  # a crash leaves none
        try:
            Path(options.keep).write_bytes(outcome.failure.trace)
        except OSError as error:
            rule = f"cannot be written: {error.strerror}"
            raise UnusablePath(options.keep, rule) from None
        if not options.json:
            again = shlex.join(["proofs-check", "trace", options.keep, *outcome.failure.options])
            print(f"its trace: {again}")
    return FALSE


def variant(words: list[str]) -> dict[str, Any]:
    """Return the options of KEY=VALUE words; a value is JSON, or else a word. Raises
    PreconditionError."""
    options: dict[str, Any] = {}
    for word in words:
        key, equals, value = word.partition("=")
        if not equals or key in options:
            raise PreconditionError("--option", word, "must have the form KEY=VALUE, each KEY once")
        try:
            options[key] = json.loads(value)
        except ValueError:
            options[key] = value
    return options


def _of_ucrl_lp(options: argparse.Namespace, line: ProgressLine) -> KitResult:
    from proofs_check.commands.tiers import tier
    from proofs_check.kit.verdict import RUNS, NotConforming, check_implementation

    runs = RUNS if options.runs is None else options.runs
    checked_by = tier(options.plain)
    try:
        return check_implementation(
            options.against,
            runs=runs,
            seed=options.seed,
            tier=checked_by,
            options=variant(options.option),
            on_progress=line,
        )
    except NotConforming as e:
        return e.outcome


def as_json(outcome: KitResult) -> dict[str, Any]:
    """Return the result as data; `lost` and `game` (the failing case) are null if all cases
    pass."""
    from proofs_check.conformance.coverage import CELLS

    failure, case = outcome.failure, outcome.case
    return {
        "games": outcome.cases,
        "episodes": outcome.episodes,
        "epochs": outcome.epochs,
        "undecided": outcome.undecided,
        "vacuous": outcome.vacuous or None,
        "rules": dict(outcome.rules),
        "decisive": {cell: outcome.coverage.hit[cell] for cell in CELLS},
        "never decisive": outcome.coverage.never(),
        "first_loss": outcome.first_failure,
        "lost": failure
        and {"rule": failure.rule, "where": failure.text, "together": failure.accumulated},
        "game": case and case.as_json(),
    }
