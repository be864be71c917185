"""One trial of a simulation: one algorithm, one MDP, one horizon T, one seed.

The text of a trial, `paper~ucrl-lp:completion=greedy~T=1000~delta=0.1~bernoulli~seed=3`, says all
there is to say about it: the same text gives the same result, alone or among others. The seed
draws the MDP, the noise and the policy, each from a stream of its own, so all algorithms with one
seed meet the same MDP and trials can be compared in pairs.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from functools import lru_cache
from itertools import chain, repeat
from typing import Any

from reference.baselines.learner import Learner, optimal_q, play
from reference.environments import environment_info, make
from reference.experiments import algorithms
from reference.experiments.algorithms import FAST, Choice
from reference.mdp import LayeredMDP, Tables, check_delta, check_horizon
from reference.occupancy import value
from reference.simulator import REWARD_LAWS, Simulator, check_seed
from reference.support.errors import PreconditionError


@dataclass(frozen=True, order=True)
class Trial:
    """What is run. `env` is a name that `reference.environments.make` knows."""

    env: str
    choice: Choice
    T: int
    delta: float
    reward_law: str
    seed: int

    def __str__(self) -> str:
        words = (self.env, str(self.choice), f"T={self.T}", f"delta={self.delta!r}")
        return "~".join((*words, self.reward_law, f"seed={self.seed}"))

    @property
    def file_name(self) -> str:
        """Its text as the name of a file on any system."""
        return str(self).replace("/", "_").replace(":", "_") + ".json"


def trial(env: str, choice: Choice, T: int, delta: float, reward_law: str, seed: int) -> Trial:
    """A trial whose every field has been checked. Raises PreconditionError."""
    environment_info(env)
    if reward_law not in REWARD_LAWS:
        raise PreconditionError("reward-law", reward_law, f"one of {', '.join(REWARD_LAWS)}")
    T, delta = check_horizon(T), float(check_delta(delta))
    return Trial(env, choice, T, delta, reward_law, check_seed(seed))


def parse(text: str) -> Trial:
    """The trial that `text` says. Raises PreconditionError."""
    words = text.split("~")
    rule = "must be ENV~ALGORITHM~T=...~delta=...~REWARD_LAW~seed=..."
    if len(words) != 6:
        raise PreconditionError("trial", text, rule)
    env, choice, T, delta, law, seed = words
    try:
        numbers = int(_after("T=", T)), float(_after("delta=", delta)), int(_after("seed=", seed))
    except ValueError:
        raise PreconditionError("trial", text, rule) from None
    return trial(env, algorithms.parse(choice), numbers[0], numbers[1], law, numbers[2])


def _after(lead: str, word: str) -> str:
    if not word.startswith(lead):
        raise ValueError(word)
    return word.removeprefix(lead)


@dataclass(frozen=True)
class Outcome:
    """What came out, the same in every repetition. Unit of the regrets: rewards of [0, 1].

    `regret` is eq. (2) with exact V(pi_t) (R-15); `realised_regret` has the rewards received
    instead; `path_regret` sums max_a Q* - Q*(x, a) along the path. Sums are rounded once (fsum).
    """

    X: int
    A: int
    L: int
    V_star: float
    regret: float
    realised_regret: float
    path_regret: float
    updates: int
    solves: int


@dataclass(frozen=True)
class Times:
    """What the clock said, different in every repetition and kept apart from the outcome.

    Of all T episodes, and of the calls in which an update was made: wall time, processor time.
    """

    run_seconds: float
    update_seconds: float
    run_cpu_seconds: float
    update_cpu_seconds: float


class Stopwatch:
    """A learner, with the time that its updates take."""

    def __init__(self, learner: Learner) -> None:
        self.learner, self.name = learner, learner.name
        self.updates, self.solves = learner.updates, learner.solves
        self.seconds = self.cpu_seconds = 0.0

    def _timed(self, call: Callable[..., Any], *arguments: int) -> Any:
        started, cpu = time.perf_counter(), time.process_time()
        answer = call(*arguments)
        if self.learner.updates != self.updates:
            self.seconds += time.perf_counter() - started
            self.cpu_seconds += time.process_time() - cpu
            self.updates = self.learner.updates
        self.solves = self.learner.solves
        return answer

    def start_episode(self, t: int) -> None:
        self._timed(self.learner.start_episode, t)

    def act(self, h: int, x: int) -> int:
        a: int = self._timed(self.learner.act, h, x)
        return a

    def learn(self, h: int, x: int, a: int, r: float, x1: int) -> None:
        self.learner.learn(h, x, a, r, x1)

    def policy(self) -> Tables:
        return self.learner.policy()

    def end_episode(self, t: int) -> None:
        self._timed(self.learner.end_episode, t)


@lru_cache(maxsize=4)
def _mdp(env: str, seed: int) -> LayeredMDP:
    return make(env, seed=seed).mdp.to_float()


def run_trial(trial: Trial) -> tuple[Outcome, Times]:
    """Play it. Raises what the learner raises (SolverError, PreconditionError)."""
    mdp = _mdp(trial.env, trial.seed)
    if trial.choice.algorithm == FAST:
        return _fast_trial(trial, mdp)
    started, cpu = time.perf_counter(), time.process_time()
    learner = trial.choice.learner(mdp.layers, mdp.A, trial.T, trial.delta, trial.seed)
    clocked = Stopwatch(learner)
    record = play(clocked, Simulator(mdp, trial.seed, trial.reward_law), trial.T)
    outcome = Outcome(
        mdp.X,
        mdp.A,
        mdp.L,
        record.V_star,
        math.fsum(record.regret),
        trial.T * record.V_star - math.fsum(record.reward),
        math.fsum(record.gap),
        record.updates,
        record.solves,
    )
    seconds, cpu = time.perf_counter() - started, time.process_time() - cpu
    return outcome, Times(seconds, clocked.seconds, cpu, clocked.cpu_seconds)


def _fast_trial(trial: Trial, mdp: LayeredMDP) -> tuple[Outcome, Times]:
    """`simulate --fast`: a customer of the oracle plays. V* and the values of the policies played
    are computed here all the same, as `reference.baselines.play` does; the sum of the rewards is
    the customer's."""
    from tests.implementations.numpy import numpy_twin

    started, cpu = time.perf_counter(), time.process_time()
    choices = {**trial.choice.full, "reward-law": trial.reward_law}
    played = numpy_twin.play(mdp, trial.T, delta=trial.delta, seed=trial.seed, choices=choices)
    Q_star = optimal_q(mdp.P, mdp.r)
    V_star = float(Q_star[0].max())
    regrets = (
        repeat(V_star - float(value(mdp, pi)), n)
        for pi, n in zip(played.policies, played.lengths, strict=True)
    )
    gaps = ((Q.max(axis=1)[:, None] - Q) * N for Q, N in zip(Q_star, played.N, strict=True))
    updates = len(played.policies) - 1
    outcome = Outcome(
        mdp.X,
        mdp.A,
        mdp.L,
        V_star,
        math.fsum(chain.from_iterable(regrets)),
        trial.T * V_star - played.rewards,
        math.fsum(chain.from_iterable(gap.ravel() for gap in gaps)),
        updates,
        updates,
    )
    seconds, cpu = time.perf_counter() - started, time.process_time() - cpu
    return outcome, Times(seconds, played.update_seconds, cpu, played.update_cpu_seconds)


def described(trial: Trial) -> dict[str, Any]:
    """A trial as plain data, every option of its algorithm included."""
    plain = asdict(trial)
    del plain["choice"]
    return {
        "trial": str(trial),
        **plain,
        "algorithm": trial.choice.algorithm,
        "options": trial.choice.full,
    }
