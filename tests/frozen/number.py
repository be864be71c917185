"""A number with an error bound, as text to 12 significant digits."""

from __future__ import annotations

import math
from dataclasses import dataclass

DIGITS = 12
RELATIVE = 10.0 ** (1 - DIGITS)  # one unit of the last digit, at most


@dataclass(frozen=True)
class Number:
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
    def read(text: str) -> Number:
        """Return what was written."""
        mid, _, rad = text.partition("~")
        return Number(float(mid), float(rad or 0))

    def agrees(self, other: Number) -> bool:
        """Whether both may stand for one number, to 12 digits."""
        if self.mid == other.mid:
            return True
        most = RELATIVE * max(abs(self.mid), abs(other.mid)) + 2 * (self.rad + other.rad)
        return abs(self.mid - other.mid) <= most
