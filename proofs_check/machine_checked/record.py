"""The theorems of the Coq development, and the committed record of their last build.

The module of a statement names the theorems that carry its forms. `coq/record.json` is written by
`proofs-check coq --record`: digest of the sources without their comments, options, Coq's version,
which theorem carries which form, wholly or in part, for every theorem its statement and axioms as
Coq prints them, and the digest of all statements in full, as Coq reads them. A record of other
sources or of other mappings is an error, never evidence; whether it is true, only `proofs-check
coq` can tell, which builds everything and names every difference.

The page of claims has a digest of its own, `coq/challenge/DIGEST`, that no command writes: who
changes the page says so by writing the new digest there.
"""

from __future__ import annotations

import hashlib
import json
import re
from dataclasses import asdict, dataclass, replace
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from proofs_check.ledger.registry import REGISTRY, Verdict
from proofs_check.ledger.statement import Coq
from proofs_check.machine_checked.source_text import digest_of_code, without_comments
from reference.support.errors import MalformedInput

COQ = Path(__file__).parents[1] / "coq"
RECORD = COQ / "record.json"
DICTIONARY = COQ / "dictionary.json"
PAGE, SOLUTION = "challenge/Challenge.v", "challenge/Solution.v"
DEVELOPMENT, LIBRARY = "UCRLLP", "Previsions"
"""What Coq calls the development, and the library in `library/`, which is a package of its own."""
PINNED_PAGE = "challenge/DIGEST"
COQC_OPTIONS = ("-q", "-w", "none")
"""What coqc is called with, beside -Q: nothing that changes what is proved."""
ALLOWED_AXIOMS = {
    "Coq.Logic.FunctionalExtensionality.functional_extensionality_dep": (
        "functions with equal values are equal",
        (
            "forall (A : Type) (B : A -> Type) (f g : forall x : A, B x), "
            "(forall x : A, f x = g x) -> f = g"
        ),
    ),
    "Coq.Reals.ClassicalDedekindReals.sig_forall_dec": (
        "limited principle of omniscience, of Coq's reals",
        (
            "forall P : nat -> Prop, (forall n : nat, {P n} + {~ P n}) -> "
            "{n : nat | ~ P n} + {forall n : nat, P n}"
        ),
    ),
    "Coq.Reals.ClassicalDedekindReals.sig_not_dec": (
        "weak excluded middle in Type, of Coq's reals",
        "forall P : Prop, {~ ~ P} + {~ P}",
    ),
    "Coq.Logic.Classical_Prop.classic": ("excluded middle", "forall P : Prop, P \\/ ~ P"),
}
"""The axioms of the classical reals of Coq's standard library, by their full names: what each says,
and its type. No theorem may use another."""
JUDGE = {
    "accepted_is_run": "judge/Verdict.v",
    "verdict_feed": "judge/Verdict.v",
    "read_iff": "judge/JsonComplete.v",
    "denotes_unique": "judge/Unique.v",
    "file_says_unique": "judge/Unique.v",
    "feed_line_ok": "judge/FastLineSound.v",
    "asked_lines": "judge/LineByLine.v",
    "accepted_says": "judge/FileVerdict.v",
    "accepted_file_is_run": "judge/FileVerdict.v",
    "judged_learner": "judge/JudgedLearner.v",
    "judged_learner_printed": "judge/JudgedLearner.v",
    "judged_bound": "judge/JudgedLearner.v",
    "any_learner": "judge/AskingLearner.v",
    "asking_bound": "judge/AskingLearner.v",
    "exists_accepted_learner": "judge/GreedyAccepted.v",
    "greedy_asking_bound": "judge/GreedyAccepted.v",
    "offer_fallback": "judge/GreedyAccepted.v",
    "always_accepted": "judge/AlwaysAccepted.v",
}
"""The theorems of the judge (`judge/TRUST.md`)."""
PAIRS = {
    "Theorem_4": "theorem_4",
    "Theorem_4_with_gaps": "theorem_4_with_gaps",
    "Theorem_4_sharper": "theorem_4_sharper",
    "Theorem_4_rarely_fails": "theorem_4_rarely_fails",
    "Theorem_4_as_printed": "theorem_4_as_printed",
    "Theorem_4_is_tight": "theorem_4_is_tight",
    "Theorem_4_between": "theorem_4_between",
    "Theorem_intervals": "theorem_intervals",
    "Theorem_intervals_Gamma": "theorem_intervals_Gamma",
    "Intervals_exist": "intervals_exist",
    "Separation": "separation",
    "Least_constant": "least_constant",
    "Two_steps": "two_steps",
    "Number_of_updates": "number_of_updates",
    "Number_of_updates_as_printed": "number_of_updates_as_printed",
    "LP1_has_an_optimum": "lp1_has_an_optimum",
    "Algorithm_1_exists": "algorithm_1_exists",
    "A_setting_exists": "a_setting_exists",
    "Laws": "laws",
    "Definitions_make_sense": "definitions_make_sense",
    "Probabilities_make_sense": "probabilities_make_sense",
}
"""The claims of `challenge/Challenge.v`, and the theorems of `challenge/Solution.v` that prove
them."""


def dictionary(statement: str) -> list[tuple[str, str]]:
    """Return the names of the development in a statement, and their meaning in the paper's
    notation."""
    words = names_in(statement)
    meanings = _content(_text(DICTIONARY), DICTIONARY)
    return [(name, meaning) for name, meaning in meanings.items() if name in words]


def names_in(statement: str) -> set[str]:
    """Return the names in a statement of Coq, without those of its scopes."""
    return set(re.findall(r"(?<!%)\b[A-Za-z_][A-Za-z_0-9']*", statement))


WRONG_IN_COQ = {"refutation": Verdict.FAILS, "gap": Verdict.GAP}
"""What a theorem proves of a printed form where it does not prove the form, and the verdict."""


@dataclass(frozen=True)
class Mapped:
    """Theorem that carries a form of a statement.

    A refutation proves that the printed form fails, a gap that it does not follow. `part`: the
    theorem proves a part of the claim. `assumed`: the choice of something unstated under which the
    theorem holds."""

    label: str
    form: str
    theorem: str
    file: str
    part: bool = False
    assumed: str = ""

    @property
    def key(self) -> tuple[str, str]:
        """(label, form) of the claim in the ledger."""
        return self.label, "printed" if self.form in WRONG_IN_COQ else self.form


@dataclass(frozen=True)
class Theorem:
    """Theorem as Coq prints it: statement and axioms, by their full names."""

    name: str
    file: str
    statement: str
    axioms: tuple[str, ...]

    @property
    def lines(self) -> tuple[int, int]:
        """Return the first and the last line, proof included. Raises MalformedInput for a file
        that does not state the theorem."""
        return stated_at(self.file, self.name)

    @property
    def place(self) -> str:
        """Return file and lines, proof included."""
        first, last = self.lines
        return f"{self.file}:{first}-{last}"

    @property
    def uses(self) -> str:
        """Return the axioms by the last part of their names."""
        return ", ".join(axiom.rpartition(".")[2] for axiom in self.axioms) or "none"


@dataclass(frozen=True)
class Record:
    """Record of a build: digest of the sources, Coq's version and options, digest of the statements
    in full, the mapping from forms to theorems, every theorem by its name, for every claim its
    name, whether it is proved, and the digest of its definition (machine_checked/claims.py), and
    the number of fixpoints that our own guard check accepted."""

    sources: str
    coq: str
    options: tuple[str, ...]
    expected: str
    mapping: tuple[tuple[str, ...], ...]
    theorems: dict[str, Theorem]
    claims: tuple[tuple[str, str, str], ...] = ()
    fixpoints: int = 0


def mapped() -> list[Mapped]:
    """Return the theorems that the registered statements name, in the order of the paper."""
    return [
        Mapped(claim.label, _proves(t, claim.form), t.theorem, t.file, t.part, t.assumed)
        for claim in sorted(REGISTRY.values(), key=lambda claim: claim.position)
        for t in claim.coq
    ]


def mapping() -> tuple[tuple[str, ...], ...]:
    """Return label, form, theorem, file, whole or part, and the choice, of every mapped theorem."""
    return tuple(
        (m.label, m.form, m.theorem, m.file, "part" if m.part else "whole", m.assumed)
        for m in mapped()
    )


def _proves(theorem: Coq, form: str) -> str:
    """Return what a theorem proves: the form, "refutation" or "gap"."""
    return "refutation" if theorem.refutes else "gap" if theorem.gap else form


LINE = re.compile(
    rf"-Q (?:\.\./)?library {LIBRARY}|-Q (?:\.\./)?((?!library )[a-z]+) {DEVELOPMENT}\.\1"
    rf"|-Q \. {DEVELOPMENT}\.judge|(?:[A-Za-z]+/)?[A-Za-z][A-Za-z0-9_]*\.v|"
)


def logical(file: str) -> str:
    """Return what Coq calls a file of the folder, such as UCRLLP.model.Model."""
    name = file.removesuffix(".v").replace("/", ".")
    own = name.removeprefix("library.")
    return f"{DEVELOPMENT}.{name}" if own == name else f"{LIBRARY}.{own}"


def load_path(folder: Path | str = ".") -> tuple[str, ...]:
    """Return the words with which coqc finds what is compiled in a folder such as COQ."""
    return "-Q", str(folder), DEVELOPMENT, "-Q", f"{folder}/library", LIBRARY


def sources(folder: Path = COQ) -> list[Path]:
    """Return the Coq files in the order of _CoqProject. Raises MalformedInput if one is missing, or
    for a line that is neither a file's name nor the logical name of a folder."""
    project = folder / "_CoqProject"
    files = []
    for number, line in enumerate(project.read_text(encoding="utf-8").splitlines(), start=1):
        if not LINE.fullmatch(line):
            rule = "only file names and the names of their folders: the options are fixed"
            raise MalformedInput(str(project), number, "option", line, rule)
        if line.endswith(".v"):
            files.append(folder / line)
    for file in files:
        if not file.is_file():
            raise MalformedInput(str(project), None, "file", file.name, "must exist")
    return files


def all_sources(folder: Path = COQ) -> list[Path]:
    """Return every Coq file: development, judge, challenge."""
    files = [*sources(folder), *sources(folder / "judge")]
    return [*dict.fromkeys(files), folder / PAGE, folder / SOLUTION]


def sources_digest(folder: Path = COQ) -> str:
    """Return the SHA-256 of the names and texts of the Coq files, without their comments."""
    return digest_of_code((f.relative_to(folder).as_posix(), f) for f in all_sources(folder))


def check_page(page: Path, folder: Path = COQ) -> None:
    """Raise MalformedInput if a page of claims, every byte of it, is not the one that the folder
    pins."""
    digest = hashlib.sha256(page.read_bytes()).hexdigest()
    file = folder / PINNED_PAGE
    pinned = file.read_text(encoding="utf-8").strip() if file.is_file() else "nothing"
    if pinned != digest:
        rule = f"is not the digest of {PAGE}, which is {digest}: read the page again, and where it "
        rule += "says what is meant, write that digest here"
        raise MalformedInput(str(file), 1, "digest", pinned, rule)


def stated_at(file: str, name: str) -> tuple[int, int]:
    """Return the first and the last line of a theorem of the development, its proof included.
    Raises MalformedInput if the file does not state it."""
    if name not in (stated := _stated(file)):
        raise MalformedInput(str(COQ / file), None, "theorem", name, "is not stated")
    return stated[name]


HEAD = re.compile(r"\s*(?:Theorem|Lemma|Corollary|Proposition|Fact|Remark|Example)\s+([\w']+)")
END = re.compile(r"\b(?:Qed|Defined)\.")


@cache
def _stated(file: str) -> dict[str, tuple[int, int]]:
    """Return the first and the last line of every theorem of a file."""
    found, first = dict[str, tuple[int, int]](), dict[str, int]()
    for number, line in enumerate(_code(file), start=1):
        if head := HEAD.match(line):
            first[head[1]] = number
        if first and END.search(line):
            found = {name: (n, number) for name, n in first.items()} | found
            first = {}
    return found


@cache
def _code(file: str) -> list[str]:
    """Return the lines of a file without its comments."""
    return without_comments((COQ / file).read_text(encoding="utf-8")).splitlines()


@cache
def defined_at(file: str, name: str) -> int:
    """Return the line of a definition of the development. Raises MalformedInput if the file does
    not define it."""
    head = re.compile(rf"(?:Definition|Fixpoint|Record|Inductive)\s+{re.escape(name)}\b")
    for number, line in enumerate(_code(file), start=1):
        if head.match(line.strip()):
            return number
    raise MalformedInput(str(COQ / file), None, "definition", name, "is not stated")


def read_record(file: Path = RECORD) -> Record:
    """Return the committed record. Raises MalformedInput if it was made from other sources, or
    changed since `--record` wrote it."""
    record = _sealed(_text(file), file)
    if record.sources != sources_digest(file.parent):
        rule = "is of other sources; rebuild it with proofs-check coq --record"
        raise MalformedInput(str(file), None, "sources", record.sources, rule)
    check_page(file.parent / PAGE, file.parent)
    return record


@lru_cache(maxsize=8)  # an audit asks for it a hundred times
def _sealed(text: str, file: Path) -> Record:
    """Return the record that a file's text is. Raises MalformedInput if it was edited."""
    content = _content(text, file)
    try:
        seal = content.pop("digest")
        theorems = {
            t["name"]: Theorem(**{**t, "axioms": tuple(t["axioms"])}) for t in content["theorems"]
        }
        rows = tuple(tuple(row) for row in content["mapping"])
        head = content["sources"], content["coq"], tuple(content["options"]), content["expected"]
        claims = tuple((name, proved, digest) for name, proved, digest in content["claims"])
        record = Record(*head, rows, theorems, claims, content["fixpoints"])
    except (AttributeError, KeyError, TypeError) as e:
        raise MalformedInput(str(file), None, "record", "a record", f"lacks {e}") from None
    if seal != _seal(record):
        rule = "is not the digest of the record: it was edited; rebuild it with "
        raise MalformedInput(str(file), None, "digest", seal, rule + "proofs-check coq --record")
    return record


def write_record(record: Record, file: Path = RECORD) -> None:
    """Write the record, a mapping and a theorem per line."""
    maps = ",\n".join("  " + json.dumps(row) for row in record.mapping)
    claims = ",\n".join("  " + json.dumps(row) for row in record.claims)
    lines = ",\n".join("  " + json.dumps(asdict(t)) for t in record.theorems.values())
    options = json.dumps(record.options)
    head = f'{{"digest": "{_seal(record)}",\n "sources": "{record.sources}",\n'
    head += f' "coq": "{record.coq}", "options": {options},\n "expected": "{record.expected}",\n'
    head += f' "fixpoints": {record.fixpoints},\n'
    head += f' "mapping": [\n{maps}\n],\n'
    head += f' "claims": [\n{claims}\n],\n'
    file.write_text(f'{head} "theorems": [\n{lines}\n]}}\n', encoding="utf-8")


def departures(recorded: Record, built: Record) -> list[str]:
    """Return what a build has otherwise than the record, each named; none if they agree."""
    differences = [
        f"{what}: built {new}, recorded {old}"
        for what, old, new in (
            ("Coq's version", recorded.coq, built.coq),
            ("options", recorded.options, built.options),
            ("sources", recorded.sources, built.sources),
            ("statements in full", recorded.expected, built.expected),
            ("fixpoints", recorded.fixpoints, built.fixpoints),
        )
        if old != new
    ]
    rows = set(recorded.mapping) ^ set(built.mapping)
    differences += [f"mapping: {' '.join(row)}" for row in sorted(rows)]
    claims = set(recorded.claims) ^ set(built.claims)
    differences += [f"claims: {' '.join(row)}" for row in sorted(claims)]
    for name in dict.fromkeys([*recorded.theorems, *built.theorems]):
        old, new = recorded.theorems.get(name), built.theorems.get(name)
        if old is None or new is None:
            differences.append(
                f"{name}: is {'not recorded' if old is None else 'recorded, not built'}"
            )
        elif old != new:
            parts = [k for k, v in asdict(old).items() if v != asdict(new)[k]]
            differences.append(f"{name}: {', '.join(parts)}: built {new}, recorded {old}")
    return differences


def unconfirmed(recorded: Record, built: Record) -> list[str]:
    """Return where another kernel's build has otherwise than the record what no version of Coq
    changes: sources, mapping, the claims with their digests, the theorems with their axioms by full
    names. That claims are what they are called, its kernel has said by conversion; the words in
    which it prints a statement are its own."""
    said = {
        name: replace(theorem, statement=recorded.theorems[name].statement)
        for name, theorem in built.theorems.items()
        if name in recorded.theorems
    }
    theirs = replace(
        built, coq=recorded.coq, expected=recorded.expected, theorems=built.theorems | said
    )
    return departures(recorded, replace(theirs, fixpoints=recorded.fixpoints))


def _seal(record: Record) -> str:
    return hashlib.sha256(json.dumps(asdict(record), sort_keys=True).encode()).hexdigest()


@cache
def machine_checked() -> dict[tuple[str, str], list[tuple[Mapped, Theorem]]]:
    """Return, for every claim of the ledger, the theorems that prove or refute it, from the record.
    Raises MalformedInput for a theorem that the record lacks or maps otherwise."""
    record = read_record()
    if rows := set(record.mapping) ^ set(mapping()):
        rule = "is not what the record pins; rebuild it with proofs-check coq --record"
        raise MalformedInput(str(RECORD), None, "mapping", " ".join(min(rows)), rule)
    theorems: dict[tuple[str, str], list[tuple[Mapped, Theorem]]] = {}
    for carrier in mapped():
        if carrier.theorem not in record.theorems:
            rule = "is not in the record; rebuild it with proofs-check coq --record"
            raise MalformedInput(str(RECORD), None, "theorems", carrier.theorem, rule)
        theorems.setdefault(carrier.key, []).append((carrier, record.theorems[carrier.theorem]))
    return theorems


def _text(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8")
    except (OSError, ValueError) as e:
        raise MalformedInput(str(file), None, "file", file.name, f"cannot be read: {e}") from None


def _content(text: str, file: Path) -> Any:
    try:
        return json.loads(text)
    except ValueError as e:
        raise MalformedInput(str(file), None, "file", file.name, f"cannot be read: {e}") from None
