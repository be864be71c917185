"""LP1's dual by hand, and states without a policy.

That the dual of every LP is optimal, and that the printed rows refute a wrong one, is tested in
test_optimum.
"""

from __future__ import annotations

import pytest

from proofs_check.arithmetic import ONE, ZERO, Q
from proofs_check.lp1.data import LP1Data
from proofs_check.lp1.dual import dual
from proofs_check.lp1.optimum import best_transition, primal, solve
from reference.support.errors import PreconditionError
from tests.exact_lp1.lp1_cases import dual_bound

HALF, FOURTH = Q(1, 2), Q(1, 4)
# Two states in the middle, visited 4 times each way; the second is worth 1/2 less than the first.
FORK = LP1Data(
    [1, 2, 1], 1, [[[8]], [[4], [4]]], [[[[4, 4]]], [[[4]], [[4]]]],
    [[[HALF]], [[FOURTH], [FOURTH]]], [[[FOURTH]], [[ONE], [HALF]]],
)  # fmt: skip


def test_the_optimal_dual_of_the_fork() -> None:
    """By hand: V = (1, 1/2) in the middle, 1/4 of the mass moves to the better state."""
    found = dual(FORK, solve(FORK))
    assert (found.bound, found.normalisation) == (Q(9, 8), [Q(9, 8), ZERO])
    assert found.flow == [[], [-ONE, -HALF]]
    assert found.d[0][0][0] == [FOURTH, -FOURTH] and found.gamma[0][0][0] == FOURTH
    assert dual_bound(FORK, found) == (Q(9, 8), ZERO)


def half_dead(eps: Q, r_hat: Q) -> LP1Data:
    """Four successors, seen equally often; the last two have no usable action."""
    return LP1Data(
        [1, 4, 1], 1, [[[8]], [[4], [4], [0], [0]]],
        [[[[2, 2, 2, 2]]], [[[4]], [[4]], [[0]], [[0]]]],
        [[[eps]], [[ZERO], [ZERO], [HALF], [HALF]]],
        [[[r_hat]], [[ONE], [HALF], [ONE], [ONE]]],
    )  # fmt: skip


@pytest.mark.parametrize("r_hat", [Q(-5), ZERO, HALF, ONE])
@pytest.mark.parametrize("eps", [ZERO, HALF, Q(99, 100)])
def test_dead_states_prove_that_lp1_is_infeasible(eps: Q, r_hat: Q) -> None:
    """1/2 of the mass is dead and the radius empties less: V(x_0) lies below every reward."""
    data = half_dead(eps, r_hat)
    best = solve(data)
    assert best.value is None
    found = dual(data, best)
    assert found.bound == sum(found.normalisation) == -1 + 2 * min(r_hat, ZERO)
    assert dual_bound(data, found) == (found.bound, ZERO)


def test_what_does_not_exist_is_refused_by_name() -> None:
    data = half_dead(HALF, ZERO)
    best = solve(data)
    with pytest.raises(PreconditionError) as refused:
        primal(data, best)
    assert (refused.value.field, refused.value.value) == ("LP1", "infeasible")
    with pytest.raises(PreconditionError) as refused:
        best_transition(data, best, 1, 2, 0)
    assert (refused.value.field, refused.value.value) == ("pair (1, 2, 0)", "unusable")
