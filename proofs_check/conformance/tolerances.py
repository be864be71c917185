"""How far a recorded number may be from the true one, and rounding that keeps this rigorous."""

from __future__ import annotations

import math

from proofs_check.arithmetic import Decision, Enclosure, Q, to_q


def within(recorded: Q, expected: Enclosure, slack: Q) -> Decision:
    """Whether |recorded - e| <= slack for the number e enclosed by `expected`."""
    if expected.hi - slack <= recorded <= expected.lo + slack:
        return Decision.TRUE
    return Decision.of(False, recorded < expected.lo - slack or recorded > expected.hi + slack)


def running_mean_error(N: int) -> Q:
    """Return a rigorous bound on |running mean - mean| in doubles after N rewards of [0, 1].

    One update of Alg. 1 l. 11 keeps (n-1)/n of the previous error and adds at most 3u (the
    difference, the quotient and the sum each round by at most u = 2^-53 times a number <= 1), so
    n e_n <= (n-1) e_{n-1} + 3 n u and e_N <= 3 u (N+1)/2; second-order terms fit into N + 8 half
    units twice over. A sum divided by N errs less."""
    return Q(2 * (N + 8), 1 << 53)


def doubles_in(least: Q, largest: Q) -> tuple[float, float]:
    """Return the smallest and the largest double of [least, largest]; in wrong order if there is
    none."""
    low, high = float(least), float(largest)
    while to_q(low) < least:
        low = math.nextafter(low, math.inf)
    while to_q(high) > largest:
        high = math.nextafter(high, -math.inf)
    return low, high


def exactly(q: Q) -> Enclosure:
    """Return a rational as an enclosure."""
    return Enclosure(q, q)
