"""LP1 between two LPs with rational radii: data, values, optimal actions."""

from __future__ import annotations

import random
from itertools import pairwise
from typing import Any

import pytest

from proofs_check.arithmetic import (
    ONE,
    ZERO,
    Decision,
    Q,
    Radii,
    eps_radius,
    lam,
)
from proofs_check.lp1.data import LP1Data
from proofs_check.lp1.enclosure import argmax_sets, check_r_sum, enclosed_r_hat, enclosing_data
from proofs_check.lp1.optimum import solve
from reference.support.errors import PreconditionError
from tests.exact_lp1.lp1_cases import (
    fill,
)

T, F, U = Decision.TRUE, Decision.FALSE, Decision.UNDECIDED


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
    one = enclosed_r_hat(Q(1, 10), 1, radii)
    assert one.lo == Q(1, 10) + radii.b(1).lo < 1
    for wrong, field in (((N[:2], r_sum), "N"), ((N, r_sum[:2]), "r_sum")):
        with pytest.raises(PreconditionError) as caught:
            enclosing_data(layers, A, wrong[0], N3, wrong[1], radii)
        assert caught.value.field == field


def visits(seed: int, layers: list[int], A: int, most: int) -> tuple[Any, Any, Any]:
    rng = random.Random(seed)
    N3 = fill(layers, A, lambda h, x, a: [rng.randint(0, most) for _ in range(layers[h + 1])])
    N = [[[sum(row) for row in rows] for rows in layer] for layer in N3]
    return N, N3, [[[Q(rng.randint(0, n)) for n in row] for row in layer] for layer in N]


def test_rounding_both_ways_encloses_the_optimum_and_higher_precision_lies_inside() -> None:
    layers = [1, 3, 4, 1]
    for seed in range(10):
        N, N3, r_sum = visits(seed, layers, 3, 4000)
        Lam = lam(10**5, 9, 3, Q(1, 10))
        coarse = [solve(d) for d in enclosing_data(layers, 3, N, N3, r_sum, Radii(Lam, 40))]
        fine = [solve(d) for d in enclosing_data(layers, 3, N, N3, r_sum, Radii(Lam, 200))]
        short = [
            solve(d, side)
            for d, side in zip(
                enclosing_data(layers, 3, N, N3, r_sum, Radii(Lam, 200)), (-1, 1), strict=True
            )
        ]
        ends = [best.value for best in (coarse[0], short[0], fine[0], fine[1], short[1], coarse[1])]
        numbers = [v for v in ends if v is not None]
        assert len(numbers) == 6 and all(u <= v for u, v in pairwise(numbers))
        assert numbers[3] - numbers[2] < Q(1, 10**50) < Q(1, 10**15) < numbers[5] - numbers[0] + 1
        decided = argmax_sets(*fine)
        for h, x in ((0, 0), (1, 0), (1, 1), (1, 2), (2, 0), (2, 3)):
            for a in range(3):
                undecided = decided[h][x][a] == Decision.UNDECIDED
                assert undecided or (decided[h][x][a] == Decision.TRUE) == (
                    a in fine[0].argmax[h][x]
                )


def test_log10_can_make_lp1_infeasible_but_ln_cannot() -> None:
    for base, status in (("ln", True), ("log2", True), ("log10", False)):
        layers, T, delta = [1, 1], 1, Q(99, 100)  # TXA/delta just above 2
        radii = Radii(lam(T, 2, 1, delta, base))  # type: ignore[arg-type]
        lo, hi = enclosing_data(layers, 1, [[[0]]], [[[[0]]]], [[[ZERO]]], radii)
        assert (solve(lo).value is not None) == (solve(hi).value is not None) == status
    assert (eps_radius(1, lam(1, 2, 1, Q(99, 100)), 0)).enclose(64).lo > 1


def test_argmax_is_undecided_where_enclosures_overlap_and_decided_where_they_cannot() -> None:
    layers, A = [1, 1], 3
    N, N3 = [[[500, 500, 0]]], [[[[500], [500], [0]]]]
    Lam = lam(1000, 2, 3, Q(1, 10))
    lo, hi = enclosing_data(layers, A, N, N3, [[[Q(100), Q(100), ZERO]]], Radii(Lam))
    T, F, U = Decision.TRUE, Decision.FALSE, Decision.UNDECIDED
    assert argmax_sets(solve(lo), solve(hi)) == [[[F, F, T]]]
    lo, hi = enclosing_data(
        [1, 1], 2, [[N[0][0][:2]]], [[N3[0][0][:2]]], [[[Q(9), Q(9)]]], Radii(Lam)
    )
    assert argmax_sets(solve(lo), solve(hi)) == [[[U, U]]]  # equal, and irrational
    assert argmax_sets(solve(lo), solve(lo)) == [[[T, T]]]
    exact = solve(lo)
    assert argmax_sets(exact, exact) == [[[T, T]]]


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
