"""Tolerances and outward rounding."""

from __future__ import annotations

import math
from fractions import Fraction

from hypothesis import given, settings
from hypothesis import strategies as st

from proofs_check.arithmetic import Decision, Enclosure, Q, to_q
from proofs_check.conformance.tolerances import doubles_in, running_mean_error, within


def running_mean(rewards: list[float]) -> float:
    mean = 0.0
    for n, r in enumerate(rewards, 1):
        mean += (r - mean) / n
    return mean


def error(value: float, rewards: list[float]) -> Q:
    exact = sum((to_q(r) for r in rewards), Q(0)) / len(rewards)
    return abs(to_q(value) - exact)


@settings(max_examples=60)
@given(st.lists(st.floats(0, 1), min_size=1, max_size=60))
def test_the_bound_on_a_running_mean_holds(rewards: list[float]) -> None:
    bound = running_mean_error(len(rewards))
    assert error(running_mean(rewards), rewards) <= bound
    assert error(sum(rewards) / len(rewards), rewards) <= bound


@settings(max_examples=60)
@given(st.fractions(-3, 3), st.fractions(0, 1))
def test_doubles_in_are_inside_and_next_to_the_ends(least: Fraction, width: Fraction) -> None:
    ends = to_q(least), to_q(least + width)
    low, high = doubles_in(*ends)
    if low <= high:
        assert ends[0] <= to_q(low) and to_q(high) <= ends[1]
    assert to_q(math.nextafter(low, -math.inf)) < ends[0]
    assert to_q(math.nextafter(high, math.inf)) > ends[1]


@settings(max_examples=60)
@given(st.fractions(-1, 1), st.fractions(0, 1), st.fractions(0, 1), st.fractions(-3, 3))
def test_within_is_decided_for_the_whole_enclosure(
    lo: Fraction, width: Fraction, slack: Fraction, value: Fraction
) -> None:
    ends = [lo, lo + width]
    decision = within(to_q(value), Enclosure(*map(to_q, ends)), to_q(slack))
    near = [abs(value - e) <= slack for e in (*ends, min(max(value, ends[0]), ends[1]))]
    assert decision is Decision.of(all(near), not any(near))


def test_a_mean_that_is_1e_12_off_is_beyond_the_bound() -> None:
    assert running_mean_error(200) < Q(1, 10**12)
