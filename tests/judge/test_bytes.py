"""The judge on bytes: JSON in other spellings, characters and encodings, numbers at the limits of a
double. Everywhere `proofs-check trace` says the same."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable

import pytest

from reference.support.errors import FALSE, MALFORMED, OK, UNDECIDED
from tests.fuzz.agreement import Records, built, of_judge, of_python, pi_alone, records
from tests.jsonl import jsonl
from tests.planted.planted_runs import ALL, SHORT, keep
from tests.planted.planted_runs import run as produced

pytestmark = built


def right() -> bytes:
    """A right trace whose header has a producer, so that there is free text."""
    trace = pi_alone("right-short-pi")
    trace[0]["producer"] = {"name": "a name", "version": "1"}
    return jsonl(trace)


def named(name: bytes) -> Callable[[bytes], bytes]:
    """The same trace by a producer whose name is written so."""
    return lambda data: data.replace(b'"a name"', b'"' + name + b'"')


def last_line(old: bytes, new: bytes) -> Callable[[bytes], bytes]:
    """The same trace with a change in its last line."""

    def changed(data: bytes) -> bytes:
        *lines, end = data.splitlines()
        assert old in end
        return b"\n".join([*lines, end.replace(old, new)]) + b"\n"

    return changed


SAME: dict[str, Callable[[bytes], bytes]] = {
    "carriage returns": lambda data: data.replace(b"\n", b"\r\n"),
    "no last newline": lambda data: data[:-1],
    "blanks": lambda data: data.replace(b",", b" ,\t ").replace(b"\n", b"  \n"),
    "escaped keys": lambda data: data.replace(b'"record"', b'"\\u0072e\\u0063ord"'),
    "escaped values": lambda data: data.replace(b'"episode"', b'"episod\\u0065"'),
    "a name of two bytes a character": named("é߿".encode()),
    "a name of three": named("ࠀ퟿\uffff".encode()),
    "a name of four": named("\U00010000\U0010ffff".encode()),
    "a name of escapes": named(rb"\"\\\/\b\f\n\r\t\u00e9\u0000"),
    "a name of a pair": named(rb"\ud83d\uDE00"),
    "a name with DEL": named(b"\x7f"),
    "the longest name": named(b"x" * 2002),
}
OTHER: dict[str, tuple[Callable[[bytes], bytes], str]] = {
    "a byte order mark": (lambda data: b"\xef\xbb\xbf" + data, "expecting value"),
    "UTF-16": (lambda data: data.decode().encode("utf-16"), "UTF-8"),
    "Latin-1": (named(b"\xe9"), "UTF-8"),
    "two bytes for one": (named(b"\xc1\x81"), "UTF-8"),
    "three bytes for two": (named(b"\xe0\x9f\xbf"), "UTF-8"),
    "four bytes for three": (named(b"\xf0\x8f\xbf\xbf"), "UTF-8"),
    "a surrogate in UTF-8": (named(b"\xed\xa0\x80"), "UTF-8"),
    "beyond U+10FFFF": (named(b"\xf4\x90\x80\x80"), "UTF-8"),
    "a cut character": (named(b"\xf0\x9f\x98"), "UTF-8"),
    "the first half of a pair": (named(rb"\ud83d"), "UTF-8 can hold"),
    "the second half": (named(rb"\ude00"), "UTF-8 can hold"),
    "two first halves": (named(rb"\ud83d\ud83d"), "UTF-8 can hold"),
    "an unknown escape": (named(rb"\x41"), "escape"),
    "three digits": (named(rb"\u12g4"), "escape"),
    "a tab in a name": (named(b"\t"), "control character"),
    "a NUL": (named(b"\0"), "control character"),
    "a name that is too long": (named(b"x" * 2003), "2002 characters"),
    "an empty line": (lambda data: data + b"\n", "nothing may follow"),
    "a blank": (lambda data: data + b" ", "nothing may follow"),
    "a line twice": (lambda data: data + data.splitlines()[-1] + b"\n", "nothing may follow"),
    "no end": (lambda data: b"\n".join(data.splitlines()[:-1]) + b"\n", "no `end` record"),
    "a cut line": (lambda data: data[:-9], "valid JSON"),
    "a key twice": (last_line(b'"epochs"', b'"epochs": 1, "\\u0065pochs"'), "given twice"),
    "an unknown key": (last_line(b"}", b', "x": 0}'), "not a key"),
    "a leading zero": (last_line(b'"episodes": ', b'"episodes": 0'), "leading zero"),
    "a plus sign": (last_line(b'"episodes": ', b'"episodes": +'), "expecting value"),
    "a comma too many": (last_line(b"}", b",}"), "property name"),
    "a bracket that closes a brace": (last_line(b"}", b"]"), "delimiter"),
    "something after the value": (last_line(b"}", b"} 1"), "extra data"),
}


def test_the_right_trace() -> None:
    assert (of_judge(right())[0], of_python(right())[0]) == (OK, OK)


@pytest.mark.parametrize("name", SAME)
def test_the_same_trace_in_other_bytes(name: str) -> None:
    data = SAME[name](right())
    assert data != right()
    assert (of_judge(data)[0], of_python(data)[0]) == (OK, OK)


@pytest.mark.parametrize("name", OTHER)
def test_bytes_that_are_no_trace(name: str) -> None:
    change, rule = OTHER[name]
    status, verdict = of_judge(change(right()))
    assert (status, of_python(change(right()))[0]) == (MALFORMED, MALFORMED)
    assert rule in verdict["rule"]


def test_a_whole_number_in_another_spelling_is_not_covered() -> None:
    """The format has 30.0 for 30; the judge's grammar has integer literals alone."""
    data = last_line(b"}", b".0}")(right())
    assert (of_judge(data)[0], of_python(data)[0]) == (UNDECIDED, OK)
    status, verdict = of_judge(last_line(b"}", b".5}")(right()))
    assert status == of_python(last_line(b"}", b".5}")(right()))[0] == MALFORMED
    assert "whole number" in verdict["rule"]


@pytest.mark.parametrize(
    "number, status, rule",
    [
        ("1e-5000", OK, ""),
        ("0." + "0" * 900 + "1", OK, ""),
        ("1" + "0" * 999 + "e-1000", OK, ""),
        ("0e999", OK, ""),
        ("-0.0", OK, ""),
        ("0.99999999999999999999", OK, ""),
        ('"1/3"', OK, ""),
        (r'"\u0031/3"', OK, ""),
        ("1.0000000000000002", FALSE, "reward"),
        ("1e300", FALSE, "reward"),
        ("-5e-324", FALSE, "reward"),
        ("-1e-400", OK, ""),
        ("1e400", MALFORMED, "range of a double"),
        ("1" + "0" * 999 + ".0", MALFORMED, "range of a double"),
        ("0." + "0" * 1001, MALFORMED, "1000 digits"),
        ("1e" + "0" * 1001, MALFORMED, "1000 digits"),
        ("1" * 1001, MALFORMED, "1000 digits"),
        ("1000000000001", MALFORMED, "must not exceed"),
        ("NaN", MALFORMED, "finite"),
        ("-Infinity", MALFORMED, "finite"),
        ("1.", MALFORMED, "digit"),
        (".5", MALFORMED, "expecting value"),
        ('"1/0"', MALFORMED, "rational"),
        ('"01"', MALFORMED, "rational"),
        ('"0.5"', MALFORMED, "rational"),
        ("true", MALFORMED, "rational"),
        ("[" * 9 + "]" * 9, MALFORMED, "nest"),
    ],
)
def test_rewards(number: str, status: int, rule: str) -> None:
    *lines, last, end = right().splitlines()
    episode = json.loads(last)
    episode["r"][0] = "here"
    for separators in ((", ", ": "), (",", ":")):
        last = json.dumps(episode, separators=separators).replace('"here"', number).encode()
        data = b"\n".join([*lines, last, end]) + b"\n"
        code, verdict = of_judge(data)
        assert (code, of_python(data)[0]) == (status, status), verdict
        assert rule in verdict.get("rule", "")


def with_tables() -> Records:
    """A right trace with all tables."""
    return copy.deepcopy(keep(produced(SHORT), ALL))


@pytest.mark.parametrize(
    "key", ["r_bar", "eps", "b", "r_hat", "pi", "P_bar", "q_hat", "V", "N", "N3"]
)
@pytest.mark.parametrize("fault", ["a layer less", "a row more", "text", "null", "an object"])
def test_every_recorded_table_has_its_form(key: str, fault: str) -> None:
    trace = with_tables()
    assert of_judge(jsonl(trace))[0] == OK
    trace[1]["V"] = [[None] * n for n in trace[0]["layers"][:-1]]
    table = next(r for r in trace if key in r)[key]
    inside = table[0]
    while inside and isinstance(inside[0], list):
        inside = inside[0]
    if fault == "a layer less":
        del table[-1]
    elif fault == "a row more":
        inside.append(inside[-1])
    else:
        inside[0] = {"text": "x", "null": [None], "an object": {}}[fault]
    data = jsonl(trace)
    assert (of_judge(data)[0], of_python(data)[0]) == (MALFORMED, MALFORMED)


@pytest.mark.parametrize(
    "field, value",
    [
        ("mdp", {"P": [], "r": []}),
        ("mdp", 0),
        ("seed", -1),
        ("seed", 0.5),
        ("producer", {"name": "x"}),
        ("tolerance", 1),
        ("tolerance", -1e-9),
        ("delta", 1),
        ("delta", 0),
        ("layers", [1]),
        ("layers", [2, 2, 1]),
        ("layers", [1, 300_000, 300_000, 1]),
        ("A", 0),
        ("version", 2),
        ("readings", {"R-3": "uniform", "completion": "uniform"}),
        ("readings", {"R-12": "x"}),
        ("readings", {"R-3": "x"}),
    ],
)
def test_headers(field: str, value: object) -> None:
    trace = records(right())
    trace[0][field] = value
    data = jsonl(trace)
    assert (of_judge(data)[0], of_python(data)[0]) == (MALFORMED, MALFORMED)
