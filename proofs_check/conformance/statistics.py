"""Play against chance: e-values for the actions, transitions and rewards of a trace.

An e-value is a nonnegative statistic of mean at most 1 if the trace is a run of Algorithm 1 on the
MDP. E-values of runs with independent noise multiply to an e-value, and the product over more and
more runs is a supermartingale: by Ville's inequality it ever reaches K/alpha with probability at
most alpha/K, so that one of K families ever does with probability at most alpha.

Outcomes y of one context, such as the successors of a pair (x,a), have known probabilities p(y);
they are compared with the rule of succession, which predicts the next outcome by (n(y) + 1)/(n + m)
from the n before it, m being possible:
    E = (m-1)! prod_y n(y)! / (n+m-1)! / prod_y p(y)^n(y).
Contexts multiply, each with its own e-value: its predictions only use what came before. With the
preceding outcome as part of the context, E grows if noise repeats; with the step of the layer
before, if a number serves in two layers. (The reward and the transition of one step may depend on
each other: the paper does not say.)

A reward R is any number in [0, 1] of mean r. Two bettors have factors of mean 1, with what came
before at the pair; their e-values are averaged:
    R q/r + (1 - R) (1 - q)/(1 - r), q = (sum + 1)/(n + 2): the rule of succession for 0 and 1;
    1 + lambda (R - r), lambda = (mean - r)/(variance + (mean - r)^2), cut to half of what is safe.

Where an action is drawn from several, and with it a transition or a reward of 0 or 1, the two
intervals of [0, 1) into which their uniform numbers fell are known, if drawn by inversion.
With one number for both, the intervals meet; independent ones do so with a known probability p0,
against which (1 + p0)/2 is betted.

Epoch 1 has few episodes: its actions are predicted over all runs together, by the rule of
succession for each A. Where runs may depend on each other they say nothing.

Uniform numbers of few bits give each successor a probability p'(y) that is a multiple of 2^-bits:
the factor 0.1 + 0.9 p'(y)/p(y) has mean 1.

What pools would dilute has families of its own (strata.py): first visits of pairs, first episodes
of epochs, episode 1, each layer, and each state or pair alone, over which e-values are averaged.
Actions are also compared with uniform ones over what may be drawn: who plays what is improbable,
whatever it is, loses.

Logarithms are doubles; an alarm needs more than their rounding.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from proofs_check.arithmetic import Q, to_q
from proofs_check.conformance import strata
from reference.mdp import LayeredMDP
from reference.trace.records import EpisodeRecord, EpochRecord, Header, Record

ALPHA = Q(1, 10**9)  # the probability of a false alarm, of a trace or of a whole run of the kit
FAMILIES = {
    "actions": "the actions, given pi_i",
    "first actions": "the actions of epoch 1, given pi_1, over all runs",
    "successive actions": "the actions, given pi_i and the action before",
    "transitions": "the transitions, given P",
    "successive transitions": "the transitions, given P and the successor before",
    "rewards": "the rewards, given r",
    "successive rewards": "the rewards, given r and the reward before",
    "later actions": "the actions, given pi_i and the step of the layer before",
    "later transitions": "the transitions, given P and the reward of the layer before",
    "later rewards": "the rewards, given r and the reward of the layer before",
    "shared transitions": "the transitions, given the numbers by which actions were drawn",
    "shared rewards": "the rewards, given the numbers by which actions were drawn",
    "coarse transitions": "the transitions, given P, by uniform numbers of 8, 12 or 16 bits",
    "even actions": "the actions, given pi_i, against uniform ones",
    "single actions": "the actions in one state, given pi_i",
    "single transitions": "the transitions of one pair, given P",
    "single rewards": "the rewards of one pair, given r",
    "layer transitions": "the transitions of one layer, given P",
    "layer rewards": "the rewards of one layer, given r",
    "first-visit transitions": "the transitions of first visits to pairs, given P",
    "first-visit rewards": "the rewards of first visits to pairs, given r",
    "opening actions": "the actions in first episodes of epochs, given pi_i",
    "opening transitions": "the transitions in first episodes of epochs, given P",
    "opening rewards": "the rewards in first episodes of epochs, given r",
    "episode-1 actions": "the actions in episode 1, given pi_1",
    "episode-1 transitions": "the transitions in episode 1, given P",
    "episode-1 rewards": "the rewards in episode 1, given r",
    "draws": "the draws of one quantity, given the posterior",
    "pooled draws": "all draws, given the posterior",
    "ordered draws": "the order of a plan's draws over the actions",
}
AT_THE_END = (
    "transitions", "successive transitions", "later transitions", "coarse transitions",
    "single transitions", "single rewards", "layer transitions", "layer rewards",
)  # fmt: skip
STRATA = ("first-visit", "opening", "episode-1")
COARSE = (8, 12, 16)
REWARDS = ("rewards", "successive rewards", "later rewards")
_TILTS = len(strata.TILTS)
BETTORS = {
    **dict.fromkeys(REWARDS, 2),
    "coarse transitions": len(COARSE),
    **{
        f"{s} {kind}": strata.SCORES * _TILTS for s in STRATA for kind in ("actions", "transitions")
    },
    **{f"{s} rewards": _TILTS for s in STRATA},
    "pooled draws": 2 * _TILTS,
    "ordered draws": _TILTS,
}  # averaged
ROUNDING = 1e-12  # relative, of the sum of all logarithms' absolute values
EACH = 1e-3  # ... and of each one, that may be 0 itself
DENSE = 1 << 20  # entries of a table of successive transitions
PENDING = 1 << 14  # episodes counted at once
ROWS = 1 << 12  # episodes that come one by one, until they are a block
MOST_FIRST = 64  # episodes of epoch 1, which has one under the default readings
POLICIES = 1 << 20  # entries of their policies
OPENING, EPISODE_1 = 1, 2  # bits: the first episode of an epoch; of the run

Doubles = NDArray[np.float64]
Ints = NDArray[np.int64]


@dataclass(frozen=True)
class Steps:
    """Steps of one layer: x, a, x', r; which policy and stratum; `past`: twice the action of the
    layer before, and 1 where its reward was large."""

    x: Ints
    a: Ints
    x1: Ints
    r: Doubles
    i: Ints
    stratum: Ints
    past: Ints | None


@dataclass(frozen=True)
class Improbable:
    """E-value above `limit`, that is too large; `power` is the largest whole k with e >= 10^k
    for certain. `runs`: of how many runs it is the product. `player`: what reaches it so rarely."""

    family: str
    power: int
    limit: int
    runs: int = 1
    player: str = "a run of Algorithm 1"
    where: str = ""  # where most of it comes from, if a single trace says so

    def __str__(self) -> str:
        whole = f" in {self.runs} runs together" if self.runs > 1 else ""
        most = f" (most in {self.where})" if self.where else ""
        return (
            f"{FAMILIES[self.family]}{most}, have an e-value of at least 10^{self.power}{whole}, "
            f"above the limit {self.limit:.2g}, which {self.player} reaches with a probability "
            f"below {ALPHA}"
        )


class Accumulated:
    """Logarithms of the e-values of at most `most` runs, by family and bettor. Half is bet on their
    product, and half on one run alone, each with the same share; all on one alone, if the runs'
    noise may depend on each other: then products mean nothing."""

    def __init__(self, most: int = 1, independent: bool = True) -> None:
        self.runs, self.most, self.independent = 0, most, independent
        self.first: dict[int, Ints] = {}  # A -> how often each action was drawn from pi_1
        self.alone = dict.fromkeys(
            FAMILIES, 0.0
        )  # sum of the e-values of single runs, at most e700
        self.logs = {family: np.zeros(BETTORS.get(family, 1)) for family in FAMILIES}
        self.sizes = dict.fromkeys(FAMILIES, 0.0)  # of what was added: bounds the rounding

    def add(self, statistics: Statistics) -> None:
        """Multiply by the e-values of another run."""
        self.runs += 1
        for family in FAMILIES:
            log, size = statistics.log_e(family)
            self.logs[family] += log
            self.sizes[family] += size
            loss = ROUNDING * size + 1e-9
            self.alone[family] += math.exp(min(_mean_log(log) - loss, 700.0))
        self._first(statistics)

    def _first(self, statistics: Statistics) -> None:
        """Multiply by the e-value of the next run's actions in epoch 1."""
        if not statistics.first or statistics.A < 2 or not self.independent:
            return
        A, drawn = statistics.A, np.concatenate(statistics.first)
        old = self.first.get(A, np.zeros(A, np.int64))
        new = old + np.bincount(drawn, minlength=A)
        self.first[A] = new
        log_p = math.log(min(1.0, 1 / A + statistics.tolerance))
        gain, told = _log_succession(new) - _log_succession(old), -len(drawn) * log_p
        self.logs["first actions"] += gain + told
        self.sizes["first actions"] += abs(gain) + abs(told)

    def found(self, alpha: Q = ALPHA) -> Improbable | None:
        """Return the first family whose e-value is too large, for certain."""
        limit = len(FAMILIES) / alpha
        for family, logs in self.logs.items():
            log_e = _mean_log(logs) - ROUNDING * self.sizes[family] - 1e-9
            if self.most > 1:
                alone = math.log(max(self.alone[family], 1e-300) / self.most)
                log_e = max(log_e, alone) - math.log(2) if self.independent else alone
            if log_e > math.log(limit):
                return Improbable(family, math.floor(log_e / math.log(10)), int(limit), self.runs)
        return None


class Statistics:
    """Counts the records of a trace; `found` is what is improbable, at the end."""

    def __init__(self, mdp: LayeredMDP | None = None, alpha: Q = ALPHA) -> None:
        self.mdp, self.alpha = mdp, alpha
        self.logs = {family: np.zeros(BETTORS.get(family, 1)) for family in FAMILIES}
        self.sizes = dict.fromkeys(FAMILIES, 0.0)
        self.actions: dict[Any, Ints] = {}  # family and context -> outcomes
        self.last_action: dict[Any, int] = {}
        self.after_transition: Counter[tuple[int, int]] = Counter()  # where there are too many for
        self.dense: dict[int, Ints] = {}  # ... a table per layer
        self.policies: list[list[Doubles]] = []  # of the episodes that are pending
        self.pending: list[tuple[Ints, Ints, Doubles, Ints, Ints]] = []  # ... which policy, stratum
        self.rows: list[tuple[list[int], list[int], list[Any]]] = []  # episodes one by one
        self.held = 0
        self.opening, self.episodes = True, 0
        self.by_state: dict[tuple[int, int], float] = {}  # logarithms of single actions
        self.first: list[Ints] = []  # the actions of epoch 1
        self.in_first = True

    # ------------------------------------------------------------------ records

    def seen(self, records: Iterable[Record]) -> Iterator[Record]:
        """Yield the records, unchanged."""
        for record in records:
            self.record(record)
            yield record

    def record(self, record: object) -> None:
        """Count one record. Steps that no MDP of these sizes has are left to the rules."""
        if isinstance(record, Header):
            self.header(record)
        elif isinstance(record, EpochRecord) and record.i > 1:
            self.take_rows()
            self.in_first, self.opening = False, True
            pi = record.tables.get("pi")  # what q_hat_i implies is not tested
            self._policy(self.unknown if pi is None else [table_in_doubles(of_h) for of_h in pi])
        elif isinstance(record, EpisodeRecord):
            sizes = zip(record.x, record.a, self.layers, strict=False)  # layers has x_L besides
            r: list[Any] = record.r
            if not {int, float}.issuperset(map(type, r)):
                r = [to_q(v) for v in r]
            inside = all(0 <= x < X_h and 0 <= a < self.A for x, a, X_h in sizes)
            if inside and 0 <= min(r) and max(r) <= 1:
                self.rows.append((record.x, record.a, r))
                if len(self.rows) >= ROWS:
                    self.take_rows()

    def take_rows(self) -> None:
        """Make a block of the episodes that came one by one."""
        if self.rows:
            x, a, r = zip(*self.rows, strict=True)
            self.rows = []
            self.block(np.array(x), np.array(a), np.array(r, dtype=np.float64))

    def header(self, head: Header) -> None:
        """Take what the trace is about."""
        self.layers, self.A, self.tolerance = head.layers, head.A, float(head.tolerance)
        mdp = self.mdp or head.mdp
        self.P = None if mdp is None else [table_in_doubles(P) for P in mdp.P]
        self.r = None if mdp is None else [table_in_doubles(r) for r in mdp.r]
        self.unknown = [np.zeros((X_h, self.A)) for X_h in self.layers[:-1]]  # nothing is drawn
        self._policy([pi + 1 / self.A for pi in self.unknown])
        shapes = [(X_h, self.A, X1) for X_h, X1 in pairwise(self.layers)]
        self.start_counting(shapes if self.P is not None else [])

    def start_counting(self, shapes: list[tuple[int, int, int]]) -> None:
        """Begin with counts of 0 in tables of these shapes (states, actions, successors), one for
        each layer."""
        self.N3 = [np.zeros(shape, np.int64) for shape in shapes]
        self.last = [np.full(X_h * A, -1) for X_h, A, _ in shapes]
        self.later = [np.zeros((2 * X_h * A, X1), np.int64) for X_h, A, X1 in shapes[1:]]
        # Of every pair, and of every pair after a small and after a large reward: n, sum, squares.
        self.money = [[np.zeros((3, X_h * A)) for X_h, A, _ in shapes]]
        self.money += [[np.zeros((3, 2 * X_h * A)) for X_h, A, _ in shapes] for _ in REWARDS[1:]]
        self.last_reward = [np.full(X_h * A, -1) for X_h, A, _ in shapes]
        self.visited = [np.zeros(X_h * A, bool) for X_h, A, _ in shapes]

    def most_policies(self) -> int:
        """Return how many entries of policies are held."""
        return POLICIES

    def most_pending(self) -> int:
        """Return how many episodes are held."""
        return PENDING

    def _policy(self, pi: list[Doubles]) -> None:
        """Let the episodes that follow be of this policy."""
        self.take_rows()
        if (len(self.policies) + 1) * sum(pi_h.size for pi_h in pi) > POLICIES:
            self._count()
        self.policies.append(pi)

    def block(self, x: Ints, a: Ints, r: Doubles) -> None:
        """Count episodes, (k, L) each, whose indices and rewards are in their ranges."""
        self.take_rows()
        if self.in_first and len(self.first) < MOST_FIRST:
            self.first.append(a[:MOST_FIRST].ravel())
        stratum = np.zeros(len(x), np.int64)
        stratum[:1] = OPENING * self.opening + EPISODE_1 * (self.episodes == 0)
        self.opening, self.episodes = False, self.episodes + len(x)
        self.pending.append((x, a, r, np.full(len(x), len(self.policies) - 1), stratum))
        self.held += len(x)
        if self.held >= PENDING:
            self._count()

    # ------------------------------------------------------------------ counting

    def _count(self) -> None:
        """Count what is pending, of all its policies at once."""
        self.take_rows()
        if self.pending:
            x, a, r, i, stratum = map(np.concatenate, zip(*self.pending, strict=True))
            past = None  # the action of the layer before, and whether its reward was large
            for h in range(len(self.layers) - 1):
                x1 = x[:, h + 1] if h + 2 < len(self.layers) else np.zeros(len(x), np.int64)
                self._layer(h, Steps(x[:, h], a[:, h], x1, r[:, h], i, stratum, past))
                large = r[:, h] > (0 if self.r is None else self.r[h][x[:, h], a[:, h]])
                past = 2 * a[:, h] + large
        self.pending, self.held = [], 0
        self.policies = self.policies[-1:]

    def _layer(self, h: int, steps: Steps) -> None:
        """Count the steps of layer h, in their order."""
        self._actions(h, steps)
        if self.P is None:
            return
        pair = steps.x * self.A + steps.a
        small = self.layers[h] * self.A < 1 << 15  # sorted by radix
        order = np.argsort(pair.astype(np.int16) if small else pair, kind="stable")
        large = None if steps.past is None else steps.past[order] % 2
        sorted_pairs, x1, r = pair[order], steps.x1[order], steps.r[order]
        self._transitions(h, sorted_pairs, x1, large)
        self._rewards(h, sorted_pairs, r, large)
        first = np.concatenate([[True], sorted_pairs[1:] != sorted_pairs[:-1]])[: len(order)]
        first &= ~self.visited[h][sorted_pairs]
        self.visited[h][sorted_pairs] = True
        self._stratum("first-visit", h, sorted_pairs[first], x1[first], r[first])
        for name, bit in (("opening", OPENING), ("episode-1", EPISODE_1)):
            of = np.flatnonzero(steps.stratum & bit)
            self._stratum(name, h, pair[of], steps.x1[of], steps.r[of])

    def _stratum(self, name: str, h: int, pair: Ints, x1: Ints, r: Doubles) -> None:
        """Bet on transitions and rewards of the steps that a stratum has in layer h."""
        if not len(pair) or self.P is None:
            return
        if (X1 := self.layers[h + 1]) > 1:
            drawn = strata.tilted_drawn(self.P[h].reshape(-1, X1)[pair], x1)
            self._add(f"{name} transitions", drawn)
        if self.r is None:
            return
        mean = self.r[h].ravel()[pair]
        inside = (mean > 0) & (mean < 1)
        if inside.any():
            n = np.ones(int(inside.sum()))
            self._add(f"{name} rewards", strata.tilted_rewards(r[inside], n, mean[inside]))

    def _add(self, family: str, terms: Doubles) -> None:
        """Add logarithms, or a row of them for each bettor."""
        self.logs[family] += terms.sum(axis=-1)
        self.sizes[family] += float(np.abs(terms).sum()) + EACH * terms.size

    def _actions(self, h: int, steps: Steps) -> None:
        """pi_i is known up to the tolerance: a probability is taken as that much larger."""
        x, a, x1, r, i, past = steps.x, steps.a, steps.x1, steps.r, steps.i, steps.past
        pi = np.stack([of_i[h] for of_i in self.policies]).reshape(-1, self.A)
        drawn = pi > self.tolerance
        row = i * self.layers[h] + x
        chosen = np.flatnonzero((drawn.sum(axis=1) > 1)[row] & drawn[row, a])
        if not len(chosen):
            return  # `played` decides what remains
        a, x1, r = a[chosen], x1[chosen], r[chosen]
        used, row = np.unique(row[chosen], return_inverse=True)
        state, pi, drawn = used % self.layers[h], pi[used], drawn[used]
        place = (np.cumsum(drawn, axis=1) - 1)[row, a]
        log_p = np.log(np.minimum(1, pi[row, a] + self.tolerance))
        self._add("even actions", -np.log(drawn.sum(axis=1))[row] - log_p)
        for name, bit in (("opening", OPENING), ("episode-1", EPISODE_1)):
            there = np.flatnonzero(steps.stratum[chosen] & bit)
            if len(there):
                rows = strata.tilted_drawn(pi[row[there]], a[there], self.tolerance)
                self._add(f"{name} actions", rows)
        for at, of in _alike(np.column_stack([state, drawn]), row):
            possible = np.flatnonzero(of[1:])
            context, m = (h, int(of[0]), tuple(possible.tolist())), len(possible)
            action, logs = place[at], log_p[at]
            together = np.zeros(len(at), np.int64)
            self._given("actions", (h, context[2]), together, action, logs, m)
            alone = self._given("single actions", context, together, action, logs, m)
            self.by_state[h, context[1]] = self.by_state.get((h, context[1]), 0.0) + alone
            before = np.concatenate([[self.last_action.get(context, m)], action[:-1]])
            self.last_action[context] = int(action[-1])
            self._given("successive actions", context, before, action, logs, m)
            if past is not None:
                self._given("later actions", context, past[chosen[at]], action, logs, m)
        if self.P is not None:
            for at, of in _alike(np.column_stack([state, pi]), row):
                self._shared(h, int(of[0]), of[1:], a[at], x1[at], r[at])

    def _given(
        self, family: str, context: Any, before: Ints, drawn: Ints, log_p: Doubles, m: int
    ) -> float:
        """Bet by the rule of succession, for each `before`, on which of m was drawn; return the
        logarithm of the factor."""
        total = 0.0
        new = np.bincount(before * m + drawn)
        new = np.append(new, np.zeros(-len(new) % m, np.int64)).reshape(-1, m)
        told = np.bincount(before, weights=log_p)
        for last in np.flatnonzero(new.any(axis=1)).tolist():
            old = self.actions.get((family, context, last))
            known = new[last] if old is None else old + new[last]
            self.actions[family, context, last] = known
            gain = _log_succession(known) - (0.0 if old is None else _log_succession(old))
            self._add(family, np.array([gain, -told[last]]))
            total += gain - float(told[last])
        return total

    def _shared(self, h: int, x: int, row: Doubles, a: Ints, x1: Ints, r: Doubles) -> None:
        """Bet that the uniform number of an action is used again."""
        ends = np.cumsum(row)
        n3 = np.zeros((self.A, self.layers[h + 1]), np.int64)
        np.add.at(n3, (a, x1), 1)
        for action in np.flatnonzero(n3.any(axis=1)).tolist():
            low, high = ends[action] - row[action], ends[action]
            P, mean = self.P[h][x, action], self.r[h][x, action]  # type: ignore[index]  # with P
            tops = np.cumsum(P)
            meets = (tops - P < high - 1e-9) & (tops > low + 1e-9) & (P > 0)
            n = n3[action]
            yes, no = _of_meeting(float(P @ meets))
            self._add("shared transitions", np.array([n @ meets * yes, n @ ~meets * no]))
            if 0 < mean < 1:  # u < r pays 1; between 0 and 1 the factor is linear: its mean is 1
                paying, unpaying = low < mean - 1e-9, high > mean + 1e-9
                yes, no = _of_meeting(float(mean * paying + (1 - mean) * unpaying))
                R = r[a == action]
                paid, unpaid = math.exp(yes if paying else no), math.exp(yes if unpaying else no)
                self._add("shared rewards", np.log(R * paid + (1 - R) * unpaid))

    def _transitions(self, h: int, pair: Ints, x1: Ints, large: Ints | None) -> None:
        """Successors of probability 0 break a rule. Pairs come sorted."""
        X1 = self.layers[h + 1]
        if X1 == 1:
            return
        self.N3[h] += np.bincount(pair * X1 + x1, minlength=self.N3[h].size).reshape(-1, self.A, X1)
        if large is not None:
            later = self.later[h - 1]
            keys = (2 * pair + large) * X1 + x1
            later += np.bincount(keys, minlength=later.size).reshape(later.shape)
        before = _before(pair, x1, self.last[h])
        keys = (pair * (X1 + 1) + before + 1) * X1 + x1
        if h not in self.dense and (self.N3[h].size * (X1 + 1)) <= DENSE:
            self.dense[h] = np.zeros(self.N3[h].size * (X1 + 1), np.int64)
        if h in self.dense:
            self.dense[h] += np.bincount(keys, minlength=self.dense[h].size)
            return
        visited, counts = np.unique(keys, return_counts=True)
        for key, n in zip(visited.tolist(), counts.tolist(), strict=True):
            self.after_transition[h, key] += n

    def _rewards(self, h: int, pair: Ints, r: Doubles, large: Ints | None) -> None:
        """Rewards against a mean of 0 or 1 break a rule. Pairs come sorted."""
        if self.r is None:
            return
        means = self.r[h].ravel()
        inside = ((means > 0) & (means < 1))[pair]
        pair, r = pair[inside], r[inside]
        if not len(pair):
            return
        mean = means[pair]
        self._add("rewards", _betted(pair, r, mean, self.money[0][h]))
        before = _before(pair, (r > mean).astype(np.int64), self.last_reward[h])
        self._after(1, h, pair, r, mean, before)
        if large is not None:
            self._after(2, h, pair, r, mean, large[inside])

    def _after(
        self, family: int, h: int, pair: Ints, r: Doubles, mean: Doubles, large: Ints
    ) -> None:
        """Bet on rewards after small (0) and after large ones (1), apart; -1: after none."""
        known = large >= 0
        groups = 2 * pair[known] + large[known]
        small = self.layers[h] * self.A < 1 << 14
        order = np.argsort(groups.astype(np.int16) if small else groups, kind="stable")
        money = self.money[family][h]
        gains = _betted(groups[order], r[known][order], mean[known][order], money)
        self._add(REWARDS[family], gains)

    # ------------------------------------------------------------------ at the end

    def log_e(self, family: str) -> tuple[Doubles, float]:
        """Return the logarithms of a family's e-values, and a bound on what they were summed of."""
        self._count()
        if family == "single actions":
            logs = np.array(list(self.by_state.values()))
            of = sum(self.layers[:-1]) if logs.size else 1
            return np.array([strata.mean_of(logs, of)]), self.sizes[family]
        if self.P is None or family not in AT_THE_END:
            return self.logs[family], self.sizes[family]
        if family == "coarse transitions":
            terms_of = [_coarsely(n.reshape(-1, n.shape[-1]), P.reshape(-1, P.shape[-1]))
                        for n, P in zip(self.N3, self.P, strict=True)]  # fmt: skip
            return np.sum([t[0] for t in terms_of], axis=0), sum(t[1] for t in terms_of)
        if family.startswith(("single", "layer")):
            return self._alone(*family.split())
        total = size = 0.0
        for log_e, terms in self._of_transitions(family):
            total += log_e
            size += terms
        return np.array([total]), size

    def _alone(self, of: str, kind: str) -> tuple[Doubles, float]:
        """Return log e of a pair or layer alone, the mean over all of them, by their counts."""
        logs, size, every = [], 0.0, 0
        for h in range(len(self.N3)):
            terms = self._transition_tilts(h) if kind == "transitions" else self._reward_tilts(h)
            every += 1 if of == "layer" else self.layers[h] * self.A
            if len(terms):
                visits = float(self.N3[h].sum())
                size += float(np.abs(terms).sum()) + EACH * visits * terms.shape[1]
                of_layer = terms.sum(axis=0, keepdims=True) if of == "layer" else terms
                logs.append(strata.mean_over_bettors(of_layer))
        if not logs:
            return np.zeros(1), 0.0
        return np.array([strata.mean_of(np.concatenate(logs), every)]), size

    def _transition_tilts(self, h: int) -> Doubles:
        """Return the logarithms of the bettors on the transitions of every visited pair."""
        X1 = self.layers[h + 1]
        counts = self.N3[h].reshape(-1, X1)
        seen = np.flatnonzero(counts.any(axis=1)) if X1 > 1 else np.zeros(0, np.int64)
        P_h = self.P[h].reshape(-1, X1)  # type: ignore[index]  # known, or nothing is counted
        return strata.tilted_counts(counts[seen], P_h[seen])

    def _reward_tilts(self, h: int) -> Doubles:
        """Return the logarithms of the bettors on the rewards of every visited pair."""
        n, total, _ = self.money[0][h]
        seen = np.flatnonzero(n)  # none, where r is not known
        mean = np.zeros(0) if self.r is None else self.r[h].ravel()[seen]
        return strata.tilted_rewards(total[seen], n[seen], mean).T

    def _of_transitions(self, family: str) -> Iterator[tuple[float, float]]:
        """Yield log e of every context, and how much was summed."""
        P = self.P or []
        if family != "successive transitions":
            twice = 1 if family == "transitions" else 2
            counts = self.N3 if twice == 1 else self.later
            for of_h, P_h in zip(counts, P[-len(counts) :] if counts else (), strict=True):
                rows = of_h.reshape(-1, of_h.shape[-1])
                p = np.repeat(P_h.reshape(-1, rows.shape[1]), twice, axis=0)
                yield from map(_against, rows, p)
            return
        for h, table in self.dense.items():
            X1 = self.layers[h + 1]
            after = table.reshape(-1, X1 + 1, X1)
            for pair, last in np.argwhere(after.any(axis=2)).tolist():
                yield _against(after[pair, last], P[h].reshape(-1, X1)[pair])
        by: dict[tuple[int, int], Ints] = {}
        for (h, key), times in self.after_transition.items():
            context, y = divmod(key, self.layers[h + 1])
            row = by.setdefault((h, context), np.zeros(self.layers[h + 1], np.int64))
            row[y] += times
        for (h, context), row in by.items():
            X1 = self.layers[h + 1]
            yield _against(row, P[h].reshape(-1, X1)[context // (X1 + 1)])

    def found(self, alpha: Q | None = None) -> Improbable | None:
        """Return the first family whose e-value is too large, for certain."""
        alone = Accumulated()
        alone.add(self)
        found = alone.found(self.alpha if alpha is None else alpha)
        return found and replace(found, where=self.most(found.family))

    def most(self, family: str) -> str:
        """Return the state or pair whose own e-value is largest, of the kind of a family."""
        if family.endswith("actions"):
            if not self.by_state:
                return ""
            return self.named(*max(self.by_state, key=self.by_state.__getitem__))
        best, where = 0.0, ""
        if self.P is None or not family.endswith(("transitions", "rewards")):
            return ""
        for h in range(len(self.N3)):
            counts = self.N3[h].reshape(-1, self.layers[h + 1]).any(axis=1)
            transitions = family.endswith("transitions")
            seen = counts if transitions else self.money[0][h][0] > 0
            terms = self._transition_tilts(h) if transitions else self._reward_tilts(h)
            if len(terms):
                logs = strata.mean_over_bettors(terms)
                k = int(logs.argmax())
                if logs[k] > best:
                    best = float(logs[k])
                    where = self.named(h, *divmod(int(np.flatnonzero(seen)[k]), self.A))
        return where

    def named(self, h: int, x: int, a: int | None = None) -> str:
        """Return a state or pair in words."""
        action = "" if a is None else f", action {a}"
        return f"layer {h}, state {x}{action}"


def table_in_doubles(table: Any) -> Doubles:
    """Return one layer's table, of numbers of any kind."""

    def read(v: Any) -> Any:
        return [read(w) for w in v] if isinstance(v, list) else float(to_q(v))

    plain = np.array(table)
    if plain.dtype.kind in "if":  # JSON numbers
        return plain.astype(np.float64)
    return np.array(read(table.tolist() if isinstance(table, np.ndarray) else table))


def _alike(rows: NDArray[Any], of: Ints) -> Iterator[tuple[Ints, NDArray[Any]]]:
    """Yield each different row, after the places, in order, at which `of` has its number."""
    different, which = np.unique(rows, axis=0, return_inverse=True)
    which = which.reshape(-1)[of]
    order, ends = np.argsort(which, kind="stable"), np.cumsum(np.bincount(which))
    for row, end, start in zip(different, ends, [0, *ends], strict=False):
        yield order[start:end], row


def _of_meeting(p0: float) -> tuple[float, float]:
    """Return the logarithms of what a bet on a meeting of probability p0 pays and loses."""
    if not 1e-6 < p0 < 1 - 1e-6:
        return 0.0, 0.0
    q = (1 + p0) / 2
    return math.log(q / p0), math.log((1 - q) / (1 - p0))


def _log_succession(counts: Ints) -> float:
    """log of (m-1)! prod n(y)! / (n+m-1)!."""
    m, n = len(counts), int(counts.sum())
    total = math.lgamma(m) - math.lgamma(n + m)
    return total + sum(math.lgamma(k + 1) for k in counts.tolist())


def _against(counts: Ints, p: Doubles) -> tuple[float, float]:
    """log e of one context by its counts; outcomes of probability 0 are left to the rules."""
    possible = p > 0
    n, log_p = counts[possible], np.log(p[possible])
    if len(n) < 2 or not n.any():
        return 0.0, 0.0
    first, second = _log_succession(n), float(n @ log_p)
    return first - second, abs(first) + abs(second) + math.lgamma(int(n.sum()) + len(n))


def _mean_log(logs: Doubles) -> float:
    """log of the mean of e-values."""
    most = float(logs.max())
    return most + math.log(np.exp(logs - most).mean())


def _coarsely(counts: Ints, P: Doubles) -> tuple[Doubles, float]:
    """log e of rows of P by their counts, for each number of bits; and how much was summed."""
    tops, logs, size = np.cumsum(P, axis=1), [], 0.0
    tops[:, -1] = 1
    for bits in COARSE:
        steps = np.ceil(tops * 2**bits - 1e-9)
        coarse = np.diff(steps, axis=1, prepend=0) / 2**bits
        with np.errstate(divide="ignore", invalid="ignore"):
            terms = np.where(P > 0, np.log(0.1 + 0.9 * coarse / P), 0.0)
        logs.append(float((counts * terms).sum()))
        size += float(np.abs(counts * terms).sum())
    return np.array(logs), size


def _before(group: Ints, value: Ints, last: Ints) -> Ints:
    """Return the value before each one of its group, -1 for none; groups come sorted. `last` keeps
    the last ones."""
    earlier = np.concatenate([[-1], value[:-1]])
    starts = np.flatnonzero(np.concatenate([[True], group[1:] != group[:-1]]))
    earlier[starts] = last[group[starts]]
    ends = np.concatenate([starts[1:] - 1, [len(group) - 1]]) if len(group) else starts
    last[group[ends]] = value[ends]
    return earlier


def _betted(group: Ints, R: Doubles, r: Doubles, money: Doubles) -> Doubles:
    """Return the logarithms of both bettors' factors, (2, k); groups come sorted. `money` keeps n,
    the sum and the squares of each group's rewards."""
    if not len(group):
        return np.zeros((2, 0))
    starts = np.flatnonzero(np.concatenate([[True], group[1:] != group[:-1]]))
    sizes = np.diff([*starts, len(group)])
    of = group[starts]

    def before(v: Doubles, old: Doubles) -> Doubles:
        sums = np.cumsum(v) - v
        return sums - np.repeat(sums[starts], sizes) + np.repeat(old, sizes)

    n, total, squares = (
        before(v, old) for v, old in zip((np.ones_like(R), R, R * R), money[:, of], strict=True)
    )
    money[:, of] += [np.add.reduceat(v, starts) for v in (np.ones_like(R), R, R * R)]
    q = (np.clip(total, 0, n) + 1) / (n + 2)
    mean = (total + r) / (n + 1)
    variance = np.maximum((squares + 0.25) / (n + 1) - mean**2, 1e-4)
    bet = (mean - r) / (variance + (mean - r) ** 2)
    bet = np.clip(bet, -0.5 / (1 - r), 0.5 / r)
    first = R * q / r + (1 - R) * (1 - q) / (1 - r)
    return np.array([np.log(first), np.log1p(bet * (R - r))])


def tested(statistics: Statistics) -> list[str]:
    """Return what was tested, of actions, transitions, rewards and draws."""
    sizes = {family: statistics.log_e(family)[1] for family in FAMILIES}
    kinds = ("actions", "transitions", "rewards", "draws")
    return [k for k in kinds if any(size for f, size in sizes.items() if f.endswith(k))]


def play_of(statistics: Statistics | None, improbable: Improbable | None) -> str:
    """Return the verdict on the play: as recorded, improbable, or not tested, and why."""
    if statistics is None:
        return "not tested (--no-play)"
    if improbable is not None:
        return f"improbable ({improbable})"
    kinds = tested(statistics)
    if kinds:
        return f"as recorded ({', '.join(kinds)})"
    return "not tested (no action was drawn from several, and the header has no mdp)"


def judge_play(outcome: Any, statistics: Statistics | None) -> None:
    """Add to a verdict what the play shows, unless a rule is certainly broken: what is recorded is
    then not what was played by."""
    if outcome.certain is None and outcome.malformed is None:
        head = outcome.header
        algorithm = getattr(head, "algorithm", "") if head is not None else ""
        found = None if statistics is None else statistics.found()
        if found is not None and algorithm:
            found = replace(found, player=f"a run of {algorithm}")
        outcome.improbable, outcome.play = found, play_of(statistics, found)
