"""Tolerances and outward rounding."""

from __future__ import annotations

import math
import random
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import proofs_check.conformance.tolerances as tolerances
from proofs_check.arithmetic import Decision, Enclosure, Q, to_q
from proofs_check.conformance.tolerances import doubles_in, running_mean_error, within
from tests.exact_lp1.lp1_cases import plant


def running_mean(rewards: list[float]) -> float:
    mean = 0.0
    for n, r in enumerate(rewards, 1):
        mean += (r - mean) / n
    return mean


def error(found: float, rewards: list[float]) -> Q:
    exact = sum((to_q(r) for r in rewards), Q(0)) / len(rewards)
    return abs(to_q(found) - exact)


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
    lo: Fraction, width: Fraction, slack: Fraction, found: Fraction
) -> None:
    ends = [lo, lo + width]
    decision = within(to_q(found), Enclosure(*map(to_q, ends)), to_q(slack))
    near = [abs(found - e) <= slack for e in (*ends, min(max(found, ends[0]), ends[1]))]
    assert decision is Decision.of(all(near), not any(near))


@pytest.mark.parametrize(
    ("function", "old", "new", "fault"),
    [
        ("running_mean_error", "2 * (N + 8)", "1", "a rounded mean is refused"),
        ("running_mean_error", "1 << 53", "1 << 30", "a mean that is 1e-12 off is accepted"),
        ("doubles_in", "while to_q(low) < least", "while False", "a radius below its interval"),
        ("within", "expected.lo + slack:", "expected.hi + slack:", "the wider side"),
    ],
)
def test_a_fault_in_a_tolerance_is_noticed(
    function: str, old: str, new: str, fault: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def sound() -> bool:
        rewards = [random.Random(n).random() for n in range(200)]
        exact = sum((to_q(r) for r in rewards), Q(0)) / 200
        bound = tolerances.running_mean_error(200)
        low, _ = tolerances.doubles_in(Q(1, 3), Q(1))
        wide = Enclosure(Q(0), Q(1))
        return (
            error(running_mean(rewards), rewards) <= bound
            and abs(exact + Q(1, 10**12) - exact) > bound
            and to_q(low) >= Q(1, 3)
            and tolerances.within(Q(1), wide, Q(1, 2)) is not Decision.TRUE
        )

    assert sound(), fault
    plant(monkeypatch, tolerances, function, old, new)
    assert not sound()
