"""The theorems of the Coq development, and the committed record of their last build.

The module of a statement names the theorems that carry its forms. `coq/record.json` is written
by `proofs-check coq --record`: the digest of the sources, Coq's version, and for every theorem its
statement and axioms as Coq prints them. A record of other sources is an error, never evidence.
"""

from __future__ import annotations

import hashlib
import json
import re
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import Any

from proofs_check.ledger.registry import REGISTRY
from reference.support.errors import MalformedInput

COQ = Path(__file__).parents[1] / "coq"
RECORD = COQ / "record.json"
DICTIONARY = COQ / "dictionary.json"
ALLOWED_AXIOMS = {
    "functional_extensionality_dep": "functions with equal values are equal",
    "sig_forall_dec": "limited principle of omniscience, of Coq's reals",
    "sig_not_dec": "weak excluded middle in Type, of Coq's reals",
    "classic": "excluded middle",
}
"""The axioms of the classical reals of Coq's standard library, by the last part of their names; no
theorem may use another."""


def dictionary(statement: str) -> list[tuple[str, str]]:
    """Return the names of the development in a statement, and their meaning in the paper's
    notation."""
    words = names_in(statement)
    return [(name, meaning) for name, meaning in _read(DICTIONARY).items() if name in words]


def names_in(statement: str) -> set[str]:
    """Return the names in a statement of Coq, without those of its scopes."""
    return set(re.findall(r"(?<!%)\b[A-Za-z_][A-Za-z_0-9']*", statement))


@dataclass(frozen=True)
class Mapped:
    """Theorem that carries a form of a statement.

    A refutation proves that the printed form fails. `part`: the theorem proves a part of the claim.
    `under`: the choice of something unstated under which the theorem holds."""

    label: str
    form: str
    theorem: str
    file: str
    part: bool = False
    under: str = ""

    @property
    def key(self) -> tuple[str, str]:
        """(label, form) of the claim in the ledger."""
        return self.label, "printed" if self.form == "refutation" else self.form


@dataclass(frozen=True)
class Theorem:
    """Theorem as Coq prints it: statement and axioms; its first and last line in its file."""

    name: str
    file: str
    line: int
    end: int
    statement: str
    axioms: tuple[str, ...]

    @property
    def place(self) -> str:
        """Return file and lines, proof included."""
        return f"{self.file}:{self.line}-{self.end}"

    @property
    def uses(self) -> str:
        """Return the axioms by the last part of their names."""
        return ", ".join(axiom.rpartition(".")[2] for axiom in self.axioms) or "none"


@dataclass(frozen=True)
class Record:
    """Record of a build: digest of the sources, Coq's version, every mapped theorem by its name."""

    sources: str
    coq: str
    theorems: dict[str, Theorem]


def mapped() -> list[Mapped]:
    """Return the theorems that the registered statements name, in the order of the paper."""
    return [
        Mapped(
            one.label, "refutation" if t.refutes else one.form, t.theorem, t.file, t.part, t.under
        )
        for one in sorted(REGISTRY.values(), key=lambda claim: claim.position)
        for t in one.coq
    ]


def sources(folder: Path = COQ) -> list[Path]:
    """Return the Coq files in the order of _CoqProject. Raises MalformedInput if one is missing."""
    project = folder / "_CoqProject"
    words = project.read_text(encoding="utf-8").split()
    files = [folder / word for word in words if word.endswith(".v")]
    for file in files:
        if not file.is_file():
            raise MalformedInput(str(project), None, "file", file.name, "must exist")
    return files


def sources_digest(folder: Path = COQ) -> str:
    """Return the SHA-256 of the names and contents of the Coq files."""
    total = hashlib.sha256()
    for file in sources(folder):
        total.update(f"{file.relative_to(folder).as_posix()}\0".encode())
        total.update(file.read_bytes() + b"\0")
    return total.hexdigest()


def read_record(file: Path = RECORD) -> Record:
    """Return the committed record. Raises MalformedInput if it was made from other sources."""
    found = _read(file)
    try:
        theorems = {
            t["name"]: Theorem(**{**t, "axioms": tuple(t["axioms"])}) for t in found["theorems"]
        }
        record = Record(found["sources"], found["coq"], theorems)
    except (KeyError, TypeError) as e:
        raise MalformedInput(str(file), None, "record", "a record", f"lacks {e}") from None
    if record.sources != sources_digest(file.parent):
        rule = "is of other sources; rebuild it with proofs-check coq --record"
        raise MalformedInput(str(file), None, "sources", record.sources, rule)
    return record


def write_record(record: Record, file: Path = RECORD) -> None:
    """Write the record, a theorem per line."""
    lines = ",\n".join("  " + json.dumps(asdict(t)) for t in record.theorems.values())
    head = f'{{"sources": "{record.sources}", "coq": "{record.coq}",\n "theorems": [\n'
    file.write_text(f"{head}{lines}\n]}}\n", encoding="utf-8")


@cache
def machine_checked() -> dict[tuple[str, str], list[tuple[Mapped, Theorem]]]:
    """Return, for every claim of the ledger, the theorems that prove or refute it, from the record.
    Raises MalformedInput for a theorem that the record lacks."""
    record = read_record()
    found: dict[tuple[str, str], list[tuple[Mapped, Theorem]]] = {}
    for one in mapped():
        if one.theorem not in record.theorems:
            rule = "is not in the record; rebuild it with proofs-check coq --record"
            raise MalformedInput(str(RECORD), None, "theorems", one.theorem, rule)
        found.setdefault(one.key, []).append((one, record.theorems[one.theorem]))
    return found


def _read(file: Path) -> Any:
    try:
        return json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError) as e:
        raise MalformedInput(str(file), None, "file", file.name, f"cannot be read: {e}") from None
