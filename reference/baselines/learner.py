"""The algorithms the paper compares itself with (Sec. I-A, Sec. VI), one file each.

A learner knows `layers`, `A`, `T`, `delta`, its readings (keyword options) and its own random
stream, never P or r. `play` runs it on a Simulator and records the exact regret. Each file uses the
notation of its own source paper (s for states, H for the episode length, ...) where it quotes it,
and this project's tables otherwise: one array per layer h = 0..L-1.

Length: one interface, its options and what every learner shares.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, fields
from typing import Any, Protocol

import numpy as np

from reference.mdp import Array, LayeredMDP, Tables, check_delta, check_horizon, check_layers
from reference.occupancy import value
from reference.simulator import POLICY, UPDATES, Simulator, draw, generator, uniforms
from reference.support.errors import PreconditionError


class Learner(Protocol):
    """What `play` calls on an algorithm, in this order, episode by episode, t = 1, 2, ...

    start_episode(t); then act(h, x) and learn(h, x, a, r, x1) for h = 0..L-1; policy(), the
    policy of this episode; end_episode(t). A table returned by policy() never changes later, and
    the same tuple is returned as long as the policy is the same.
    """

    name: str
    updates: int
    """Policy updates so far: policies computed and used, the initial one not counted."""
    solves: int
    """Linear programs or (extended) value iterations solved so far."""

    def start_episode(self, t: int) -> None: ...

    def act(self, h: int, x: int) -> int: ...

    def learn(self, h: int, x: int, a: int, r: float, x1: int) -> None: ...

    def policy(self) -> Tables: ...

    def end_episode(self, t: int) -> None: ...


class Wrapped:
    """A learner that does what the learner `of` does, except where a subclass says otherwise."""

    def __init__(self, of: Any) -> None:
        self.of = of

    def __getattr__(self, name: str) -> Any:
        return getattr(self.of, name)


class Counts:
    """N[h][x, a], N3[h][x, a, x1] and R[h][x, a], the sum of the rewards seen."""

    def __init__(self, layers: Sequence[int], A: int) -> None:
        self.L = L = len(layers) - 1
        self.N = [np.zeros((layers[h], A), dtype=np.int64) for h in range(L)]
        self.N3 = [np.zeros((layers[h], A, layers[h + 1]), dtype=np.int64) for h in range(L)]
        self.R = [np.zeros((layers[h], A)) for h in range(L)]

    def add(self, h: int, x: int, a: int, r: float, x1: int) -> None:
        """One more step: (x, a) in layer h gave r and led to x1."""
        self.N[h][x, a] += 1
        self.N3[h][x, a, x1] += 1
        self.R[h][x, a] += r

    def P_bar(self, h: int) -> Array:
        """Eq. (10): N(x, a, x') / max{1, N(x, a)}; zero where nothing was seen. (X_h, A, X_h+1)."""
        p: Array = self.N3[h] / np.maximum(1, self.N[h])[:, :, None]
        return p

    def r_bar(self, h: int) -> Array:
        """Eq. (14): the mean reward seen, zero where nothing was seen. (X_h, A)."""
        r: Array = self.R[h] / np.maximum(1, self.N[h])
        return r


class Actor:
    """Plays the policy in force: one double of stream POLICY per step, as Simulator.play does."""

    def __init__(self, seed: int) -> None:
        self._uniform = uniforms(seed, POLICY)

    def follow(self, pi: Tables) -> None:
        """Play pi from now on; pi[h] is (X_h, A)."""
        self.pi = pi
        self._p: list[list[list[float]]] = [pi_h.tolist() for pi_h in pi]

    def act(self, h: int, x: int) -> int:
        """a ~ pi(.|x) for x in layer h."""
        return draw(self._p[h][x], self._uniform())


def option(default: Any, rule: str, holds: Callable[[Any], bool]) -> Any:
    """An option of a learner and the rule that its values keep."""
    return field(default=default, metadata={"rule": rule, "holds": holds})


def one_of(*choices: str, default: str = "") -> Any:
    """An option with these values; the first is the default unless another is given."""
    return option(default or choices[0], f"one of {choices}", choices.__contains__)


LEAST, LARGEST = 1e-100, 1e4
"""Between which a factor lies: eta and gamma stay above 0, and below what a trace may hold."""


def positive(default: float = 1.0, *, zero: bool = False) -> Any:
    """A positive number, such as a factor on a constant; or 0 where `zero`."""
    return option(
        default,
        f"must {'be 0 or ' if zero else ''}lie in [{LEAST:g}, {LARGEST:g}]",
        lambda v: not isinstance(v, bool) and (LEAST <= v <= LARGEST or (zero and v == 0)),
    )


TIES = ("first", "last", "random", "uniform")
"""Which maximiser is taken when several tie: the first or last in index order, one drawn at
random when the policy is computed, or all of them with equal probability."""


@dataclass(eq=False)
class Baseline(ABC):
    """What every learner is told; the keyword fields of a subclass are its options. Raises
    PreconditionError for an instance or an option out of range."""

    layers: tuple[int, ...]
    A: int
    T: int
    delta: float
    seed: int

    def __post_init__(self) -> None:
        check_layers(self.layers, self.A)
        self.layers, self.A = tuple(self.layers), int(self.A)
        self.T, self.delta = check_horizon(self.T), float(check_delta(self.delta))
        for of in fields(self):
            value = getattr(self, of.name)
            if "rule" in of.metadata and not of.metadata["holds"](value):
                raise PreconditionError(of.name, value, of.metadata["rule"])
        self.L, self.X = len(self.layers) - 1, sum(self.layers)
        self.updates = self.solves = 0
        self._random = generator(self.seed, UPDATES)


@dataclass(eq=False, kw_only=True)
class Greedy(Baseline):
    """A learner that plays greedily: how it breaks ties, and when actions tie."""

    ties: str = one_of(*TIES)
    tolerance: float = 0.0

    def greedy(self, Q: Array) -> Array:
        """pi (X_h, A), greedy in Q (X_h, A)."""
        return greedy(Q, self.ties, self.tolerance, self._random)


class CountingLearner(Baseline):
    """A learner that counts what it sees and plays a policy for a whole episode."""

    name: str

    def __post_init__(self) -> None:
        super().__post_init__()
        self._actor, self.counts = Actor(self.seed), Counts(self.layers, self.A)

    @abstractmethod
    def start_episode(self, t: int) -> None:
        """Episode t begins."""

    def act(self, h: int, x: int) -> int:
        return self._actor.act(h, x)

    def learn(self, h: int, x: int, a: int, r: float, x1: int) -> None:
        self.counts.add(h, x, a, r, x1)

    def policy(self) -> Tables:
        return self._actor.pi

    def end_episode(self, t: int) -> None:  # for most learners nothing is left to do
        """An update that is due waits for the next episode, if there is one."""


class DoublingEpochs(CountingLearner):
    """A learner whose epoch ends with the episode in which some v(x, a) >= max{1, N(x, a)}: visits
    in the epoch against those before it. A subclass says what is played next, in `_next`."""

    _due = False

    @abstractmethod
    def _next(self, t: int) -> Tables:
        """The policy from episode t on, from `counts`."""

    def _follow(self, pi: Tables) -> None:
        """An epoch starts."""
        self._actor.follow(pi)
        self._limit: list[list[list[int]]] = [
            (N + np.maximum(1, N)).tolist() for N in self.counts.N
        ]
        self._due = False

    def _solve(self, t: int) -> None:
        self._follow(self._next(t))
        self.solves += 1
        self.updates += 1

    def start_episode(self, t: int) -> None:
        """An update that is due is made here: after the last episode there is none (R-16)."""
        if self._due:
            self._solve(t)

    def learn(self, h: int, x: int, a: int, r: float, x1: int) -> None:
        super().learn(h, x, a, r, x1)
        if self.counts.N[h][x, a] >= self._limit[h][x][a]:
            self._due = True


def greedy(Q: Array, ties: str, tolerance: float, random: np.random.Generator) -> Array:
    """pi (X_h, A), greedy in Q (X_h, A): an action ties if it is within `tolerance` of the best.

    Only ties = random reads from `random`: one double per entry of Q.
    """
    tied = Q.max(axis=1, keepdims=True) - tolerance <= Q
    if ties == "uniform":
        return read_only(tied / tied.sum(axis=1, keepdims=True))
    if ties == "first":
        a = np.argmax(tied, axis=1)
    elif ties == "last":
        a = Q.shape[1] - 1 - np.argmax(tied[:, ::-1], axis=1)
    else:
        a = np.argmax(np.where(tied, random.random(Q.shape), -1.0), axis=1)
    return one_hot(a, Q.shape[1])


def read_only(pi: Array) -> Array:
    """`pi` itself, from now on read-only."""
    pi.setflags(write=False)
    return pi


def one_hot(a: Array, A: int) -> Array:
    """The deterministic policy (X_h, A) that plays a[x] in x."""
    pi = np.zeros((len(a), A))
    pi[np.arange(len(a)), a] = 1.0
    return read_only(pi)


def optimal_q(P: Tables, r: Tables) -> Tables:
    """Q*[h] (X_h, A) by backward induction: Q*_h = r_h + P_h max_a Q*_{h+1}, Q*_L = 0."""
    V: Array = np.zeros(P[-1].shape[2])
    tables: list[Array] = []
    for h in reversed(range(len(P))):
        tables.append(r[h] + P[h] @ V)
        V = tables[-1].max(axis=1)
    return tuple(reversed(tables))


@dataclass(frozen=True)
class EpisodeCosts:
    """What T episodes cost. Arrays are (T,), one entry per episode; unit: reward per episode."""

    name: str
    V_star: float
    """V(pi*), exactly (backward induction with the true P and r)."""
    regret: Array
    """V(pi*) - V(pi_t), exactly: the terms of eq. (2)."""
    gap: Array
    """sum_h max_a Q*(x_h, a) - Q*(x_h, a_h) along the path played. Its expectation is V(pi*) minus
    the expected reward, regardless of what the behaviour depends on, so it also measures learners
    that change their policy within an episode."""
    reward: Array
    """sum_h r_h, as realised."""
    updates: int
    solves: int


Played = tuple[Tables, Sequence[int], Sequence[int], Sequence[float]]  # pi_t and x, a, r


def episodes(learner: Learner, simulator: Simulator, T: int) -> Iterator[Played]:
    """T episodes of the protocol of Sec. II: the policy of each and its trajectory."""
    for t in range(1, T + 1):
        learner.start_episode(t)
        x, xs, actions, rewards = 0, [], [], []
        for h in range(simulator.L):
            a = learner.act(h, x)
            r, x1 = simulator.step(h, x, a)
            learner.learn(h, x, a, r, x1)
            xs.append(x)
            actions.append(a)
            rewards.append(r)
            x = x1
        pi = learner.policy()
        learner.end_episode(t)
        yield pi, xs, actions, rewards


def costs(mdp: LayeredMDP, T: int, played: Iterable[Played]) -> tuple[float, Array, Array, Array]:
    """V(pi*), and per episode regret, gap and reward, as in `EpisodeCosts`."""
    Q_star = optimal_q(mdp.P, mdp.r)
    V_star = float(Q_star[0].max())
    gaps: list[list[list[float]]] = [(Q.max(axis=1)[:, None] - Q).tolist() for Q in Q_star]
    regret, gap, reward = np.zeros(T), np.zeros(T), np.zeros(T)
    evaluated: Tables | None = None
    for t, (pi, x, a, r) in enumerate(played):
        if pi is not evaluated:
            evaluated, regret_t = pi, V_star - float(value(mdp, pi))
        regret[t] = regret_t
        for h, (x_h, a_h, r_h) in enumerate(zip(x, a, r, strict=True)):
            gap[t] += gaps[h][x_h][a_h]
            reward[t] += r_h
    return V_star, regret, gap, reward


def play(learner: Learner, simulator: Simulator, T: int) -> EpisodeCosts:
    """T episodes and what they cost. Raises PreconditionError for a bad T."""
    T = check_horizon(T)
    found = costs(simulator.mdp, T, episodes(learner, simulator, T))
    return EpisodeCosts(learner.name, *found, learner.updates, learner.solves)
