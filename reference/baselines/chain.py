"""What UCRL, UCRL2 and SCAL share on the continuing chain: states, counters and the step clock."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence

import numpy as np

from reference.baselines.learner import check_ties
from reference.mdp import Array, Tables, check_layers
from reference.simulator import POLICY, UPDATES, draw, generator, uniforms
from reference.support.errors import PreconditionError


class Chain(ABC):
    """A learner of the continuing chain, in which x_L leads back to x_0; its clock t counts steps.

    reset = "merged": x_L is x_0, an episode is L steps, S = X - 1. reset = "step": x_L is a
    separate state with A actions and reward 0, an episode is L + 1 steps, S = X; the learner has to
    discover this. Epochs may end within an episode: a subclass decides when in `_ended`, and what
    is played next in `_solve`. Raises PreconditionError for options out of range.
    """

    name: str

    def __init__(
        self,
        layers: Sequence[int],
        A: int,
        seed: int,
        *,
        tau: float,
        ties: str,
        tolerance: float,
        reset: str = "merged",
    ) -> None:
        check_layers(layers, A)
        if reset not in ("merged", "step"):
            raise PreconditionError("reset", reset, "one of ('merged', 'step')")
        if not 0 < tau <= 1:
            raise PreconditionError("tau", tau, "must lie in (0, 1]")
        self.layers, self.A, self.L = tuple(layers), A, len(layers) - 1
        self.reset, self.tau = reset, tau
        self.ties, self.tolerance = check_ties(ties), tolerance
        self.updates = self.solves = self.iterations = 0
        self._random, self._uniform = generator(seed, UPDATES), uniforms(seed, POLICY)
        # State (h, x) is s = first[h] + x; x_L is s = 0 or, with reset = "step", the last one.
        self.first = [sum(layers[:h]) for h in range(self.L)]
        self.first.append(0 if reset == "merged" else sum(layers) - 1)
        self.S = S = sum(layers) - 1 if reset == "merged" else sum(layers)
        self.t = 1  # the step clock
        self.N = np.zeros((S, A), dtype=np.int64)  # visits up to now
        self.N3 = np.zeros((S, A, S), dtype=np.int64)
        self.R = np.zeros((S, A))

    def _start(self) -> None:
        """The first epoch, once the subclass is set up."""
        self._solve()
        self.updates = 0
        self._played = self._pi

    @abstractmethod
    def _solve(self) -> None:
        """A new epoch starts at step t: `_follow` its policy."""

    @abstractmethod
    def _ended(self, s: int, a: int) -> bool:
        """Whether the epoch ends before (s, a) is taken."""

    def _follow(self, pi: Array) -> None:
        """Play pi, (S, A), from now on."""
        self._pi: Tables = tuple(
            pi[self.first[h] : self.first[h] + self.layers[h]] for h in range(self.L)
        )
        self._p: list[list[float]] = pi.tolist()
        self.solves += 1
        self.updates += 1

    def _next_action(self, s: int) -> int:
        a = draw(self._p[s], self._uniform())
        if self._ended(s, a):
            self._solve()
            a = draw(self._p[s], self._uniform())
        return a

    def start_episode(self, t: int) -> None:
        self._played = self._pi

    def act(self, h: int, x: int) -> int:
        before = self._pi
        a = self._next_action(self.first[h] + x)
        if self._pi is not before:  # the layers before h were played under the older policies
            self._played = self._played[:h] + self._pi[h:]
        return a

    def learn(self, h: int, x: int, a: int, r: float, x1: int) -> None:
        self._add(self.first[h] + x, a, r, self.first[h + 1] + x1)

    def _add(self, s: int, a: int, r: float, s1: int) -> None:
        self.N[s, a] += 1
        self.N3[s, a, s1] += 1
        self.R[s, a] += r
        self.t += 1

    def policy(self) -> Tables:
        """Per layer the policy that was in force there in this episode."""
        return self._played

    def end_episode(self, t: int) -> None:
        if self.reset == "step":
            s = self.first[self.L]
            self._add(s, self._next_action(s), 0.0, 0)
