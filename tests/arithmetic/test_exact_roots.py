"""Roots, logarithms and signs at their edges, balls of radius 0: what few callers need."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from flint import arb

from proofs_check.arithmetic import Q, Real, dyadic, ln, sqrt
from proofs_check.arithmetic.exact_real import Base, sign
from reference.support.errors import PreconditionError


@pytest.mark.parametrize("x", [sqrt(2), ln(3) * sqrt(5), ln(2), ln(7) * Q(8, 9), ln(2) + sqrt(3)])
def test_a_root_squared_is_the_number(x: Real) -> None:
    root = sqrt(x).enclose(200)
    true = x.enclose(300)
    assert root.lo > 0 and root.width < Q(1, 2**150)
    assert root.lo**2 <= true.lo and true.hi <= root.hi**2


def test_balls_of_radius_0_and_what_is_refused() -> None:
    assert [dyadic(arb(n)) for n in (0, 1, 6, -12, 0.375)] == [0, 1, 6, -12, Q(3, 8)]
    for wrong, field in (
        (lambda: dyadic(arb(1) / 3), "number"),
        (lambda: ln(-1), "ln"),
        (lambda: 1 / Real({}), "divisor"),
    ):
        with pytest.raises(PreconditionError) as refused:
            wrong()
        assert refused.value.field == field and refused.value.value is not None


def test_a_ball_that_is_none_is_shown() -> None:
    third = arb(1) / 3
    with pytest.raises(PreconditionError) as refused:
        dyadic(third)
    assert (refused.value.field, refused.value.value) == ("number", str(third))


NOTHING = sqrt(5 + 2 * sqrt(6)) - sqrt(2) - sqrt(3)  # 0, which no precision shows


@pytest.mark.parametrize(
    ("wrong", "field", "value", "rule"),
    [
        (lambda: 1 / Real({}), "divisor", 0, "must not be 0"),
        (lambda: 1 / NOTHING, "divisor", None, "must not be 0"),
        (lambda: sqrt(NOTHING), "sqrt", None, "must be >= 0"),
        (lambda: sqrt(-2), "sqrt", "-2/1", "must be >= 0"),
        (lambda: sqrt(1 - sqrt(2)), "sqrt", "about -0.414214", "must be >= 0"),
        (lambda: ln(0), "ln", "0/1", "must be > 0 and told apart from 1"),
        (lambda: ln(1 + NOTHING), "ln", "about 1", "must be > 0 and told apart from 1"),
    ],
)
def test_what_has_no_root_no_inverse_and_no_logarithm(
    wrong: Callable[[], Real], field: str, value: object, rule: str
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


def test_a_sign_is_found_at_the_first_precision_that_tells() -> None:
    assert sign(sqrt(2) - 1, 64) == 1 and sign(sqrt(2) - 2, 64) == -1
    n = 1 << 40
    assert sign(sqrt(n * n + 1) - n, 64) is None and sign(sqrt(n * n + 1) - n, 128) == 1
    same = sqrt(8) - 2 * sqrt(2)
    assert sign(same, 64) == 0
    assert (sign(same + Q(1, 1 << 200), 64), sign(same - Q(1, 1 << 200), 64)) == (1, -1)
    assert sign(NOTHING) is None
