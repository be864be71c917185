"""The reader of test vectors (spec.md, "The vectors"): a file of JSON lines for each kind.

Every vector it accepts can be asked and compared; the rest are refused, naming file, line, field,
value and rule.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any

from proofs_check.arithmetic import Q, to_q
from proofs_check.arithmetic.rational import RATIO
from reference.support.errors import MalformedInput, PreconditionError, UnusablePath, shown
from reference.support.guests import guest, installed

FORMAT, VERSION = "ucrl-lp-vector", 3
LARGEST = to_q(sys.float_info.max)
MAX_DEPTH = 12  # nesting of a line; they need 6

OF_UCRL_LP: dict[str, str] = {
    "confidence": "eq. (10), (11), (14)-(17): Lam = log(TXA/delta), P_bar_i, eps_i, b_i, r_bar_i, "
    "r_hat_i and r_check_i of one pair (x,a) from its counts",
    "epochs": "Alg. 1 l. 10-15 (R-1, R-16): t(i) of every epoch, and N_i when the last one starts, "
    "from the states and actions of all episodes",
    "occupancy": "eq. (3), (8), Def. 1: q^{P,pi} and V(pi) = <q^{P,pi}, r>",
    "induced": "eq. (5), (6): P^q(.|x,a) and pi^q(.|x), null where q has no mass",
    "lp1": "LP1, Lemma 1: its optimum, the optimistic values V(x) and the optimal actions, from "
    "counts and sums of rewards",
    "q_hat": "LP1, eq. (4), (13): is q_hat feasible and optimal within the tolerance?",
    "pi": "LP1: is the optimistic value of pi LP1's optimum within the tolerance?",
    "trace": "Algorithm 1: is this trace a run of it, and which rule breaks first if not?",
}
"""What each kind about Algorithm 1 states."""
OF_GUESTS = "kinds of vectors"
KINDS: dict[str, str] = OF_UCRL_LP | (guest(OF_GUESTS) if installed(OF_GUESTS) else {})
"""What each kind states; the header of its file carries the sentence and its hash. Those of the
guests where they are installed."""

HEADER = {
    "format", "version", "kind", "statement", "statement_sha256", "tolerance", "notes", "cases",
}  # fmt: skip
"""Keys of a file's first line."""
KEYS = {"id", "flags", "comment", "input", "expected"}
"""Keys of every other line, a case each."""
OPTIONAL = {"intermediates", "reason", "differs"}
NOTE = {"bug", "description", "effect"}
TEXTS, OBJECTS = ("comment", "reason"), ("input", "expected", "intermediates")


@dataclass(frozen=True)
class Vector:
    """Case of a file. `intermediates` are compared where an answer has them; `notes` give the kind
    of bug, a description and its effect for each flag."""

    id: str
    kind: str
    flags: tuple[str, ...]
    comment: str
    tolerance: Q
    input: dict[str, Any]
    expected: dict[str, Any]
    intermediates: dict[str, Any]
    reason: str
    notes: Mapping[str, Mapping[str, str]] = field(default_factory=dict)


def folder() -> Path:
    """Return the folder of the vectors about Algorithm 1 that came with this package: in a
    checkout, or inside an installed wheel. Raises UnusablePath if there is none."""
    here = Path(__file__).parent
    for place in (here / "data", here.parents[1] / "tests" / "vectors" / "data"):
        if place.is_dir():
            return place
    raise UnusablePath(str(here / "data"), "no vectors were installed; name a folder")


def folders() -> list[Path]:
    """Return `folder`, and that of the guests' vectors where they are installed. Raises
    UnusablePath."""
    theirs = "folder of vectors"
    return [folder(), guest(theirs)] if installed(theirs) else [folder()]


def release() -> list[Vector]:
    """Return every vector of `folders`. Raises MalformedInput, UnusablePath."""
    return [vector for place in folders() for vector in read_vectors(place)]


def read_vectors(place: Path) -> list[Vector]:
    """Return every vector of the files KIND.jsonl in the folder `place`, or of one such file, in
    the order of the lines. Raises MalformedInput, UnusablePath."""
    rule = "must be a folder of files KIND.jsonl (spec.md, The vectors), or one such file"
    files = sorted(place.glob("*.jsonl")) if place.is_dir() else [place]
    if not files or files[0].suffix != ".jsonl":
        raise UnusablePath(str(place), rule)
    vectors: list[Vector] = []
    for file in files:
        try:
            data = file.read_bytes()
        except OSError as e:
            raise UnusablePath(str(file), f"cannot be read: {e.strerror}") from None
        vectors += parse_vectors(data, file)
    return vectors


def parse_vectors(data: bytes, file: Path) -> list[Vector]:
    """Return the vectors that `data` holds, the content of `file`. Raises MalformedInput."""
    *lines, rest = data.split(b"\n")
    if rest or not lines:
        raise MalformedInput(str(file), len(lines) + 1, "line", rest, "must end with a newline")
    first = _Line(str(file), 1, lines[0])
    header, tolerance = _header(first, file.stem)
    cases: dict[str, Vector] = {}
    for number, text in enumerate(lines[1:], 2):
        line = _Line(str(file), number, text)
        case = _case(line, header, tolerance)
        line.need(case.id not in cases, "id", case.id, "must not be given twice")
        cases[case.id] = case
    rule = f"must be the number of cases that follow, {len(cases)}"
    first.need(header["cases"] == len(cases), "cases", header["cases"], rule)
    return list(cases.values())


@dataclass(frozen=True)
class _Line:
    """Line `number` of a file, and its text."""

    file: str
    number: int
    text: bytes

    def need(self, holds: bool, field: str, value: object, rule: str) -> None:
        """Refuse the line unless the rule holds."""
        if not holds:
            raise MalformedInput(self.file, self.number, field, value, rule)

    def object(self) -> dict[str, Any]:
        """Return the JSON object on this line."""
        try:
            value = json.loads(
                self.text.decode("ascii"),
                parse_constant=_no_constant,
                object_pairs_hook=_no_key_twice,
            )
        except json.JSONDecodeError as e:
            rule = f"must be a JSON object: {e.msg} (column {e.colno})"
            raise MalformedInput(self.file, self.number, "line", self.text, rule) from None
        except (ValueError, RecursionError) as e:
            rule = f"must be a JSON object in ASCII: {e}"
            raise MalformedInput(self.file, self.number, "line", self.text, rule) from None
        self.need(isinstance(value, dict), "line", value, "must be a JSON object")
        rule = f"must not nest deeper than {MAX_DEPTH}"
        self.need(_depth(value) <= MAX_DEPTH, "line", self.text, rule)
        return dict(value)


def _header(line: _Line, kind: str) -> tuple[dict[str, Any], Q]:
    """Return the header of the file KIND.jsonl, and its tolerance."""
    value = line.object()
    rule = f"the first line must be a header with the keys {', '.join(sorted(HEADER))}"
    line.need(set(value) == HEADER, "keys", sorted(value), rule)
    version, counted, notes = value["version"], value["cases"], value["notes"]
    noted = isinstance(notes, dict) and all(map(_is_note, notes.values()))
    statement = value["statement"] if isinstance(value["statement"], str) else ""
    digest = sha256(statement.encode("utf-8", "surrogatepass")).hexdigest()
    for name, holds, rule in (
        ("format", value["format"] == FORMAT, f"must be {FORMAT}"),
        ("version", type(version) is int and version == VERSION, f"must be {VERSION}"),
        ("kind", value["kind"] in list(KINDS), f"must be one of {', '.join(KINDS)}"),
        ("kind", value["kind"] == kind, f"must be the name of the file, {kind}"),
        ("statement", statement != "", "must be a sentence"),
        ("statement_sha256", value["statement_sha256"] == digest, "must be that of the statement"),
        ("notes", noted, f"must give {', '.join(sorted(NOTE))} of every flag"),
        ("cases", type(counted) is int and counted > 0, "must be a whole number above 0"),
    ):
        line.need(holds, name, value[name], rule)
    try:
        tolerance = to_q(value["tolerance"])
    except PreconditionError as e:
        raise MalformedInput(line.file, line.number, "tolerance", e.value, e.rule) from None
    line.need(0 <= tolerance < 1, "tolerance", value["tolerance"], "must lie in [0, 1)")
    return value, tolerance


def _case(line: _Line, header: dict[str, Any], tolerance: Q) -> Vector:
    """Return the vector on a line after the header."""
    value = line.object()
    keys, kind, notes = set(value), header["kind"], header["notes"]
    rule = (
        f"a case must have the keys {', '.join(sorted(KEYS))}, and no others than those of spec.md"
    )
    line.need(KEYS <= keys <= KEYS | OPTIONAL, "keys", sorted(keys), rule)
    value = {"intermediates": {}, "reason": "", **value}
    id, flags = value["id"], value["flags"]
    named = isinstance(id, str) and id.startswith(f"{kind}/") and id != f"{kind}/"
    texts = isinstance(flags, list) and all(isinstance(flag, str) for flag in flags)
    for name, holds, rule in (
        ("id", named, f"must be {kind}/NAME"),
        ("flags", texts, "must be a list of strings"),
        ("flags", texts and notes.keys() >= set(flags), "must have notes in the header"),
        *((name, isinstance(value[name], str), "must be a string") for name in TEXTS),
        *((name, isinstance(value[name], dict), "must be an object") for name in OBJECTS),
    ):
        line.need(holds, name, value[name], rule)
    expected, more = value["expected"], value["intermediates"]
    named = bool(expected) and set(expected) not in ({"lo", "hi"}, {"subset_of"})
    line.need(named, "expected", expected, "must name what an output has")
    twice = sorted(set(expected) & set(more))
    line.need(not twice, "intermediates", twice, "must not be among what is expected")
    for name in ("expected", "intermediates"):
        try:
            rule = "must have a form that spec.md allows"
            line.need(_comparable(value[name]), name, value[name], rule)
        except PreconditionError as e:
            raise MalformedInput(line.file, line.number, name, e.value, e.rule) from None
    return Vector(
        id, kind, tuple(flags), value["comment"], tolerance, value["input"], expected, more,
        value["reason"], {flag: notes[flag] for flag in flags},
    )  # fmt: skip


def _is_note(note: Any) -> bool:
    named = isinstance(note, dict) and set(note) == NOTE
    return named and all(isinstance(text, str) for text in note.values())


def _no_constant(name: str) -> Any:
    raise ValueError(f"{name} is not a number")


def _no_key_twice(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    entries = dict(pairs)
    if len(entries) < len(pairs):
        ((key, _),) = Counter(key for key, _ in pairs).most_common(1)
        raise ValueError(f"the key {shown(key, 40)} is given twice")
    return entries


def _depth(value: Any) -> int:
    """How deep arrays and objects nest."""
    level, depth = [value], 0
    while level := [v for v in level if isinstance(v, (dict, list))]:
        depth += 1
        level = [w for v in level for w in (v.values() if isinstance(v, dict) else v)]
    return depth


def _comparable(expected: Any) -> bool:
    """Enclosures are not empty and lie among the doubles, lists of what is allowed are not empty.
    Raises PreconditionError for a malformed number."""
    if isinstance(expected, dict) and set(expected) == {"lo", "hi"}:
        lo, hi = to_q(expected["lo"]), to_q(expected["hi"])
        return bool(-LARGEST <= lo <= hi <= LARGEST)
    if isinstance(expected, dict) and set(expected) == {"subset_of"}:
        return isinstance(expected["subset_of"], list) and expected["subset_of"] != []
    if isinstance(expected, (dict, list)):
        inside = expected.values() if isinstance(expected, dict) else expected
        return all(_comparable(v) for v in inside)
    if isinstance(expected, float) or (isinstance(expected, str) and RATIO.fullmatch(expected)):
        to_q(expected)
    return True
