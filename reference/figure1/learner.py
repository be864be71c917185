"""The algorithms the paper compares itself with (Sec. I-A, Sec. VI), one file each.

A learner knows `layers`, `A`, `T`, `delta`, its readings (keyword options) and its own random
stream, never P or r. `episodes` runs it on a Simulator, `costs` measures the exact regret. Each
file uses the notation of its own source paper (s for states, H for the episode length, ...) where
it quotes it, and this project's tables otherwise: one array per layer h = 0..L-1.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, fields
from typing import Any, NamedTuple

import numpy as np

from reference.mdp import Array, LayeredMDP, Tables, check_delta, check_horizon, check_layers
from reference.occupancy import value
from reference.simulator import POLICY, UPDATES, Simulator, draw, generator, uniforms
from reference.support.errors import PreconditionError


class Sizes(NamedTuple):
    """H steps in an episode, S states, A actions: what the constants of a bonus hold."""

    H: int
    S: int
    A: int


def option(default: Any, rule: str, holds: Callable[[Any], bool]) -> Any:
    """Declare an option of a learner and the rule that its values keep."""
    return field(default=default, metadata={"rule": rule, "holds": holds})


def one_of(*choices: str, default: str = "") -> Any:
    """Declare an option with these values; the first is the default unless another is given."""
    return option(default or choices[0], f"one of {choices}", choices.__contains__)


LEAST, LARGEST = 1e-100, 1e4
"""Between which a factor lies: eta and gamma stay above 0, and below what a trace may hold."""


def positive(default: float = 1.0, *, zero: bool = False) -> Any:
    """Declare an option that is a positive number, such as a factor on a constant, or 0 where
    `zero`."""
    return option(
        default,
        f"must {'be 0 or ' if zero else ''}lie in [{LEAST:g}, {LARGEST:g}]",
        lambda v: not isinstance(v, bool) and (LEAST <= v <= LARGEST or (zero and v == 0)),
    )


TIES = ("first", "last", "random", "uniform")
"""Which maximiser is taken when several tie: the first or last in index order, one drawn at
random when the policy is computed, or all of them with equal probability."""


@dataclass(eq=False)
class Learner(ABC):
    """What every learner is told; the keyword fields of a subclass are its options. Raises
    PreconditionError for an instance or an option out of range.

    `episodes` calls, for t = 1, 2, ...: start_episode(t); act(h, x) and learn(h, x, a, r, x1) for
    h = 0..L-1; policy(), the policy of this episode; end_episode(t). A table returned by policy()
    never changes later, and the same tuple is returned as long as the policy is the same.

    `updates`: policies computed and used so far, the initial one not counted; `solves`: linear
    programs or (extended) value iterations solved. Actions take one double of stream POLICY each.
    """

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
        self._random, self._uniform = generator(self.seed, UPDATES), uniforms(self.seed, POLICY)

    @abstractmethod
    def start_episode(self, t: int) -> None:
        """Begin episode t."""

    @abstractmethod
    def learn(self, h: int, x: int, a: int, r: float, x1: int) -> None:
        """Learn that (x, a) in layer h gave r and led to x1."""

    def act(self, h: int, x: int) -> int:
        """Draw a ~ pi(.|x) for x in layer h."""
        return draw(self._p[h][x], self._uniform())

    def policy(self) -> Tables:
        """Return the policy of this episode, pi[h] (X_h, A)."""
        return self._pi

    def end_episode(self, t: int) -> None:  # noqa: B027  # for most learners nothing is left to do
        """End episode t. An update that is due waits for the next episode, if there is one."""

    def _follow(self, pi: Tables) -> None:
        """Play pi from now on."""
        self._pi = pi
        self._p: list[list[list[float]]] = [pi_h.tolist() for pi_h in pi]


class Wrapped:
    """Learner that does what the `inner` one does, except where a subclass says otherwise."""

    def __init__(self, inner: Any) -> None:
        self.inner = inner

    def __getattr__(self, name: str) -> Any:
        return getattr(self.inner, name)


@dataclass(eq=False, kw_only=True)
class Greedy(Learner):
    """Learner that plays greedily: how it breaks ties, and when actions tie."""

    ties: str = one_of(*TIES)
    tolerance: float = 0.0

    def greedy(self, Q: Array) -> Array:
        """Return pi (X_h, A), greedy in Q (X_h, A)."""
        return greedy(Q, self.ties, self.tolerance, self._random)


class Counts:
    """N[h][x, a], N3[h][x, a, x1] and R[h][x, a], the sum of the rewards seen."""

    def __init__(self, layers: Sequence[int], A: int) -> None:
        self.L = L = len(layers) - 1
        self.N = [np.zeros((layers[h], A), dtype=np.int64) for h in range(L)]
        self.N3 = [np.zeros((layers[h], A, layers[h + 1]), dtype=np.int64) for h in range(L)]
        self.R = [np.zeros((layers[h], A)) for h in range(L)]

    def add(self, h: int, x: int, a: int, r: float, x1: int) -> None:
        """Count one more step: (x, a) in layer h gave r and led to x1."""
        self.N[h][x, a] += 1
        self.N3[h][x, a, x1] += 1
        self.R[h][x, a] += r

    def P_bar(self, h: int) -> Array:
        """Return eq. (10), N(x, a, x') / max{1, N(x, a)}, zero where nothing was seen: (X_h, A,
        X_h+1)."""
        p: Array = self.N3[h] / np.maximum(1, self.N[h])[:, :, None]
        return p

    def r_bar(self, h: int) -> Array:
        """Return eq. (14), the mean reward seen, zero where nothing was seen: (X_h, A)."""
        r: Array = self.R[h] / np.maximum(1, self.N[h])
        return r


class CountingLearner(Learner):
    """Learner that counts what it sees and plays a policy for a whole episode."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.counts = Counts(self.layers, self.A)

    def learn(self, h: int, x: int, a: int, r: float, x1: int) -> None:
        self.counts.add(h, x, a, r, x1)


class Planner(CountingLearner):
    """Learner that plans anew when that is due: here before every episode. After the last episode
    nothing is planned (R-16)."""

    _due = True

    @abstractmethod
    def _next(self, t: int) -> Tables:
        """Return the policy from episode t on, from `counts`."""

    def start_episode(self, t: int) -> None:
        if self._due:
            self._follow(self._next(t))
            self.solves += 1
            self.updates += t > 1


class DoublingEpochs(Planner):
    """Planner whose epoch ends with the episode in which some v(x, a) >= max{1, N(x, a)}: visits in
    the epoch against those before it."""

    def _follow(self, pi: Tables) -> None:
        super()._follow(pi)
        self._limit: list[list[list[int]]] = [
            (N + np.maximum(1, N)).tolist() for N in self.counts.N
        ]
        self._due = False

    def learn(self, h: int, x: int, a: int, r: float, x1: int) -> None:
        super().learn(h, x, a, r, x1)
        if self.counts.N[h][x, a] >= self._limit[h][x][a]:
            self._due = True


def greedy(Q: Array, ties: str, tolerance: float, random: np.random.Generator) -> Array:
    """Return pi (X_h, A), greedy in Q (X_h, A): an action ties if it is within `tolerance` of the
    best.

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
    """Make `pi` read-only and return it."""
    pi.setflags(write=False)
    return pi


def one_hot(a: Array, A: int) -> Array:
    """Return the deterministic policy (X_h, A) that plays a[x] in x."""
    return read_only(np.eye(A)[a])


def backward(L: int, Q_of: Callable[[int, Array], Array]) -> Tables:
    """Return Q[h] (X_h, A) by backward induction: Q_h = Q_of(h, V_{h+1}), V_h = max_a Q_h, V_L =
    0."""
    V: Array = np.zeros(1)
    tables: list[Array] = []
    for h in reversed(range(L)):
        tables.append(Q_of(h, V))
        V = tables[-1].max(axis=1)
    return tuple(reversed(tables))


def optimal_q(P: Tables, r: Tables) -> Tables:
    """Return Q*[h] (X_h, A), where Q*_h = r_h + P_h max_a Q*_{h+1}."""
    return backward(len(P), lambda h, V: r[h] + P[h] @ V)


@dataclass(frozen=True)
class EpisodeCosts:
    """What T episodes cost. Arrays are (T,), one entry per episode; unit: reward per episode."""

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


Played = tuple[Tables, Sequence[int], Sequence[int], Sequence[float]]  # pi_t and x, a, r


def episodes(learner: Learner | Wrapped, simulator: Simulator, T: int) -> Iterator[Played]:
    """Play T episodes of the protocol of Sec. II and yield the policy of each with its
    trajectory."""
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


def costs(mdp: LayeredMDP, T: int, played: Iterable[Played]) -> EpisodeCosts:
    """Return what T episodes cost on `mdp`."""
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
    return EpisodeCosts(V_star, regret, gap, reward)
