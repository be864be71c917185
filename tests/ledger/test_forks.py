"""The closed forms of two branches against LP1's exact optimum at their counts."""

from __future__ import annotations

import pytest

from proofs_check.arithmetic import ONE, ZERO, Enclosure, Q, Radii, lam
from proofs_check.lp1.enclosure import enclosing_data
from proofs_check.lp1.optimum import primal, solve
from proofs_check.statements.common.forks import fork_error, fork_l1, fork_q_xi

K = 6  # the epoch that starts at N = 2^6 visits of x_0 and of every u


@pytest.mark.parametrize("L", [2, 3, 5])
def test_an_epoch_is_that_of_lp1(L: int) -> None:
    layers, Lam = (1, *[2] * (L - 1), 1), lam(1 << 7, 2 * L, 1, Q(1, 2))
    seen = 1 << K
    N = [[[seen]], *[[[seen], [0]]] * (L - 1)]
    first, later, last = [[[seen, 0]]], [[[seen, 0]], [[0, 0]]], [[[seen]], [[0]]]
    N3 = [first, *[later] * (L - 2), last]
    r_sum = [[[ZERO]], *[[[ZERO], [ZERO]]] * (L - 1)]
    data, _ = enclosing_data(layers, 1, N, N3, r_sum, Radii(Lam))
    q_hat = primal(data, solve(data))
    l1 = error = q_xi = ZERO
    for h, layer in enumerate(q_hat):
        ((to_u, *_), *_) = layer[0]
        for x, ((*row,),) in enumerate(layer):
            l1 += sum((abs(v - (x == y == 0)) for y, v in enumerate(row)), ZERO)
            error += data.r_hat[h][x][0] * (sum(row, ZERO) - (x == 0))
        if h < L - 1:
            q_xi += (L - h) * 2 * (1 - to_u / sum(layer[0][0], ZERO))
    for value, closed in ((l1, fork_l1), (error, fork_error), (q_xi, fork_q_xi)):
        low, high = closed(L, K, Lam), closed(L, K + 1, Lam)
        epoch = Enclosure((high.lo - low.hi) / seen, (high.hi - low.lo) / seen)
        assert epoch.lo - Q(1, 10**9) <= value <= epoch.hi + Q(1, 10**9), closed.__name__
        assert value > ONE / 8
