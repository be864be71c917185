"""LP1 over intervals in place of the L1 ball (R-37, bernstein): exactly, by duality, by solvers."""

from __future__ import annotations

import random
from itertools import pairwise
from math import comb, exp, sqrt

import numpy as np
import pytest

from proofs_check.arithmetic import ONE, ZERO, Q, Radii, lam, to_q
from proofs_check.lp1.candidate import Candidate, residuals
from proofs_check.lp1.data import LP1Data
from proofs_check.lp1.dual import dual
from proofs_check.lp1.enclosure import enclosing_data
from proofs_check.lp1.optimum import best_transition, solve
from proofs_check.lp1.printed_rows import PrintedLP1
from reference import confidence, glop, lp1_sparse_rows
from reference.backward_induction import ball_maximiser, descending, optimistic_values
from reference.mdp import Tables
from reference.running.lp1_check import defects
from reference.running.solver import interval_lp1
from tests.refused import refused

LAYERS, A = (1, 3, 4, 2, 1), 2


def one_pair(N3: list[int], width: list[str], V: list[str]) -> LP1Data:
    """x_0 with one action over states of value V, whose only pair is certain."""
    n = len(V)
    N, all_N3 = [[[sum(N3)]], [[1]] * n], [[[N3]], [[[1]]] * n]
    r_hat = [[[ZERO]], [[to_q(v)] for v in V]]
    widths = [[[[to_q(w) for w in width]]], [[[ZERO]]] * n]
    return LP1Data([1, n, 1], 1, N, all_N3, [[[ZERO]], [[ZERO]] * n], r_hat, widths)


def by_duality(data: LP1Data) -> Q:
    """min over mu of mu + sum_y [hi_y (V_y - mu)^+ - lo_y (mu - V_y)^+], attained at some V_y."""
    (N3,), (width,), V = data.N3[0][0], data.width[0][0], [row[0] for row in data.r_hat[1]]  # type: ignore[index]
    N = max(1, sum(N3))
    lo = [max(ZERO, Q(n, N) - w) for n, w in zip(N3, width, strict=True)]
    hi = [min(ONE, Q(n, N) + w) for n, w in zip(N3, width, strict=True)]

    def bound(mu: Q) -> Q:
        rows = zip(lo, hi, V, strict=True)
        return mu + sum((max(l * (v - mu), h * (v - mu)) for l, h, v in rows), ZERO)

    return min(bound(mu) for mu in V)


@pytest.mark.parametrize(
    ("N3", "width", "V", "value"),
    [
        # P_bar = (1/2, 1/4, 1/4): up to 3/5 in the best, at least 3/20 in the worst
        ([2, 1, 1], ["1/10"] * 3, ["1", "0", "1/2"], "29/40"),
        # the worst may be emptied, the best takes no more than 3/5, the rest stays between
        ([2, 1, 1], ["1/10", "1/4", "1/4"], ["1", "0", "1/2"], "4/5"),
        # a state never seen takes no more than its width, where the ball moves all of it there
        ([4, 0], ["1/2", "1/10"], ["0", "1"], "1/10"),
        ([4, 0], ["1/20", "1/10"], ["0", "1"], "1/20"),
        # no visits: the whole simplex, as every width is at least 1
        ([0, 0, 0], ["1", "7/5", "2"], ["1/3", "0", "1/2"], "1/2"),
        ([5], ["0"], ["3/4"], "3/4"),
    ],
)
def test_inner_maximum_by_hand(N3: list[int], width: list[str], V: list[str], value: str) -> None:
    data = one_pair(N3, width, V)
    assert solve(data).value == to_q(value) == by_duality(data)


def test_the_inner_maximum_is_its_dual_on_random_intervals() -> None:
    drawn, bound = random.Random(0), 0
    for _ in range(300):
        n = drawn.randint(1, 6)
        N3 = [drawn.choice((0, 0, 1, 2, 7)) for _ in range(n)]
        least = 20 if not any(N3) else 0
        width = [f"{drawn.randint(least, 20)}/20" for _ in range(n)]
        data = one_pair(N3, width, [f"{drawn.randint(0, 9)}/9" for _ in range(n)])
        optimum = solve(data).value
        assert optimum == by_duality(data)
        bound += optimum != max(row[0] for row in data.r_hat[1])
    assert bound > 100


def test_a_pair_that_cannot_be_played_has_no_value() -> None:
    """Not every width is one of R-37: where sum hi < 1 there is no distribution."""
    best = solve(one_pair([0, 0], ["1/3", "1/3"], ["1", "0"]))
    assert best.value is None and best.argmax[0][0] == ()


def counts(seed: int, most: int = 4000) -> tuple[list[np.ndarray], list[np.ndarray]]:
    """Visits: a quarter of the successors never seen, and for an even seed a pair of layer 2."""
    drawn, N3 = np.random.default_rng(seed), []
    for X_h, X_next in pairwise(LAYERS):
        rows = drawn.integers(0, most, size=(X_h, A, X_next))
        rows *= drawn.integers(0, 4, rows.shape) > 0
        rows[..., 0] += most * (rows.sum(axis=2) == 0)
        N3.append(rows)
    N3[2][0, 0] *= seed % 2
    return [rows.sum(axis=2) for rows in N3], N3


def asked(seed: int) -> tuple[LP1Data, LP1Data, tuple[Tables, Tables, Tables]]:
    """LP1 enclosed, and the same in doubles: P_bar, widths and r_hat of the reference."""
    N, N3 = counts(seed)
    X, T = sum(LAYERS), 10**4
    means = [np.random.default_rng(seed).integers(0, 5, n.shape) for n in N]
    r_sum = [
        [[Q(n * m, 7) for n, m in zip(*rows, strict=True)] for rows in zip(n_h, m_h, strict=True)]
        for n_h, m_h in ((n.tolist(), m.tolist()) for n, m in zip(N, means, strict=True))
    ]
    radii = Radii(lam(T, X, A, Q(1, 10)), choice="bernstein")
    lo, hi = enclosing_data(
        LAYERS, A, [n.tolist() for n in N], [n.tolist() for n in N3], r_sum, radii
    )
    Lam = confidence.log_term(T, X, A, 0.1)
    P_bar = confidence.empirical_transition(tuple(N), tuple(N3))
    width = confidence.interval_width(tuple(N), P_bar, LAYERS, Lam)
    r_bar = tuple(n * m / 7 / np.maximum(1, n) for n, m in zip(N, means, strict=True))
    r_hat = confidence.reward_ucb(r_bar, confidence.reward_radius(tuple(N), Lam))
    return lo, hi, (P_bar, width, r_hat)


@pytest.mark.parametrize("seed", range(6))
def test_exact_optimum_backward_induction_and_glop_agree(seed: int) -> None:
    lo, hi, doubles = asked(seed)
    P_bar, width, r_hat = doubles
    assert lo.width is not None
    for exact, computed in zip(lo.width, width, strict=True):
        assert np.array(exact, dtype=float) == pytest.approx(computed, rel=1e-14)
    low, high = solve(lo, -1).value, solve(hi, 1).value
    assert low is not None and high is not None and 0 <= high - low < Q(1, 10**20)
    assert float(optimistic_values(*doubles).V[0][0]) == pytest.approx(float(low), abs=1e-12)
    goal, rows = lp1_sparse_rows.objective(LAYERS, r_hat), interval_lp1(LAYERS, A, P_bar, width)
    values, value = glop.maximise(lp1_sparse_rows.glop_model(goal, rows))
    assert value == pytest.approx(float(low), abs=1e-9)
    q = glop.tables(LAYERS, A, values)
    assert not defects(*doubles, q, value)
    worst = residuals(lo, hi, Candidate.of(lo, [q_h.tolist() for q_h in q]))
    assert all(r.violation.hi < Q(1, 10**9) for r in worst)


def test_narrower_intervals_have_a_smaller_optimum_and_leave_its_point_outside() -> None:
    less = outside = 0
    for seed in range(12):
        _, _, (P_bar, width, r_hat) = asked(seed)
        narrow = tuple(w / 10 for w in width)
        rows = interval_lp1(LAYERS, A, P_bar, width)
        values, _ = glop.maximise(
            lp1_sparse_rows.glop_model(lp1_sparse_rows.objective(LAYERS, r_hat), rows)
        )
        missed = defects(P_bar, narrow, r_hat, glop.tables(LAYERS, A, values))
        outside += "the radius of eq. (13)" in missed
        low, high = (optimistic_values(P_bar, w, r_hat).V[0][0] for w in (narrow, width))
        assert low <= high + 1e-12
        less += low < high - 1e-4
    assert less > 6 and outside > 6


def test_the_maximiser_is_a_distribution_within_its_intervals() -> None:
    for seed in range(20):
        _, _, (P_bar, width, _) = asked(seed)
        for P_h, w in zip(P_bar, width, strict=True):
            V = np.random.default_rng(seed).random((P_h.shape[2],))
            p = ball_maximiser(P_h, w, descending(V))
            assert p.min() >= 0 and p.sum(axis=2) == pytest.approx(1.0, abs=1e-12)
            assert (abs(p - P_h) <= w + 1e-12).all()


def test_what_is_for_balls_alone_is_refused() -> None:
    data = one_pair([2, 1, 1], ["1/10"] * 3, ["1", "0", "1/2"])
    best = solve(data)
    for use in (
        lambda: PrintedLP1(data),
        lambda: dual(data, best),
        lambda: best_transition(data, best, 0, 0, 0),
    ):
        refused(use, "radii", "is for the L1 balls of eq. (12)")


# ---- The probability that P leaves an interval ---------------------------------------------------


def outside(n: int, p: float, width: float, l: float) -> float:
    """Exactly: the probability that p is further than `width` times R-37's width from the mean of n
    coins."""
    total = 0.0
    for k in range(n + 1):
        w = sqrt(2 * min(k, n - k) / n * l / n) + 2 * l / n
        if abs(k / n - p) > width * w:
            total += comb(n, k) * p**k * (1 - p) ** (n - k)
    return total


def test_a_coin_leaves_its_interval_with_probability_at_most_2_exp_minus_l() -> None:
    grid = [k / 200 for k in range(1, 200)]
    for l in (1.0, 2.0, 4.0):
        for n in (1, 2, 5, 20, 60):
            assert max(outside(n, p, 1.0, l) for p in grid) <= 2 * exp(-l)
    # Planted: a third of the width does not hold what is claimed.
    assert max(outside(60, p, 1 / 3, 4.0) for p in grid) > 2 * exp(-4.0)
