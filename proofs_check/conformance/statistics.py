"""Play against chance: e-values for the actions, transitions and rewards of a trace.

An e-value is a nonnegative statistic of mean at most 1 if the trace is a run of Algorithm 1 on the
MDP. By Markov's inequality it reaches K/alpha with probability at most alpha/K, so that the largest
of K e-values reaches K/alpha with probability at most alpha.

Every e-value here is a likelihood ratio. Outcomes y of one context, such as the successors of a
pair (x,a), have known probabilities p(y); they are compared with the rule of succession, which
predicts the next outcome by (n(y) + 1)/(n + m) from the n before it, m being possible:
    E = (m-1)! prod_y n(y)! / (n+m-1)! / prod_y p(y)^n(y).
Contexts multiply, each with its own e-value: its predictions only use what came before. With the
preceding outcome as part of the context, E grows if noise repeats. (The reward and the transition
of one step may depend on each other: the paper does not say.)
A reward in {0, 1} has the probabilities r and 1 - r. In general R has mean r, and with q predicted
the factor is R q/r + (1 - R) (1 - q)/(1 - r), of mean 1 as well; the first reward that is neither 0
nor 1 is the last of its pair that counts. Logarithms are enclosed (Arb); only their lower ends
decide.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from flint import arb, ctx, fmpq

from proofs_check.arithmetic import ONE, Q, to_q
from reference.mdp import LayeredMDP
from reference.trace.records import EpisodeRecord, EpochRecord, Header, Record

ALPHA = Q(1, 10**9)  # the probability of a false alarm
BITS = 128
FAMILIES = {
    "actions": "the actions, given pi_i",
    "successive actions": "the actions, given pi_i and the action before",
    "transitions": "the transitions, given P",
    "successive transitions": "the transitions, given P and the successor before",
    "rewards": "the rewards, given r",
    "successive rewards": "the rewards, given r and the reward before",
}
Pair = tuple[int, ...]


@dataclass(frozen=True)
class Improbable:
    """E-value above `limit`, that is too large; `power` is the largest whole k with e >= 10^k
    for certain."""

    family: str
    power: int
    limit: int

    def __str__(self) -> str:
        return (
            f"{FAMILIES[self.family]}, have an e-value of at least 10^{self.power}, above "
            f"the limit {self.limit:.2g}, which a run of Algorithm 1 reaches with a "
            f"probability below {ALPHA}"
        )


class EValue:
    """Outcomes of one family by context, and the logarithm of their probability."""

    def __init__(self) -> None:
        self.counts: dict[Any, list[int]] = {}
        self.log_p = arb(0)
        self.before: dict[Any, int] = {}  # the last outcome of a context

    def see(self, context: Any, m: int, y: int, p: Q) -> None:
        """Count outcome y of m possible ones, of probability p."""
        self.counts.setdefault(context, [0] * m)[y] += 1
        self.log_p += _log(p)

    def end(self, context: Any, r: Q, mean: Q) -> None:
        """Count a reward in (0, 1), the last of its pair."""
        zeros, ones = self.counts.setdefault(context, [0, 0])
        q = Q(ones + 1, zeros + ones + 2)
        self.log_p -= _log(r * q / mean + (1 - r) * (1 - q) / (1 - mean))

    def log_e(self) -> arb:
        """Return the logarithm of the product of all contexts' e-values."""
        total = -self.log_p
        for counts in self.counts.values():
            m, n = len(counts), sum(counts)
            total += arb(m).lgamma() - arb(n + m).lgamma()
            for k in counts:
                total += arb(k + 1).lgamma()
        return total


class Statistics:
    """Counts the records of a trace; `found` is what is improbable, at the end."""

    def __init__(self, mdp: LayeredMDP | None, alpha: Q = ALPHA) -> None:
        self.mdp = mdp.to_exact() if mdp is not None else None
        self.alpha = alpha
        self.e_values = {family: EValue() for family in FAMILIES}
        self.pi: Any = None
        self.other: set[Pair] = set()  # pairs with a reward that is neither 0 nor 1

    def seen(self, records: Iterable[Record]) -> Iterator[Record]:
        """Yield the records, unchanged."""
        for record in records:
            if isinstance(record, Header):
                self.head, self.tolerance = record, to_q(record.tolerance)
                self.mdp = record.mdp if self.mdp is None else self.mdp
                self.pi = [[[Q(1, record.A)] * record.A] * X for X in record.layers[:-1]]
            elif isinstance(record, EpochRecord) and record.i > 1:
                self.pi = record.tables.get("pi")  # what q_hat_i implies is not tested
            elif isinstance(record, EpisodeRecord):
                with ctx.workprec(BITS):
                    self._episode(record)
            yield record

    def _episode(self, record: EpisodeRecord) -> None:
        """Count an episode. Steps that no MDP of these sizes has are left to the rules `state` and
        `action`."""
        sizes = zip(record.x, record.a, self.head.layers, strict=False)  # layers has x_L besides
        if not all(0 <= x < X_h and 0 <= a < self.head.A for x, a, X_h in sizes):
            return
        steps = zip(record.x, record.a, record.r, [*record.x[1:], 0], strict=True)
        for h, (x, a, r, x1) in enumerate(steps):
            if self.pi is not None:
                self._action(h, x, a)
            if self.mdp is not None:
                self._transition(self.mdp, h, x, a, x1, to_q(r))

    def _action(self, h: int, x: int, a: int) -> None:
        """pi_i is known up to the tolerance: a probability is taken as that much larger."""
        row = self.pi[h][x]
        possible = tuple(b for b, p in enumerate(row) if to_q(p) > self.tolerance)
        if len(possible) > 1 and a in possible:  # else rule `played` decides
            p = min(ONE, to_q(row[a]) + self.tolerance)
            y, m = possible.index(a), len(possible)
            self._see("actions", (h, possible), (h, x, possible), m, y, p)

    def _transition(self, mdp: LayeredMDP, h: int, x: int, a: int, x1: int, r: Q) -> None:
        """Count a step. Successors of probability 0, and rewards against a mean of 0 or 1, break a
        rule."""
        P, mean, pair = mdp.P[h][x, a], to_q(mdp.r[h][x, a]), (h, x, a)
        possible = [y for y, p in enumerate(P) if p > 0]
        if len(possible) > 1 and P[x1] > 0:
            y, m = possible.index(x1), len(possible)
            self._see("transitions", pair, pair, m, y, to_q(P[x1]))
        if not 0 < mean < 1 or not 0 <= r <= 1 or pair in self.other:
            return
        if 0 < r < 1:
            self.other.add(pair)
            self.e_values["rewards"].end(pair, r, mean)
            last = self.e_values["successive rewards"]
            last.end((pair, last.before.get(pair)), r, mean)
        else:
            self._see("rewards", pair, pair, 2, int(r), mean if r else 1 - mean)

    def _see(self, family: str, context: Any, key: Any, m: int, y: int, p: Q) -> None:
        """Count outcome y of m in its context, and in `key` with the outcome before it."""
        self.e_values[family].see(context, m, y, p)
        after = self.e_values[f"successive {family}"]
        after.see((key, after.before.get(key)), m, y, p)
        after.before[key] = y

    def found(self) -> Improbable | None:
        """Return the first family whose e-value is too large, for certain."""
        with ctx.workprec(BITS):
            least = _log(len(FAMILIES) / self.alpha)
            for family, e_value in self.e_values.items():
                log_e = e_value.log_e()
                if log_e > least:  # for all numbers of both balls
                    power = (log_e / arb(10).log()).lower().floor().unique_fmpz()
                    return Improbable(family, int(power or 0), int(len(FAMILIES) / self.alpha))
        return None


@lru_cache(maxsize=1 << 12)
def _log(q: Q) -> arb:
    with ctx.workprec(BITS):
        return arb(fmpq(int(q.numerator), int(q.denominator))).log()
