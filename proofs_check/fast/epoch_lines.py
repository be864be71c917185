"""Epoch lines read without the strict reader's checks, where these cannot fail.

A layout is learned from an epoch line that the strict reader has accepted and that `admitted`
defines. Another admitted line that is the same without digits and points has a number wherever the
learned one has, and nowhere else: the same keys and the same shapes.
"""

from __future__ import annotations

import json

from proofs_check.fast.admitted import EPOCH, KEY, admitted_epoch
from reference.trace.records import EpochRecord

_OF_NUMBERS = b"0123456789."


class EpochLayout:
    """Accepted epoch line without its numbers."""

    def __init__(self, line: bytes) -> None:
        self.keys = KEY.findall(line)  # the 3 of N3 is no number
        self.skeleton = line.translate(None, _OF_NUMBERS)

    @classmethod
    def of(cls, line: bytes) -> EpochLayout | None:
        """Return the layout of a line, given with its newline, that the strict reader has accepted;
        None if it is not admitted."""
        return cls(line) if admitted_epoch(line) else None

    def read(self, line: bytes, number: int) -> EpochRecord | None:
        """Return the record of an admitted line of this layout; None for any other line."""
        same = line.translate(None, _OF_NUMBERS) == self.skeleton
        if not same or not EPOCH.fullmatch(line) or KEY.findall(line) != self.keys:
            return None
        value = json.loads(line)
        del value["record"]
        i, t, claimed = value.pop("i"), value.pop("t"), value.pop("value", None)
        return EpochRecord(i, t, value, claimed, number, value.pop("Lam", None))
