"""Episode lines in blocks: their common parts are compared at once, digits become arrays.

A *layout* is learned from one line that the strict reader has accepted and that `admitted` defines.
Its skeleton is that line without its digits. A block of k lines has the layout if, without digits,
it is k copies of the skeleton, and if its digits are exactly where the learned line has numbers, no
number being empty, too long, or having a leading zero: each line is then admitted as well.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import accumulate
from typing import Any

import numpy as np
from numpy.typing import NDArray

from proofs_check.fast.admitted import (
    KEY,
    MOST_DIGITS,
    MOST_WHOLE,
    admitted_episode,
)
from reference.trace.records import EpisodeRecord

DIGITS = b"0123456789"
_ZERO = np.uint8(ord("0"))
_RUN = re.compile(rb"[0-9]+")

Ints = NDArray[np.int64]


@dataclass(frozen=True)
class Episodes:
    """Numbers of k episode lines. Rewards are r / 10^decimals; `decimals` is None if all of
    them are whole."""

    t: Ints  # (k,)
    x: Ints  # (k, L)
    a: Ints  # (k, L)
    r: Ints  # (k, L)
    decimals: Ints | None  # (k, L)

    def __len__(self) -> int:
        return len(self.t)


class Layout:
    """Places of the numbers in an episode line."""

    def __init__(self, line: bytes, keys: list[str], L: int, decimal: bool) -> None:
        self.skeleton = line.translate(None, DIGITS)
        digits = list(accumulate((m.end() - m.start() for m in _RUN.finditer(line)), initial=0))
        # run j of digits is just before byte before[j] of the skeleton
        self.offsets = np.array(
            [m.start() - d for m, d in zip(_RUN.finditer(line), digits, strict=False)]
        )
        self.lead = self.skeleton[: self.offsets[0]]  # the bytes before the first number
        self.runs: dict[str, slice] = {}  # of the whole numbers of a key
        self.fractions = slice(0, 0)  # of what follows the points in r
        at = 0
        for key in keys:
            n, step = (1 if key == "t" else L), (2 if key == "r" and decimal else 1)
            self.runs[key] = slice(at, at + n * step, step)
            if step == 2:
                self.fractions = slice(at + 1, at + n * step, step)
            at += n * step
        self.is_fraction = np.zeros(at, bool)
        self.is_fraction[self.fractions] = True

    @classmethod
    def of(cls, line: bytes, record: EpisodeRecord) -> Layout | None:
        """Return the layout of a line, given with its newline, that was read as `record`; None if
        it is not admitted."""
        if not admitted_episode(line):
            return None
        keys = [key.decode() for key in KEY.findall(line) if key != b"record"]
        return cls(line, keys, len(record.r), isinstance(record.r[0], float))

    def fits(self, line: bytes) -> bool:
        """Whether one line has the skeleton."""
        return line.translate(None, DIGITS) == self.skeleton

    def episodes(self, data: bytes, k: int) -> Episodes | None:
        """Return the numbers of `data`, k whole lines; None unless every line has this layout."""
        if data.translate(None, DIGITS) != self.skeleton * k:
            return None
        numbers = self._numbers(data, k)
        if numbers is None:
            return None
        values, widths = numbers
        r, decimals = values[:, self.runs["r"]], None
        if self.is_fraction.any():
            fractions = values[:, self.fractions]
            places = widths[:, self.fractions].astype(np.int64)
            if (places + widths[:, self.runs["r"]]).max() > MOST_DIGITS:
                return None
            if fractions.any():
                r, decimals = r * 10**places + fractions, places
        t = values[:, self.runs["t"]][:, 0]
        if t.min() < 1:
            return None
        return Episodes(t, values[:, self.runs["x"]], values[:, self.runs["a"]], r, decimals)

    def _numbers(self, data: bytes, k: int) -> tuple[Ints, Any] | None:
        """Return the value and the width of every run of digits, (k, runs) each."""
        S = len(self.skeleton)
        text = np.frombuffer(data, np.uint8)
        others = np.flatnonzero((text - _ZERO) > 9).astype(np.int32).reshape(k, S)
        ends = others[:, self.offsets]
        widths = ends - others[:, self.offsets - 1] - 1
        most = widths.max(axis=0)
        # No number is empty or too long, and there are no digits outside the numbers.
        if widths.min() < 1 or widths.sum() != len(data) - k * S:
            return None
        if (most > np.where(self.is_fraction, MOST_DIGITS - 1, MOST_WHOLE)).any():
            return None
        values = np.empty((k, len(self.offsets)), np.int64)
        values[:] = text[ends - 1] - _ZERO
        for j in np.flatnonzero(most > 1):
            width, end = widths[:, j], ends[:, j]
            leading_zero = (text[end - width] == _ZERO) & (width > 1)
            if leading_zero.any() and not self.is_fraction[j]:
                return None
            for d in range(1, most[j]):
                digit = (text[end - 1 - d] - _ZERO).astype(np.int64)
                values[:, j] += np.where(width > d, digit, 0) * 10**d
        return values, widths
