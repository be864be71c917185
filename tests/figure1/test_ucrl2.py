"""UCRL2: published values, the exact linear programmes over the plausible set, hand-run epochs."""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction
from math import log, sqrt

import numpy as np
import pytest
from scipy.optimize import linprog

from reference.backward_induction import ball_maximiser, ball_maximum, descending
from reference.figure1 import chain
from reference.figure1.learner import Counts, optimal_q
from reference.figure1.ucrl2 import (
    UCRL2Chain,
    UCRL2Layers,
    extended_value_iteration,
    optimistic_reward,
    reward_radius,
    transition_radius,
)
from reference.lp1 import solve_lp1
from reference.mdp import Array, Tables
from reference.simulator import Simulator
from reference.support.errors import PreconditionError
from tests.figure1.problems import ONE_PAIR, fill, play, random_mdp, same_actions
from tests.paths import ROOT
from tests.planted.rejecting import planted

PUBLISHED = json.loads((ROOT / "tests" / "data" / "ucrl2-published-values.json").read_text())
Maximiser = Callable[[Array, Array, Array], Array]  # (p_bar, d, u) -> p


def numbers(values: list[str]) -> Array:
    return np.array([float(Fraction(v)) for v in values])


def maximiser(p_bar: Array, d: Array, u: Array) -> Array:
    return ball_maximiser(p_bar, d, descending(u))


# --- planted faults of Fig. 2 ------------------------------------------------------------------


def whole_radius_at_the_top(p_bar: Array, d: Array, u: Array) -> Array:
    """Adds d instead of d/2 to the best state."""
    return maximiser(p_bar, 2 * d, u)


def takes_from_the_best(p_bar: Array, d: Array, u: Array) -> Array:
    """Takes the excess from the second best state downwards instead of from the worst upwards."""
    order = descending(u)
    order[1:] = order[:0:-1]
    return ball_maximiser(p_bar, d, order)


def renormalises(p_bar: Array, d: Array, u: Array) -> Array:
    """Adds d/2 to the best state and divides by the sum."""
    p = p_bar.copy()
    p[..., descending(u)[0]] += d / 2
    scaled: Array = p / p.sum(axis=-1, keepdims=True)
    return scaled


def worst_first(p_bar: Array, d: Array, u: Array) -> Array:
    """Minimises."""
    return maximiser(p_bar, d, -u)


FAULTS: list[Maximiser] = [whole_radius_at_the_top, takes_from_the_best, renormalises, worst_first]

# --- published values --------------------------------------------------------------------------


@planted(maximiser, *FAULTS)
def test_published_maximisers(f: Maximiser) -> None:
    published = PUBLISHED["max_proba_hoeffding"]
    assert len(published["cases"]) == 8
    for case in published["cases"]:
        u = np.array(case["v"], dtype=np.float64)
        p = f(
            numbers(case["p"]), np.array(float(Fraction(case["beta"]))),
            -u if case["minimise"] else u,
        )  # fmt: skip
        assert p == pytest.approx(numbers(case["expected"]), abs=published["tolerance"])


@planted(optimistic_reward, lambda mean, b, clip: optimistic_reward(mean, b, False))
def test_published_bellman_step(f: Callable[..., Array]) -> None:
    """u3[s] = max_a min(r_max, R + beta_r) + max_p p . v; a missing action repeats the first."""
    published = PUBLISHED["optimistic_bellman_one_step"]
    v = np.array(published["v"])
    u3, actions = [], []
    for s, available in enumerate(published["state_actions"]):
        Q = [
            f(np.array(published["R"][s][a]), np.array(published["beta_r"][s][a]), True)
            + ball_maximum(
                np.array(published["P"][s][a], dtype=np.float64),
                np.array(published["beta_p"][s][a]),
                v,
            )
            for a in available
        ]
        u3.append(max(Q))
        actions.append(int(np.argmax(Q)))
    assert u3 == pytest.approx(published["expected"], abs=published["tolerance"])
    assert actions == published["greedy_action"]


def test_published_value_iteration() -> None:
    """Puterman's discounted example: radius 0, u <- max_a r + p . (gamma u)."""
    published = PUBLISHED["puterman_value_iteration"]
    gamma = float(Fraction(published["gamma"]))
    s0, s1 = published["mdp"]["s0"], published["mdp"]["s1"]
    p = np.array([[numbers(s0["a0"]["p"]), numbers(s0["a1"]["p"])], [numbers(s1["a0"]["p"])] * 2])
    r = np.array([[s0["a0"]["r"], s0["a1"]["r"]], [s1["a0"]["r"]] * 2], dtype=np.float64)
    u = np.zeros(2)
    values, spans = {"0": u}, {}
    for n in range(1, 163):
        u1 = (r + ball_maximum(p, np.zeros((2, 2)), gamma * u)).max(axis=1)
        spans[str(n)] = float(np.ptp(u1 - u))
        values[str(n)] = u = u1
    for n, v in published["v_by_iteration"].items():
        assert values[n] == pytest.approx(v, rel=1e-5, abs=5e-5), n
    for n, span in published["span_by_iteration"].items():
        assert spans[n] == pytest.approx(span, abs=1e-6), n  # six decimals, cut off


def riverswim() -> tuple[Array, Array]:
    """P (6, 2, 6) and r (6, 2) of the published RiverSwim; actions left, right."""
    t = PUBLISHED["riverswim"]["transitions"]
    P, r = np.zeros((6, 2, 6)), np.zeros((6, 2))
    for s in range(6):
        P[s, 0, max(0, s - 1)] = 1.0
    P[0, 1, :2] = numbers(t["right_first_state"])
    for s in range(1, 5):
        P[s, 1, s - 1 : s + 2] = numbers(t["right_middle_states"])
    P[5, 1, 4:] = numbers(t["right_last_state"])
    r[0, 0], r[5, 1] = 5 / 1000, 1.0
    return P, r


@pytest.mark.parametrize("tau", [1.0, 0.5])
def test_published_riverswim_gain(tau: float) -> None:
    """Known P and r (radius 0): value iteration finds the published gain, and swims right."""
    published = PUBLISHED["riverswim"]
    P, r = riverswim()
    Q, difference = extended_value_iteration(P, np.zeros((6, 2)), r, 1e-10, tau)
    gain = float(Fraction(published["optimal_gain"]))
    assert difference.min() <= gain + 1e-12
    assert gain - 1e-12 <= difference.max()
    assert difference.mean() == pytest.approx(gain, abs=1e-9)
    assert gain == pytest.approx(published["ronanfr_gain"], abs=1e-12)
    assert Q.argmax(axis=1).tolist() == [1] * 6


# --- the radii, by hand ------------------------------------------------------------------------


@planted(
    (reward_radius, transition_radius),
    (reward_radius, lambda *a: transition_radius(*a) * sqrt(12 / 14)),
    (lambda *a: reward_radius(*a) * sqrt(2), transition_radius),
)
def test_radii_by_hand(f: tuple[Callable[..., Array], Callable[..., Array]]) -> None:
    reward, transition = f
    N = np.array([0, 1, 4])
    # 2 S A t / delta = 2*3*2*5/0.1 = 600; 2 A t / delta = 200
    assert reward(3, 2, 5, 0.1, N) == pytest.approx(
        [sqrt(3.5 * log(600)), sqrt(3.5 * log(600)), sqrt(3.5 * log(600)) / 2], rel=1e-14
    )
    assert transition(3, 2, 5, 0.1, N) == pytest.approx(
        [sqrt(42 * log(200)), sqrt(42 * log(200)), sqrt(42 * log(200)) / 2], rel=1e-14
    )


# --- the linear programmes over the plausible set ----------------------------------------------


def optimistic_gain(p_bar: Array, d: Array, r: Array) -> float:
    """max <q, r> by linprog over stationary q (S, A, S) of mass 1 whose transitions lie in the L1
    balls; the other variables are the deviations e >= |q(s,a,y) - p_bar(y|s,a) sum_y q(s,a,y)|."""
    S, A, _ = p_bar.shape
    identity = np.eye(p_bar.size)
    over_y = np.kron(np.eye(S * A), np.ones((1, S)))
    deviation = identity - np.diag(p_bar.ravel()) @ over_y.T @ over_y
    outflow, inflow = np.kron(np.eye(S), np.ones((1, A * S))), np.tile(np.eye(S), S * A)
    equal = np.vstack([np.ones((1, p_bar.size)), outflow - inflow])
    limits = [
        [deviation, -identity],
        [-deviation, -identity],
        [-d.ravel()[:, None] * over_y, over_y],
    ]
    result = linprog(
        np.concatenate([-np.repeat(r.ravel(), S), np.zeros(p_bar.size)]),
        np.block(limits),
        np.zeros(2 * p_bar.size + S * A),
        np.hstack([equal, np.zeros_like(equal)]),
        np.eye(S + 1)[0],
    )
    assert result.status == 0, result.message
    return float(-result.fun)


def random_model(
    seed: int, X_h: int, A: int, Y: int, unseen: bool = True
) -> tuple[Array, Array, Array]:
    """p_bar with some sparse rows and (if `unseen`) a zero row, d from 0 to beyond 2, r."""
    random = np.random.default_rng(seed)
    p = random.dirichlet(np.full(Y, 0.5), size=(X_h, A))
    d = random.choice([0.0, 0.1, 0.4, 1.1, 2.5], size=(X_h, A))
    if unseen:
        p[0, 0], d[0, 0] = 0.0, 3.0
    return p, d, random.random((X_h, A))


@planted(maximiser, *FAULTS)
def test_inner_maximum_is_the_linear_programme(f: Maximiser) -> None:
    """p lies in the ball and p . u is the optimum of the linear programme."""
    for seed in range(8):
        p_bar, d, _ = random_model(seed, 3, 2, 4)
        u = np.round(np.random.default_rng(seed + 100).random(4) * 4) / 4  # with ties
        p = f(p_bar, d, u)
        assert p.min() >= 0
        assert p.sum(axis=-1) == pytest.approx(1.0, abs=1e-12)
        assert (abs(p - p_bar).sum(axis=-1) <= d + 1e-12).all()
        for s, a in np.ndindex(*d.shape):
            ps = (p_bar[None, None, s, a], np.ones((4, 1, 1)))  # one step, then u as a reward
            ds = (d[None, None, s, a], np.zeros((4, 1)))
            _, best = solve_lp1((1, 4, 1), 1, ps, ds, (np.zeros((1, 1)), u[:, None]))
            assert p[s, a] @ u == pytest.approx(best, abs=1e-8)
        assert ball_maximum(p_bar, d, u) == pytest.approx(p @ u, abs=1e-14)


def test_ties_stay_ties_in_floats() -> None:
    """Equal values give exactly that value, whatever p_bar: summed by parts, no rounding."""
    p_bar, d, _ = random_model(3, 5, 4, 7)
    assert (ball_maximum(p_bar, d, np.full(7, 1 / 3)) == 1 / 3).all()
    assert not (p_bar[1:] @ np.full(7, 1 / 3) == 1 / 3).all()  # the plain dot product does not


@pytest.mark.parametrize("tau", [1.0, 0.9, 0.5])
@planted(
    extended_value_iteration,
    # the aperiodicity transform with tau r, as if the gain were still the old one
    lambda p, d, r, accuracy, tau: extended_value_iteration(p, d, min(tau, 0.9) * r, accuracy, tau),
    # one sweep, whatever the span
    lambda p, d, r, accuracy, tau: extended_value_iteration(p, d, r, np.inf, tau),
)
def test_extended_value_iteration_is_the_linear_programme(
    f: Callable[..., tuple[Array, Array]], tau: float
) -> None:
    accuracy = 1e-3
    for seed in range(6):
        p_bar, d, r = random_model(seed, 4, 2, 4)
        d = np.maximum(d, 0.05)  # communicating: every state can be reached from every pair
        Q, difference = f(p_bar, d, r, accuracy, tau)
        gain = optimistic_gain(p_bar, d, r)
        assert difference.max() - difference.min() < accuracy
        assert difference.min() - 1e-8 <= gain <= difference.max() + 1e-8
        # Theorem 7: the greedy policy's own optimistic gain is within the accuracy.
        a = Q.argmax(axis=1)
        states = np.arange(4)
        own = optimistic_gain(
            p_bar[states, a][:, None], d[states, a][:, None], r[states, a][:, None]
        )
        assert gain - accuracy <= own <= gain + 1e-8


def test_aperiodicity_transform_is_needed_when_the_radius_is_zero(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Two states that alternate, rewards 1 and 0: gain 1/2; tau = 1 swings for ever."""
    P, r = np.array([[[0.0, 1.0]], [[1.0, 0.0]]]), np.array([[1.0], [0.0]])
    _, difference = extended_value_iteration(P, np.zeros((2, 1)), r, 1e-9, 0.5)
    assert difference.mean() == pytest.approx(0.5, abs=1e-9)
    monkeypatch.setattr(chain, "MAX_ITERATIONS", 500)
    with pytest.raises(PreconditionError, match="tau: value iteration did not stop in 500"):
        extended_value_iteration(P, np.zeros((2, 1)), r, 1e-9, 1.0)


def clock_of_the_episodes(learner: UCRL2Layers, t: int) -> Tables:
    learner.clock = "episodes"
    return learner.optimistic_q(t)


@pytest.mark.parametrize("clip", [True, False])
@planted(UCRL2Layers.optimistic_q, clock_of_the_episodes)
def test_finite_horizon_is_the_linear_programme(
    f: Callable[[UCRL2Layers, int], Tables], clip: bool
) -> None:
    """Backward induction against the linear programme over the layered plausible set."""
    for seed in range(4):
        mdp = random_mdp((1, 3, 2, 1), 2, seed)
        learner = UCRL2Layers(mdp.layers, mdp.A, 10, 0.1, seed, clip=clip, ties="random")
        world = Simulator(mdp, seed)
        random = np.random.default_rng(seed)
        for _ in range(2000):  # data from uniform play; the radii reach 0.4 and the ball binds
            x = 0
            for h in range(mdp.L):
                a = int(random.integers(2))
                r, x1 = world.step(h, x, a)
                learner.counts.add(h, x, a, r, x1)
                x = x1
        learner.counts.N3[1][0, 0] *= 1000  # one pair all but known
        learner.counts.N[1][0, 0] *= 1000
        learner.counts.R[1][0, 0] *= 1000
        t, clock = 7, 3 * 6 + 1
        N = tuple(learner.counts.N)
        d = tuple(np.sqrt(14 * 7 * log(4 * clock / 0.1) / n) for n in N)
        r_tilde = tuple(
            learner.counts.R[h] / n + np.sqrt(3.5 * log(28 * clock / 0.1) / n)
            for h, n in enumerate(N)
        )
        if clip:
            r_tilde = tuple(np.minimum(1, r_h) for r_h in r_tilde)
        P_bar = tuple(learner.counts.P_bar(h) for h in range(3))
        _, best = solve_lp1(mdp.layers, mdp.A, P_bar, d, r_tilde)
        assert f(learner, t)[0].max() == pytest.approx(best, abs=1e-8)


# --- limits ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("reset", "steps"), [("merged", 3), ("step", 4)])
def test_infinite_data_on_the_chain(reset: str, steps: int) -> None:
    """The chain's gain is V* per step of an episode, x_L's own step included if it has one."""
    mdp = random_mdp((1, 4, 3, 1), 3, 2)
    Q = optimal_q(mdp.P, mdp.r)
    learner = UCRL2Chain(mdp.layers, mdp.A, 10, 0.1, 0, reset=reset)
    counts = Counts(mdp.layers, mdp.A)
    fill(counts, mdp, 10**13)
    for h in range(3):
        s, s1 = learner.first[h], learner.first[h + 1]
        here, there = slice(s, s + mdp.layers[h]), slice(s1, s1 + mdp.layers[h + 1])
        learner.N[here], learner.R[here] = counts.N[h], counts.R[h]
        learner.N3[here, :, there] = counts.N3[h]
    if reset == "step":
        learner.N[-1], learner.N3[-1, :, 0] = 10**13, 10**13
    learner.t = 10**8
    learner._solve()
    same_actions(learner._pi, Q)
    n = np.maximum(1, learner.N)
    r = learner.R / n
    d = np.zeros(n.shape)
    _, difference = extended_value_iteration(learner.N3 / n[:, :, None], d, r, 1e-10, 0.5)
    assert difference.mean() * steps == pytest.approx(Q[0].max(), abs=1e-8)
    with pytest.raises(AssertionError):  # the planted fault: L steps whatever the reset
        assert difference.mean() * (7 - steps) == pytest.approx(Q[0].max(), abs=1e-8)


# --- epochs, by hand ---------------------------------------------------------------------------


def test_epochs_of_one_pair_on_the_chain() -> None:
    """N_k = 0, 1, 2, 4, 8: lazily, before steps 2, 3, 5, 9, 17, 33."""
    learner, world, starts = UCRL2Chain((1, 1), 1, 40, 0.1, 0), Simulator(ONE_PAIR, 0), []
    for t in range(1, 41):
        solves = learner.solves
        learner.start_episode(t)
        assert learner.act(0, 0) == 0
        if learner.solves > solves:
            starts.append(t)
        r, x1 = world.step(0, 0, 0)
        learner.learn(0, 0, 0, r, x1)
        learner.end_episode(t)
        assert learner.t == t + 1
    assert starts == [2, 3, 5, 9, 17, 33]
    assert (learner.updates, learner.solves) == (6, 7)


def test_step_clock_and_states_of_the_chain() -> None:
    mdp = random_mdp((1, 2, 3, 1), 2, 0)
    for reset, S, steps in (("merged", 6, 3), ("step", 7, 4)):
        learner = UCRL2Chain(mdp.layers, 2, 5, 0.1, 0, reset=reset)
        play(learner, Simulator(mdp, 0))
        assert learner.S == S
        assert learner.t == 5 * steps + 1
        assert learner.N.sum() == 5 * steps
        assert learner.N3.sum(axis=2).tolist() == learner.N.tolist()
        assert learner.N[0].sum() == 5  # x_0 once per episode
        assert learner.N3[:, :, 0].sum() == 5  # and back


def test_policy_is_the_one_in_force_in_each_layer() -> None:
    """Mid-episode switches: the layers before one keep the older policy."""
    mdp, T = random_mdp((1, 3, 3, 1), 3, 5), 200
    learner, world = UCRL2Chain(mdp.layers, mdp.A, T, 0.1, 0, ties="random"), Simulator(mdp, 0)
    switched_within = 0
    for t in range(1, T + 1):
        learner.start_episode(t)
        x, in_force, solves = 0, [], []
        for h in range(mdp.L):
            a = learner.act(h, x)
            in_force.append(learner._pi[h])
            solves.append(learner.solves)
            r, x1 = world.step(h, x, a)
            learner.learn(h, x, a, r, x1)
            x = x1
        assert all(p is q for p, q in zip(learner.policy(), in_force, strict=True))
        switched_within += solves[0] != solves[-1]
        learner.end_episode(t)
    assert switched_within > 5
