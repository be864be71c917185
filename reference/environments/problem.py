"""What an environment passes to a run: a layered MDP, and the map back to its own rewards.

Letters as in `reference.mdp`. The learner sees rewards in [0, 1]; `RewardMap` converts them to the
environment's own unit.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TypeVar

from reference.mdp import LayeredMDP

Number = TypeVar("Number", Fraction, float)


@dataclass(frozen=True)
class RewardMap:
    """original = scale * r + shift in each of `steps` steps of an episode; scale > 0, exact.

    `steps` is L, except after a random start (Remark 1): the first step, from the dummy x_0,
    carries no reward of the environment, so it is not shifted back and `steps` = L - 1.
    """

    scale: Fraction
    shift: Fraction
    steps: int

    @property
    def identity(self) -> bool:
        """Whether the rewards already were in [0, 1] and are unchanged."""
        return self.scale == 1 and self.shift == 0

    def learner(self, reward: Fraction) -> Fraction:
        """Return the reward in [0, 1] that represents one step's `reward` of the environment."""
        return (reward - self.shift) / self.scale

    def episode(self, total: Number) -> Number:
        """Return an episode's total (or V(pi), eq. (1)) in the environment's unit; exact if it
        is."""
        return total * self.scale + self.shift * self.steps

    def difference(self, amount: Number) -> Number:
        """Return a difference of totals, such as regret (eq. (2)), in the environment's unit."""
        return amount * self.scale


@dataclass(frozen=True, eq=False)
class Problem:
    """Environment at one horizon: Assumption 1's MDP and what is needed to report on it.

    The distribution of the realised rewards is not part of the problem: it is a reading (R-13,
    `reward-law`, Bernoulli by default), and the regret depends on the means only.
    """

    name: str
    mdp: LayeredMDP
    reward_map: RewardMap
    description: str

    def __repr__(self) -> str:
        return f"<Problem {self.name}: {self.description}; {self.mdp!r}>"


def unchanged(mdp: LayeredMDP) -> RewardMap:
    """Return the map of an environment whose rewards already lie in [0, 1]."""
    return RewardMap(Fraction(1), Fraction(0), mdp.L)
