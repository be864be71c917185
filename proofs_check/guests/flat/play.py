"""Play against chance on flat states: actions given the recorded policies, transitions and rewards
given the MDP (the kit knows it), PSRL's draws given the posterior.

It is the test of statistics.py with one layer of S states, whose successors are S states again. The
plan of an episode has a policy for each of its steps.

Numbers of PSRL's draws are uniform, each at its distribution function. e^{s u} s / (e^s - 1) has
mean 1. They are betted on for each pair alone, all together, and by their order in a plan: each
action of a state has the largest of its numbers with probability 1/A, whatever the posterior.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from proofs_check.conformance import strata
from proofs_check.conformance.statistics import (
    EPISODE_1,
    OPENING,
    Statistics,
    Steps,
    table_in_doubles,
)
from reference.guests.flat.flat_mdp import FlatMDP
from reference.guests.flat.flat_records import (
    EpisodePolicyRecord,
    FlatHeader,
    PlanRecord,
    PolicyRecord,
    StepsRecord,
)

Doubles = NDArray[np.float64]
OFF = 1e-6  # of distribution functions in doubles, more than they lose
MOST_DRAWS = 200_000  # of a kind, the first of the trace
KINDS = ("transitions", "rewards")


def tilted_uniform(u: Doubles) -> Doubles:
    """Return the logarithms of the factors of uniform numbers, one for each tilt, less what a
    distribution function in doubles may be off."""
    s = strata.TILTS
    factors: Doubles = s * u[..., None] - np.log(np.expm1(s) / s) - np.abs(s) * OFF
    return factors


class FlatStatistics(Statistics):
    """Counts the records of a trace of a flat learner."""

    def __init__(self, flat: FlatMDP | None = None) -> None:
        super().__init__()
        self.flat = flat
        self.parts: list[tuple[list[int], list[int], list[int], list[float], int, int]] = []
        self.begun = self.h = 0  # the first of the policies in force; steps since the plan

    def record(self, record: object) -> None:
        """Count one record. Steps that do not exist are left to the rules."""
        if isinstance(record, FlatHeader):
            self.flat_header(record)
        elif isinstance(record, PolicyRecord):
            self._plan([record.pi], staged=False)
        elif isinstance(record, EpisodePolicyRecord):
            self._plan(list(record.pi), staged=True)
        elif isinstance(record, PlanRecord):
            self.opening = True
        elif isinstance(record, StepsRecord):
            self._steps(record)

    def flat_header(self, head: FlatHeader) -> None:
        """Take what the trace is about."""
        S, A = head.S, head.A
        stages = 1 if self.flat is None else max(1, self.flat.stages)
        X = stages * S  # state s of step h is h S + s where every step has a P of its own
        self.head, self.layers, self.A, self.tolerance = head, (X, S), A, float(head.tolerance)
        self.own = stages > 1
        self.ends = frozenset(head.options.get("terminal", ()))
        flat = self.flat
        self.P = None if flat is None else [np.asarray(flat.P, float).reshape(X, A, S)]
        self.r = None if flat is None else [np.asarray(flat.r, float).reshape(X, A)]
        self.in_first = False
        self.unknown = [np.zeros((X, A))]
        self._policy(self.unknown)
        self.staged = False
        self.kept = dict.fromkeys(KINDS, 0)
        self.by_pair = np.zeros((0, len(strata.TILTS)))
        if self.P is not None:
            self.start_counting([(X, A, S)])

    def _plan(self, pi: list[Any], staged: bool) -> None:
        """Let the steps that follow be of this plan; nothing is drawn where pi is certain."""
        self._flush()
        rows = [table_in_doubles(of_h) for of_h in pi]
        mixed = any(((of_h > self.tolerance).sum(axis=1) > 1).any() for of_h in rows)
        if self.own:
            rows = [np.tile(of_h, (self.layers[0] // self.head.S, 1)) for of_h in rows]
        if not mixed:
            rows = self.unknown
        if (len(self.policies) + len(rows)) * rows[0].size > self.most_policies():
            self._count()
        self.begun, self.staged = len(self.policies), staged and mixed
        self.policies += [[of_h] for of_h in rows]
        self.opening = True

    def _steps(self, record: StepsRecord) -> None:
        """Keep the steps of a record, to be counted with others."""
        S, A, episodic = self.head.S, self.head.A, self.head.H > 0
        if self.P is None and not any(of[0].any() for of in self.policies[self.begun :]):
            self.episodes += 1
            return
        inside = (
            all(0 <= s < S for s in record.s)
            and all(0 <= s < S for s in record.s1)
            and all(0 <= a < A for a in record.a)
        )
        rewards = [float(v) if type(v) in (int, float) else -1.0 for v in record.r]
        if not inside or not all(0 <= v <= 1 for v in rewards):
            return
        bits = OPENING * self.opening + EPISODE_1 * (self.episodes == 0)
        self.parts.append((record.s, record.a, record.s1, rewards, bits, self.h))
        self.opening, self.episodes = False, self.episodes + 1
        self.held += len(record.s)
        if episodic:
            self.h += len(record.s)
            if self.h >= self.head.H or record.s1[-1] in self.ends or not self._at_once:
                self.h = 0
        if self.held >= self.most_pending():
            self._flush()
            self._count()

    @property
    def _at_once(self) -> bool:
        """Whether plans are made in the middle of an episode."""
        return str(self.head.options.get("plan", "")).endswith("at once")

    def _flush(self) -> None:
        """Let the steps that are kept be of the plan in force."""
        for s, a, s1, r, bits, h in self.parts:
            n = len(s)
            i = np.full(n, self.begun)
            if self.staged:
                i += np.minimum(h + np.arange(n), len(self.policies) - self.begun - 1)
            stratum = np.full(n, bits)
            if not self.head.H:  # of UCRL2 the first step, not all of a record
                stratum[1:] = 0
            x = np.array(s)
            if self.own:
                x = x + self.head.S * np.minimum(h + np.arange(n), self.head.H - 1)
            columns = np.column_stack([x, s1])
            self.pending.append((columns, np.array(a)[:, None], np.array(r)[:, None], i, stratum))
        self.parts = []

    def _count(self) -> None:
        """Count what is pending."""
        if self.pending:
            x, a, r, i, stratum = map(np.concatenate, zip(*self.pending, strict=True))
            self._layer(0, Steps(x[:, 0], a[:, 0], x[:, 1], r[:, 0], i, stratum, None))
        self.pending, self.held = [], 0
        last = self.policies[self.begun :]
        self.policies, self.begun = last, 0

    def log_e(self, family: str) -> tuple[Doubles, float]:
        """Return the logarithms of a family's e-values, and a bound on what they were summed of."""
        self._flush()
        if family == "draws" and len(self.by_pair):
            of_pairs = strata.mean_over_bettors(self.by_pair)
            logs = np.array([strata.mean_of(of_pairs, len(of_pairs))])
            return logs, float(np.abs(self.by_pair).sum()) + self.sizes["pooled draws"]
        return super().log_e(family)

    def named(self, h: int, x: int, a: int | None = None) -> str:
        """Return a state or pair in words; there are no layers, perhaps steps."""
        place = super().named(h, x, a).partition(", ")[2]
        return f"step {h}, {place}" if len(self.N3) > 1 else place

    # ------------------------------------------------------------------ PSRL's draws

    def draws(self, kind: str, u: Doubles, visited: Any, kept: Any) -> None:
        """Bet on the uniform numbers (S, A) or (S, A, k) of a plan; `kept`: those that were
        drawn."""
        if self.kept[kind] >= MOST_DRAWS:
            return
        u = u.reshape(*u.shape[:2], -1)
        visited = np.broadcast_to(visited.reshape(*visited.shape[:2], -1), u.shape)
        kept = np.broadcast_to(kept.reshape(*kept.shape[:2], -1), u.shape)
        self.kept[kind] += int(kept.sum())
        s = strata.TILTS
        terms = np.where(kept[..., None], tilted_uniform(u), 0.0)
        pairs = u.shape[0] * u.shape[1]
        if not len(self.by_pair):
            self.by_pair = np.zeros((len(KINDS) * pairs, len(s)))
        start = KINDS.index(kind) * pairs
        self.by_pair[start : start + pairs] += terms.sum(axis=2).reshape(pairs, -1)
        of = [np.where(which[..., None], terms, 0.0) for which in (visited, ~visited)]
        pooled = np.concatenate(of, axis=-1).reshape(-1, 2 * len(s)).T
        self._add("pooled draws", pooled)
        whole = kept.all(axis=(1, 2))
        A = u.shape[1]
        if A > 1 and u.shape[2] and whole.any():
            largest = u[whole].mean(axis=2).argmax(axis=1)
            p = np.full((len(largest), A), 1 / A)
            self._add("ordered draws", strata.tilted_drawn(p, largest)[: len(s)])
