"""Conformance of a trace to Algorithm 1, checked record by record, exactly, streaming.

The counters, means, radii (as enclosures), epoch boundaries and LP1's optimum are recomputed from
the episodes alone. Nothing the tested implementation reports is trusted; its q_hat_i and pi_i,
which the paper does not determine, are certified instead (epoch_rules.py).

Memory holds the counters and one record, regardless of the length of the trace.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import accumulate
from typing import Any, BinaryIO, Protocol

from proofs_check.arithmetic import ONE, ZERO, Q, to_q
from proofs_check.conformance.any_size import SparseChecker, SparseCounters
from proofs_check.conformance.counters import Counters
from proofs_check.conformance.coverage import Coverage
from proofs_check.conformance.divergence import Divergence, brief, text
from proofs_check.conformance.epoch_rules import EpochChecker
from proofs_check.conformance.policy_rules import Policy
from proofs_check.conformance.statistics import Improbable, Statistics
from proofs_check.letters.covered import refuse_uncovered
from reference.mdp import LayeredMDP
from reference.readings import RECORDED
from reference.support.errors import FALSE, MALFORMED, OK, UNDECIDED, MalformedInput, TooLarge
from reference.trace.reader import AnySizeParser, read_stream
from reference.trace.records import (
    MAX_TRIPLES,
    EndRecord,
    EpisodeRecord,
    EpochRecord,
    Header,
    Record,
    triples,
)

MAX_TOLERANCE = Q(1, 10**6)
MAX_SUM_BITS = 1 << 16  # of a reward sum's denominator: a hostile trace could grow it indefinitely
KEPT = 1000  # divergences kept in full
GIVEN = "conforms given what was recorded"


@dataclass
class Conformance:
    """Verdict on a trace. `instances` counts how often each rule was applied; `malformed` says why
    the trace could not be read to its end, if it had diverged before."""

    header: Header | None = None
    divergences: list[Divergence] = field(default_factory=list)  # the first KEPT
    total: int = 0
    certain: Divergence | None = None  # the first that is not undecided
    instances: Counter[str] = field(default_factory=Counter)
    episodes: int = 0
    epochs: int = 0
    improbable: Improbable | None = None  # if the play was tested against chance
    play: str = ""  # as recorded, improbable or not tested
    coverage: Coverage | None = None  # if cells were counted
    readings: tuple[str, ...] = ()  # that would explain the first divergence (other_readings.py)
    malformed: MalformedInput | None = None
    untested: str = ""  # why a trace without divergence shows nothing
    slack: Q = ZERO  # the family: how far all KL steps together may be from their optima
    moved: Q = ZERO  # ... and how far they moved
    largest_gap: Q = ZERO  # of a certified q_hat_i or pi_i to LP1's optimum, upper end

    @property
    def first(self) -> Divergence | None:
        """Return the first certain divergence, else the first undecided one."""
        return self.certain or next(iter(self.divergences), None)

    @property
    def verdict(self) -> str:
        """ "conforms" (perhaps given what was recorded), "does not conform", "improbable",
        "undecided", "malformed" after a divergence, or "vacuous" if nothing was played or a program
        that never learns would have passed (`untested`)."""
        if self.malformed:
            return "malformed"
        if self.improbable is not None and self.certain is None:
            return "improbable"
        if self.divergences:
            return "does not conform" if self.certain else "undecided"
        if not self.episodes or self.untested:
            return "vacuous"
        return GIVEN if self.believed else "conforms"

    @property
    def believed(self) -> str:
        """Return what is recorded, bears on the policy and is checked by nothing, "" if nothing
        is."""
        choices = getattr(self.header, "choices", {})
        return "radii=recorded" if choices.get("radii") == RECORDED else ""

    @property
    def holds(self) -> bool:
        """Whether something was played and every rule held, whatever they could decide."""
        return self.episodes > 0 and self.verdict in ("conforms", "vacuous", GIVEN)

    @property
    def exit_status(self) -> int:
        """Return 0 for "conforms", 1 for "does not conform" and "improbable", 3 for "malformed",
        else 2."""
        known = {"conforms": OK, "does not conform": FALSE, "improbable": FALSE}
        known["malformed"] = MALFORMED
        return known.get(self.verdict, UNDECIDED)

    def accepted(self, accept: str | None) -> int:
        """Return the exit status, 0 where what was recorded is accepted as it is."""
        return OK if self.verdict == GIVEN and accept == RECORDED else self.exit_status


OnProgress = Callable[[Conformance], None]


def check(
    records: Iterable[Record],
    *,
    file: str = "trace",
    everything: bool = False,
    max_tolerance: Q = MAX_TOLERANCE,
    on_progress: OnProgress | None = None,
) -> Conformance:
    """Check a trace against every rule, to the first divergence or (`everything`) to the end.

    Raises MalformedInput with file and line, as the reader does; where the trace has diverged
    before, the outcome has both."""
    return Replay(file, everything, max_tolerance).run(records, on_progress)


class _Enough(Exception):
    """Raised to end at the first certain divergence."""


class TraceCheck(Protocol):
    """Face of a check of a trace. The plain one is `Replay`; both tiers (proofs_check/fast, for
    commands) hand to a `Replay` what the fast one does not vouch for."""

    @property
    def outcome(self) -> Conformance:
        """Return the verdict so far."""

    @property
    def max_tolerance(self) -> Q:
        """Return the largest tolerance that a header may declare."""

    @property
    def statistics(self) -> Statistics | None:
        """Return the test of the play against chance, if there is one."""

    @property
    def coverage(self) -> Coverage | None:
        """Return the cells, if they are counted."""

    def check(self, raw: BinaryIO, on_progress: OnProgress | None = None) -> Conformance:
        """Check an open binary file and return the verdict. Raises MalformedInput, but not after a
        divergence (`Conformance.malformed`)."""

    def follow(self, raw: BinaryIO) -> Iterator[Conformance]:
        """Yield the outcome after each step through the file. Raises MalformedInput."""

    def run(self, records: Iterable[Any], on_progress: OnProgress | None = None) -> Conformance:
        """Take all records. Raises MalformedInput, but not after a divergence."""


Tier = Callable[..., TraceCheck]
"""What makes a check: called with the fields of `Replay`."""


@dataclass(frozen=True)
class TierParts:
    """What counts the visits and what checks an epoch."""

    counters: type[Counters] = Counters
    checker: type[EpochChecker] = EpochChecker


PLAIN, ANY_SIZE = TierParts(), TierParts(SparseCounters, SparseChecker)


class Replay:
    """One check: `see` takes the records in their order, `outcome` is the verdict so far. `given`
    changes the header; the play is also tested with `statistics`, and cells are counted in
    `coverage`, as asked.

    This is the specification."""

    def __init__(
        self,
        file: str = "trace",
        everything: bool = False,
        max_tolerance: Q = MAX_TOLERANCE,
        given: Callable[[Header], Header] = lambda header: header,
        statistics: Statistics | None = None,
        coverage: Coverage | None = None,
        parts: TierParts = PLAIN,
    ) -> None:
        self.parts = parts
        self.file, self.everything, self.max_tolerance = file, everything, max_tolerance
        self.given, self.statistics, self.coverage = given, statistics, coverage
        self.outcome = Conformance()
        self.episodes = self.epochs = 0  # records of each kind, to the end of the trace
        self.enough = False  # a divergence has ended the check
        self.t, self.i = 0, 0
        self.due = False  # the trigger is true, its epoch not yet recorded
        self.late = False  # ... and reported as missing
        self.pi: Policy | None = None

    def check(self, raw: BinaryIO, on_progress: OnProgress | None = None) -> Conformance:
        """Check an open binary file and return the verdict. Raises MalformedInput, but not after a
        divergence (`Conformance.malformed`)."""
        return self.finish(self.follow(raw), on_progress)

    def follow(self, raw: BinaryIO) -> Iterator[Conformance]:
        """Yield the outcome after each step through the file. Raises MalformedInput."""
        return self._seen(read_stream(raw, self.file, AnySizeParser))

    def run(self, records: Iterable[Any], on_progress: OnProgress | None = None) -> Conformance:
        """Take all records. Raises MalformedInput, but not after a divergence."""
        return self.finish(self._seen(records), on_progress)

    def _seen(self, records: Iterable[Any]) -> Iterator[Conformance]:
        for record in records:
            self.see(record)
            yield self.outcome

    def finish(
        self, steps: Iterator[Conformance], on_progress: OnProgress | None = None
    ) -> Conformance:
        """Take all steps of a check. Raises MalformedInput, but not after a divergence."""
        try:
            for outcome in steps:
                if on_progress:
                    on_progress(outcome)
        except MalformedInput as e:
            self.broken_off(e)
        return self.outcome

    def broken_off(self, error: MalformedInput) -> None:
        """Keep a divergence before what cannot be read: a program that crashes has its cause there.
        Raises `error` if there is none."""
        if self.outcome.certain is None:
            raise error
        self.outcome.malformed = error

    def see(self, record: Any) -> None:
        """Take one record. What follows a divergence that is enough must still be well-formed:
        a malformed file does not merely diverge. Raises MalformedInput."""
        self.line = record.line
        self._count(record)
        if self.enough:
            return
        try:
            self._check(record)
        except _Enough:
            self.enough = True
            return
        if self.statistics is not None and not isinstance(record, Header):
            self.statistics.record(record)

    def _count(self, record: Any) -> None:
        """Refuse more records than the header's T allows: a trace must end. There is at most one
        epoch before each episode and one after the last."""
        if isinstance(record, EpisodeRecord):
            self.episodes += 1
            rule = f"no episode may follow episode T = {self.head.T}"
            self._at_most(self.head.T, "episode", self.episodes, rule)
        elif isinstance(record, EpochRecord):
            self.epochs += 1
            most = self.head.T + 1
            rule = f"T = {self.head.T} episodes cannot have more than {most} epochs"
            self._at_most(most, "epoch", self.epochs, rule)

    def _at_most(self, most: int, kind: str, n: int, rule: str) -> None:
        if n > most:
            raise MalformedInput(self.file, self.line, kind, f"{kind} {n}", rule)

    def _check(self, record: Any) -> None:
        if isinstance(record, Header):
            self._header(record)
        elif isinstance(record, EpochRecord):
            self._epoch(record)
        elif isinstance(record, EpisodeRecord):
            self._episode(record)
        else:
            self._end(record)

    def apply(
        self, rule: str, holds: bool, expected: object, recorded: object, *where: int
    ) -> None:
        """Apply a rule once; report it if it does not hold."""
        self.outcome.instances[rule] += 1
        if not holds:
            self._report(Divergence(rule, where, str(expected), str(recorded)))

    def _report(self, d: Divergence) -> None:
        shown = d.found if len(d.found) <= 200 else d.found[:200] + "..."
        d = replace(d, found=shown, line=self.line, episode=self.t or None, epoch=self.i)
        self.outcome.total += 1
        if len(self.outcome.divergences) < KEPT:
            self.outcome.divergences.append(d)
        if not d.undecided and self.outcome.certain is None:
            self.outcome.certain = d
        if not self.everything and not d.undecided:
            raise _Enough

    def _header(self, header: Header) -> None:
        header = self.given(header)
        refuse_uncovered(header.choices, self.file)
        self.head = self.outcome.header = header
        self.large = triples(header.layers, header.A) > MAX_TRIPLES
        if self.large and self.coverage is not None:
            rule = f"not covered: size: more than {MAX_TRIPLES} triples (x,a,x'); it fits without"
            raise TooLarge(self.file, header.line, "--coverage", True, rule)
        parts = ANY_SIZE if self.large else self.parts
        self.checker = parts.checker(header, self.file, self.outcome.instances)
        self.counters = parts.counters(header.layers, header.A, header.choices["trigger"])
        if self.statistics is not None:
            self.statistics.header(header)
        self.possible = None if header.mdp is None else Possible(header.mdp)
        maximum = header.choices["trigger"] == "max1"
        self._trigger = "n_i >= max{1, N_i}" if maximum else "n_i >= N_i"
        tolerance, most = to_q(header.tolerance), self.max_tolerance
        self.apply("tolerance", tolerance <= most, f"at most {brief(most)}", brief(tolerance))
        self.apply("x_L", header.choices["x_L"] == "no-pairs", "no-pairs", header.choices["x_L"])

    def _epoch(self, record: EpochRecord) -> None:
        first = self.i == 0
        if first:
            self.apply("order", self.t == 0, "epoch 1 before episode 1", f"after episode {self.t}")
        elif self.t == self.head.T:
            solve = self.head.choices["last-trigger"] == "solve"
            self.apply("last-trigger", solve, "no epoch after episode T", f"epoch {record.i}")
        if not first:
            expected = f"no new epoch: {self._trigger} nowhere"
            self._boundary("epoch-early", self.due, expected, "a new epoch")
        self.due = self.late = False
        self.i += 1
        self.outcome.epochs = self.i
        right = (record.i, record.t) == (self.i, self.t + 1)
        expected = f"i = {self.i}, t = {self.t + 1}"
        self.apply("epoch-number", right, expected, f"i = {record.i}, t = {record.t}")
        before = self.counters.N
        self.counters.start_epoch()
        if self.coverage is not None and not first:
            Lam = float(self.checker.radii[0].Lam.enclose(96).lo)
            self.coverage.epoch(
                self.head, self.i, self.counters, before, Lam, record.tables.get("q_hat")
            )
        previous, self.pi = self.pi, None
        for divergence in self.judged(record, previous):
            self._report(divergence)
        self.pi = self.checker.adopted
        self.outcome.largest_gap = max(self.outcome.largest_gap, self.checker.gap)
        self.outcome.untested = self.checker.untested()

    def judged(self, record: EpochRecord, previous: Policy | None) -> Iterator[Divergence]:
        """Yield the rules that an epoch's record breaks."""
        return self.checker.check(record, self.i, self.counters, previous)

    def _episode(self, record: EpisodeRecord) -> None:
        head, applied = self.head, self.outcome.instances
        self.apply("order", self.i > 0, "an epoch before the first episode", "an episode")
        missing = self.due and not self.late
        self.late |= self.due
        self._boundary("epoch-missing", not missing, f"a new epoch: {self._trigger}", "none")
        self.t += 1
        self.outcome.episodes = self.t
        self.apply("episode-number", record.t == self.t, f"t = {self.t}", record.t)
        r = [to_q(v) for v in record.r]
        x_ok = self._all("state", record.x, head.layers)
        a_ok = self._all("action", record.a, [head.A] * head.L)
        applied["reward"] += head.L
        for h, r_h in enumerate(r):
            if not ZERO <= r_h <= ONE:
                self._report(Divergence("reward", (h,), "a reward in [0, 1]", str(record.r[h])))
        if not (x_ok and a_ok):
            self.due = False  # cannot be counted; the boundary after it is not judged
            return
        if self.pi is not None:
            self._played(record, self.pi)
        if self.possible is not None:
            applied["possible"] += head.L
            for divergence in self.possible.check(record, r):
                self._report(divergence)
        self.counters.see(record.x, record.a, r)
        if self.counters.longest_sum > MAX_SUM_BITS:
            rule = f"the common denominator of a pair's rewards exceeds {MAX_SUM_BITS} bits"
            raise MalformedInput(self.file, self.line, "r", record.r, rule)
        self.due = self.owed()

    def held(self, episodes: int, steps: int, known: int, line: int) -> None:
        """Count episodes on which every rule holds and which the counters have, as one by one:
        `steps` in all, `known` at states whose pi_i is known; the last stands in this line."""
        self.line = line
        self.episodes += episodes
        self.t += episodes
        self.outcome.episodes = self.t
        self.due = self.owed()
        applied = self.outcome.instances
        for rule in ("order", "epoch-missing", "episode-number"):
            applied[rule] += episodes
        for rule in ("state", "action", "reward"):
            applied[rule] += steps
        applied["played"] += known
        if self.possible is not None:
            applied["possible"] += steps

    def owed(self) -> bool:
        """Whether the trigger is true and an epoch is due (R-16)."""
        skipped = self.t == self.head.T and self.head.choices["last-trigger"] == "skip"
        return self.counters.triggered() and not skipped

    def plays(self, p: Q) -> bool:
        """Whether p is a probability above the tolerance, so that its action can be played."""
        return p > self.checker.tolerance

    def _boundary(self, rule: str, holds: bool, expected: str, recorded: str) -> None:
        """Apply a rule about the trigger; a divergence names the pair that decides, its n and N."""
        if holds:
            self.outcome.instances[rule] += 1
            return
        h, x, a = self.counters.closest()
        n, N = self.counters.n(h, x, a), self.counters.N[h][x][a]
        self.apply(rule, False, expected, f"{recorded}; n_i = {n}, N_i = {N}", h, x, a)

    def _all(self, rule: str, indices: list[int], sizes: Sequence[int]) -> bool:
        """Whether every index is in its range."""
        self.outcome.instances[rule] += len(indices)
        sound, first = True, 0
        for h, (k, size) in enumerate(zip(indices, sizes, strict=False)):  # layers has x_L besides
            if not 0 <= k < size:
                sound = False
                found = str(k)
                if rule == "state" and _over_all_layers(indices, sizes):
                    found += f": states are numbered over all layers; here it is {k - first}"
                self._report(Divergence(rule, (h,), f"0..{size - 1}", found))
            first += size
        return sound

    def _played(self, record: EpisodeRecord, pi: Policy) -> None:
        for h, (x, a) in enumerate(zip(record.x, record.a, strict=True)):
            row = pi[h][x]
            if row is not None:
                self.outcome.instances["played"] += 1
                if not self.plays(row[a]):
                    expected = f"an action with pi > {brief(self.checker.tolerance)}"
                    self._report(Divergence("played", (h, x, a), expected, text(row[a])))

    def _end(self, record: EndRecord) -> None:
        self.apply("order", self.i > 0, "epoch 1", "the end")
        # A run may stop anywhere, before an epoch that is due as well as after it: t(i) is the
        # next episode, which is not played. R-16 determines only what follows episode T.
        if self.t == self.head.T:
            self.apply("last-trigger", not self.due, "an epoch after episode T", "none")
        right = (record.episodes, record.epochs) == (self.t, self.i)
        expected = f"{self.t} episodes, {self.i} epochs"
        self.apply("end", right, expected, f"{record.episodes} episodes, {record.epochs} epochs")


def _over_all_layers(x: list[int], layers: Sequence[int]) -> bool:
    """Whether x_h is in its range if each layer's states are numbered after those of the layers
    before."""
    starts = accumulate(layers, initial=0)
    return all(k <= x_h < k + X_h for x_h, X_h, k in zip(x, layers, starts, strict=False))


class Possible:
    """Rule `possible`, under the header's mdp: no transition of probability 0, and no reward other
    than a mean of 0 or 1."""

    def __init__(self, mdp: LayeredMDP) -> None:
        self.can = [(P > 0).tolist() for P in mdp.P]
        self.fixed = [
            [[ZERO if v == 0 else ONE if v == 1 else None for v in row] for row in r] for r in mdp.r
        ]

    def check(self, record: EpisodeRecord, r: list[Q]) -> Iterator[Divergence]:
        """Yield every impossible step of an episode whose indices have been checked."""
        for h, (x, a, x1) in enumerate(zip(record.x, record.a, [*record.x[1:], 0], strict=True)):
            if not self.can[h][x][a][x1]:
                yield Divergence("possible", (h, x, a, x1), "P(x'|x,a) > 0", "P(x'|x,a) = 0")
            fixed = self.fixed[h][x][a]
            if fixed is not None and r[h] != fixed:
                yield Divergence("possible", (h, x, a), f"reward {fixed}", str(record.r[h]))
