"""`proofs-check judge`: the proved judge's verdict on a trace.

The judge is a program extracted from `proofs_check/coq/judge`, where "accepted" is a theorem about
the trace; TRUST.md there states what that rests on. This command only passes the file to it."""

from __future__ import annotations

import argparse
import contextlib
import json
import subprocess
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from subprocess import PIPE
from typing import IO, Any, BinaryIO, cast

from proofs_check.commands.trace import tolerance
from reference.support.console import add_output_options, painted
from reference.support.errors import MalformedInput, PreconditionError, UcrlLpError, UnusablePath
from reference.trace.raw_lines import NOT_GZIP, half_gzip, unzipped

JUDGE = Path(__file__).parent.parent / "coq" / "judge" / "judge"
THEOREM = "accepted_is_run (proofs_check/coq/judge/Verdict.v)"
CHUNK = 1 << 16


def add(commands: Any) -> None:
    """Add the command and its options."""
    p = commands.add_parser(
        "judge",
        help="the same question, answered by a program that is proved correct in Coq",
        description="Hand a trace to the judge that is extracted from its proof of soundness. If "
        "it accepts, the trace is a run of Algorithm 1 whose policies are optima of LP1 up to the "
        "gap that it names. Readings: trigger=max1, log=ln, x_L=no-pairs, radii=printed; q_hat "
        "alone with completion=uniform. Exit status 0: accepted; 1: refused; 2: not covered "
        "(another reading or algorithm, a limit), or nothing played; 3: malformed; 4: usage, or "
        "the judge is not built.",
    )
    p.add_argument("run", metavar="RUN", help="RUN.jsonl or RUN.jsonl.gz, or a pipe")
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
    status, verdict = run_judge(options.run, program, most)
    print(json.dumps(verdict) if options.json else painted(verdict_text(verdict)))
    return status


def built_judge() -> Path:
    """Return where README's line leaves the judge: in this package, or, if that is an installed
    copy, in the clone that is the working directory."""
    clone = Path("proofs_check", "coq", "judge", "judge")
    return clone if clone.is_file() and not JUDGE.is_file() else JUDGE


def run_judge(run: str, program: Path, most: str) -> tuple[int, dict[str, Any]]:
    """Return the judge's exit status (0, 1 or 2) and its verdict on a trace file, whose header may
    declare a tolerance of at most `most`, "p/q".

    Raises MalformedInput for a file that is not a trace, PreconditionError where the judge is not
    built, UnusablePath where the trace cannot be read or the judge cannot be run, UcrlLpError where
    the program gives no verdict."""
    if not program.is_file():
        rule = "the judge is not built: make -C proofs_check/coq judge (Debian: coq, "
        rule += "libcoq-mathcomp-algebra, libcoq-coquelicot, ocaml-findlib, libzarith-ocaml-dev)"
        raise PreconditionError("program", str(program), rule)
    try:
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
    except OSError as e:  # that of a program that cannot be run names it
        raise UnusablePath(str(e.filename or run), f"cannot be read: {e.strerror or e}") from None
    try:
        verdict: dict[str, Any] = json.loads(answer)
    except ValueError:
        told = f"ended without a verdict ({process.returncode})"
        raise UcrlLpError(f"{program.resolve()}: {told}") from None
    if process.returncode == MalformedInput.exit_status:
        field, value, rule = verdict["field"], verdict["value"], verdict["rule"]
        raise MalformedInput(run, verdict["line"], field, value, rule)
    if verdict["verdict"] == "accepted":
        verdict["theorem"] = THEOREM
    return process.returncode, verdict


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
        of = f"of T = {verdict['T']}, {verdict['epochs']} epochs"
        lines.append(f"episodes   {verdict['episodes']} {of}")
        most, total = (float(Fraction(verdict[key])) for key in ("largest_gap", "sum_of_gaps"))
        lines.append(f"optimality every policy at most {most:.3g} below LP1's optimum,")
        lines.append(f"           {total:.3g} in all episodes together")
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
