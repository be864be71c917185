"""One definition per format: `Fields` are the names of a record and the kind of each value.

A reader reads by them, a writer keeps to their names, and the published JSON Schema is what they
say (`published`; `python -m tests.schemas` writes the files). A kind returns a value that is right
and refuses any other by field, value and rule; its schema says the same. What no schema of one
record can say, such as lengths that another record gives, is code of the reader.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import inf, isfinite
from typing import Any, NoReturn, Protocol

from reference.support.errors import MalformedInput, PreconditionError

Schema = dict[str, Any]
Refer = Callable[["ValueKind"], Schema]  # the schema of a kind, or a reference to it
WIDTH_OF_SCHEMA = 140  # columns of a published schema, where what it says is not too long for them


class RecordPlace(Protocol):
    """Where a record stands, and how long the lists of its tables are."""

    @property
    def file(self) -> str:
        """Return the name of the file, for messages."""
        raise NotImplementedError

    @property
    def line(self) -> int:
        """Return the number of the line."""
        raise NotImplementedError

    @property
    def sizes(self) -> Mapping[str, Any]:
        """Return the length of each index of tables: a number, or one for each h."""
        raise NotImplementedError

    def refuse(self, name: str, value: object, rule: str) -> NoReturn:
        """Raise MalformedInput at this place."""
        raise NotImplementedError


class ValueKind:
    """What a value may be. `entry`: its name in the schema, where several fields are of it."""

    entry: str = ""

    def read(self, value: Any, name: str, at: RecordPlace) -> Any:
        """Return what the value of field `name` means. Raises MalformedInput."""
        raise NotImplementedError

    def row(self, values: list[Any], name: str, at: RecordPlace) -> None:
        """Check every entry of a list. Raises MalformedInput."""
        for k, value in enumerate(values):
            self.read(value, f"{name}[{k}]", at)

    def schema(self, refer: Refer) -> Schema:
        """Return what JSON Schema says of such a value."""
        raise NotImplementedError


@dataclass(frozen=True)
class Bounds:
    """Numbers from `least` to `most`; a round bracket excludes an end."""

    least: float = -inf
    most: float = inf
    ends: str = "[]"

    def __contains__(self, number: Any) -> bool:
        above = number > self.least or (number == self.least and self.ends[0] == "[")
        return bool(above and (number < self.most or (number == self.most and self.ends[1] == "]")))

    def __str__(self) -> str:
        return f"{self.ends[0]}{self.least:g}, {self.most:g}{self.ends[1]}"

    def schema(self) -> Schema:
        """Return what JSON Schema says of a number in it."""
        least = "minimum" if self.ends[0] == "[" else "exclusiveMinimum"
        most = "maximum" if self.ends[1] == "]" else "exclusiveMaximum"
        return {end: n for end, n in ((least, self.least), (most, self.most)) if isfinite(n)}


DOUBLES, LARGEST = 2**53, 2**63 - 1
"""Every whole number up to the first is a double; what is counted is at most the second."""


def whole(value: Any) -> int | None:
    """Return the whole number that a JSON number means, None if it means none: 3, 3.0 and 3e0 are
    the same. Beyond 2^53 only an integer literal says which number is meant; true and "3" are no
    numbers. A literal that rounds to a whole double means that double, as every JSON number
    does."""
    if type(value) is int:
        return value
    if type(value) is float and value.is_integer() and -DOUBLES <= value <= DOUBLES:
        return int(value)
    return None


def whole_or_as_is(value: Any) -> Any:
    """Return the whole number that a JSON number means; any other value as it is, for whoever
    checks it next."""
    number = whole(value)
    return value if number is None else number


@dataclass(frozen=True)
class Const(ValueKind):
    """One value: a string or a whole number."""

    value: str | int

    def read(self, value: Any, name: str, at: RecordPlace) -> Any:
        if self.value != (whole(value) if isinstance(self.value, int) else value):
            at.refuse(name, value, f"must be {self.value!r}")
        return self.value

    def schema(self, refer: Refer) -> Schema:
        return {"const": self.value}


@dataclass(frozen=True)
class Whole(ValueKind):
    """Whole numbers from `least` to `most`, in any spelling of a JSON number (`whole`). A row is
    made of integers where it stands."""

    least: float = -LARGEST
    most: float = LARGEST
    entry: str = ""

    def read(self, value: Any, name: str, at: RecordPlace) -> Any:
        number = whole(value)
        if number is None or not self.least <= number <= self.most:
            at.refuse(name, value, f"must be a whole number{self._ends(value)}")
        return number

    def _ends(self, value: Any) -> str:
        """Return what the rule says besides, of a value that is refused."""
        if type(value) is float and value.is_integer() and DOUBLES < abs(value) <= self.most:
            return "; beyond 2^53, write it without a fraction or exponent"
        if self.least > -LARGEST:
            narrow = self.most < LARGEST
            return f" from {self.least} to {self.most}" if narrow else f", at least {self.least}"
        return f" of size at most {LARGEST}" if type(value) is int else ""

    def row(self, values: list[Any], name: str, at: RecordPlace) -> None:
        for k, v in enumerate(values):
            if type(v) is not int or not self.least <= v <= self.most:
                values[k] = self.read(v, f"{name}[{k}]", at)

    def schema(self, refer: Refer) -> Schema:
        ends = {"minimum": self.least, "maximum": self.most}
        return {"type": "integer", **{end: n for end, n in ends.items() if isfinite(n)}}


@dataclass(frozen=True)
class Text(ValueKind):
    """Strings, perhaps of a pattern or a least or largest length; `rule` says so in words."""

    pattern: str = ""
    rule: str = "must be a string"
    entry: str = ""
    says: str = ""
    least: int = 0
    most: float = inf

    def read(self, value: Any, name: str, at: RecordPlace) -> Any:
        right = isinstance(value, str) and self.least <= len(value) <= self.most
        if not right or (self.pattern and not re.search(self.pattern, value)):
            at.refuse(name, value, self.rule)
        return value

    def schema(self, refer: Refer) -> Schema:
        said: Schema = {"type": "string"}
        for name, value, unsaid in (
            ("description", self.says, ""), ("pattern", self.pattern, ""),
            ("minLength", self.least, 0), ("maxLength", self.most, inf),
        ):  # fmt: skip
            if value != unsaid:
                said[name] = value
        return said


class Anything(ValueKind):
    """Any value."""

    def read(self, value: Any, name: str, at: RecordPlace) -> Any:
        return value

    def schema(self, refer: Refer) -> Schema:
        return {}


@dataclass(frozen=True)
class Choice(ValueKind):
    """One of some words (or of true and false); or else `other`, of a JSON type of `types`, which
    messages call `called`."""

    words: tuple[Any, ...]
    other: ValueKind | None = None
    types: tuple[type, ...] = ()
    called: str = ""
    entry: str = ""

    def read(self, value: Any, name: str, at: RecordPlace) -> Any:
        if any(value is word or (isinstance(word, str) and value == word) for word in self.words):
            return value
        if self.other and type(value) in self.types:
            return self.other.read(value, name, at)
        what = f"{self.called} or one of" if self.other else "one of"
        at.refuse(name, value, f"must be {what} {', '.join(str(word) for word in self.words)}")

    def schema(self, refer: Refer) -> Schema:
        words = {"enum": list(self.words)}
        return {"anyOf": [words, refer(self.other)]} if self.other else words


@dataclass(frozen=True)
class Maybe(ValueKind):
    """Value of a kind, or null."""

    kind: ValueKind

    def read(self, value: Any, name: str, at: RecordPlace) -> Any:
        return None if value is None else self.kind.read(value, name, at)

    def schema(self, refer: Refer) -> Schema:
        return {"anyOf": [refer(self.kind), {"type": "null"}]}


@dataclass(frozen=True)
class Later(ValueKind):
    """Value that its reader reads when it has read the others."""

    kind: ValueKind

    def read(self, value: Any, name: str, at: RecordPlace) -> Any:
        return value

    def schema(self, refer: Refer) -> Schema:
        return refer(self.kind)


@dataclass(frozen=True)
class ListOf(ValueKind):
    """List of values of a kind, of any length from `least` on."""

    kind: ValueKind
    least: int = 0
    distinct: bool = False
    rule: str = "must be a list"

    def read(self, value: Any, name: str, at: RecordPlace) -> Any:
        if not isinstance(value, list) or len(value) < self.least:
            at.refuse(name, value, self.rule)
        if self.distinct and len({json.dumps(v) for v in value}) < len(value):
            at.refuse(name, value, f"{self.rule} in which nothing is twice")
        return [self.kind.read(v, f"{name}[{k}]", at) for k, v in enumerate(value)]

    def schema(self, refer: Refer) -> Schema:
        least = {"minItems": self.least} if self.least else {}
        distinct = {"uniqueItems": True} if self.distinct else {}
        return {"type": "array", **least, **distinct, "items": refer(self.kind)}


@dataclass(frozen=True)
class MapOf(ValueKind):
    """Object of any keys, whose values are of a kind."""

    kind: ValueKind
    least: int = 0
    rule: str = "must be an object"
    entry: str = ""

    def read(self, value: Any, name: str, at: RecordPlace) -> Any:
        if not isinstance(value, dict) or len(value) < self.least:
            at.refuse(name, value, self.rule)
        return {key: self.kind.read(v, f"{name}.{key}", at) for key, v in value.items()}

    def schema(self, refer: Refer) -> Schema:
        least = {"minProperties": self.least} if self.least else {}
        return {"type": "object", **least, "additionalProperties": refer(self.kind)}


@dataclass(frozen=True)
class Strings(ValueKind):
    """Object of exactly these keys, whose values are strings; `rule` for all that is not."""

    keys: tuple[str, ...]
    rule: str

    def read(self, value: Any, name: str, at: RecordPlace) -> Any:
        named = isinstance(value, dict) and set(value) == set(self.keys)
        if not named or not all(isinstance(v, str) for v in value.values()):
            at.refuse(name, value, self.rule)
        return value

    def schema(self, refer: Refer) -> Schema:
        return Fields("", {key: Field(Text()) for key in self.keys}).schema(refer)


class _Required:
    """Stands for the default of a field that has none, since it must be there."""


REQUIRED, OMITTED = _Required(), _Required()


@dataclass(frozen=True)
class Field:
    """What a key of an object holds. `default` is read where the key is left out; OMITTED: then
    nothing is read."""

    kind: ValueKind
    says: str = ""
    default: Any = REQUIRED


@dataclass(frozen=True)
class Fields(ValueKind):
    """Object of these fields and no others. `record`: what it calls itself in a trace; `also`: what
    its schema says besides."""

    says: str
    fields: Mapping[str, Field]
    entry: str = ""
    record: str = ""
    also: Mapping[str, Any] = field(default_factory=dict)
    rule: str = "must be an object"

    def __post_init__(self) -> None:
        own = ["record"] if self.record else []
        required = [name for name, of in self.fields.items() if of.default is REQUIRED]
        object.__setattr__(self, "required", frozenset([*own, *required]))
        object.__setattr__(self, "known", frozenset([*own, *self.fields]))
        consts = {
            name: of.kind.value for name, of in self.fields.items() if isinstance(of.kind, Const)
        }
        object.__setattr__(self, "_first", {"record": self.record, **consts} if own else consts)
        readers = [(name, of.kind.read, of.default) for name, of in self.fields.items()]
        object.__setattr__(self, "_readers", readers)

    required: frozenset[str] = field(init=False, repr=False, compare=False)
    known: frozenset[str] = field(init=False, repr=False, compare=False)
    _first: dict[str, Any] = field(init=False, repr=False, compare=False)
    _readers: list[tuple[str, Callable[..., Any], Any]] = field(
        init=False, repr=False, compare=False
    )

    def check_keys(self, value: Mapping[str, Any], at: RecordPlace) -> None:
        """Raise MalformedInput for a key that is missing, else for one that is unknown."""
        keys = value.keys()
        if keys == self.required:
            return
        for key in sorted(self.required - keys):
            raise MalformedInput(at.file, at.line, key, "nothing", "is required")
        if rest := keys - self.known:
            key = min(rest)
            at.refuse(key, value[key], "is not a key of this record")

    def read(self, value: Any, name: str, at: RecordPlace) -> Any:
        if not isinstance(value, dict):
            at.refuse(name, value, self.rule)
        self.check_keys(value, at)
        lead = f"{name}." if name else ""
        return {
            key: read(value.get(key, default), lead + key, at)
            for key, read, default in self._readers
            if default is REQUIRED or key in value or default is not OMITTED
        }

    def written(self, values: Mapping[str, Any]) -> dict[str, Any]:
        """Return these values, in their order, as a record: its name and constants first. Raises
        PreconditionError for a key that is missing or unknown."""
        record = {**self._first, **values}
        for key in sorted(self.required - record.keys()):
            raise PreconditionError(key, "nothing", "is required")
        for key in sorted(record.keys() - self.known):
            raise PreconditionError(key, record[key], "is not a key of this record")
        return record

    def omitting(self, *names: str) -> Fields:
        """Return the same without these fields."""
        rest = {key: of for key, of in self.fields.items() if key not in names}
        return replace(self, fields=rest)

    def picked(self, required: Iterable[str], optional: Iterable[str] = ()) -> Fields:
        """Return the same with these fields only; the first must be there, the others may."""
        needed, may = set(required), set(optional)
        chosen = {}
        for key, of in self.fields.items():
            if key in needed:
                chosen[key] = replace(of, default=REQUIRED)
            elif key in may:
                chosen[key] = replace(of, default=OMITTED) if of.default is REQUIRED else of
        return replace(self, fields=chosen)

    def schema(self, refer: Refer) -> Schema:
        said = {"description": self.says} if self.says else {}
        own = {"record": {"const": self.record}} if self.record else {}
        named = {
            key: {**({"description": of.says} if of.says else {}), **refer(of.kind)}
            for key, of in self.fields.items()
        }
        required = [key for key in [*own, *named] if key in self.required]
        return {
            **said,
            "type": "object",
            **({"required": required} if required else {}),
            **self.also,
            "additionalProperties": False,
            "properties": {**own, **named},
        }


def published(head: Mapping[str, str], body: Callable[[Refer], Schema]) -> str:
    """Return the text of a schema: `head` ($id, title, description), what `body` says, and the
    entries that it refers to. Raises ValueError if two kinds have the name of one entry."""
    kinds: dict[str, ValueKind] = {}
    entries: dict[str, Schema] = {}

    def refer(kind: ValueKind) -> Schema:
        if not kind.entry:
            return kind.schema(refer)
        if kinds.setdefault(kind.entry, kind) is not kind and kinds[kind.entry] != kind:
            raise ValueError(f"{kind.entry}: two kinds have this name")
        if kind.entry not in entries:
            entries[kind.entry] = {}  # its place, and the end of a circle
            entries[kind.entry] = kind.schema(refer)
        return {"$ref": f"#/$defs/{kind.entry}"}

    draft = {"$schema": "https://json-schema.org/draft/2020-12/schema"}
    return _laid_out({**draft, **head, **body(refer), "$defs": entries}) + "\n"


def records_of_a_line(records: Sequence[Fields]) -> Callable[[Refer], Schema]:
    """Return the body of a schema: a value is one of these records."""
    return lambda refer: {
        "type": "object",
        "required": ["record"],
        "oneOf": [refer(record) for record in records],
    }


def _laid_out(value: Any, lead: str = "") -> str:
    """Return JSON in lines of WIDTH_OF_SCHEMA columns, as far as they can be broken: not in
    words."""
    line = json.dumps(value)
    nested = isinstance(value, dict) or (isinstance(value, list) and "{" in line)
    if not value or not nested or len(lead + line) <= WIDTH_OF_SCHEMA:
        return line
    inner = lead + "  "
    if isinstance(value, dict):
        parts = [f"{json.dumps(key)}: {_laid_out(v, inner)}" for key, v in value.items()]
    else:
        parts = [_laid_out(v, inner) for v in value]
    start, end = ("{", "}") if isinstance(value, dict) else ("[", "]")
    return f"{start}\n{inner}" + f",\n{inner}".join(parts) + f"\n{lead}{end}"
