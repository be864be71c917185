"""`proofs-check kit`: a program on generated MDPs, every trace checked."""

from __future__ import annotations

import json
import os
import shlex
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from reference.support.command_line import (
    HOW,
    OUTPUT,
    WHOLE,
    Command,
    Option,
    Options,
    files,
    flag,
    folders,
    output_options,
)
from reference.support.console import ProgressLine, painted
from reference.support.errors import FALSE, OK, UNDECIDED, PreconditionError, UnusablePath
from reference.support.guests import FLAT, guest

if TYPE_CHECKING:
    from proofs_check.kit.offline import AskedCases
    from proofs_check.kit.verdict import KitResult


def parser() -> Command:
    """Return the command with its options."""
    known = ("ucrl-lp", *FLAT)
    return Command(
        "kit",
        command,
        [
            Option("--against", "'PROGRAM {mdp} {T} ...'", metavar="COMMAND"),
            Option("--write", "instead: write all cases into this new directory, to be answered "
                   "elsewhere", metavar="DIR", shell_complete=folders),
            Option("--read", "instead: judge the answers in this directory", metavar="DIR",
                   shell_complete=folders),
            Option(
                "--algorithm",
                f"what the program implements: {', '.join(known)} (default ucrl-lp)",
                type=click.Choice(known), default="ucrl-lp", metavar="NAME",
            ),
            Option("--runs", "number of cases (default 100; 60 of another algorithm)", type=WHOLE,
                   metavar="N"),
            Option(
                "--option",
                "test this variant: of UCRL-LP a reading (log=log2), of others an option "
                "(scale=0.02); or tolerance=1e-6; a trace whose header declares another fails",
                multiple=True, metavar="KEY=VALUE",
            ),
            Option("--seed", "seed of the cases (default 0)", type=WHOLE, default=0, metavar="N"),
            Option("--accept", "`recorded`: status 0 where radii or bonuses that nothing checks "
                   "are taken as they are recorded", type=click.Choice(["recorded"]),
                   metavar="WHAT"),
            flag("--no-play", "do not test the play against chance"),
            flag("--statistics", "test the play against chance: this is the default"),
            Option("--workers", "cases that are played at once (default 1)", type=WHOLE, default=1,
                   metavar="N", section=HOW),
            Option("--seconds", "processor time of a case, of the program and all that it starts "
                   "(default 60); more is `slow`", type=WHOLE, default=60, metavar="S",
                   section=HOW),
            Option("--clock", "time of a case by the clock (default ten times --seconds); more is "
                   "`no-answer`", type=WHOLE, metavar="S", section=HOW),
            flag("--plain", "without the fast tier", section=HOW),
            Option("--keep", "write the trace of the smallest failing case here", metavar="RUN",
                   section=OUTPUT, shell_complete=files),
            flag("--force", "let --keep overwrite a file", section=OUTPUT),
            *output_options("the outcome as one JSON object"),
        ],
        help="Check a program that implements UCRL-LP, or one of its relatives. Runs COMMAND on "
        "generated MDPs and checks every trace exactly. {mdp} in it becomes an MDP file; {T}, "
        "{delta}, {seed} and {episodes} become numbers, {rewards} `bernoulli` or, where rewards "
        "are to be their means, `deterministic`. The trace is its standard output, or the "
        "file {out}. A failing case is shrunk. With --algorithm, {mdp} becomes the file of a flat "
        "MDP, {T} the number of episodes, each of {H} steps, or of steps of UCRL2; there is no "
        "{episodes} and no {rewards}.",
        epilog="Exit status 0: all cases pass; 1: one fails, crashes, or is improbable; 2: "
        "undecided, vacuous, slow, no answer, or all pass given what was recorded (--accept "
        "recorded: 0); 4: usage.",
    )  # fmt: skip


def command(options: Options) -> int:
    """Run the cases, and report."""
    from proofs_check.kit import implementations

    for name in ("workers", "seconds", "clock"):
        if (value := getattr(options, name)) is not None and value < 1:
            raise PreconditionError(f"--{name}", value, "must be at least 1")
    if options.statistics and options.no_play:
        raise PreconditionError("--statistics", True, "contradicts --no-play")
    if options.statistics and not options.quiet:
        print("--statistics is the default; --no-play turns it off", file=sys.stderr)
    if options.keep and not options.force and os.path.lexists(options.keep):
        raise UnusablePath(options.keep, "exists; use --force to overwrite it")
    if [options.against, options.write, options.read].count(None) != 2:
        raise PreconditionError("kit", "", "needs one of --against, --write and --read")
    if options.write:
        return _write(options)
    offline = None
    if options.read:
        asked = _asked(options)
        from proofs_check.kit.offline import MissingAnswers, answered_in

        try:
            offline = answered_in(options.read, _cases(asked))
        except MissingAnswers as e:
            print(json.dumps({"unanswered": str(e)}) if options.json else str(e))
            return UNDECIDED
    line = ProgressLine(options.quiet)

    def show(text: str) -> None:
        (line.begin if text.startswith("case 1/") else line)(text)

    outcome: Any
    if options.algorithm in FLAT:
        flat_kit = guest("kit on flat states", "--algorithm", options.algorithm)
        outcome = flat_kit.run_flat_cases(
            FLAT[options.algorithm],
            offline
            or implementations.command(
                options.against,
                options.seconds,
                flat_kit.FLAT_PLACEHOLDERS,
                options.clock,
            ),
            runs=flat_kit.FLAT_RUNS if options.runs is None else options.runs,
            seed=options.seed,
            options=variant(options.option),
            on_progress=show,
            play=not options.no_play,
            workers=options.workers,
            independent=offline is not None or "{seed}" in options.against,
            shrink=offline is None,
        )
        verdict = outcome.as_json()
    else:
        outcome = _of_ucrl_lp(options, offline, show)
        verdict = as_json(outcome)
    undecided = bool(outcome.undecided or outcome.vacuous)
    line("", last=True)
    print(json.dumps(verdict) if options.json else painted(outcome.report()))
    if outcome.failure is None:
        given = getattr(outcome, "believed", "") and options.accept != "recorded"
        return UNDECIDED if undecided or given else OK
    if options.keep and not outcome.failure.trace and not options.json:
        print(f"Nothing is kept in {options.keep}: the program wrote nothing")
    if options.keep and outcome.failure.trace:
        try:
            Path(options.keep).write_bytes(outcome.failure.trace)
        except OSError as error:
            rule = f"cannot be written: {error.strerror}"
            raise UnusablePath(options.keep, rule) from None
        if not options.json:
            again = shlex.join(["proofs-check", "trace", options.keep, *outcome.failure.options])
            print(f"its trace: {again}")
    return UNDECIDED if outcome.failure.rule in implementations.NO_VERDICT else FALSE


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


def _asked(options: Options) -> AskedCases:
    """Return what a folder was made of, and let it decide algorithm, cases and options."""
    from proofs_check.kit.offline import asked_in

    asked = asked_in(options.read)
    if asked.algorithm not in ("ucrl-lp", *FLAT):
        raise UnusablePath(options.read, f"is of {asked.algorithm}, which is unknown")
    options.algorithm, options.runs, options.seed = asked.algorithm, asked.runs, asked.seed
    options.option = [f"{key}={json.dumps(value)}" for key, value in asked.options.items()]
    return asked


def _cases(asked: AskedCases) -> list[Any]:
    """Return the cases that were asked for."""
    from proofs_check.kit import verdict

    if asked.algorithm not in FLAT:
        return [*verdict.written_cases(asked.runs, asked.seed, asked.options)]
    flat_kit = guest("kit on flat states", "--algorithm", asked.algorithm)
    name = FLAT[asked.algorithm]
    return [*flat_kit.written_flat_cases(name, asked.runs, asked.seed, asked.options)]


def _write(options: Options) -> int:
    """Write the cases into a folder."""
    from proofs_check.kit import offline, verdict

    runs = options.runs
    if runs is None:
        flat = options.algorithm in FLAT
        runs = guest("kit on flat states").FLAT_RUNS if flat else verdict.RUNS
    asked = offline.AskedCases(options.algorithm, runs, options.seed, variant(options.option))
    n = offline.write_cases(options.write, asked, _cases(asked))
    print(f"{n} cases are in {options.write}; write each trace beside its mdp.json as run.jsonl,")
    print(f"then: {shlex.join(['proofs-check', 'kit', '--read', options.write])}")
    return OK


def _of_ucrl_lp(
    options: Options,
    offline: Callable[[Any], bytes] | None,
    show: Callable[[str], None],
) -> KitResult:
    from proofs_check.commands.tiers import tier
    from proofs_check.kit import verdict
    from proofs_check.kit.verdict import RUNS, NotConforming, check_implementation

    runs = RUNS if options.runs is None else options.runs
    checked_by = tier(options.plain)
    try:
        return check_implementation(
            offline or verdict.command(options.against, options.seconds, clock=options.clock),
            told=verdict.VARIED if offline else verdict.told_by(options.against),
            shrink=offline is None,
            runs=runs,
            seed=options.seed,
            tier=checked_by,
            options=variant(options.option),
            on_progress=show,
            play=not options.no_play,
            workers=options.workers,
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
        "believed": outcome.believed or None,
        "rules": dict(outcome.rules),
        "decisive": {cell: outcome.coverage.hit[cell] for cell in CELLS},
        "never decisive": outcome.coverage.never(),
        "first_loss": outcome.first_failure,
        "lost": failure
        and {
            "rule": failure.rule,
            "where": failure.text,
            "together": failure.accumulated,
            "then": failure.then or None,
        },
        "game": case and case.as_json(),
    }
