"""`proofs-check kit`: does this program play UCRL-LP? Generated MDPs, every trace checked."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from reference.console import ProgressLine
from reference.errors import FALSE, OK, UNDECIDED, UnusablePath


def add(commands: Any) -> None:
    """Add the command and its options."""
    p = commands.add_parser(
        "kit",
        help="does this program play UCRL-LP? plays games with it, checks, shrinks what fails",
        description="Runs COMMAND on generated MDPs and checks every trace exactly. {mdp} in it "
        "becomes an MDP file; {T}, {delta}, {seed} and {episodes} become numbers. The trace is "
        "what it prints, or the file {out}. Exit status 0: every game conforms; 1: one does not.",
    )
    p.add_argument("--against", required=True, metavar="COMMAND", help="'PROGRAM {mdp} {T} ...'")
    p.add_argument("--runs", type=int, default=100, help="games to play (default 100)")
    p.add_argument("--seed", type=int, default=0, help="which games (default 0)")
    p.add_argument("--keep", metavar="RUN", help="write the trace of the smallest lost game here")
    p.add_argument("--quiet", action="store_true", help="no progress on stderr")
    p.set_defaults(command=command)


def command(options: argparse.Namespace) -> int:
    """Play, and report."""
    from proofs_check.kit import NotConforming, check_player

    line = ProgressLine(options.quiet)
    try:
        outcome = check_player(
            options.against, runs=options.runs, seed=options.seed, on_progress=line
        )
    except NotConforming as e:
        line("", last=True)
        print(e)
        if options.keep and e.outcome.lost is not None:
            try:
                Path(options.keep).write_bytes(e.outcome.lost.trace)
            except OSError as error:
                rule = f"cannot be written: {error.strerror}"
                raise UnusablePath(options.keep, rule) from None
            print(f"its trace: proofs-check trace {options.keep}")
        return FALSE
    line("", last=True)
    print(outcome.report())
    return UNDECIDED if outcome.undecided else OK
