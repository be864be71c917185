"""The KL step: its sets, its dual, and its optimum against other ways to find it."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from scipy.optimize import minimize

from reference.guests.kl import step as step_module
from reference.guests.kl.ftrl import barrier_step
from reference.guests.kl.pairs import NEVER, Pairs
from reference.guests.kl.sets import Ball, Box, inner_value
from reference.guests.kl.step import kl_step, policy, uniform_log_q
from reference.mdp import Array
from reference.support.errors import MALFORMED, PreconditionError, StepError
from tests.guests.kl.instances import KINDS, instance, losses, objective


@pytest.mark.parametrize("kind", ["box", "ball"])
@pytest.mark.parametrize("seed", range(6))
def test_the_inner_maximum_against_a_general_solver(kind: str, seed: int) -> None:
    """s(x, a) by SLSQP, pair by pair: never above ours, and about as large."""
    random = np.random.default_rng(seed)
    Y = 4
    pairs = Pairs((1, Y, 1), 1)
    P_bar = random.dirichlet(np.ones(Y))
    w = np.full((pairs.K, pairs.Y), NEVER)
    w[0] = random.normal(size=Y) * 3
    w[1:, 0] = 0.0
    radius = 0.3
    last = np.ones((Y, 1, 1))
    P = (P_bar.reshape(1, 1, Y), last)
    if kind == "box":
        lo, hi = np.maximum(0, P[0] - radius / 2), np.minimum(1, P[0] + radius / 2)
        maximum = Box(pairs, (lo, last), (hi, last)).maximiser(w)
        bounds = list(zip(lo.ravel(), hi.ravel(), strict=True)) + [(0.0, 0.0)] * (2 * Y)
    else:
        maximum = Ball(pairs, P, (np.full((1, 1), radius), np.full((Y, 1), radius))).maximiser(w)
        bounds = [(1e-12, 1.0)] * Y + [(0.0, 1.0)] * (2 * Y)
    p, log_p = maximum
    ours = inner_value(w, p, log_p)[0]
    assert p[0].sum() == pytest.approx(1)
    if kind == "ball":
        assert abs(p[0] - P_bar).sum() <= radius + 1e-12

    def loss(v: Array) -> float:  # v = (p, raised, lowered)
        q = v[:Y]
        return float(-(q * (w[0] - np.log(np.maximum(q, 1e-12)))).sum())

    constraints: list[dict[str, Any]] = [{"type": "eq", "fun": lambda v: v[:Y].sum() - 1}]
    if kind == "ball":
        moved = {"type": "eq", "fun": lambda v: v[:Y] - P_bar - v[Y : 2 * Y] + v[2 * Y :]}
        constraints += [moved, {"type": "ineq", "fun": lambda v: radius - v[Y:].sum()}]
    start = np.concatenate([P_bar, np.zeros(2 * Y)])
    other = minimize(loss, start, bounds=bounds, constraints=constraints, method="SLSQP")
    assert other.success
    assert -other.fun == pytest.approx(ours, abs=1e-4)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", range(4))
def test_a_step_is_feasible_and_no_other_point_is_better(kind: str, seed: int) -> None:
    """Its value is the dual's; every feasible point of the same set has at least that."""
    given = instance(kind, seed)
    pairs, c = given.pairs, losses(given.pairs, seed)
    step = kl_step(pairs, given.log_q, c, given.solver)
    assert step.residual <= 1e-6
    assert step.value == pytest.approx(objective(pairs, step.log_q, given.log_q, c), abs=1e-7)
    assert np.exp(step.log_w[: pairs.A]).sum() == pytest.approx(1)
    for other in range(3):  # steps for other losses are points of the same set
        point = kl_step(pairs, given.log_q, losses(pairs, 100 + other), given.solver)
        assert objective(pairs, point.log_q, given.log_q, c) >= step.value - 1e-7


def test_without_losses_a_point_of_the_set_stays_where_it_is() -> None:
    for kind in KINDS:
        given = instance(kind, 3)
        first = kl_step(given.pairs, given.log_q, losses(given.pairs, 3), given.solver)
        again = kl_step(given.pairs, first.log_q, np.zeros(given.pairs.K), given.solver)
        real = given.pairs.real
        assert np.exp(again.log_q[real]) == pytest.approx(np.exp(first.log_q[real]), abs=1e-6)


def test_known_transitions_make_one_state_a_hedge_step() -> None:
    """Layers 1, 1: q(a) is proportional to q_old(a) e^(-c(a))."""
    given = instance("known", 0, layers=(1, 1), A=3)
    c = np.array([0.0, 0.5, 2.0])
    step = kl_step(given.pairs, given.log_q, c, given.solver)
    assert np.exp(step.log_w) == pytest.approx(np.exp(-c) / np.exp(-c).sum())
    (pi,) = policy(given.pairs, step.log_w)
    assert pi[0] == pytest.approx(np.exp(-c) / np.exp(-c).sum())


def test_thousand_steps_in_one_direction_do_not_underflow() -> None:
    given = instance("box", 5)
    log_q, c = given.log_q, np.zeros(given.pairs.K)
    c[0] = 5.0
    for _ in range(300):
        log_q = kl_step(given.pairs, log_q, c, given.solver).log_q
    assert log_q[given.pairs.real].min() < -745  # e^-745 is the least double
    assert np.isfinite(log_q).all()


def test_a_solver_that_stops_too_early_is_an_error_with_the_violation(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(step_module, "ROUNDS", 1)
    monkeypatch.setattr(step_module, "NEWTON_ROUNDS", 0)
    given = instance("known", 1)
    with pytest.raises(StepError) as caught:
        kl_step(given.pairs, given.log_q, losses(given.pairs, 1, 20.0), given.solver)
    error = caught.value
    assert error.residual > error.limit == 1e-6
    assert error.exit_status == MALFORMED


def test_newton_finishes_what_l_bfgs_left(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(step_module, "ROUNDS", 3)
    monkeypatch.setattr(step_module, "ENOUGH", 1e-12)
    for kind in KINDS:
        given = instance(kind, 2)
        step = kl_step(given.pairs, given.log_q, losses(given.pairs, 2), given.solver)
        assert step.residual <= 1e-12


def test_empty_sets_are_refused() -> None:
    pairs = Pairs((1, 2, 1), 1)
    half, last = np.full((1, 1, 2), 0.25), np.ones((2, 1, 1))
    with pytest.raises(PreconditionError) as caught:
        Box(pairs, (half, last), (half, last))
    assert caught.value.field == "hi"
    with pytest.raises(PreconditionError) as caught:
        Box(pairs, (3 * half, last), (3 * half, last))
    assert caught.value.field == "lo"
    with pytest.raises(PreconditionError) as caught:
        Ball(pairs, (0 * half, last), (np.full((1, 1), 0.5), np.ones((2, 1))))
    assert caught.value.field == "eps"


def test_uniform_start_is_one_over_the_size_of_the_layer() -> None:
    pairs = Pairs((1, 2, 1), 3)
    log_q, log_w = uniform_log_q(pairs)
    assert np.exp(log_q[pairs.real]) == pytest.approx(np.repeat([1 / 6, 1 / 6], 6))
    assert np.exp(log_w[:3]) == pytest.approx(1 / 3)


def test_the_barrier_step_meets_its_own_optimality_condition() -> None:
    """Flow holds, and every pair's price is its regulariser's slope up to one price per state."""
    given = instance("known", 4)
    pairs, l_sum = given.pairs, losses(given.pairs, 4, 30.0) - 10
    for eta, beta in ((1.0, 0.0), (0.5, 3.0), (0.01, 1000.0)):
        q = barrier_step(pairs, given.mdp.P, l_sum, eta, beta)
        tables = pairs.split_pairs(q)
        assert tables[0].sum() == pytest.approx(1)
        for h in range(pairs.L - 1):
            inflow = np.einsum("xa,xay->y", tables[h], given.mdp.P[h])
            assert inflow == pytest.approx(tables[h + 1].sum(axis=1), abs=1e-5)
        slope = pairs.split_pairs(l_sum - 1 / (2 * eta * np.sqrt(q)) - beta / q)
        V = np.zeros(1)
        for h in reversed(range(pairs.L)):
            Q = slope[h] + given.mdp.P[h] @ V  # the same for all actions of a state
            assert Q[:, 0] == pytest.approx(Q[:, 1], rel=1e-4, abs=1e-4)
            V = Q.mean(axis=1)
