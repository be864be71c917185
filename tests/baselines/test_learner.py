"""What all baselines share: counts, ties, exact regret, `play`; and every learner under it."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise, product
from typing import Any

import numpy as np
import pytest

from reference.baselines.learner import (
    Actor,
    Counts,
    Learner,
    greedy,
    one_hot,
    optimal_q,
    play,
)
from reference.baselines.optimistic_psrl import OptimisticPSRL
from reference.baselines.psrl import PSRL
from reference.baselines.q_learning import UCBQLearning
from reference.baselines.regal import REGALChain
from reference.baselines.scal import SCALChain
from reference.baselines.ucbvi import UCBVI
from reference.baselines.ucrl import UCRLChain, UCRLLayers
from reference.baselines.ucrl2 import UCRL2Chain, UCRL2Layers
from reference.baselines.ucrl_lp_twin import UCRLLPTwin
from reference.mdp import Array, LayeredMDP, Tables
from reference.occupancy import occupancy_measure, uniform_policy, value
from reference.simulator import POLICY, Simulator, draw, uniforms
from reference.support.errors import PreconditionError

LEARNERS: dict[str, tuple[Callable[..., Learner], dict[str, Any]]] = {
    "UCRL2-C": (UCRL2Chain, {}),
    "UCRL2-C step free": (UCRL2Chain, {"reset": "step", "clip": False, "ties": "random"}),
    "UCRL2-FH": (UCRL2Layers, {}),
    "UCRL2-FH episodes": (UCRL2Layers, {"clock": "episodes", "ties": "uniform"}),
    "UCBVI-CH": (UCBVI, {}),
    "UCBVI-BF": (UCBVI, {"bonus": "BF", "scale": 0.01, "cap": "remaining"}),
    "UCB-Q-H": (UCBQLearning, {}),
    "UCB-Q-B": (UCBQLearning, {"bonus": "B", "states": "all", "ties": "random"}),
    "PSRL": (PSRL, {}),
    "PSRL normal": (PSRL, {"rewards": "normal"}),
    "OPSRL": (OptimisticPSRL, {}),
    "OPSRL practical": (OptimisticPSRL, {"psi": 3, "omega": 1.0, "kappa": 1.0, "eta": 2.0}),
    "UCRL-LP-BI": (UCRLLPTwin, {}),
    "UCRL-LP-BI uniform": (UCRLLPTwin, {"completion": "uniform", "ties": "random"}),
}


NO_SCALE = (0.0, float("inf"), True)


def random_mdp(layers: tuple[int, ...], A: int, seed: int) -> LayeredMDP:
    """Dirichlet(1) rows and uniform means."""
    random = np.random.default_rng(seed)
    shapes = list(pairwise(layers))
    P = tuple(random.dirichlet(np.ones(Y), size=(X_h, A)) for X_h, Y in shapes)
    return LayeredMDP(layers, A, P, tuple(random.random((X_h, A)) for X_h, _ in shapes))


def fill(counts: Counts, mdp: LayeredMDP, n: int) -> None:
    """Infinite data: n visits of every pair, in proportion to P, with rewards n r."""
    for h in range(mdp.L):
        counts.N3[h][:] = np.rint(n * mdp.P[h]).astype(np.int64)
        counts.N[h][:] = counts.N3[h].sum(axis=2)
        counts.R[h][:] = counts.N[h] * mdp.r[h]


def same_actions(pi: Tables, Q: Tables) -> None:
    """pi is the policy greedy in Q, in every state."""
    for h in range(len(Q)):
        assert np.array_equal(pi[h], np.eye(Q[h].shape[1])[Q[h].argmax(axis=1)])


def enumerated_value(mdp: LayeredMDP, pi: Tables) -> float:
    """V(pi) the slow way: the sum over all paths of probability times reward."""
    total = 0.0
    for states in product(*(range(X_h) for X_h in mdp.layers)):
        for actions in product(range(mdp.A), repeat=mdp.L):
            probability, reward = 1.0, 0.0
            for h, a in enumerate(actions):
                probability *= pi[h][states[h], a] * mdp.P[h][states[h], a, states[h + 1]]
                reward += float(mdp.r[h][states[h], a])
            total += probability * reward
    return total


# --- the small parts ---------------------------------------------------------------------------


def test_counts_by_hand() -> None:
    counts = Counts((1, 2, 1), 2)
    assert not counts.P_bar(0).any()
    assert not counts.r_bar(0).any()
    for r, x1 in ((1.0, 0), (0.5, 1), (0.0, 1)):
        counts.add(0, 0, 1, r, x1)
    assert counts.N[0].tolist() == [[0, 3]]
    assert counts.P_bar(0)[0, 1].tolist() == [1 / 3, 2 / 3]
    assert counts.r_bar(0).tolist() == [[0.0, 0.5]]


Q_TIED = np.array([[1.0, 2.0, 2.0], [3.0, 3.0, 3.0], [0.0, -1.0, -2.0]])


@pytest.mark.parametrize(
    ("ties", "pi"),
    [
        ("first", [[0, 1, 0], [1, 0, 0], [1, 0, 0]]),
        ("last", [[0, 0, 1], [0, 0, 1], [1, 0, 0]]),
        ("uniform", [[0, 0.5, 0.5], [1 / 3] * 3, [1, 0, 0]]),
    ],
)
def test_greedy_by_hand(ties: str, pi: list[list[float]]) -> None:
    assert greedy(Q_TIED, ties, 0.0, np.random.default_rng(0)).tolist() == pi


def test_greedy_random_and_tolerance() -> None:
    random = np.random.default_rng(0)
    drawn = np.array([greedy(Q_TIED, "random", 0.0, random) for _ in range(600)])
    assert np.allclose(drawn.mean(axis=0)[1], 1 / 3, atol=0.08)
    assert not drawn[:, 0, 0].any()
    assert greedy(Q_TIED, "first", 1.0, random)[0].tolist() == [1, 0, 0]
    # Only ties = random reads the stream.
    before = np.random.default_rng(1)
    greedy(Q_TIED, "uniform", 0.0, before)
    assert before.random() == np.random.default_rng(1).random()


def test_policies_are_read_only() -> None:
    for pi in (greedy(Q_TIED, "first", 0.0, np.random.default_rng(0)), one_hot(np.array([1]), 2)):
        with pytest.raises(ValueError, match="read-only"):
            pi[0, 0] = 1.0


def test_optimal_q_is_the_best_of_all_deterministic_policies() -> None:
    mdp = random_mdp((1, 2, 2, 1), 2, 3)
    best = max(
        value(mdp, (one_hot(np.array(a[:1]), 2), one_hot(np.array(a[1:3]), 2),
                             one_hot(np.array(a[3:]), 2)))
        for a in product(range(2), repeat=5)
    )  # fmt: skip
    assert optimal_q(mdp.P, mdp.r)[0].max() == pytest.approx(best, abs=1e-14)


def test_actor_draws_as_the_simulator_does() -> None:
    pi = uniform_policy((1, 3, 1), 4)
    actor, u = Actor(5), uniforms(5, POLICY)
    actor.follow(pi)
    for h, x in ((0, 0), (1, 2), (1, 0), (0, 0)):
        assert actor.act(h, x) == draw(pi[h][x].tolist(), u())


# --- play --------------------------------------------------------------------------------------


class Recorder:
    """A learner that plays two given policies in turn and writes down every call."""

    name, updates, solves = "recorder", 7, 8

    def __init__(self, policies: list[Tables]) -> None:
        self.policies, self.calls, self.t = policies, list[tuple[Any, ...]](), 0

    def start_episode(self, t: int) -> None:
        self.t = t
        self.calls.append(("start", t))

    def act(self, h: int, x: int) -> int:
        self.calls.append(("act", h, x))
        return int(self.policy()[h][x].argmax())

    def learn(self, h: int, x: int, a: int, r: float, x1: int) -> None:
        self.calls.append(("learn", h, x, a, r, x1))

    def policy(self) -> Tables:
        return self.policies[(self.t - 1) % len(self.policies)]

    def end_episode(self, t: int) -> None:
        self.calls.append(("end", t))


def test_play_calls_in_order_and_measures_exactly() -> None:
    mdp = random_mdp((1, 2, 1), 2, 4)
    policies: list[Tables] = [
        (one_hot(np.array([a]), 2), one_hot(np.array([b, b]), 2)) for a, b in ((0, 1), (1, 0))
    ]
    learner = Recorder(policies)
    record = play(learner, Simulator(mdp, 1, "deterministic"), 5)
    kinds = [c[0] for c in learner.calls]
    assert kinds == ["start", "act", "learn", "act", "learn", "end"] * 5
    for before, after in pairwise(learner.calls):
        if before[0] == "learn" and after[0] == "act":
            assert after == ("act", before[1] + 1, before[5])  # x1 is where it goes on
    V_star = max(enumerated_value(mdp, (one_hot(np.array([a]), 2), one_hot(np.array(b), 2)))
                 for a in range(2) for b in product(range(2), repeat=2))  # fmt: skip
    assert record.V_star == pytest.approx(V_star, abs=1e-14)
    expected = [V_star - enumerated_value(mdp, policies[t % 2]) for t in range(5)]
    assert record.regret == pytest.approx(expected, abs=1e-13)
    rewards = [c[4] for c in learner.calls if c[0] == "learn"]
    assert record.reward == pytest.approx(np.reshape(rewards, (5, 2)).sum(axis=1), abs=1e-14)
    assert (record.name, record.updates, record.solves) == ("recorder", 7, 8)
    # The gap along a path is V* minus what is still possible, step by step.
    Q = optimal_q(mdp.P, mdp.r)
    steps = [c for c in learner.calls if c[0] == "learn"]
    gaps = [Q[h][x].max() - Q[h][x, a] for _, h, x, a, _, _ in steps]
    assert record.gap == pytest.approx(np.reshape(gaps, (5, 2)).sum(axis=1), abs=1e-14)


def test_the_gap_has_the_regret_as_its_mean() -> None:
    """Exactly, by enumeration: E[sum_h gap] = V(pi*) - V(pi) for a random Markov policy."""
    mdp = random_mdp((1, 3, 2, 1), 2, 5)
    random = np.random.default_rng(2)
    pi = tuple(random.dirichlet(np.ones(2), size=X_h) for X_h in mdp.layers[:-1])
    Q = optimal_q(mdp.P, mdp.r)
    gaps = tuple(Q_h.max(axis=1)[:, None] - Q_h for Q_h in Q)
    q = occupancy_measure(mdp.P, pi)
    mean_gap = sum((q_h.sum(axis=2) * gap).sum() for q_h, gap in zip(q, gaps, strict=True))
    assert mean_gap == pytest.approx(Q[0].max() - value(mdp, pi), abs=1e-13)


@pytest.mark.parametrize("T", [0, -1, 1.5, True])
def test_play_refuses_a_bad_horizon(T: object) -> None:
    mdp = random_mdp((1, 1), 1, 0)
    with pytest.raises(PreconditionError, match="T: must be a whole number"):
        play(PSRL((1, 1), 1, 1, 0.1, 0), Simulator(mdp, 0), T)  # type: ignore[arg-type]  # the error under test


# --- every learner -----------------------------------------------------------------------------


@pytest.mark.parametrize("name", LEARNERS)
def test_same_seed_same_run_and_sane_figures(name: str) -> None:
    make, options = LEARNERS[name]
    mdp, T = random_mdp((1, 3, 2, 1), 2, 6), 120
    records, learners = [], []
    for _ in range(2):
        learner = make(mdp.layers, mdp.A, T, 0.1, 11, **options)
        learners.append(learner)
        records.append(play(learner, Simulator(mdp, 11), T))
    a, b = records
    assert a.regret.tobytes() == b.regret.tobytes()
    assert a.reward.tobytes() == b.reward.tobytes()
    assert (a.updates, a.solves) == (b.updates, b.solves)
    assert (a.regret >= -1e-12).all()
    assert (a.regret <= a.V_star + 1e-12).all()
    assert (a.gap >= -1e-12).all()
    assert a.updates > 0  # in 120 episodes everybody has learned something
    for pi, X_h in zip(learners[0].policy(), mdp.layers, strict=False):
        assert pi.shape == (X_h, mdp.A)
        assert np.allclose(pi.sum(axis=1), 1)
    # Another seed is another run.
    other = play(make(mdp.layers, mdp.A, T, 0.1, 12, **options), Simulator(mdp, 12), T)
    assert other.reward.tobytes() != a.reward.tobytes()


@pytest.mark.parametrize("name", LEARNERS)
@pytest.mark.parametrize(("layers", "A"), [((1, 1), 1), ((1, 1), 3), ((1, 4, 1), 1)])
def test_smallest_sizes(name: str, layers: tuple[int, ...], A: int) -> None:
    make, options = LEARNERS[name]
    mdp = random_mdp(layers, A, 7)
    for T in (1, 20):
        record = play(make(layers, A, T, 0.1, 0, **options), Simulator(mdp, 0), T)
        if A == 1:
            assert abs(record.regret).max() < 1e-12


@pytest.mark.parametrize("name", LEARNERS)
def test_a_policy_handed_out_stays_what_it_was(name: str) -> None:
    make, options = LEARNERS[name]
    mdp, T = random_mdp((1, 3, 2, 1), 2, 8), 40
    learner = make(mdp.layers, mdp.A, T, 0.1, 3, **options)
    simulator = Simulator(mdp, 3)
    kept: list[tuple[Tables, list[list[list[float]]]]] = []
    for t in range(1, T + 1):
        learner.start_episode(t)
        x = 0
        for h in range(mdp.L):
            a = learner.act(h, x)
            r, x1 = simulator.step(h, x, a)
            learner.learn(h, x, a, r, x1)
            assert learner.policy()[h][x, a] > 0  # the action was possible under this policy
            x = x1
        kept.append((learner.policy(), [pi.tolist() for pi in learner.policy()]))
        learner.end_episode(t)
    for pi, copy in kept:
        assert [pi_h.tolist() for pi_h in pi] == copy


@pytest.mark.parametrize(
    ("make", "options", "field"),
    [
        (UCRL2Chain, {"reset": "never"}, "reset"),
        (UCRL2Chain, {"tau": 0.0}, "tau"),
        (UCRL2Chain, {"ties": "best"}, "ties"),
        (UCRL2Layers, {"clock": "wall"}, "clock"),
        (UCBVI, {"bonus": "AZ"}, "bonus"),
        (UCBVI, {"cap": "none"}, "cap"),
        (UCBVI, {"scale": -1.0}, "scale"),
        (UCBVI, {"scale": float("nan")}, "scale"),
        (UCBQLearning, {"bonus": "C"}, "bonus"),
        (UCBQLearning, {"c": -1.0}, "c"),
        (UCBQLearning, {"states": "some"}, "states"),
        (PSRL, {"alpha0": 0.0}, "alpha0"),
        (PSRL, {"rewards": "gamma"}, "rewards"),
        (OptimisticPSRL, {"psi": 0}, "psi"),
        (OptimisticPSRL, {"kappa": 0.0}, "kappa"),
        (UCRLLPTwin, {"ties": "uniform"}, "ties"),
        (UCRLLPTwin, {"completion": "any"}, "completion"),
        (UCRLLPTwin, {"log": "log3"}, "log"),
        *((kind, {"alpha": v}, "alpha") for kind in (UCRLChain, UCRLLayers) for v in NO_SCALE),
        (UCRLChain, {"tau": 0.0}, "tau"),
        (REGALChain, {"variant": "E"}, "variant"),
        (REGALChain, {"span": -1.0}, "span"),
        (REGALChain, {"span": True}, "span"),
        (REGALChain, {"scale": 0.0}, "scale"),
        *((SCALChain, {"span": v}, "span") for v in (-1.0, float("inf"), True)),
    ],
)
def test_bad_options(make: Callable[..., Learner], options: dict[str, Any], field: str) -> None:
    with pytest.raises(PreconditionError) as caught:
        make((1, 2, 1), 2, 10, 0.1, 0, **options)
    assert caught.value.field == field


@pytest.mark.parametrize("name", LEARNERS)
@pytest.mark.parametrize(
    ("layers", "A", "T", "delta", "seed", "field"),
    [
        ((1, 2), 2, 10, 0.1, 0, "layers[1]"),
        ((1, 1), 0, 10, 0.1, 0, "A"),
        ((1, 1), 2, 10, 0.1, -1, "seed"),
    ],
)
def test_bad_problem(
    name: str, layers: tuple[int, ...], A: int, T: int, delta: float, seed: int, field: str
) -> None:
    make, options = LEARNERS[name]
    with pytest.raises(PreconditionError) as caught:
        make(layers, A, T, delta, seed, **options)
    assert caught.value.field == field


def two_arms() -> LayeredMDP:
    """One step, two actions, means 0.2 and 0.8: a bandit that everybody must solve."""
    P: Array = np.ones((1, 2, 1))
    return LayeredMDP((1, 1), 2, (P,), (np.array([[0.2, 0.8]]),))


@pytest.mark.parametrize("name", LEARNERS)
def test_learns_a_two_armed_bandit(name: str) -> None:
    """The last 100 of 5000 episodes cost less than a tenth of playing uniformly (30).

    UCBVI's published bonus caps every Q here until 49 Lg^2 visits (tested in its own file), so
    it is scaled.
    """
    make, options = LEARNERS[name]
    if make is UCBVI:
        options = {**options, "scale": 0.01}
    T = 5000
    record = play(make((1, 1), 2, T, 0.1, 1, **options), Simulator(two_arms(), 1), T)
    assert record.regret[-100:].sum() < 3
