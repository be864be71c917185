"""Strict JSON: what is refused, where it is said to be, and that nothing else is."""

from __future__ import annotations

import json
from contextlib import suppress
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reference.support.errors import MalformedInput
from reference.trace.strict_json import (
    MAX_DEPTH,
    MAX_DIGITS,
    MAX_STRING,
    decode,
    line_of,
    loads,
    rational,
)

property_of = settings(max_examples=100)

scalars = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(allow_nan=False, allow_infinity=False),
    st.text(max_size=20),
)
values = st.recursive(
    scalars,
    lambda inner: st.one_of(st.lists(inner), st.dictionaries(st.text('abc[{"\\,: ]}'), inner)),
    max_leaves=20,
)


def depth(value: Any) -> int:
    if isinstance(value, dict):
        return 1 + max(map(depth, value.values()), default=0)
    return 1 + max(map(depth, value), default=0) if isinstance(value, list) else 0


@property_of
@given(values, st.booleans())
def test_ordinary_json_is_read_as_json_reads_it(value: Any, ascii_only: bool) -> None:
    text = json.dumps(value, ensure_ascii=ascii_only)
    if depth(value) > MAX_DEPTH:
        with pytest.raises(MalformedInput):
            loads(text, file="f", line=None)
    else:
        read = loads(text, file="f", line=1)
        assert json.dumps(read) == json.dumps(value)


@property_of
@given(st.text(st.sampled_from('[]{}",:\\u0dN19eE.-+ \n')) | st.text())
def test_any_text_is_read_or_refused_with_one_kind_of_error(text: str) -> None:
    with suppress(MalformedInput):
        loads(text, file="f", line=None)


nines = "9" * MAX_DIGITS


@pytest.mark.parametrize(
    ("text", "line", "at", "field", "rule"),
    [
        ('{"a": 1, "b": 2,\n "a": 2}', None, 2, "a", "given twice"),
        ('{"a": 1, "a": 2}', 7, 7, "a", "given twice"),
        ("[1,\n\nNaN]", None, 3, "JSON", "finite"),
        ('["NaN",\n-Infinity]', None, 2, "JSON", "finite"),
        ("[1e999]", 4, 4, "JSON", "range of a double"),
        ("[0,\n1E+0000309]", None, 2, "JSON", "range of a double"),
        ("1e999999999999", 1, 1, "JSON", "range of a double"),
        ("9" * 310 + ".5", 1, 1, "JSON", "range of a double"),
        ("1" + "0" * 220 + "e99", 1, 1, "JSON", "range of a double"),
        (nines + "9", 1, 1, "JSON", "digits"),
        ("1." + nines + "9", 1, 1, "JSON", "digits"),
        ('["é",\n1.' + nines + "9]", None, 2, "JSON", "digits"),
        ('"' + "x" * (MAX_STRING + 1) + '"', 1, 1, "JSON", "string"),
        ('["a",\n"' + "\\n" * MAX_STRING + '"]', None, 2, "JSON", "string"),
        ("[" * 9 + "]" * 9, 1, 1, "JSON", "nest"),
        ('[\n{"[": ' + "[" * 100_000, None, 2, "JSON", "nest"),
        ('"\\ud800"', 5, 5, "JSON", "UTF-8"),
        ('["a",\n"\ud800"]', None, 2, "JSON", "surrogates"),
        ("", 3, 3, "JSON", "valid JSON"),
        ('{"a": 1', 3, 3, "JSON", "valid JSON"),
        ("{} {}", 3, 3, "JSON", "extra data"),
        ("\ufeff{}", 1, 1, "JSON", "valid JSON"),
        ("[01]", 1, 1, "JSON", "valid JSON"),
        ("[1,]", 1, 1, "JSON", "valid JSON"),
        ("{'a': 1}", 1, 1, "JSON", "valid JSON"),
        ('"a\tb"', 1, 1, "JSON", "control character"),
        ('"\\', 1, 1, "JSON", "valid JSON"),
    ],
)
def test_refused(text: str, line: int | None, at: int, field: str, rule: str) -> None:
    with pytest.raises(MalformedInput) as caught:
        loads(text, file="run.jsonl", line=line)
    e = caught.value
    assert (e.file, e.line, e.field) == ("run.jsonl", at, field)
    assert rule in e.rule
    assert len(str(e)) < 400


@pytest.mark.parametrize(
    "text",
    [
        "[" * MAX_DEPTH + "]" * MAX_DEPTH,
        '["[[[[[[[[[[[[", "}}}}"]',
        '{"a": {"a": 1}, "b": {"a": 2}}',
        '"Infinity"',
        "1e-999999999",  # its nearest double is 0
        "1e308",
        nines,  # an integer: exact, the caller judges its size
        '"' + "x" * MAX_STRING + '"',
        '["' + "x" * 1500 + '\\"", "' + "y" * 1500 + '"]',
        '"\\ud83d\\ude00"',
    ],
)
def test_not_refused(text: str) -> None:
    assert loads(text, file="f", line=1) == json.loads(text)


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (0, Fraction(0)),
        (0.1, Fraction(3602879701896397, 36028797018963968)),  # the double, not 1/10
        ("1/10", Fraction(1, 10)),
        ("-2/4", Fraction(-1, 2)),
        ("7", Fraction(7)),
        (2**60 + 1, Fraction(2**60)),  # a number is its nearest double
        ("1152921504606846977", Fraction(2**60 + 1)),
    ],
)
def test_rational(value: Any, expected: Fraction) -> None:
    assert rational(value, "f", 1, "P") == expected


NO_RATIONALS: list[Any] = [None, True, [], "", " 1", "1/2\n", "\u0661", 10**400]
NO_RATIONALS += [
    *["1/0", "33/0", "1/-2", "+1", "01", "1/02", "1e3", "0.5", "1//2", "/2", "1/"],
    "9" * (MAX_STRING + 1),
]


@pytest.mark.parametrize("value", NO_RATIONALS)
def test_not_a_rational(value: Any) -> None:
    with pytest.raises(MalformedInput) as caught:
        rational(value, "f", 12, "P[0]")
    assert (caught.value.line, caught.value.field) == (12, "P[0]")


def test_decode() -> None:
    assert decode("aé".encode(), file="f", line=None) == "aé"
    with pytest.raises(MalformedInput) as caught:
        decode(b"a\nb\n\xff", file="f", line=None)
    assert (caught.value.line, caught.value.field) == (3, "encoding")


@pytest.mark.parametrize(
    ("path", "line"),
    [
        (("a",), 2),
        (("P", 0), 4),
        (("P", 1), 5),
        (("P", 1, 1), 6),
        (("P", 1, 1, "deeper"), 6),
        (("P", 9), 3),
        (("missing",), None),
        ((), None),
    ],
)
def test_line_of(path: tuple[str | int, ...], line: int | None) -> None:
    text = '{"x": "P",\n"a": {"P": 1},\n"P": [\n[1, "]"],\n[{},\n  2]]}'
    assert line_of(text, path) == line


def test_digits_are_limited_where_a_string_is_read_as_a_number() -> None:
    """A name may have any digits; as "p/q" they are refused."""
    text = "1/" + "9" * (MAX_DIGITS + 1)
    assert loads(f'{{"name": "{text}"}}', file="f", line=1) == {"name": text}
    with pytest.raises(MalformedInput, match=f"a number must not exceed {MAX_DIGITS} digits"):
        rational(text, "f", 1, "delta")
