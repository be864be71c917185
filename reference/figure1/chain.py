"""What UCRL, UCRL2 and SCAL share on the continuing chain: states, counters and the step clock."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from math import inf

import numpy as np

from reference.figure1.learner import Learner
from reference.mdp import Array, Tables
from reference.simulator import draw
from reference.support.errors import PreconditionError

TAU = ("must lie in (0, 1]", lambda tau: 0 < tau <= 1)
"""The rule of the option tau."""
MAX_ITERATIONS = 1_000_000
"""Extended value iteration gives up after this many iterations."""


def cut(v: Array, c: float) -> Array:
    """Return min{v(s), min v + c}, whose span is at most c."""
    below: Array = np.minimum(v, v.min() + c)
    return below


def value_iteration(
    r: Array, best: Callable[[Array], Array], accuracy: float, tau: float, span: float = inf
) -> tuple[Array, Array]:
    """Iterate u <- cut(v, span), v = max_a { r(s, a) + best(u)(s, a) }, best the largest p . u over
    the plausible p, until max(u' - u) - min(u' - u) < accuracy.

    r and best(u) are (S, A). `tau` < 1 is the aperiodicity transform p <- tau p + (1 - tau)
    1[s' = s] (Puterman 1994, Sec. 8.5.4) with rewards left alone: gains and optimal policies stay
    the same. Returns Q (S, A) and the u (S,) that it was computed from. Raises PreconditionError if
    it does not stop.
    """
    u: Array = np.zeros(len(r))
    for _ in range(MAX_ITERATIONS):
        Q = r + tau * best(u) + (1 - tau) * u[:, None]
        u1 = cut(Q.max(axis=1), span)
        difference = u1 - u
        if difference.max() - difference.min() < accuracy:
            return Q, u
        u = u1 - u1.min()  # a constant shift: changes neither differences nor maximisers
    raise PreconditionError("tau", tau, f"value iteration did not stop in {MAX_ITERATIONS} rounds")


class Chain(Learner):
    """Learner of the continuing chain, in which x_L leads back to x_0; its clock t counts steps.

    reset = "merged": x_L is x_0, an episode is L steps, S = X - 1. reset = "step": x_L is a
    separate state with A actions and reward 0, an episode is L + 1 steps, S = X; the learner has to
    discover this. Epochs may end within an episode: a subclass decides when in `_ended`, and what
    is played next in `_solve`.
    """

    reset = "merged"

    def __post_init__(self) -> None:
        super().__post_init__()
        merged = self.reset == "merged"
        # State (h, x) is s = first[h] + x; x_L is s = 0 or, with reset = "step", the last one.
        self.first = [sum(self.layers[:h]) for h in range(self.L)]
        self.first.append(0 if merged else self.X - 1)
        self.S = S = self.X - 1 if merged else self.X
        self.t = 1  # the step clock
        self.N = np.zeros((S, self.A), dtype=np.int64)  # visits up to now
        self.N3 = np.zeros((S, self.A, S), dtype=np.int64)
        self.R = np.zeros((S, self.A))
        self._solve()
        self.updates = 0
        self._played = self._pi

    @abstractmethod
    def _solve(self) -> None:
        """Begin a new epoch at step t: `_play` its policy."""

    @abstractmethod
    def _ended(self, s: int, a: int) -> bool:
        """Return whether the epoch ends before (s, a) is taken."""

    def _play(self, pi: Array) -> None:
        """Follow pi, (S, A), from now on."""
        self._follow(tuple(np.split(pi[: self.X - 1], self.first[1 : self.L])))
        self._p_of_s: list[list[float]] = pi.tolist()
        self.solves += 1
        self.updates += 1

    def _next_action(self, s: int) -> int:
        a = draw(self._p_of_s[s], self._uniform())
        if self._ended(s, a):
            self._solve()
            a = draw(self._p_of_s[s], self._uniform())
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
        """Return, for each layer, the policy that was in force there in this episode."""
        return self._played

    def end_episode(self, t: int) -> None:
        if self.reset == "step":
            s = self.first[self.L]
            self._add(s, self._next_action(s), 0.0, 0)
