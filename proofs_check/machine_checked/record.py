"""The theorems of the Coq development, and the committed record of their last build.

`coq/claims.json` maps a label and a form of the ledger to a theorem. `coq/record.json` is written
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

from reference.support.errors import MalformedInput

COQ = Path(__file__).parents[1] / "coq"
CLAIMS, RECORD = COQ / "claims.json", COQ / "record.json"
FORMS = ("printed", "repaired", "refutation")
ALLOWED_AXIOMS = {
    "functional_extensionality_dep": "functions with equal values are equal",
    "sig_forall_dec": "limited principle of omniscience, of Coq's reals",
    "sig_not_dec": "weak excluded middle in Type, of Coq's reals",
    "classic": "excluded middle",
}
"""The axioms of the classical reals of Coq's standard library, by the last part of their names; no
theorem may use another."""


DICTIONARY = {
    "S0": "S0 h, also S h: the states of layer h, h = 0..L",
    "A": "the actions; #|A| is A of the paper",
    "X": "X S0 L: the number of states",
    "P": "P h x a y: P(y|x,a) for x in layer h",
    "rho": "the distribution of the reward symbol, given pair and next state",
    "rv": "rv z in [0,1]: the reward of the symbol z",
    "traj": "the episodes: actions, reward symbols and next states",
    "st": "st hist: the history at the start of the epoch in force after hist; schedule: an epoch "
    "ends at the latest when n >= max{1, N}",
    "f": "f hist: the policy pi_i of the epoch that starts after hist",
    "qhat": "qhat hist: q_hat_i of the epoch in force after hist",
    "learner": "every epoch plays an optimum q_hat_i of LP1, arbitrary where it has no mass",
    "Lam": "Lam: any number that is at least log(TXA/delta)",
    "TXA": "TXA S0 A L T: the number TXA",
    "Pr": "Pr K T [::] B: the probability of B after T episodes",
    "K": "K x0 P rho f hist: the distribution of the next episode after hist",
    "Rleb": "Rleb u v: u <= v, as a decidable event",
    "regret": "regret: Reg_T against the policy pistar, eq. (2)",
    "V": "V P pi r L x0: V(pi), eq. (1)",
    "q3": "q3 x0 P pi x a y: q^{P,pi}(x,a,y)",
    "q2": "q2 x0 P pi x a: q^{P,pi}(x,a)",
    "inner": "inner L q r: <q, r>",
    "polytope": "polytope: the set of eq. (13)",
    "LP1_opt": "LP1_opt: q solves LP1",
    "cnt": "cnt x0 p w: the visits of the pair p in the history w",
    "eps": "eps w x a: eps_i(x,a) of eq. (11) at the history w",
    "rhat": "rhat w x a: r_hat_i(x,a) of eq. (16)",
    "INR": "INR n: the natural number n as a real",
}
"""Names of the development in the paper's letters, as statements need them."""


def dictionary(statement: str) -> list[tuple[str, str]]:
    """The entries of DICTIONARY for the names that a statement uses."""
    words = set(re.findall(r"[A-Za-z_][A-Za-z_0-9']*", statement))
    return [(name, meaning) for name, meaning in DICTIONARY.items() if name in words]


@dataclass(frozen=True)
class Mapped:
    """An entry of claims.json: the theorem that carries a form of a statement.

    A refutation proves that the printed form fails. `says` is one sentence from the paper's words
    to Coq's. `part`: the theorem proves a part of what the claim says. `under`: the choice of
    something unstated under which the theorem speaks."""

    label: str
    form: str
    theorem: str
    file: str
    says: str = ""
    part: bool = False
    under: str = ""

    @property
    def key(self) -> tuple[str, str]:
        """(label, form) of the claim in the ledger."""
        return self.label, "printed" if self.form == "refutation" else self.form


@dataclass(frozen=True)
class Theorem:
    """A theorem as Coq prints it: its statement, its axioms, its line in its file."""

    name: str
    file: str
    line: int
    statement: str
    axioms: tuple[str, ...]


@dataclass(frozen=True)
class Record:
    """A build: digest of the sources, Coq's version and every mapped theorem by its name."""

    sources: str
    coq: str
    theorems: dict[str, Theorem]


def mapped(file: Path = CLAIMS) -> list[Mapped]:
    """The entries of claims.json. Raises MalformedInput for an unknown key or form."""
    entries = _read(file)
    found: list[Mapped] = []
    for k, entry in enumerate(entries):
        try:
            one = Mapped(**entry)
        except TypeError as e:
            raise MalformedInput(
                str(file), None, f"[{k}]", entry, f"is not an entry: {e}"
            ) from None
        if one.form not in FORMS:
            raise MalformedInput(str(file), None, f"[{k}].form", one.form, f"one of {FORMS}")
        found.append(one)
    return found


def sources(folder: Path = COQ) -> list[Path]:
    """The Coq files in the order of _CoqProject. Raises MalformedInput if one is missing."""
    project = folder / "_CoqProject"
    words = project.read_text(encoding="utf-8").split()
    files = [folder / word for word in words if word.endswith(".v")]
    for file in files:
        if not file.is_file():
            raise MalformedInput(str(project), None, "file", file.name, "must exist")
    return files


def sources_digest(folder: Path = COQ) -> str:
    """SHA-256 of the names and contents of the Coq files and of claims.json."""
    total = hashlib.sha256()
    for file in [*sources(folder), folder / CLAIMS.name]:
        total.update(f"{file.relative_to(folder).as_posix()}\0".encode())
        total.update(file.read_bytes() + b"\0")
    return total.hexdigest()


def read_record(file: Path = RECORD) -> Record:
    """The committed record. Raises MalformedInput if it is not one of these sources."""
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
    """For every claim of the ledger the theorems that prove or refute it, from the record."""
    record = read_record()
    found: dict[tuple[str, str], list[tuple[Mapped, Theorem]]] = {}
    for one in mapped():
        found.setdefault(one.key, []).append((one, record.theorems[one.theorem]))
    return found


def _read(file: Path) -> Any:
    try:
        return json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError) as e:
        raise MalformedInput(str(file), None, "file", file.name, f"cannot be read: {e}") from None
