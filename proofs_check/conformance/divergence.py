"""A divergence of a trace from Algorithm 1: the broken rule, the place, the numbers compared."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from struct import pack, unpack
from typing import Any

from proofs_check.arithmetic import ONE, ZERO, Decision, Enclosure, Q, to_q
from proofs_check.conformance.rules import rule_of

Where = tuple[int, ...]  # h, x, a, x1 as far as they apply
PLACES = ("layer", "state", "action", "next_state")


class Told(ABC):
    """What a divergence says, as text and as data."""

    rule: str
    expected: str
    found: str
    undecided: bool
    line: int

    @property
    @abstractmethod
    def equation(self) -> str:
        """Return the place in the paper that is broken."""

    @abstractmethod
    def place(self) -> Mapping[str, int | None]:
        """Return the place in the trace, by name; None where one does not apply."""

    def as_json(self) -> dict[str, Any]:
        """Return the divergence as data."""
        return {
            "rule": self.rule,
            "equation": self.equation,
            "line": self.line,
            **self.place(),
            "expected": self.expected,
            "found": self.found,
            "undecided": self.undecided,
        }

    def difference(self, rule: str = "") -> str:
        """Return the place and the numbers, for a reader who knows the rule."""
        named = [f"{k.replace('_', ' ')} {v}" for k, v in self.place().items() if v is not None]
        where = ", ".join([f"line {self.line}", *named])
        return f"{where}: {rule}expected {self.expected}, found {self.found}"

    def __str__(self) -> str:
        return self.difference(f"rule {self.rule} [{self.equation}]: ")


SINGLE = 10**38  # what single precision holds, and a double
FEW_DIGITS = (Q(1, 10**9), Q(1, 10**5))  # relative errors of numbers that were looks_rounded


@dataclass(frozen=True)
class Divergence(Told):
    """Rule that is broken at one place of a trace, or that 384 bits do not decide (`undecided`).

    The rules supply `where`; the replay adds `line` of the file, `episode` and `epoch`."""

    rule: str
    where: Where
    expected: str
    found: str
    undecided: bool = False
    line: int = 0
    episode: int | None = None
    epoch: int = 0
    tolerance: float = 0.0  # with which the number may be right; 0.0 for none

    @property
    def equation(self) -> str:
        """Return the equation or line of Algorithm 1 that is broken."""
        return rule_of(self.rule).equation

    def place(self) -> dict[str, int | None]:
        """Return episode, epoch, layer, state, action and next state, None where one does not
        apply."""
        indices = (*self.where, None, None, None, None)
        places = dict(zip(PLACES, indices, strict=False))
        return {"episode": self.episode, "epoch": self.epoch, **places}


def judged(
    rule: str, where: Where, decision: Decision, expected: object, recorded: object
) -> Iterator[Divergence]:
    """Yield the divergence, or nothing if the rule holds."""
    if decision is not Decision.TRUE:
        undecided, told = decision is Decision.UNDECIDED, text(recorded)
        rounded = Rounded()
        if isinstance(recorded, Q) and isinstance(expected, Enclosure):
            rounded = looks_rounded(recorded, expected)
        yield Divergence(
            rule, where, text(expected), told + rounded.told, undecided, tolerance=rounded.tolerance
        )


@dataclass(frozen=True)
class Rounded:
    """What a small relative error looks like, and the tolerance with which a number like it is
    right, 0.0 if none that is allowed is enough. `told` is empty where the error is not small, or
    the number has all its digits."""

    told: str = ""
    tolerance: float = 0.0


def looks_rounded(recorded: Q, expected: Enclosure, relative: bool = False) -> Rounded:
    """Return whether a number looks like one of single precision, or of few digits; its tolerance
    is perhaps `relative` above 1. Whether the tolerance helps, a second check decides."""
    size = max(abs(expected.lo), abs(expected.hi))
    away = max(expected.lo - recorded, recorded - expected.hi, ZERO)
    least, most = FEW_DIGITS
    if not size or abs(recorded) > SINGLE or not least <= away / size <= most:
        return Rounded()
    value = float(recorded)
    digits = len(f"{value!r}".split("e")[0].replace(".", "").replace("-", "").strip("0"))
    if unpack("f", pack("f", value))[0] == value and digits > 9:
        what, lost = "single precision", max(away / size, Q(1, 1 << 24))
    elif digits <= 9:
        what, lost = f"{digits} digits", max(away / size, Q(5, 10**digits))
    else:
        return Rounded()
    needed = lost * size / max(ONE, size) if relative else lost * size
    enough = [10.0**-k for k in range(9, 5, -1) if needed <= Q(1, 10**k)]  # at most 1e-6
    told = f": looks like {what}: compute in doubles, and write 17 digits"
    return Rounded(told, enough[0] if enough else 0.0)


# ----------------------------------------------------------------------------- tables and text


def innermost(table: Any, where: Where = ()) -> Iterator[tuple[Where, list[Any]]]:
    """(indices, innermost list) of nested lists, in order."""
    for k, v in enumerate(table):
        if v and isinstance(v[0], list):
            yield from innermost(v, (*where, k))
        else:
            yield (*where, k), v


def entries(table: Any) -> Iterator[tuple[Where, Any]]:
    """(indices, entry) of nested lists, in order."""
    for where, row in innermost(table):
        for k, v in enumerate(row):
            yield (*where, k), v


def text(value: object) -> str:
    """Return numbers and enclosures as text of bounded length, anything else by str."""
    if isinstance(value, Enclosure):
        if value.lo == value.hi:
            return brief(value.lo)
        lo, hi = decimal17(value.lo), decimal17(value.hi)
        return f"{lo}..." if lo == hi else f"[{lo}, {hi}]"
    return brief(value) if isinstance(value, Q) else str(value)


def brief(q: Q) -> str:
    """Return a rational as text of bounded length: a short fraction, a double as Python writes it,
    else 17 significant digits."""
    size = q.numerator.bit_length() + q.denominator.bit_length()
    fraction = str(q) if size < 100 else ""
    if 0 < len(fraction) <= 9:
        return fraction
    if size < 1000 and to_q(float(q)) == q:
        return repr(float(q))
    return fraction if 0 < len(fraction) <= 24 else f"{decimal17(q)}..."


def decimal17(q: Q) -> str:
    """17 significant digits; large and tiny rationals included."""
    from mpmath import mp, mpf  # slow to import, and a conforming trace prints no numbers

    with mp.workprec(80):
        return str(mp.nstr(mpf(int(q.numerator)) / mpf(int(q.denominator)), 17))


def show_row(row: list[Q]) -> str:
    """Return a policy's row as text."""
    return "[" + ", ".join(brief(p) for p in row[:8]) + (", ...]" if len(row) > 8 else "]")
