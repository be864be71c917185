"""Rationals: losslessness, text, decisions, enclosures, tables; the same bytes with either type."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from proofs_check.arithmetic import (
    Decision,
    Enclosure,
    Q,
    Real,
    certainly_leq,
    each,
    show,
    sqrt,
    to_q,
    zipped,
)
from proofs_check.arithmetic.rational import MAX_DIGITS
from reference.support.errors import INTERNAL, NoTruthValue, PreconditionError
from tests.robustness.subprocesses import program

T, F, U = Decision.TRUE, Decision.FALSE, Decision.UNDECIDED


rationals = st.builds(Fraction, st.integers(-(10**30), 10**30), st.integers(1, 10**30))
enclosures = st.lists(rationals, min_size=2, max_size=2).map(lambda ends: Enclosure(*sorted(ends)))


@given(rationals)
def test_text_round_trip_is_canonical(q: Fraction) -> None:
    text = show(to_q(q))
    p, _, d = text.partition("/")
    assert (int(p), int(d)) == (q.numerator, q.denominator)
    assert to_q(text) == to_q(q) == to_q(f"{3 * q.numerator}/{3 * q.denominator}") == q


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_floats_are_taken_exactly(value: float) -> None:
    assert to_q(value) == to_q(np.float64(value)) == Fraction(value)


LONGEST = "9" * MAX_DIGITS


def test_numbers_of_any_kind_and_size() -> None:
    assert to_q(0.1) != to_q("1/10") == Q(1, 10)
    assert to_q(np.int64(7)) == 7
    assert show(to_q(LONGEST)) == f"{LONGEST}/1" and to_q(f"-{LONGEST}/{LONGEST}") == -1
    text = show(Q(1, 7**20_000))
    assert text.startswith("1/") and len(text) - 2 == 16902


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


def test_comparison_of_enclosures() -> None:
    interval, next_ = Enclosure(Q(1), Q(2)), Enclosure(Q(2), Q(3))
    assert (interval.leq(next_), next_.leq(interval), interval.width) == (T, U, Q(1))
    assert [interval.leq(Q(b)) for b in (0, 1, 2, 3)] == [F, U, T, T]
    assert [interval.geq(Q(b)) for b in (0, 1, 2, 3)] == [T, T, U, F]
    assert (next_.geq(interval), interval.geq(next_)) == (T, U)
    assert (
        all(Q(k, 2) in interval for k in (2, 3, 4))
        and Q(1, 2) not in interval
        and Q(5, 2) not in interval
    )
    assert Enclosure.of(2).leq(Enclosure.of(Q(2))) == T and Enclosure.of(interval) is interval
    assert [Decision.all(d) for d in ([], [T, T], [T, U], [U, F])] == [T, T, U, F]


PLANTED: dict[str, Callable[[Decision], object]] = {
    "if certainly_leq(..)": lambda decided: "passed" if decided else "refused",
    "not certainly_leq(..)": lambda decided: not decided,
    "certainly_leq(..) and ..": lambda decided: decided and True,
    "all(certainly_leq(..) for ..)": lambda decided: all([decided]),
    "bool(certainly_leq(..))": bool,
}


@pytest.mark.parametrize("planted", PLANTED)
@pytest.mark.parametrize("pair", [(1, 2), (2, 1), (sqrt(2), sqrt(3))])
def test_a_decision_is_no_truth_value(planted: str, pair: tuple[Real | int, Real | int]) -> None:
    decided = certainly_leq(*pair, cap_bits=32)  # TRUE, FALSE, UNDECIDED
    with pytest.raises(NoTruthValue) as refused:
        PLANTED[planted](decided)
    assert refused.value.value == f"Decision.{decided.name}"
    assert refused.value.rule == "compare it: `is Decision.TRUE`"
    assert refused.value.exit_status == INTERNAL


@given(enclosures, enclosures, rationals, st.lists(st.floats(0, 1), min_size=2, max_size=2))
def test_arithmetic_of_enclosures_is_that_of_the_numbers_in_them(
    a: Enclosure, b: Enclosure, q: Fraction, at: list[float]
) -> None:
    u, v = (e.lo + to_q(share) * e.width for e, share in zip((a, b), at, strict=True))
    for enclosure, value, width in (
        (a + b, u + v, a.width + b.width), (a - b, u - v, a.width + b.width),
        (q + a, q + u, a.width), (q - a, q - u, a.width), (a - q, u - q, a.width),
        (q * a, q * u, abs(q) * a.width), (a * -1, -u, a.width),
    ):  # fmt: skip
        assert value in enclosure and enclosure.width == width
    assert Enclosure.sum([a, Enclosure.of(q), a]) == 2 * a + q and Enclosure.sum(
        []
    ) == Enclosure.of(0)
    assert min(q, u) in a.at_most(q) and max(q, u) in a.at_least(q)
    assert a.at_most(a.lo) == Enclosure.of(a.lo) and a.at_least(a.hi) == Enclosure.of(a.hi)


def test_tables_are_walked_side_by_side() -> None:
    left, right = [[[1, 2], (3,)], [[4]]], [[[10, 20], [30]], [[40]]]
    assert each(lambda u, v: u + v, left, right) == [[[11, 22], [33]], [[44]]]
    assert list(zipped(left, right)) == [(1, 10), (2, 20), (3, 30), (4, 40)]
    assert list(zipped([[1], [2]], [[[5, 6]], [[7]]])) == [(1, [5, 6]), (2, [7])]
    with pytest.raises(ValueError, match="shorter"):
        each(max, left, right[:1])
    for other in (right[:1], [[[10], [20, 30]], [[40]]], [[[10, 20]], [[30], [40]]]):
        with pytest.raises(ValueError, match="shapes"):
            list(zipped(left, other))
    with pytest.raises(ValueError, match="shorter"):
        list(zipped([1, 2], [3]))


SCRIPT = """
import random
from proofs_check.arithmetic import Q, Radii, certainly_leq, lam, ln, show, sqrt, to_q
rng = random.Random(7)
for _ in range(40):
    p = Q(rng.randint(-99, 99), rng.randint(1, 99))
    print(show(p), show(p * to_q(0.1) + to_q("22/7")), certainly_leq(p, sqrt(2)).value)
radii = Radii(lam(12345, 52, 5, to_q(0.1)))
for N in range(40):
    print(show(radii.eps(10, N).lo), show(radii.b(N).hi), show((3 - radii.b(N) * p).lo))
print(show((sqrt(5) + ln(7)).enclose(200).lo), show(Q(1, 7**20000))[-9:], hash(Q(1, 3)))
"""


def test_fractions_print_the_same_bytes() -> None:
    choices = ("gmpy2", "fractions", "float")
    gmpy2, fractions, wrong = (
        program("-c", SCRIPT, env={"PROOFS_CHECK_RATIONAL": choice}) for choice in choices
    )
    assert gmpy2.stdout == fractions.stdout and gmpy2.stdout.count("\n") == 81
    assert "must be gmpy2 or fractions" in wrong.stderr
