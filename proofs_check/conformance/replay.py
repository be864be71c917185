"""Conformance: is this trace a run of Algorithm 1? Checked record by record, exactly, streaming.

From the episodes alone everything is recomputed: counters, means, radii (as enclosures), epoch
boundaries and LP1's optimum. Nothing of the tested implementation is trusted; its q_hat_i and
pi_i, which are not determined by the paper, are certified instead (epoch_rules.py).

Whatever the length of the trace, what is kept is the counters and one record.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from proofs_check.arithmetic import ONE, ZERO, Q, to_q
from proofs_check.conformance.counters import Counters
from proofs_check.conformance.divergence import Finding, show, text
from proofs_check.conformance.epoch_rules import EpochChecker
from proofs_check.conformance.policy_rules import Policy
from proofs_check.conformance.rules import BY_ID
from reference.mdp import LayeredMDP
from reference.support.errors import FALSE, OK, UNDECIDED, MalformedInput
from reference.trace.records import EndRecord, EpisodeRecord, EpochRecord, Header, Record

MAX_TOLERANCE = Q(1, 10**6)
MAX_SUM_BITS = 1 << 16  # of a reward sum's denominator: a hostile trace could grow it for ever
KEPT = 1000  # divergences kept in full


@dataclass(frozen=True)
class Divergence:
    """Where the trace leaves Algorithm 1, or where 384 bits do not tell (`undecided`)."""

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
    divergences: list[Divergence] = field(default_factory=list)  # the first KEPT
    total: int = 0
    certain: Divergence | None = None  # the first that is not undecided
    instances: Counter[str] = field(default_factory=Counter)
    episodes: int = 0
    epochs: int = 0
    largest_gap: Q = ZERO  # of a certified q_hat_i or pi_i to LP1's optimum, upper end

    @property
    def first(self) -> Divergence | None:
        """The first certain divergence, else the first undecided one."""
        return self.certain or next(iter(self.divergences), None)

    @property
    def verdict(self) -> str:
        """ "conforms", "does not conform", "undecided", or "vacuous" if nothing was played."""
        if self.divergences:
            return "does not conform" if self.certain else "undecided"
        return "conforms" if self.episodes else "vacuous"

    @property
    def exit_status(self) -> int:
        """0 conforms, 1 does not, 2 undecided or vacuous."""
        return {"conforms": OK, "does not conform": FALSE}.get(self.verdict, UNDECIDED)


class Enough(Exception):
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
    replay = Replay(outcome, file, everything, max_tolerance)
    announced = Announced(file)
    enough = False
    for record in records:
        announced.see(record)
        try:
            if not enough:
                replay.see(record)
        except Enough:  # the rest must still be well-formed: a malformed file has no verdict
            enough = True
        if on_progress:
            on_progress(outcome)
    return outcome


class Announced:
    """Refuses more records than the header's T announces: a trace must end. Epochs: at most one
    before each episode and one after the last."""

    def __init__(self, file: str) -> None:
        self.file, self.T, self.episodes, self.epochs = file, 0, 0, 0

    def see(self, record: Record) -> None:
        """Count one record. Raises MalformedInput."""
        if isinstance(record, Header):
            self.T = record.T
        self.episodes += isinstance(record, EpisodeRecord)
        self.epochs += isinstance(record, EpochRecord)
        if self.episodes > self.T:
            rule = f"episode-number: no episode may follow episode T = {self.T}"
            episode = f"episode {self.episodes}"
            raise MalformedInput(self.file, record.line, "episode", episode, rule)
        if self.epochs > self.T + 1:
            most = f"T = {self.T} episodes cannot have more than {self.T + 1} epochs"
            rule = f"epoch-number: {most}"
            raise MalformedInput(self.file, record.line, "epoch", f"epoch {self.epochs}", rule)


class Replay:
    """The state of one check: `see` takes the records in their order."""

    def __init__(self, outcome: Conformance, file: str, everything: bool, max_tolerance: Q) -> None:
        self.outcome, self.file, self.everything = outcome, file, everything
        self.max_tolerance = max_tolerance
        self.t, self.i = 0, 0
        self.due = False  # the trigger is true and its epoch has not come yet
        self.late = False  # ... which has been reported
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

    def hold(self, rule: str, holds: bool, expected: object, found: object, *where: int) -> None:
        """Apply a rule once; report if it does not hold."""
        self.outcome.instances[rule] += 1
        if not holds:
            self._report(Finding(rule, where, str(expected), str(found)))

    def _report(self, f: Finding) -> None:
        h, x, a, x1 = (*f.where, None, None, None, None)[:4]
        t = self.t or None
        found = f.found if len(f.found) <= 200 else f.found[:200] + "..."
        divergence = Divergence(
            f.rule, self.line, t, self.i, h, x, a, x1, f.expected, found, f.undecided
        )
        self.outcome.total += 1
        if len(self.outcome.divergences) < KEPT:
            self.outcome.divergences.append(divergence)
        if not f.undecided and self.outcome.certain is None:
            self.outcome.certain = divergence
        if not self.everything and not f.undecided:
            raise Enough

    def _header(self, header: Header) -> None:
        self.head = self.outcome.header = header
        self.counters = Counters(header.layers, header.A, header.choices["trigger"])
        self.checker = EpochChecker(header, self.file, self.outcome.instances)
        self.possible = None if header.mdp is None else Possible(header.mdp)
        maximum = header.choices["trigger"] == "max1"
        self._trigger = "n_i >= max{1, N_i}" if maximum else "n_i >= N_i"
        tolerance, most = to_q(header.tolerance), self.max_tolerance
        self.hold("tolerance", tolerance <= most, f"at most {show(most)}", show(tolerance))
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
        self.due = self.late = False
        self.i += 1
        self.outcome.epochs = self.i
        right = (record.i, record.t) == (self.i, self.t + 1)
        expected = f"i = {self.i}, t = {self.t + 1}"
        self.hold("epoch-number", right, expected, f"i = {record.i}, t = {record.t}")
        self.counters.start_epoch()
        previous, self.pi = self.pi, None
        for finding in self.checker.check(record, self.i, self.counters, previous):
            self._report(finding)
        self.pi = self.checker.adopted
        self.outcome.largest_gap = max(self.outcome.largest_gap, self.checker.gap)

    def _episode(self, record: EpisodeRecord) -> None:
        head, applied = self.head, self.outcome.instances
        self.hold("order", self.i > 0, "an epoch before the first episode", "an episode")
        missing = self.due and not self.late
        self.late |= self.due
        self.hold("epoch-missing", not missing, f"a new epoch: {self._trigger} somewhere", "none")
        self.t += 1
        self.outcome.episodes = self.t
        self.hold("episode-number", record.t == self.t, f"t = {self.t}", record.t)
        r = [to_q(v) for v in record.r]
        x_ok = self._all("state", record.x, head.layers)
        a_ok = self._all("action", record.a, [head.A] * head.L)
        applied["reward"] += head.L
        for h, r_h in enumerate(r):
            if not ZERO <= r_h <= ONE:
                self._report(Finding("reward", (h,), "a reward in [0, 1]", str(record.r[h])))
        if not (x_ok and a_ok):
            self.due = False  # nothing can be counted; the boundary after it is not judged
            return
        if self.pi is not None:
            self._played(record, self.pi)
        if self.possible is not None:
            applied["possible"] += head.L
            for finding in self.possible.check(record, r):
                self._report(finding)
        self.counters.see(record.x, record.a, r)
        if self.counters.longest_sum > MAX_SUM_BITS:
            rule = f"the common denominator of a pair's rewards exceeds {MAX_SUM_BITS} bits"
            raise MalformedInput(self.file, self.line, "r", record.r, rule)
        self.due = self.owed()

    def owed(self) -> bool:
        """Is the trigger true, and an epoch to come (R-16)?"""
        skipped = self.t == self.head.T and self.head.choices["last-trigger"] == "skip"
        return self.counters.triggered() and not skipped

    def plays(self, p: Q) -> bool:
        """Can an action of recorded probability p be played?"""
        return p > 0

    def _all(self, rule: str, found: list[int], sizes: Sequence[int]) -> bool:
        """Every index is in its range."""
        self.outcome.instances[rule] += len(found)
        sound = True
        for h, (k, size) in enumerate(zip(found, sizes, strict=False)):  # layers has x_L besides
            if not 0 <= k < size:
                sound = False
                self._report(Finding(rule, (h,), f"0..{size - 1}", str(k)))
        return sound

    def _played(self, record: EpisodeRecord, pi: Policy) -> None:
        for h, (x, a) in enumerate(zip(record.x, record.a, strict=True)):
            row = pi[h][x]
            if row is not None:
                self.outcome.instances["played"] += 1
                if not self.plays(row[a]):
                    where = (h, x, a)
                    self._report(Finding("played", where, "an action with pi > 0", text(row[a])))

    def _end(self, record: EndRecord) -> None:
        self.hold("order", self.i > 0, "epoch 1", "the end")
        # A run may stop anywhere; only what follows episode T is fixed by R-16.
        if self.t == self.head.T and self.head.choices["last-trigger"] == "solve":
            self.hold("last-trigger", not self.due, "an epoch after episode T", "none")
        right = (record.episodes, record.epochs) == (self.t, self.i)
        expected = f"{self.t} episodes, {self.i} epochs"
        self.hold("end", right, expected, f"{record.episodes} episodes, {record.epochs} epochs")


class Possible:
    """What cannot happen under the header's mdp: a transition of probability 0, another reward
    than a mean of 0 or 1."""

    def __init__(self, mdp: LayeredMDP) -> None:
        self.can = [(P > 0).tolist() for P in mdp.P]
        self.fixed = [
            [[ZERO if v == 0 else ONE if v == 1 else None for v in row] for row in r] for r in mdp.r
        ]

    def check(self, record: EpisodeRecord, r: list[Q]) -> Iterator[Finding]:
        """Every impossible step of an episode whose indices have been checked."""
        for h, (x, a, x1) in enumerate(zip(record.x, record.a, [*record.x[1:], 0], strict=True)):
            if not self.can[h][x][a][x1]:
                yield Finding("possible", (h, x, a, x1), "P(x'|x,a) > 0", "P(x'|x,a) = 0")
            fixed = self.fixed[h][x][a]
            if fixed is not None and r[h] != fixed:
                yield Finding("possible", (h, x, a), f"reward {fixed}", str(record.r[h]))
