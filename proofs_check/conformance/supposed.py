"""Faults that are supposed and then checked: a trace is checked again as if the program had taken
other data, or another constraint, and the fault is named only if the first divergence moves on.

Stale data: the quantities of one epoch are those of the epoch before. A row's eps in the place of
eps q(x,a) in eq. (13): the deviation of q_hat(x,a,.) from P_bar q_hat(x,a) is not in proportion.
"""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from typing import Any

from proofs_check.arithmetic import Decision, Enclosure, Q, to_q
from proofs_check.conformance.counters import Counters
from proofs_check.conformance.divergence import Divergence
from proofs_check.conformance.epoch_rules import EpochChecker
from proofs_check.conformance.policy_rules import Policy
from proofs_check.conformance.replay import Replay, TierParts
from proofs_check.conformance.tolerances import within
from proofs_check.lp1.candidate import Candidate, objective_of
from proofs_check.lp1.data import LP1Data
from reference.trace.records import EpochRecord

OF_COUNTS = frozenset((
    "N", "N3", "r_bar", "P_bar", "eps", "b", "r_hat", "r_check", "V", "q_hat-radius",
    "q_hat-optimal", "pi-optimal", "value", "lp1-infeasible",
))  # fmt: skip
"""Rules about what an epoch computes of its counts."""


class StaleReplay(Replay):
    """Checks epoch `stale` by the counts of the epoch before, too: a rule holds if it does by
    either, for data may be stale in part."""

    stale = 0
    old_counts: Counters | None = None

    def judged(self, record: EpochRecord, previous: Policy | None) -> Iterator[Divergence]:
        """Yield the rules that an epoch's record breaks."""
        if self.i == self.stale - 1:
            self.old_counts = deepcopy(self.counters)
        by_old: set[str] | None = None
        if self.i == self.stale and self.old_counts is not None:
            by_old = {d.rule for d in self.checker.check(record, self.i, self.old_counts, previous)}
        for d in super().judged(record, previous):
            if by_old is None or d.rule in by_old:
                yield d


class WholeEpsChecker(EpochChecker):
    """Checks (13) with eps(x,a) in the place of eps(x,a) q(x,a)."""

    def _q_hat(
        self, lo: LP1Data, hi: LP1Data, q: Candidate, optimum: Enclosure
    ) -> Iterator[Divergence]:
        for d in super()._q_hat(lo, hi, q, optimum):
            if d.rule != "q_hat-radius" or not self._near(hi, q):
                yield d
        self.reached = objective_of(lo, hi, q)

    reached: Enclosure | None = None

    def _near(self, hi: LP1Data, q: Candidate) -> bool:
        """Whether every row deviates by at most eps."""
        for h, x, a, row in q.pairs():
            m, N = sum(row), max(1, hi.N[h][x][a])
            off = sum(abs(N * v - n * m) for v, n in zip(row, hi.N3[h][x][a], strict=True))
            if Q(off, N * q.D[h]) > hi.eps[h][x][a] + self.tolerance:
                return False
        return True

    def _certified(self, radii: object) -> Iterator[Divergence]:
        """Take the value for that of q_hat, which may exceed the optimum of LP1."""
        self.reached = None
        for d in super()._certified(radii):  # type: ignore[arg-type]  # its own radii
            if d.rule != "value" or not self._reached(self.record.value):
                yield d

    def _reached(self, value: object) -> bool:
        """Whether a recorded value is what q_hat reaches."""
        if self.reached is None:
            return False
        return within(to_q(value), self.reached, self.tolerance) is Decision.TRUE


class WholeEpsReplay(Replay):
    """Checks (13) with eps(x,a) in the place of eps(x,a) q(x,a)."""

    def __init__(self, **how: Any) -> None:
        super().__init__(**how)
        self.parts = TierParts(checker=WholeEpsChecker)


def supposed(first: Divergence) -> Iterator[tuple[str, type[Replay], dict[str, int]]]:
    """Yield what may have caused a divergence: the words, the replay that checks it, and its
    attributes."""
    if first.rule in OF_COUNTS and first.epoch > 1:
        yield f"the counts of epoch {first.epoch - 1}", StaleReplay, {"stale": first.epoch}
    if first.rule == "q_hat-radius":
        yield "eps(x,a) in the place of eps(x,a) q(x,a) in (13)", WholeEpsReplay, {}
