"""Kinds of numbers and tables in traces, as `reference.support.fields` has kinds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from reference.support.fields import (
    Bounds,
    Maybe,
    RecordPlace,
    Refer,
    Schema,
    Text,
    ValueKind,
    Whole,
    whole_or_as_is,
)
from reference.trace import strict_json

MAX_COUNT = 10**12  # T, t, i, counters

RATIONAL = Text(
    r"^-?(0|[1-9][0-9]*)(/[1-9][0-9]*)?$",
    entry="rational",
    says="p/q or p, q > 0, without leading zeros.",
    most=strict_json.MAX_STRING,
)
"""How a schema says it; `strict_json.rational` reads it."""
POSITIVE, COUNT = Whole(1, MAX_COUNT, "positive"), Whole(0, MAX_COUNT, "count")


UNBOUNDED = Bounds()


@dataclass(frozen=True)
class ExactNumber(ValueKind):
    """Number or "p/q" of an interval, read as the rational that it is."""

    bounds: Bounds
    rule: str = ""

    def read(self, value: Any, name: str, at: RecordPlace) -> Fraction:
        number = strict_json.rational(value, at.file, at.line, name)
        if number not in self.bounds:
            at.refuse(name, value, self.rule or f"must lie in {self.bounds}")
        return number

    def schema(self, refer: Refer) -> Schema:
        return {"anyOf": [{"type": "number", **self.bounds.schema()}, refer(RATIONAL)]}


@dataclass(frozen=True)
class NumberAsWritten(ValueKind):
    """Number or "p/q", kept as it is written. As an entry of a list a whole number must not
    exceed MAX_COUNT."""

    bounds: Bounds = UNBOUNDED
    entry: str = "number"

    def read(self, value: Any, name: str, at: RecordPlace) -> Any:
        strict_json.rational(value, at.file, at.line, name)
        return value

    def row(self, values: list[Any], name: str, at: RecordPlace) -> None:
        for k, v in enumerate(values):
            if type(v) is not float and type(v) is not int:
                self.read(v, f"{name}[{k}]", at)
            elif type(v) is int and abs(v) > MAX_COUNT:
                at.refuse(f"{name}[{k}]", v, f"must not exceed {MAX_COUNT}")

    def schema(self, refer: Refer) -> Schema:
        number = {"type": "number", **self.bounds.schema()}
        says = "A JSON number is the nearest IEEE double, taken exactly; a string that rational."
        return {"description": says, "anyOf": [number, refer(RATIONAL)]}


class Counted(NumberAsWritten):
    """Counter: a whole number of at most MAX_COUNT in any spelling, first of all a number."""

    def row(self, values: list[Any], name: str, at: RecordPlace) -> None:
        super().row(values, name, at)
        COUNT.row(values, name, at)

    def schema(self, refer: Refer) -> Schema:
        return refer(COUNT)


class OrNull(NumberAsWritten):
    """Number, or null where there is none."""

    def row(self, values: list[Any], name: str, at: RecordPlace) -> None:
        super().row([0 if v is None else v for v in values], name, at)

    def schema(self, refer: Refer) -> Schema:
        return Maybe(NUMBER).schema(refer)


@dataclass(frozen=True)
class RowOf(ValueKind):
    """List of values of a kind, whose length `sizes` has."""

    index: str
    kind: ValueKind

    def read(self, value: Any, name: str, at: RecordPlace) -> Any:
        if type(value) is not list or len(value) != at.sizes[self.index]:
            check_length(value, name, at.sizes[self.index], at)
        self.kind.row(value, name, at)
        return value

    def schema(self, refer: Refer) -> Schema:
        return {"type": "array", "minItems": 1, "items": refer(self.kind)}


@dataclass(frozen=True)
class TableOf(ValueKind):
    """Nested lists with these indices, whose lengths `sizes` has: a number, or one for each h. Its
    last lists are rows of a kind."""

    indices: tuple[str, ...]
    kind: ValueKind

    @property
    def entry(self) -> str:  # type: ignore[override]  # its kind and indices say it
        return f"{'-'.join(self.indices)}-{self.kind.entry}" if self.kind.entry else ""

    def read(self, value: Any, name: str, at: RecordPlace) -> Any:
        self._lists(value, name, [at.sizes[index] for index in self.indices], at)
        return value

    def _lists(self, value: Any, name: str, sizes: list[Any], at: RecordPlace) -> None:
        size, *inner = sizes
        flat = isinstance(value, list) and value and not isinstance(value[0], list)
        check_length(value, name, size, at, SQUEEZED if inner and flat else "")
        if not inner:
            self.kind.row(value, name, at)
            return
        for k, rows in enumerate(value):
            of_k = [n if type(n) is int else n[k] for n in inner]
            self._lists(rows, f"{name}[{k}]", of_k, at)

    def schema(self, refer: Refer) -> Schema:
        nested = refer(self.kind)
        for _ in self.indices:
            nested = {"type": "array", "minItems": 1, "items": nested}
        return {"description": "".join(f"[{index}]" for index in self.indices), **nested}


class LayerSizes(ValueKind):
    """How many states each layer has; `check_layers` looks at the entries."""

    def read(self, value: Any, name: str, at: RecordPlace) -> Any:
        if not isinstance(value, list):
            at.refuse(name, value, "must be a list of whole numbers")
        return tuple(whole_or_as_is(v) for v in value)

    def schema(self, refer: Refer) -> Schema:
        first, rest = {"type": "integer", "const": 1}, {"type": "integer", "minimum": 1}
        return {"type": "array", "minItems": 2, "prefixItems": [first], "items": rest}


SQUEEZED = "; MATLAB and Octave drop lengths of 1: write such a table as cells of cells"


def check_length(value: Any, name: str, length: int, at: RecordPlace, more: str = "") -> None:
    """Raise MalformedInput unless it is a list of this length; `more` ends the rule, as SQUEEZED
    does where a number stands in place of the list."""
    if not isinstance(value, list) or len(value) != length:
        number = isinstance(value, (int, float)) and not isinstance(value, bool)
        size = len(value) if isinstance(value, list) else value
        at.refuse(name, size, f"must be a list of length {length}{SQUEEZED if number else more}")


def sizes_of_layers(layers: Sequence[int], A: int) -> dict[str, Any]:
    """Return the sizes of tables of a layered MDP, h = 0..L-1: states of a layer and of the next;
    and those of tables of all states, h = 0..L."""
    L = len(layers) - 1
    return {"h": L, "x": layers[:-1], "a": A, "x1": layers[1:], "h_to_L": L + 1, "x_to_L": layers}


NUMBER, UNIT = NumberAsWritten(), NumberAsWritten(Bounds(0, 1), "unit")
INDEX, COUNTED, OR_NULL = Whole(), Counted(entry="counter"), OrNull(entry="number-or-null")
OF_STATES = ("h", "x")
OF_PAIRS, OF_TRIPLES = ("h", "x", "a"), ("h", "x", "a", "x1")
