"""Rationals: losslessness, text, decisions, enclosures; the same bytes with either type."""

from __future__ import annotations

import math
import os
import subprocess
import sys
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from proofs_check.arithmetic import (
    ONE,
    Decision,
    Enclosure,
    Q,
    show,
    to_q,
)
from proofs_check.arithmetic.rational import MAX_DIGITS
from reference.support.errors import PreconditionError
from tests.paths import ROOT

T, F, U = Decision.TRUE, Decision.FALSE, Decision.UNDECIDED


rationals = st.builds(Fraction, st.integers(-(10**30), 10**30), st.integers(1, 10**30))


@given(rationals)
def test_text_round_trip_is_canonical(q: Fraction) -> None:
    text = show(to_q(q))
    p, _, d = text.partition("/")
    assert (int(p), int(d)) == (q.numerator, q.denominator)
    assert to_q(text) == to_q(q) == q
    assert to_q(f"{3 * q.numerator}/{3 * q.denominator}") == q


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_floats_are_taken_exactly(value: float) -> None:
    assert to_q(value) == Fraction(value)
    assert float(Fraction(to_q(np.float64(value)).numerator, to_q(value).denominator)) == value


def test_a_tenth_is_not_the_double_nearest_to_it() -> None:
    assert to_q(0.1) != to_q("1/10") == Q(1, 10)
    assert to_q(np.int64(7)) == 7


LONGEST = "9" * MAX_DIGITS


def test_the_longest_text_is_read() -> None:
    assert show(to_q(LONGEST)) == f"{LONGEST}/1"
    assert to_q(f"-{LONGEST}/{LONGEST}") == -1


NO_RATIONALS: dict[str, list[object]] = {
    "must be finite": [math.nan, math.inf, -math.inf],
    'must be a number or "p/q"': [True, None, [1], 1j],
    "must not have the denominator 0": ["7/0", "-1/0"],
    f"must have at most {MAX_DIGITS} digits": [f"{LONGEST}9", f"1/{LONGEST}9"],
    'must be written "p" or "p/q", in digits': [
        "", "1/-2", "+1", " 1", "1.5", "1e9", "1_000", "0x10", "1//2", "1/", "/2", "1/2/3",
        "\u0661/2", "1/2\n", f"-{LONGEST}/{LONGEST}9",  # the last is too long to match
    ],
}  # fmt: skip


@pytest.mark.parametrize(
    ("value", "rule"), [(value, rule) for rule, values in NO_RATIONALS.items() for value in values]
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


def test_comparison_of_enclosures() -> None:
    a, b = Enclosure(Q(1), Q(2)), Enclosure(Q(2), Q(3))
    assert (a.leq(b), b.leq(a)) == (T, U)
    assert (a.leq(Q(3, 2)), a.leq(Q(2)), a.leq(Q(1, 2))) == (U, T, F)
    point = Enclosure(Q(2), Q(2))
    assert point.leq(point) == T
    assert Q(3, 2) in a and Q(5, 2) not in a
    assert Decision.all([T, T]) == T
    assert Decision.all([T, U]) == U
    assert Decision.all([U, F]) == F


def test_an_enclosure_contains_its_ends_and_compares_by_them() -> None:
    one = Enclosure(ONE, Q(2))
    assert ONE in one and Q(2) in one and Q(1, 2) not in one and Q(5, 2) not in one
    assert [one.leq(Q(b)) for b in (0, 1, 2, 3)] == [F, U, T, T]
    assert one.width == 1


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
