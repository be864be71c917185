"""Conformance: is this trace a run of Algorithm 1? Checked record by record, exactly, streaming.

From the episodes alone everything is recomputed: counters, means, radii (as enclosures), epoch
boundaries and LP1's optimum. Nothing of the tested implementation is trusted; its q_hat_i and
pi_i, which are not determined by the paper, are certified instead (epoch_rules.py).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from proofs_check.counters import Counters
from proofs_check.epoch_rules import EpochChecker, Finding, Policy
from proofs_check.exact import ONE, ZERO, Q, to_q
from proofs_check.rules import BY_ID
from reference.errors import FALSE, OK, UNDECIDED, MalformedInput
from reference.trace import EndRecord, EpisodeRecord, EpochRecord, Header, Record

MAX_TOLERANCE = Q(1, 10**6)
MAX_SUM_BITS = 1 << 16  # of a reward sum's denominator: a hostile trace could grow it for ever
KEPT = 1000  # divergences kept in full


@dataclass(frozen=True)
class Divergence:
    """Where the trace leaves Algorithm 1, or where 96 to 768 bits do not tell (`undecided`)."""

    rule: str
    line: int
    episode: int | None
    epoch: int
    layer: int | None
    state: int | None
    action: int | None
    next_state: int | None
    expected: str
    found: str
    undecided: bool = False

    @property
    def equation(self) -> str:
        """The equation or line of Algorithm 1 that is broken."""
        return BY_ID[self.rule].equation

    def __str__(self) -> str:
        names = ("episode", "epoch", "layer", "state", "action", "next_state")
        values = (self.episode, self.epoch, self.layer, self.state, self.action, self.next_state)
        where = ", ".join(
            f"{n.replace('_', ' ')} {v}"
            for n, v in zip(names, values, strict=True)
            if v is not None
        )
        return (
            f"line {self.line}, {where}: rule {self.rule} [{self.equation}]: "
            f"expected {self.expected}, found {self.found}"
        )


@dataclass
class Conformance:
    """The verdict on a trace. `instances` counts how often each rule was applied."""

    header: Header | None = None
    divergences: list[Divergence] = field(default_factory=list)
    total: int = 0
    instances: Counter[str] = field(default_factory=Counter)
    episodes: int = 0
    epochs: int = 0
    largest_gap: Q = ZERO  # of a certified q_hat_i or pi_i to LP1's optimum, upper end

    @property
    def first(self) -> Divergence | None:
        """The first certain divergence, else the first undecided one."""
        certain = [d for d in self.divergences if not d.undecided]
        return next(iter(certain or self.divergences), None)

    @property
    def verdict(self) -> str:
        """ "conforms", "does not conform", "undecided", or "vacuous" if nothing was played."""
        if any(not d.undecided for d in self.divergences):
            return "does not conform"
        if self.divergences:
            return "undecided"
        return "conforms" if self.episodes else "vacuous"

    @property
    def exit_status(self) -> int:
        """0 conforms, 1 does not, 2 undecided or vacuous."""
        return {"conforms": OK, "does not conform": FALSE}.get(self.verdict, UNDECIDED)


class _Enough(Exception):
    """Raised to end at the first certain divergence."""


def check(
    records: Iterable[Record],
    *,
    file: str = "trace",
    everything: bool = False,
    max_tolerance: Q = MAX_TOLERANCE,
    on_progress: Callable[[Conformance], None] | None = None,
) -> Conformance:
    """Hold a trace against every rule, to the first divergence or (`everything`) to the end.

    Raises what the reader raises: MalformedInput with file and line."""
    outcome = Conformance()
    replay = _Replay(outcome, file, everything, max_tolerance)
    iterator: Iterator[Record] = iter(records)
    try:
        for record in iterator:
            replay.see(record)
            if on_progress:
                on_progress(outcome)
    except _Enough:
        for _ in iterator:  # the rest must still be well-formed: a malformed file has no verdict
            pass
    return outcome


class _Replay:
    def __init__(self, outcome: Conformance, file: str, everything: bool, max_tolerance: Q) -> None:
        self.outcome, self.file, self.everything = outcome, file, everything
        self.max_tolerance = max_tolerance
        self.t, self.i = 0, 0
        self.due = False  # the trigger is true and its epoch has not come yet
        self.pi: Policy | None = None

    def see(self, record: Record) -> None:
        self.line = record.line
        if isinstance(record, Header):
            self._header(record)
        elif isinstance(record, EpochRecord):
            self._epoch(record)
        elif isinstance(record, EpisodeRecord):
            self._episode(record)
        else:
            self._end(record)

    def hold(self, rule: str, holds: bool, expected: object, found: object, *where: int) -> bool:
        """Apply a rule once; report if it does not hold."""
        self.outcome.instances[rule] += 1
        if not holds:
            self._report(Finding(rule, where, str(expected), str(found)))
        return holds

    def _report(self, f: Finding) -> None:
        h, x, a, x1 = (*f.where, None, None, None, None)[:4]
        t = self.t or None
        self.outcome.total += 1
        if len(self.outcome.divergences) < KEPT:
            found = f.found if len(f.found) <= 200 else f.found[:200] + "..."
            self.outcome.divergences.append(
                Divergence(
                    f.rule, self.line, t, self.i, h, x, a, x1, f.expected, found, f.undecided
                )
            )
        if not self.everything and not f.undecided:
            raise _Enough

    def _header(self, header: Header) -> None:
        self.head = self.outcome.header = header
        self.counters = Counters(header.layers, header.A, header.choices["trigger"])
        self.checker = EpochChecker(header, self.file)
        maximum = header.choices["trigger"] == "max1"
        self._trigger = "n_i >= max{1, N_i}" if maximum else "n_i >= N_i"
        allowed = to_q(header.tolerance) <= self.max_tolerance
        self.hold("tolerance", allowed, "at most 1/1000000", header.tolerance)
        self.hold("x_L", header.choices["x_L"] == "no-pairs", "no-pairs", header.choices["x_L"])

    def _epoch(self, record: EpochRecord) -> None:
        first = self.i == 0
        if first:
            self.hold("order", self.t == 0, "epoch 1 before episode 1", f"after episode {self.t}")
        elif self.t == self.head.T:
            solve = self.head.choices["last-trigger"] == "solve"
            self.hold("last-trigger", solve, "no epoch after episode T", f"epoch {record.i}")
        if not first:
            self.hold(
                "epoch-early", self.due, f"no new epoch: {self._trigger} nowhere", "a new epoch"
            )
        self.due = False
        self.i += 1
        self.outcome.epochs = self.i
        right = (record.i, record.t) == (self.i, self.t + 1)
        expected = f"i = {self.i}, t = {self.t + 1}"
        self.hold("epoch-number", right, expected, f"i = {record.i}, t = {record.t}")
        self.counters.start_epoch()
        previous, self.pi = self.pi, None
        for finding in self.checker.check(record, self.i, self.counters, previous):
            self.outcome.instances[finding.rule] += 1
            if not finding.holds:
                self._report(finding)
        self.pi = self.checker.adopted
        self.outcome.largest_gap = max(self.outcome.largest_gap, self.checker.gap)

    def _episode(self, record: EpisodeRecord) -> None:
        head = self.head
        self.hold("order", self.i > 0, "an epoch before the first episode", "an episode")
        self.hold("epoch-missing", not self.due, f"a new epoch: {self._trigger} somewhere", "none")
        self.t += 1
        self.outcome.episodes = self.t
        self.hold("episode-number", record.t == self.t <= head.T, self._numbers(), record.t)
        x_ok = all(
            self.hold(
                "state", 0 <= x < (head.layers[h] if h else 1), f"0..{head.layers[h] - 1}", x, h
            )
            for h, x in enumerate(record.x)
        )
        a_ok = all(
            self.hold("action", 0 <= a < head.A, f"0..{head.A - 1}", a, h)
            for h, a in enumerate(record.a)
        )
        r = [to_q(v) for v in record.r]
        for h, r_h in enumerate(r):
            self.hold("reward", ZERO <= r_h <= ONE, "a reward in [0, 1]", record.r[h], h)
        if not (x_ok and a_ok):
            self.due = False  # nothing can be counted; the boundary after it is not judged
            return
        self._played(record)
        if head.mdp is not None:
            self._possible(record, r)
        self.counters.see(record.x, record.a, r)
        for h, (x, a) in enumerate(zip(record.x, record.a, strict=True)):
            if self.counters.S[h][x][a].denominator.bit_length() > MAX_SUM_BITS:
                rule = f"the rewards' common denominator exceeds {MAX_SUM_BITS} bits"
                raise MalformedInput(self.file, self.line, f"r[{h}]", "a sum", rule)
        self.due = self.counters.triggered()
        if self.t == head.T and head.choices["last-trigger"] == "skip":
            self.due = False

    def _numbers(self) -> str:
        return f"t = {self.t}" if self.t <= self.head.T else f"no episode after T = {self.head.T}"

    def _played(self, record: EpisodeRecord) -> None:
        if self.pi is None:
            return
        for h, (x, a) in enumerate(zip(record.x, record.a, strict=True)):
            row = self.pi[h][x]
            if row is not None:
                self.hold("played", row[a] > 0, "an action with pi > 0", f"pi = {row[a]}", h, x, a)

    def _possible(self, record: EpisodeRecord, r: list[Q]) -> None:
        """A transition of probability 0 cannot happen; a mean of 0 or 1 fixes the reward."""
        mdp = self.head.mdp
        if mdp is None:
            return
        for h, (x, a, x1) in enumerate(zip(record.x, record.a, [*record.x[1:], 0], strict=True)):
            can = mdp.P[h][x, a, x1] > 0
            self.hold("possible", can, "P(x'|x,a) > 0", "P(x'|x,a) = 0", h, x, a, x1)
            mean = mdp.r[h][x, a]
            if mean in (0, 1):
                self.hold("possible", r[h] == int(mean), f"reward {mean}", record.r[h], h, x, a)

    def _end(self, record: EndRecord) -> None:
        self.hold("order", self.i > 0, "epoch 1", "the end")
        # A run may stop anywhere; only what follows episode T is fixed by R-16.
        if self.t == self.head.T and self.head.choices["last-trigger"] == "solve":
            self.hold("last-trigger", not self.due, "an epoch after episode T", "none")
        right = (record.episodes, record.epochs) == (self.t, self.i)
        expected = f"{self.t} episodes, {self.i} epochs"
        self.hold("end", right, expected, f"{record.episodes} episodes, {record.epochs} epochs")
