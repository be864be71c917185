"""What the learners made for adversarial rewards share: an update before every episode.

Their sources are FPOP, O-REPS, UC-O-REPS, UOB-REPS and its relatives, one file each. Notation:
l = 1 - r the loss, N_i the visits before epoch i, n_i those in it, q_t the occupancy measure that
episode t plays, eta the learning rate, Lam = ln(TXA/delta).
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence

import numpy as np

from reference import confidence
from reference.figure1.learner import CountingLearner
from reference.guests.kl.pairs import Pairs
from reference.mdp import Array, Tables
from reference.support.errors import PreconditionError


class Adversarial(CountingLearner):
    """Learner that updates after every episode but the last (R-16), within epochs by doubling.

    A subclass implements the lines l. n of its pseudocode in `_update`. `full_information` learners
    receive the whole table of the episode through `observe` before `end_episode`.
    """

    full_information = False

    def __post_init__(self) -> None:
        super().__post_init__()
        self.pairs = Pairs(self.layers, self.A)
        self.epochs = 1
        self.N_i = tuple(N.copy() for N in self.counts.N)

    @abstractmethod
    def _update(self, t: int) -> Tables:
        """Compute the policy of episode t + 1 from episode t's feedback."""

    def start_episode(self, t: int) -> None:
        self.x: list[int] = []
        self.a: list[int] = []
        self.r: list[float] = []
        self.r_t: Tables | None = None

    def learn(self, h: int, x: int, a: int, r: float, x1: int) -> None:
        super().learn(h, x, a, r, x1)
        self.x.append(x)
        self.a.append(a)
        self.r.append(r)

    def observe(self, r: Tables) -> None:
        """Take the reward table of the episode just played, r[h] (X_h, A)."""
        self.r_t = r

    def end_episode(self, t: int) -> None:
        if t < self.T:
            self._follow(self._update(t))
            self.solves += 1
            self.updates += 1

    def new_epoch(self) -> bool:
        """Return whether n_i(x,a) >= max{1, N_i(x,a)} for some pair; epoch i + 1 then begins, with
        new N_i."""
        doubled = any(
            bool((N - N_i >= np.maximum(1, N_i)).any())
            for N, N_i in zip(self.counts.N, self.N_i, strict=True)
        )
        if doubled:
            self.N_i = tuple(N.copy() for N in self.counts.N)
            self.epochs += 1
        return doubled

    def table(self) -> Tables:
        """Return the table given to `observe`. Raises PreconditionError without one."""
        if self.r_t is None:
            raise PreconditionError("r_t", None, "full information: observe(r) before end_episode")
        return self.r_t

    def loss(self) -> Array:
        """Return l_t = 1 - r_t, (K,)."""
        l_t: Array = 1.0 - self.pairs.join_pairs(self.table())
        return l_t

    def empirical(self) -> Tables:
        """Return P_bar_i, eq. (10), from the counts as they are when the epoch begins."""
        return confidence.empirical_transition(self.N_i, tuple(self.counts.N3))

    def weighted(self, weights: Sequence[float]) -> Array:
        """Return the losses seen on the trajectory over the L `weights`, 0 elsewhere, (K,)."""
        l_hat = np.zeros(self.pairs.K)
        for k, r, weight in zip(self.visited(), self.r, weights, strict=True):
            l_hat[k] = (1.0 - r) / weight
        return l_hat

    def visited(self) -> list[int]:
        """Return the rows of `pairs` that the trajectory visited, h = 0..L-1."""
        first = self.pairs.first
        return [
            (first[h] + x) * self.A + a for h, (x, a) in enumerate(zip(self.x, self.a, strict=True))
        ]
