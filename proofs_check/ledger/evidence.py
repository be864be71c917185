"""Comparisons, counted: the evidence of a claim from its single instances.

    tally = Tally("exact on runs", "every epoch and layer")
    for run in suite.runs:
        for e in run.epochs:
            tally.leq(left, right, run=run.name, i=e.i)
    return tally

Sides are int, Q, Enclosure or Real. A comparison whose enclosures overlap is UNDECIDED; pass Reals
where both sides may be equal.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TypeGuard

from proofs_check.arithmetic import (
    ZERO,
    Decision,
    Enclosure,
    Q,
    Real,
    certainly_equal,
    certainly_leq,
)
from proofs_check.arithmetic.rational import ends_of, show
from proofs_check.ledger.registry import Evidence, EvidenceKind, Verdict, Witness
from reference.support.errors import PreconditionError

Exact = int | Q | Real
Number = Exact | Enclosure
BITS = 96  # a Real becomes an enclosure of this precision when compared with an enclosure
SHORT = 64  # slack and ratio are rounded to multiples of 2**-SHORT, conservatively

_ends_at_failure = False


class Refuted(Exception):
    """Counterexample to a planted variant, with its evidence."""

    def __init__(self, evidence: Evidence) -> None:
        super().__init__(evidence.note)
        self.evidence = evidence


@contextmanager
def first_failure_ends() -> Iterator[None]:
    """Inside, the first failing comparison of any Tally raises Refuted with the verdict FAILS: a
    counterexample is all that a planted variant needs."""
    global _ends_at_failure
    _ends_at_failure = True
    try:
        yield
    finally:
        _ends_at_failure = False


class Tally:
    """Counts comparisons, keeps the least slack, the largest ratio and the first counterexample.

    `failing` is the verdict of a claim with a counterexample: FAILS, or GAP for a step of an
    argument whose conclusion may still be true. `assumed`: the choice of something unstated under
    which everything here is compared.
    """

    def __init__(
        self,
        kind: EvidenceKind,
        note: str = "",
        *,
        step: bool = False,
        failing: Verdict = Verdict.FAILS,
        under: str = "",
    ) -> None:
        self.kind, self.note, self.step, self.failing = kind, note, step, failing
        self.assumed = under
        self.instances = self.undecided = self.trivial = 0
        self.slack: Q | None = None
        self.ratio: Q | None = None
        self.worst: Witness | None = None
        self.witness: Witness | None = None
        self.absent = ""  # what is not installed

    def leq(self, left: Number, right: Number, **where: object) -> bool:
        """Compare left <= right at an instance. Returns whether it certainly holds."""
        sides = left, right
        (least, most), (low, high) = map(_ends, sides)
        if _are_exact(sides):
            decision = certainly_leq(*sides)
        else:
            decision = Decision.of(most <= low, least > high)
        if self.slack is None or low - most < self.slack:
            self.slack = low - most
            self.worst = _seen(where, left, right)
        if low > 0 and (self.ratio is None or most > self.ratio * low):
            self.ratio = most / low
        self._count(decision, where, left, right)
        return decision is Decision.TRUE

    def likely(self, probability: Q, allowed: Q, **where: object) -> bool:
        """Compare the probability that a statement fails with what the statement allows. Only such
        a comparison refutes a statement that holds with a probability (audit/audit.py)."""
        return self.leq(probability, allowed, probability=probability, allowed=allowed, **where)

    def bounded(self, left: Number, bound: Number, trivial: Number, **where: object) -> bool:
        """Compare left <= bound at an instance. Where the bound is at or above its trivial value
        the instance is counted separately: it supports nothing."""
        if _ends(bound)[1] < _ends(trivial)[0]:
            return self.leq(left, bound, **where)
        self.instances += 1
        self.trivial += 1
        return True

    def equal(self, left: Number, right: Number, **where: object) -> bool:
        """Compare left = right, exactly; an enclosed side is equal only if it is one number."""
        sides = left, right
        if _are_exact(sides):
            decision = certainly_equal(*sides)
        else:
            (least, most), (low, high) = map(_ends, sides)
            decision = Decision.of(least == most == low == high, most < low or high < least)
        if decision is Decision.TRUE:
            self.slack = ZERO if self.slack is None else min(self.slack, ZERO)
        self._count(decision, where, left, right)
        return decision is Decision.TRUE

    def holds(self, fact: bool | Decision, **where: object) -> bool:
        """Count a fact that is not a comparison of two numbers. Raises PreconditionError for what
        is neither true nor false: a missing value is not a counterexample."""
        if not isinstance(fact, (bool, Decision)):
            raise PreconditionError("fact", fact, "must be true or false")
        decision = fact if isinstance(fact, Decision) else Decision.of(fact, not fact)
        self._count(decision, where)
        return decision is Decision.TRUE

    def _count(self, decision: Decision, where: Witness, *sides: Number) -> None:
        self.instances += 1
        if decision is Decision.UNDECIDED:
            self.undecided += 1
            if self.worst is None:
                self.worst = _seen(where, *sides)
        elif decision is Decision.FALSE and self.witness is None:
            self.witness = _seen(where, *sides)
            if _ends_at_failure:
                self.failing = Verdict.FAILS
                raise Refuted(self.evidence())

    def evidence(self) -> Evidence:
        """Return the evidence that the comparisons make up."""
        if self.witness is not None:
            verdict = self.failing
        elif self.undecided:
            verdict = Verdict.UNDECIDED
        else:
            verdict = Verdict.HOLDS if self.instances > self.trivial else Verdict.VACUOUS
        note = self.note + (f" ({self.undecided} undecided)" if self.undecided else "")
        absent = "" if self.instances else self.absent
        note += f"; {absent}" if absent else ""
        return Evidence(
            self.kind, verdict, self.instances, note, _shortened(self.slack),
            _shortened(self.ratio, up=True),
            self.worst, self.witness, self.step, "", self.assumed, self.trivial, absent=absent,
        )  # fmt: skip


def _ends(number: Number) -> tuple[Q, Q]:
    """Return the lower and the upper end of its enclosure."""
    if isinstance(number, Real):
        number = number.enclose(BITS)
    return ends_of(Q(number) if isinstance(number, int) else number)


def _are_exact(sides: tuple[Number, Number]) -> TypeGuard[tuple[Exact, Exact]]:
    """Whether none is enclosed, so that equal ones are decided, too."""
    return not any(isinstance(side, Enclosure) for side in sides)


def _shortened(q: Q | None, up: bool = False) -> Q | None:
    """q, or a little less (`up`: more), in few digits."""
    if q is None or q.denominator.bit_length() <= SHORT:
        return q
    sign = -1 if up else 1
    return sign * Q((sign * q.numerator << SHORT) // q.denominator, 1 << SHORT)


def _seen(where: Witness, *sides: Number) -> Witness:
    """Return the instance in JSON values; the two sides as `left` and `right`."""
    values = {name: json_value(value) for name, value in where.items()}
    for name, side in zip(("left", "right"), sides, strict=False):
        values[name] = json_value(side)
    return values


def json_value(value: object) -> object:
    """Return a JSON value: rationals "p/q", enclosures and Reals as decimals with their error."""
    if isinstance(value, Q):
        text = show(value)
        return text if len(text) <= 60 else f"about {decimal(value)}"
    if isinstance(value, (Enclosure, Real)):
        lo, hi = _ends(value)
        return json_value(lo) if lo == hi else f"about {decimal(lo)}"
    if isinstance(value, (list, tuple)):
        return [json_value(v) for v in value]
    if isinstance(value, dict):
        return {str(k): json_value(v) for k, v in value.items()}
    if value is None or isinstance(value, (bool, int, str)):
        return value
    return str(value)


def decimal(q: Q, digits: int = 6) -> str:
    """`q` in `digits` significant decimal digits, rounded to nearest, as Python's g format."""
    return f"{float(q):.{digits}g}"
