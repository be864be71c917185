"""Explicit constants: where a bound falls below a trivial one, and how constants are compared."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

from proofs_check.arithmetic import Decision, Q, Real, certainly_leq, lam, sqrt
from proofs_check.ledger.evidence import Tally
from proofs_check.ledger.registry import Evidence

Bound = Callable[[int, Real], Real]  # of T and Lam

SIZES = ((1, 2, 1), (2, 4, 1), (2, 4, 2), (6, 52, 5))  # (L, X, A): small ones and the paper's


def first_below(bound_of: Bound, slope: int, X: int, A: int, delta: Q) -> int:
    """The first T with bound_of(T, Lam) < slope T, and so from there on: bound_of(T, Lam)/T must
    decrease in T."""

    def useful(T: int) -> bool:
        bound_at_T = bound_of(T, lam(T, X, A, delta))
        return certainly_leq(slope * T, bound_at_T) is Decision.FALSE

    high = 1
    while not useful(high):
        high *= 2
    low = high // 2  # not useful, or 0
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if useful(middle) else (middle, high)
    return high


def roots(layers: tuple[int, ...]) -> Real:
    """sum of sqrt(X_h X_{h+1}) over consecutive layers."""
    total = Real.of(0)
    for X_h, X_next in pairwise(layers):
        total = total + sqrt(X_h * X_next)
    return total


def below(tally: Tally) -> Evidence:
    """ln(L/delta) <= A ln(TXA/delta): with T = 1 + t, A = 1 + a, X = L + 1 + x the argument's
    difference TXA - L has coefficients >= 0 only, and A >= 1, TXA/delta > 1."""
    import sympy

    t, a, x, L = sympy.symbols("t a x L", nonnegative=True)
    rest = sympy.Poly(sympy.expand((1 + t) * (1 + a) * (L + 1 + x) - L), t, a, x, L)
    tally.holds(all(c > 0 for c in rest.coeffs()), step="TXA - L >= 0, so ln(L/d) <= ln(TXA/d)")
    one_more = sympy.Poly(sympy.expand((1 + t) * (1 + a) * (L + 1 + x) - 1), t, a, x, L)
    tally.holds(all(c > 0 for c in one_more.coeffs()), step="TXA >= 1, so ln(TXA/delta) > 0")
    tally.holds(sympy.Poly(1 + a - 1, a).coeffs() == [1], step="A - 1 >= 0")
    return tally.evidence()


TENTH = Q(1, 10)

PAPER_SIZE = (1, 10, 10, 10, 10, 10, 1)

CONSTANT = 2 * sqrt(2) + 3  # (1 + sqrt 2)^2 = 5.828
