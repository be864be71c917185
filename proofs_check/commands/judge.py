"""`proofs-check judge`: the proved judge's verdict on a trace.

The judge is a program extracted from `proofs_check/coq/judge`, where "accepted" is a theorem about
the bytes of the trace; TRUST.md there states what that rests on. This command only passes them to
it, unzipped. It runs the judge of its own installation, or one that is named: then the verdict is
the word of that program, and no theorem is said to be behind it. Whose verdict it is, this side of
the line finds out: the digests of the program, of its modules and of the bytes that it judged are
computed here, and the stamp of its build is checked.

The theorem covers "accepted" and nothing else. Beside it, this command decides as `proofs-check
trace` does whether an accepted trace shows anything: it asks the same program about the same trace
with pi_1 in every epoch. If that is accepted, too, or if there is no later epoch, the verdict is
"vacuous"."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, field
from fractions import Fraction
from pathlib import Path
from subprocess import PIPE
from typing import IO, Any, BinaryIO, cast

from proofs_check.commands.known_mdp import mdp_option, with_mdp
from proofs_check.commands.trace import tolerance
from reference.readings import BY_KEY, READINGS
from reference.support.command_line import (
    Argument,
    Command,
    Option,
    Options,
    files,
    output_options,
)
from reference.support.console import ProgressLine, painted
from reference.support.errors import (
    OK,
    UNDECIDED,
    MalformedInput,
    PreconditionError,
    UcrlLpError,
    UnusablePath,
    of_format,
)
from reference.support.guests import TRACE_PAGE
from reference.trace.raw_lines import NOT_GZIP, half_gzip, unzipped
from reference.trace.reader import read
from reference.trace.records import MAX_TRIPLES, Header

JUDGE = Path(__file__).parent.parent / "coq" / "judge" / "judge"
MODULES = ("judged.mli", "judged.ml", "json.ml", "explain.ml", "program.ml", "main.ml")
"""What is linked, in this order, beside the compiler's own library and Zarith."""
BUILD = (
    "make -C {} judge-program (Debian: make, coq, libcoq-mathcomp-ssreflect, ocaml-findlib, "
    "libzarith-ocaml-dev)"
)
THEOREM = "accepted_file_is_run (proofs_check/coq/judge/FileVerdict.v)"
LEARNERS = "proofs_check/coq/judge/JudgedLearner.v"
NOT_JUDGED = [f"{r.key}={choice}" for r in READINGS for choice in r.not_judged]
WITH_PI = [f"{r.key}={choice}" for r in READINGS for choice in r.judged_with_pi]
CHUNK = 1 << 16
NO_LATER_EPOCH = "there is no epoch after the first; a program that never learns would be accepted"
NEVER_LEARNS = (
    "with pi_1 in every epoch the trace is accepted, too: LP1 decided nothing, and a program that "
    "never learns would be accepted"
)
NOT_ASKED = "standard input is read once: whether a program that never learns would pass is open"


def parser() -> Command:
    """Return the command with its options."""
    return Command(
        "judge",
        command,
        [
            Argument("run", "RUN", "RUN.jsonl or RUN.jsonl.gz, a pipe, or -",
                     shell_complete=files),
            Option("--max-tolerance", "largest tolerance a header may declare (default 1/1000000)",
                   metavar="Q"),
            mdp_option(),
            Option("--program", "another program, whose verdict is called self-reported",
                   metavar="FILE", shell_complete=files),
            *output_options("the verdict as JSON"),
        ],
        help="Hand a trace to the judge that is extracted from its proof of soundness in Coq. If "
        "it accepts, the bytes of the trace denote a run of Algorithm 1, or the beginning of one, "
        "whose policies are optima of LP1 up to the gap that it names. With - the trace is read "
        "from standard input while it is written: every epoch is reported as it closes, and "
        f"nothing is read after the first refusal. Readings: all but {', '.join(NOT_JUDGED)}; and, "
        f"where q_hat alone is recorded, {', '.join(WITH_PI)}.",
        epilog="Exit status 0: accepted; 1: refused; 2: not covered (another reading or algorithm, "
        "a limit), or vacuous: nothing played, or a program that never learns would pass; "
        "3: malformed; 4: usage, or the judge is not built.",
    )  # fmt: skip


def command(options: Options) -> int:
    """Print the verdict; its exit status is the judge's."""
    most = str(tolerance(options.max_tolerance))
    if options.mdp:
        _same_mdp(options)
    program = named_judge(Path(options.program)) if options.program else own_judge()
    told = (lambda epoch: _told(epoch, options.json)) if options.run == "-" else None
    line = ProgressLine(options.quiet)
    status, verdict = run_judge(options.run, program, most, told, line)
    line("", last=True)
    print(json.dumps(verdict) if options.json else painted(verdict_text(verdict)))
    return status


def _same_mdp(options: Options) -> None:
    """Refuse a file whose MDP is not that of the header. The judge compares no episode with an MDP,
    so that nothing else depends on it. Raises PreconditionError, MalformedInput, UnusablePath."""
    if options.run == "-" or not os.path.isfile(options.run):
        raise PreconditionError("--mdp", options.mdp, "is for a trace in a file, not for a pipe")
    head = next(read(options.run), None)
    if isinstance(head, Header):
        with_mdp(options.mdp)(head)


@dataclass(frozen=True)
class JudgeProgram:
    """Program that gives verdicts, as it is on the disk: its path, the SHA-256 of the file, and,
    for the judge of this installation, that of its modules together beside the published one."""

    path: str
    sha256: str
    self_reported: bool
    modules: str | None = None  # also None where no stamp says that the program was made of them
    published: str | None = None

    @property
    def proved(self) -> bool:
        """Return whether it is the judge that the theorem is about, as far as can be seen here."""
        return not self.self_reported and self.modules == self.published


def own_judge() -> JudgeProgram:
    """Return the judge of this installation; no other place is searched. Raises PreconditionError
    if it is not built."""
    folder = JUDGE.parent
    rule = f"the judge is not built: {BUILD.format(folder.parent)}; or name another: --program"
    digest = _sha256(JUDGE, rule)
    modules = hashlib.sha256(b"".join(_bytes(folder / name, rule) for name in MODULES)).hexdigest()
    published = _bytes(folder / "DIGEST", rule).decode().strip()
    made_here = modules != published or stamp() == [digest, modules]
    return JudgeProgram(str(JUDGE), digest, False, modules if made_here else None, published)


def stamp() -> list[str]:
    """Return the digests of program and modules that `make judge-program` left beside the judge of
    this installation; none if it left none."""
    file = JUDGE.with_suffix(".stamp")
    if not file.is_file():
        return []
    return [line.split()[0] for line in file.read_text("utf-8").splitlines() if line.strip()]


def named_judge(path: Path) -> JudgeProgram:
    """Return a program that is named. Raises PreconditionError if there is none."""
    rule = f"is no program; for the judge of this project: {BUILD.format('proofs_check/coq')}"
    return JudgeProgram(str(path.resolve()), _sha256(path, rule), True)


def _sha256(path: Path, rule: str) -> str:
    return hashlib.sha256(_bytes(path, rule)).hexdigest()


def _bytes(path: Path, rule: str) -> bytes:
    if not path.is_file():
        raise PreconditionError("program", str(path), rule)
    try:
        return path.read_bytes()
    except OSError as e:
        raise UnusablePath(str(path), f"cannot be read: {e.strerror or e}") from None


@of_format(TRACE_PAGE)
def run_judge(
    run: str,
    program: JudgeProgram,
    most: str,
    told: Callable[[dict[str, Any]], None] | None = None,
    line: ProgressLine | None = None,
) -> tuple[int, dict[str, Any]]:
    """Return the judge's exit status (0, 1 or 2) and its verdict on a trace file, whose header may
    declare a tolerance of at most `most`, "p/q". With `told` the trace is standard input, plain;
    `told` is given every epoch as it closes; a file that is passed on is counted by `line`.

    Raises MalformedInput for a file that is not a trace, UnusablePath where the trace cannot be
    read or the judge cannot be run, UcrlLpError where the program gives no verdict."""
    path, judged = Path(program.path), JudgedRun()
    try:
        if told:
            status, answer = _live(path, most, told)
        else:
            status, answer = _of_file(run, path, most, line, judged)
        verdict: dict[str, Any] = json.loads(answer)
    except OSError as e:  # that of a program that cannot be run names it
        raise UnusablePath(str(e.filename or run), f"cannot be read: {e.strerror or e}") from None
    except ValueError:
        raise UcrlLpError(f"{path.resolve()}: ended without a verdict") from None
    if status == MalformedInput.exit_status:
        field, value = verdict["field"], verdict["value"]
        large = f"more than {MAX_TRIPLES} triples (x,a,x')"
        size = f"size: {large}" if field == "layers" and verdict["rule"].startswith(large) else ""
        if unknown := not_judged(field, value) or size:
            covered = {"verdict": "not covered", "reading": unknown, "program": asdict(program)}
            return UNDECIDED, covered
        rule = verdict["rule"].removesuffix(" (spec.md)")  # the page of the format is named beside
        raise MalformedInput(run, verdict["line"], field, value, rule)
    for said in ("program", "theorem"):  # ours to say
        verdict.pop(said, None)
    if verdict["verdict"] == "accepted":
        if program.proved:
            verdict["theorem"] = THEOREM
        if "learner" in verdict:
            verdict["learner"] += f" ({LEARNERS})"
        if not program.self_reported:
            verdict["beside"] = NOT_ASKED if told else judged.untested(path, most)
            if verdict["beside"] and not told:
                status, verdict["verdict"] = UNDECIDED, "vacuous"
    verdict["judged_sha256"] = None if told else judged.digest.hexdigest()
    return status, verdict | {"program": asdict(program)}


def not_judged(field: str, choice: str) -> str:
    """Return KEY=CHOICE where a header has a choice of the format that the judge does not know, ""
    for any other field and value of what it calls malformed.

    >>> not_judged("readings.radii", "bernstein"), not_judged("readings.radii", "wide")
    ('radii=bernstein', '')
    """
    reading = BY_KEY.get(field.removeprefix("readings."))
    known = reading is not None and choice in reading.not_judged
    return f"{field.removeprefix('readings.')}={choice}" if known else ""


@dataclass
class JudgedRun:
    """What was passed to the program: the digest of the bytes, and the same trace as a program that
    never learns would have written it, with pi_1 in every epoch."""

    digest: Any = field(default_factory=hashlib.sha256)
    never: IO[bytes] = field(default_factory=tempfile.TemporaryFile)
    rest: bytes = b""
    later: int = 0
    actions: int = 0
    sizes: tuple[int, ...] = ()
    pi_1: Any = None

    def take(self, chunk: bytes) -> None:
        """Take the next bytes."""
        self.digest.update(chunk)
        *lines, self.rest = (self.rest + chunk).split(b"\n")
        for text in lines:
            self._line(text + b"\n")

    def untested(self, program: Path, most: str) -> str:
        """Return why an accepted trace shows no learning, "" if it does."""
        if self.rest:
            self._line(self.rest)
        if not self.later:
            return NO_LATER_EPOCH
        self.never.seek(0)
        done = subprocess.run([program.resolve(), most], stdin=self.never, stdout=PIPE, check=False)
        return NEVER_LEARNS if done.returncode == OK else ""

    def _line(self, text: bytes) -> None:
        """Write a line as it is, or with pi_1 if it is an epoch after the first."""
        with contextlib.suppress(
            ValueError, KeyError, TypeError
        ):  # the program refuses such a line
            if b'"episode"' not in text or b"\\" in text:
                record = json.loads(text)
                if record["record"] == "header":
                    self.actions, self.sizes = record["A"], tuple(record["layers"][:-1])
                elif record["record"] == "epoch" and self.pi_1 is None:
                    uniform = [f"1/{self.actions}"] * self.actions
                    self.pi_1 = record.get("pi") or [[uniform] * n for n in self.sizes]
                elif record["record"] == "epoch":
                    self.later += 1
                    kept = {"record": "epoch", "i": record["i"], "t": record["t"], "pi": self.pi_1}
                    text = json.dumps(kept).encode() + b"\n"
        self.never.write(text)


def _of_file(
    run: str, program: Path, most: str, line: ProgressLine | None, judged: JudgedRun
) -> tuple[int, bytes]:
    """Return exit status and output of the program that is given a file or a pipe."""
    with (
        open(run, "rb") as raw,
        subprocess.Popen([program.resolve(), most], stdin=PIPE, stdout=PIPE) as process,
    ):
        stdin, stdout = cast(IO[bytes], process.stdin), cast(IO[bytes], process.stdout)
        try:
            with contextlib.suppress(BrokenPipeError):  # it found a fault, and reports it
                for chunk in _chunks(raw, run, line):
                    judged.take(chunk)
                    stdin.write(chunk)
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


def _chunks(raw: BinaryIO, run: str, shown: ProgressLine | None) -> Iterator[bytes]:
    """Yield the bytes of a file or a pipe, unzipped if they are gzipped."""
    source, line = unzipped(raw), 1
    size = os.fstat(raw.fileno()).st_size
    try:
        while chunk := source.read1(CHUNK):
            if shown is not None and raw.seekable():
                shown("bytes passed to the judge", raw.tell(), size)
            line += chunk.count(b"\n")
            yield chunk
    except NOT_GZIP as e:
        raise half_gzip(run, line, e) from None


def verdict_text(verdict: dict[str, Any]) -> str:
    """Return the verdict, one fact per line."""
    self_reported = ", self-reported" * verdict["program"]["self_reported"]
    lines = [f"verdict    {verdict['verdict']}{self_reported}"]
    if "episodes" in verdict:
        accepted = verdict["verdict"] == "accepted" or "beside" in verdict
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
    if verdict.get("beside"):
        lines += [f"beside     {verdict['beside']};", "           this is no part of the theorem"]
    if "theorem" in verdict:
        lines.append(f"theorem    {verdict['theorem']}, on what the program accepted")
    if verdict.get("judged_sha256"):
        lines.append(f"bytes      SHA-256 {verdict['judged_sha256']}, unzipped, as far as judged")
    return "\n".join([*lines, *_judged_by(verdict["program"])])


def _judged_by(program: dict[str, Any]) -> list[str]:
    """Return whose verdict it is."""
    lines = [f"judge      {program['path']}, SHA-256 {program['sha256']}"]
    if program["self_reported"]:
        return [*lines, "           named by --program: the verdict is self-reported, no theorem's"]
    if program["modules"] is None:
        return [
            *lines,
            "           no stamp says that it was made of the modules beside it (make",
            "           judge-program makes one): no theorem is about it",
        ]
    if program["modules"] == program["published"]:
        return [*lines, f"           its modules are the published ones, {program['published']}"]
    return [
        *lines,
        f"           its modules, SHA-256 {program['modules']}, are not the published ones,",
        f"           {program['published']}: no theorem is about them",
    ]


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
