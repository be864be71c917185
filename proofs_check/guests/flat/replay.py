"""The replay of a trace of a flat learner: what every algorithm shares, and the verdict.

Each rule takes what comes before it as it was recorded, right or wrong, so that one defect breaks
one rule. What is not recorded is recomputed from the steps. Memory holds counters and one record.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from typing import Any

from proofs_check.arithmetic import ONE, ZERO, Decision, Enclosure, Q, to_q
from proofs_check.conformance.divergence import Rounded, Told, brief, looks_rounded, text
from proofs_check.conformance.replay import GIVEN
from proofs_check.conformance.statistics import Improbable
from proofs_check.guests.flat.causes import Causes, Sample, with_logs
from proofs_check.guests.flat.coverage import untested
from proofs_check.guests.flat.play import FlatStatistics
from proofs_check.guests.flat.rules import FLAT_BY_ID
from reference.guests.flat.flat_records import FlatEnd, FlatHeader, StepsRecord
from reference.support.errors import FALSE, MALFORMED, OK, UNDECIDED, MalformedInput

COARSEST_TOLERANCE = Q(1, 10**6)
MAX_BITS = 1 << 16  # of a reward sum's denominator: a hostile trace could grow it indefinitely
RECORDED = "recorded"
MOST_KEPT = 1000  # divergences kept in full
Place = dict[str, int]


@dataclass(frozen=True)
class FlatDivergence(Told):
    """Rule that is broken at one place of a trace, or that is undecided there."""

    rule: str
    indices: Place
    expected: str
    found: str
    undecided: bool = False
    line: int = 0
    tolerance: float = 0.0  # with which the number may be right; 0.0 for none
    ended_in: int | None = None  # the state in which an episode ended too early or too late
    fits: tuple[tuple[str, Any], ...] = ()  # options under which the number here agrees

    @property
    def equation(self) -> str:
        """Return the place in the paper that is broken."""
        return FLAT_BY_ID[self.rule].equation

    def place(self) -> Place:
        """Return epoch, episode, step, state and action, as far as they apply."""
        return self.indices


@dataclass
class FlatConformance:
    """Verdict on a trace. `instances` counts how often each rule was applied."""

    header: FlatHeader | None = None
    divergences: list[FlatDivergence] = field(default_factory=list)  # the first MOST_KEPT
    total: int = 0
    certain: FlatDivergence | None = None  # the first that is not undecided
    instances: Counter[str] = field(default_factory=Counter)
    steps: int = 0
    episodes: int = 0  # epochs of UCRL2
    cells: Counter[str] = field(default_factory=Counter)  # how often each was hit (coverage.py)
    tables: bool = False  # a plan holds more than Q
    causes: Causes = field(default_factory=Causes)  # of wrong radii and bonuses (causes.py)
    cause: tuple[str, ...] = ()  # what explains all wrong radii or bonuses at once
    variants: tuple[str, ...] = ()  # under which the trace would conform (variants.py)
    alternatives: tuple[str, ...] = ()  # to the last of them, each of which explains it, too
    misfit: float = 0.0  # how far PSRL's draws are from the posterior, 1 for too far
    hints: tuple[str, ...] = ()  # each with a check of its own: the first divergence moves on
    explained: bool = False  # ... throughout, not only up to the next divergence
    malformed: MalformedInput | None = None  # what followed the first divergence
    improbable: Improbable | None = None  # what was played, given what is recorded
    play: str = ""  # as recorded, improbable or not tested
    once: bool = False  # it came through a pipe, so that no variants were sought

    @property
    def first(self) -> FlatDivergence | None:
        """Return the first certain divergence, else the first undecided one."""
        return self.certain or next(iter(self.divergences), None)

    @property
    def verdict(self) -> str:
        """Whether it "conforms" or "does not conform", is "improbable", "undecided", "malformed"
        after a divergence, or "vacuous": nothing was played, or nothing that shows learning
        decided."""
        if self.malformed:
            return "malformed"
        if self.improbable is not None and self.certain is None:
            return "improbable"
        if self.divergences:
            return "does not conform" if self.certain else "undecided"
        if self.untested:
            return "vacuous"
        return GIVEN if self.believed else "conforms"

    @property
    def believed(self) -> str:
        """Return what is recorded, bears on the policy and is checked by nothing, "" if nothing
        is."""
        options = {} if self.header is None else self.header.options
        return ", ".join(f"{k}=recorded" for k in ("radius", "bonus") if options.get(k) == RECORDED)

    @property
    def untested(self) -> str:
        """Return why the trace shows nothing, "" if it does."""
        if not self.steps or self.header is None:
            return "no step was played"
        return untested(self.header.algorithm, self.cells)

    @property
    def exit_status(self) -> int:
        """Return 0 for "conforms", 1 for "does not conform" and "improbable", 3 for "malformed",
        else 2."""
        known = {"conforms": OK, "does not conform": FALSE, "malformed": MALFORMED}
        known["improbable"] = FALSE
        return known.get(self.verdict, UNDECIDED)

    def accepted(self, accept: str | None) -> int:
        """Return the exit status, 0 where what was recorded is accepted as it is."""
        return OK if self.verdict == GIVEN and accept == RECORDED else self.exit_status


class EnoughFound(Exception):
    """Raised to end at the first certain divergence."""


class FlatReplay(ABC):
    """One check: `see` takes the records in their order, `outcome` is the verdict so far."""

    def __init__(
        self,
        head: FlatHeader,
        file: str = "trace",
        everything: bool = False,
        max_tolerance: Q = COARSEST_TOLERANCE,
    ) -> None:
        self.head, self.file, self.everything = head, file, everything
        self.outcome = FlatConformance(header=head)
        self.line, self.enough = head.line, False
        self.tolerance = to_q(head.tolerance)
        self.delta = to_q(head.delta)
        self.statistics: FlatStatistics | None = None  # if play is tested against chance
        self.steps = 0  # in the records, to the end of the trace
        self.place: Place = {}  # of the record at hand
        self.now: int | None = None  # the state in which the next step begins, if that is known
        self.gamma = to_q(head.options.get("discount", 1))  # a fault (variants.py)
        self.fits: tuple[tuple[str, Any], ...] = ()  # of the number that is found wrong next
        try:
            right = self.tolerance <= max_tolerance
            self.apply("flat-tolerance", right, f"at most {brief(max_tolerance)}", self.tolerance)
        except EnoughFound:
            self.enough = True

    def see(self, record: Any) -> None:
        """Take one record. What follows a divergence that is enough must still be well-formed.
        Raises MalformedInput."""
        self.line = record.line
        if isinstance(record, StepsRecord):
            self.steps += len(record.s)
            self.counts(record)
        if self.enough:
            return
        try:
            if isinstance(record, FlatEnd):
                self.apply("flat-end", record.steps == self.steps, self.steps, record.steps)
                self.ends()
            else:
                self.check(record)
        except EnoughFound:
            self.enough = True
            return
        if self.statistics is not None:
            self.statistics.record(record)

    @abstractmethod
    def check(self, record: Any) -> None:
        """Check a record between header and end."""

    def counts(self, record: StepsRecord) -> None:  # noqa: B027  # UCRL2 has no last step
        """Refuse more records than the header allows. Raises MalformedInput."""

    def ends(self) -> None:  # noqa: B027  # for most nothing is left to check
        """Check what the end of the trace must not leave open."""

    # ---- applying rules ----

    def apply(self, rule: str, holds: bool, expected: object, actual: object, **at: int) -> bool:
        """Apply a rule once; report it if it does not hold. Return whether it holds."""
        self.outcome.instances[rule] += 1
        if not holds:
            self.report(FlatDivergence(rule, at, text(expected), text(actual)))
        return holds

    def close(
        self,
        rule: str,
        number: Q,
        expected: Enclosure,
        at: Place,
        hint: Callable[[], str] = lambda: "",
    ) -> bool:
        """Apply a rule about a number: at most the tolerance, relative above 1, from an enclosure
        that is narrow or holds what rounding may do. Return whether it holds."""
        slack = self.slack(expected.hi)
        if expected.lo - slack <= number <= expected.hi + slack:
            self.outcome.instances[rule] += 1
            return True
        self.outcome.instances[rule] += 1
        rounded = Rounded(known) if (known := hint()) else looks_rounded(number, expected, True)
        found = text(brief(number) + rounded.told)
        self.report(FlatDivergence(rule, at, text(expected), found, tolerance=rounded.tolerance))
        return False

    def sample(
        self, rule: str, number: Q, expected: Enclosure, power: float, logs: dict[str, float]
    ) -> None:
        """Keep a radius or bonus for what may explain all of them; `logs` has the logarithm in it
        under "", and others by name."""
        middle = float((expected.lo + expected.hi) / 2)
        self.outcome.causes.add(rule, Sample(float(number), middle, with_logs(middle, power, logs)))

    def slack(self, value: Q) -> Q:
        """Return the tolerance for a number of this size."""
        return self.tolerance * max(ONE, abs(value))

    def decide(self, rule: str, decision: Decision, expected: str, actual: str, **at: int) -> None:
        """Apply a rule that may be undecided."""
        self.outcome.instances[rule] += 1
        if decision is not Decision.TRUE:
            self.report(FlatDivergence(rule, at, expected, actual, decision is Decision.UNDECIDED))

    def cell(self, name: str, hit: object = True) -> None:
        """Count a cell of the coverage, if it is hit."""
        if hit:
            self.outcome.cells[name] += 1

    def report(self, d: FlatDivergence) -> None:
        """Add a divergence to the verdict."""
        d = replace(d, line=self.line, indices={**self.place, **d.indices}, fits=self.fits)
        self.fits = ()
        self.outcome.total += 1
        if len(self.outcome.divergences) < MOST_KEPT:
            self.outcome.divergences.append(d)
        if not d.undecided and self.outcome.certain is None:
            self.outcome.certain = d
        if not self.everything and not d.undecided:
            raise EnoughFound

    # ---- steps ----

    def step_is_possible(self, record: StepsRecord, i: int) -> bool:
        """Check a step's indices and reward, and that it begins where the one before ended. Return
        whether its indices exist."""
        head, counts = self.head, self.outcome.instances
        s, a, s1 = record.s[i], record.a[i], record.s1[i]
        if 0 <= s < head.S and 0 <= s1 < head.S and 0 <= a < head.A:
            counts["flat-state"] += 1
            counts["flat-action"] += 1
            sound = True
        else:
            sound = self.apply("flat-state", 0 <= s < head.S, f"0..{head.S - 1}", s)
            sound &= self.apply("flat-state", 0 <= s1 < head.S, f"0..{head.S - 1}", s1)
            sound &= self.apply("flat-action", 0 <= a < head.A, f"0..{head.A - 1}", a)
        if self.now is not None and s != self.now:
            self.apply("flat-state", False, f"state {self.now}, where the last step led", s)
        self.now = s1
        r = record.r[i]
        if type(r) is float and 0.0 <= r <= 1.0:
            counts["flat-reward"] += 1
        else:
            self.apply("flat-reward", ZERO <= to_q(r) <= ONE, "in [0, 1]", str(r))
        return sound

    def summed(self, total: Q, r: Q) -> Q:
        """Return total + r. Raises MalformedInput where sums of rewards grow too long."""
        total += r
        if total.denominator.bit_length() > MAX_BITS:
            rule = f"the common denominator of a pair's rewards exceeds {MAX_BITS} bits"
            raise MalformedInput(self.file, self.line, "r", brief(r), rule)
        return total


def run_replay(
    replay: FlatReplay,
    records: Iterable[Any],
    on_progress: Callable[[FlatConformance], None] | None = None,
) -> FlatConformance:
    """Take all records. Raises MalformedInput, but not after a divergence."""
    try:
        for record in records:
            replay.see(record)
            if on_progress:
                on_progress(replay.outcome)
    except MalformedInput as e:
        if replay.outcome.certain is None:
            raise
        replay.outcome.malformed = e
    return replay.outcome
