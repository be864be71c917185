"""The reader of test vectors (spec.md, "The vectors").

Every vector it accepts can be asked and compared; the rest are refused, naming file, field and
rule.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from proofs_check.arithmetic import Q, to_q
from proofs_check.arithmetic.rational import RATIO
from reference.support.errors import MalformedInput, PreconditionError, UnusablePath

FORMAT, VERSION = "ucrl-lp-vector", 2
LARGEST = to_q(sys.float_info.max)
MAX_DEPTH = 12  # nesting of a vector; they need 6

KINDS: dict[str, str] = {
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
    "upper_occupancy": "UOB-REPS: u(x,a) = max of q^{P,pi}(x,a) over the P of a box",
    "water_filling": "the p of a set, a box or an l1 ball, with the largest s = sum_y p(y) (w(y) - "
    "ln p(y))",
    "kl_step": "the q of Delta(P_i) with the least <q, c> + sum q ln(q/q_old): known P, boxes, "
    "l1 balls",
    "hedge_step": "the KL step of one state: q_new(a) is q(a) e^(-eta l(a)), normalised",
}
"""What each kind states; a case carries the hash of its sentence."""

KEYS = {
    "format", "version", "id", "kind", "statement", "statement_sha256", "flags", "comment",
    "notes", "tolerance", "input", "expected",
}  # fmt: skip
OPTIONAL = {"intermediates", "reason", "differs"}
TEXTS, OBJECTS = ("comment", "reason"), ("input", "expected", "intermediates")


@dataclass(frozen=True)
class Vector:
    """One vector. `intermediates` are compared where an answer has them; `notes` give the kind of
    bug and its effect for each flag."""

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
    """Return the vectors that came with this package: in a checkout, or inside an installed wheel.
    Raises UnusablePath if there are none."""
    here = Path(__file__).parent
    for place in (here / "data", here.parents[1] / "tests" / "vectors" / "data"):
        if place.is_dir():
            return place
    raise UnusablePath(str(here / "data"), "no vectors were installed; name a folder")


def read_vectors(place: Path) -> list[Vector]:
    """Every vector below `place`, by id. Raises MalformedInput, UnusablePath."""
    if not place.is_dir():
        raise UnusablePath(str(place), "is not a folder")
    files = sorted(place.glob("*/*.json"))
    if not files:
        raise UnusablePath(str(place), "holds no vectors")
    return [read_vector(file, f"{file.parent.name}/{file.stem}") for file in files]


def read_vector(file: Path, id: str) -> Vector:
    """One vector, whose id must be `id`, its path without .json. Raises MalformedInput, and
    UnusablePath if it cannot be read."""
    try:
        data = file.read_bytes()
    except OSError as e:
        raise UnusablePath(str(file), f"cannot be read: {e.strerror}") from None
    return parse_vector(data, str(file), id)


def parse_vector(data: bytes, file: str, id: str) -> Vector:
    """Return the vector that `data` holds; `file` is its name in messages. Raises
    MalformedInput."""
    try:
        value = json.loads(data.decode("ascii"), parse_constant=_no_constant)
    except (ValueError, RecursionError) as e:
        raise MalformedInput(file, None, "file", str(e), "must be ASCII JSON") from None

    def need(holds: bool, name: str, found: object, rule: str) -> None:
        if not holds:
            raise MalformedInput(file, None, name, found, rule)

    need(_depth(value) <= MAX_DEPTH, "file", "...", f"must not nest deeper than {MAX_DEPTH}")
    need(isinstance(value, dict), "file", value, "must be a JSON object")
    keys = set(value)
    need(KEYS <= keys <= KEYS | OPTIONAL, "keys", sorted(keys ^ KEYS), "must be those of spec.md")
    value = {"intermediates": {}, "reason": "", **value}
    version, kind, flags, notes = (value[name] for name in ("version", "kind", "flags", "notes"))
    known = isinstance(kind, str) and kind in KINDS
    texts = isinstance(flags, list) and all(isinstance(flag, str) for flag in flags)
    noted = texts and isinstance(notes, dict) and set(notes) == set(flags)
    noted = noted and all(_is_note(found) for found in notes.values())
    for name, holds, rule in (
        ("format", value["format"] == FORMAT, f"must be {FORMAT}"),
        ("version", type(version) is int and version == VERSION, f"must be {VERSION}"),
        ("id", value["id"] == id, f"must be the path, {id}"),
        ("kind", known, f"must be one of {', '.join(KINDS)}"),
        ("flags", texts, "must be a list of strings"),
        ("notes", noted, "must give bug and effect of every flag"),
        *((name, isinstance(value[name], str), "must be a string") for name in TEXTS),
        *((name, isinstance(value[name], dict), "must be an object") for name in OBJECTS),
    ):
        need(holds, name, value[name], rule)
    keys = set(value["expected"])
    named = bool(keys) and keys not in ({"lo", "hi"}, {"subset_of"})
    need(named, "expected", value["expected"], "must name what an output has")
    twice = sorted(set(value["expected"]) & set(value["intermediates"]))
    need(not twice, "intermediates", twice, "must not be among what is expected")
    try:
        tolerance = to_q(value["tolerance"])
        need(0 <= tolerance < 1, "tolerance", value["tolerance"], "must lie in [0, 1)")
        for name in ("expected", "intermediates"):
            rule = "must have a form that spec.md allows"
            need(_comparable(value[name]), name, value[name], rule)
    except PreconditionError as e:
        raise MalformedInput(file, None, "number", e.value, e.rule) from None
    return Vector(
        id, kind, tuple(flags), value["comment"], tolerance,
        value["input"], value["expected"], value["intermediates"], value["reason"], value["notes"],
    )  # fmt: skip


def _is_note(found: Any) -> bool:
    named = isinstance(found, dict) and set(found) == {"bug", "effect"}
    return named and all(isinstance(text, str) for text in found.values())


def _no_constant(name: str) -> Any:
    raise ValueError(f"{name} is not a number")


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
