"""Every rule on a block of episodes at once: either nothing is wrong with it, or there is no
answer."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from proofs_check.conformance.fast.episode_lines import Episodes, Ints
from proofs_check.conformance.fast.flat_counters import LIMB, FlatCounters, limbs

if TYPE_CHECKING:
    from proofs_check.conformance.policy_rules import Policy
    from proofs_check.conformance.replay import Replay

SIMPLE = 100  # bits of a reward sum's denominator up to which blocks with decimal rewards are added
POWERS = np.array([float(10**k) for k in range(23)])  # exact


class Vouching:
    """`vouch` checks the rules of replay.py on blocks, and counts those it vouches for."""

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

    def vouch(self, block: Episodes, line: int) -> bool:
        """True: every rule holds for these episodes, the first at `line`, and they have been
        counted. False: nothing is known and nothing has changed."""
        replay, c, head, k = self.replay, self.counters, self.replay.head, len(block)
        if replay.due or replay.pi is None or head.choices["trigger"] != "max1":
            return False
        t = replay.t + k
        if t > head.T or not np.array_equal(block.t, np.arange(replay.t + 1, t + 1)):
            return False
        if (block.x >= self.X).any() or (block.a >= head.A).any():
            return False
        pair = block.x * head.A + block.a + c.first_pair
        triple = (block.x * head.A + block.a) * self.X_next + c.first_triple
        triple[:, :-1] += block.x[:, 1:]  # x_L is state 0
        self._adopt(replay.pi)
        if not self.playable[pair].all():
            return False
        sums = self._sums(block, pair)
        if sums is None or not self._possible(block, pair, triple):
            return False
        n = np.bincount(pair.ravel(), minlength=c.pairs)
        before_last = n.copy()
        before_last[pair[-1]] -= 1
        missing = c.missing()
        if (before_last >= missing).any():  # an epoch is missing within the block
            return False
        c.add(n, np.bincount(triple.ravel(), minlength=c.triples), sums)
        replay.t = replay.outcome.episodes = t
        replay.line = line + k - 1
        replay.due = replay.owed()
        self._applied(pair, k)
        return True

    def _adopt(self, pi: Policy) -> None:
        """The actions that pi_i plays, looked up once per epoch."""
        if pi is self.policy:
            return
        self.policy, A = pi, self.replay.head.A
        rows = [row for of_h in pi for row in of_h]
        flat = [[True] * A if row is None else [self.replay.plays(p) for p in row] for row in rows]
        self.playable = np.array(flat).ravel()
        self.known = np.repeat([row is not None for row in rows], A)

    def _sums(self, block: Episodes, pair: Ints) -> Ints | None:
        """Rule `reward`, and the limbs of the sums of each pair's rewards; None in doubt."""
        c = self.counters
        if block.decimals is None:
            if block.r.max() > 1:
                return None
            visits = np.bincount(pair[block.r > 0], minlength=c.pairs)
            return np.array([visits << LIMB, 0 * visits])
        if c.longest_sum > SIMPLE:
            return None
        # Numerator and power of ten are exact: the quotient is the double nearest to the decimal.
        r = block.r / POWERS[block.decimals]
        parts = limbs(r) if r.max() <= 1 else None
        if parts is None:
            return None
        where = pair.ravel()
        return np.array([np.bincount(where, v.ravel(), c.pairs) for v in parts], np.int64)

    def _possible(self, block: Episodes, pair: Ints, triple: Ints) -> bool:
        """Rule `possible`."""
        if self.replay.possible is None:
            return True
        fixed = self.fixed[pair]
        if block.decimals is not None and (fixed >= 0).any():
            return False
        right = (fixed < 0) | (fixed == block.r)
        return bool(self.can[triple].all() and right.all())

    def _applied(self, pair: Ints, k: int) -> None:
        applied, steps = self.replay.outcome.instances, pair.size
        for rule in ("order", "epoch-missing", "episode-number"):
            applied[rule] += k
        for rule in ("state", "action", "reward"):
            applied[rule] += steps
        applied["played"] += int(self.known[pair].sum())
        if self.replay.possible is not None:
            applied["possible"] += steps
