"""The reader of test vectors (README.md here): a file of JSON lines for each kind.

Every vector it accepts can be asked and compared; the rest are refused, naming file, line, field,
value and rule. What a line holds is stated here once: schema.json is made of it.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any, ClassVar, NoReturn

from proofs_check.arithmetic import Q, to_q
from proofs_check.arithmetic.rational import RATIO
from reference.support.errors import (
    MalformedInput,
    PreconditionError,
    UnusablePath,
    of_format,
    shown,
)
from reference.support.fields import (
    OMITTED,
    Anything,
    Choice,
    Const,
    Field,
    Fields,
    ListOf,
    MapOf,
    RecordPlace,
    Refer,
    Schema,
    Strings,
    Text,
    ValueKind,
    Whole,
    published,
)
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

# ----------------------------------------------------------------------------- what a line holds

QUESTIONS_OF_UCRL_LP = {
    "confidence": ("T X A delta log N N3 r_sum", "", "Lam P_bar eps b r_bar r_hat r_check"),
    "epochs": ("layers A T trigger last-trigger episodes", "", "t N"),
    "occupancy": ("layers A P r pi", "", "q value"),
    "induced": ("layers A q", "", "pi P"),
    "lp1": ("layers A T delta log N N3 r_sum", "", "status"),
    "q_hat": ("layers A T delta log N N3 r_sum q_hat tolerance", "", "verdict"),
    "pi": ("layers A T delta log N N3 r_sum pi tolerance", "", "verdict"),
    "trace": ("lines", "", "verdict"),
}
"""What a case of each kind holds: the keys of its input, those that it may have, and those of an
output."""
_of_guests = guest("questions of vectors") if installed(OF_GUESTS) else {}
QUESTIONS: dict[str, tuple[str, str, str]] = QUESTIONS_OF_UCRL_LP | _of_guests
RATIONAL_TEXT = Text("^-?[0-9]+/[1-9][0-9]*$", "must be a rational p/q", entry="rational")


@dataclass(frozen=True)
class Ruled(ValueKind):
    """Value of a kind; any other is refused as a whole, by one rule."""

    kind: ValueKind
    rule: str

    def read(self, value: Any, name: str, at: RecordPlace) -> Any:
        try:
            return self.kind.read(value, name, at)
        except MalformedInput:
            at.refuse(name, value, self.rule)

    def schema(self, refer: Refer) -> Schema:
        return refer(self.kind)


class Expected(ValueKind):
    """Part of an output: a rational, an enclosure that is not empty and lies among the doubles, a
    list of what is allowed that is not empty, or else a string, whole number, null or list."""

    entry = "expected"

    def read(self, value: Any, name: str, at: RecordPlace) -> Any:
        if not comparable(value):
            at.refuse(name, value, "must have a form that the format allows")
        return value

    def schema(self, refer: Refer) -> Schema:
        enclosure = Fields(
            "", {"lo": Field(RATIONAL_TEXT), "hi": Field(RATIONAL_TEXT)}, "enclosure"
        )
        subset = Fields("", {"subset_of": Field(ListOf(Anything(), 1))}, "subset")
        atoms = {"type": ["string", "integer", "null"]}
        return {"anyOf": [atoms, refer(enclosure), refer(subset), refer(ListOf(self))]}


@dataclass(frozen=True)
class Outputs(ValueKind):
    """Object of parts of an output, these keys among them."""

    keys: tuple[str, ...] = ()

    def read(self, value: Any, name: str, at: RecordPlace) -> Any:
        MapOf(Anything()).read(value, name, at)
        for part in value.values():
            try:
                EXPECTED.read(part, name, at)
            except PreconditionError as e:
                at.refuse(name, e.value, e.rule)
        unnamed = set(value) in ({"lo", "hi"}, {"subset_of"})  # is itself a part
        if unnamed or not value.keys() >= set(self.keys):
            at.refuse(name, value, f"must name what an output has: {', '.join(self.keys)}")
        return value

    def schema(self, refer: Refer) -> Schema:
        keys = {"required": list(self.keys)} if self.keys else {}
        return {"type": "object", **keys, "additionalProperties": refer(EXPECTED)}


EXPECTED = Expected()


def vector_header_fields(kinds: Iterable[str]) -> Fields:
    """Return what the first line of a file holds, of one of these kinds."""
    note = Strings(("bug", "description", "effect"), "")
    return Fields(
        "",
        {
            "format": Field(Ruled(Const(FORMAT), f"must be {FORMAT}")),
            "version": Field(Ruled(Const(VERSION), f"must be {VERSION}")),
            "kind": Field(Choice(tuple(kinds))),
            "statement": Field(Text(least=1, rule="must be a sentence")),
            "statement_sha256": Field(Text("^[0-9a-f]{64}$", "must be that of the statement")),
            "tolerance": Field(RATIONAL_TEXT),
            "notes": Field(
                Ruled(MapOf(note, 1), "must give bug, description, effect of every flag"),
                "Of each flag in the file the kind of bug, what a case with it has, and the bug's "
                "effect.",
            ),
            "cases": Field(
                Ruled(Whole(1), "must be a whole number above 0"), "How many lines follow."
            ),
        },
        entry="header",
    )


def case_fields(kind: str) -> Fields:
    """Return what every other line holds, a case each."""
    needed, optional, outputs = (keys.split() for keys in QUESTIONS[kind])
    asked = {key: Field(Anything()) for key in needed}
    asked |= {key: Field(Anything(), default=OMITTED) for key in optional}
    changed = {
        "from": Field(Text()), "new lines": Field(ListOf(Whole())), "lines": Field(Whole()),
    }  # fmt: skip
    flags = ListOf(Text(), 1, distinct=True)
    return Fields(
        "",
        {
            "id": Field(Text(f"^{kind}/[A-Za-z0-9_-]+$", f"must be {kind}/NAME")),
            "flags": Field(Ruled(flags, "must be a list of strings, at least one, none twice")),
            "comment": Field(Text(least=1)),
            "input": Field(Fields("", asked)),
            "expected": Field(Outputs(tuple(outputs))),
            "intermediates": Field(Outputs(), default={}),
            "reason": Field(Text(least=1), default=OMITTED),
            "differs": Field(Fields("", changed), default=OMITTED),
        },
        entry=f"case-{kind}",
    )


HEADER = vector_header_fields(KINDS)
CASES = {kind: case_fields(kind) for kind in KINDS}
KEYS = CASES["confidence"].required
"""Keys that every case has."""


def vectors_schema(kinds: Iterable[str] = OF_UCRL_LP) -> str:
    """Return the text of the schema of the lines of these kinds."""
    title = f"{FORMAT}, version {VERSION}"
    says = "A line of a file KIND.jsonl: the first is its header, every other one a case."
    lines = [vector_header_fields(kinds), *map(case_fields, kinds)]
    return published(
        {"title": title, "description": says},
        lambda refer: {"oneOf": [refer(line) for line in lines]},
    )


def schema_of_guests_vectors() -> str:
    """Return that of the guests' kinds. Raises NotInstalled."""
    return vectors_schema(guest(OF_GUESTS))


# ----------------------------------------------------------------------------- reading


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


def vector_folders() -> list[Path]:
    """Return `folder`, and that of the guests' vectors where they are installed. Raises
    UnusablePath."""
    theirs = "folder of vectors"
    return [folder(), guest(theirs)] if installed(theirs) else [folder()]


def release() -> list[Vector]:
    """Return every vector of `vector_folders`. Raises MalformedInput, UnusablePath."""
    return [vector for place in vector_folders() for vector in read_vectors(place)]


def read_vectors(place: Path) -> list[Vector]:
    """Return every vector of the files KIND.jsonl in the folder `place`, or of one such file, in
    the order of the lines. Raises MalformedInput, UnusablePath."""
    rule = "must be a folder of files KIND.jsonl (proofs_check/vectors/README.md), or one such file"
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


@of_format("proofs_check/vectors/README.md")
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
    """Line of a file, by its number and its text."""

    file: str
    line: int
    text: bytes
    sizes: ClassVar[Mapping[str, Any]] = {}

    def refuse(self, name: str, value: object, rule: str) -> NoReturn:
        """Raise MalformedInput."""
        raise MalformedInput(self.file, self.line, name, value, rule)

    def need(self, holds: bool, field: str, value: object, rule: str) -> None:
        """Refuse the line unless the rule holds."""
        if not holds:
            self.refuse(field, value, rule)

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
            raise MalformedInput(self.file, self.line, "line", self.text, rule) from None
        except (ValueError, RecursionError) as e:
            rule = f"must be a JSON object in ASCII: {e}"
            raise MalformedInput(self.file, self.line, "line", self.text, rule) from None
        self.need(isinstance(value, dict), "line", value, "must be a JSON object")
        rule = f"must not nest deeper than {MAX_DEPTH}"
        self.need(_depth(value) <= MAX_DEPTH, "line", self.text, rule)
        return dict(value)


def _header(line: _Line, kind: str) -> tuple[dict[str, Any], Q]:
    """Return the header of the file KIND.jsonl, and its tolerance."""
    value = line.object()
    rule = f"the first line must be a header with the keys {', '.join(sorted(HEADER.known))}"
    line.need(set(value) == HEADER.known, "keys", sorted(value), rule)
    header: dict[str, Any] = HEADER.read(value, "", line)
    line.need(
        header["kind"] == kind, "kind", header["kind"], f"must be the name of the file, {kind}"
    )
    digest, given = sha256(header["statement"].encode("utf-8", "surrogatepass")), "statement_sha256"
    line.need(
        header[given] == digest.hexdigest(), given, header[given], "must be that of the statement"
    )
    try:
        tolerance = to_q(header["tolerance"])
    except PreconditionError as e:
        line.refuse("tolerance", e.value, e.rule)
    line.need(0 <= tolerance < 1, "tolerance", header["tolerance"], "must lie in [0, 1)")
    return header, tolerance


def _case(line: _Line, header: dict[str, Any], tolerance: Q) -> Vector:
    """Return the vector on a line after the header."""
    value = line.object()
    kind, notes, fields = header["kind"], header["notes"], CASES[header["kind"]]
    rule = f"a case must have the keys {', '.join(sorted(KEYS))}, and none that the format lacks"
    line.need(fields.required <= value.keys() <= fields.known, "keys", sorted(value), rule)
    case: dict[str, Any] = fields.read(value, "", line)
    flags, expected, more = case["flags"], case["expected"], case["intermediates"]
    line.need(notes.keys() >= set(flags), "flags", flags, "must have notes in the header")
    twice = sorted(set(expected) & set(more))
    line.need(not twice, "intermediates", twice, "must not be among what is expected")
    return Vector(
        case["id"], kind, tuple(flags), case["comment"], tolerance, case["input"], expected, more,
        case.get("reason", ""), {flag: notes[flag] for flag in flags},
    )  # fmt: skip


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


def comparable(expected: Any) -> bool:
    """Whether a part of an output has a form that can be compared. Raises PreconditionError for a
    malformed number."""
    if isinstance(expected, dict) and set(expected) == {"lo", "hi"}:
        texts = [end for end in expected.values() if isinstance(end, str) and RATIO.fullmatch(end)]
        lo, hi = to_q(expected["lo"]), to_q(expected["hi"])
        return len(texts) == 2 and bool(-LARGEST <= lo <= hi <= LARGEST)
    if isinstance(expected, dict):
        allowed = expected.get("subset_of") if len(expected) == 1 else None
        return isinstance(allowed, list) and allowed != []
    if isinstance(expected, list):
        return all(comparable(v) for v in expected)
    if isinstance(expected, str) and RATIO.fullmatch(expected):
        to_q(expected)
    return not isinstance(expected, (bool, float))
