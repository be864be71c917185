"""Numbers with an error bound, as text to 12 significant digits."""

from __future__ import annotations

import math
from dataclasses import dataclass

from proofs_check.arithmetic import Enclosure, Real

DIGITS = 12
RELATIVE = 10.0 ** (1 - DIGITS)  # one unit of the last digit, at most


@dataclass(frozen=True)
class Digits:
    """Double that is at most `rad` from what it stands for."""

    mid: float
    rad: float = 0.0

    def __str__(self) -> str:
        """12 digits; behind "~" a bound of the error, where it would show in them."""
        if not math.isfinite(self.mid) or self.rad <= abs(self.mid) * 10.0**-DIGITS:
            return f"{self.mid:.{DIGITS}g}"
        mid = 0.0 if abs(self.mid) <= self.rad else self.mid
        return f"{mid:.{DIGITS}g}~{self.rad:.1g}"

    @staticmethod
    def read(text: str) -> Digits:
        """Return what was written."""
        mid, _, rad = text.partition("~")
        return Digits(float(mid), float(rad or 0))

    @staticmethod
    def of(value: Enclosure | Real | int | float) -> Digits:
        """Return any number of the code."""
        if isinstance(value, Real):
            value = value.enclose(96)
        if isinstance(value, Enclosure):
            return Digits(float((value.lo + value.hi) / 2), float(value.hi - value.lo))
        return Digits(float(value))

    def agrees(self, other: Digits) -> bool:
        """Whether both may stand for one number, to 12 digits."""
        if self.mid == other.mid:
            return True
        most = RELATIVE * max(abs(self.mid), abs(other.mid)) + 2 * (self.rad + other.rad)
        return abs(self.mid - other.mid) <= most
