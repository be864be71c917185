"""Exact real numbers: compared, never rounded.

Irrational quantities (ln, sqrt, eq. (11) and (15)) are a `Real`: a sum of terms

    coefficient * sqrt(radicand) * product of base**(k/2),

coefficient rational, radicand a positive integer, each base a logarithm or another sum known
to be positive. Sums of square roots are decided exactly, equality included; anything with a
logarithm is decided by Arb (python-flint), whose ball always contains the true value, at increasing
precision up to a cap, and is UNDECIDED beyond it. flint's precision is global: one thread.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

from flint import arb, ctx, fmpq

from proofs_check.arithmetic.rational import ONE, ZERO, Decision, Enclosure, Q, show, to_q
from reference.support.errors import PreconditionError


def _arb(q: Q) -> arb:
    return arb(fmpq(int(q.numerator), int(q.denominator)))


def dyadic(point: arb) -> Q:
    """Return the exact value of a ball of radius 0: mantissa * 2**exponent. Raises
    PreconditionError for any other."""
    try:
        mantissa, exponent = point.man_exp()
    except ValueError:
        rule = "must be an exact, finite ball"
        raise PreconditionError("number", str(point), rule) from None
    if exponent >= 0:
        return Q(int(mantissa) << int(exponent))
    return Q(int(mantissa), 1 << int(-exponent))


def endpoints(ball: arb) -> Enclosure:
    """Return rational ends of an Arb ball: `lower` rounds down and `upper` up, and both are
    exact."""
    return Enclosure(dyadic(ball.lower()), dyadic(ball.upper()))


class Base:
    """Positive irrational factor: ln(argument) if `log`, else the sum `argument` itself. Its hash
    and its last enclosure are kept."""

    __slots__ = ("_ball", "_hash", "_prec", "argument", "log")

    def __init__(self, log: bool, argument: Real) -> None:
        self.log, self.argument = log, argument
        self._hash, self._prec = hash((log, argument)), 0
        self._ball = arb(0)

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, Base) or self._hash != other._hash:
            return False
        return self.log == other.log and self.argument == other.argument

    def __hash__(self) -> int:
        return self._hash

    def __reduce__(self) -> tuple[Any, ...]:
        return Base, (self.log, self.argument)

    def ball(self) -> arb:
        """Return an enclosure at flint's current precision."""
        if self._prec != ctx.prec:
            ball = self.argument.ball()
            self._ball, self._prec = ball.log() if self.log else ball, ctx.prec
        return self._ball


Powers = frozenset[tuple[Base, int]]  # base -> k, meaning base**(k/2)
NONE: Powers = frozenset()
RATIONAL_TERM = 1, NONE  # the key of a rational term


class Real:
    """Real number: the sum over (radicand, powers) of coefficient * sqrt(radicand) * powers.

    Arithmetic with Real, Q and int is exact and symbolic. Raises PreconditionError for a
    division by 0, and for sqrt or ln of a number not known to be in their domain.
    """

    __slots__ = ("terms",)

    def __init__(self, terms: dict[tuple[int, Powers], Q]) -> None:
        self.terms = {key: c for key, c in terms.items() if c != 0}

    @staticmethod
    def of(value: Real | Q | int) -> Real:
        """`value` as a Real."""
        if isinstance(value, Real):
            return value
        q = value if isinstance(value, Q) else to_q(value)
        return _sum_of({RATIONAL_TERM: q} if q else {})

    @property
    def rational(self) -> Q | None:
        """Return the value, if no irrational term is left."""
        if not self.terms:
            return ZERO
        return self.terms.get(RATIONAL_TERM) if len(self.terms) == 1 else None

    def __eq__(self, other: object) -> bool:  # the same expression; certainly_equal compares values
        return isinstance(other, Real) and self.terms == other.terms

    def __hash__(self) -> int:
        return hash(frozenset(self.terms.items()))

    def __add__(self, other: Real | Q | int) -> Real:
        if not isinstance(other, NUMBERS):
            return NotImplemented
        terms = dict(self.terms)
        for key, c in other.terms.items() if isinstance(other, Real) else [(RATIONAL_TERM, other)]:
            terms[key] = terms.get(key, ZERO) + c
        return Real(terms)

    def __neg__(self) -> Real:
        return _sum_of({key: -c for key, c in self.terms.items()})

    def __sub__(self, other: Real | Q | int) -> Real:
        return self + -other if isinstance(other, NUMBERS) else NotImplemented

    def __rsub__(self, other: Q | int) -> Real:
        return Real.of(other) - self

    def __mul__(self, other: Real | Q | int) -> Real:
        if not isinstance(other, NUMBERS):
            return NotImplemented
        if not isinstance(other, Real):  # as below, where nothing is to be collected
            return _sum_of({key: c * other for key, c in self.terms.items()} if other else {})
        terms: dict[tuple[int, Powers], Q] = {}
        for (n1, p1), c1 in self.terms.items():
            for (n2, p2), c2 in other.terms.items():
                common = math.gcd(n1, n2)  # sqrt(g u) sqrt(g v) = g sqrt(u v)
                whole, radicand = _root(n1 // common * (n2 // common))
                key = radicand, _product(p1, p2)
                terms[key] = terms.get(key, ZERO) + c1 * c2 * (common * whole)
        return Real(terms)

    __radd__, __rmul__ = __add__, __mul__

    def __truediv__(self, other: Real | Q | int) -> Real:
        return self * _power(Real.of(other), -2) if isinstance(other, NUMBERS) else NotImplemented

    def __rtruediv__(self, other: Q | int) -> Real:
        return Real.of(other) / self

    @staticmethod
    def total(values: Iterable[Real | Q | int]) -> Real:
        """Return the sum of many numbers, in one pass."""
        terms: dict[tuple[int, Powers], Q] = {}
        for v in values:
            if isinstance(v, Real):
                for key, c in v.terms.items():
                    terms[key] = terms.get(key, ZERO) + c
            elif v:
                terms[RATIONAL_TERM] = terms.get(RATIONAL_TERM, ZERO) + v
        return Real(terms)

    def ball(self) -> arb:
        """Return an Arb ball around the value, at flint's current precision."""
        total = None
        for (radicand, powers), c in self.terms.items():
            term = _arb(c) if radicand == 1 else _arb(c) * arb(radicand).sqrt()
            for base, k in powers:
                factor = base.ball() if k % 2 == 0 else base.ball().sqrt()
                term *= factor ** (k // 2 if k % 2 == 0 else k)
            total = term if total is None else total + term
        return arb(0) if total is None else total

    def enclose(self, bits: int) -> Enclosure:
        """Return rational ends around the value, from Arb at `bits` bits; lo = hi if it is
        rational."""
        if (q := self.rational) is not None:
            return Enclosure(q, q)
        with ctx.workprec(bits):
            return endpoints(self.ball())

    def merged(self) -> Real:
        """Return the same number with equal square roots collected (sqrt(8) = 2 sqrt(2)).

        Two roots are rational multiples of each other iff the product of their radicands is a
        square, and roots that are not are linearly independent over Q: no factoring is needed,
        and a number without bases is 0 only if nothing is left.
        """
        terms: dict[tuple[int, Powers], Q] = {}
        for (n, powers), c in self.terms.items():
            for m, p in terms:
                root = math.isqrt(n * m)
                if p == powers and root * root == n * m:  # sqrt(n) = root/m sqrt(m)
                    terms[m, p] += c * Q(root, m)
                    break
            else:
                terms[n, powers] = c
        return Real(terms)


def _sum_of(terms: dict[tuple[int, Powers], Q]) -> Real:
    """Return a Real with these terms, none of them 0."""
    made = Real.__new__(Real)
    made.terms = terms
    return made


NUMBERS = (Real, Q, int)
"""What a Real is added to and multiplied with; expressions in the letters take it from there."""


def _product(p: Powers, q: Powers) -> Powers:
    if not (p and q):
        return p or q
    powers = dict(p)
    for base, k in q:
        powers[base] = powers.get(base, 0) + k
    return frozenset((b, k) for b, k in powers.items() if k)


def _root(n: int) -> tuple[int, int]:
    """n = s**2 m as (s, m), with m = 1 iff n is a square."""
    if n == 1:
        return 1, 1
    root = math.isqrt(n)
    return (root, 1) if root * root == n else (1, n)


def _power(x: Real, k: int) -> Real:
    """x**(k/2) for k = 1 (sqrt) and k = -2 (1/x); a sum becomes a Base of its own."""
    if not x.terms:
        if k == 1:
            return x
        raise PreconditionError("divisor", 0, "must not be 0")
    if k == 1 or len(x.terms) > 1:
        s = sign(x)
        if s is None or s == 0 or (k == 1 and s < 0):
            rule = "must be >= 0" if k == 1 else "must not be 0"
            raise PreconditionError("sqrt" if k == 1 else "divisor", _seen(x), rule)
        if len(x.terms) > 1:
            positive = x if s > 0 else -x
            return Real({(1, frozenset({(Base(False, positive), k)})): Q(s)})
    ((n, powers), c), *_ = x.terms.items()
    scaled = frozenset((base, j * k // 2) for base, j in powers)
    if k == -2:
        return Real({(n, scaled): 1 / (c * n)})
    if n != 1 or any(j % 2 for _, j in powers):  # a root of a root: keep it whole
        return Real({(1, frozenset({(Base(False, x), 1)})): ONE})
    whole, radicand = _root(int(c.numerator) * int(c.denominator))
    return Real({(radicand, scaled): Q(whole, int(c.denominator))})


def sqrt(x: Real | Q | int) -> Real:
    """Return the square root; exact for squares of rationals. Raises PreconditionError if x < 0."""
    if not isinstance(x, Real) and x > 0:  # as in _power, without a Real of x
        q = x if isinstance(x, Q) else to_q(x)
        whole, radicand = _root(int(q.numerator) * int(q.denominator))
        return _sum_of({(radicand, NONE): Q(whole, int(q.denominator))})
    return _power(Real.of(x), 1)


def ln(x: Real | Q | int) -> Real:
    """Return the natural logarithm; ln 1 = 0 exactly. Raises PreconditionError unless x > 0."""
    x = Real.of(x)
    s, above_one = sign(x), sign(x - 1)
    if s is None or s <= 0 or above_one is None:
        raise PreconditionError("ln", _seen(x), "must be > 0 and distinguishable from 1")
    if above_one == 0:
        return Real({})
    base = Base(True, x if above_one > 0 else 1 / x)  # ln x = -ln(1/x) keeps every base positive
    return Real({(1, frozenset({(base, 2)})): Q(above_one)})


def _seen(x: Real) -> str:
    return show(q) if (q := x.rational) is not None else f"about {float(x.enclose(64).lo):.6g}"


# ----------------------------------------------------------------------------- comparisons

CAP_BITS = 4096


def sign(x: Real, cap_bits: int = CAP_BITS) -> int | None:
    """-1, 0 or 1; None if Arb does not decide at `cap_bits` bits."""
    if (q := x.rational) is not None:
        return (q > 0) - (q < 0)
    if len(x.terms) == 1:  # roots and bases are positive
        (c,) = x.terms.values()
        return 1 if c > 0 else -1
    bits = 64
    while bits <= cap_bits:
        with ctx.workprec(bits):
            ball = x.ball()
        if ball > 0 or ball < 0:
            return 1 if ball > 0 else -1
        if bits == 64 and (q := x.merged().rational) is not None:
            return (q > 0) - (q < 0)
        bits *= 2
    return None


def _compared(lhs: Real | Q | int, rhs: Real | Q | int, cap_bits: int) -> int | None:
    """Sign of lhs - rhs; short balls, of the current precision, tell numbers that are far apart."""
    p, q = _rational(lhs), _rational(rhs)
    if p is not None and q is not None:
        return (p > q) - (p < q)
    if p is None and q is None and lhs == rhs:  # one expression
        return 0
    u, v = _ball(lhs), _ball(rhs)
    if u < v or u > v:
        return 1 if u > v else -1
    return sign(Real.of(lhs) - rhs, cap_bits)


def _rational(x: Real | Q | int) -> Q | int | None:
    return x.rational if isinstance(x, Real) else x


def _ball(x: Real | Q | int) -> arb:
    return x.ball() if isinstance(x, Real) else arb(x) if isinstance(x, int) else _arb(x)


def certainly_leq(lhs: Real | Q | int, rhs: Real | Q | int, cap_bits: int = CAP_BITS) -> Decision:
    """lhs <= rhs, decided at increasing precision; UNDECIDED if `cap_bits` bits do not suffice."""
    s = _compared(lhs, rhs, cap_bits)
    return Decision.UNDECIDED if s is None else Decision.of(s <= 0, s > 0)


def certainly_less(lhs: Real | Q | int, rhs: Real | Q | int, cap_bits: int = CAP_BITS) -> Decision:
    """lhs < rhs, decided like certainly_leq."""
    s = _compared(lhs, rhs, cap_bits)
    return Decision.UNDECIDED if s is None else Decision.of(s < 0, s >= 0)


def certainly_equal(lhs: Real | Q | int, rhs: Real | Q | int, cap_bits: int = CAP_BITS) -> Decision:
    """lhs = rhs: TRUE only by exact arithmetic, never because a ball is narrow."""
    s = _compared(lhs, rhs, cap_bits)
    return Decision.UNDECIDED if s is None else Decision.of(s == 0, s != 0)
