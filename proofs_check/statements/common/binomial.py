"""Tails of the binomial distribution, rounded up: rational upper bounds in few digits."""

from __future__ import annotations

from math import comb

from proofs_check.arithmetic import ONE, ZERO, Q

BITS = 256  # of each intermediate number


def binomial_at_most(n: int, p: Q, k: int) -> Q:
    """Return an upper bound of Pr{S <= k}, S binomial with n trials, 0 < p < 1."""
    term = _power(ONE - p, n)  # Pr{S = 0}
    total = term
    for j in range(k):
        term = _up(term * ((n - j) * p) / ((j + 1) * (ONE - p)))
        total += term
    return min(total, ONE)


def binomial_at_least(n: int, p: Q, k: int) -> Q:
    """Return an upper bound of Pr{S >= k}, k > np: its first term over 1 - the first quotient."""
    term = _up(comb(n, k) * _power(p, k) * _power(ONE - p, n - k))
    quotient = (n - k) * p / ((k + 1) * (ONE - p))  # the terms fall at least this fast
    return min(_up(term / (ONE - quotient)), ONE)


def _power(q: Q, n: int) -> Q:
    """Return an upper bound of q**n, 0 < q <= 1."""
    power, square = ONE, q
    while n:
        if n & 1:
            power = _up(power * square)
        square, n = _up(square * square), n >> 1
    return power


def _up(q: Q) -> Q:
    """Return q or a little more, with a mantissa of BITS bits."""
    if q == ZERO:
        return q
    shift = max(0, BITS - int(q.numerator).bit_length() + int(q.denominator).bit_length())
    return Q(-((-int(q.numerator) << shift) // int(q.denominator)), 1 << shift)
