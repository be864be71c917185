"""Epoch lines read without the strict reader's checks: a candidate, or a doubt.

A layout is learned from an epoch line that the strict reader has accepted. A line of that layout
has the same strings, brackets, commas and letters; only its numbers differ. Its form is then right
except for what the filter checks (shapes, ranges, whole numbers), and what the filter does not
decide is read again, strictly.
"""

from __future__ import annotations

import json
import re

from reference.trace.records import EpochRecord

NUMBER = b"0123456789.-+eE"  # the characters of numbers
MANY_DIGITS = b"0" * 200  # the strict reader limits longer runs
_DIGITS_AS_ZEROS = bytes(ord("0") if chr(c) in "0123456789" else ord(" ") for c in range(256))
_STRING = re.compile(rb'"[^"]*"')


class EpochLayout:
    """Accepted epoch line without its numbers."""

    def __init__(self, line: bytes) -> None:
        self.skeleton = line.translate(None, NUMBER)
        self.strings = _STRING.findall(line)

    @classmethod
    def of(cls, line: bytes, record: EpochRecord) -> EpochLayout | None:
        """Return the layout of a line that was read as `record`; None if it has strings other than
        its keys, such as "p/q", or keys spelt with escapes."""
        keys = {"record", "epoch", "i", "t", *record.tables}
        numbers = {"value": record.value, "Lam": record.Lam}
        keys |= {key for key, number in numbers.items() if number is not None}
        found = cls(line)
        plain = sorted(found.strings) == sorted(b'"%s"' % key.encode() for key in keys)
        return found if plain else None

    def candidate(self, line: bytes, number: int) -> EpochRecord | None:
        """Return the record of a line of this layout, its shapes and the sizes of its numbers
        unchecked; None for any other line."""
        if line.translate(None, NUMBER) != self.skeleton or _STRING.findall(line) != self.strings:
            return None
        if MANY_DIGITS in line.translate(_DIGITS_AS_ZEROS):
            return None
        try:
            value = json.loads(line)
        except ValueError:
            return None
        del value["record"]
        i, t, claimed = value.pop("i"), value.pop("t"), value.pop("value", None)
        Lam = value.pop("Lam", None)
        right = type(i) is type(t) is int
        return EpochRecord(i, t, value, claimed, number, Lam) if right else None
