"""The published schemas are what the definitions say, and say what the readers do."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import replace
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from reference.support.errors import MalformedInput, PreconditionError
from reference.support.fields import (
    OMITTED,
    Anything,
    Bounds,
    Choice,
    Const,
    Field,
    Fields,
    ListOf,
    MapOf,
    Maybe,
    Strings,
    Text,
    ValueKind,
    Whole,
    published,
    records_of_a_line,
)
from reference.trace.numbers import (
    COUNTED,
    INDEX,
    NUMBER,
    OR_NULL,
    UNIT,
    ExactNumber,
    RowOf,
    TableOf,
)
from reference.trace.reader import RecordParser
from reference.trace.records import EPISODE_FIELDS, trace_schema
from tests.paths import ROOT
from tests.refused import refused
from tests.schemas import PUBLISHED, here


@pytest.mark.parametrize("file", here(), ids=lambda file: file.name)
def test_a_published_schema_is_what_its_definition_says(file: Any) -> None:
    """`python -m tests.schemas` writes them."""
    text = file.read_text("utf-8")
    assert text == here()[file]
    Draft202012Validator.check_schema(json.loads(text))


def test_every_schema_of_the_project_is_made_of_a_definition() -> None:
    known = {ROOT / name for name in PUBLISHED}
    rooms = [ROOT / room for room in ("reference", "proofs_check", "tests")]
    files = {f for room in rooms for f in room.rglob("*schema.json")}
    assert files and files <= known


def schema_of(kind: ValueKind) -> Draft202012Validator:
    """The schema of a value of a kind alone."""
    return Draft202012Validator(json.loads(published({}, lambda refer: dict(refer(kind)))))


def test_a_planted_field_is_in_the_schema_the_reader_and_the_writer() -> None:
    more = replace(
        EPISODE_FIELDS, fields={**EPISODE_FIELDS.fields, "weather": Field(Choice(("dry", "wet")))}
    )
    parser = RecordParser("trace")
    parser.sizes = {"h": 1}
    plain = {"record": "episode", "t": 1, "x": [0], "a": [0], "r": [0.5]}
    for line, field in (
        (plain, "weather"), ({**plain, "weather": "hot"}, "weather"),
        ({**plain, "weather": "wet", "wind": 1}, "wind"),
    ):  # fmt: skip
        with pytest.raises(MalformedInput) as e:
            more.read(line, "", parser)
        assert e.value.field == field and not schema_of(more).is_valid(line)
    told = more.read({**plain, "weather": "wet"}, "", parser)
    assert told["weather"] == "wet" and schema_of(more).is_valid({**plain, "weather": "wet"})
    assert not schema_of(EPISODE_FIELDS).is_valid({**plain, "weather": "wet"})
    written = more.written({"t": 1, "x": [0], "a": [0], "r": [0.5], "weather": "dry"})
    assert written == {**plain, "weather": "dry"}
    refused(lambda: more.written({"t": 1, "x": [0], "a": [0], "r": [0.5]}), "weather")
    refused(lambda: EPISODE_FIELDS.written({**plain, "weather": "dry"}), "weather")
    text = published({}, records_of_a_line([more]))
    assert "weather" in text and "weather" not in trace_schema()


def test_two_kinds_with_one_name_are_refused() -> None:
    both = Fields("", {"a": Field(Whole(0, entry="n")), "b": Field(Whole(1, entry="n"))})
    with pytest.raises(ValueError, match="n: two kinds have this name"):
        schema_of(both)


PAIR = Fields("", {"a": Field(Const(1)), "b": Field(Text(), default=OMITTED)})
KINDS: dict[str, ValueKind] = {
    "a constant": Const("x"),
    "the constant 1": Const(1),
    "a whole number": Whole(),
    "a count": Whole(0, 3),
    "a text": Text(),
    "a pattern": Text("^x+$", "must be x"),
    "a choice": Choice(("x", "1")),
    "true or false": Choice((True, False)),
    "a choice or a number": Choice(("x",), Whole(1), (int,), "a number"),
    "a number or null": Maybe(NUMBER),
    "a list": ListOf(Whole(0), 1),
    "a list without repetition": ListOf(Anything(), distinct=True),
    "a map": MapOf(Text(), 1),
    "strings": Strings(("a", "b"), "must be {a, b}"),
    "fields": PAIR,
    "a list of fields": ListOf(PAIR),
    "a fraction": ExactNumber(Bounds(0, 1, "()")),
    "a number": NUMBER,
    "a row of numbers": RowOf("h", NUMBER),
    "a row of states": RowOf("h", INDEX),
    "a row of counts": RowOf("h", COUNTED),
    "a row with null": RowOf("h", OR_NULL),
    "a table": TableOf(("h", "a"), UNIT),
}
ATOMS: list[Any] = [
    None, True, False, 0, 1, -1, 3, 4, 0.5, 1.5, "x", "xx", "1", "1/2", "1/02", "", [], {},
    {"a": 1}, {"a": 2}, {"a": 1, "b": "x"}, {"a": 1, "b": 1}, {"a": "x", "b": "y"}, {"b": "y"},
    {"a": 1, "c": 1},
]  # fmt: skip
VALUES = [*ATOMS, *([v] for v in ATOMS), [[0.5]], [["1/2"]], [[True]], [[None]], [[[1]]], ["", 1]]
BEYOND_ONE_VALUE: dict[str, list[Any]] = {
    "a fraction": ["1"],  # the value of a string is not seen by a pattern
    "a row of numbers": [["", 1]],  # a length
}
"""What a kind refuses and its schema lets pass."""


@pytest.mark.parametrize("name", KINDS)
def test_a_kind_and_its_schema_agree(name: str) -> None:
    kind, schema = KINDS[name], schema_of(KINDS[name])
    place = RecordParser("trace")
    place.sizes = {"h": 1, "a": 1}
    read, passing = [], []
    for value in VALUES:
        with suppress(MalformedInput):
            kind.read(value, "field", place)
            read.append(json.dumps(value))
        if schema.is_valid(value):
            passing.append(json.dumps(value))
    assert read and len(read) < len(VALUES)
    known = [json.dumps(v) for v in BEYOND_ONE_VALUE.get(name, [])]
    assert [v for v in passing if v not in known] == [v for v in read if v not in known]


def test_an_interval_has_its_ends_or_not() -> None:
    for ends, within in (("[]", [0, 1]), ("()", []), ("[)", [0]), ("(]", [1])):
        interval = Bounds(0, 1, ends)
        assert [v for v in (-1, 0, 1, 2) if v in interval] == within and 0.5 in interval
        assert str(interval) == f"{ends[0]}0, 1{ends[1]}"


def test_a_variant_has_some_of_the_fields() -> None:
    picked = EPISODE_FIELDS.picked(("t",), ("x",))
    assert set(picked.fields) == {"t", "x"} and picked.required == {"record", "t"}
    assert set(EPISODE_FIELDS.omitting("r").fields) == {"t", "x", "a"}
    with pytest.raises(PreconditionError):
        picked.written({"x": [0]})
