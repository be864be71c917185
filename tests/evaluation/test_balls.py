"""Enclosures against exact rationals: the true number is always inside, and whole numbers stay
exact."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from proofs_check.arithmetic import Q, certainly_leq, sqrt, to_q
from proofs_check.arithmetic.rational import Decision
from proofs_check.letters.balls import Balls, join

RATIONAL = st.builds(Fraction, st.integers(-(10**9), 10**9), st.integers(1, 10**9))
TINY = st.sampled_from([Fraction(0), Fraction(1, 3 * 10**200), Fraction(2, 7 * 10**160)])
NUMBERS = st.lists(st.one_of(RATIONAL, TINY), min_size=1, max_size=8)


def read(values: list[Fraction]) -> Balls:
    return Balls.read([str(v) for v in values])


def holds(balls: Balls, true: list[Fraction]) -> bool:
    mids, rads = np.ravel(balls.mid), np.ravel(np.broadcast_to(balls.rad, np.shape(balls.mid)))
    return len(mids) == len(true) and all(
        abs(Fraction(float(m)) - v) <= Fraction(float(r))
        for m, r, v in zip(mids, rads, true, strict=True)
    )


@given(NUMBERS, NUMBERS)
def test_sums_differences_and_products_are_enclosed(u: list[Fraction], v: list[Fraction]) -> None:
    u, v = u[: len(v)], v[: len(u)]
    x, y, both = read(u), read(v), list(zip(u, v, strict=True))
    assert holds(x + y, [a + b for a, b in both])
    assert holds(x - y, [a - b for a, b in both])
    assert holds(x * y, [a * b for a, b in both])
    assert holds(x * y * y + x, [a * b * b + a for a, b in both])
    assert holds(abs(x - y), [abs(a - b) for a, b in both])
    assert holds(Q(1, 3) - x * Q(2, 7), [Fraction(1, 3) - a * Fraction(2, 7) for a in u])


@given(NUMBERS)
def test_sums_of_many_and_of_consecutive_ones_are_enclosed(u: list[Fraction]) -> None:
    x = read(u) * read(u)
    squares = [a * a for a in u]
    assert holds(x.sum(), [sum(squares, Fraction(0))])
    starts = [0, *range(2, len(u), 2)]
    parts = [sum(squares[s : s + 2], Fraction(0)) for s in starts]
    assert holds(x.sums(np.array(starts), 2), parts)
    assert holds(x.reshape(1, len(u)).sum(0), squares)
    assert holds(join([x, x]), squares * 2)


@given(NUMBERS, st.lists(st.integers(1, 10**6), min_size=8, max_size=8))
def test_quotients_and_cuts_are_enclosed(u: list[Fraction], N: list[int]) -> None:
    counts = np.array(N[: len(u)])
    assert holds(read(u) / counts, [a / n for a, n in zip(u, N, strict=False)])
    assert holds(read(u).at_most(1), [min(a, Fraction(1)) for a in u])
    assert holds(read(u).at_least(0), [max(a, Fraction(0)) for a in u])


@given(st.lists(st.builds(Fraction, st.integers(0, 10**9), st.integers(1, 10**6)), min_size=1))
def test_roots_are_enclosed(u: list[Fraction]) -> None:
    roots = read(u).sqrt()
    for k, v in enumerate(u):
        ends, true = roots[k].ends, sqrt(Q(v.numerator, v.denominator))
        assert certainly_leq(ends.lo, true) is certainly_leq(true, ends.hi) is Decision.TRUE


@given(st.lists(st.integers(-(2**40), 2**40), min_size=1, max_size=8))
def test_whole_numbers_stay_exact(u: list[int]) -> None:
    x = Balls.of(np.array(u))
    for balls, true in (
        (x + x, [2 * a for a in u]),
        (x * 3, [3 * a for a in u]),
        (x.sum(), [sum(u)]),
    ):
        assert not np.any(balls.rad) and np.ravel(balls.mid).tolist() == true


def test_irrational_numbers_are_enclosed_tightly() -> None:
    root = Balls.of(sqrt(2))
    assert float(root.rad) < 1e-15
    assert certainly_leq(root.ends.lo, sqrt(2)) is Decision.TRUE
    assert Balls.of(1 << 60).ends.lo == 1 << 60


@pytest.mark.parametrize(
    ("of", "error"),
    [(lambda x: x.sqrt(), ValueError), (lambda x: x.inverse(), ZeroDivisionError)],
)
def test_what_may_not_exist_is_refused(of: Any, error: type[Exception]) -> None:
    with pytest.raises(error):
        of(Balls(np.array([1.0, 0.0]), np.array([0.0, 1e-9])))


@given(st.lists(st.floats(1e-3, 1e3), min_size=1, max_size=8))
def test_inverses_are_enclosed(u: list[float]) -> None:
    exact = [1 / Fraction(*to_q(v).as_integer_ratio()) for v in u]
    assert holds(Balls.of(np.array(u)).inverse(), exact)
