"""One trial of a simulation: one algorithm, one MDP, one horizon T, one seed.

The text of a trial, `paper~ucrl-lp:completion=greedy~T=1000~delta=0.1~bernoulli~seed=3`, determines
it: the same text gives the same result, alone or among others. The seed draws the MDP, the noise
and the policy, each from its own stream, so all algorithms with one seed face the same MDP and
trials can be compared in pairs.
"""

from __future__ import annotations

import math
import re
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from functools import lru_cache, partial
from typing import Any

from reference import readings
from reference.environments import make
from reference.figure1 import algorithms
from reference.figure1.algorithm import OURS, TWIN
from reference.figure1.algorithms import AlgorithmSpec
from reference.figure1.learner import EpisodeCosts, Learner, Played, Wrapped, episodes
from reference.figure1.ucrl_lp_twin import BackwardInduction
from reference.figure1.worlds import check_world, costs, informed, world
from reference.mdp import LayeredMDP, check_delta, check_horizon
from reference.running.choose import solver_of
from reference.simulator import POLICY, Simulator, check_seed, executor, uniforms
from reference.support.errors import PreconditionError
from reference.ucrl_lp import Epoch, Input, SolveLP1, ucrl_lp


@dataclass(frozen=True, order=True)
class Trial:
    """What is run. `env` is a name that `reference.environments.make` accepts."""

    env: str
    choice: AlgorithmSpec
    T: int
    delta: float
    reward_law: str
    seed: int

    def __str__(self) -> str:
        words = (self.env, str(self.choice), f"T={self.T}", f"delta={self.delta!r}")
        return "~".join((*words, self.reward_law, f"seed={self.seed}"))

    @property
    def file_name(self) -> str:
        """Return its text as the name of a file on any system."""
        return str(self).replace("/", "_").replace(":", "_") + ".json"


def trial(
    env: str, choice: AlgorithmSpec, T: int, delta: float, reward_law: str, seed: int
) -> Trial:
    """Return a trial whose every field has been checked. Raises PreconditionError."""
    _check_environment(env)
    check_world(reward_law)
    T, delta = check_horizon(T), float(check_delta(delta))
    return Trial(env, choice, T, delta, reward_law, check_seed(seed))


def parse(text: str) -> Trial:
    """Return the trial that `text` describes. Raises PreconditionError."""
    match = re.fullmatch("([^~]*)~([^~]*)~T=([^~]*)~delta=([^~]*)~([^~]*)~seed=([^~]*)", text)
    try:
        env, choice, T, delta, law, seed = match.groups() if match else ()
        numbers = int(T), float(delta), int(seed)
    except ValueError:
        rule = "must be ENV~ALGORITHM~T=...~delta=...~REWARD_LAW~seed=..."
        raise PreconditionError("trial", text, rule) from None
    return trial(env, algorithms.parse(choice), numbers[0], numbers[1], law, numbers[2])


@dataclass(frozen=True)
class Outcome:
    """Result of a trial, the same in every repetition. Unit of the regrets: rewards of [0, 1].

    `regret` is eq. (2) with exact V(pi_t) (R-15); `realised_regret` uses the rewards received
    instead; `path_regret` sums max_a Q* - Q*(x, a) along the path. Sums are rounded once (fsum).
    Under an adversary (`worlds`) V_star is the mean value of the best fixed policy in hindsight,
    `regret` is against it, and `path_regret` is eq. (2) with the MDP's own r.
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
    """Measured times, different in every repetition and kept apart from the outcome.

    Of all T episodes, and of the calls in which an update was made: wall time, processor time.
    """

    run_seconds: float
    update_seconds: float
    run_cpu_seconds: float
    update_cpu_seconds: float


class Stopwatch:
    """Time spent in `with` blocks in which an update was made: those that set `counts`."""

    def __init__(self) -> None:
        self.seconds = self.cpu_seconds = 0.0
        self.counts = False

    def __enter__(self) -> None:
        self.counts = False
        self._started, self._cpu = time.perf_counter(), time.process_time()

    def __exit__(self, *error: object) -> None:
        if self.counts:
            self.seconds += time.perf_counter() - self._started
            self.cpu_seconds += time.process_time() - self._cpu


class TimedLearner(Wrapped):
    """Learner, with the time that its updates take."""

    def __init__(self, inner: Learner | Wrapped) -> None:
        super().__init__(inner)
        self.clock = Stopwatch()

        for call in ("start_episode", "act", "end_episode"):
            setattr(self, call, partial(self._timed, getattr(inner, call)))

    def _timed(self, call: Callable[..., Any], *arguments: int) -> Any:
        before = self.inner.updates
        with self.clock:
            answer = call(*arguments)
            self.clock.counts = self.inner.updates != before
        return answer


@lru_cache(maxsize=1024)
def _check_environment(env: str) -> None:
    """Make it once, before the first trial. Raises PreconditionError for an unknown name or option,
    NotInstalled."""
    make(env)


@lru_cache(maxsize=4)
def _mdp(env: str, seed: int) -> LayeredMDP:
    return make(env, seed=seed).mdp.to_float()


def run_trial(trial: Trial) -> tuple[Outcome, Times]:
    """Play it. Raises what the learner raises (SolverError, PreconditionError)."""
    mdp = _mdp(trial.env, trial.seed)
    simulator = world(mdp, trial.T, trial.seed, trial.reward_law)
    started, cpu = time.perf_counter(), time.process_time()
    ours = trial.choice.algorithm in (OURS, TWIN)
    cost, updates, solves, clock = (_ucrl_lp if ours else _baseline)(trial, simulator)
    outcome = Outcome(
        mdp.X,
        mdp.A,
        mdp.L,
        cost.V_star,
        math.fsum(cost.regret),
        trial.T * cost.V_star - math.fsum(cost.reward),
        math.fsum(cost.gap),
        updates,
        solves,
    )
    seconds, cpu = time.perf_counter() - started, time.process_time() - cpu
    return outcome, Times(seconds, clock.seconds, cpu, clock.cpu_seconds)


Played_out = tuple[EpisodeCosts, int, int, Stopwatch]  # what it cost, updates, solves


def _baseline(trial: Trial, simulator: Simulator) -> Played_out:
    mdp = simulator.mdp
    learner = trial.choice.learner(mdp.layers, mdp.A, trial.T, trial.delta, trial.seed, mdp.P)
    clocked = TimedLearner(informed(learner, simulator, trial.seed, trial.reward_law))
    cost = costs(simulator, trial.T, episodes(clocked, simulator, trial.T))
    return cost, learner.updates, learner.solves, clocked.clock


def _ucrl_lp(trial: Trial, simulator: Simulator) -> Played_out:
    """Play Algorithm 1 (`reference.ucrl_lp`); an update is the start of an epoch, one LP."""
    mdp, choices = simulator.mdp, trial.choice.choices()
    execute = executor(simulator, uniforms(trial.seed, POLICY))
    solver = _solver(trial, mdp, choices)
    clock = Stopwatch()
    known = Input(mdp.layers, mdp.A, trial.T, trial.delta)
    stream = ucrl_lp(known, execute, solver, choices)
    epochs: list[Epoch] = []

    def played() -> Iterator[Played]:
        while True:
            with clock:
                item = next(stream, None)
                clock.counts = isinstance(item, Epoch) and item.i > 1
            if item is None:
                return
            if isinstance(item, Epoch):
                epochs.append(item)
            else:
                yield epochs[-1].pi, item.x, item.a, item.r

    cost = costs(simulator, trial.T, played())
    return cost, len(epochs) - 1, len(epochs) - 1, clock


def _solver(trial: Trial, mdp: LayeredMDP, choices: readings.Choices) -> SolveLP1:
    if trial.choice.algorithm == TWIN:
        full = trial.choice.full
        complete = full["completion"] == "greedy"
        return BackwardInduction(trial.seed, full["ties"], full["tolerance"], complete=complete)
    return solver_of(mdp.layers, mdp.A, choices)


def described(trial: Trial) -> dict[str, Any]:
    """Return a trial as plain data, every option of its algorithm included."""
    plain = asdict(trial)
    del plain["choice"]
    return {
        "trial": str(trial),
        **plain,
        "algorithm": trial.choice.algorithm,
        "options": trial.choice.full,
    }
