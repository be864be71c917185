"""`ucrl-lp simulate`: Figure 1, its sensitivity to what the paper leaves open, and comparisons."""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from reference import readings
from reference.rivals.experiments import algorithms
from reference.rivals.experiments.algorithms import ALGORITHMS, OURS, AlgorithmSpec
from reference.support.console import ProgressLine, add_output_options, minutes, stop_on_interrupt
from reference.support.errors import INTERRUPTED, MALFORMED, OK, PreconditionError, UnusablePath

if TYPE_CHECKING:
    from reference.rivals.experiments.run_trials import Standing

OF_EXPERIMENT = ("T", "trials", "seed", "env", "worlds", "delta", "algorithms", "reading")
"""Options that determine what is computed. The others determine how, and never change a result."""
TWIN = "ucrl-lp-twin"


def add(commands: Any) -> None:
    """Add the command and its options."""
    p = commands.add_parser(
        "simulate",
        help="reproduce Figure 1; measure what it depends on; compare algorithms",
        description="Without options: Figure 1 (Sec. VI), T up to 10^5, 10 trials each, a random "
        "MDP per trial. Every trial is stored when it is done; --resume continues after an "
        "interruption. Results do not depend on --workers.",
        epilog="algorithms, as NAME or NAME:KEY=VALUE,...: " + ", ".join(ALGORITHMS),
    )
    what = p.add_mutually_exclusive_group()
    what.add_argument(
        "--sensitivity",
        action="store_true",
        help="the claims of Sec. VI under every choice the paper leaves open",
    )
    what.add_argument(
        "--compare",
        action="store_true",
        help="updates, solves, time and regret of every algorithm (Sec. I) and every system the "
        "paper stands on, with fixed mean rewards and under adversaries",
    )
    what.add_argument("--family", dest="compare", action="store_true", help=argparse.SUPPRESS)
    what.add_argument("--only", metavar="TRIAL", help="run one trial alone and print it as JSON")
    where = p.add_mutually_exclusive_group()
    where.add_argument("--out", metavar="DIR", help="new directory for results (out/figure1, ...)")
    where.add_argument("--resume", metavar="DIR", help="continue with the results in DIR")
    p.add_argument("--smoke", action="store_true", help="a tiny version of it, in seconds")
    p.add_argument("--fast", action="store_true", help=argparse.SUPPRESS)  # an old spelling
    p.add_argument("--T", nargs="+", type=_episodes, help="numbers of episodes, e.g. 1e3 1e4")
    p.add_argument("--trials", type=int, metavar="N", help="trials per T (10)")
    p.add_argument("--algorithms", nargs="+", metavar="NAME", help="what is run")
    p.add_argument("--env", nargs="+", metavar="NAME", help="environment (paper)")
    p.add_argument(
        "--worlds",
        nargs="+",
        metavar="NAME",
        help="of --compare: bernoulli, uniform, deterministic, three-point; adversary-constant, "
        "-iid, -switch, -cyclic, -bait, -sleeping-gap, -corrupted; or file:PATH with a table per "
        "episode",
    )
    p.add_argument("--delta", type=float, help="confidence parameter (0.1)")
    p.add_argument("--seed", type=int, help="of trial 0; trial k has seed + k (0)")
    p.add_argument(
        "--reading",
        action="append",
        metavar="KEY=CHOICE",
        help="reward-law, ucrl2-clip, ucrl2-setting, or a reading of UCRL-LP",
    )
    p.add_argument(
        "--workers", type=int, default=os.cpu_count() or 1, metavar="N", help="processes (all)"
    )
    p.add_argument("--dask", metavar="ADDRESS", help="run on this Dask cluster, not on processes")
    p.add_argument("--no-plot", action="store_true", help="no figure (no Matplotlib needed)")
    add_output_options(p, "the JSON document, not tables")
    p.set_defaults(command=command)


def command(options: argparse.Namespace) -> int:
    """Run as requested; 130 if interrupted, 3 if a trial failed."""
    if options.only:
        if options.fast:
            raise PreconditionError("--fast", True, f"a trial names its algorithm, {TWIN}")
        from reference.rivals.experiments import trials
        from reference.rivals.experiments.trial_store import record

        trial = trials.parse(options.only)
        print(record(trial, trials.run_trial(trial)[0]), end="")  # as in the store
        return OK
    from reference.rivals.experiments.request import (
        carry_out,
        closing_lines,
        opening_lines,
        resumed,
        write_files,
    )
    from reference.rivals.experiments.trial_store import TrialStore
    from reference.support.workers import crew

    if options.resume:
        experiment, store = resumed(options.resume)
        _check_unchanged(options, experiment.options())
    else:
        experiment = asked_for(options)
        experiment.plan()  # refuses what cannot be run before a directory is made
    figure = experiment.kind in ("figure1", "comparison") and not options.no_plot
    if figure:
        from reference.running.plots import pyplot

        pyplot()  # refuses a missing Matplotlib now, not after the work
    line = ProgressLine(options.quiet)
    with crew(options.workers, options.dask) as (workers, executor), stop_on_interrupt() as stop:
        if not options.resume:
            name = experiment.kind + ("-fast" if options.fast else "")
            directory = options.out or os.path.join("out", name)
            store = TrialStore.create(directory, experiment.options())
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
            f"  to repeat it alone: ucrl-lp simulate --only '{failure.trial}'",
            file=sys.stderr,
        )
    if report.missing:
        print(
            f"ucrl-lp: interrupted; {len(report.results)} trials are kept, {report.missing} to go; "
            f"`ucrl-lp simulate --resume {store.directory}` resumes",
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


def asked_for(options: argparse.Namespace) -> Any:
    """The experiment that the options describe. Raises PreconditionError, UnusablePath."""
    from reference.rivals.experiments.comparison import Comparison
    from reference.rivals.experiments.figure1 import Figure1
    from reference.rivals.experiments.sensitivity import Sensitivity
    from reference.rivals.experiments.worlds import FILE

    kind = Sensitivity if options.sensitivity else Comparison if options.compare else Figure1
    made: Any = kind.smoke if options.smoke else kind
    if options.worlds and kind is not Comparison:
        raise PreconditionError("--worlds", options.worlds, "is an option of --compare")
    given: dict[str, Any] = {}
    for name in ("T", "trials", "seed", "delta"):
        if (value := getattr(options, name)) is not None:
            given[name] = value
    if options.env is not None:
        if kind is not Comparison and len(options.env) != 1:
            raise PreconditionError("--env", options.env, "must be one environment")
        given["env"] = tuple(options.env) if kind is Comparison else options.env[0]
    if kind is Sensitivity:
        for name in ("delta", "algorithms", "reading"):
            if (value := getattr(options, name)) is not None:
                raise PreconditionError(f"--{name}", value, "is varied by --sensitivity itself")
        if options.fast:
            rule = "has no effect here: rows with a star are from a twin, the others test GLOP"
            raise PreconditionError("--fast", True, rule)
        return made(**given)
    choices = made().algorithms
    if options.algorithms is not None:
        choices = tuple(algorithms.parse(text) for text in options.algorithms)
    if options.fast:
        choices = tuple(faster(choices))
    chosen = readings.parse(options.reading or [])
    law = chosen.get("reward-law")
    if kind is Comparison:
        chosen.pop("reward-law", None)  # a world, which need not be a choice of that reading
        if law and options.worlds:
            raise PreconditionError("--reading", options.reading, "reward-law: --worlds says it")
        if law or options.worlds:
            given["worlds"] = tuple(options.worlds or [law])
            for file in (w.removeprefix(FILE) for w in given["worlds"] if w.startswith(FILE)):
                if not os.path.isfile(file):  # once, not in every trial
                    raise UnusablePath(file, "cannot be read: no such file")
    elif law:
        given["reward_law"] = law
    read = having_readings(choices, chosen)  # may make two of the defaults one
    given["algorithms"] = tuple(dict.fromkeys(read) if options.algorithms is None else read)
    return made(**given)


def faster(choices: Iterable[AlgorithmSpec]) -> list[AlgorithmSpec]:
    """`--fast`: TWIN, which solves LP1 by backward induction, in place of ucrl-lp, with the same
    options. Raises PreconditionError if it lacks one."""
    found = []
    for choice in choices:
        if choice.algorithm == OURS:
            options = {"completion": choice.full["completion"], **dict(choice.options)}
            words = ",".join(f"{key}={value}" for key, value in options.items())
            choice = algorithms.parse(f"{TWIN}:{words}")
        found.append(choice)
    if not any(c.algorithm == TWIN for c in found):
        raise PreconditionError("--fast", True, "has no effect here: ucrl-lp is not run")
    return found


def having_readings(
    choices: Iterable[AlgorithmSpec], chosen: dict[str, str]
) -> list[AlgorithmSpec]:
    """The algorithms under the readings of the command line. Raises PreconditionError."""
    kept = list(choices)
    for key, value in chosen.items():
        reading = readings.find(key)
        if value not in reading.choices:
            rule = f"must be one of {', '.join(reading.choices)}"
            raise PreconditionError(f"reading {key}", value, rule)
        if key == "ucrl2-clip":
            kept = [c.having("clip", value == "clipped") for c in kept]
        elif key == "ucrl2-setting":
            unwanted = "ucrl2-fh" if value == "chain" else "ucrl2-chain"
            kept = [c for c in kept if c.algorithm != unwanted]
        elif reading.scope == "UCRL-LP" and key != "reward-law":
            ours = [c for c in kept if c.algorithm.startswith("ucrl-lp")]
            if len(reading.choices) > 1 and not any(key in c.full for c in ours):
                raise PreconditionError(f"reading {key}", value, "has no effect here")
            kept = [c.having(key, value) if c.algorithm.startswith("ucrl-lp") else c for c in kept]
        elif reading.scope != "UCRL-LP" and len(reading.choices) > 1:
            raise PreconditionError(f"reading {key}", value, "has no effect here")
    return [algorithms.parse(str(choice)) for choice in kept]


def _check_unchanged(options: argparse.Namespace, stored: dict[str, Any]) -> None:
    """With --resume, options may be repeated but not changed."""
    for kind, asked in (("sensitivity", options.sensitivity), ("comparison", options.compare)):
        if asked and stored["kind"] != kind:
            raise PreconditionError("--resume", options.resume, f"holds {stored['kind']} results")
    for name in OF_EXPERIMENT:
        given = getattr(options, name)
        if given is None:
            continue
        if name == "reading":
            raise PreconditionError("--reading", given, "is stored with the results: leave it out")
        if name == "T":
            given = sorted(set(given))
        if name == "algorithms":
            choices = [algorithms.parse(text) for text in given]
            given = [str(choice) for choice in (faster(choices) if options.fast else choices)]
        if name == "env" and isinstance(stored.get("env"), str):
            given = given[0] if len(given) == 1 else given
        if given != stored.get(name):
            rule = f"{options.resume} was computed with {stored.get(name)}; results are never mixed"
            raise PreconditionError(f"--{name}", given, rule)
    if options.fast and any(re.match(r"ucrl-lp(:|$)", a) for a in stored.get("algorithms", ())):
        rule = f"{options.resume} was computed by the printed LP; results are never mixed"
        raise PreconditionError("--fast", True, rule)
    if options.smoke:
        raise PreconditionError("--smoke", True, "is stored with the results: leave it out")


def _show(line: Callable[..., None], standing: Standing, stopping: bool) -> None:
    failed = f", {standing.failed} failed" if standing.failed else ""
    left = "stopping" if stopping else f"about {minutes(standing.seconds_left)} left"
    text = f"{standing.done} of {standing.total} trials{failed}, {left}"
    line(text, last=standing.done == standing.total)


def _episodes(text: str) -> int:
    try:
        value = float(text)
        if value != int(value):
            raise ValueError
        return int(value)
    except (ValueError, OverflowError):
        rule = f"must be a whole number such as 1000 or 1e3; found {text!r}"
        raise argparse.ArgumentTypeError(rule) from None
