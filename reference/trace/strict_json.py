"""Strict JSON for third-party files: traces and MDP files.

A JSON number means the nearest IEEE double; a string "p/q" means that rational (README.md here,
"Strict JSON"). Everything that could be read in two ways or could exhaust the reader
is refused with MalformedInput, which names file, line, field, value and rule. Scanning is left to
the C scanner of `json`; the guards around it are a few passes over the text, also in C.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from typing import Any, NoReturn

from reference.support.errors import MalformedInput

MAX_DEPTH = 8
"""Nesting of arrays and objects. A trace needs 6: header, mdp, P, then [h][x][a][x1]."""

MAX_DIGITS = 1000
"""Longest run of decimal digits, in a number or in a string that is read as one. The exact value of
any double has a denominator of at most 324 digits; reading 1000 digits costs microseconds."""

MAX_STRING = 2 * MAX_DIGITS + 2
"""Longest string: "-p/q" with MAX_DIGITS digits each."""

_TOO_LARGE = "a number must be within the range of a double"
NULL = "; null is what JavaScript and others write for NaN and Infinity"
_TOO_MANY = f"a number must not exceed {MAX_DIGITS} digits"
_DIGIT_RUN = re.compile(rf"[0-9]{{{MAX_DIGITS + 1}}}")
_OVERFLOW = 2**1024 - 2**970  # the least number that rounds to no double
_UNREMARKABLE_DIGITS = 200  # fewer digits and an exponent below 100 cannot overflow a double
_LARGE_EXPONENT = re.compile(r"[eE]\+?[0-9]{3}")
_STRING = re.compile(r'"(?:[^"\\]++|\\(?:.|\Z))*+(?:"|\Z)', re.DOTALL)
_STRING_OR_BRACKET = re.compile(_STRING.pattern + r"|[][{}]", re.DOTALL)
_SPACE = re.compile(r"[ \t\n\r]*")
_RATIONAL = re.compile(r"-?(?:0|[1-9][0-9]*)(?:/[1-9][0-9]*)?")

_STEP = {"[": 1, "{": 1, "]": -1, "}": -1}
_BRACKETS = bytes.maketrans(b"{}", b"[]")
_NOT_BRACKETS = bytes(c for c in range(256) if chr(c) not in "[]{}")
_DIGITS = bytes(ord("0") if chr(c) in "0123456789" else ord(" ") for c in range(256))


class _Refused(Exception):
    """Raised inside the scanner's hooks, which do not know the file; `pattern` finds the line."""

    def __init__(self, field: str, value: object, rule: str, pattern: str) -> None:
        super().__init__(rule)
        self.field, self.value, self.rule, self.pattern = field, value, rule, pattern


def loads(text: str, *, file: str, line: int | None) -> Any:
    """Return the JSON value of `text`, which starts at `line` of `file` (None: line 1, a whole
    file).

    Refuses syntax errors, duplicate keys, NaN and Infinity, numbers beyond the range of a double,
    runs of more than MAX_DIGITS digits, strings of more than MAX_STRING characters, lone
    surrogates, and nesting beyond MAX_DEPTH (before the recursive scanner sees it).
    Integers come back as int, other numbers as float. Raises MalformedInput.
    """

    def refuse(position: int | None, field: str, value: object, rule: str) -> NoReturn:
        at = line
        if position is not None:
            at = (line or 1) + text.count("\n", 0, position)
        raise MalformedInput(file, at, field, value, rule) from None

    try:
        data = text.encode("utf-8")
    except UnicodeEncodeError as e:
        refuse(e.start, "JSON", text[e.start], "must be UTF-8 text without lone surrogates")
    if data.count(b"[") + data.count(b"{") > MAX_DEPTH:
        position = _too_deep(text, data)
        if position is not None:
            value = text[position : position + 40]
            refuse(position, "JSON", value, f"must not nest deeper than {MAX_DEPTH} levels")
    if len(text) > MAX_STRING and (match := _long_string(text)):
        rule = f"a string must not exceed {MAX_STRING} characters"
        refuse(match.start(), "JSON", match.group(), rule)
    decoder = _WATCHFUL if _LARGE_EXPONENT.search(text) else _FAST
    if len(data) > _UNREMARKABLE_DIGITS:
        runs = data.translate(_DIGITS)
        if b"0" * (MAX_DIGITS + 1) in runs and (match := _long_number(text)):
            refuse(match.start(), "JSON", match.group()[:MAX_DIGITS], _TOO_MANY)
        if b"0" * _UNREMARKABLE_DIGITS in runs:
            decoder = _WATCHFUL
    try:
        value = decoder.decode(text)
    except json.JSONDecodeError as e:
        excerpt = text[e.pos : e.pos + 40] or "the end of the text"
        rule = f"must be valid JSON: {e.msg[:1].lower()}{e.msg[1:]} (column {e.colno})"
        refuse(e.pos, "JSON", excerpt, rule)
    except _Refused as e:
        places = list(re.finditer(e.pattern, text))
        # A duplicate key is reported where it is written for the second time.
        last = places[min(1, len(places) - 1)].start() if places else None
        refuse(last, e.field or _key_before(text, last) or "JSON", e.value, e.rule)
    if "\\u" in text:
        try:
            json.dumps(value, ensure_ascii=False).encode("utf-8")
        except UnicodeEncodeError:
            refuse(None, "JSON", "a lone surrogate", "must be text that UTF-8 can hold")
    return value


def rational(value: object, file: str, line: int | None, field: str) -> Fraction:
    """Return the exact value of a JSON number (its nearest double) or of a string "p/q" or "p".

    Refuses anything else, including zero denominators, leading zeros, a plus sign, spaces, and
    numbers beyond the range of a double. Raises MalformedInput.
    """
    if isinstance(value, float):
        return Fraction(value)  # loads() lets no infinity and no NaN through
    if isinstance(value, int) and not isinstance(value, bool):
        if -(2**53) <= value <= 2**53:
            return Fraction(value)
        try:
            return Fraction(float(value))
        except OverflowError:
            raise MalformedInput(file, line, field, value, _TOO_LARGE) from None
    if isinstance(value, str) and len(value) <= MAX_STRING and _RATIONAL.fullmatch(value):
        p, _, q = value.partition("/")
        if max(len(p.lstrip("-")), len(q)) > MAX_DIGITS:
            raise MalformedInput(file, line, field, value, _TOO_MANY)
        number = Fraction(int(p), int(q or 1))
        if len(p) > _UNREMARKABLE_DIGITS and abs(number) >= _OVERFLOW:
            raise MalformedInput(file, line, field, value, _TOO_LARGE)
        return number
    rule = 'must be a number, or a rational written "p/q" with q > 0 and no leading zeros'
    rule += NULL if value is None else ""
    raise MalformedInput(file, line, field, value, rule)


def line_of(text: str, path: tuple[str | int, ...]) -> int | None:
    """Return the line on which the value at `path`, such as ("P", 2, 0), begins in a valid `text`.

    The innermost value that exists if the path continues beyond it; None if its first key is
    missing or the path is empty.
    """
    at = None
    position = _skip(text, 0)
    for step in path:
        child = next((p for key, p in _children(text, position) if key == step), None)
        if child is None:
            break
        at = position = child
    return None if at is None else 1 + text.count("\n", 0, at)


def decode(data: bytes, *, file: str, line: int | None) -> str:
    """`data` as UTF-8 text. Raises MalformedInput naming the line of the first bad byte."""
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as e:
        at = (line or 1) + data.count(b"\n", 0, e.start)
        value = data[e.start : e.start + 8]
        rule = "must be UTF-8" + (UTF_16 if value[:2] in (b"\xff\xfe", b"\xfe\xff") else "")
        raise MalformedInput(file, at, "encoding", value, rule) from None


UTF_16 = (
    "; this is UTF-16, as PowerShell's > and Out-File write it: Out-File -Encoding utf8NoBOM, or "
    "ascii in Windows PowerShell"
)


def _key_before(text: str, position: int | None) -> str:
    """Return the key in whose value a position lies, or the last one before it; "" if none is."""
    keys = re.findall(r'"([^"\\]*)"\s*:', text[: position or 0])
    return keys[-1] if keys else ""


def _long_number(text: str) -> re.Match[str] | None:
    """Return the first number of more than MAX_DIGITS digits; a string is no number until it is
    used as one."""
    bare = _STRING.sub(lambda match: " " * len(match.group()), text)
    return _DIGIT_RUN.search(bare)


def _too_deep(text: str, data: bytes) -> int | None:
    """Return where the nesting first exceeds MAX_DEPTH, None if nowhere.

    Deleting every "[]" from the string of brackets removes one level; what MAX_DEPTH rounds
    leave is too deep, unbalanced (the scanner will report it), or made of brackets inside strings.
    """
    brackets = data.translate(_BRACKETS, _NOT_BRACKETS)
    for _ in range(MAX_DEPTH):
        brackets = brackets.replace(b"[]", b"")
    if not brackets:
        return None
    depth = 0
    for token in _STRING_OR_BRACKET.finditer(text):
        depth += _STEP.get(token[0], 0)
        if depth > MAX_DEPTH:
            return token.start()
        if depth < 0:  # unbalanced
            return None
    return None


def _skip(text: str, position: int) -> int:
    match = _SPACE.match(text, position)
    return match.end() if match else position


def _children(text: str, position: int) -> Iterator[tuple[str | int, int]]:
    """Yield key or index, and position, of what is directly inside the array or object there."""
    closing = {"[": "]", "{": "}"}.get(text[position])
    if closing is None:
        return
    index, keyed = 0, closing == "}"
    position = _skip(text, position + 1)
    while text[position] != closing:
        key: str | int = index
        if keyed:
            key, position = _FAST.raw_decode(text, position)
            position = _skip(text, _skip(text, position) + 1)  # the colon
        yield key, position
        position = _skip(text, _FAST.raw_decode(text, position)[1])
        if text[position] == ",":
            position = _skip(text, position + 1)
        index += 1


def _long_string(text: str) -> re.Match[str] | None:
    """Return the first string literal of more than MAX_STRING characters between its quotes."""
    if "\\" not in text and all(len(s) <= MAX_STRING for s in text.split('"')[1::2]):
        return None
    return next((m for m in _STRING.finditer(text) if len(m.group()) > MAX_STRING + 2), None)


def _pairs(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) < len(pairs):
        key = next(key for key, n in Counter(key for key, _ in pairs).items() if n > 1)
        pattern = re.escape(json.dumps(key)) + r"\s*:"
        raise _Refused(key, members[key], "a key must not be given twice", pattern)
    return members


def _constant(name: str) -> NoReturn:
    rule = "a number must be finite; R, Python and printf write NaN and Infinity like this"
    raise _Refused("", name, rule, rf"(?<![\w\"]){re.escape(name)}")


def _finite(token: str) -> float:
    value = float(token)
    if value in (float("inf"), float("-inf")):
        pattern = re.escape(token)
        raise _Refused("", token, "a number must be within the range of a double", pattern)
    return value


_FAST = json.JSONDecoder(object_pairs_hook=_pairs, parse_constant=_constant)
_WATCHFUL = json.JSONDecoder(
    object_pairs_hook=_pairs, parse_constant=_constant, parse_float=_finite
)
