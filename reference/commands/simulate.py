"""`ucrl-lp simulate`: Figure 1, its sensitivity to what the paper leaves open, and comparisons."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from reference import readings
from reference.figure1 import algorithms
from reference.figure1.algorithms import ALGORITHMS, AlgorithmSpec
from reference.support.command_line import (
    DECIMAL,
    HOW,
    OUTPUT,
    WHOLE,
    Argument,
    Command,
    Option,
    Options,
    flag,
    folders,
    output_options,
    verbs,
)
from reference.support.console import ProgressLine, minutes, number_of
from reference.support.errors import INTERRUPTED, MALFORMED, OK, PreconditionError, UnusablePath
from reference.support.interrupts import stop_on_interrupt

if TYPE_CHECKING:
    from reference.figure1.experiment import Experiment
    from reference.figure1.run_trials import Standing
    from reference.figure1.trial_store import TrialStore


OPTIONS: dict[str, dict[str, Any]] = {
    "T": {"several": True, "type": WHOLE, "help": "numbers of episodes, e.g. 1e3 1e4"},
    "trials": {"type": WHOLE, "metavar": "N", "help": "trials per T"},
    "seed": {"type": WHOLE, "help": "of trial 0; trial k has seed + k (0)"},
    "m": {"several": True, "type": WHOLE, "help": "states of layers 1 and 2, for growing X"},
    "L": {"several": True, "type": WHOLE, "help": "steps per episode, for growing L"},
    "A": {"type": WHOLE, "help": "actions (2)"},
    "env": {"several": True, "metavar": "NAME", "help": "environment (paper)"},
    "mdp": {"metavar": "FILE", "help": "an MDP file in place of an environment"},
    "delta": {"type": DECIMAL, "help": "confidence parameter (0.1)"},
    "algorithms": {"several": True, "metavar": "NAME", "help": "what is run"},
    "worlds": {
        "several": True,
        "metavar": "NAME",
        "help": "bernoulli, uniform, deterministic, three-point; adversary-constant, -iid, "
        "-switch, -cyclic, -bait, -sleeping-gap, -corrupted; or file:PATH with a table per episode",
    },
    "reading": {
        "multiple": True,
        "metavar": "KEY=CHOICE",
        "help": "reward-law, ucrl2-clip, ucrl2-setting, or a reading of UCRL-LP",
    },
}
"""The options that determine what is computed. The others determine how, and change no result."""

GRID = ("T", "trials", "seed", "env", "mdp")
CHOSEN = ("delta", "algorithms", "reading")
OF_TIGHT = ("trials", "seed", "m", "L", "A", "delta", "algorithms")
EXPERIMENTS = {
    "figure1": ("figure1", (*GRID, *CHOSEN)),
    "sensitivity": ("sensitivity", GRID),
    "compare": ("comparison", (*GRID, "worlds", *CHOSEN)),
    "tight": ("tight", OF_TIGHT),
}
"""The experiments of the command line: the kind of experiment, and its options."""
MEASURED = {
    "figure1": "Figure 1 (Sec. VI): T up to 10^5, 10 trials each, a random MDP per trial",
    "sensitivity": "the claims of Sec. VI under every choice the paper leaves open",
    "compare": "updates, solves, time and regret of every algorithm (Sec. I) and every system the "
    "paper stands on, with fixed mean rewards and under adversaries",
    "tight": "regret on MDPs with a state that is never reached, for growing X and L, beside that "
    "of intervals in place of the L1 ball, of PSRL and of UCBVI",
}


def parser() -> click.Group:
    """Return the command with its experiments and their options."""
    names = "algorithms, as NAME or NAME:KEY=VALUE,...: " + ", ".join(ALGORITHMS)
    experiments = [
        Command(
            name,
            partial(begin, kind),
            [
                *map(_option, options),
                Option("--out", f"new directory for results (out/{kind})", metavar="DIR",
                       section=OUTPUT, shell_complete=folders),
                flag("--smoke", "a tiny version of it, in seconds"),
                *_how_options(),
            ],
            help=MEASURED[name][0].upper() + MEASURED[name][1:] + ".",
            short_help=MEASURED[name],
            epilog=names if "algorithms" in options else "",
        )
            for name, (kind, options) in EXPERIMENTS.items()
    ]  # fmt: skip
    repeated = dict.fromkeys((*GRID, "worlds", *CHOSEN, *OF_TIGHT))
    resume = Command(
        "resume",
        continue_,
        [
            Argument("directory", "DIR", "with the results", shell_complete=folders),
            *(_option(name, hidden=True) for name in repeated),
            *_how_options(),
        ],
        help="Continue with the results in DIR; options may be repeated, but not changed.",
        short_help="continue with the results in DIR",
    )
    trial = Command(
        "trial",
        run_one,
        [
            Argument("trial", "TRIAL", "as in a file of results"),
            *output_options("the trial as JSON, which is the default"),
        ],
        help="Run one trial alone and print it as JSON.",
        short_help="run one trial alone and print it as JSON",
    )
    epochs = Command(
        "epochs",
        count_epochs,
        [
            Option("--env", "an environment; `ucrl-lp env list` shows them", metavar="ENV"),
            Option("--horizon", "steps per episode", type=WHOLE, metavar="L"),
            Option("--mdp-seed", "of a random MDP (0)", type=WHOLE, default=0, metavar="N"),
            Option("--T", "number of episodes, at most 10^14", type=WHOLE, metavar="N"),
            Option("--delta", "confidence parameter (0.1)", type=DECIMAL, default=0.1),
            Option("--seed", "of what is drawn (0)", type=WHOLE, default=0, metavar="N"),
            Option("--algorithm", "ucrl-lp (default), ucrl-lp-twin or ucrl2-fh, with options",
                   default="ucrl-lp", metavar="NAME[:KEY=VALUE,...]"),
            Option("--reward-law", "bernoulli (default) or deterministic", default="bernoulli",
                   metavar="LAW"),
            Option("--resume", "continue an interrupted file of rows", metavar="ROWS"),
            Option("--out", "write the rows: ROWS.jsonl or ROWS.jsonl.gz", metavar="ROWS",
                   section=OUTPUT),
            flag("--force", "overwrite an existing file", section=OUTPUT),
            *output_options("the summary as JSON"),
        ],
        help="Count the episodes of a run instead of playing them: exact in law for the doubles "
        "of pi, P and r, a row an epoch, T up to 10^14. `proofs-check epochs` checks the rows.",
        short_help="count the episodes of one run instead of playing them",
    )  # fmt: skip
    return verbs(
        "simulate",
        (*experiments, epochs, resume, trial),
        help="Reproduce Figure 1; measure what it depends on; compare algorithms. Every trial is "
        "stored when it is done; `resume` continues after an interruption. Results do not depend "
        "on --workers.",
    )


def _option(name: str, **how: Any) -> Option:
    return Option(f"--{name}", **{**OPTIONS[name], **how})


def _how_options() -> list[Option]:
    return [
        Option("--workers", "processes (all)", type=WHOLE, default=os.cpu_count() or 1,
               metavar="N", section=HOW),
        Option("--dask", "run on this Dask cluster, not on processes", metavar="ADDRESS",
               section=HOW),
        flag("--no-plot", "no figure (no Matplotlib needed)", section=OUTPUT),
        *output_options("the JSON document, not tables"),
    ]  # fmt: skip


def run_one(options: Options) -> int:
    """Run one trial and print what a store would hold."""
    from reference.figure1 import trials
    from reference.figure1.trial_store import record

    trial = trials.parse(options.trial)
    print(record(trial, trials.run_trial(trial)[0]), end="")
    return OK


def count_epochs(options: Options) -> int:
    """Count the episodes of one run; 130 if interrupted, after writing the epochs that ended."""
    from reference.by_epochs.count import Row, TotalOfRun, continue_rows, told, write_rows
    from reference.by_epochs.planners import asked
    from reference.environments import make

    if (options.env is None) == (options.resume is None):
        raise PreconditionError("--env, --resume", "both or none", "one of them must be given")
    line = ProgressLine(options.quiet)

    def seen(row: Row | TotalOfRun) -> None:
        if line.shown and isinstance(row, Row):
            line(f"epoch {row.known.i}, episode {row.known.t + row.counted.K - 1}")

    with stop_on_interrupt() as stop:
        if options.resume:
            file, total = options.resume, continue_rows(options.resume, stop=stop, seen=seen)
        else:
            for name in ("T", "out"):
                if getattr(options, name) is None:
                    raise PreconditionError(f"--{name}", "nothing", "is required")
            file, spec = options.out, asked(options.algorithm)
            mdp = make(options.env, horizon=options.horizon, seed=options.mdp_seed).mdp
            head = told(mdp, spec, options.T, options.delta, options.seed, options.reward_law)
            total = write_rows(file, head, spec, force=options.force, stop=stop, seen=seen)
    if total is None:
        words = f"`ucrl-lp simulate epochs --resume {file}` resumes"
        print(f"ucrl-lp: interrupted; the epochs that ended are kept; {words}", file=sys.stderr)
        return INTERRUPTED
    figures = {
        "episodes": total.known.t - 1,
        "epochs": total.epochs,
        "regret": total.regret,
        "rows": file,
    }
    print(json.dumps(figures) if options.json else
          "\n".join(f"{name:<9} {value}" for name, value in figures.items()))  # fmt: skip
    return OK


def begin(kind: str, options: Options) -> int:
    """Carry out a new experiment of a kind."""
    from reference.figure1.trial_store import TrialStore

    experiment = asked_for(kind, options)
    experiment.plan()  # refuses what cannot be run before a directory is made
    directory = options.out or os.path.join("out", kind)
    return _carry_out(
        options, experiment, lambda: TrialStore.create(directory, experiment.options())
    )


def continue_(options: Options) -> int:
    """Carry out the rest of an experiment. Raises PreconditionError for an option that differs from
    the stored one."""
    from reference.figure1.carry_out import resumed

    stored, store = resumed(options.directory)
    if options.reading:
        rule = "is stored with the results: leave it out"
        raise PreconditionError("--reading", options.reading, rule)
    given = fields_given(options, stored)
    now = vars(replace(stored, **given))
    for name, before in vars(stored).items():
        if now[name] != before:
            rule = f"{options.directory} was computed with {stored.options()[name]}; results are "
            raise PreconditionError(f"--{name}", getattr(options, name), rule + "never mixed")
    return _carry_out(options, stored, lambda: store)


def _carry_out(options: Options, experiment: Experiment, store_of: Callable[[], TrialStore]) -> int:
    """Run, write and print: 130 if interrupted, 3 if a trial failed."""
    from reference.figure1.carry_out import (
        carry_out,
        closing_lines,
        opening_lines,
        write_files,
    )
    from reference.support.workers import crew

    figure = experiment.drawn and not options.no_plot
    if figure:
        from reference.running.plots import pyplot

        # Refuses a missing Matplotlib now, not after the work.
        pyplot("the figure (--no-plot leaves it out)")
    line = ProgressLine(options.quiet)
    with crew(options.workers, options.dask) as (workers, executor), stop_on_interrupt() as stop:
        store = store_of()
        if not options.quiet:
            print(opening_lines(experiment, store, workers, figure), file=sys.stderr)
        report = carry_out(
            experiment,
            store,
            workers=workers,
            executor=executor,
            stop=stop,
            on_progress=lambda standing: _show(line, standing, stop()),
        )
    for failure in report.failures:
        print(
            f"ucrl-lp: trial failed, seed {failure.trial.seed}: {failure.error}\n"
            f"  to repeat it alone: ucrl-lp simulate trial '{failure.trial}'",
            file=sys.stderr,
        )
    if report.missing:
        print(
            f"ucrl-lp: interrupted; {number_of(len(report.results), 'trial')} kept, "
            f"{report.missing} to go; "
            f"`ucrl-lp simulate resume {store.directory}` resumes",
            file=sys.stderr,
        )
        return INTERRUPTED
    write_files(experiment, store, report, figure)
    if options.json:
        print((store.directory / f"{experiment.kind}.json").read_text("utf-8"), end="")
    else:
        tables = experiment.tables(report.results)
        tables += experiment.time_tables(report.results, report.times)
        print("\n\n".join(table.text() for table in tables), end="\n\n")
        print(closing_lines(experiment, store, report, figure))
    return MALFORMED if report.failures else OK


def asked_for(kind: str, options: Options) -> Experiment:
    """Return the experiment that the options describe. Raises PreconditionError, UnusablePath."""
    from reference.figure1.carry_out import kind_of

    made: Any = kind_of(kind)
    base: Experiment = made.smoke() if options.smoke else made()
    return replace(base, **fields_given(options, base))


def fields_given(options: Options, base: Experiment) -> dict[str, Any]:
    """Return the fields of `base` that options replace. Raises PreconditionError, UnusablePath."""
    plain = ("T", "trials", "seed", "delta", "m", "L", "A")
    given = {name: getattr(options, name, None) for name in plain}
    fields = {name: value for name, value in given.items() if value is not None}
    now = vars(base)
    if getattr(options, "mdp", None):
        from reference.environments.registry import filed

        if options.env:
            raise PreconditionError("--mdp", options.mdp, "is not allowed with --env")
        options.env = [filed(options.mdp)]
    if getattr(options, "env", None):
        several = isinstance(now["env"], tuple)
        if not several and len(options.env) > 1:
            raise PreconditionError("--env", options.env, "must be one environment")
        fields["env"] = tuple(options.env) if several else options.env[0]
    if "algorithms" not in now:
        return fields
    chosen = readings.parse(getattr(options, "reading", None) or [])
    if "worlds" in now:
        # A world need not be a choice of the reading.
        fields |= _worlds(options, chosen.pop("reward-law", None))
    elif "reward-law" in chosen:
        fields["reward_law"] = chosen["reward-law"]
    choices: Sequence[AlgorithmSpec] = now["algorithms"]
    if options.algorithms:
        choices = [algorithms.parse(text) for text in options.algorithms]
    read = algorithms.having_readings(choices, chosen)  # may make two of the defaults one
    fields["algorithms"] = tuple(read if options.algorithms else dict.fromkeys(read))
    return fields


def _worlds(options: Options, law: str | None) -> dict[str, Any]:
    """Return the worlds of a comparison, if options name any. Raises PreconditionError for two
    sources of them, UnusablePath for a missing file."""
    from reference.figure1.worlds import FILE

    if law and options.worlds:
        raise PreconditionError("--reading", options.reading, "reward-law: --worlds says it")
    worlds = options.worlds or ([law] if law else [])
    for file in (world.removeprefix(FILE) for world in worlds if world.startswith(FILE)):
        if not os.path.isfile(file):  # once, not in every trial
            raise UnusablePath(file, "cannot be read: no such file")
    return {"worlds": tuple(worlds)} if worlds else {}


def _show(line: Callable[..., None], standing: Standing, stopping: bool) -> None:
    failed = f", {standing.failed} failed" if standing.failed else ""
    left = "stopping" if stopping else f"about {minutes(standing.seconds_left)} left"
    done, total = standing.done, standing.total
    line(f"trials{failed}", done, total, left=left, last=done == total)
