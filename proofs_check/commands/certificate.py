"""`proofs-check certificate`: LP1's optimum as a VIPR 1.1 certificate, written and checked."""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

from proofs_check.arithmetic import LogBase, Q, Radii, lam, show, to_q
from proofs_check.certificate.checker import check_certificate, write_certificate
from proofs_check.conformance.counters import Counters
from proofs_check.lp1.data import LP1Data
from proofs_check.lp1.enclosure import enclosing_data
from proofs_check.lp1.query import read_question
from reference.support.console import ProgressLine, add_output_options
from reference.support.errors import FALSE, OK, MalformedInput, PreconditionError, UnusablePath
from reference.trace.reader import read
from reference.trace.records import EpisodeRecord, EpochRecord, Header
from reference.trace.strict_json import decode

ROUNDINGS = ("down", "up")


def add(commands: Any) -> None:
    """Add the command and its options."""
    p = commands.add_parser(
        "certificate",
        help="write or check a proof of LP1's optimum that others can verify (VIPR 1.1)",
        description="A certificate holds LP1, an optimal point and the dual argument that nothing "
        "exceeds it. `viprchk`, which is not ours, checks the proof; we also check that it is "
        "about this epoch. Irrational radii are rounded down or up: two certificates enclose the "
        "optimum.",
    )
    verbs = p.add_subparsers(required=True, metavar="write|check")
    write = verbs.add_parser("write", help="the certificate of an epoch, or of given counts")
    write.add_argument("--out", required=True, metavar="FILE", help="the certificate, FILE.vipr")
    write.add_argument(
        "--lp-data", metavar="FILE", help="also the rational LP as JSON, for `ucrl-lp lp --counts`"
    )
    write.add_argument("--force", action="store_true", help="overwrite existing files")
    write.set_defaults(command=command_write)
    check = verbs.add_parser("check", help="is the certificate right, and about these counts?")
    check.add_argument("file", metavar="FILE")
    check.set_defaults(command=command_check)
    for verb in (write, check):
        what = verb.add_mutually_exclusive_group(required=verb is write)
        what.add_argument("--trace", metavar="RUN", help="a trace; choose the epoch with --epoch")
        what.add_argument(
            "--counts", metavar="FILE", help="one question of `proofs-check optimum` in a file"
        )
        verb.add_argument("--epoch", type=int, metavar="I", help="epoch of the trace, from 2")
        verb.add_argument("--round", choices=ROUNDINGS, default="down", help="of the radii (down)")
        add_output_options(verb, "the result as one JSON object")


def command_write(options: argparse.Namespace) -> int:
    """Write the certificate and print the optimum."""
    data = lp_of(options)
    if options.lp_data:
        _write_lp_data(data, Path(options.lp_data), options.force)
    optimum = write_certificate(data, options.out, force=options.force)
    if options.json:
        print(json.dumps({"optimum": show(optimum), "file": options.out}))
        return OK
    print(f"optimum  {show(optimum)}")
    print(f"check it: viprchk {options.out}")
    return OK


def command_check(options: argparse.Namespace) -> int:
    """Check a certificate; 1 if it is refused."""
    data = lp_of(options) if options.trace or options.counts else None
    verdict = check_certificate(options.file, data)
    if options.json:
        found = asdict(verdict) | {"optimum": verdict.optimum and show(verdict.optimum)}
        print(json.dumps(found))
    else:
        print(verdict)
    return OK if verdict.holds else FALSE


def lp_of(options: argparse.Namespace) -> LP1Data:
    """The LP that the options name, its radii rounded as they say."""
    if options.trace:
        if options.epoch is None:
            raise PreconditionError("--epoch", "nothing", "is required with --trace")
        both = lp_of_epoch(options.trace, options.epoch, ProgressLine(options.quiet))
    else:
        try:
            raw = Path(options.counts).read_bytes()
        except OSError as e:
            raise UnusablePath(options.counts, f"cannot be read: {e.strerror}") from None
        text = decode(raw, file=options.counts, line=None)
        try:
            both = read_question(text)[1:]
        except (PreconditionError, MalformedInput) as e:  # the reader knows no file's name
            line = e.line if isinstance(e, MalformedInput) else None
            raise MalformedInput(options.counts, line, e.field, e.value, e.rule) from None
    return both[ROUNDINGS.index(options.round)]


def lp_of_epoch(path: str, epoch: int, line: ProgressLine | None = None) -> tuple[LP1Data, LP1Data]:
    """LP1 of an epoch of a trace, recounted from the episodes before it, rounded down and up."""
    head: Header | None = None
    line = line or ProgressLine(quiet=True)
    for record in read(path):
        if isinstance(record, Header):
            head, counters = record, Counters(record.layers, record.A, record.choices["trigger"])
        elif isinstance(record, EpochRecord) and record.i == epoch and head is not None:
            line("", last=True)
            base: LogBase = head.choices["log"]  # type: ignore[assignment]  # choose() admits no other
            radii = Radii(lam(head.T, head.X, head.A, to_q(head.delta), base))
            N, N3, S = counters.all_N, counters.all_N3, counters.S
            return enclosing_data(head.layers, head.A, N, N3, S, radii)
        elif isinstance(record, EpisodeRecord) and head is not None:
            line(f"read {record.t} of at most {head.T} episodes")
            try:
                counters.see(record.x, record.a, [to_q(r) for r in record.r])
            except IndexError:
                rule = "states and actions must lie within layers and A"
                raise MalformedInput(path, record.line, "episode", record.t, rule) from None
    raise PreconditionError("--epoch", epoch, f"{path} has no such epoch")


def _write_lp_data(data: LP1Data, path: Path, force: bool) -> None:
    question = {
        "layers": list(data.layers),
        "A": data.A,
        "N": data.N,
        "N3": data.N3,
        "eps": _shown(data.eps),
        "r_hat": _shown(data.r_hat),
    }
    try:
        with open(path, "w" if force else "x", encoding="ascii") as out:
            out.write(json.dumps(question) + "\n")
    except FileExistsError:
        raise UnusablePath(str(path), "exists; use --force to overwrite it") from None
    except OSError as e:
        raise UnusablePath(str(path), f"cannot be written: {e.strerror}") from None


def _shown(table: Any) -> Any:
    return show(table) if isinstance(table, Q) else [_shown(v) for v in table]
