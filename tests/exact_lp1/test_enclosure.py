"""LP1 between two LPs with rational radii: data, values, optimal actions."""

from __future__ import annotations

from itertools import pairwise

import pytest

from proofs_check.arithmetic import ONE, ZERO, Decision, Q, Radii, lam
from proofs_check.lp1.data import LP1Data, all_pairs
from proofs_check.lp1.enclosure import argmax_sets, enclosed_r_hat, enclosing_data
from proofs_check.lp1.optimum import solve
from reference.support.errors import PreconditionError
from tests.exact_lp1.lp1_cases import counted, dead_at_lo, fill, totals

T, F, U = Decision.TRUE, Decision.FALSE, Decision.UNDECIDED


def test_enclosing_data_has_the_radii_of_the_layer_after() -> None:
    layers, A = (1, 3, 2, 1), 2
    N3 = fill(layers, A, lambda h, x, a: [(h + x + a + y) % 3 for y in range(layers[h + 1])])
    N = totals(N3)
    r_sum = fill(layers, A, lambda h, x, a: Q(N[h][x][a], 3))
    radii = Radii(lam(1, 2, 1, Q(99, 100), "log10"))
    lo, hi = enclosing_data(layers, A, N, N3, r_sum, radii)
    below_1 = 0
    for h, x, a in all_pairs(layers, A):
        n = N[h][x][a]
        eps, b = radii.eps(layers[h + 1], n), radii.b(n)
        assert (lo.eps[h][x][a], hi.eps[h][x][a]) == (eps.lo, eps.hi)
        r_bar = Q(1, 3) if n else ZERO
        assert lo.r_hat[h][x][a] == min(ONE, r_bar + b.lo)
        assert hi.r_hat[h][x][a] == min(ONE, r_bar + b.hi)
        below_1 += hi.r_hat[h][x][a] < 1
    assert below_1
    assert enclosed_r_hat(Q(1, 10), 1, radii).lo == Q(1, 10) + radii.b(1).lo < 1
    for wrong, field in (((N[:2], r_sum), "N"), ((N, r_sum[:2]), "r_sum")):
        with pytest.raises(PreconditionError) as caught:
            enclosing_data(layers, A, wrong[0], N3, wrong[1], radii)
        assert caught.value.field == field


@pytest.mark.parametrize("seed", range(10))
def test_rounding_both_ways_encloses_the_optimum_and_more_bits_lie_inside(seed: int) -> None:
    shape = ((1, 3, 4, 1), 3, 4000)
    coarse, data = counted(seed, *shape, bits=40), counted(seed, *shape, bits=200)
    fine = [solve(d) for d in data]
    ends = [
        solve(coarse[0]), solve(data[0], -1), *fine, solve(data[1], 1), solve(coarse[1])
    ]  # fmt: skip
    numbers = [best.value for best in ends if best.value is not None]
    assert len(numbers) == 6 and all(u <= v for u, v in pairwise(numbers))
    assert numbers[3] - numbers[2] < Q(1, 10**50)
    assert Q(1, 10**15) < numbers[5] - numbers[0] < Q(1, 10**6)
    decided = argmax_sets(fine[0], fine[1])
    for h, x, a in all_pairs(*shape[:2]):
        assert decided[h][x][a] in (U, T if a in fine[0].argmax[h][x] else F)


@pytest.mark.parametrize("base, feasible", [("ln", True), ("log2", True), ("log10", False)])
def test_log10_can_make_lp1_infeasible_but_ln_cannot(base: str, feasible: bool) -> None:
    """TXA/delta just above 2."""
    radii = Radii(lam(1, 2, 1, Q(99, 100), base))  # type: ignore[arg-type]
    for data in enclosing_data([1, 1], 1, [[[0]]], [[[[0]]]], [[[ZERO]]], radii):
        assert (solve(data).value is not None) == feasible


def bandit(*means: int, N: int = 100) -> LP1Data:
    """One state and step; r_hat of each action in percent."""
    n, A = [[[N] * len(means)]], len(means)
    radii = [[[Q(1)] * A]]
    return LP1Data((1, 1), A, n, [[[[N]] * A]], radii, [[[Q(m, 100) for m in means]]])


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
    assert argmax_sets(solve(bandit(*low)), solve(bandit(*high))) == [[expected]]


def test_unusable_pairs_between_two_optima() -> None:
    usable, unusable = solve(dead_at_lo(ONE)), solve(dead_at_lo(Q(9, 10)))
    assert argmax_sets(usable, usable) == [[[F, T]]]
    assert argmax_sets(unusable, unusable) == [[[T, F]]]
    assert argmax_sets(unusable, usable) == [[[U, U]]]
