"""What all baselines share: counts, ties, exact regret, options; and every learner under it."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise, product
from typing import Any

import numpy as np
import pytest

from reference.figure1.learner import Learner, costs, episodes, greedy, one_hot, optimal_q
from reference.figure1.ucrl2 import UCRL2Chain, UCRL2Layers
from reference.guests.learners.optimistic_psrl import OptimisticPSRL
from reference.guests.learners.psrl import PSRL
from reference.guests.learners.q_learning import UCBQLearning
from reference.guests.learners.regal import REGALChain
from reference.guests.learners.scal import SCALChain
from reference.guests.learners.ucbvi import UCBVI
from reference.guests.learners.ucrl import UCRLChain, UCRLLayers
from reference.mdp import LayeredMDP, Tables
from reference.simulator import Simulator
from reference.support.errors import PreconditionError
from tests.figure1.problems import ONE_PAIR, TWO_ARMS, fill, play, random_mdp, same_actions

LEARNERS: dict[str, tuple[Callable[..., Learner], dict[str, Any]]] = {
    "UCRL2-C": (UCRL2Chain, {}),
    "UCRL2-C step free": (UCRL2Chain, {"reset": "step", "clip": False, "ties": "random"}),
    "UCRL2-FH": (UCRL2Layers, {}),
    "UCRL2-FH episodes": (UCRL2Layers, {"clock": "episodes", "ties": "uniform"}),
    "UCRL-C": (UCRLChain, {}),
    "UCRL-FH": (UCRLLayers, {"ties": "random"}),
    "SCAL-C": (SCALChain, {}),
    "UCBVI-CH": (UCBVI, {"scale": 0.01}),
    "UCBVI-BF": (UCBVI, {"bonus": "BF", "scale": 0.01, "cap": "remaining"}),
    "UCB-Q-H": (UCBQLearning, {}),
    "UCB-Q-B": (UCBQLearning, {"bonus": "B", "states": "all", "ties": "random"}),
    "PSRL": (PSRL, {}),
    "PSRL normal": (PSRL, {"rewards": "normal"}),
    "OPSRL": (OptimisticPSRL, {}),
    "OPSRL practical": (OptimisticPSRL, {"psi": 3, "omega": 1.0, "kappa": 1.0, "eta": 2.0}),
}
NO_SCALE = (0.0, float("inf"), True)


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


def test_greedy_by_hand() -> None:
    Q, random = np.array([[1.0, 2.0, 2.0], [3.0, 3.0, 3.0], [0.0, -1.0, -2.0]]), np.random
    for ties, expected in (
        ("first", [[0, 1, 0], [1, 0, 0], [1, 0, 0]]),
        ("last", [[0, 0, 1], [0, 0, 1], [1, 0, 0]]),
        ("uniform", [[0, 0.5, 0.5], [1 / 3] * 3, [1, 0, 0]]),
    ):
        stream = random.default_rng(1)
        pi = greedy(Q, ties, 0.0, stream)
        assert pi.tolist() == expected
        assert stream.random() == random.default_rng(1).random()  # ties = random alone reads it
        with pytest.raises(ValueError, match="read-only"):
            pi[0, 0] = 1.0
    stream = random.default_rng(0)
    drawn = np.array([greedy(Q, "random", 0.0, stream) for _ in range(600)])
    assert np.allclose(drawn.mean(axis=0)[1], 1 / 3, atol=0.08)
    assert not drawn[:, 0, 0].any()
    assert greedy(Q, "first", 1.0, stream)[0].tolist() == [1, 0, 0]


# --- episodes and what they cost ---------------------------------------------------------------


class Recorder(Learner):
    """Plays two given policies in turn and writes down every call."""

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


def test_episodes_call_in_order_and_are_measured_exactly() -> None:
    mdp = random_mdp((1, 2, 1), 2, 4)
    policies: list[Tables] = [
        (one_hot(np.array([a]), 2), one_hot(np.array([b, b]), 2)) for a, b in ((0, 1), (1, 0))
    ]
    learner = Recorder(policies)
    cost = costs(mdp, 5, episodes(learner, Simulator(mdp, 1, "deterministic"), 5))
    kinds = [c[0] for c in learner.calls]
    assert kinds == ["start", "act", "learn", "act", "learn", "end"] * 5
    for before, after in pairwise(learner.calls):
        if before[0] == "learn" and after[0] == "act":
            assert after == ("act", before[1] + 1, before[5])  # x1 is where it goes on
    V_star = max(enumerated_value(mdp, (one_hot(np.array([a]), 2), one_hot(np.array(b), 2)))
                 for a in range(2) for b in product(range(2), repeat=2))  # fmt: skip
    assert cost.V_star == pytest.approx(V_star, abs=1e-14)
    expected = [V_star - enumerated_value(mdp, policies[t % 2]) for t in range(5)]
    assert cost.regret == pytest.approx(expected, abs=1e-13)
    # The gap along a path is V* minus what is still possible, step by step.
    Q = optimal_q(mdp.P, mdp.r)
    steps = [c[1:5] for c in learner.calls if c[0] == "learn"]
    gaps = [Q[h][x].max() - Q[h][x, a] for h, x, a, _ in steps]
    assert cost.gap == pytest.approx(np.reshape(gaps, (5, 2)).sum(axis=1), abs=1e-14)
    rewards = np.reshape([r for *_, r in steps], (5, 2)).sum(axis=1)
    assert cost.reward == pytest.approx(rewards, abs=1e-14)


# --- every learner -----------------------------------------------------------------------------


@pytest.mark.parametrize("name", LEARNERS)
def test_same_seed_same_run_and_sane_figures(name: str) -> None:
    make, options = LEARNERS[name]
    mdp, T = random_mdp((1, 3, 2, 1), 2, 6), 120
    learner, again, other = (
        make(mdp.layers, mdp.A, T, 0.1, seed, **options) for seed in (11, 11, 12)
    )
    played = list(episodes(learner, Simulator(mdp, 11), T))
    copies = [[pi_h.tolist() for pi_h in pi] for pi, *_ in episodes(again, Simulator(mdp, 11), T)]
    for (pi, x, a, _), copy in zip(played, copies, strict=True):
        assert [pi_h.tolist() for pi_h in pi] == copy  # nor has a policy handed out changed since
        assert all(pi_h.sum(axis=1) == pytest.approx(1) for pi_h in pi)
        assert all(pi_h[x_h, a_h] > 0 for pi_h, x_h, a_h in zip(pi, x, a, strict=True))
    assert (learner.updates, learner.solves) == (again.updates, again.solves)
    assert learner.updates > 0  # in 120 episodes everybody has learned something
    cost = costs(mdp, T, played)
    assert (cost.regret >= -1e-12).all() and (cost.regret <= cost.V_star + 1e-12).all()
    assert (cost.gap >= -1e-12).all()
    assert play(other, Simulator(mdp, 12)).reward.tobytes() != cost.reward.tobytes()


@pytest.mark.parametrize("name", LEARNERS)
@pytest.mark.parametrize(("layers", "A"), [((1, 1), 1), ((1, 1), 3), ((1, 4, 1), 1)])
def test_smallest_sizes(name: str, layers: tuple[int, ...], A: int) -> None:
    make, options = LEARNERS[name]
    mdp = random_mdp(layers, A, 7)
    for T in (1, 20):
        regret = play(make(layers, A, T, 0.1, 0, **options), Simulator(mdp, 0)).regret
        assert A > 1 or abs(regret).max() < 1e-12


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
        *((kind, {"alpha": v}, "alpha") for kind in (UCRLChain, UCRLLayers) for v in NO_SCALE),
        (UCRLChain, {"tau": 0.0}, "tau"),
        (REGALChain, {"variant": "E"}, "variant"),
        (REGALChain, {"span": -1.0}, "span"),
        (REGALChain, {"span": True}, "span"),
        (REGALChain, {"scale": 0.0}, "scale"),
        (REGALChain, {"layers": (1, 10, 10, 10, 10, 10, 1)}, "layers"),  # too many to enumerate
        *((SCALChain, {"span": v}, "span") for v in (-1.0, float("inf"), True)),
        *((make, {"layers": (1, 2)}, "layers[1]") for make, _ in LEARNERS.values()),
        *((make, {"A": 0}, "A") for make, _ in LEARNERS.values()),
        *((make, {"seed": -1}, "seed") for make, _ in LEARNERS.values()),
        (PSRL, {"T": 1.5}, "T"),
        (PSRL, {"delta": 1.0}, "delta"),
    ],
)
def test_bad_options(make: Callable[..., Learner], options: dict[str, Any], field: str) -> None:
    given = {"layers": (1, 2, 1), "A": 2, "T": 10, "delta": 0.1, "seed": 0, **options}
    with pytest.raises(PreconditionError) as caught:
        make(**given)
    assert caught.value.field == field


@pytest.mark.parametrize("name", LEARNERS)
def test_learns_a_two_armed_bandit(name: str) -> None:
    """The last 100 of 5000 episodes cost less than a tenth of playing uniformly (30).

    UCBVI's published bonus caps every Q here until 49 Lg^2 visits (tested in its own file), so
    it is scaled.
    """
    make, options = LEARNERS[name]
    learner = make((1, 1), 2, 5000, 0.1, 1, **options)
    assert play(learner, Simulator(TWO_ARMS, 1)).regret[-100:].sum() < 3


@pytest.mark.parametrize(
    ("make", "options", "n"),
    [
        *((UCRL2Layers, {"clip": clip}, 10**13) for clip in (True, False)),
        *(
            (UCBVI, {"bonus": b, "cap": c}, 10**16)
            for b in ("CH", "BF")
            for c in ("H", "remaining")
        ),
        (UCRLLayers, {}, 10**13),
        (PSRL, {}, 10**13),
        *((OptimisticPSRL, options, 10**13) for options in ({}, {"eta": 0.0})),
    ],
)
def test_infinite_data_gives_the_optimal_policy(
    make: Callable[..., Any], options: dict[str, Any], n: int
) -> None:
    mdp = random_mdp((1, 4, 3, 1), 3, 2)
    learner = make(mdp.layers, mdp.A, 100, 0.1, 0, **options)
    fill(learner.counts, mdp, n)
    same_actions(learner._next(100), optimal_q(mdp.P, mdp.r))


@pytest.mark.parametrize(("make", "first"), [(UCRL2Layers, 1), (OptimisticPSRL, 1)])
def test_epochs_of_one_pair(make: Callable[..., Learner], first: int) -> None:
    """v = max{1, N} at the end of episodes 1, 2, 4, 8, 16, 32; after T no policy is computed."""
    for T, updates in ((1, 0), (2, 1), (8, 3), (9, 4), (32, 5), (33, 6)):
        learner = make((1, 1), 1, T, 0.1, 0)
        play(learner, Simulator(ONE_PAIR, 0))
        assert (learner.updates, learner.solves) == (updates, updates + first)
