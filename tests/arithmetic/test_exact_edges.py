"""proofs_check's arithmetic and LP1 at the edges: ends of intervals, ties, fields of errors."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from proofs_check.arithmetic import (
    ONE,
    ZERO,
    Decision,
    Enclosure,
    Q,
    Radii,
    Real,
    certainly_equal,
    certainly_leq,
    certainly_less,
    eps_radius,
    lam,
    ln,
    sqrt,
)
from proofs_check.lp1 import certify as feasible
from proofs_check.lp1.candidate import Candidate
from proofs_check.lp1.certify import NO_MASS, certify_policy, certify_q, repair
from proofs_check.lp1.data import LP1Data
from proofs_check.lp1.enclosure import argmax_sets, check_r_sum, enclosing_data, r_hat
from proofs_check.lp1.optimum import policy_value, solve
from reference.support.errors import PreconditionError
from tests.exact_lp1.lp1_cases import fill, random_data, random_distribution

T, F, U = Decision.TRUE, Decision.FALSE, Decision.UNDECIDED


@pytest.mark.parametrize(
    "compare, below, equal, above",
    [(certainly_leq, T, T, F), (certainly_less, T, F, F), (certainly_equal, F, T, F)],
)
def test_comparisons_have_all_their_answers(
    compare: Callable[..., Decision], below: Decision, equal: Decision, above: Decision
) -> None:
    for one in (Real.of(Q(2, 3)), sqrt(2), ln(5), ln(5) + sqrt(7)):
        assert [compare(one, one + d) for d in (1, 0, -1)] == [below, equal, above]
        assert [compare(one, one + Q(d, 10**9)) for d in (1, -1)] == [below, above]
    near = ln(2).enclose(300).lo  # below ln 2 by less than 2**-299
    assert compare(ln(2), near, 128) is U
    assert compare(ln(2), near) is above


def test_an_enclosure_contains_its_ends_and_compares_by_them() -> None:
    one = Enclosure(ONE, Q(2))
    assert ONE in one and Q(2) in one and Q(1, 2) not in one and Q(5, 2) not in one
    assert [one.less(Q(b)) for b in (1, 2, 3)] == [F, U, T]
    assert [one.leq(Q(b)) for b in (0, 1, 2, 3)] == [F, U, T, T]
    assert one.width == 1


def test_expressions_are_equal_as_expressions() -> None:
    assert sqrt(2) == sqrt(2) and hash(sqrt(2)) == hash(sqrt(2))
    assert sqrt(2) != sqrt(3) and Real.of(1) != 1


def test_errors_show_the_number() -> None:
    for number, shown in ((Real.of(Q(-1, 4)), "-1/4"), (-ln(2), "about -0.693147")):
        with pytest.raises(PreconditionError) as caught:
            sqrt(number)
        assert (caught.value.field, caught.value.value) == ("sqrt", shown)


# ----------------------------------------------------------------------------- LP1


def test_sums_of_rewards_lie_between_0_and_the_count() -> None:
    N = [[[2, 3]], [[1, 1]]]
    check_r_sum(N, [[[ZERO, Q(3)]], [[Q(1, 2), ONE]]])
    check_r_sum(N, [[[Q(2), Q(1, 9)]], [[ZERO, ZERO]]])
    for h, a, wrong in ((0, 1, Q(7, 2)), (1, 0, Q(-1, 8)), (1, 1, Q(9, 8))):
        r_sum = [[[ONE, ONE]], [[ONE, ONE]]]
        r_sum[h][0][a] = wrong
        with pytest.raises(PreconditionError) as caught:
            check_r_sum(N, r_sum)
        assert (caught.value.field, caught.value.value) == (f"r_sum[{h}][0][{a}]", wrong)


def test_values_of_pairs_are_those_the_optimum_is_made_of() -> None:
    unusable = 0
    for seed in range(40):
        data = random_data(seed, eps_steps=range(12))
        best = solve(data)
        for h in range(data.L):
            for x in range(data.layers[h]):
                found = [best.pair_value(h, x, a) for a in range(data.A)]
                usable = [v for v in found if v is not None]
                unusable += len(found) - len(usable)
                assert best.V[h][x] == max(usable, default=None)
                at_best = {a for a, v in enumerate(found) if v is not None and v == best.V[h][x]}
                assert set(best.argmax[h][x]) == at_best
    assert unusable > 10


def bandit(*means: int, N: int = 100) -> LP1Data:
    """One state and step; r_hat of each action in percent."""
    n, A = [[[N] * len(means)]], len(means)
    one = [[[Q(1)] * A]]
    return LP1Data((1, 1), A, n, [[[[N]] * A]], one, [[[Q(m, 100) for m in means]]])


@pytest.mark.parametrize(
    "low, high, expected",
    [
        ((50, 10, 10), (60, 40, 40), [T, F, F]),
        ((50, 10, 45), (60, 40, 55), [U, F, U]),
        ((45, 10, 50), (55, 40, 60), [U, F, U]),
        ((10, 50, 10), (40, 50, 50), [F, T, U]),  # 50 may be met, not exceeded
        ((50, 50), (50, 50), [T, T]),
        ((10, 50, 20, 30), (40, 60, 70, 40), [F, U, U, F]),
    ],
)
def test_optimal_actions_between_two_optima(
    low: tuple[int, ...], high: tuple[int, ...], expected: list[Decision]
) -> None:
    found = argmax_sets(solve(bandit(*low)), solve(bandit(*high)))
    assert found == [[expected]]


def dead_at_lo(eps: Q) -> LP1Data:
    """Action 0 was done, action 1 never: with a radius below 1 it is unusable."""
    one = [[[ONE, eps]]]
    return LP1Data((1, 1), 2, [[[4, 0]]], [[[[4], [0]]]], one, [[[Q(1, 4), Q(3, 4)]]])


def test_unusable_pairs_between_two_optima() -> None:
    usable, unusable = solve(dead_at_lo(ONE)), solve(dead_at_lo(Q(9, 10)))
    assert argmax_sets(usable, usable) == [[[F, T]]]
    assert argmax_sets(unusable, unusable) == [[[T, F]]]
    assert argmax_sets(unusable, solve(dead_at_lo(Q(9, 10)))) == [[[T, F]]]
    assert argmax_sets(unusable, usable) == [[[U, U]]]


def test_a_policy_whose_feasibility_is_not_certain() -> None:
    never, certain = dead_at_lo(Q(9, 10)), dead_at_lo(ONE)
    unsure = certify_policy(never, certain, [[[0, 1]]], ZERO)
    assert (unsure.value, unsure.shortfall, unsure.optimal) == (None, None, U)
    dead = certify_policy(never, never, [[[0, "3/2"]]], ZERO)
    assert (dead.value, dead.optimal, dead.row_error) == (None, F, Q(1, 2))
    sure = certify_policy(certain, certain, [[["1/2", "1/4"]]], ZERO)
    assert sure.value == Enclosure(Q(5, 12), Q(5, 12)) and sure.row_error == Q(1, 4)
    assert sure.shortfall == Enclosure(Q(1, 3), Q(1, 3)) and sure.optimal is F
    unsure = certify_policy(never, certain, [[[0, "5/4"]]], ZERO)
    assert unsure.row_error == Q(1, 4)


def test_between_irrational_radii_a_policys_value_stays_short() -> None:
    L = 30
    layers = (1, *[2] * (L - 1), 1)
    N3 = [
        [[[1000 + 7 * h + 5 * x + y for y in range(layers[h + 1])]] for x in range(layers[h])]
        for h in range(L)
    ]
    N = [[[sum(row) for row in rows] for rows in layer] for layer in N3]
    r_sum = [[[Q(n, 3 + x) for n in row] for x, row in enumerate(of_h)] for of_h in N]
    lo, hi = enclosing_data(layers, 1, N, N3, r_sum, Radii(lam(10**4, sum(layers), 1, Q(1, 10))))
    found = certify_policy(lo, hi, [[[1]] * n for n in layers[:-1]], Q(1, 10**9))
    assert found.value is not None and 0 < found.value.width < Q(1, 2**80)
    exact = policy_value(lo, [[[ONE]] * n for n in layers[:-1]]).value
    assert exact is not None and exact.denominator.bit_length() > 1000
    assert found.value.lo <= exact <= found.value.hi
    assert found.value.lo.denominator.bit_length() <= 161 >= found.value.hi.denominator.bit_length()


def test_errors_of_a_policy_name_the_field_and_the_value() -> None:
    data = dead_at_lo(ONE)
    for judge in (
        lambda pi: policy_value(data, pi),
        lambda pi: certify_policy(data, data, pi, ZERO),
    ):
        with pytest.raises(PreconditionError) as caught:
            judge([[[ONE]]])
        assert caught.value.field == "pi[0][0]"
        with pytest.raises(PreconditionError) as caught:
            judge([[[Q(-1, 2), Q(3, 2)]]])
        assert (caught.value.field, caught.value.value) == ("pi[0][0]", [Q(-1, 2), Q(3, 2)])


# ----------------------------------------------------------------------------- q_hat


def test_the_report_of_a_q_hat_holds_what_was_judged(monkeypatch: pytest.MonkeyPatch) -> None:
    data = dead_at_lo(ONE)
    q = Candidate.of(data, [[[["1/2"], ["1/2"]]]])
    found = certify_q(data, data, q, ZERO)
    assert found.q is q and found.repaired is q
    assert found.objective == Enclosure(Q(1, 2), Q(1, 2))
    assert found.gap == found.shortfall == Enclosure(Q(1, 4), Q(1, 4))
    # A repair that is not feasible must not be used, by however little it is wrong.
    off = Candidate.of(data, [[[["1/2"], ["1/3"]]]])
    assert certify_q(data, data, off, ZERO).repaired is not None
    monkeypatch.setattr(feasible, "repair", lambda *_: off)
    found = certify_q(data, data, off, ZERO)
    assert found.repaired is None and found.gap is None


# ----------------------------------------------------------------------------- radii


def test_radii_are_narrow_exact_where_rational_and_computed_once() -> None:
    four = Radii(lam(4, 1, 1, ONE, "log2"))
    assert four.eps(1, 1) == four.b(1) == Enclosure(Q(2), Q(2))
    assert four.eps(4, 1) == Enclosure(Q(4), Q(4))
    radii = Radii(lam(40, 6, 2, Q(1, 10)))
    for X_next, N in ((1, 1), (3, 7), (10, 10**6)):
        found = radii.eps(X_next, N)
        assert radii.eps(X_next, N) is found
        assert 0 < found.width < found.lo / 2**93
        true = eps_radius(X_next, radii.Lam, N).enclose(400)
        assert found.lo <= true.lo and true.hi <= found.hi


def test_enclosing_data_has_the_radii_of_the_layer_after() -> None:
    layers, A = (1, 3, 2, 1), 2
    N3 = fill(layers, A, lambda h, x, a: [(h + x + a + y) % 3 for y in range(layers[h + 1])])
    N = [[[sum(row) for row in rows] for rows in layer] for layer in N3]
    r_sum = [[[Q(n, 3) for n in row] for row in layer] for layer in N]
    radii = Radii(lam(1, 2, 1, Q(99, 100), "log10"))
    lo, hi = enclosing_data(layers, A, N, N3, r_sum, radii)
    below_1 = 0
    for h, of_h in enumerate(N):
        for x, row in enumerate(of_h):
            for a, n in enumerate(row):
                eps, b = radii.eps(layers[h + 1], n), radii.b(n)
                assert (lo.eps[h][x][a], hi.eps[h][x][a]) == (eps.lo, eps.hi)
                r_bar = Q(1, 3) if n else ZERO
                assert lo.r_hat[h][x][a] == min(ONE, r_bar + b.lo)
                assert hi.r_hat[h][x][a] == min(ONE, r_bar + b.hi)
                below_1 += hi.r_hat[h][x][a] < 1
    assert below_1
    one = r_hat(Q(1, 10), 1, radii)
    assert one.lo == Q(1, 10) + radii.b(1).lo < 1
    for wrong, field in (((N[:2], r_sum), "N"), ((N, r_sum[:2]), "r_sum")):
        with pytest.raises(PreconditionError) as caught:
            enclosing_data(layers, A, wrong[0], N3, wrong[1], radii)
        assert caught.value.field == field


def on_P_bar(data: LP1Data, seed: int) -> list[list[list[list[Q]]]]:
    """The occupancy measure of a random policy and P_bar: feasible, and seldom optimal."""
    rng = random.Random(seed)
    mass, q = [ONE], []
    for h in range(data.L):
        pi = [random_distribution(rng, data.A) for _ in mass]
        layer = [
            [[m * p * Q(n, data.N[h][x][a]) for n in data.N3[h][x][a]] for a, p in enumerate(pi[x])]
            for x, m in enumerate(mass)
        ]
        q.append(layer)
        mass = [sum((row[y] for rows in layer for row in rows), ZERO)
                for y in range(data.layers[h + 1])]  # fmt: skip
    return q


def test_what_is_repaired_plays_as_before() -> None:
    far = 0
    for seed in range(20):
        data = random_data(seed, [1, 3, 2, 1], 2, unvisited=0)
        best, q = solve(data), on_P_bar(data, seed)
        floats = [[[[float(v) for v in row] for row in rows] for rows in of_h] for of_h in q]
        repaired = repair(data, Candidate.of(data, floats), best)
        assert repaired is not None and best.value is not None
        for of_h, true_h in zip(repaired.rationals(), q, strict=True):
            for rows, true_rows in zip(of_h, true_h, strict=True):
                for row, true in zip(rows, true_rows, strict=True):
                    assert all(abs(u - v) < Q(1, 10**12) for u, v in zip(row, true, strict=True))
        far += best.value - certify_q(data, data, floats, ZERO).objective.hi > Q(1, 10)
    assert far > 10


def test_a_q_hat_of_zeros_and_ones_is_its_own_repair() -> None:
    data = LP1Data((1, 1), 2, [[[1, 1]]], [[[[1], [1]]]], [[[ONE, ONE]]], [[[ONE, ZERO]]])
    worse: Any = [[[[0], [1]]]]
    found = repair(data, Candidate.of(data, worse), solve(data))
    assert found is not None and found.rationals() == worse


@pytest.mark.parametrize("mass, plays", [(NO_MASS, 1), (NO_MASS / 2, 0), (2 * NO_MASS, 1)])
def test_below_no_mass_the_optimum_decides(mass: Q, plays: int) -> None:
    data = LP1Data((1, 2, 1), 2, [[[2, 2]], [[1, 1]] * 2],
                   [[[[1, 1], [1, 1]]], [[[1], [1]]] * 2],
                   [[[Q(2)] * 2], [[Q(2)] * 2] * 2], [[[ZERO] * 2], [[ONE, ZERO]] * 2])  # fmt: skip
    q = [[[[1 - mass, mass], [ZERO, ZERO]]], [[[ZERO], [1 - mass]], [[ZERO], [mass]]]]
    found = repair(data, Candidate.of(data, q), solve(data))
    assert found is not None
    at_1 = found.rationals()[1][1]
    assert at_1[plays][0] > 0 and at_1[1 - plays][0] == 0
