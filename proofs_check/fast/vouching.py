"""Every rule on a block of episodes at once: either nothing is wrong with it, or there is no
answer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from proofs_check.arithmetic.limbs import LIMB, limbs
from proofs_check.fast.episode_lines import Episodes, Ints
from proofs_check.fast.flat_counters import FlatCounters

if TYPE_CHECKING:
    from proofs_check.conformance.policy_rules import Policy
    from proofs_check.conformance.replay import Replay

SIMPLE = 100  # bits of a reward sum's denominator up to which blocks with decimal rewards are added
POWERS = np.array([float(10**k) for k in range(23)])  # exact


@dataclass(frozen=True)
class Vouched:
    """Block of episodes on which every rule holds, as it counts: n_i of every pair, n3_i of every
    triple, the limbs of the reward sums, and the steps at states whose pi_i is known."""

    episodes: int
    steps: int
    known: int
    n: Ints
    n3: Ints
    sums: Ints


def rewards_of(block: Episodes) -> Any:
    """Return the rewards as doubles. Numerator and power of ten are exact: the quotient is the
    double nearest to the decimal."""
    whole = block.r.astype(float)
    return whole if block.decimals is None else whole / POWERS[block.decimals]


class Vouching:
    """Rules of replay.py on blocks of episodes. It reads the replay and changes nothing in it."""

    def __init__(self, replay: Replay, counters: FlatCounters) -> None:
        self.replay, self.counters = replay, counters
        layers = replay.head.layers
        self.X = np.array(layers[:-1])
        self.X_next = np.array(layers[1:])
        self.policy: Policy | None = None
        possible = replay.possible
        if possible is not None:
            flat = [v for P in possible.can for of_x in P for row in of_x for v in row]
            self.can = np.array(flat)
            means = [v for of_h in possible.fixed for row in of_h for v in row]
            self.fixed = np.array([-1 if v is None else int(v) for v in means])

    def vouch(self, block: Episodes) -> Vouched | None:
        """Return what to count if every rule certainly holds for these episodes, else None."""
        c, A, pi = self.counters, self.replay.head.A, self.replay.pi
        if pi is None or not self._in_order(block):
            return None
        if (block.x >= self.X).any() or (block.a >= A).any():
            return None
        pair = block.x * A + block.a + c.first_pair
        triple = (block.x * A + block.a) * self.X_next + c.first_triple
        triple[:, :-1] += block.x[:, 1:]  # x_L is state 0
        self._adopt(pi)
        sums = self._sums(block, pair)
        if sums is None or not self.playable[pair].all():
            return None
        if not self._possible(block, pair, triple):
            return None
        n = np.bincount(pair.ravel(), minlength=c.pairs)
        if self._epoch_missing(n, pair[-1]):
            return None
        n3 = np.bincount(triple.ravel(), minlength=c.triples)
        return Vouched(len(block), pair.size, int(self.known[pair].sum()), n, n3, sums)

    def _in_order(self, block: Episodes) -> bool:
        """Whether these are the next episodes, at most to T, and no epoch is due before them."""
        replay, head = self.replay, self.replay.head
        if replay.due or head.choices["trigger"] != "max1":
            return False
        last = replay.t + len(block)
        return last <= head.T and np.array_equal(block.t, np.arange(replay.t + 1, last + 1))

    def _epoch_missing(self, n: Ints, last: Ints) -> bool:
        """Whether the trigger is true before the last episode of the block, which visits `last`."""
        before_last = n.copy()
        before_last[last] -= 1
        return bool((before_last >= self.counters.missing()).any())

    def _adopt(self, pi: Policy) -> None:
        """Look up the actions that pi_i plays, once per epoch."""
        if pi is self.policy:
            return
        self.policy, A = pi, self.replay.head.A
        rows = [row for of_h in pi for row in of_h]
        flat = [[True] * A if row is None else [self.replay.plays(p) for p in row] for row in rows]
        self.playable = np.array(flat).ravel()
        self.known = np.repeat([row is not None for row in rows], A)

    def _sums(self, block: Episodes, pair: Ints) -> Ints | None:
        """Check rule `reward`; return the limbs of each pair's sum of rewards, None in doubt."""
        c = self.counters
        if block.decimals is None:
            if block.r.max() > 1:
                return None
            visits = np.bincount(pair[block.r > 0], minlength=c.pairs)
            return np.array([visits << LIMB, 0 * visits])
        if c.longest_sum > SIMPLE:
            return None
        r = rewards_of(block)
        parts = limbs(r) if r.max() <= 1 else None
        if parts is None:
            return None
        where = pair.ravel()
        return np.array([np.bincount(where, v.ravel(), c.pairs) for v in parts], np.int64)

    def _possible(self, block: Episodes, pair: Ints, triple: Ints) -> bool:
        """Check rule `possible`."""
        if self.replay.possible is None:
            return True
        fixed = self.fixed[pair]
        if block.decimals is not None and (fixed >= 0).any():
            return False
        right = (fixed < 0) | (fixed == block.r)
        return bool(self.can[triple].all() and right.all())
