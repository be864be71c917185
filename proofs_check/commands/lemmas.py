"""`proofs-check lemmas`: every inequality of the paper, evaluated on runs."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from proofs_check.commands.known_mdp import Completed, as_it_is, mdp_option, with_mdp
from reference.support.command_line import (
    HOW,
    OUTPUT,
    Argument,
    Command,
    Option,
    Options,
    files,
    flag,
    folders,
    output_options,
)
from reference.support.console import ProgressLine, number_of, painted
from reference.support.errors import (
    FALSE,
    MALFORMED,
    OK,
    UNDECIDED,
    USAGE,
    MalformedInput,
    PreconditionError,
    UcrlLpError,
    of_format,
    shown,
)
from reference.support.guests import TRACE_PAGE

if TYPE_CHECKING:
    from proofs_check.evaluation.evaluate import Evaluation, Judged
    from proofs_check.ledger.registry import Key

ROW = "{:<18} {:<8} {:<6} {:>11} {:>11} {:>9}  {:<16} {}"
WORST = (FALSE, MALFORMED, USAGE, UNDECIDED, OK)  # of several runs, the first that occurs


def parser() -> Command:
    """Return the command with its options."""
    return Command(
        "lemmas",
        command,
        [
            Argument("runs", "RUN...", "a trace; `-` is standard input", nargs=-1,
                     shell_complete=files),
            flag(
                "--planted",
                "evaluate false variants of every statement, which the runs must refute; without "
                "RUN on the sampled runs",
            ),
            flag(
                "--accounts",
                "the probabilities that each statement adds up, against what it claims",
            ),
            flag(
                "--exact",
                "decide exactly whatever the enclosures leave open, however long it takes",
            ),
            mdp_option(),
            flag("--plain", "read without the fast tier", section=HOW),
            Option("--html", "also draw left/right of every statement", metavar="DIR",
                   section=OUTPUT, shell_complete=folders),
            flag("--force", "write into an existing directory", section=OUTPUT),
            *output_options("the verdicts as one JSON object per run"),
        ],
        help="Evaluate every inequality of the paper on a trace that carries its MDP: both sides, "
        "whether the statement's event held, the verdict and the worst place. It does not check "
        "that the trace conforms (`proofs-check trace --lemmas` does both).",
        epilog="Exit status 0: nothing fails that should hold; 1: something does; 2: nothing was "
        "informative; 3: malformed; 4: usage; of several runs the first of 1, 3, 4, 2 that occurs.",
    )  # fmt: skip


def command(options: Options) -> int:
    """Evaluate runs, or their false variants, or the accounts."""
    from proofs_check import statements

    statements.load()
    if options.accounts:
        return show_accounts(options.json)
    if options.planted:
        return show_planted(options)
    if not options.runs:
        raise PreconditionError("RUN", "nothing", "the trace to evaluate is missing")
    if options.html and len(options.runs) > 1:
        raise PreconditionError("--html", options.html, "is for one run")
    directory = None
    if options.html:
        from proofs_check.report import output_directory

        directory = output_directory.usable(options.html, options.force)
    statuses, given = [], with_mdp(options.mdp)
    for name in options.runs:
        evaluation, results, error = evaluated(
            name,
            quiet=options.quiet,
            plain=options.plain,
            pictured=bool(options.html),
            exact=options.exact,
            given=given,
        )
        if directory is not None and evaluation is not None:
            from proofs_check.report import output_directory
            from proofs_check.report.html.lemmas_page import lemmas_pages

            output_directory.write(directory, lemmas_pages(results, name))
        if evaluation is not None:
            report = as_json(evaluation, results, name)
            print(
                json.dumps(report) if options.json else painted(as_text(evaluation, results, name))
            )
        elif error is None:
            nothing = {"run": name, "statements": []}
            print(json.dumps(nothing) if options.json else f"run        {shown(name)}: no episode")
        if error is not None and len(options.runs) == 1:
            raise error
        if error is not None:
            said = {"run": name, "error": str(error)}
            print(json.dumps(said) if options.json else f"error      {error}\n")
        statuses.append(error.exit_status if error else status_of(results))
    return min(statuses, key=WORST.index)


def evaluated(
    path: str,
    *,
    quiet: bool,
    plain: bool = False,
    planted: bool = False,
    pictured: bool = False,
    exact: bool = False,
    given: Completed = as_it_is,
) -> tuple[Evaluation | None, list[Judged], UcrlLpError | None]:
    """Read one trace, whose header `given` may complete; return what was evaluated of it, and the
    error that ended the reading."""
    from proofs_check.commands.tiers import reading_into
    from proofs_check.evaluation.evaluate import EvaluatedTrace
    from proofs_check.evaluation.reading import opened
    from proofs_check.letters.run import SMALL

    line = ProgressLine(quiet)
    most_exact = math.inf if exact else SMALL
    reading = EvaluatedTrace(path, path, planted=planted, pictured=pictured, most_exact=most_exact)
    reading.given = given

    def show_progress(t: int) -> None:
        head = reading.recorder.head
        if line.shown and head is not None:
            line("episodes", t, head.T)

    error: UcrlLpError | None = None
    try:
        with of_format(TRACE_PAGE), opened(path) as raw:
            reading_into(plain)(raw, path, reading.recorder, show_progress)
    except MalformedInput as e:  # what came before it is evaluated
        error = e
    line("", last=True)
    results = reading.results()
    return (reading.evaluation if results else None), results, error


def status_of(results: Sequence[Judged]) -> int:
    """Return the exit status of a run."""
    from proofs_check.evaluation.evaluate import status

    return status(results)


# ----------------------------------------------------------------------------- tables


def as_text(evaluation: Evaluation, results: Sequence[Judged], name: str) -> str:
    """Return the table of a run."""
    run = evaluation.run
    whole = "" if run.episodes == run.T else f" ({run.episodes} of them played)"
    size = f"layers {', '.join(map(str, run.layers))}; A = {run.A}; T = {run.T}{whole}"
    lines = [
        f"run        {shown(name)}",
        f"size       {size}; delta = {float(run.delta):g}; {number_of(run.m, 'epoch')}",
        "",
        ROW.format("statement", "form", "event", "left", "right", "ratio", "verdict", "where"),
    ]
    refuted, unknown = _refuting()
    lines += [_row(r, refuted) for r in results]
    compared = sum(c.comparisons for r in results for c in r.lines)
    made = f"{number_of(len(results), 'form')}, {number_of(compared, 'comparison')}"
    lines += ["", *unknown, f"{made}; {verdicts_counted(results)}"]
    return "\n".join(line.rstrip() for line in lines)


def _refuting() -> tuple[dict[Key, list[str]], list[str]]:
    """Return the forms that Coq refutes, with the theorems; and a line if that is not known."""
    from proofs_check.machine_checked.claims import refuting_theorems

    try:
        return refuting_theorems(), []
    except MalformedInput as e:
        return {}, [f"in Coq     not known, {e}"]


def refuted_in_coq(r: Judged, refuted: dict[Key, list[str]]) -> list[str]:
    """Return the theorems of Coq that refute a form."""
    return refuted.get((r.statement.label, r.form), [])


def verdicts_counted(results: Sequence[Judged]) -> str:
    """Return how often each verdict occurs."""
    verdicts = [r.verdict for r in results]
    return ", ".join(f"{verdicts.count(v)} {v}" for v in dict.fromkeys(verdicts))


def _row(r: Judged, refuted: dict[Key, list[str]]) -> str:
    events = {None: "none", "true": "held", "false": "failed", "undecided": "?"}
    event = "itself" if r.statement.is_event else events[None if r.event is None else r.event.value]
    number, c = in_ascii(r.statement.number), r.worst
    in_coq = "refuted in Coq" if refuted_in_coq(r, refuted) else ""
    if c is None:
        reason = "; ".join(filter(None, (r.reason, in_coq)))
        return ROW.format(number, r.form, event, "", "", "", r.verdict, reason)
    left, right = middle(c.left), middle(c.right)
    ratio = f"{left / right:.4g}" if right > 0 and not c.line.equal else "=" if c.line.equal else ""
    where = "; ".join(filter(None, (c.where, r.reason, in_coq)))
    return ROW.format(number, r.form, event, f"{left:.6g}", f"{right:.6g}", ratio, r.verdict, where)


def in_ascii(text: str) -> str:
    """Return a text with its formulas as ASCII."""
    from proofs_check.report.plain_text import ascii_text

    return ascii_text(text)


def middle(ends: Any) -> float:
    """Return the double nearest to the middle of an enclosure, for the eye."""
    return float((ends.lo + ends.hi) / 2)


def as_json(evaluation: Evaluation, results: Sequence[Judged], name: str) -> dict[str, Any]:
    """Return everything about a run as JSON values; sides are the middles of their enclosures."""
    run = evaluation.run
    refuted, unknown = _refuting()
    return {
        "version": 2,
        "run": name,
        "layers": list(run.layers),
        "A": run.A,
        "T": run.T,
        "episodes": run.episodes,
        "epochs": run.m,
        "statements": [
            {
                "number": in_ascii(r.statement.number),
                "form": r.form,
                "verdict": r.verdict,
                "event": None if r.event is None else r.event.value,
                "reason": r.reason,
                "refuted in Coq": None if unknown else refuted_in_coq(r, refuted),
                "lines": list(_lines(r)),
            }
            for r in results
        ],
    }


def _lines(r: Judged) -> Iterator[dict[str, Any]]:
    for c in r.lines:
        if c.missing:
            yield {
                "where": c.where,
                "left": None,
                "right": None,
                "comparisons": 0,
                "needs": c.missing,
            }
        elif c.comparisons:
            yield {
                "where": c.where,
                "left": middle(c.left),
                "right": middle(c.right),
                "comparisons": c.comparisons,
                "informative": c.informative,
                "decision": c.decision.value,
            }


# ----------------------------------------------------------------------------- planted, accounts


def show_planted(options: Options) -> int:
    """Evaluate all false variants; return 1 if one is refuted nowhere on the sampled runs."""
    from proofs_check.commands.tiers import reading_into
    from proofs_check.evaluation.suite import refutations, sampled

    evaluations = []
    if options.runs:
        for name in options.runs:
            evaluation, _, error = evaluated(
                name,
                quiet=options.quiet,
                plain=options.plain,
                planted=True,
                exact=options.exact,
            )
            if error is not None:
                raise error
            if evaluation is not None:
                evaluations.append((name, evaluation))
    else:
        line = ProgressLine(options.quiet)
        line.begin("the sampled runs are evaluated")
        for name, evaluation in sampled(planted=True, read=reading_into(options.plain)):
            evaluations.append((name, evaluation))
            line(f"runs evaluated, the last {name}: {len(evaluations)}")
        line("", last=True)
    variants = refutations(evaluations)
    refuted = sum(bool(by) for by in variants.values())
    if options.json:
        listed = [
            {"number": in_ascii(statement.number), "variant": words, "refuted by": by}
            for (statement, words), by in variants.items()
        ]
        print(json.dumps({"runs": len(evaluations), "refuted": refuted, "variants": listed}))
    else:
        for (statement, words), by in variants.items():
            more = f" and {len(by) - 1} more" if len(by) > 1 else ""
            said = f"refuted by {by[0]}{more}" if by else "NOT REFUTED"
            print(f"{in_ascii(statement.number):<20} {in_ascii(words):<58} {said}")
        for statement in dict.fromkeys(statement for statement, _ in variants):
            for words, why in statement.unrefuted.items():
                said = f"not played: {in_ascii(why)}"
                print(f"{in_ascii(statement.number):<20} {in_ascii(words):<58} {said}")
        on = number_of(len(evaluations), "run")
        print(f"\n{refuted} of {len(variants)} variants refuted on {on}")
    return OK if refuted == len(variants) or options.runs else FALSE


def show_accounts(as_data: bool) -> int:
    """Print the units of delta that each statement claims, and those of the events it needs."""
    from proofs_check.evaluation.evaluate import accounts
    from proofs_check.evaluation.statements import statements
    from proofs_check.ledger.registry import STATEMENTS
    from proofs_check.letters.probability import on_own_event, units_of

    rows, less = [], {}
    for (name, form), (claims, events) in accounts().items():
        numbers = {" and ".join(in_ascii(statements()[n].number) for n in key.split(" and ")): units
                   for key, units in events.items()}  # fmt: skip
        rows.append((in_ascii(statements()[name].number), form, claims, numbers))
        of_form = STATEMENTS[name].forms.get(form)
        of = [units_of(c.probability) for c in on_own_event(of_form.claims)] if of_form else []
        if of and 0 < of[-1] < claims:
            less[rows[-1][:2]] = f"; its bound claims 1 - {of[-1]} delta, by another union"
    if as_data:
        listed = [
            {"number": n, "form": f, "claims": c, "needs": sum(e.values()), "events": e}
            for n, f, c, e in rows
        ]
        print(json.dumps(listed))
        return OK
    for number, form, claims, events in rows:
        needs = sum(events.values())
        said = "ok" if needs <= claims else "TOO MANY"
        parts = " + ".join(f"{name}: {units}" for name, units in events.items())
        print(
            f"{number:<18} {form:<8} claims 1 - {claims} delta; needs {needs} ({parts}): {said}"
            + less.get((number, form), "")
        )
    return OK
