"""`proofs-check trace`: the conformance of traces to Algorithm 1, or to the algorithm that they
name."""

from __future__ import annotations

import contextlib
import json
import shlex
import sys
from collections.abc import Callable, Iterator
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from proofs_check.commands.known_mdp import Completed, as_it_is, mdp_option, with_mdp
from proofs_check.conformance.rules import RULES, Rule, rules_of
from reference.support.atomic_files import accessible
from reference.support.command_line import (
    HOW,
    OUTPUT,
    WHOLE,
    Argument,
    Command,
    Option,
    Options,
    files,
    flag,
    folders,
    output_options,
)
from reference.support.console import ProgressLine, hanging, number_of, painted
from reference.support.errors import FALSE, OK, PreconditionError, shown
from reference.support.guests import guest, is_flat

if TYPE_CHECKING:
    from proofs_check.arithmetic import Q
    from proofs_check.conformance.replay import Conformance
    from proofs_check.report.document import Blocks


def parser() -> Command:
    """Return the command with its options."""
    return Command(
        "trace",
        command,
        [
            Argument(
                "runs", "RUN...", "RUN.jsonl or RUN.jsonl.gz, `-` for standard input; or several",
                nargs=-1, required=True, shell_complete=files,
            ),
            Option("--accept", "`recorded`: status 0 where radii or bonuses that nothing checks "
                   "are taken as they are recorded", type=click.Choice(["recorded"]),
                   metavar="WHAT"),
            flag("--all", "list every divergence, not only the first"),
            flag(
                "--no-play",
                "do not test the play against chance: actions given the recorded policies, PSRL's "
                "draws given the posterior, transitions and rewards if the header has the MDP; "
                "false alarms have a probability below 1e-9",
            ),
            flag("--statistics", "test the play against chance: this is the default, and says so"),
            flag(
                "--lemmas",
                "also evaluate every inequality of the paper, as `proofs-check lemmas` does, in "
                "the same reading",
            ),
            flag(
                "--coverage",
                "also print which branches of Algorithm 1 the run exercised decisively, and which "
                "not",
            ),
            mdp_option(),
            Option(
                "--max-tolerance", "largest tolerance a header may declare (default 1/1000000)",
                metavar="Q",
            ),
            Option("--workers", "processes for several runs (default 2)", type=WHOLE, default=2,
                   metavar="N", section=HOW),
            Option("--dask", "several runs on this Dask cluster instead", metavar="ADDRESS",
                   section=HOW),
            flag("--plain", "without the fast tier (--html implies it)", section=HOW),
            Option("--html", "also write the verdict as a web page", metavar="DIR", section=OUTPUT,
                   shell_complete=folders),
            flag("--force", "write into an existing directory", section=OUTPUT),
            *output_options("the verdict as JSON"),
        ],
        help="Check a trace against Algorithm 1, exactly and streaming: counters, means, radii, "
        "epoch boundaries, LP1's optimum, policies. A trace of UCRL2, UCFH, UCBVI, UCB-H, UCB-B, "
        "PSRL, FPOP, O-REPS, UC-O-REPS or UOB-REPS is checked by that algorithm's rules, which "
        "`proofs-check explain RULE` states.",
        epilog="Exit status 0: conforms; 1: does not, or its play is improbable; 2: undecided, "
        "vacuous, not covered, no episode, or conforms given what was recorded (--accept recorded: "
        "0); 3: malformed; 4: usage; of several traces the first of 1, 3, 4, 2 that occurs.",
    )  # fmt: skip


def command(options: Options) -> int:
    """Check one trace, in one of four ways, or several."""
    if options.statistics and options.no_play:
        raise PreconditionError("--statistics", True, "contradicts --no-play")
    if options.statistics and not options.quiet:
        print("--statistics is the default; --no-play turns it off", file=sys.stderr)
    if len(options.runs) > 1 or options.dask:
        return several(options)
    if options.workers < 1:  # also where one process does
        raise PreconditionError("--workers", options.workers, "must be at least 1")
    run = options.runs[0] = _path(options.runs[0])
    return _way(options, run)(options, run)


def _way(options: Options, run: str) -> Callable[[Options, str], int]:
    """Return how one trace is checked: by the algorithm that its header names, then by what is
    asked for."""
    from reference.trace.algorithm import algorithm_of_file

    if options.html:  # refused before the trace is read
        from proofs_check.report import output_directory

        output_directory.usable(options.html, options.force)
    if is_flat(algorithm_of_file(run)):
        return on_flat_states
    if options.lemmas:
        return with_lemmas
    return with_page if options.html else verdict_alone


def on_flat_states(options: Options, run: str) -> int:
    """Check a trace of UCRL2 and the like, which know no layers, by the guests' rules."""
    from reference.trace.algorithm import algorithm_of_file

    _only(options, "is for traces of UCRL-LP", names=("mdp",))
    flat = guest("verdict on flat states", "algorithm", algorithm_of_file(run))
    status: int = flat.flat_trace(options, run, tolerance(options.max_tolerance))
    return status


def verdict_alone(options: Options, run: str) -> int:
    """Check a trace by the rules of its algorithm, by both tiers unless `--plain`, and print the
    verdict."""
    from proofs_check.commands.any_trace import check_any_trace

    how = _asked(options)
    with _progress(options) as show:
        outcome = check_any_trace(
            run, plain=options.plain, play=not options.no_play, on_progress=show, **how
        )
    return _printed(options, outcome)


def with_page(options: Options, run: str) -> int:
    """Check a trace of UCRL-LP by the plain tier, which alone reads what a page shows, and write
    the page, too."""
    from proofs_check.conformance.other_readings import with_readings
    from proofs_check.conformance.replay import Replay
    from proofs_check.conformance.statistics import Statistics, judge_play
    from proofs_check.report import output_directory
    from proofs_check.report.html import trace_page
    from reference.trace.algorithm import algorithm_of
    from reference.trace.reader import read_stream
    from reference.trace.records import ALGORITHM

    directory = output_directory.usable(options.html, options.force)
    how, statistics = _asked(options), None if options.no_play else Statistics()
    with accessible(run, "read"), open(run, "rb") as raw, _progress(options) as show:
        algorithm, whole = algorithm_of(raw, run)
        _only(options, f"is for traces of {ALGORITHM}", algorithm != ALGORITHM)
        timeline = trace_page.Timeline()
        records = timeline.seen(read_stream(whole, run))
        outcome = Replay(run, statistics=statistics, **how).run(records, show)
        outcome = with_readings(outcome, run, how["max_tolerance"])
    judge_play(outcome, statistics)
    outcome.coverage = how.get("coverage")
    # Written before anything is printed: a closed pipe must not lose it.
    given = options.max_tolerance
    more = f" --max-tolerance {shlex.quote(given)}" if given else ""
    both_sides = inequalities(outcome, run, options.quiet, how.get("given", as_it_is))
    pages = trace_page.trace_pages(outcome, timeline, run, more, both_sides)
    output_directory.write(directory, pages)
    return _printed(options, outcome)


def _asked(options: Options) -> dict[str, Any]:
    """Return what the options ask of a check, as fields of `Replay`."""
    from proofs_check.conformance.coverage import Coverage

    most = tolerance(options.max_tolerance)
    how: dict[str, Any] = {"everything": True, "max_tolerance": most}
    how |= {"given": with_mdp(options.mdp)} if options.mdp else {}
    return how | ({"coverage": Coverage()} if options.coverage else {})


@contextlib.contextmanager
def _progress(options: Options) -> Iterator[Callable[[Conformance], None]]:
    """Show how far a check has come, on a line that is empty afterwards."""
    line = ProgressLine(options.quiet)

    def show(c: Conformance) -> None:
        if line.shown and c.header is not None:
            line(f"episodes, epoch {c.epochs}", c.episodes, c.header.T)

    yield show
    line("", last=True)


def _printed(options: Options, outcome: Conformance) -> int:
    """Print a verdict and return its status."""
    print(json.dumps(as_json(outcome)) if options.json else painted(as_text(outcome, options.all)))
    return outcome.accepted(options.accept)


def inequalities(outcome: Conformance, run: str, quiet: bool, given: Completed) -> Blocks:
    """Return what the run says of every inequality, for its page; nothing where it does not
    conform, or has no MDP."""
    from proofs_check import statements
    from proofs_check.commands import lemmas
    from proofs_check.report.html.lemmas_page import slack_of_all

    head = outcome.header
    if outcome.exit_status != OK or head is None or head.mdp is None or not Path(run).is_file():
        return ()
    statements.load()
    _, results, error = lemmas.evaluated(run, quiet=quiet, plain=True, pictured=True, given=given)
    if error is not None:
        raise error
    return slack_of_all(results)


def with_lemmas(options: Options, run: str) -> int:
    """Check one trace and evaluate every inequality on it, in one reading."""
    from proofs_check import statements
    from proofs_check.commands import lemmas
    from proofs_check.commands.tiers import tier
    from proofs_check.conformance.other_readings import with_readings
    from proofs_check.conformance.replay import Replay
    from proofs_check.conformance.statistics import Statistics, judge_play
    from proofs_check.evaluation.evaluate import EvaluatedTrace
    from proofs_check.evaluation.reading import Beside, opened
    from reference.trace.reader import read_stream

    for name in ("html", "coverage"):
        if getattr(options, name):
            raise PreconditionError(f"--{name}", getattr(options, name), "is not for --lemmas")
    statements.load()
    most, given = tolerance(options.max_tolerance), with_mdp(options.mdp)
    reading = EvaluatedTrace(run, run)
    reading.given = given
    beside = Beside(reading.recorder)
    statistics = None if options.no_play else Statistics()
    with opened(run) as raw, _progress(options) as show:
        if options.plain:
            records = beside.seen(read_stream(raw, run))
            replay = Replay(run, True, most, given, statistics=statistics)
            outcome = replay.run(records, show)
        else:
            from proofs_check.fast.check import Tiers
            from proofs_check.fast.recording import ToRecorder

            how: dict[str, Any] = {"max_tolerance": most, "given": given, "statistics": statistics}
            tiers = Tiers(run, everything=True, listener=ToRecorder(beside), **how)
            outcome = tiers.check(raw, show)
        judge_play(outcome, statistics)
        outcome = with_readings(outcome, run, most, tier(options.plain))
    results = reading.results()
    evaluation = reading.evaluation if results else None
    if options.json:
        verdict = as_json(outcome)
        verdict["lemmas"] = lemmas.as_json(evaluation, results, run) if evaluation else None
        print(json.dumps(verdict))
    else:
        print(painted(as_text(outcome, options.all)))
        if beside.refused is not None:
            print(hanging("lemmas     ", f"up to here: {beside.refused}"))
        if evaluation is not None:
            print("\n" + painted(lemmas.as_text(evaluation, results, run)))
    if outcome.exit_status == OK and lemmas.status_of(results) == FALSE:
        return FALSE
    return outcome.accepted(options.accept)


def several(options: Options) -> int:
    """Check many traces; one that cannot be read does not stop the others."""
    if options.runs.count("-") > 1:
        raise PreconditionError("RUN", "-", "standard input is one trace, and is read once")
    options.runs = [_path(run) for run in options.runs]
    _only(options, "is for one trace")
    if options.lemmas:
        raise PreconditionError("--lemmas", len(options.runs), "is for one trace")
    from proofs_check.commands.any_trace import check_any_trace
    from proofs_check.conformance.batch import check_traces, worst
    from reference.support.workers import crew

    line = ProgressLine(options.quiet)
    asked: dict[str, Any] = {"given": with_mdp(options.mdp)} if options.mdp else {}
    with crew(options.workers, options.dask) as (workers, executor):
        checked = check_traces(
            options.runs,
            workers=workers,
            executor=executor,
            max_tolerance=tolerance(options.max_tolerance),
            check=partial(check_any_trace, plain=options.plain, play=not options.no_play, **asked),
            on_progress=lambda done, total: line("traces", done, total, last=done == total),
        )
    for trace in checked:
        if options.json:
            answer = as_json(trace.outcome) if trace.outcome else {"error": trace.error}
            print(json.dumps({"file": trace.file, **answer}))
        else:
            error = f"error      {trace.error}"
            verdict = as_text(trace.outcome, options.all) if trace.outcome else error
            print(f"trace      {shown(trace.file)}\n{verdict}\n")
    if options.accept == "recorded":
        words = [trace.outcome.verdict if trace.outcome else "" for trace in checked]
        checked = [t for t, v in zip(checked, words, strict=True) if "given" not in v]
    return worst(checked)


def tolerance(given: str | None) -> Q:
    """`--max-tolerance`: "p/q", exactly, or a decimal number."""
    from proofs_check.arithmetic import to_q
    from proofs_check.conformance.replay import MAX_TOLERANCE

    if given is None:
        return MAX_TOLERANCE
    with contextlib.suppress(ValueError, PreconditionError):
        value = to_q(given if "/" in given else float(given))
        if 0 <= value < 1:
            return value
    raise PreconditionError("--max-tolerance", given, 'must be a number or "p/q" in [0, 1)')


def _path(run: str) -> str:
    """Return the path of a trace; `-` is standard input."""
    return "/dev/stdin" if run == "-" else run


OF_OURS = ("html", "coverage")


def _only(
    options: Options, rule: str, breaks: bool = True, names: tuple[str, ...] = OF_OURS
) -> None:
    """Refuse the options that not every run of this command has."""
    for name in names:
        if (value := getattr(options, name)) and breaks:
            raise PreconditionError(f"--{name}", value, rule)


def as_text(c: Conformance, everything: bool) -> str:
    """Return the verdict, 80 columns wide."""
    if _is_flat(c):
        text: str = guest("verdict on flat states").flat_as_text(c, everything)
        return text
    lines = [f"verdict    {c.verdict}"]
    if c.header is not None:
        if algorithm := getattr(c.header, "algorithm", ""):  # of the family
            lines.append(f"algorithm  {algorithm}")
        lines.append(f"episodes   {c.episodes} of T = {c.header.T}, {number_of(c.epochs, 'epoch')}")
        lines.append(f"tolerance  {float(c.header.tolerance):g}")
    rules = _rules(c)
    what = "q_hat or pi at most {:.3g} below LP1's optimum" if rules is RULES else (
        "steps at most {:.3g} from their optimum")  # fmt: skip
    lines.append(f"optimality {what.format(float(c.largest_gap))}")
    if c.moved or c.slack:
        lines.append(
            f"slack      {float(c.slack):.3g} in all steps together, which moved "
            f"{float(c.moved):.3g}"
        )
    if c.believed:
        lines.append(hanging("unchecked  ", f"{c.believed}: it may explain any play"))
    if c.untested:
        lines.append(hanging("vacuous    ", c.untested))
    applied = number_of(sum(c.instances.values()), "time")
    unused = [rule.id for rule in rules if not c.instances[rule.id]]
    lines.append(f"rules      {len(rules) - len(unused)} of {len(rules)} applied, {applied}")
    if unused:
        lines.append(hanging("not used   ", ", ".join(unused)))
    if c.coverage is not None:
        from proofs_check.conformance.coverage import CELLS  # NumPy

        hits = [f"{cell} ({c.coverage.hit[cell]})" for cell in CELLS if c.coverage.hit[cell]]
        lines.append(hanging("decisive   ", ", ".join(hits) or "nothing"))
        lines.append(hanging("never      ", ", ".join(c.coverage.never()) or "-"))
    if c.play:
        lines.append(hanging("play       ", c.play))
    shown = c.divergences if everything else [d for d in (c.first,) if d is not None]
    for d in shown:
        lines.append(hanging("undecided  " if d.undecided else "divergence ", str(d)))
    if c.total > len(shown):
        more = c.total - len(shown)
        listed = "" if everything else "; --all lists them"
        lines.append(f"           and {more} more{listed}")
    if c.malformed:
        lines.append(hanging("then       ", str(c.malformed)))
    lines += [hanging("reading    ", reading) for reading in c.readings]
    if shown:
        from proofs_check.report.html.algorithm import lines_of

        place = lines_of(shown[0].rule)
        lines += [f"look at    {place}"] if place else []
        lines.append(f"           proofs-check explain {shown[0].rule}")
    return "\n".join(lines)


def as_json(c: Conformance) -> dict[str, Any]:
    """Return the verdict as data; numbers are strings "p/q" where exactness matters."""
    if _is_flat(c):
        verdict: dict[str, Any] = guest("verdict on flat states").flat_as_json(c)
        return verdict
    from proofs_check.arithmetic import show

    return {
        "verdict": c.verdict,
        "episodes": c.episodes,
        "T": c.header.T if c.header else None,
        "epochs": c.epochs,
        "largest_gap": show(c.largest_gap),
        "rules": {rule.id: c.instances[rule.id] for rule in _rules(c)},
        "divergences": [d.as_json() for d in c.divergences],
        "improbable": c.improbable and asdict(c.improbable),
        "play": c.play or None,
        "malformed": c.malformed and str(c.malformed),
        "untested": c.untested or None,
        "believed": c.believed or None,
        "coverage": c.coverage and dict(c.coverage.hit),
        "accumulated": {"slack": float(c.slack), "moved": float(c.moved)},
        "readings": list(c.readings),
        "total": c.total,
        "first": c.first.as_json() if c.first else None,
    }


def _is_flat(c: Conformance) -> bool:
    """Whether it is the verdict on a trace of flat learners."""
    return c.header is not None and is_flat(getattr(c.header, "algorithm", ""))


def _rules(c: Conformance) -> tuple[Rule, ...]:
    return rules_of(getattr(c.header, "algorithm", "UCRL-LP"))
