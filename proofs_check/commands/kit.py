"""`proofs-check kit`: a program on generated MDPs, every trace checked."""

from __future__ import annotations

import argparse
import json
import os
import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Any

from reference.support.console import ProgressLine, add_output_options, painted, whole_number
from reference.support.errors import FALSE, OK, UNDECIDED, UnusablePath

if TYPE_CHECKING:
    from proofs_check.kit.verdict import KitResult


def add(commands: Any) -> None:
    """Add the command and its options."""
    p = commands.add_parser(
        "kit",
        help="check a program that implements UCRL-LP, on generated MDPs",
        description="Runs COMMAND on generated MDPs and checks every trace exactly. {mdp} in it "
        "becomes an MDP file; {T}, {delta}, {seed} and {episodes} become numbers. The trace is "
        "its standard output, or the file {out}. A failing case is shrunk. Exit status 0: all "
        "cases pass; 1: one fails; 2: undecided.",
    )
    p.add_argument("--against", required=True, metavar="COMMAND", help="'PROGRAM {mdp} {T} ...'")
    p.add_argument("--runs", type=whole_number, default=100, help="number of cases (default 100)")
    p.add_argument("--seed", type=whole_number, default=0, help="seed of the cases (default 0)")
    p.add_argument(
        "--keep", metavar="RUN", help="write the trace of the smallest failing case here"
    )
    p.add_argument("--force", action="store_true", help="let --keep overwrite a file")
    add_output_options(p, "the outcome as one JSON object")
    p.set_defaults(command=command)


def command(options: argparse.Namespace) -> int:
    """Run the cases, and report."""
    from proofs_check.kit.verdict import NotConforming, check_implementation

    if options.keep and not options.force and os.path.lexists(options.keep):
        raise UnusablePath(options.keep, "exists; use --force to overwrite it")
    line = ProgressLine(options.quiet)
    try:
        outcome = check_implementation(
            options.against, runs=options.runs, seed=options.seed, on_progress=line
        )
    except NotConforming as e:
        outcome = e.outcome
    line("", last=True)
    print(json.dumps(as_json(outcome)) if options.json else painted(outcome.report()))
    if outcome.failure is None:
        return UNDECIDED if outcome.undecided else OK
    if options.keep and outcome.failure.trace:  # a crash leaves none
        try:
            Path(options.keep).write_bytes(outcome.failure.trace)
        except OSError as error:
            rule = f"cannot be written: {error.strerror}"
            raise UnusablePath(options.keep, rule) from None
        if not options.json:
            more = " --statistics" if outcome.failure.rule == "improbable" else ""
            print(f"its trace: proofs-check trace {shlex.quote(options.keep)}{more}")
    return FALSE


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
        "rules": dict(outcome.rules),
        "decisive": {cell: outcome.coverage.hit[cell] for cell in CELLS},
        "never decisive": outcome.coverage.never(),
        "first_loss": outcome.first_failure,
        "lost": failure and {"rule": failure.rule, "where": failure.text},
        "game": case and case.as_json(),
    }
