"""A build of the Coq development with this machine's `coqc`, in a separate directory, and what the
kernel says about it.

What is scanned, compiled and digested is one and the same copy of the sources. The challenge is
compiled alone, before anything of ours. The kernel compares its claims with the theorems of the
solution, and every mapped theorem with its statement in `Expected.v`, by conversion: Coq itself
writes that file, which the record keeps by its digest. Axioms count by their full names and by
types that the standard library alone confirms. Whatever Coq prints is parsed, or the build fails;
coqchk checks the compiled files again."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from pathlib import Path
from typing import Any

from proofs_check.machine_checked import own_check, vernacular
from proofs_check.machine_checked.claims import (
    check_statements,
    rows_of_claims,
    theorems_of_claims,
)
from proofs_check.machine_checked.derived import (
    PROVED_FILE,
    REFUTED_FILE,
    STATEMENTS_FILE,
    derived_claims,
)
from proofs_check.machine_checked.guard import Account
from proofs_check.machine_checked.marshalled import VERSIONS, OtherLayout
from proofs_check.machine_checked.record import (
    ALLOWED_AXIOMS,
    COQ,
    COQC_OPTIONS,
    DEVELOPMENT,
    JUDGE,
    LIBRARY,
    PAGE,
    PAIRS,
    SOLUTION,
    Record,
    Theorem,
    all_sources,
    check_page,
    logical,
    mapped,
    mapping,
    sources,
)
from proofs_check.machine_checked.source_text import digest_of_code, without_comments
from reference.support.errors import FALSE, PreconditionError, UcrlLpError

PACKAGES = "coq libcoq-mathcomp-ssreflect libcoq-mathcomp-algebra libcoq-coquelicot"
NOT_PROOFS = "judge/Extraction.v"  # it writes the judge's program; make judge runs it
TOO_LONG = "judge/AlwaysAccepted.v"
"""A computation, for which coqchk, without virtual machine, did not finish in ten minutes."""
SLOWEST = (TOO_LONG, "judge/GreedyAccepted.v")
JOBS = 2
MARK = "@@"
EVERYTHING = "everything"
NAMES_ONLY = "Unset Printing Notations. Set Printing Width 1000."
LIBRARIES = ("Coq.", "mathcomp.", "Coquelicot.")
ROCQ = ("Corelib.", "Stdlib.", "HB.", "elpi.")  # Coq's own library from 9.0 on, and MathComp 2's
DOUBTS = (
    "Constants/Inductives relying on type-in-type",
    "Constants/Inductives relying on unsafe (co)fixpoints",
    "Inductives whose positivity is assumed",
)


class BuildFailed(UcrlLpError):
    """Development that does not build, or that proves less than the statements name."""

    exit_status = FALSE


def forbidden(folder: Path = COQ) -> list[str]:
    """Return the sentences of a folder's sources that are not accepted: `file:line: words: why`."""
    return not_accepted((f.relative_to(folder).as_posix(), f) for f in all_sources(folder))


def not_accepted(files: Iterable[tuple[str, Path]]) -> list[str]:
    """Return the sentences of these files, with their names, that are not accepted."""
    sentences = []
    for name, file in files:
        text = file.read_text(encoding="utf-8")
        sentences += vernacular.holes(name, text, extracts=name == NOT_PROOFS)
        if name == TOO_LONG:
            sentences += [f"{name}: {word}: coqchk leaves this file out" for word in unsafe(text)]
    return sentences


def unsafe(text: str) -> list[str]:
    """Return the words of a source with which a proof leaves to Qed what no tactic has checked, or
    runs tactics in a term. A file that coqchk leaves out holds computations, and none of them."""
    words = re.findall(r"[A-Za-z_][A-Za-z_0-9']*", without_comments(text))
    return sorted({word for word in words if word == "ltac" or word.endswith("no_check")})


def build(
    folder: Path = COQ,
    on_file: Callable[[str], None] = lambda name: None,
    *,
    libraries: bool = False,
    claims_only: bool = False,
    another: bool = False,
    recorded: Mapping[str, tuple[str, ...]] | None = None,
) -> Record:
    """Compile every file and ask Coq for the statement and the axioms of every theorem.

    `recorded`: the axioms that a record says each of them uses, to ask about many at once.
    `libraries` has coqchk check the libraries again; `claims_only` is about the page of claims and
    the files that its proof needs, and no other theorem; `another` lets it be another kernel, whose
    files our own guard check does not read. Raises PreconditionError without `coqc`,
    MalformedInput for another page of claims than the pinned one, or for definitions that no claim
    generates, BuildFailed for anything else
    that does not hold."""
    for tool in ("coqc", "coqdep", "coqchk"):
        if shutil.which(tool) is None:
            rule = f"is not installed; on Debian: apt-get install {PACKAGES} make"
            raise PreconditionError(tool, "nothing", rule)
    with tempfile.TemporaryDirectory(prefix="ucrl-lp-coq-") as scratch:
        place = laid_out(folder, Path(scratch))
        copies, page = copied(place), place / inside(PAGE)
        digest = digest_of_code(copies)
        check_page(page, folder)
        if not claims_only:
            check_statements(place / "dev")
        if refused := not_accepted(copies):
            raise BuildFailed(f"coq: not accepted: {'; '.join(refused)}")
        if claims_only:
            narrow(place)
        compile_development(place, on_file)
        theirs = {} if claims_only else _theorems()
        claims = {} if claims_only else theorems_of_claims(place / "dev")
        expected = pin_statements(place, theirs)
        found = Account()
        how: dict[str, Any] = {"libraries": libraries, "recorded": recorded}
        how["found"] = None if another else found
        theorems = verify(place, on_file, theirs=theirs, claims=claims, **how)
        coq_version = version(place)
        if digest_of_code(copies) != digest:
            raise BuildFailed("coq: sources were changed while they were compiled")
        check_page(page, folder)
    rows = () if claims_only else rows_of_claims(claims)
    head = digest, coq_version, COQC_OPTIONS, expected, mapping()
    return Record(*head, theorems, rows, found.fixpoints)


def laid_out(folder: Path, place: Path) -> Path:
    """Copy the sources, and nothing else: the development and, each by itself, the library that it
    uses, challenge and solution."""
    for file in all_sources(folder):
        target = place / inside(file.relative_to(folder).as_posix())
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(file, target)
    for other in ("expected", "home", "verdict"):
        (place / other).mkdir()
    write_project(place, [f.relative_to(folder).as_posix() for f in _proofs(folder)])
    return place


def write_project(place: Path, names: Sequence[str]) -> None:
    """List the files of what is laid out there, by their names in the folder."""
    (place / "dev" / "_CoqProject").write_text("\n".join(names) + "\n", encoding="utf-8")


def inside(name: str) -> str:
    """Return where a source is laid out."""
    apart = {PAGE: "challenge/Challenge.v", SOLUTION: "solution/Solution.v"}
    return apart.get(name, name if name.startswith("library/") else f"dev/{name}")


def copied(place: Path) -> list[tuple[str, Path]]:
    """Return the sources that are laid out there, with their names in the folder."""
    names = [*development(place), NOT_PROOFS, PAGE, SOLUTION]
    return [(name, place / inside(name)) for name in names]


def development(place: Path) -> list[str]:
    """Return the files of the development that is laid out there."""
    project = (place / "dev" / "_CoqProject").read_text(encoding="utf-8")
    return [line for line in project.splitlines() if not line.startswith("-")]


def narrow(place: Path) -> None:
    """Leave in the project of the development that is laid out there what the solution needs."""
    names = development(place)
    needs = _needs(place, names)
    text = without_comments((place / "solution" / "Solution.v").read_text(encoding="utf-8"))
    required = set(re.findall(rf"\b(?:{DEVELOPMENT}|{LIBRARY})\.[\w.]*\w", text))
    closure, new = set[str](), {name for name in names if logical(name) in required}
    while new := new - closure:
        closure |= new
        new = {name for file in new for name in needs[file]}
    write_project(place, [name for name in names if name in closure])


def compile_development(place: Path, on_file: Callable[[str], None]) -> None:
    """Compile the challenge, with nothing of ours in reach, the library, with nothing of the
    development in reach, and the development, two at a time; what is compiled already stays."""
    if not (place / "challenge" / "Challenge.vo").is_file():
        _coqc(place, ["-Q", "challenge", "Challenge"], "challenge/Challenge.v")
        on_file(PAGE)
    names = development(place)
    waiting = _needs(place, names)
    urgent = longest_first(names, waiting)
    compiled = {name for name in names if (place / f"{inside(name)}o").is_file()}
    with ThreadPoolExecutor(JOBS) as pool:
        running: dict[Future[None], str] = {}
        while len(compiled) < len(names):
            begun = compiled | set(running.values())
            ready = [n for n in urgent if n not in begun and waiting[n] <= compiled]
            for name in ready[: JOBS - len(running)]:
                reach = LIBRARY_PATHS if name.startswith("library/") else OUR_PATHS
                running[pool.submit(_coqc, place, reach, inside(name))] = name
            if not running:
                raise BuildFailed("coq: files that need one another")
            for done in wait(running, return_when=FIRST_COMPLETED).done:
                done.result()
                compiled.add(running[done])
                on_file(running.pop(done))


def longest_first(names: Sequence[str], needs: Mapping[str, set[str]]) -> list[str]:
    """Return the names in the order in which to compile them where there is a choice: the files
    that take longest, what they need, then the others."""
    chain, new = set[str](), set(SLOWEST) & set(names)
    while new:
        chain |= new
        new = {name for file in new for name in needs[file]} - chain
    return sorted(names, key=lambda name: (name not in SLOWEST, name not in chain))


def pin_statements(place: Path, theirs: Mapping[str, str]) -> str:
    """Write Expected.v: what every theorem states, in Coq's own words without any notation but that
    of natural numbers. `theirs`: the file of each theorem. Return the digest."""
    asked = [_requires(theirs), "Set Printing All. Set Printing Width 110."]
    asked += ["Set Printing Depth 1000000."]
    said = _ask(place, asked, "says", [(n, f"Check @{_full(n, f)}.") for n, f in theirs.items()])
    lines = [_requires(theirs)]
    for name, text in said.items():
        statement = in_decimals(text.partition("\n     :")[2])
        lines.append(f"Definition {name} : Prop :={statement}.")
    text = "\n".join(lines) + "\n"
    (place / "expected" / "Expected.v").write_text(text, encoding="utf-8")
    return hashlib.sha256(text.encode()).hexdigest()


def in_decimals(term: str) -> str:
    """Return a term of Coq, printed in full, with 2%nat for S (S O), and so on. S O may be a layer:
    it stays. Where Coq reads another term back, the kernel refuses Expected.v."""

    def decimal(match: re.Match[str]) -> str:
        number = match[1].count("S")
        extra = len(match[2]) - number
        return f" {number}%nat" + ")" * extra if number > 1 and extra >= 0 else match[0]

    return re.sub(r"\s+((?:\(S\s+)+)O(\)+)", decimal, term)


def verify(
    place: Path,
    on_file: Callable[[str], None] = lambda name: None,
    *,
    theirs: Mapping[str, str] | None = None,
    claims: Mapping[str, tuple[str, bool]] | None = None,
    libraries: bool = False,
    recorded: Mapping[str, tuple[str, ...]] | None = None,
    found: Account | None = None,
) -> dict[str, Theorem]:
    """Return the theorems of a compiled development once kernel, axioms, our own guard check and
    coqchk agree: the claims of the page, `theirs` with their files, all that are mapped unless said
    otherwise, and those of the claims that are compared on runs (`theorems_of_claims`). `found` is
    filled with what our guard check counts; without it a kernel whose files that check does not
    read goes without the check."""
    _require_leaf(place)
    page = place / "challenge" / "Challenge.vo"
    sealed = hashlib.sha256(page.read_bytes()).digest()
    paths = _paths(place)
    for file in ("solution/Solution.v", "expected/Expected.v"):
        _coqc(place, paths, file)
        on_file(file)
    _confirm_axioms(place)
    theirs = _theorems() if theirs is None else theirs
    claims = claims or {}
    if twice := claims.keys() & {*PAIRS, *theirs}:
        raise BuildFailed(f"coq: {min(twice)} is the name of two theorems")
    names = [*PAIRS, *theirs, *claims]
    alike: dict[tuple[str, ...], list[str]] = {}
    for name in names:
        if recorded and name in recorded:
            alike.setdefault(recorded[name], []).append(name)
    groups = {f"group_{k}": members for k, members in enumerate(alike.values())}
    checks = {
        f"check_{claim}": f"Challenge.Challenge.{claim} := @Solution.Solution.{theorem}"
        for claim, theorem in PAIRS.items()
    }
    checks |= {
        f"check_{name}": f"Expected.Expected.{name} := @{_full(name, file)}"
        for name, file in theirs.items()
    }
    stated, proofs = logical(STATEMENTS_FILE), [logical(PROVED_FILE), logical(REFUTED_FILE)]
    checks |= {
        f"check_{name}": f"{'~ ' * refuted}{stated}.{of} := @{proofs[refuted]}.{name}"
        for name, (of, refuted) in claims.items()
    }
    lines = ["Require Challenge.Challenge Solution.Solution Expected.Expected.", _requires(theirs)]
    lines += [f"Require {stated} {proofs[0]} {proofs[1]}."] if claims else []
    lines += [f"Definition {name} : {text}." for name, text in checks.items()]
    for name, members in {**groups, EVERYTHING: names}.items():
        lines.append(f"Definition {name} := ({', '.join(f'check_{n}' for n in members)}).")
    (place / "verdict" / "Check.v").write_text("\n".join(lines) + "\n", encoding="utf-8")
    _coqc(place, paths, "verdict/Check.v")
    on_file("statements, by the kernel")
    _axioms_of(place, [EVERYTHING])  # one answer for all, before the long way
    axioms = _as_recorded(place, groups, list(alike))
    halves = [[n for n in names if n not in axioms][k::2] for k in (0, 1)]
    with ThreadPoolExecutor(JOBS) as pool:
        for batch in pool.map(lambda some: _axioms_of(place, [f"check_{n}" for n in some]), halves):
            axioms |= {name.removeprefix("check_"): used for name, used in batch.items()}
    on_file("axioms")
    if found is not None or version(place) in VERSIONS.values():
        said_of = {f"check_{name}": used for name, used in axioms.items()}
        _check_terms(place, said_of, found or Account())
        on_file("terms, by our own guard check")
    said = _displayed(place, theirs)
    recheck(place, on_file, libraries=libraries)
    if hashlib.sha256(page.read_bytes()).digest() != sealed:
        raise BuildFailed("coq: the compiled challenge was changed")
    theorems = {
        claim: Theorem(claim, SOLUTION, f"Challenge.{claim}", axioms[claim]) for claim in PAIRS
    }
    theorems |= {n: Theorem(n, f, said[n], axioms[n]) for n, f in theirs.items()}
    texts = {claim.name: claim.definition for claim in derived_claims()} if claims else {}
    return theorems | {
        name: Theorem(name, REFUTED_FILE if refuted else PROVED_FILE, texts[of], axioms[name])
        for name, (of, refuted) in claims.items()
    }


def _require_leaf(place: Path) -> None:
    """Raise BuildFailed where a file needs one that coqchk leaves out."""
    needs = _needs(place, [*development(place), SOLUTION])
    for name, needed in needs.items():
        if TOO_LONG in needed:
            raise BuildFailed(f"coq: coqchk leaves out {TOO_LONG}, which {name} needs")


def _check_terms(place: Path, axioms: Mapping[str, tuple[str, ...]], found: Account) -> None:
    """Check the terms of every compiled file, those that coqchk leaves out, too, by our own rule;
    compare what each check in Check.v rests on with what Coq says. Raises BuildFailed."""
    files = [f for root, _ in roots(place) for f in sorted(root.rglob("*.vo"))]
    library = Path(_run(["coqc", "-where"], place).strip())
    try:
        folders = [*roots(place), *own_check.standard_library(library)]
        refused = own_check.refused(files, folders, axioms, found)
    except OtherLayout as e:
        raise BuildFailed(f"coq: guard: {e}") from None
    if refused:
        raise BuildFailed(f"coq: guard: {'; '.join(refused[:20])}")


def recheck(place: Path, on_file: Callable[[str], None], *, libraries: bool) -> None:
    """Have coqchk check the compiled files but TOO_LONG; the libraries' only if asked for.
    Raises BuildFailed for what it assumes, beside the libraries' axioms."""
    modules = [logical(n) for n in development(place) if n != TOO_LONG]
    modules += ["Challenge.Challenge", "Solution.Solution", "Expected.Expected", "Verdict.Check"]
    words = ["coqchk", "-silent", "-o", *_paths(place)]
    if libraries:  # with all that a module needs
        words += ["-admit", logical(TOO_LONG)]
    for module in modules:
        words += [module] if libraries else ["-norec", module]
    account = _run(words, place, told="stderr")  # with -silent it tells there
    on_file("coqchk")
    assumed = re.findall(r"^    (\S+)$", account, re.MULTILINE)
    libraries_of = LIBRARIES if version(place).startswith("8.") else LIBRARIES + ROCQ
    if foreign := [name for name in assumed if not name.startswith(libraries_of)]:
        raise BuildFailed(f"coq: coqchk: {', '.join(foreign)} is assumed")
    for doubt in DOUBTS:
        if f"* {doubt}: <none>" not in account:
            raise BuildFailed(
                f"coq: coqchk does not say: {doubt}: <none>; it says: {account[-999:]}"
            )


def assumptions(printed: str, name: str) -> tuple[str, ...]:
    """Return the names in what Print Assumptions prints. Raises BuildFailed for a line that is no
    axiom and its type, as one about unsafe flags."""
    lines = [line for line in printed.splitlines() if line.strip()]
    if lines == ["Closed under the global context"]:
        return ()
    if not lines or lines[0] != "Axioms:":
        raise BuildFailed(f"coq: {name}: Coq prints {printed[:200]!r}")
    axioms = []
    for line in lines[1:]:
        if line.startswith("  "):
            continue
        entry = re.fullmatch(r"([A-Za-z_][\w.']*)(?: : .*)?", line)
        if entry is None or re.search(r"relies on|is assumed", line):
            raise BuildFailed(f"coq: {name}: no axiom: {line}")
        axioms.append(entry[1])
    return tuple(axioms)


def _theorems() -> dict[str, str]:
    return {m.theorem: m.file for m in mapped()} | JUDGE


def _proofs(folder: Path) -> list[Path]:
    files = dict.fromkeys([*sources(folder), *sources(folder / "judge")])
    return [file for file in files if file != folder / NOT_PROOFS]


def _full(name: str, file: str) -> str:
    return f"{logical(file)}.{name}"


def _requires(theirs: Mapping[str, str]) -> str:
    modules = dict.fromkeys(logical(file) for file in theirs.values())
    return "\n".join(f"Require {module}." for module in modules)


ROOTS = {
    "library": LIBRARY,
    "dev": DEVELOPMENT,
    "challenge": "Challenge",
    "solution": "Solution",
    "expected": "Expected",
    "verdict": "Verdict",
}
"""The folders of what is laid out, with their logical names."""
LIBRARY_PATHS = ("-Q", "library", LIBRARY)
OUR_PATHS = (*LIBRARY_PATHS, "-Q", "dev", DEVELOPMENT)


def roots(place: Path) -> list[tuple[Path, str]]:
    """Return those folders there."""
    return [(place / folder, name) for folder, name in ROOTS.items()]


def _paths(place: Path) -> list[str]:
    return [word for folder, name in ROOTS.items() for word in ("-Q", folder, name)]


def _needs(place: Path, names: Sequence[str]) -> dict[str, set[str]]:
    """Return, for every file, those of ours that it needs."""
    laid = {inside(name): name for name in names}
    printed = _run(["coqdep", *_paths(place), *laid], place)
    needs: dict[str, set[str]] = {name: set() for name in names}
    for line in printed.splitlines():
        targets, _, rest = line.partition(":")
        file = targets.split()[0].removesuffix("o") if targets.split() else ""
        if file in laid:
            words = {w.removesuffix("o") for w in rest.split() if w.endswith(".vo")}
            needs[laid[file]] = {laid[word] for word in words & laid.keys() - {file}}
    return needs


def version(place: Path) -> str:
    """Return Coq's version. That of a development version says its commit, and which pull requests
    it was built with besides, as coqtop greets with them: 9.4+alpha.9b9978d355+22379."""
    said = _run(["coqc", "--print-version"], place).split()[0]
    if "+" not in said:
        return said
    greeting = _run(["coqtop", "-q"], place)
    commit = re.search(r"((?:\+\d+)*) \(([0-9a-f]{10})[0-9a-f]{30}\)$", greeting, re.MULTILINE)
    if commit is None:
        raise BuildFailed(f"coq: {said}, a development version, names no commit: {greeting}")
    return f"{said}.{commit[2]}{commit[1]}"


def _since_9(name: str) -> str:
    """Return the name that an axiom of the standard library has had before Rocq 9."""
    return f"Coq.{name.removeprefix('Stdlib.')}" if name.startswith("Stdlib.") else name


def _confirm_axioms(place: Path) -> None:
    """Have Coq confirm, with nothing of ours in reach, that the allowed axioms have those types."""
    ours = "Coq." if version(place).startswith("8.") else "Stdlib."
    axioms = {ours + name.removeprefix("Coq."): said for name, said in ALLOWED_AXIOMS.items()}
    lines = [f"Require {name.rpartition('.')[0]}." for name in axioms]
    for number, (name, (_, type_)) in enumerate(axioms.items()):
        lines.append(f"Definition axiom_{number} : {type_} := @{name}.")
    (place / "home" / "Axioms.v").write_text("\n".join(lines) + "\n", encoding="utf-8")
    _coqc(place, [], "home/Axioms.v")


def _as_recorded(
    place: Path, groups: Mapping[str, list[str]], recorded: Sequence[tuple[str, ...]]
) -> dict[str, tuple[str, ...]]:
    """Return the axioms of the theorems in those groups that use together what is recorded of each.
    No theorem among them uses more; the record may say too much of one, never too little."""
    group_axioms = _axioms_of(place, groups)
    return {
        name: axioms
        for (group, members), axioms in zip(groups.items(), recorded, strict=True)
        for name in members
        if group_axioms[group] == axioms
    }


def _axioms_of(place: Path, names: Iterable[str]) -> dict[str, tuple[str, ...]]:
    head = ["Require Verdict.Check.", NAMES_ONLY]
    asked = [(n, f"Print Assumptions Verdict.Check.{n}.") for n in names]
    said = {n: assumptions(text, n) for n, text in _ask(place, head, "uses", asked).items()}
    short = dict.fromkeys(axiom for axioms in said.values() for axiom in axioms)
    about = _ask(place, head, "about", [(axiom, f"About {axiom}.") for axiom in short])
    full = {}
    for axiom, text in about.items():
        place_of = re.findall(r"^Expands to: Constant (\S+)$", text, re.MULTILINE)
        known = [_since_9(name) for name in place_of]
        if len(known) != 1 or known[0] not in ALLOWED_AXIOMS:
            users = [n for n, axioms in said.items() if axiom in axioms]
            called = place_of[0] if place_of else axiom
            raise BuildFailed(f"coq: {users[0]} uses {called}, which is not allowed")
        full[axiom] = known[0]
    return {n: tuple(sorted(full[a] for a in axioms)) for n, axioms in said.items()}


def _displayed(place: Path, theirs: Mapping[str, str]) -> dict[str, str]:
    """Return the statements as they are shown, with the notations of the development."""
    if not theirs:
        return {}
    own = {name: file for name, file in theirs.items() if name not in JUDGE}
    apart = "judge/", "statements/"  # whose notations are their own
    ours = [n for n in development(place) if not n.startswith(apart)]
    modules = dict.fromkeys(logical(n) for n in ours)
    modules |= dict.fromkeys(logical(file) for file in own.values())
    head = [f"Require Import {module}." for module in modules]
    head += ["Unset Printing Implicit Defensive.", "Open Scope R_scope.", "Set Printing Width 96."]
    said = _ask(place, head, "says", [(n, f"Check {_full(n, f)}.") for n, f in own.items()])
    judge = [_requires(JUDGE), "Set Printing Width 96."]
    said |= _ask(place, judge, "says", [(n, f"Check {_full(n, f)}.") for n, f in JUDGE.items()])
    return {n: _dedented(text.partition(":")[2]) for n, text in said.items()}


def _ask(
    place: Path, head: Sequence[str], what: str, asked: Sequence[tuple[str, str]]
) -> dict[str, str]:
    """Return what Coq prints for every command, between marks that it prints itself."""
    lines = list(head)
    for name, command in asked:
        lines += [f'Goal True. idtac "{MARK} {what} {name}". Abort.', command]
    with tempfile.NamedTemporaryFile(
        "w", prefix="Ask", suffix=".v", dir=place / "home", delete=False, encoding="utf-8"
    ) as file:
        file.write("\n".join(lines) + "\n")
    words = ["coqc", *COQC_OPTIONS, *_paths(place), f"home/{Path(file.name).name}"]
    before, *blocks = re.split(rf"^{MARK} ", _run(words, place), flags=re.MULTILINE)
    heads = [block.partition("\n")[0] for block in blocks]
    if before.strip() or heads != [f"{what} {name}" for name, _ in asked]:
        raise BuildFailed("coq: Coq prints what was not asked for")
    bodies = [block.partition("\n")[2].strip("\n") for block in blocks]
    return dict(zip([name for name, _ in asked], bodies, strict=True))


def _dedented(text: str) -> str:
    lines = text.strip("\n").splitlines()
    return "\n".join(line.removeprefix(" " * 7).rstrip() for line in lines).strip()


def _coqc(place: Path, paths: Sequence[str], file: str) -> None:
    if printed := _run(["coqc", *COQC_OPTIONS, *paths, file], place).strip():
        raise BuildFailed(f"coq: {file} prints {printed[:200]!r}; a proof prints nothing")


def _run(words: Sequence[str], place: Path, told: str = "stdout") -> str:
    """Return what a command prints there; its surroundings are PATH and an empty home, its input is
    empty."""
    home = next(p / "home" for p in (place, *place.parents) if (p / "home").is_dir())
    surroundings = {"PATH": os.environ["PATH"], "HOME": str(home), "LC_ALL": "C.UTF-8"}
    how: dict[str, Any] = {"stdin": subprocess.DEVNULL, "capture_output": True, "text": True}
    done = subprocess.run(words, cwd=place, env=surroundings, **how)
    if done.returncode:
        said = (done.stderr or done.stdout).strip()[:2000]
        raise BuildFailed(f"coq: {words[0]} fails at {words[-1]}:\n{said}")
    return str(getattr(done, told))
