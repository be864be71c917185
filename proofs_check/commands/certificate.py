"""`proofs-check certificate`: LP1 and the proof of its optimum as files, written and checked."""

from __future__ import annotations

import json
from dataclasses import asdict, replace
from typing import TYPE_CHECKING, Any, cast

import click

from reference.support.atomic_files import new_text
from reference.support.command_line import (
    WHOLE,
    Argument,
    Command,
    Option,
    Options,
    files,
    flag,
    output_options,
    verbs,
)
from reference.support.console import ProgressLine
from reference.support.errors import FALSE, OK, MalformedInput, PreconditionError, UnusablePath

if TYPE_CHECKING:
    from proofs_check.lp1.data import LP1Data

ROUNDINGS = ("down", "up")


def parser() -> click.Group:
    """Return the command with its verbs and their options."""
    write = Command(
        "write",
        command_write,
        [
            *_epoch_options(),
            Option("--out", "the file to write", metavar="FILE", required=True,
                   shell_complete=files),
            Option(
                "--format",
                "vipr: the certificate (default); lp, mps: LP1 alone, with coefficients p/q",
                type=click.Choice(("vipr", "lp", "mps")), default="vipr",
            ),
            flag(
                "--scaled",
                "lp, mps: for readers without rationals; rows are scaled until every coefficient "
                "is a double, irrational radii being rounded to doubles",
            ),
            Option("--lp-data", "also the rational data as JSON, for --counts", metavar="FILE",
                   shell_complete=files),
            flag("--force", "overwrite existing files"),
            *output_options("the result as one JSON object"),
        ],
        help="Write the certificate or the LP of an epoch, or of given counts.",
    )  # fmt: skip
    check = Command(
        "check",
        command_check,
        [
            Argument("file", "FILE", "the certificate", shell_complete=files),
            *_epoch_options(),
            *output_options("the result as one JSON object"),
        ],
        help="Check a certificate, and that it belongs to these counts.",
    )
    return verbs(
        "certificate",
        (write, check),
        help="Write or check a proof of LP1's optimum (VIPR 1.1); write LP1 as an LP or MPS file. "
        "A certificate holds LP1, an optimal point and the dual argument that nothing exceeds it. "
        "The third-party program `viprchk` checks the proof; `check` also compares its LP with "
        "the epoch's. Irrational radii are rounded down or up: two certificates enclose the "
        "optimum.",
    )


def _epoch_options() -> list[Option]:
    return [
        Option("--trace", "a trace; choose the epoch with --epoch", metavar="RUN",
               shell_complete=files),
        Option("--epoch", "epoch of the trace, from 2", type=WHOLE, metavar="I"),
        Option("--counts", "one question of `proofs-check optimum` in a file", metavar="FILE",
               shell_complete=files),
        Option("--round", "rounding of the radii (default down)", type=click.Choice(ROUNDINGS),
               default="down"),
    ]  # fmt: skip


def command_write(options: Options) -> int:
    """Write the file and print the optimum, or the size of the LP."""
    from proofs_check.arithmetic import show
    from proofs_check.certificate.lp_file import write_lp
    from proofs_check.certificate.writer import write_certificate

    if options.scaled and options.format == "vipr":
        raise PreconditionError("--scaled", "vipr", "is for --format lp and mps")
    if not options.trace and not options.counts:
        rule = "one of the two is required"
        raise PreconditionError("--trace, --counts", "nothing", rule)
    data = lp_of(options)
    if options.lp_data:
        _write_lp_data(data, options.lp_data, options.force)
    summary: dict[str, Any]
    if options.format == "vipr":
        optimum = show(write_certificate(data, options.out, force=options.force))
        summary = {"optimum": optimum, "file": options.out}
        lines = [f"optimum  {optimum}", f"check it: viprchk {options.out}"]
    else:
        how = {"scaled": options.scaled, "force": options.force}
        summary = {
            "file": options.out,
            **asdict(write_lp(data, options.out, options.format, **how)),
        }
        summary["objective_scale"] = str(summary["objective_scale"])
        lines = [f"{name:<11}{summary[name]}" for name in ("rows", "columns", "nonzeros")]
        lines.append(f"objective  <q, r_hat> times {summary['objective_scale']}")
    print(json.dumps(summary) if options.json else "\n".join(lines))
    return OK


def command_check(options: Options) -> int:
    """Check a certificate; 1 if it is refused."""
    from proofs_check.arithmetic import show
    from proofs_check.certificate.checker import check_certificate

    data = lp_of(options) if options.trace or options.counts else None
    verdict = check_certificate(options.file, data)
    if options.json:
        optimum = None if verdict.optimum is None else show(verdict.optimum)
        print(json.dumps(asdict(verdict) | {"optimum": optimum}))
    else:
        print(verdict)
    return OK if verdict.holds else FALSE


def lp_of(options: Options) -> LP1Data:
    """Return the LP that the options name, its irrational radii rounded as requested."""
    if options.trace and options.counts:
        raise PreconditionError("--counts", options.counts, "is not allowed with --trace")
    if options.trace:
        if options.epoch is None:
            raise PreconditionError("--epoch", "nothing", "is required with --trace")
        if options.epoch < 2:
            rule = "must be at least 2: LP1 is solved from the second epoch on"
            raise PreconditionError("--epoch", options.epoch, rule)
        both = lp_of_epoch(options.trace, options.epoch, ProgressLine(options.quiet))
    else:
        both = lp_of_counts(options.counts)
    k = ROUNDINGS.index(options.round)
    data = both[k]
    if getattr(options, "scaled", False) and both[0] is not both[1]:
        from proofs_check.arithmetic import Q, each, to_q
        from proofs_check.conformance.tolerances import doubles_in

        def further(v: Q) -> Q:
            return to_q(doubles_in(v, v)[1 - k])

        return replace(data, eps=each(further, data.eps), r_hat=each(further, data.r_hat))
    return data


def lp_of_counts(path: str) -> tuple[LP1Data, LP1Data]:
    """LP1 of a question of `proofs-check optimum` in a file, rounded down and up."""
    from proofs_check.lp1 import query
    from reference.trace.strict_json import decode

    try:
        with open(path, "rb") as stream:
            raw = stream.read(query.MAX_LINE + 1)
    except OSError as e:
        raise UnusablePath(path, f"cannot be read: {e.strerror}") from None
    if len(raw) > query.MAX_LINE:
        rule = f"must not exceed {query.MAX_LINE} bytes"
        raise MalformedInput(path, None, "size", raw[:40], rule)
    text = decode(raw, file=path, line=None)
    try:
        return query.read_question(text)[1:]
    except (PreconditionError, MalformedInput) as e:  # read_question does not know the file
        line = e.line if isinstance(e, MalformedInput) else None
        raise MalformedInput(path, line, e.field, e.value, e.rule) from None


def lp_of_epoch(path: str, epoch: int, line: ProgressLine | None = None) -> tuple[LP1Data, LP1Data]:
    """LP1 of an epoch of a trace, recounted from the episodes before it, rounded down and up."""
    from proofs_check.arithmetic import Radii, lam, to_q
    from proofs_check.conformance.counters import Counters
    from proofs_check.letters.covered import refuse_uncovered
    from proofs_check.lp1.enclosure import enclosing_data
    from reference.readings import RECORDED
    from reference.trace.reader import read
    from reference.trace.records import EpisodeRecord, EpochRecord, Header

    line = line or ProgressLine(quiet=True)
    records = read(path)
    head = cast(Header, next(records))  # the reader admits no other first record
    refuse_uncovered(head.choices, path)
    counters = Counters(head.layers, head.A, head.choices["trigger"])
    for record in records:
        if isinstance(record, EpochRecord) and record.i == epoch:
            line("", last=True)
            base, which = (cast(Any, head.choices[name]) for name in ("log", "radii"))
            if which == RECORDED:
                none = "has no certificate: its radii are what the epoch records"
                raise PreconditionError("radii", which, none)
            radii = Radii(lam(head.T, head.X, head.A, to_q(head.delta), base), choice=which)
            N, N3, S = counters.all_N, counters.all_N3, counters.S
            return enclosing_data(head.layers, head.A, N, N3, S, radii)
        if isinstance(record, EpisodeRecord):
            line("episodes read", record.t, head.T)
            r = [to_q(v) for v in record.r]
            within = all(0 <= x < X_h for x, X_h in zip(record.x, head.layers, strict=False))
            rule = None if all(0 <= v <= 1 for v in r) else "rewards must lie in [0, 1]"
            if not (within and all(0 <= a < head.A for a in record.a)):
                rule = "states and actions must lie within layers and A"
            if rule:
                raise MalformedInput(path, record.line, "episode", record.t, rule)
            counters.see(record.x, record.a, r)
    raise PreconditionError("--epoch", epoch, f"{path} has no such epoch")


def _write_lp_data(data: LP1Data, path: str, force: bool) -> None:
    from proofs_check.arithmetic import each, show

    question = {name: getattr(data, name) for name in ("layers", "A", "N", "N3")}
    question |= {name: each(show, getattr(data, name)) for name in ("eps", "r_hat")}
    with new_text(path, force) as out:
        out.write(json.dumps(question) + "\n")
