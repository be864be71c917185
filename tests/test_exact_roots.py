"""Roots of irrational numbers, balls of radius 0: what few callers of real.py need."""

from __future__ import annotations

import pytest
from flint import arb

from proofs_check.exact import Q, Real, dyadic, ln, sqrt
from reference.errors import PreconditionError


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
