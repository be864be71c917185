"""The lines that the fast tier may read: two patterns, each of a whole line (README.md here).

A number is digits, perhaps with a point and digits after it. No sign, no exponent, no escape, no
string but the keys, no key twice, no empty list, no space but single ones after `,` and `:`.
Whatever does not match is left to the strict reader.
"""

from __future__ import annotations

import re
import sys

from reference.trace.records import EPISODE_FIELDS, PAIR_KEYS, STATE_KEYS, TRIPLE_KEYS

MOST_WHOLE = 12  # digits of a whole number: it is below the format's limit, 10^12
MOST_DECIMALS = 40  # digits after the point in an epoch line: doubles have at most 17 + 4
MOST_DIGITS = 15  # of an episode's decimal in all: without the point it is below 2^53

POSITIVE = rb"[1-9][0-9]{0,%d}" % (MOST_WHOLE - 1)
INTEGER = rb"(?:0|%s)" % POSITIVE
DECIMAL = INTEGER + rb"\.[0-9]{1,%d}" % (MOST_DIGITS - 1)
NUMBER = INTEGER + rb"(?:\.[0-9]{1,%d})?" % MOST_DECIMALS

KEY = re.compile(rb'"([^"]*)":')
EPISODE_KEYS = tuple(key.encode() for key in ("record", *EPISODE_FIELDS.fields))
_WIDTHS = re.compile(rb"([0-9]+)\.([0-9]+)")


# A group that is repeated possessively is matched wrongly before 3.11.5 (python/cpython#106052),
# where it is repeated greedily: the same language, and a failure takes longer.
ONCE = b"+" if sys.version_info >= (3, 11, 5) else b""


def _row(number: bytes) -> bytes:
    return rb"\[%s(?:, ?%s)*%s\]" % (number, number, ONCE)


def _table(number: bytes) -> bytes:
    return rb"\[++%s(?:\]*+, ?\[*+%s)*%s\]++" % (number, number, ONCE)


def _one_of(*patterns: bytes) -> bytes:
    return rb"(?:%s)" % b"|".join(patterns)


def _object(pair: bytes, more: bytes) -> re.Pattern[bytes]:
    return re.compile(rb"\{%s(?:, ?%s)%s\}\n" % (pair, pair, more))


EPISODE = _object(
    _one_of(
        rb'"record": ?"episode"',
        rb'"t": ?' + POSITIVE,
        rb'"[xa]": ?' + _row(INTEGER),
        rb'"r": ?' + _one_of(_row(INTEGER), _row(DECIMAL)),
    ),
    b"{4}",
)
"""An episode line, but that no key may come twice."""
_COUNTS = {"N", "N3"}
_TABLES = "|".join(sorted({*PAIR_KEYS, *TRIPLE_KEYS, *STATE_KEYS} - _COUNTS)).encode()
EPOCH = _object(
    _one_of(
        rb'"record": ?"epoch"',
        rb'"[it]": ?' + POSITIVE,
        rb'"N3?": ?' + _table(INTEGER),
        rb'"(?:value|Lam)": ?' + NUMBER,
        rb'"(?:%s)": ?' % _TABLES + _table(NUMBER),
    ),
    b"+" + ONCE,
)
"""An epoch line, but that no key may come twice and that lists are nested as their table is."""


def admitted_episode(line: bytes) -> bool:
    """Whether a line, with its newline, is an episode line of the language."""
    if EPISODE.fullmatch(line) is None or set(KEY.findall(line)) != set(EPISODE_KEYS):
        return False
    decimals = _WIDTHS.findall(line)
    return all(len(whole) + len(part) <= MOST_DIGITS for whole, part in decimals)


def admitted_epoch(line: bytes) -> bool:
    """Whether a line, with its newline, is an epoch line of the language, its nesting aside."""
    keys = KEY.findall(line)
    return EPOCH.fullmatch(line) is not None and len(set(keys)) == len(keys)
