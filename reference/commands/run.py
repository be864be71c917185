"""`ucrl-lp run`: play UCRL-LP, or an algorithm of its family, on an environment or an MDP file,
write a trace, summarise."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from textwrap import fill
from typing import TYPE_CHECKING, Any

import click

from reference import readings
from reference.commands.env import environment_names
from reference.support.command_line import (
    DECIMAL,
    OUTPUT,
    WHOLE,
    Command,
    Option,
    Options,
    files,
    flag,
    output_options,
    words_of,
)
from reference.support.console import ProgressLine
from reference.support.errors import (
    INTERRUPTED,
    OK,
    NotInstalled,
    PreconditionError,
    UnusablePath,
    shown,
)
from reference.support.guests import FLAT, LEARNERS, guest, installed
from reference.support.interrupts import stop_on_interrupt

if TYPE_CHECKING:
    from reference.environments import Problem
    from reference.running.outcome import Progress, Run

OURS = "ucrl-lp"
TRACE_SUFFIXES = (".jsonl", ".jsonl.gz")
PLOT_SUFFIXES = (".png", ".svg")
OF_THE_TRACE: dict[str, Any] = {
    "T": None,
    "horizon": None,
    "delta": 0.1,
    "seed": 0,
    "mdp_seed": 0,
    "reading": [],
    "readings": "default",
    "out": None,
    "detailed": False,
}
"""Options that --resume refuses, and their values where they are not given."""
LARGE_FILE = 10**6
"""Bytes of a file from which on a second or more can pass without a word."""
SOURCES = ("env", "mdp", "resume")
WHAT = "What is played (--env, --mdp or --resume)"
OTHERS = "Other algorithms"


def parser() -> Command:
    """Return the command with its options."""
    return Command(
        "run",
        command,
        [
            Option("--env", "an environment; `ucrl-lp env list` shows them", metavar="ENV",
                   section=WHAT, shell_complete=words_of(environment_names)),
            Option(
                "--mdp",
                "an MDP as JSON, layered or flat, or arrays P and r (.npz; P.npy with P.r.npy); "
                "formats in reference/environments/README.md",
                metavar="FILE", section=WHAT, shell_complete=files,
            ),
            Option("--resume", "resume an interrupted trace", metavar="RUN", section=WHAT,
                   shell_complete=files),
            Option("--horizon", "steps per episode (with --env, or with the file of a flat MDP: "
                   "default 1)", type=WHOLE, metavar="L", section=WHAT),
            Option("--mdp-seed", "of a random MDP (default 0)", type=WHOLE, default=0, metavar="N",
                   section=WHAT),
            Option(
                "--order",
                "indices of P in .npz and .npy: P[s,a,s1] (sas, default) or P[a,s,s1] (ass)",
                type=click.Choice(("sas", "ass")), default="sas", section=WHAT,
            ),
            flag(
                "--renormalise",
                "divide the rows of --mdp FILE by their sums, as single precision needs",
                section=WHAT,
            ),
            Option("--T", "number of episodes, known to the learner", type=WHOLE, metavar="N"),
            Option("--episodes", "stop after N episodes (default T)", type=WHOLE, metavar="N"),
            Option("--delta", "confidence parameter (default 0.1)", type=DECIMAL, default=0.1,
                   metavar="P"),
            Option("--seed", "of the noise and the policy (default 0)", type=WHOLE, default=0,
                   metavar="N"),
            Option(
                "--readings",
                "a named set: `printed` is Algorithm 1 to the letter, as far as it can be run ("
                + ", ".join(f"{k}={v}" for k, v in readings.beyond_defaults("printed").items())
                + ")",
                type=click.Choice(sorted(readings.SETS)), default="default",
            ),
            Option(
                "--reading",
                "how to read what the paper leaves open, in place of the choice in --readings; may "
                "be given several times",
                multiple=True, metavar="KEY=CHOICE",
            ),
            Option(
                "--algorithm",
                "ucrl2, ucfh, ucbvi, ucb-h, ucb-b or psrl (on flat states), fpop, o-reps, "
                "o-reps-bandit, uc-o-reps, uc-o-reps-bandit or uob-reps instead",
                default=OURS, metavar="NAME[:KEY=VALUE,...]", section=OTHERS,
            ),
            Option(
                "--rewards",
                "of these: as --worlds of `ucrl-lp simulate compare` (default bernoulli)",
                metavar="WORLD", section=OTHERS,
            ),
            Option("--out", "write the trace: RUN.jsonl or RUN.jsonl.gz", metavar="RUN",
                   section=OUTPUT, shell_complete=files),
            flag("--detailed", "record Lam and V in every epoch, too", section=OUTPUT),
            Option("--plot", "draw the regret curve: FILE.png or FILE.svg", metavar="FILE",
                   section=OUTPUT, shell_complete=files),
            flag("--force", "overwrite existing files", section=OUTPUT),
            *output_options("the summary as one JSON object"),
        ],
        help="Play T episodes of UCRL-LP (Algorithm 1) and print what came out: regret, epochs "
        "against the bounds, time in the linear program. The trace written with --out is what "
        "`proofs-check trace` checks.",
        epilog="readings (see spec.md): "
        + "; ".join(
            f"{r.key}={'|'.join(r.choices)}"
            for r in readings.READINGS
            if r.scope == "UCRL-LP" and len(r.choices) > 1
        ),
    )  # fmt: skip


def command(options: Options) -> int:
    """Run as requested; 130 if interrupted, after writing and summarising what was played."""
    from reference.running.choose import cost_of_lp1, records_pi_alone
    from reference.running.driver import run as run_learner
    from reference.running.resume import resume_run
    from reference.trace.records import check_limits, triples

    outcome: Run | None = None  # of the algorithms that are compared with ucrl-lp: a summary
    _check(options)
    with stop_on_interrupt() as stop:
        line = ProgressLine(options.quiet)
        show = _shower(line)
        how = {"episodes": options.episodes, "on_progress": show, "stop": stop}
        file = options.mdp or options.resume
        if file and os.path.isfile(file) and os.path.getsize(file) > LARGE_FILE:
            line.begin(f"reading {shown(file)}")
        if options.resume:
            outcome = resume_run(options.resume, **how)
            problem = _of_file(options.resume, outcome.mdp)
        else:
            problem = _problem(options)
            for name in ("delta", "seed", "out", "force"):
                how[name] = getattr(options, name)
            if options.algorithm == OURS:
                choices = readings.to_play(readings.parse(options.reading, options.readings))
                if options.out and not records_pi_alone(*_sizes(problem), choices):
                    check_limits(*_sizes(problem), 1)  # before anything is said
                by_glop = choices.get("glop") != readings.BACKWARD_INDUCTION
                if by_glop and (cost := cost_of_lp1(triples(*_sizes(problem)))) and line.shown:
                    print(f"ucrl-lp: {cost}", file=sys.stderr)
                outcome = run_learner(
                    problem.mdp, options.T, choices=choices, detailed=options.detailed, **how
                )
            elif _flat(options):
                figures = guest("run on flat states", *_asked(options))(
                    problem.mdp, options.algorithm, options.T, rewards=options.rewards or "",
                    H=options.horizon or 0, detailed=options.detailed, **how,
                )  # fmt: skip
            else:
                rewards = options.rewards or "bernoulli"
                figures = guest("run of the family", *_asked(options))(
                    problem.mdp, options.algorithm, options.T, rewards=rewards, **how
                )
    if options.plot and outcome:
        outcome.save_plot(options.plot, problem.name)
    summary = {"environment": problem.name, **(outcome.summary() if outcome else figures)}
    unit = problem.reward_map
    if outcome and not unit.identity:
        summary["reward map"] = f"original = {unit.scale} r + {unit.shift} per step"
        summary["V* in the environment's unit"] = unit.episode(outcome.optimal_value)
        summary["regret in the environment's unit"] = unit.difference(outcome.regret)
    print(json.dumps(summary) if options.json else _table(summary))
    if outcome and outcome.interrupted:
        kept = options.out or options.resume
        saved = f"; {kept} holds them, `ucrl-lp run --resume {kept}` resumes" if kept else ""
        played = f"{outcome.episodes} of {outcome.T} episodes"
        print(f"ucrl-lp: interrupted after {played}{saved}", file=sys.stderr)
    return INTERRUPTED if summary["interrupted"] else OK


def _check(options: Options) -> None:
    """Check options that exclude each other, and the places of trace and plot. Raises
    PreconditionError, UnusablePath."""
    sources = [name for name in SOURCES if getattr(options, name) is not None]
    if not sources:
        raise PreconditionError("--env, --mdp, --resume", "nothing", "one of them is required")
    if len(sources) > 1:
        first, second = sources[:2]
        rule = f"is not allowed with --{first}"
        raise PreconditionError(f"--{second}", getattr(options, second), rule)
    if options.algorithm != OURS:
        name = _asked(options)[1]
        if name in (OURS, f"{OURS}-twin"):  # as trials write them
            rule = "a run has these as --reading KEY=CHOICE; the twin is glop=backward-induction"
            raise PreconditionError("--algorithm", options.algorithm, rule)
        if not installed("run of the family"):  # refused before anything else is
            if name in (*FLAT, *LEARNERS):
                raise NotInstalled("--algorithm", name, (OURS,))
            raise PreconditionError("--algorithm", name, f"must be {OURS}")
        for name in ("resume", "reading", "plot"):
            if given := getattr(options, name):
                raise PreconditionError(f"--{name}", given, "is for ucrl-lp alone")
        if options.readings != "default":
            raise PreconditionError("--readings", options.readings, "is for ucrl-lp alone")
    elif options.rewards:
        rule = "is for --algorithm; ucrl-lp has --reading reward-law=..."
        raise PreconditionError("--rewards", options.rewards, rule)
    for name, default in OF_THE_TRACE.items() if options.resume else ():
        if (given := getattr(options, name)) != default:
            option = "--" + name.replace("_", "-")
            raise PreconditionError(option, given, "is determined by the trace with --resume")
    if options.out and not options.out.endswith(TRACE_SUFFIXES):
        file = Path(options.out)
        if not file.exists() or file.is_file() or file.is_dir():  # a pipe or a device has any name
            raise PreconditionError("--out", options.out, "must end in .jsonl or .jsonl.gz")
    if options.plot:
        path = Path(options.plot)
        if path.suffix not in PLOT_SUFFIXES:
            raise PreconditionError("--plot", options.plot, "must end in .png or .svg")
        if path.exists() and not options.force:
            raise UnusablePath(options.plot, "exists; use --force to overwrite it")
        if not os.access(path.parent, os.W_OK):
            raise UnusablePath(options.plot, "its directory cannot be written")


def _shower(line: ProgressLine) -> Callable[[Progress], None]:
    def show(p: Progress) -> None:
        regret = "" if p.regret is None else f"regret {p.regret:.1f}, "
        text = f"episodes, {regret}epoch {p.epoch}"
        line(text, p.episode, p.episodes, last=p.episode == p.episodes)

    return show


def _problem(options: Options) -> Problem:
    from reference.environments import make, read_mdp

    if options.T is None:
        raise PreconditionError("--T", "nothing", "the number of episodes is required")
    if options.mdp:
        from reference.environments import arrays

        arrays.refuse_foreign(options.mdp)
        if arrays.is_array_file(options.mdp):
            return _of_arrays(options)
    if options.order != "sas":
        raise PreconditionError("--order", options.order, "is for --mdp FILE.npz or FILE.npy")
    if options.mdp and _flat(options) and (flat := _flat_problem(options)):
        return flat
    if options.mdp:
        mdp = read_mdp(options.mdp, renormalise=options.renormalise)
        if options.horizon is not None:  # only now: the file may be of another format
            raise PreconditionError("--horizon", options.horizon, "an MDP file has its own")
        return _of_file(options.mdp, mdp)
    return make(options.env, horizon=options.horizon, seed=options.mdp_seed)


def _of_arrays(options: Options) -> Problem:
    """Return the MDP of a file of arrays: flat for an algorithm on flat states, else layered."""
    from reference.environments import arrays

    if _flat(options) and (flat := _flat_problem(options)):
        return flat
    P, r, start = arrays.read_arrays(options.mdp, options.order)
    horizon = len(P) if options.horizon is None and P.ndim == 4 else options.horizon
    if horizon is None:
        raise PreconditionError("--horizon", "nothing", "arrays need the steps of an episode")
    mdp = arrays.from_arrays(P, r, horizon, start=start, renormalise=options.renormalise)
    return _of_file(options.mdp, mdp)


def _flat_problem(options: Options) -> Problem | None:
    """Return the flat MDP of a file; None for the file of a layered one."""
    from reference.environments import Problem, RewardMap

    read = guest("flat MDP of a file", *_asked(options))
    contents = read(options.mdp, options.order, options.renormalise)
    if contents is None:
        return None
    flat, source = contents
    name, unit = os.path.basename(options.mdp), RewardMap(Fraction(1), Fraction(0), 1)
    return Problem(name, flat, unit, source)


def _flat(options: Options) -> bool:
    """Whether the algorithm is one on flat states."""
    return _asked(options)[1] in FLAT


def _asked(options: Options) -> tuple[str, str]:
    """Return where an algorithm was asked for, and its name."""
    return "--algorithm", options.algorithm.partition(":")[0]


def _sizes(problem: Problem) -> tuple[tuple[int, ...], int]:
    """Return the layers of its MDP, and A."""
    return problem.mdp.layers, problem.mdp.A


def _of_file(path: str, mdp: Any) -> Problem:
    from reference.environments.problem import Problem, unchanged

    return Problem(os.path.basename(path), mdp, unchanged(mdp), "an MDP from a file")


def _table(summary: dict[str, Any]) -> str:
    rows = []
    for key, entry in summary.items():
        if key == "readings":
            chosen = [(k, v) for k, v in entry.items() if len(readings.BY_KEY[k].choices) > 1]
            text = ", ".join(f"{k}={v}" for k, v in chosen)
        elif isinstance(entry, list):
            text = " ".join(str(v) for v in entry)
        else:
            text = f"{entry:.6g}" if isinstance(entry, float) else str(entry)
        rows.append((key, text))
    width = 2 + max(len(key) for key, _ in rows)
    indent = " " * width
    return "\n".join(fill(k.ljust(width) + v, 80, subsequent_indent=indent) for k, v in rows)
