"""`proofs-check judge`: the proved judge's verdict on a trace.

The judge is a program extracted from `proofs_check/coq/judge`, where "accepted" is a theorem about
the bytes of the trace; TRUST.md there states what that rests on. This command only passes them to
it, unzipped."""

from __future__ import annotations

import argparse
import contextlib
import json
import subprocess
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path
from subprocess import PIPE
from typing import IO, Any, BinaryIO, cast

from proofs_check.commands.trace import tolerance
from reference.support.console import add_output_options, painted
from reference.support.errors import MalformedInput, PreconditionError, UcrlLpError, UnusablePath
from reference.trace.raw_lines import NOT_GZIP, half_gzip, unzipped

JUDGE = Path(__file__).parent.parent / "coq" / "judge" / "judge"
THEOREM = "accepted_file_is_run (proofs_check/coq/judge/FileVerdict.v)"
LEARNERS = "proofs_check/coq/judge/JudgedLearner.v"
READINGS = (
    "every trigger, log, radii and last-trigger, x_L=no-pairs; q_hat alone with completion "
    "uniform, first or previous"
)
CHUNK = 1 << 16


def add(commands: Any) -> None:
    """Add the command and its options."""
    p = commands.add_parser(
        "judge",
        help="the same question, answered by a program that is proved correct in Coq",
        description="Hand a trace to the judge that is extracted from its proof of soundness. If "
        "it accepts, the bytes of the trace denote a run of Algorithm 1, or the beginning of one, "
        "whose policies are optima of LP1 up to the gap that it names. With - the trace is read "
        "from standard input while it is written: every epoch is reported as it closes, and "
        f"nothing is read after the first refusal. Readings: {READINGS}. Exit status 0: accepted; "
        "1: refused; 2: not covered (another reading or algorithm, a limit), or nothing played; "
        "3: malformed; 4: usage, or the judge is not built.",
    )
    p.add_argument("run", metavar="RUN", help="RUN.jsonl or RUN.jsonl.gz, a pipe, or -")
    p.add_argument(
        "--max-tolerance",
        metavar="Q",
        help="largest tolerance a header may declare (default 1/1000000)",
    )
    p.add_argument("--program", metavar="FILE", help="the judge, if elsewhere")
    add_output_options(p, "the verdict as JSON")
    p.set_defaults(command=command)


def command(options: argparse.Namespace) -> int:
    """Print the verdict; its exit status is the judge's."""
    most = str(tolerance(options.max_tolerance))
    program = Path(options.program) if options.program else built_judge()
    told = (lambda epoch: _told(epoch, options.json)) if options.run == "-" else None
    status, verdict = run_judge(options.run, program, most, told)
    print(json.dumps(verdict) if options.json else painted(verdict_text(verdict)))
    return status


def built_judge() -> Path:
    """Return where README's line leaves the judge: in this package, or, if that is an installed
    copy, in the clone that is the working directory."""
    clone = Path("proofs_check", "coq", "judge", "judge")
    return clone if clone.is_file() and not JUDGE.is_file() else JUDGE


def run_judge(
    run: str, program: Path, most: str, told: Callable[[dict[str, Any]], None] | None = None
) -> tuple[int, dict[str, Any]]:
    """Return the judge's exit status (0, 1 or 2) and its verdict on a trace file, whose header may
    declare a tolerance of at most `most`, "p/q". With `told` the trace is standard input, plain;
    `told` is given every epoch as it closes.

    Raises MalformedInput for a file that is not a trace, PreconditionError where the judge is not
    built, UnusablePath where the trace cannot be read or the judge cannot be run, UcrlLpError where
    the program gives no verdict."""
    if not program.is_file():
        rule = "the judge is not built: make -C proofs_check/coq judge (Debian: coq, "
        rule += "libcoq-mathcomp-algebra, libcoq-coquelicot, ocaml-findlib, libzarith-ocaml-dev)"
        raise PreconditionError("program", str(program), rule)
    try:
        status, answer = _live(program, most, told) if told else _of_file(run, program, most)
        verdict: dict[str, Any] = json.loads(answer)
    except OSError as e:  # that of a program that cannot be run names it
        raise UnusablePath(str(e.filename or run), f"cannot be read: {e.strerror or e}") from None
    except ValueError:
        raise UcrlLpError(f"{program.resolve()}: ended without a verdict") from None
    if status == MalformedInput.exit_status:
        field, value, rule = verdict["field"], verdict["value"], verdict["rule"]
        raise MalformedInput(run, verdict["line"], field, value, rule)
    if verdict["verdict"] == "accepted":
        verdict["theorem"] = THEOREM
        if "learner" in verdict:
            verdict["learner"] += f" ({LEARNERS})"
    return status, verdict


def _of_file(run: str, program: Path, most: str) -> tuple[int, bytes]:
    """Return exit status and output of the program that is given a file or a pipe."""
    with (
        open(run, "rb") as raw,
        subprocess.Popen([program.resolve(), most], stdin=PIPE, stdout=PIPE) as process,
    ):
        stdin, stdout = cast(IO[bytes], process.stdin), cast(IO[bytes], process.stdout)
        try:
            with contextlib.suppress(BrokenPipeError):  # it found a fault, and reports it
                stdin.writelines(_chunks(raw, run))
            with contextlib.suppress(BrokenPipeError):
                stdin.close()
        except BaseException:
            process.kill()
            raise
        answer = stdout.read()
    return process.returncode, answer


def _live(program: Path, most: str, told: Callable[[dict[str, Any]], None]) -> tuple[int, bytes]:
    """Return exit status and last line of the program that reads our standard input."""
    line = b""
    with subprocess.Popen([program.resolve(), "--epochs", most], stdout=PIPE) as process:
        try:
            for line in cast(IO[bytes], process.stdout):
                if line.startswith(b'{"epoch"'):
                    told(json.loads(line))
        except BaseException:
            process.kill()
            raise
    return process.returncode, line


def _told(epoch: dict[str, Any], as_json: bool) -> None:
    """Print what is known of an epoch that is closed."""
    gap, total = (float(Fraction(epoch[key])) for key in ("gap", "sum_of_gaps"))
    text = f"epoch {epoch['epoch']} closed after episode {epoch['episodes']}: "
    text += f"gap {gap:.3g}, {total:.3g} in all"
    if epoch["bound"] is not None:
        text += f", regret at most {float(Fraction(epoch['bound'])) + total:.6g}"
    print(json.dumps(epoch) if as_json else text, flush=True)


def _chunks(raw: BinaryIO, run: str) -> Iterator[bytes]:
    """Yield the bytes of a file or a pipe, unzipped if they are gzipped."""
    source, line = unzipped(raw), 1
    try:
        while chunk := source.read1(CHUNK):
            line += chunk.count(b"\n")
            yield chunk
    except NOT_GZIP as e:
        raise half_gzip(run, line, e) from None


def verdict_text(verdict: dict[str, Any]) -> str:
    """Return the verdict, one fact per line."""
    lines = [f"verdict    {verdict['verdict']}"]
    if "episodes" in verdict:
        accepted = verdict["verdict"] == "accepted"
        if accepted:
            lines.append(f"judged     {verdict['judged']}")
        of = f"of T = {verdict['T']}, {verdict['epochs']} epochs"
        lines.append(f"episodes   {verdict['episodes']} {of}")
        most, total = (float(Fraction(verdict[key])) for key in ("largest_gap", "sum_of_gaps"))
        lines.append(f"optimality every policy at most {most:.3g} below LP1's optimum,")
        lines.append(f"           {total:.3g} in all episodes together")
        tolerance, cap = (
            float(Fraction(verdict[key])) for key in ("tolerance", "largest_tolerance")
        )
        lines.append(f"tolerance  {tolerance:.3g}, where {cap:.3g} is the largest allowed")
        if accepted:
            lines += _worth(verdict, total)
    if "reading" in verdict:
        lines.append(f"reading    {verdict['reading']}: the theorem does not cover it")
    if "limit" in verdict:
        lines.append(f"limit      {verdict['limit']}")
    if "rule" in verdict:
        gap = f": a gap of {verdict['gap']} cannot be excluded" if "gap" in verdict else ""
        lines.append(f"rule       {verdict['rule']}, line {verdict['line']}{gap}")
    if "theorem" in verdict:
        lines.append(f"theorem    {verdict['theorem']}")
    same = "the same" if verdict["source"] == verdict["published"] else "another, is"
    lines.append(f"judge      its modules together, SHA-256 {verdict['source']};")
    lines.append(f"           published, {same}: {verdict['published']}")
    return "\n".join(lines)


def _worth(verdict: dict[str, Any], total: float) -> list[str]:
    """Return what an accepted trace is worth: what was not judged, the readings, the bound."""
    ignored = ", ".join(verdict["not_judged"]) or "nothing"
    chosen = ", ".join(f"{key}={choice}" for key, choice in verdict["readings"].items())
    lines = [
        f"not judged recorded, and looked at for its form only: {ignored}",
        f"readings   {chosen}",
    ]
    if verdict["bound"] is None:
        return [*lines, f"bound      none: {verdict['no_bound']}"]
    bound, LT = float(Fraction(verdict["bound"])), verdict["LT"]
    told = f"below LT = {LT}" if verdict["informative"] else f"LT = {LT} says as much"
    regret = f"Reg_T <= {verdict['constant']} LX sqrt(TA Lam) + gaps"
    return [
        *lines,
        "bound      of a learner whose every trace is accepted, with probability 1 - delta:",
        f"           {regret} = {bound:.6g} + {total:.3g}; {told}",
        f"           {verdict['learner']}",
    ]
