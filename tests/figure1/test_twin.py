"""UCRL-LP's twin: backward induction ends at an optimal vertex of LP1, and Algorithm 1 plays it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from reference.backward_induction import ball_maximiser, greedy_policy, optimistic_values
from reference.confidence import empirical_transition, log_term, reward_radius, transition_radius
from reference.figure1.learner import optimal_q
from reference.figure1.trials import parse, run_trial
from reference.figure1.ucrl_lp_twin import (
    LEAST_MASS,
    TWIN_TIES,
    BackwardInduction,
    best_first,
    optimal_vertex,
)
from reference.lp1 import solve_lp1
from reference.mdp import LayeredMDP, Tables
from reference.occupancy import induced_policy, occupancy_measure, uniform_policy
from reference.simulator import POLICY, Simulator, executor, uniforms
from reference.support.errors import PreconditionError
from reference.ucrl_lp import Epoch, Input, ucrl_lp
from tests.figure1.problems import ONE_PAIR, TWO_ARMS, random_mdp, same_actions
from tests.planted.rejecting import planted

SIZES = [((1, 3, 2, 1), 2), ((1, 2, 2, 2, 1), 3)]
Asked = tuple[Tables, Tables, Tables]  # P_bar, eps, r_hat
Vertex = tuple[Tables, Tables, float]


def epochs_of(mdp: LayeredMDP, T: int, solver: Any, seed: int = 1, **choices: str) -> list[Epoch]:
    """The epochs of a run of Algorithm 1; delta is 0.5 so that the radii come below 2."""
    execute = executor(Simulator(mdp, seed), uniforms(seed, POLICY))
    known = Input(mdp.layers, mdp.A, T, 0.5)
    played = ucrl_lp(known, execute, solver, {"r_bar": "sum-over-N", **choices})
    return [item for item in played if isinstance(item, Epoch)]


def asked_in(epoch: Epoch) -> Asked:
    return epoch.P_bar, epoch.eps, epoch.r_hat


def planted_successors(asked: Asked, ties: str) -> Vertex:
    """Optimal value and policy, transitions with the successors in index order."""
    pi, _, attained = optimal_vertex(*asked, ties, 0.0, np.random.default_rng(0))
    P = (ball_maximiser(p, e, np.arange(p.shape[2])) for p, e in zip(*asked[:2], strict=True))
    return pi, tuple(P), attained


def planted_bonus(asked: Asked, ties: str) -> Vertex:
    """Radii a tenth too large."""
    P_bar, eps, r_hat = asked
    wider = tuple(1.1 * e for e in eps)
    return optimal_vertex(P_bar, wider, r_hat, ties, 0.0, np.random.default_rng(0))


def true_vertex(asked: Asked, ties: str) -> Vertex:
    return optimal_vertex(*asked, ties, 0.0, np.random.default_rng(0))


@planted(true_vertex, planted_successors, planted_bonus)
def test_vertex_is_optimal_for_lp1(f: Callable[[Asked, str], Vertex]) -> None:
    """(pi, P) lies in the confidence set and attains LP1's optimum."""
    for layers, A in SIZES:
        for ties in TWIN_TIES:
            for T in (3, 400):
                mdp = random_mdp(layers, A, T)
                asked = asked_in(epochs_of(mdp, T, BackwardInduction(1, ties))[-1])
                P_bar, eps, r_hat = asked
                pi, P, attained = f(asked, ties)
                for h in range(len(P)):
                    assert P[h].min() >= 0
                    assert P[h].sum(axis=2) == pytest.approx(1.0, abs=1e-12)
                    assert (abs(P[h] - P_bar[h]).sum(axis=2) <= eps[h] + 1e-12).all()
                q = occupancy_measure(P, pi)
                reward = sum(
                    float((q_h.sum(axis=2) * r).sum()) for q_h, r in zip(q, r_hat, strict=True)
                )
                assert reward == pytest.approx(attained, abs=1e-12)
                best = optimistic_values(P_bar, eps, r_hat).V[0][0]
                assert attained == pytest.approx(float(best), abs=1e-12)
                _, value = solve_lp1(layers, A, P_bar, eps, r_hat)
                assert attained == pytest.approx(value, abs=1e-7)


def test_best_first_by_hand() -> None:
    V, random = np.array([1.0, 3.0, 2.0, 3.0, 1.0]), np.random.default_rng(0)
    assert best_first(V, "first", 0.0, random).tolist() == [1, 3, 2, 0, 4]
    assert best_first(V, "last", 0.0, random).tolist() == [3, 1, 2, 4, 0]
    assert best_first(V, "first", 1.0, random).tolist() == [1, 2, 3, 0, 4]
    drawn = {tuple(best_first(V, "random", 0.0, random).tolist()) for _ in range(100)}
    assert drawn == {(a, b, 2, c, d) for a, b in ((1, 3), (3, 1)) for c, d in ((0, 4), (4, 0))}


def asked_after_one_episode() -> tuple[tuple[int, ...], Asked]:
    """After x_0 -a0-> 0 -a1-> x_L: LP1's value is 2 everywhere."""
    layers = (1, 2, 1)
    N = (np.array([[1, 0]]), np.array([[0, 1], [0, 0]]))
    N3 = (np.array([[[1, 0], [0, 0]]]), np.array([[[0], [1]], [[0], [0]]]))
    eps = transition_radius(N, layers, log_term(10, 4, 2, 0.1, "ln"))
    r_hat = tuple(np.ones(n.shape) for n in N)
    return layers, (empirical_transition(N, N3), eps, r_hat)


def test_where_q_hat_is_empty_by_hand() -> None:
    """Ties are first, so q_hat goes to state 0 with a0; the completion decides at state 1."""
    layers, asked = asked_after_one_episode()
    q_hat, value = BackwardInduction(0)(*asked)
    assert value == 2.0
    assert [q_h.sum(axis=2).tolist() for q_h in q_hat] == [[[1, 0]], [[1, 0], [0, 0]]]
    pi = induced_policy(q_hat, uniform_policy(layers, 2))
    assert pi[1].tolist() == [[1.0, 0.0], [0.5, 0.5]]
    last, _ = BackwardInduction(0, "last")(*asked)
    assert [q_h.sum(axis=2).tolist() for q_h in last] == [[[0, 1]], [[0, 0], [0, 1]]]


@pytest.mark.parametrize(("ties", "row"), [("first", [1.0, 0.0]), ("last", [0.0, 1.0])])
def test_the_greedy_completion_is_that_of_backward_induction(ties: str, row: list[float]) -> None:
    layers, asked = asked_after_one_episode()
    q_hat, _ = BackwardInduction(0, ties, complete=True)(*asked)
    assert min(float(q_h.sum(axis=(1, 2)).min()) for q_h in q_hat) == LEAST_MASS
    pi = induced_policy(q_hat, uniform_policy(layers, 2))
    assert [pi_h.tolist() for pi_h in pi] == [[row], [row, row]]


def test_with_first_ties_the_greedy_completion_is_that_of_the_page() -> None:
    """Whether the solver completes, or `reference.ucrl_lp` does (R-3)."""
    mdp = random_mdp((1, 3, 3, 1), 2, 0)
    runs = [
        epochs_of(mdp, 300, BackwardInduction(1, complete=complete), completion="greedy")
        for complete in (True, False)
    ]
    assert any(item.unoccupied for item in runs[1]) and not any(item.unoccupied for item in runs[0])
    for epoch, other in zip(*runs, strict=True):
        for pi_h, other_h in zip(epoch.pi, other.pi, strict=True):
            assert (pi_h == other_h).all()


def test_empty_confidence_set_is_refused() -> None:
    """log10 with T X A / delta = 2.2...: eps = sqrt(2 log10 2.2) < 1 around P_bar = 0."""
    with pytest.raises(PreconditionError, match="the confidence set is empty") as caught:
        BackwardInduction(0)((np.zeros((1, 1, 1)),), (np.full((1, 1), 0.8),), (np.ones((1, 1)),))
    assert caught.value.field == "log"


@pytest.mark.parametrize(
    ("ties", "completion"), [("first", "greedy"), ("random", "uniform"), ("last", "previous")]
)
def test_the_twin_learns_a_two_armed_bandit(ties: str, completion: str) -> None:
    """The better arm alone is played in the last 100 of 5000 episodes."""
    last = epochs_of(TWO_ARMS, 5000, BackwardInduction(1, ties), completion=completion)[-1]
    assert last.t < 4900 and last.pi[0].tolist() == [[0.0, 1.0]]


def test_infinite_data_gives_the_optimal_policy() -> None:
    mdp = random_mdp((1, 4, 3, 1), 3, 2)
    n = 10**13
    N = tuple(np.full(r.shape, n) for r in mdp.r)
    Lam = log_term(100, mdp.X, mdp.A, 0.1, "ln")
    r_hat = tuple(r + b for r, b in zip(mdp.r, reward_radius(N, Lam), strict=True))
    asked = (mdp.P, transition_radius(N, mdp.layers, Lam), r_hat)
    pi, _, _ = optimal_vertex(*asked, "first", 0.0, np.random.default_rng(0))
    same_actions(pi, optimal_q(mdp.P, mdp.r))
    for pi_h, other in zip(pi, greedy_policy(optimistic_values(*asked).Q), strict=True):
        assert (pi_h == other).all()


def test_epochs_of_one_pair() -> None:
    """n = max{1, N} at the end of episodes 1, 2, 4, 8, 16, 32; after T nothing is solved (R-16)."""
    for T, updates in ((1, 0), (2, 1), (8, 3), (9, 4), (32, 5), (33, 6)):
        assert len(epochs_of(ONE_PAIR, T, BackwardInduction(0))) == 1 + updates


def test_a_trial_counts_its_epochs() -> None:
    outcome, _ = run_trial(parse("tiny~ucrl-lp-twin~T=33~delta=0.1~bernoulli~seed=0"))
    assert outcome.updates == outcome.solves > 4
