"""`proofs-check kit`: does this program play UCRL-LP? Generated MDPs, every trace checked."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from reference.support.console import ProgressLine, add_output_options, painted
from reference.support.errors import FALSE, OK, UNDECIDED, UnusablePath

if TYPE_CHECKING:
    from proofs_check.kit.kit import Outcome


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
    add_output_options(p, "the outcome as one JSON object")
    p.set_defaults(command=command)


def command(options: argparse.Namespace) -> int:
    """Play, and report."""
    from proofs_check.kit.kit import NotConforming, check_player

    line = ProgressLine(options.quiet)
    try:
        outcome = check_player(
            options.against, runs=options.runs, seed=options.seed, on_progress=line
        )
    except NotConforming as e:
        outcome = e.outcome
        if options.keep and outcome.lost is not None:
            try:
                Path(options.keep).write_bytes(outcome.lost.trace)
            except OSError as error:
                rule = f"cannot be written: {error.strerror}"
                raise UnusablePath(options.keep, rule) from None
    line("", last=True)
    if options.json:
        print(json.dumps(as_json(outcome)))
    else:
        print(painted(outcome.report()))
        if options.keep and outcome.lost is not None:
            print(f"its trace: proofs-check trace {options.keep}")
    if outcome.lost is not None:
        return FALSE
    return UNDECIDED if outcome.undecided else OK


def as_json(outcome: Outcome) -> dict[str, Any]:
    """The outcome as data; `lost` and `game` are null if every game was a run of Algorithm 1."""
    lost, game = outcome.lost, outcome.game
    return {
        "games": outcome.games,
        "episodes": outcome.episodes,
        "epochs": outcome.epochs,
        "undecided": outcome.undecided,
        "rules": dict(outcome.rules),
        "first_loss": outcome.first_loss,
        "lost": lost and {"rule": lost.rule, "where": lost.text},
        "game": game and game.as_json(),
    }
