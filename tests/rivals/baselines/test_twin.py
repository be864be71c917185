"""UCRL-LP's twin: its vertex is optimal for LP1, and with the same vertices it *is* Algorithm 1."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from reference import confidence
from reference.backward_induction import ball_maximiser, optimistic_values
from reference.lp1 import solve_lp1
from reference.mdp import LayeredMDP, Tables
from reference.occupancy import occupancy_measure
from reference.rivals.baselines.ucrl_lp_twin import TIES, UCRLLPTwin, best_first
from reference.simulator import POLICY, Simulator, executor, uniforms
from reference.support.errors import PreconditionError
from reference.ucrl_lp import Epoch, Trajectory, ucrl_lp
from tests.planted.rejecting import planted
from tests.rivals.baselines.problems import play, random_mdp

SIZES = [((1, 3, 2, 1), 2), ((1, 2, 2, 2, 1), 3)]


def after(mdp: LayeredMDP, T: int, seed: int, **options: Any) -> UCRLLPTwin:
    """A twin that has played T episodes; delta is 0.5 so that the radii come below 2."""
    twin = UCRLLPTwin(mdp.layers, mdp.A, T, 0.5, seed, **options)
    play(twin, Simulator(mdp, seed))
    return twin


def confidence_of(twin: UCRLLPTwin) -> tuple[Tables, Tables, Tables]:
    """P_bar_i, eps_i and r_hat_i at the twin's counts."""
    N = tuple(twin.counts.N)
    P_bar = confidence.empirical_transition(N, tuple(twin.counts.N3))
    eps = confidence.transition_radius(N, twin.layers, twin.Lam)
    b = confidence.reward_radius(N, twin.Lam)
    r_bar = confidence.mean_reward(tuple(twin.counts.R), N)
    return P_bar, eps, confidence.reward_ucb(r_bar, b)


Vertex = tuple[Tables, Tables, float]


def planted_successors(twin: UCRLLPTwin) -> Vertex:
    """Optimal value and policy, transitions with the successors in index order."""
    pi, _, attained = twin.optimistic()
    P_bar, eps, _ = confidence_of(twin)
    P = tuple(ball_maximiser(p, e, np.arange(p.shape[2])) for p, e in zip(P_bar, eps, strict=True))
    return pi, P, attained


def planted_bonus(twin: UCRLLPTwin) -> Vertex:
    """Lam a tenth too large."""
    twin.Lam *= 1.1
    vertex = twin.optimistic()
    twin.Lam /= 1.1
    return vertex


@planted(UCRLLPTwin.optimistic, planted_successors, planted_bonus)
def test_vertex_is_optimal_for_lp1(f: Callable[[UCRLLPTwin], Vertex]) -> None:
    """(pi, P) lies in the confidence set and attains LP1's optimum."""
    for layers, A in SIZES:
        for ties in TIES:
            for T in (3, 400):
                twin = after(random_mdp(layers, A, T), T, 1, ties=ties)
                P_bar, eps, r_hat = confidence_of(twin)
                pi, P, attained = f(twin)
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


def test_completion_rules_by_hand() -> None:
    """After x_0 -a0-> 0 -a1-> x_L: LP1's value is 2 everywhere, ties are first, so q_hat goes to
    state 0 with a0, and state 1 is empty: there the completion decides."""
    expected: dict[str, list[float]] = {
        "greedy": [1.0, 0.0],
        "first": [1.0, 0.0],
        "uniform": [0.5, 0.5],
        "previous": [0.5, 0.5],  # pi_1 was uniform
    }
    for completion, row in expected.items():
        twin = UCRLLPTwin((1, 2, 1), 2, 10, 0.1, 0, completion=completion)
        twin.start_episode(1)
        twin.learn(0, 0, 0, 0.0, 0)
        twin.learn(1, 0, 1, 0.0, 0)
        twin.end_episode(1)
        twin.start_episode(2)
        assert twin.policy()[0].tolist() == [[1.0, 0.0]]
        assert twin.policy()[1].tolist() == [[1.0, 0.0], row]
        twin.learn(0, 0, 1, 0.0, 1)
        twin.learn(1, 1, 1, 0.0, 0)
        twin.start_episode(3)
        if completion == "previous":
            assert twin.policy()[1][1].tolist() == row  # what it was in epoch 2
    last = UCRLLPTwin((1, 2, 1), 2, 10, 0.1, 0, ties="last", completion="first")
    last.learn(0, 0, 0, 0.0, 0)
    last.start_episode(2)
    assert last.policy()[1].tolist() == [[1.0, 0.0], [0.0, 1.0]]  # q_hat goes to state 1


def test_empty_confidence_set_is_refused() -> None:
    """log10 with T X A / delta = 2.2...: eps = sqrt(2 log10 2.2) < 1 around P_bar = 0."""
    twin = UCRLLPTwin((1, 1), 1, 1, 0.9, 0, log="log10")
    with pytest.raises(PreconditionError, match="the confidence set is empty") as caught:
        twin.optimistic()
    assert caught.value.field == "log"


def late(self: UCRLLPTwin, h: int, x: int, a: int, r: float, x1: int) -> None:
    """An epoch only at more than twice the visits."""
    self.counts.add(h, x, a, r, x1)
    if self.counts.N[h][x, a] > self._limit[h][x][a]:
        self._due = True


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("completion", ["uniform", "first", "previous"])
@planted(UCRLLPTwin.learn, late)
def test_twin_is_algorithm_1(
    f: Callable[..., None], seed: int, completion: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The reference, given the twin's vertices in place of GLOP's, plays the same episodes.

    Two independent ways through Algorithm 1: counters, trigger, confidence sets, completion and
    random streams all have to agree.
    """
    monkeypatch.setattr(UCRLLPTwin, "learn", f)
    layers, A, T = (1, 3, 3, 1), 2, 300
    mdp = random_mdp(layers, A, seed)
    twin = UCRLLPTwin(layers, A, T, 0.5, seed, ties="last", completion=completion)
    copy = UCRLLPTwin(layers, A, T, 0.5, seed, ties="last")  # only its `optimistic` is used

    def solver(P_bar: Tables, eps: Tables, r_hat: Tables) -> tuple[Tables, float]:
        copy.counts.N = [n.sum(axis=2) for n in n3]
        copy.counts.N3 = [n.copy() for n in n3]
        copy.counts.R = [R.copy() for R in rewards]
        pi, P, attained = copy.optimistic()
        return tuple(np.where(q > 1e-9, q, 0.0) for q in occupancy_measure(P, pi)), attained

    n3 = [np.zeros((layers[h], A, layers[h + 1]), dtype=np.int64) for h in range(3)]
    rewards = [np.zeros((layers[h], A)) for h in range(3)]
    world = Simulator(mdp, seed)
    execute = executor(Simulator(mdp, seed), uniforms(seed, POLICY))

    def counted(pi: Tables) -> Trajectory:
        x, a, r = execute(pi)
        for h, (x_h, a_h, r_h, x1) in enumerate(zip(x, a, r, [*x[1:], 0], strict=True)):
            n3[h][x_h, a_h, x1] += 1
            rewards[h][x_h, a_h] += r_h
        return x, a, r

    epochs = 0
    choices = {"completion": completion}
    for item in ucrl_lp(layers, A, T, 0.5, counted, solver, choices):
        if isinstance(item, Epoch):
            epochs += 1
            continue
        twin.start_episode(item.t)
        x = 0
        for h, step in enumerate(zip(item.x, item.a, item.r, strict=True)):
            a = twin.act(h, x)
            r, x1 = world.step(h, x, a)
            assert (x, a, r) == step, item.t
            twin.learn(h, x, a, r, x1)
            x = x1
        twin.end_episode(item.t)
    assert item.t == T
    assert twin.solves == epochs - 1 > 10
