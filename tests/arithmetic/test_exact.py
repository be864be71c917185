"""Exact arithmetic: losslessness, decisions, enclosures of irrational radii, real numbers."""

from __future__ import annotations

import math
import os
import random
import subprocess
import sys
from collections.abc import Callable
from fractions import Fraction

import mpmath
import numpy as np
import pytest
from flint import arb, ctx
from hypothesis import given, settings
from hypothesis import strategies as st

from proofs_check.arithmetic import (
    Decision,
    Enclosure,
    Q,
    Radii,
    Real,
    b_radius,
    certainly_equal,
    certainly_leq,
    certainly_less,
    dyadic,
    endpoints,
    eps_radius,
    lam,
    ln,
    show,
    sign,
    sqrt,
    to_q,
)
from proofs_check.arithmetic import exact_real as real
from proofs_check.arithmetic.rational import MAX_DIGITS
from reference.support.errors import PreconditionError
from tests.paths import ROOT

fixed = settings(derandomize=True, deadline=None)
T, F, U = Decision.TRUE, Decision.FALSE, Decision.UNDECIDED
integers = st.integers(-(10**30), 10**30)
rationals = st.builds(Fraction, integers, st.integers(1, 10**30))


# ----------------------------------------------------------------------------- rationals


@fixed
@given(rationals)
def test_text_round_trip_is_canonical(q: Fraction) -> None:
    text = show(to_q(q))
    p, _, d = text.partition("/")
    assert (int(p), int(d)) == (q.numerator, q.denominator)
    assert to_q(text) == to_q(q) == q
    assert to_q(f"{3 * q.numerator}/{3 * q.denominator}") == q


@fixed
@given(st.floats(allow_nan=False, allow_infinity=False))
def test_floats_are_taken_exactly(value: float) -> None:
    assert to_q(value) == Fraction(value)
    assert float(Fraction(to_q(np.float64(value)).numerator, to_q(value).denominator)) == value


def test_a_tenth_is_not_the_double_nearest_to_it() -> None:
    assert to_q(0.1) != to_q("1/10") == Q(1, 10)
    assert to_q(np.int64(7)) == 7


@pytest.mark.parametrize(
    "bad",
    [math.nan, math.inf, -math.inf, True, None, [1], 1j, "", "1/0", "-1/0", "1/-2", "+1", " 1",
     "1.5", "1e9", "1_000", "0x10", "1//2", "1/", "/2", "\u0661/2", "9" * 4001, "1/" + "9" * 4001,
     "1/2\n"],
)  # fmt: skip
def test_what_is_not_a_rational_is_refused(bad: object) -> None:
    with pytest.raises(PreconditionError) as caught:
        to_q(bad)
    assert caught.value.field == "number"


LONGEST = "9" * MAX_DIGITS


def test_the_longest_text_is_read() -> None:
    assert show(to_q(LONGEST)) == f"{LONGEST}/1"
    assert to_q(f"-{LONGEST}/{LONGEST}") == -1


@pytest.mark.parametrize(
    ("value", "rule"),
    [
        (float("inf"), "must be finite"),
        ("1/2/3", 'must be written "p" or "p/q", in digits'),
        ("7/0", "must not have the denominator 0"),
        (True, 'must be a number or "p/q"'),
        (f"{LONGEST}9", f"must have at most {MAX_DIGITS} digits"),
        (f"1/{LONGEST}9", f"must have at most {MAX_DIGITS} digits"),
        (f"-{LONGEST}/{LONGEST}9", 'must be written "p" or "p/q", in digits'),  # too long to match
    ],
)
def test_what_is_refused_is_shown_with_its_rule(value: object, rule: str) -> None:
    with pytest.raises(PreconditionError) as refused:
        to_q(value)
    assert (refused.value.field, refused.value.rule) == ("number", rule)
    assert refused.value.value is value


def test_numbers_of_any_size_can_be_shown() -> None:
    n = 7**20_000
    text = show(Q(1, n))
    assert text.startswith("1/") and len(text) - 2 == 16902


# ----------------------------------------------------------------------------- enclosures


def expressions(seed: int, count: int = 60) -> list[tuple[Real, mpmath.mpf]]:
    """Random sums of products of roots and logarithms, each with its value to 200 digits."""
    rng = random.Random(seed)
    found = []
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
            found.append((x, value))
    return found


def mp(q: Q) -> mpmath.mpf:
    return mpmath.mpf(int(q.numerator)) / int(q.denominator)


def escapes(seed: int, bits: int = 128) -> tuple[int, int]:
    """How many enclosures miss the 200-digit value, and how many are too wide to be useful."""
    missed = wide = 0
    for x, value in expressions(seed):
        found = x.enclose(bits)
        with mpmath.workdps(200):
            if x.rational is None:
                missed += not mp(found.lo) < value < mp(found.hi)
            else:
                missed += not abs(mp(found.lo) - value) <= abs(value) * mpmath.mpf(10) ** -190
            wide += found.width > Q(1, 2**80)
    return missed, wide


@pytest.mark.parametrize("seed", range(4))
def test_enclosures_hold_the_200_digit_value(seed: int) -> None:
    assert escapes(seed) == (0, 0)


def middle(ball: arb) -> Enclosure:
    return Enclosure(dyadic(ball.mid()), dyadic(ball.mid()))


def crossed(ball: arb) -> Enclosure:
    return Enclosure(dyadic(ball.upper()), dyadic(ball.upper()) + (endpoints(ball).width))


def through_53_bits(ball: arb) -> Enclosure:
    """floor and ceil of the middle in a 53-bit context: what the design page warns of."""
    scale = 2.0**60
    value = float(ball.mid())
    return Enclosure(Q(math.floor(value * scale), 2**60), Q(math.ceil(value * scale), 2**60))


@pytest.mark.parametrize("fault", [middle, crossed, through_53_bits])
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
            found = endpoints(ball)
        assert found.lo**2 < 2 < found.hi**2
        assert found.lo.denominator & (found.lo.denominator - 1) == 0
    with pytest.raises(PreconditionError):
        dyadic(ball)
    with pytest.raises(PreconditionError):
        dyadic(arb("inf"))


def test_comparison_of_enclosures() -> None:
    a, b = Enclosure(Q(1), Q(2)), Enclosure(Q(2), Q(3))
    assert (a.leq(b), a.less(b), b.less(a), b.leq(a)) == (T, U, F, U)
    assert (a.leq(Q(3, 2)), a.leq(Q(2)), a.leq(Q(1, 2)), a.less(Q(1))) == (U, T, F, F)
    point = Enclosure(Q(2), Q(2))
    assert (point.leq(point), point.less(point)) == (T, F)
    assert Q(3, 2) in a and Q(5, 2) not in a
    assert Decision.all([T, T]) == T
    assert Decision.all([T, U]) == U
    assert Decision.all([U, F]) == F


# ----------------------------------------------------------------------------- comparisons


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


def test_the_repaired_pigeonhole_of_lemma_12_is_an_equality_at_powers_of_two() -> None:
    """sum n_i/sqrt(max{1,N_i}) <= (1 + sqrt 2) sqrt(N) - sqrt 2, with = at n = 1, 1, 2, 4, ..."""
    N, total = 0, Real.of(0)
    for k in range(14):
        n = max(1, N)
        total, N = total + n / sqrt(max(1, N)), N + n
        bound = (1 + sqrt(2)) * sqrt(N) - sqrt(2)
        assert certainly_equal(total, bound) == T, k
        assert certainly_less(total + Q(1, 10**40), bound) == F
        assert certainly_less(total, bound + Q(1, 10**40)) == T


@fixed
@given(rationals, rationals)
def test_rationals_are_never_undecided(p: Fraction, q: Fraction) -> None:
    a, b = to_q(p), to_q(q)
    assert certainly_leq(a, b) == Decision.of(p <= q, p > q)
    assert certainly_leq(a, a) == certainly_equal(a, a) == T
    assert certainly_less(a, b) == Decision.of(p < q, p >= q)


@fixed
@given(st.integers(1, 10**18), st.integers(-3, 3))
def test_a_root_against_a_rational_is_decided_next_to_the_boundary(n: int, step: int) -> None:
    assert certainly_leq(sqrt(n * n + step if n > 3 else n * n), n) == Decision.of(
        step <= 0 or n <= 3, step > 0
    )


def test_precision_rises_until_it_decides_and_the_cap_is_honest() -> None:
    n = 10**60  # sqrt(n^2 + 1) - n is about 1e-60/2: 64 bits see nothing, 512 do
    close = sqrt(n * n + 1)
    assert certainly_less(n, close) == T and certainly_leq(close, n) == F
    assert certainly_less(n, close, cap_bits=128) == U
    assert sign(close - n, cap_bits=128) is None
    assert certainly_leq(ln(4), ln(2) * 2) == U  # equal, but Arb cannot know
    assert certainly_less(ln(4), ln(2) * 2 + Q(1, 10**300)) == T
    p, q = Fraction(mpmath.nstr(mpmath.log(2), 15)).limit_denominator(10**9), ln(2)
    assert certainly_less(q, to_q(p)) in (T, F)


def test_domains() -> None:
    wrong: list[Callable[[], Real]] = [
        lambda: sqrt(-1),
        lambda: ln(0),
        lambda: ln(Q(-1, 2)),
        lambda: sqrt(1 - sqrt(2)),
        lambda: 1 / (sqrt(2) + sqrt(8) - sqrt(18)),
        lambda: Real.of(1) / 0,
    ]
    for expression in wrong:
        with pytest.raises(PreconditionError):
            expression()
    assert 1 / (1 - sqrt(2)) == -1 / (sqrt(2) - 1)


# ----------------------------------------------------------------------------- eq. (11), (15)


def test_lam_in_every_base() -> None:
    with mpmath.workdps(200):
        argument = mpmath.mpf(1000 * 52 * 5) / (mpmath.mpf(1) / 10)
        for base, value in (
            ("ln", mpmath.log(argument)),
            ("log2", mpmath.log(argument, 2)),
            ("log10", mpmath.log10(argument)),
        ):
            found = lam(1000, 52, 5, Q(1, 10), base).enclose(128)  # type: ignore[arg-type]
            assert mp(found.lo) < value < mp(found.hi)
    assert lam(10, 10, 1, Q(1, 10), "log10").rational == 3
    assert lam(2, 2, 1, Q(1, 2), "log2").rational == 3
    assert lam(2, 2, 1, Q(1, 2), "log10").rational is None
    assert lam(3, 2, 1, to_q(0.1), "log10").rational is None


def radius_faults(radii: Radii, T: int, X: int, A: int) -> int:
    """How many radii differ from the printed formulas at 200 digits."""
    wrong = 0
    with mpmath.workdps(200):
        Lam = mpmath.log(mpmath.mpf(T * X * A) * 10)
        for N in (0, 1, 2, 3, 17, 100, 12345, 10**9):
            for X_next in (1, 2, 10):
                for found, value in (
                    (radii.eps(X_next, N), mpmath.sqrt(2 * X_next * Lam / max(1, N))),
                    (radii.b(N), mpmath.sqrt(2 * Lam / max(1, N))),
                ):
                    narrow = found.width * 2**80 < found.hi
                    wrong += not (mp(found.lo) < value < mp(found.hi) and narrow)
    return wrong


def test_radii_enclose_the_printed_formulas() -> None:
    Lam = lam(1000, 52, 5, Q(1, 10))
    assert radius_faults(Radii(Lam), 1000, 52, 5) == 0
    for N in (0, 7):
        assert eps_radius(10, Lam, N).enclose(96).lo <= Radii(Lam).eps(10, N).hi
        assert certainly_equal(eps_radius(1, Lam, N), b_radius(Lam, N)) == T
        assert certainly_equal(eps_radius(4, Lam, N), 2 * b_radius(Lam, N)) == T


def test_planted_faults_in_the_radii_are_seen() -> None:
    class NoMax(Radii):
        def eps(self, X_next: int, N: int) -> Enclosure:
            return super().eps(X_next, N + 1)

    right = (1000, 52, 5, Q(1, 10))
    assert radius_faults(NoMax(lam(*right)), 1000, 52, 5) > 0
    for wrong in (lam(*right, "log10"), lam(1000, 52, 5, Q(1, 5)), lam(1000, 51, 5, Q(1, 10))):
        assert radius_faults(Radii(wrong), 1000, 52, 5) == 48


def test_rational_lam_gives_exact_radii() -> None:
    radii = Radii(lam(2, 2, 1, Q(1, 2), "log2"))  # Lam = 3
    assert radii.eps(6, 1) == Enclosure(Q(6), Q(6))
    assert radii.eps(3, 2) == Enclosure(Q(3), Q(3))
    assert radii.b(0).lo ** 2 < 6 < radii.b(0).hi ** 2


def test_the_float_formula_is_often_below_the_true_radius() -> None:
    """Why the checker encloses: design, section 4."""
    Lam = lam(10**5, 52, 5, Q(1, 10))
    radii = Radii(Lam)
    below = sum(
        to_q(math.sqrt(20 * math.log(10**5 * 52 * 5 / 0.1) / N)) < radii.eps(10, N).lo
        for N in range(1, 256)
    )
    assert 50 < below < 255


# ----------------------------------------------------------------------------- one name, two types

SCRIPT = """
import random
from proofs_check.arithmetic import Q, Radii, certainly_leq, lam, ln, show, sqrt, to_q
rng = random.Random(7)
for _ in range(40):
    p = Q(rng.randint(-99, 99), rng.randint(1, 99))
    print(show(p), show(p * to_q(0.1) + to_q("22/7")), certainly_leq(p, sqrt(2)).value)
radii = Radii(lam(12345, 52, 5, to_q(0.1)))
for N in range(40):
    print(show(radii.eps(10, N).lo), show(radii.b(N).hi))
print(show((sqrt(5) + ln(7)).enclose(200).lo), show(Q(1, 7**20000))[-9:], hash(Q(1, 3)))
"""


def test_fractions_print_the_same_bytes() -> None:
    outputs = []
    for choice in ("gmpy2", "fractions"):
        run = subprocess.run(
            [sys.executable, "-c", SCRIPT],
            capture_output=True,
            check=True,
            cwd=ROOT,
            env={**os.environ, "PROOFS_CHECK_RATIONAL": choice},
        )
        outputs.append(run.stdout)
    assert outputs[0] == outputs[1] and outputs[0].count(b"\n") == 81
    run = subprocess.run(
        [sys.executable, "-c", "import proofs_check.arithmetic"],
        capture_output=True,
        cwd=ROOT,
        env={**os.environ, "PROOFS_CHECK_RATIONAL": "float"},
    )
    assert b"must be gmpy2 or fractions" in run.stderr
