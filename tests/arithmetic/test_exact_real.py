"""Exact real numbers: enclosures, comparisons, roots, logarithms, signs."""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from fractions import Fraction

import mpmath
import pytest
from flint import arb, ctx
from hypothesis import given

from proofs_check.arithmetic import (
    Decision,
    Enclosure,
    Q,
    Real,
    certainly_equal,
    certainly_leq,
    certainly_less,
    dyadic,
    endpoints,
    ln,
    sign,
    sqrt,
    to_q,
)
from proofs_check.arithmetic import exact_real as real
from proofs_check.arithmetic.exact_real import Base
from reference.support.errors import PreconditionError
from tests.arithmetic.test_rational import F, T, U, rationals

NOTHING = sqrt(5 + 2 * sqrt(6)) - sqrt(2) - sqrt(3)  # 0, which no precision shows


def expressions(seed: int, count: int = 60) -> list[tuple[Real, mpmath.mpf]]:
    """Random sums of products of roots and logarithms, each with its value to 200 digits."""
    rng = random.Random(seed)
    pairs = []
    with mpmath.workdps(220):
        for _ in range(count):
            x, value = Real.of(0), mpmath.mpf(0)
            for _ in range(rng.randint(1, 4)):
                p, q, n = rng.randint(1, 10**6), rng.randint(1, 10**6), rng.randint(-99, 99)
                fraction = mpmath.mpf(p) / q
                kind = rng.randrange(4)
                if kind == 0:
                    x, value = x + n * sqrt(Q(p, q)), value + n * mpmath.sqrt(fraction)
                elif kind == 1:
                    x, value = x + n * ln(Q(p, q)), value + n * mpmath.log(fraction)
                elif kind == 2:
                    x = x + sqrt(2 + ln(p) * Q(1, q)) * n
                    value += n * mpmath.sqrt(2 + mpmath.log(p) / q)
                else:
                    x = x + n / (sqrt(p) + ln(q + 1))
                    value += n / (mpmath.sqrt(p) + mpmath.log(q + 1))
            pairs.append((x, value))
    return pairs


def mp(q: Q) -> mpmath.mpf:
    return mpmath.mpf(int(q.numerator)) / int(q.denominator)


def escapes(seed: int, bits: int = 128) -> tuple[int, int]:
    """How many enclosures miss the 200-digit value, and how many are too wide to be useful."""
    missed = wide = 0
    for x, value in expressions(seed):
        enclosure = x.enclose(bits)
        with mpmath.workdps(200):
            slack = abs(value) / mpmath.mpf(10) ** 190 if x.rational is not None else 0
            missed += not mp(enclosure.lo) - slack < value < mp(enclosure.hi) + slack
            wide += enclosure.width > Q(1, 2**80)
    return missed, wide


@pytest.mark.parametrize("seed", range(4))
def test_enclosures_hold_the_200_digit_value(seed: int) -> None:
    assert escapes(seed) == (0, 0)


def crossed(ball: arb) -> Enclosure:
    return Enclosure(dyadic(ball.upper()), dyadic(ball.upper()) + endpoints(ball).width)


def through_53_bits(ball: arb) -> Enclosure:
    """floor and ceil of the middle in a 53-bit context: what the design page warns of."""
    scaled = float(ball.mid()) * 2.0**60
    return Enclosure(Q(math.floor(scaled), 2**60), Q(math.ceil(scaled), 2**60))


@pytest.mark.parametrize(
    "fault", [lambda ball: Enclosure.of(dyadic(ball.mid())), crossed, through_53_bits]
)
def test_planted_faults_in_the_rounding_are_seen(
    fault: Callable[[arb], Enclosure], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(real, "endpoints", fault)
    missed, _ = escapes(0)
    assert missed > 40


def test_endpoints_are_exact_dyadics_that_round_outward() -> None:
    with ctx.workprec(64):
        ball = arb(2).sqrt()
    for bits in (20, 40, 60):
        with ctx.workprec(bits):
            enclosure = endpoints(ball)
        assert enclosure.lo**2 < 2 < enclosure.hi**2
        assert enclosure.lo.denominator & (enclosure.lo.denominator - 1) == 0
    assert [dyadic(arb(n)) for n in (0, 1, 6, -12, 0.375)] == [0, 1, 6, -12, Q(3, 8)]


def test_equalities_that_only_exact_arithmetic_can_decide() -> None:
    assert sqrt(Q(49, 81)).rational == Q(7, 9)
    assert sqrt(0).rational == 0
    assert ln(1).rational == 0
    for lhs, rhs in (
        (sqrt(2) + sqrt(8), sqrt(18)),
        (sqrt(2) * sqrt(3), sqrt(6)),
        ((1 + sqrt(2)) * (sqrt(2) - 1), Real.of(1)),
        (sqrt(Q(1, 2)), sqrt(2) / 2),
        (1 / sqrt(5), sqrt(5) / 5),
        (ln(7) * sqrt(12), ln(7) * sqrt(3) * 2),
        (sqrt(ln(7)) * sqrt(ln(7)), ln(7)),
        (ln(Q(1, 7)), -ln(7)),
        (sqrt(ln(7) * 8) - sqrt(ln(7) * 2), sqrt(ln(7) * 2)),
    ):
        assert certainly_equal(lhs, rhs) == T
        assert certainly_leq(lhs, rhs) == certainly_leq(rhs, lhs) == T
        assert certainly_less(lhs, rhs) == certainly_less(rhs, lhs) == F


@given(rationals, rationals)
def test_rationals_are_never_undecided(p: Fraction, q: Fraction) -> None:
    a, b = to_q(p), to_q(q)
    assert certainly_leq(a, b) == Decision.of(p <= q, p > q)
    assert certainly_leq(a, a) == certainly_equal(a, a) == T
    assert certainly_less(a, b) == Decision.of(p < q, p >= q)


def test_precision_rises_until_it_decides_and_the_cap_is_honest() -> None:
    for n, bits, more in ((10**60, 128, 512), (1 << 40, 64, 128)):  # sqrt(n^2 + 1) - n = 1/(2n)
        close = sqrt(n * n + 1)
        assert certainly_less(n, close) == T and certainly_leq(close, n) == F
        assert certainly_less(n, close, cap_bits=bits) == U
        assert (sign(close - n, bits), sign(close - n, more)) == (None, 1)
    assert certainly_leq(ln(4), ln(2) * 2) == U  # equal, but Arb cannot know
    assert certainly_less(ln(4), ln(2) * 2 + Q(1, 10**300)) == T
    assert sign(sqrt(2) - 1, 64) == 1 and sign(sqrt(2) - 2, 64) == -1
    same = sqrt(8) - 2 * sqrt(2)
    assert [sign(same + Q(k, 1 << 200), 64) for k in (-1, 0, 1)] == [-1, 0, 1]
    assert sign(NOTHING) is None


@pytest.mark.parametrize(
    "compare, below, equal, above",
    [(certainly_leq, T, T, F), (certainly_less, T, F, F), (certainly_equal, F, T, F)],
)
def test_comparisons_have_all_their_answers(
    compare: Callable[..., Decision], below: Decision, equal: Decision, above: Decision
) -> None:
    for number in (Real.of(Q(2, 3)), sqrt(2), ln(5), ln(5) + sqrt(7)):
        assert [compare(number, number + d) for d in (1, 0, -1)] == [below, equal, above]
        assert [compare(number, number + Q(d, 10**9)) for d in (1, -1)] == [below, above]
    near = ln(2).enclose(300).lo  # below ln 2 by less than 2**-299
    assert compare(ln(2), near, 128) is U
    assert compare(ln(2), near) is above


@pytest.mark.parametrize(
    ("wrong", "field", "value", "rule"),
    [
        (lambda: 1 / Real({}), "divisor", 0, "must not be 0"),
        (lambda: 1 / NOTHING, "divisor", None, "must not be 0"),
        (lambda: 1 / (sqrt(2) + sqrt(8) - sqrt(18)), "divisor", None, "must not be 0"),
        (lambda: Real.of(1) / 0, "divisor", 0, "must not be 0"),
        (lambda: sqrt(NOTHING), "sqrt", None, "must be >= 0"),
        (lambda: sqrt(-2), "sqrt", "-2/1", "must be >= 0"),
        (lambda: sqrt(1 - sqrt(2)), "sqrt", "about -0.414214", "must be >= 0"),
        (lambda: sqrt(-ln(2)), "sqrt", "about -0.693147", "must be >= 0"),
        (lambda: dyadic(arb(1) / 3), "number", str(arb(1) / 3), "must be an exact, finite ball"),
        (lambda: dyadic(arb("inf")), "number", None, "must be an exact, finite ball"),
        (lambda: ln(-1), "ln", "-1/1", "must be > 0 and distinguishable from 1"),
        (lambda: ln(0), "ln", "0/1", "must be > 0 and distinguishable from 1"),
        (lambda: ln(1 + NOTHING), "ln", "about 1", "must be > 0 and distinguishable from 1"),
    ],
)
def test_what_has_no_root_no_inverse_and_no_logarithm(
    wrong: Callable[[], object], field: str, value: object, rule: str
) -> None:
    with pytest.raises(PreconditionError) as refused:
        wrong()
    assert (refused.value.field, refused.value.rule) == (field, rule)
    assert value is None or refused.value.value == value


def test_roots_are_kept_in_one_form() -> None:
    """Of a sum, and of a root: a base of its own, with its power in halves, a whole number."""
    for x in (2 + sqrt(3), sqrt(2), sqrt(2) * ln(3)):
        assert sqrt(x) == Real({(1, frozenset({(Base(False, x), 1)})): Q(1)})
    for x in (sqrt(ln(2)), 1 / ln(2), sqrt(4 * ln(2) / ln(3))):
        powers = [k for _, bases in x.terms for _, k in bases]
        assert powers and all(type(k) is int for k in powers)
    assert 1 / (1 - sqrt(2)) == -1 / (sqrt(2) - 1)
    assert hash(sqrt(2)) == hash(sqrt(2)) and sqrt(2) != sqrt(3) and Real.of(1) != 1
