"""A build of the Coq development with this machine's `coqc`, in a separate directory."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

from proofs_check.machine_checked.record import (
    ALLOWED_AXIOMS,
    COQ,
    Mapped,
    Record,
    Theorem,
    mapped,
    sources,
    sources_digest,
)
from reference.support.errors import FALSE, PreconditionError, UcrlLpError

PACKAGES = "coq libcoq-mathcomp-ssreflect libcoq-mathcomp-algebra libcoq-coquelicot"
FORBIDDEN = re.compile(
    r"\b(Admitted|admit|give_up|bypass_check|Unset\s+(?:Guard|Positivity|Universe)\s+Checking)\b"
    r"|(?:^|\.)\s*((?:Local\s+|Global\s+)?(?:Axiom|Parameter|Conjecture)s?)\b"
)
OUTSIDE = re.compile(r"^\s*(Hypothes[ie]s|Variables?|Context)\b")
MARK = "@@"


class BuildFailed(UcrlLpError):
    """Development that does not build, or that proves less than the statements name."""

    exit_status = FALSE


def forbidden(folder: Path = COQ) -> list[str]:
    """Return the commands that leave a hole: `file:line: word`, for every one outside comments."""
    found: list[str] = []
    for file in sources(folder):
        sections = 0
        text = _without_comments(file.read_text(encoding="utf-8"))
        for number, line in enumerate(text.splitlines(), start=1):
            for word in FORBIDDEN.finditer(line):
                found.append(f"{file.name}:{number}: {word[1] or word[2]}")
            sections += len(re.findall(r"^\s*(?:Section|Module)\b", line))
            if re.match(r"^\s*End\b", line):
                sections -= 1
            if not sections and (outside := OUTSIDE.match(line)):
                found.append(f"{file.name}:{number}: {outside[1]} outside a section")
    return found


def build(folder: Path = COQ, on_file: Callable[[str], None] = lambda name: None) -> Record:
    """Compile every file and ask Coq for the statement and the axioms of every mapped theorem.

    Raises PreconditionError without `coqc`, BuildFailed for a file that does not compile, a
    forbidden command, a missing theorem or an axiom that is not allowed."""
    compiler = shutil.which("coqc")
    if compiler is None or shutil.which("coq_makefile") is None:
        rule = f"is not installed; on Debian: apt-get install {PACKAGES} make"
        raise PreconditionError("coqc", "nothing", rule)
    holes = forbidden(folder)
    if holes:
        raise BuildFailed(f"coq: forbidden commands: {'; '.join(holes)}")
    with tempfile.TemporaryDirectory(prefix="ucrl-lp-coq-") as scratch:
        place = Path(scratch)
        for file in [*sources(folder), folder / "_CoqProject"]:
            target = place / file.relative_to(folder)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(file, target)
        _run(["coq_makefile", "-f", "_CoqProject", "-o", "CoqMakefile"], place)
        _make(place, on_file)
        theorems = _ask(place, mapped())
    version = _run([compiler, "--print-version"], folder).split()[0]
    return Record(sources_digest(folder), version, theorems)


def _make(place: Path, on_file: Callable[[str], None]) -> None:
    words = ["make", "-f", "CoqMakefile", "-j2", "--no-print-directory"]
    with subprocess.Popen(
        words, cwd=place, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as process:
        printed: list[str] = []
        for line in process.stdout or ():
            printed.append(line)
            if line.startswith("COQC"):
                on_file(line.split()[1])
    if process.returncode:
        errors = [n for n, line in enumerate(printed) if line.startswith("File ")]
        shown = "".join(printed[errors[0] : errors[0] + 12] if errors else printed[-12:])
        raise BuildFailed(f"coq: the development does not build:\n{shown.rstrip()}")


def _ask(place: Path, entries: Sequence[Mapped]) -> dict[str, Theorem]:
    """Return the statement and axioms of every theorem, from one file that makes Coq print them."""
    words = (place / "_CoqProject").read_text(encoding="utf-8").split()
    root = words[words.index("-Q") + 2]
    modules = dict.fromkeys([*(f.stem for f in sources(place) if f.parent == place)])
    modules |= dict.fromkeys(_module(e) for e in entries)
    lines = [f"Require Import {root}.{module}." for module in modules]
    lines += ["Unset Printing Implicit Defensive.", "Open Scope R_scope.", "Set Printing Width 96."]
    names = dict.fromkeys((e.theorem, e.file, _module(e)) for e in entries)
    for name, _, module in names:
        for what, command in (("says", "Check"), ("uses", "Print Assumptions")):
            lines.append(f'Goal True. idtac "{MARK} {what} {name}". Abort.')
            lines.append(f"{command} {root}.{module}.{name}.")
    lines.append(f'Goal True. idtac "{MARK} end end". Abort.')
    (place / "Ask.v").write_text("\n".join(lines) + "\n", encoding="utf-8")
    printed = _run(["coqc", "-Q", ".", root, "-w", "none", "Ask.v"], place)
    said: dict[tuple[str, str], str] = {}
    for block in printed.split(f"{MARK} ")[1:]:
        head, _, body = block.partition("\n")
        what, name = head.split()
        said[what, name] = body.strip("\n")
    theorems: dict[str, Theorem] = {}
    for name, file, _ in names:
        axioms = _axioms(said["uses", name])
        foreign = [a for a in axioms if a.rpartition(".")[2] not in ALLOWED_AXIOMS]
        if foreign:
            raise BuildFailed(f"coq: {name} uses {', '.join(foreign)}, which is not allowed")
        statement = said["says", name].partition(":")[2]
        first, last = _lines_of(place / file, name)
        theorems[name] = Theorem(name, file, first, last, _dedented(statement), axioms)
    return theorems


def _module(one: Mapped) -> str:
    return Path(one.file).with_suffix("").as_posix().replace("/", ".")


def _axioms(printed: str) -> tuple[str, ...]:
    if printed.startswith("Closed under the global context"):
        return ()
    axioms = printed.partition("\n")[2]
    return tuple(re.findall(r"^([A-Za-z_][\w.']*)\s*(?=:|$)", axioms, re.MULTILINE))


def _lines_of(file: Path, name: str) -> tuple[int, int]:
    """Return the first and the last line of a theorem, its proof included."""
    pattern = re.compile(rf"\s*(?:Theorem|Lemma|Corollary|Proposition|Fact|Remark)\s+{name}\b")
    first = 0
    for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), start=1):
        first = number if pattern.match(line) else first
        if first and re.search(r"\b(Qed|Defined)\.", line):
            return first, number
    raise BuildFailed(f"coq: {file.name} states no theorem {name}")


def _dedented(text: str) -> str:
    lines = text.strip("\n").splitlines()
    return "\n".join(line.removeprefix(" " * 7).rstrip() for line in lines).strip()


def _without_comments(text: str) -> str:
    """Return the text with comments blanked, line numbers kept."""
    kept, depth = [], 0
    for part in re.split(r"(\(\*|\*\))", text):
        depth += part == "(*"
        kept.append(re.sub(r"[^\n]", " ", part) if depth else part)
        depth -= bool(depth) and part == "*)"
    return "".join(kept)


def _run(words: Sequence[str], place: Path) -> str:
    done = subprocess.run(
        words, cwd=place, capture_output=True, text=True, env={**os.environ, "LC_ALL": "C.UTF-8"}
    )
    if done.returncode:
        raise BuildFailed(f"coq: {words[0]} failed:\n{(done.stderr or done.stdout).strip()[:2000]}")
    return done.stdout
